### Titles, headings and descriptions of pictures

picture-north_pole = Pôle Nord
picture-south_pole = Pôle Sud
picture-hand = Main : { $cards ->
        [one] { $cards } carte
       *[other] { $cards } cartes
    }
picture-hand_of = Main : { $who }
picture-market = Marché, { $cards ->
        [one] { $cards } carte
       *[other] { $cards } cartes
    } dans la pioche
picture-tickets = Destinations
picture-offered = Proposées

## The strip below a map

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
    .routes = { " : " }{ $items }
    .stations = { " ; " }gares à { $items }.
picture-waiting = La partie attend { $items }.
picture-festival = { $cards ->
        [one] { $cards } carte
       *[other] { $cards } cartes
    } de { $festival } à { $city }.
picture-station = gare à { $city }
picture-new = Nouveau : { $items }.
picture-tickets_are = Destinations : { $items }.
picture-offered_are = Proposées : { $items }.
picture-held = Cartes : { $items }. Marché : { $market }. { $cards ->
        [one] { $cards } carte
       *[other] { $cards } cartes
    } dans la pioche. { $trains ->
        [one] { $trains } wagon
       *[other] { $trains } wagons
    } en réserve.
picture-none = aucune
picture-empty = vide

## Colours of players

colour-blue = bleu
colour-red = rouge
colour-green = vert
colour-yellow = jaune
colour-black = noir
colour-white = blanc
colour-pink = rose
