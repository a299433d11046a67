### Answers to a message, and moves in words that are heard again as the same move

## a move in the words of the grammar

say-draw_card = draw a card
say-take_card = take
say-claim_route = claim
say-draw_tickets = draw tickets
say-keep_tickets = keep
say-pass = pass
say-with = { $about } with { $cards }
say-draw = draw
say-none = nothing
say-number = number { $number }
say-track = { $route } track { $number }

## questions

which_one = Which one do you mean?
is_it = Do you mean this? Answer yes or no.
unknown_words = I do not know { $words }.
more_choices = ... and { $count } more: say more, for example the cities or the colours.
more-label = Show more
more-say = more
outdated = That question is no longer open.
how_many = { $count } possibilities
preview = This would happen: { $what }.
preview-route = It brings { $points } points and leaves you { $trains } trains.
preview-hidden = What comes from the deck nobody knows before.
preview-ask = Shall I do it? Answer yes or no.
yes = Yes: { $what }
no = No
no-say = never mind
left = All right, nothing was done.
nothing_asked = Nothing was asked.

## why not

not_heard = I do not understand '{ $text }'. { $hint }
not_heard-hint = Ask 'what can I do?' or 'help'.
no_seat = You have no seat in this game.
over = The game is over.
not_you = It is not your turn. { $waiting }
no_route = There is no route { $route }.
route_taken = { $route } belongs to { $who }.
route_not_now = You cannot claim { $route } like this now: look at your cards, your trains and the map.
partly = Only the first part could be done; the rest is not possible any more.
nothing_told = Done.
no_such_matter = That cannot be done like this: say what it is about, for example 'vacation 5 days'.
no_motion = Nothing is being voted on.

## looks

waiting-you = It is up to you: { $phase }.
waiting-yourself = you
waiting-others = We are waiting for { $who }: { $phase }.
waiting-nobody = Nobody is to act right now.
doing-lobby = seats are being taken
doing-playing_turn = a turn
doing-drawing_second = the second card
doing-choosing_decks = the decks of the first tickets
doing-choosing_tickets = the first tickets
doing-keeping_tickets = which tickets to keep
waiting-paused = The game is paused.
standing = { $who }: { $points } points, { $trains } trains, { $cards } cards, { $tickets } tickets
map-empty = No route has been claimed yet.
map-unknown = I do not know a city '{ $text }' here.
history-empty = Nothing has happened since.
help-playing_turn = Now: 'draw 2', 'take red', 'claim montreal new york blue', 'draw tickets'.
help-drawing_second = Now: 'draw' or 'take red'.
help-choosing_decks = Now: 'draw tickets' and a deck for each of them, for example 'draw tickets long, short, short, short'.
help-choosing_tickets = Now: 'keep 1 and 3' or 'keep all'.
help-keeping_tickets = Now: 'keep 1 and 3' or 'keep all'.
help-talk =
    Always: what can I do?, who are we waiting for?, my hand, my tickets, map, map denver, market, score, history,
    preview claim ..., undo, order: ..., my orders. Names may be cut short or mistyped; where two things fit, I ask.
