### Why a command is refused: the codes of the base game and of the table; other rules bring their own.
### `.detail` is for one occurrence, where its facts are at hand; `.cure` is what can be said instead, and that of
### `refused` helps against everything else. `.nearest` has what would have been accepted, if there is anything.

refused = That is not possible now: { $why }.
    .cure = 'What can I do?' shows what is possible.

## the game

refused-unknown_command = This board does not have that move.
refused-not_now = That is not possible at this point of the game.
refused-not_your_turn = It is not your turn.
    .detail = We are waiting for { $waiting_for }.
    .cure = 'order: draw 2' plays for you when your turn comes.
refused-already_chosen = You have already chosen.
refused-game_over = The game is over.
    .cure = 'result' shows the points, 'history' the last moves.
refused-must_play = You can still play: passing is only for players who cannot.
refused-unknown_city = There is no such city on this board.
    .detail = There is no city '{ $city }' on this board.
    .cure = 'map' shows the board.

## cards and routes

refused-no_card_left = There is no card left to take.
refused-card_not_in_market = This card is not face up.
    .detail = Face up are: { $market }.
    .cure = 'market' shows which cards are face up.
refused-locomotive_is_whole_turn = A face-up locomotive counts as two cards: it cannot be your second one.
    .cure = 'draw' takes one from the deck.
refused-unknown_route = There is no such route on this board.
    .detail = There is no route '{ $route }' on this board.
    .nearest = There is no route '{ $route }' on this board; do you mean { $nearest }?
    .cure = 'map' shows the board.
refused-unknown_card = There is no such card on this board.
    .cure = 'my hand' shows your cards.
refused-route_taken = This route is taken.
    .detail = { $route } is taken.
    .cure = 'map' shows which routes are taken.
refused-route_closed = This route is closed.
    .detail = { $route } is closed: nobody takes two parallel tracks, and with few players some of them stay empty.
    .cure = 'map' shows which routes are taken.
refused-not_enough_trains = You do not have enough trains left.
    .detail = Trains that you have left: { $trains }.
refused-cards_not_in_hand = You do not have these cards.
    .detail = You do not have these cards: you hold { $held }.
    .nearest = You do not have these cards: you hold { $held }, and { $accepted } would do.
    .cure = 'my hand' shows what you have.
refused-payment_not_accepted = These cards do not pay for that.
    .nearest = These cards do not pay for that: you hold { $held }, and { $accepted } would do.
    .cure = 'my hand' shows what you have.

## tickets

refused-no_ticket_left = There are no tickets left.
refused-ticket_not_offered = This ticket is not on offer.
    .detail = { $ticket } is not on offer.
    .cure = 'my tickets' shows which ones are.
refused-wrong_number_of_tickets = That is the wrong number of tickets: keep at least { $at_least } and at most { $at_most }.
    .cure = 'my tickets' shows those on offer.
refused-deck_choice_not_accepted = Tickets cannot be drawn from these decks.

## seats

refused-unknown_seat = There is no such seat at this table.
refused-seat_taken = Somebody has this seat already.
refused-seats_open = Some seats are still free.
    .detail = Still free: { $seats }.
refused-unknown_kind = A seat is for a person, for nobody, or for a bot that we have.
refused-entropy_invalid = What you add to the shuffles is too long: { $at_most } characters at most.
refused-not_present = You are not at the table.
    .cure = 'I am back' brings you back to it.
refused-seat_held = Somebody plays this seat.
refused-seat_not_open = This seat is not open to anybody else.
    .detail = This seat opens at { $opens_at }, unless the person who has it does something before.
refused-nothing_to_return_to = You have not left your seat.
    .cure = 'who are we waiting for?' says whose turn it is.

## motions and taking back

refused-motion_open = That is already proposed.
    .cure = The others answer it with 'yes' or 'no'; 'who are we waiting for?' says who has to play.
refused-no_such_motion = Nothing like that is being voted on.
    .cure = 'undo', 'pause' or 'end the game' proposes something to the others.
refused-already_agreed = You have already agreed.
    .cure = 'who are we waiting for?' says who has not answered yet.
refused-nothing_to_undo = There is nothing to take back: once the next player has played, a move stands.
refused-undo_past_a_card = That cannot be taken back: a card has been drawn since.

## clocks and vacations

refused-no_clock = This game has no time limits.
    .cure = 'who are we waiting for?' says whose turn it is.
refused-clock_not_running = No time is running for this seat.
    .cure = 'who are we waiting for?' says whose turn it is.
refused-on_vacation = You are already on vacation.
    .cure = 'end vacation' ends it.
refused-not_on_vacation = You are not on vacation.
    .cure = 'vacation 2 days' begins one.
refused-vacation_spent = You do not have enough days of vacation left.
    .detail = Days of vacation that you have left: { $days_left }.
    .cure = 'pause' asks the others for a break.

## standing orders

refused-order_not_understood = This is no order for this board, or it is too long.
    .cure = Say for example 'order: draw 2'.
refused-too_many_orders = You have reached the maximum number of orders; cancel one first.
    .detail = You may have { $at_most } orders; cancel one first.
    .cure = 'my orders' lists them, 'cancel order 1' cancels the first.
refused-no_such_order = You have no such order.
    .cure = 'my orders' lists yours.
refused-no_order_due = No standing order is due now.
    .cure = 'my orders' lists yours.
