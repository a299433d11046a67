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

### Où en sont les gens

doings = Ce que les autres préparent n'est connu que d'eux ; voici ce que tout le monde a vu.
reach-to = Jusqu'à { $place }
reach = { $goal } : il reste à prendre { $routes }, { $spaces ->
        [one] { $spaces } espace
       *[other] { $spaces } espaces
    } en tout ; vous avez { counted-trains }. Avec vos cartes, ce chemin demande au moins { $turns ->
        [one] { $turns } tour
       *[other] { $turns } tours
    } ({ $draws } pour piocher, { $claims } pour prendre des routes), si les bonnes cartes viennent et que personne ne vous gêne.
reach-trains = { $goal } : le chemin le plus court qui vous reste ouvert demande { $spaces ->
        [one] { $spaces } espace
       *[other] { $spaces } espaces
    }, mais il ne vous reste que { counted-trains } : { $routes }.
reach-closed = { $goal } : il ne vous reste aucun chemin de routes libres.
reach-touched = Vos routes atteignent déjà { $place }.
reach-nowhere = Vous n'avez pas encore de route. Nommez deux villes, par exemple « combien de tours me faut-il pour { $route } ? ».
longer-route = { $route } : { $count ->
        [one] { $count } espace
       *[other] { $count } espaces
    }, { counted-points }.
longer-way = { $route } : pas de route directe ; le chemin le plus court qui vous reste ouvert demande { $count ->
        [one] { $count } espace
       *[other] { $count } espaces
    }.
longer = Le plus long des deux : { $long }, devant { $short } ({ $count ->
        [one] { $count } espace
       *[other] { $count } espaces
    } de plus).
longer-level = { $long } et { $short } ont la même longueur.
others_know = Tout le monde voit vos routes, vos points et vos wagons, combien de cartes et de destinations vous avez, et les cartes visibles que vous prenez. Les cartes de votre main, vos destinations et vos ordres permanents ne sont montrés à personne d'autre ; vos destinations sont révélées à la fin.
others_know-taken = Cartes que l'on vous a vu prendre : { $cards }.
deck_top = Personne ne sait ce qui vient ensuite dans la pioche : { $deck ->
        [one] { $deck } carte y est cachée
       *[other] { $deck } cartes y sont cachées
    }. Demandez plutôt les chances, par exemple « quelles sont les chances d'avoir une locomotive ».
networks = { $routes ->
        [0] { $who } n'a encore aucune route.
       *[other] { $count ->
            [one] Les routes { DE($who) } forment un seul réseau :
           *[other] Les routes { DE($who) } forment { $count } morceaux séparés :
        }
    }
    .me = { $routes ->
        [0] Vous n'avez encore aucune route.
        [one] Vous avez une route :
       *[other] { $count ->
            [one] Oui : vos { $routes } routes forment un seul réseau :
           *[other] Non : vos { $routes } routes forment { $count } morceaux séparés :
        }
    }
networks-piece = – { $routes }
globetrotter-none = Sur ce plateau, réussir le plus de destinations ne rapporte aucun bonus.
globetrotter-secret = Qui en a réussi le plus ne se sait qu'à la fin : jusque-là, les destinations sont secrètes.
facts-award = { $reason } : { $who }, { counted-points }.
facts-award_path = { $reason } : { $who }, { $count ->
        [one] { $count } espace
       *[other] { $count } espaces
    }, { counted-points }.
