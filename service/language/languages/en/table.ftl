### The table and the moves

## boards

board-players = { $low } to { $high } players, { $trains } trains each; shown for { $shown } players.
board-provenance-exact = Exact
board-provenance-own = Own board
board-provenance-reconstruction = Reconstruction
board-options = Options (* is the default)
board-rules = Rules in use
board-cities = Cities and zones
board-routes = Routes
board-tickets = Tickets

## the game around the turns

welcome = { $board }: you play against { $rivals }. Type 'help' whenever you like.
you = You
list = { $most } and { $last }
seat = Seat { $number }
bye = Goodbye. The game ends here.
turn = Your turn
last_turn = Your last turn
since = Meanwhile:
phase-drawing_second = Your second card
phase-choosing_decks = Which decks do your first tickets come from?
phase-choosing_tickets = Choose your first tickets
phase-keeping_tickets = Which tickets do you keep?
prompt = { "> " }
named = { $name }: { $value }

## the table

market = Market
deck = deck { $deck }, discards { $discard }
empty_market = no face-up cards
hand = Your hand
empty_hand = no cards
tickets = Your tickets
no_tickets = none yet
ticket_decks = Tickets left: { $decks }
column-player = PLAYER
column-points = POINTS
column-trains = TRAINS
column-cards = CARDS
column-tickets = TICKETS
done = done
open = open
lost = out of reach
points = +{ $points }
free = free
closed = closed

## moves

moves = You may:
group-draw_card = Draw a card from the deck
group-take_card = Take a face-up card
group-claim_route = Claim a route
group-draw_tickets = Draw tickets
group-keep_tickets = Keep tickets
group-pass = Pass
keep-how = Keep { $count }: 'keep 1 3' keeps the first and the third, 'keep all' all of them.
keep-exactly = exactly { $low }
keep-range = { $low } to { $high }
more = ... and { $count } more: name the cities, or type 'moves' to see all.
ways = { $count } ways to pay
which = Which one?
not_understood = I do not know what you mean by '{ $text }'. Type a number from the list, or 'help'.
not_legal = '{ $text }' is not possible now. Type 'moves' to see what is.
no_such_number = There is no number { $number } in the list.
keep-wrong = Keep { $count }.
help =
    Choose a move by its number, or in words; the beginning of a word is enough:
      draw                         a card from the deck
      take red                     a face-up card
      claim montreal new york      a route; add a colour to say how you pay
      tickets                      draw tickets
      keep 1 3                     of the tickets on offer
    Look around:
      moves                        everything you may do now
      hand                         your cards and tickets
      map, map denver              the routes, all or those of one city
      score                        the players
      quit                         leave the table
