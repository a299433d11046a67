### People who come and go, and what they agree on

## people

event-seat_handed_over = Somebody else plays for { $who } now.
event-seat_handed_over-resigned = { $who } has resigned.
    .me = You have resigned.
event-seat_handed_over-closed = { $who } no longer plays: the operator has closed the table.
    .me = You no longer play: the operator has closed the table.
event-seat_handed_over-handed_over = { $who } takes over this seat.
    .me = You take over this seat.
event-seat_handed_over-replaced = { $who } takes a vacant seat.
    .me = You take a vacant seat.
event-seat_handed_over-reinvited = { $who } takes over a seat whose player has lost their token.
    .me = You take over a seat whose player has lost their token.
event-seat_handed_over-timeout = { $who } ran out of time: a bot plays on.
    .me = You ran out of time: a bot plays on for you until you come back.
event-seat_handed_over-returned = { $who } is back.
    .me = You are back.
event-turn_skipped = { $who }'s turn is skipped.
    .me = Your turn is skipped.
event-turn_skipped-nobody = Nobody plays { $who }'s seat: the turn is skipped.
event-turn_skipped-timeout = { $who } ran out of time: the turn is skipped.
    .me = You ran out of time: your turn is skipped.
event-seat_opened = { $who }'s seat is open to the invited player.
    .me = The person you invite may take over your seat.
event-seat_opened-reinvited = The invited person may take over the seat of { $who } once { $who } has done nothing for a day.
    .me = The person whom the host invites may take over your seat once you have done nothing for a day. If you are there, keep it.
event-seat_closed = { $who } stays.
    .me = You keep your seat; the invitation is withdrawn.
event-replacement_sought = Somebody is invited to { $vacant }'s seat.

## hints

event-hint_taken = { $who } has asked for a hint.
    .me = You have asked for a hint; the others see that you did.
group-take_hint = Ask for a hint

## motions

event-motion_proposed = { $who } makes a proposal to everybody: { $motion }.
event-motion_proposed-pause = { $who } proposes a pause. Everybody else: say 'yes' or 'no'.
    .me = You propose a pause.
event-motion_proposed-end = { $who } proposes to end the game. Everybody else: say 'yes' or 'no'.
    .me = You propose to end the game.
event-motion_proposed-undo = All others who are present have to agree to that: say 'yes' or 'no'.
event-motion_proposed-replace = All who are present have to agree to that: say 'yes' or 'no'.
event-motion_proposed-reinvite = The host wants to let somebody in for { $who }, who is said to have lost their token. All others who are present have to agree; { $who } can object.
    .me = The host wants to let somebody in for you: you are said to have lost your token. If you have it, object.
event-motion_agreed = { $who } agrees.
    .me = You agree.
event-motion_refused = { $who } objects: the proposal is dropped.
    .me = You object: the proposal is dropped.
event-motion_lapsed = The proposal has lapsed.
event-motion_carried = Everybody has agreed.
event-game_paused = The game is paused.
event-game_resumed = { $who } goes on with the game.
    .me = You go on with the game.
group-resume_game = Go on with the game

## why a game is over

event-game_ended-agreed = The game is over: everybody has agreed to end it.
event-game_ended-abandoned = The game was given up before it began.
event-game_ended-closed = The operator of the service has closed this table.
event-game_ended-nobody_plays = The game is over: nobody has played for a whole round.

## commands

group-propose = Propose something to everybody
group-agree = Agree
group-object = Object
group-resign = Resign
effect-resign = This is final: you cannot come back by yourself. Routes, cards and points stay with the seat; somebody else may take it over if all who are still there agree.
group-return_to_seat = Come back
group-offer_seat = Offer your seat
group-close_seat = Keep your seat after all
group-invite_replacement = Invite a replacement
group-take_over = Take over a seat
group-skip_turn = Skip the turn
group-abandon_game = Give up the game

## what can be proposed, and to whom a seat passes

choice-motion-pause = a pause
choice-motion-end = the end of the game
choice-motion-undo = taking back the last move
choice-motion-replace = somebody else in the seat of { $who }
choice-motion-reinvite = a new link for { $who }
choice-kind-nobody = the seat stays empty
choice-kind-bot = a { $detail } bot plays on
