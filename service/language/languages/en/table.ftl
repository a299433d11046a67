### The table and the moves

## boards

board-players = { $low } to { $high } players, { counted-trains } each; shown for { $shown } players.
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
bye = Goodbye. The game is kept: 'ttr play' goes on with it, as does 'ttr play --game { $game }'.
bye-for-good = Goodbye. You have left the game.
quit-asks = Leave the table? The game is kept for later. (yes/no){ " " }
taken-back = Your last move is taken back.
record-kept = The record of the game is in { $file }; 'ttr verify' checks it, and this shows it: { $command }
turn = Your turn
last_turn = Your last turn
since = Meanwhile:
phase-drawing_second = Your second card
phase-choosing_decks = Which decks do your first tickets come from?
phase-choosing_tickets = Choose your first tickets
phase-keeping_tickets = Which tickets do you keep?
prompt = { "> " }
named = { $name }: { $value }
between = { "; " }

## the table

market = Face up
deck = { $deck } in the deck, { $discard } in the discard pile
empty_market = no face-up cards
hand = Your hand
held-none = none of them
empty_hand = no cards
tickets = Your tickets
no_tickets = none yet
feature-apart = { "" }
word-long = { $count ->
       *[other] long
    }
word-medium = { $count ->
       *[other] medium
    }
word-short = { $count ->
       *[other] short
    }
ticket_decks = Tickets left: { $decks }
column-name = NAME
column-title = TITLE
column-players = PLAYERS
column-provenance = PROVENANCE
column-player = PLAYER
column-points = POINTS
column-trains = TRAINS
column-cards = CARDS
column-tickets = TICKETS
done = completed
open = open
lost = failed
points = +{ $points }
free = free
closed = closed

## moves

moves = You may:
hint-title = My advice; a number plays it:
hint-ahead = { $move } ({ $chance }% to win, { counted-points } ahead of the best rival)
hint-behind = { $move } ({ $chance }% to win, { counted-points } behind the best rival)
group-draw_card = Draw a card from the deck
group-take_card = Take a face-up card
group-claim_route = Claim a route
group-draw_tickets = Draw tickets
group-keep_tickets = Keep tickets
group-pass = Pass
keep-how = Keep { $count }, for example 'keep 1 and 2'.
keep-exactly = exactly { $low }
keep-range = { $low } to { $high }
ways = { $count ->
        [one] { $count } way to pay
       *[other] { $count } ways to pay
    }
not_fitting = I do not understand '{ $text }' as a move. 'What can I do?' shows what is possible.
tickets_dealt = The board decides how many tickets come from each deck: a draw brings { $drawn }. Say '{ $say }'.
not_legal = '{ $text }' is not possible right now. 'What can I do?' shows what is.
card-locomotive = { $count ->
        [one] locomotive
       *[other] locomotives
    }
card-colour = { $count ->
        [one] { $label }
       *[other] { $label }
    }
