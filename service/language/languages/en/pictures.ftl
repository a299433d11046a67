### Titles, headings and descriptions of pictures

picture-hand = Hand: { $cards ->
        [one] { $cards } card
       *[other] { $cards } cards
    }
picture-hand_of = Hand of { $who }
picture-market = Face up, { $cards ->
        [one] { $cards } card
       *[other] { $cards } cards
    } in the deck
picture-tickets = Tickets
picture-offered = Offered
picture-own = In front of you

## The strip below a map

picture-points_so_far = Points so far
picture-final_points = Final points
picture-points_short = { $count } pts
picture-trains = { $count ->
        [one] { $count } train
       *[other] { $count } trains
    }
picture-cards = { $count ->
        [one] { $count } card
       *[other] { $count } cards
    }
picture-tickets_short = { $count ->
        [one] { $count } ticket
       *[other] { $count } tickets
    }

## What stands out on a map

picture-key_new = New on the board
picture-key_path = Chosen path
picture-key_longest = Longest path
picture-key_gap = Gap of a failed ticket

## The picture in words, for those who cannot see it

picture-board = Board: { $board }
picture-standing = { $board }: { $players }
picture-size = { $cities ->
        [one] { $cities } city
       *[other] { $cities } cities
    } and { $routes ->
        [one] { $routes } route
       *[other] { $routes } routes
    }.
picture-player = { $name } ({ $colour }): { $points ->
        [one] { $points } point
       *[other] { $points } points
    }, { $trains ->
        [one] { $trains } train
       *[other] { $trains } trains
    } left, { $cards ->
        [one] { $cards } card
       *[other] { $cards } cards
    }, { $tickets ->
        [one] { $tickets } ticket
       *[other] { $tickets } tickets
    }, { $routes ->
        [one] { $routes } route
       *[other] { $routes } routes
    }
    .routes = : { $items }
picture-waiting = The game waits for { $items }.
picture-final = { $name }: { $points ->
        [one] { $points } point
       *[other] { $points } points
    } ({ $items }).
picture-tickets_done = { $name }'s completed tickets: { $items }.
picture-tickets_failed = { $name }'s failed tickets: { $items }.
picture-longest = Longest path, { $name }: { $items }.
picture-path = Path: { $items }.
picture-via = { $ticket } by way of { $cities }
picture-gap = { $ticket }, with a gap at { $cities }
picture-ticket_done = { $ticket }, completed
picture-ticket_open = { $ticket }, open
picture-ticket_failed = { $ticket }, failed
picture-new = New: { $items }.
picture-tickets_are = Tickets: { $items }.
picture-offered_are = Offered: { $items }.
picture-own_are = In front of you: { $items }.
picture-held = Cards: { $items }. Face up: { $market }. { $cards ->
        [one] { $cards } card
       *[other] { $cards } cards
    } in the deck. { $trains ->
        [one] { $trains } train
       *[other] { $trains } trains
    } left.
picture-none = none
picture-empty = empty

## What is said of any mark

picture-left = { $count } left
picture-at = { $name } in { $places }
picture-count_at = { $name } in { $places }: { $count }
picture-stock = { $name }: { $items }.
picture-area = { $name }: { $places }.
picture-edge = { $name }, reached from { $places }.
picture-printed = { $name }: on { $routes ->
        [one] { $routes } route
       *[other] { $routes } routes
    }.
picture-beside = { $name } beside { $routes }.

## Colours of players

colour-blue = blue
colour-red = red
colour-green = green
colour-yellow = yellow
colour-black = black
colour-white = white
colour-pink = pink

## Letters of cards in colours for the colour-blind, by the English names of the colours

letter-white = W
letter-blue = B
letter-yellow = Y
letter-green = G
letter-red = R
letter-pink = P
letter-purple = P
letter-black = K
letter-orange = O
letter-brown = N
letter-locomotive = L

## the course of a game as a chart

chart-points = Points on the track
chart-trains = Trains left
chart-hand_size = Cards in hand
chart-routes = Routes
chart-tickets = Tickets
chart-chance = Chance to win (%)
chart-turn = turn
chart-final = { $line }, final { $total }

## statistics of a board

picture-percent = { $number }%
picture-statistics = { $board }: { $games ->
        [one] { $games } game
       *[other] { $games } games
    }
picture-rank = Rank { $rank }
picture-statistics_scores = Mean score by rank
picture-statistics_seats = Games won, by seat
picture-statistics_tickets = Tickets most often completed, of those kept
picture-statistics_routes = Routes most claimed, by games
