### Answers to a message, and moves in words that are heard again as the same move

## a move in the words of the grammar

say-draw_card = draw a card
say-take_card = take
say-claim_route = claim
say-draw_tickets = draw tickets
say-keep_tickets = keep
say-pass = pass
say-card = { $card }
say-with = { $about } with { $cards }
say-draw = draw
say-none = nothing
say-number = number { $number }
say-track = { $route } track { $number }

## questions

which_one = Which one do you mean?
which_look = I am not sure what you ask. Do you mean one of these?
is_it = Do you mean this? Answer yes or no.
unknown_words = I do not know { $words } on this board.
unknown_in_question = I do not know what { $words } means here.
more_choices = … and { $count } more. Narrow it down with cities or colours.
more-label = Show more
more-say = more
outdated = That question is no longer open.
how_many = { $count ->
        [one] { $count } possibility
       *[other] { $count } possibilities
    }
preview = You are about to: { $what }.
preview-may = Yes, you can: { $what }.
preview-route = It scores { counted-points } and leaves you with { counted-trains }.
preview-hidden = Nobody knows yet what the deck will bring.
preview-ask = Go ahead? Answer yes or no.
yes = Yes
no = No
no-say = never mind
left = All right, nothing was done.
nothing_asked = There is no open question. Ask 'what can I do?'.

## why not

not_heard = I did not understand '{ $text }'. { $hint }
table_talk = I take that as talk at the table, and have done nothing. If it was for me: 'help' says what I understand.
reminders = I cannot set a reminder for a moment of your choice. Where a game has a clock, I remind you before your time is up: 'time' shows until when you have.
not_heard-hint = Ask 'what can I do?' or 'help'.
no_seat = You have no seat in this game, but you can watch: 'map', 'score', 'history'.
over = The game is over.
over-look = 'result' shows the points, 'history' the last moves.
rematch-how = A rematch is a new table for the same people. The page of the game opens it with a button, and so does 'rematch' in a chat room or in the terminal.
rematch-open = There is a rematch already: you find it among your games, or the one who opened it sends you an invite.
not_you = It is not your turn. { $waiting }
no_place = Not on this board: { $places }. 'map' shows it; a route of this board is for example 'claim { $route }'.
stacks = Now: { $deck } in the deck, { $discard } in the discard pile.
no_route = No direct route joins { $place } and { $other }.
no_route-way = The shortest way that is open to you: { $way }. Still to claim: { $routes }, { $count ->
        [one] { $count } space
       *[other] { $count } spaces
    } in all.
no_route-done = Your own routes join them already: { $way }.
missing-routes = { $ticket }: still to build { $routes }, { $count ->
        [one] { $count } space
       *[other] { $count } spaces
    } in all.
missing-trains = { $ticket }: the shortest way needs { $count ->
        [one] { $count } space
       *[other] { $count } spaces
    }, but you have { counted-trains } left: { $routes }.
route_taken = { $route } belongs to { $who }.
partly = Only the first part could be done; the rest is not possible any more. 'What can I do?' shows what is.
nothing_told = Done.
no_such_matter = Please say more, for example 'vacation 5 days'.
away_briefly = Nothing was booked: a vacation is for whole days, for example 'vacation 2 days'.
pause-open_end = A pause has no date on which it ends: say 'resume' when you play on.
pause-say = pause
pause-for_all = Propose a pause to everybody; it has no last day
pause-or_vacation = A pause stops the game for everybody, a vacation only your clock. Which one?
vacation-for_me = A vacation for you: { counted-days }, from now on
vacation-say = vacation { counted-days }
vacation-until = A vacation begins at once: until { $until } that is { counted-days }.
vacation-then = I cannot book that ahead, since a vacation begins at once: say '{ $say }' on { $first }.
no_motion = Nothing is being voted on. 'undo', 'pause' or 'end the game' proposes something to the others.

## asked of the table

about-undo_which = A request to undo takes back the whole last turn of the player who asks.
about-pause_length = A pause has no date on which it ends: anybody says 'resume' when they want to play on.
about-paused = { waiting-paused }
about-notices = You choose what I tell you, where and when under 'Notices' in the settings of the page, when you are signed in: only your turn or more, by mail, in the browser or in a chat, with quiet hours. 'notices CODE' with the code from there brings them into a chat. Nothing was changed now.
about-language = I answer each message in the language it is written in, unless the page or the program that you use has one in its settings. In a chat room, 'language french' sets it for everybody.
about-handover = Another person can have your seat. In a chat room they say 'take over { $name }', and you say 'hand my seat to' with their name. 'resign to a bot' leaves it to a bot.
about-replace = Nobody can be put out of a seat that they hold. When their time is up, the clock decides what happens; 'time' shows when. They can leave their seat to a bot or to somebody else, and 'end the game' asks everybody to stop here.
requests-undo = What would be taken back: { $story }

## looks

order_of_play = The order of play: { $names }, and round again.
waiting-you = It is up to you: { $phase }.
waiting-others = We are waiting for { $who }: { $phase }.
waiting-nobody = Nobody has to do anything right now.
doing-lobby = seats are being taken
doing-drawing_second = the second card
doing-choosing_decks = the decks of the first tickets
doing-choosing_tickets = the first tickets
doing-keeping_tickets = which tickets to keep
waiting-paused = The game is paused: 'resume' plays on.
standing = { $who }: { counted-points }, { counted-trains }, { counted-cards }, { counted-tickets }
map-empty = No route has been claimed yet.
routes_of_rule = On this board { $count } routes are of this kind, for example { $routes }.
routes_of_rule-all = On this board: { $routes }.
routes_of_rule-each = { $route } ({ $cost }, { counted-points })
route-lacks = For { $route } you lack { $cards }.
route-lacks_nothing = For { $route } you lack no card.
route-completes = { $route } completes { $tickets }.
route-completes_none = { $route } by itself completes none of your tickets.
route-brings_more = { $route } brings { counted-points }, and at the end { $more ->
        [one] { $more } point
       *[other] { $more } points
    } more by this rule.
claims-none = No route like that can be claimed with what you hold.
things-none_of = { $who } has none of these so far.
rule-absent = This board has nothing called '{ $noun }'. 'What can I do?' shows what there is.
map-unknown = There is no city called '{ $text }' on this board. 'map' shows the board.
tally = If it ended now, your total would be { $total }: { $points } on the board, { $won } for tickets that are done, { $lost } lost for those that are open; bonuses come on top.
history-none = { $who } has done nothing of the kind so far.
history-no_tickets = Nobody has drawn tickets since the first turn.
holders-none = Nothing of the kind lies open before anybody. What depends on tickets or on cards in hand stays secret until the end; 'score' shows what is open to all.
standing-own = As things stand, this brings you { counted-points } at the end.
things-none = You have none of these so far.
history-empty = Nothing has happened since.
help-playing_turn = Now: 'draw 2', 'take red', 'claim { $route }', 'draw tickets'.
help-drawing_second = Now: 'draw' or 'take red'.
help-choosing_decks = Now: 'draw tickets' and a deck for each of them, for example 'draw tickets long, short, short, short'.
help-choosing_tickets = Now: 'keep 1 and 3' or 'keep all'.
help-keeping_tickets = Now: 'keep 1 and 3' or 'keep all'.
help-own = In a turn also: { $examples }.
help-talk =
    Always: what can I do?, who are we waiting for?, my hand, my tickets, map, map { $place }, market, score, history,
    preview claim …, undo, order: …, my orders. Names may be cut short or mistyped; where two things fit, I ask.
quoted = '{ $text }'
left-drawing_second = The first card is yours, and the turn goes on: take a second one, with 'draw' or 'take red' for example.
compound = That is more than can be done at once, so nothing was done. Say one thing at a time. { $hint }
compound-claim = A claim is the whole turn, so nothing was done. Say '{ $say }', or 'draw 2'. What is for the turn after it: 'next turn draw 2'.
compound-tickets = Drawing tickets is the whole turn, so nothing was done. Say '{ $say }', or 'draw 2'. What is for the turn after it: 'next turn draw 2'.
negated = All right, nothing was done. Say what you want to do instead, or ask 'what can I do?'.
not_answered = I cannot answer that. I know what happened ('history'), points, trains and cards of everybody ('score'), your 'hand', your 'tickets' and what they lack ('what is missing'), the face-up cards ('market'), routes ('is { $route } taken?'), the 'time', and the rules ('how do tickets work?').
not_answered-part = I cannot answer '{ $text }'; 'help' says what I can.
route_instead = { $route } takes { $cost }; you hold { $held }. Say '{ $say }'.
route_too_dear = { $route } takes { $cost }; you hold { $held }.
cards-draw = 'draw 2' brings more cards.
cards-take = One that is missing lies face up: '{ $say }'.
route_needs_trains = { $route } needs { $length ->
        [one] { $length } train
       *[other] { $length } trains
    }; you have { $trains } left.
cost-any = { $count ->
        [one] { $count } card of any colour
       *[other] { $count } cards of one colour
    }
cost-and = { $cost } and { $more }
unpayable = That cannot be paid: you laid { $laid }, and nothing of the rest of your hand ({ $left }) pays for what is demanded.
not_face_up-named = { $count ->
        [one] No { $named } lies face up
       *[other] These do not lie face up: { $named }
    }. Face up are { $cards }; 'draw' takes a card from the deck.
not_face_up = That is not possible: face up are { $cards }.
keep_how_many = { $low ->
        [one] At least { $low } must be kept
       *[other] At least { $low } must be kept
    }, at most { $high }.
ticket_absent = Not among the tickets on offer: { $tickets }.
decks_chosen = The tickets are dealt already, so how many there are of each length is settled. Now you choose which of them to keep.
keep_how_many-example = Say for example { $examples }.
keep_how_many-exactly = { $low ->
        [one] Exactly { $low } must be kept.
       *[other] Exactly { $low } must be kept.
    }
greeting = Hello! { $waiting }
thanks = You are welcome. { $waiting }
farewell = See you! { $waiting }
now = It is { $moment }.
late-bot_plays = When somebody's time is up, a bot plays that turn for them; the seat stays theirs.
late-bot_takes_over = When somebody's time is up, a bot takes over their seat until they are back.
late-skip = When somebody's time is up, their turn is skipped; if they have begun it, a bot plays the rest.
patience = Take your time.
longest = { $who }: a path of { $length ->
        [one] { $length } space
       *[other] { $length } spaces
    }
longest-now = Longest path now: { $who }, with { $length ->
        [one] { $length } space
       *[other] { $length } spaces
    }.
last_round = The last round is on: the last turn is that of { $who }.
not_over = The game is still going on.
route-free = { $route } takes { $cost }, scores { counted-points } and is free.
route-closed = { $route } takes { $cost } and is closed: nobody can claim it any more.
route-unpayable = You cannot pay for it yet: you hold { $held }.
route-later = Whether you can pay for it counts in your turn.
route-payable = You can pay for it now.
ticket-offered = On offer to you: { $ticket }.
route-owned = { $route } takes { $cost }, scores { counted-points } and belongs to { $who }.
requests-agreed = Agreed so far to { $request }: { $who }.
requests-yours = You are asked to agree to: { $requests }. Say 'yes' or 'no'.
requests-open = Not everybody has answered yet: { $requests }.
waiting-turn = It is your turn.
waiting-with_you = We are waiting for you, and for { $who }: { $phase }.
waiting-other_turn = We are waiting for { $who } to play.
left_out = This is not taken into account: { $words }.
route_list = { $count ->
        [0] There is no route like that.
        [one] One route:
       *[other] { $count } routes:
    }
route_list-more = { $count ->
        [one] … and one more.
       *[other] … and { $count } more.
    }
seated = { $who }: { $colour }
    .me = { $who } (you): { $colour }
turns = Turn { $turn } of the game, round { $round }. The game began: { $began }.
turns-since = { $who } has been at it since { $since }.
turns-none = No turn has begun yet.
setup-board = Board: { $board }, { counted-players }
discards = In the discard pile: { $cards }.
discards-none = nothing
secret = What others hold, their tickets and the order of the deck stay secret until the end. Open to everybody:
odds = I reckon the chances of a card or of a tunnel: 'what are the chances of a locomotive'. What is known of the cards:
odds-card = Next card from the deck: { $card } in about { $percent } % of all cases, and at least one of the next two in { $two } %: of the { $unseen } cards that neither lie open nor are in your hand, { $count } are of that kind.
odds-claim = { $route } with { $cards }: { $cases } (cards turned over: { $turned }).
odds-case = { $count ->
        [0] nothing more to pay: { $percent } %
        [one] { $count } card more: { $percent } %
       *[other] { $count } cards more: { $percent } %
    }
odds-safe = { $route } costs no more than what it says: no cards are turned over for it.
