### Titles, headings and descriptions of pictures

picture-hand = Main : { $cards ->
        [one] { $cards } carte
       *[other] { $cards } cartes
    }
picture-hand_of = Main : { $who }
picture-market = Cartes visibles, { $cards ->
        [one] { $cards } carte
       *[other] { $cards } cartes
    } dans la pioche
picture-tickets = Destinations
picture-offered = Proposées
picture-own = Devant vous

## The strip below a map

picture-points_so_far = Points provisoires
picture-final_points = Points définitifs
picture-points_short = { $count } pts
picture-trains = { $count ->
        [one] { $count } wagon
       *[other] { $count } wagons
    }
picture-cards = { $count ->
        [one] { $count } carte
       *[other] { $count } cartes
    }
picture-tickets_short = { $count } dest.

## What stands out on a map

picture-key_new = Nouveau sur le plateau
picture-key_path = Chemin choisi
picture-key_longest = Chemin le plus long
picture-key_gap = Tronçon manquant d'une destination échouée

## The picture in words, for those who cannot see it

picture-board = Plateau : { $board }
picture-standing = { $board } : { $players }
picture-size = { $cities ->
        [one] { $cities } ville
       *[other] { $cities } villes
    } et { $routes ->
        [one] { $routes } route
       *[other] { $routes } routes
    }.
picture-player = { $name } ({ $colour }) : { $points ->
        [one] { $points } point
       *[other] { $points } points
    }, { $trains ->
        [one] { $trains } wagon
       *[other] { $trains } wagons
    } en réserve, { $cards ->
        [one] { $cards } carte
       *[other] { $cards } cartes
    }, { $tickets ->
        [one] { $tickets } destination
       *[other] { $tickets } destinations
    }, { $routes ->
        [one] { $routes } route
       *[other] { $routes } routes
    }
    .routes = { "\u00A0: " }{ $items }
picture-waiting = La partie attend { $items }.
picture-final = { $name } : { $points ->
        [one] { $points } point
       *[other] { $points } points
    } ({ $items }).
picture-tickets_done = Destinations réussies { DE($name) } : { $items }.
picture-tickets_failed = Destinations échouées { DE($name) } : { $items }.
picture-longest = Chemin le plus long, { $name } : { $items }.
picture-path = Chemin : { $items }.
picture-via = { $ticket } par { $cities }
picture-gap = { $ticket }, il manque { $cities }
picture-ticket_done = { $ticket }, réussie
picture-ticket_open = { $ticket }, à relier
picture-ticket_failed = { $ticket }, échouée
picture-new = Nouveau : { $items }.
picture-tickets_are = Destinations : { $items }.
picture-offered_are = Proposées : { $items }.
picture-own_are = Devant vous : { $items }.
picture-held = Cartes : { $items }. Cartes visibles : { $market }. { $cards ->
        [one] { $cards } carte
       *[other] { $cards } cartes
    } dans la pioche. { $trains ->
        [one] { $trains } wagon
       *[other] { $trains } wagons
    } en réserve.
picture-none = aucune
picture-empty = vide

## What is said of any mark

picture-left = il en reste { $count }
picture-at = { $name } à { $places }
picture-count_at = { $name } à { $places } : { $count }
picture-stock = { $name } : { $items }.
picture-area = { $name } : { $places }.
picture-edge = { $name }, que l'on atteint depuis { $places }.
picture-printed = { $name } : sur { $routes ->
        [one] { $routes } route
       *[other] { $routes } routes
    }.
picture-beside = { $name } au bord de { $routes }.

## Colours of players

colour-blue = bleu
colour-red = rouge
colour-green = vert
colour-yellow = jaune
colour-black = noir
colour-white = blanc
colour-pink = rose

## Letters of cards in colours for the colour-blind, by the English names of the colours

letter-white = Bc
letter-blue = Bl
letter-yellow = J
letter-green = Ve
letter-red = R
letter-pink = Ro
letter-purple = Vi
letter-black = N
letter-orange = O
letter-brown = M
letter-locomotive = L

## the course of a game as a chart

chart-points = Points sur la piste
chart-trains = Wagons restants
chart-hand_size = Cartes en main
chart-routes = Routes
chart-tickets = Cartes Destination
chart-chance = Chances de gagner (%)
chart-turn = tour
chart-final = { $line }, final { $total }

## statistiques d'un plateau

picture-percent = { $number } %
picture-statistics = { $board } : { $games ->
        [one] { $games } partie
       *[other] { $games } parties
    }
picture-rank = Rang { $rank }
picture-statistics_scores = Score moyen par rang
picture-statistics_seats = Parties gagnées, par place
picture-statistics_tickets = Destinations le plus souvent atteintes, parmi celles gardées
picture-statistics_routes = Routes les plus prises, par partie
