### Un seul fait sur une personne de la table

facts-train = Il reste { $count ->
        [one] { $count } wagon
       *[other] { $count } wagons
    } à { $who }.
    .me = Il vous reste { $count ->
        [one] { $count } wagon.
       *[other] { $count } wagons.
    }
facts-points = { $who } a { $count ->
        [one] { $count } point
       *[other] { $count } points
    } pour l'instant.
    .me = Vous avez { $count ->
        [one] { $count } point
       *[other] { $count } points
    } pour l'instant ; destinations et bonus sont comptés à la fin.
facts-turn = { $who } a commencé { $count ->
        [one] { $count } tour.
       *[other] { $count } tours.
    }
    .me = Vous avez commencé { $count ->
        [one] { $count } tour.
       *[other] { $count } tours.
    }
facts-card = { $who } a { $count ->
        [one] { $count } carte
       *[other] { $count } cartes
    } en main ; lesquelles, c'est secret.
    .me = Vous avez { $count ->
        [one] { $count } carte
       *[other] { $count } cartes
    } en main.
facts-hand = Main { DE($who) } : { $cards }.
    .me = Votre main : { $cards }.
facts-whole_hand = { $who } a { $count ->
        [one] { $count } carte
       *[other] { $count } cartes
    } en main : { $cards }.
    .me = Vous avez { $count ->
        [one] { $count } carte
       *[other] { $count } cartes
    } en main : { $cards }.
facts-none_of = aucune { $card }
facts-ticket = { $who } a { $count ->
        [one] { $count } destination
       *[other] { $count } destinations
    } ; lesquelles, c'est secret jusqu'à la fin.
    .me = Vous avez { $count ->
        [one] { $count } destination
       *[other] { $count } destinations
    }, dont { $done ->
        [one] { $done } réussie.
       *[other] { $done } réussies.
    }
facts-route = { $who } a { $count ->
        [one] { $count } route
       *[other] { $count } routes
    }, soit { $spaces ->
        [one] { $spaces } case
       *[other] { $spaces } cases
    } en tout : { $routes }.
    .me = Vous avez { $count ->
        [one] { $count } route
       *[other] { $count } routes
    }, soit { $spaces ->
        [one] { $spaces } case
       *[other] { $spaces } cases
    } en tout : { $routes }.
facts-no_routes = aucune pour l'instant
facts-no_cards = aucune
facts-most_train = Le plus de wagons : { $who }, avec { $count }.
facts-most_card = Le plus de cartes : { $who }, avec { $count }.
facts-most_points = Le plus de points pour l'instant : { $who }, avec { $count }.
facts-most_ticket = Le plus de destinations : { $who }, avec { $count }.
facts-most_route = Le plus de routes : { $who }, avec { $count }.
facts-fewest_train = Le moins de wagons : { $who }, avec { $count }.
facts-fewest_card = Le moins de cartes : { $who }, avec { $count }.
facts-fewest_points = Le moins de points pour l'instant : { $who }, avec { $count }.
facts-fewest_ticket = Le moins de destinations : { $who }, avec { $count }.
facts-fewest_route = Le moins de routes : { $who }, avec { $count }.
facts-ahead = { $who } a { $count ->
        [one] { $count } point
       *[other] { $count } points
    } d'avance sur { $other } : { $high } contre { $low }.
    .me = Vous avez { $count ->
        [one] { $count } point
       *[other] { $count } points
    } d'avance sur { $other } : { $high } contre { $low }.
facts-behind = Vous avez { $count ->
        [one] { $count } point
       *[other] { $count } points
    } de retard sur { $who } : { $low } contre { $high }.
facts-level = { $who } et { $other } sont à égalité, avec { $count ->
        [one] { $count } point
       *[other] { $count } points
    } chacun.
    .me = Vous êtes à égalité avec { $other } : { $count ->
        [one] { $count } point
       *[other] { $count } points
    } chacun.
facts-taken = Cartes visibles prises par { $who } jusqu'ici : { $cards }. Piochées, que personne d'autre ne voit : { $count }.
facts-taken_named = Cartes visibles prises par { $who } jusqu'ici : { $named }. Toutes ses cartes prises visibles : { $cards } ; piochées, que personne d'autre ne voit : { $count }.
facts-face_up = Cartes visibles : { $cards }.
facts-reason = { $reason } : { $points } pour { $who }.
    .me = { $reason } : { $points } pour vous.
facts-total = { $who } finit avec { $count ->
        [one] { $count } point
       *[other] { $count } points
    }, à la place { $rank }.
    .me = Vous finissez avec { $count ->
        [one] { $count } point
       *[other] { $count } points
    }, à la place { $rank }.
