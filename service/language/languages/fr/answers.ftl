### Answers to a message, and moves in words that are heard again as the same move

## a move in the words of the grammar

say-draw_card = piocher une carte
say-take_card = prendre
say-claim_route = prendre la route
say-draw_tickets = piocher des destinations
say-keep_tickets = garder
say-pass = passer
say-card = { LA($card) }
say-with = { $about } avec { $cards }
say-draw = piocher
say-none = rien
say-number = numéro { $number }
say-track = { $route } voie { $number }

## questions

which_one = Que voulez-vous faire ?
which_look = Je ne sais pas bien ce que vous demandez. Est-ce l'une de ces questions ?
is_it = Est-ce bien cela ? Répondez par oui ou par non.
unknown_words = Je ne connais pas { $words } sur ce plateau.
unknown_in_question = Je ne sais pas ce que veut dire { $words } ici.
more_choices = … et { $count } de plus. Précisez avec des villes ou des couleurs.
more-label = Afficher la suite
more-say = suite
outdated = Cette question n'est plus ouverte.
how_many = { $count ->
        [one] { $count } possibilité
       *[other] { $count } possibilités
    }
preview = Vous voulez : { $what }.
preview-may = Oui, vous pouvez : { $what }.
preview-route = Cela rapporte { counted-points } ; il vous restera { counted-trains }.
preview-hidden = Personne ne sait d'avance ce que donnera la pioche.
preview-ask = On y va ? Répondez par oui ou par non.
yes = Oui
no = Non
no-say = tant pis
left = Très bien, rien n'a été fait.
nothing_asked = Il n'y a pas de question en attente. Demandez « que puis-je faire ? ».

## why not

not_heard = Je ne comprends pas « { $text } ». { $hint }
table_talk = Je prends cela pour une conversation à la table : rien n'a été fait. Si c'était pour moi, « aide » dit ce que je comprends.
reminders = Je ne peux pas programmer de rappel à l'heure de votre choix. Si la partie a une horloge, je vous préviens avant la fin de votre temps : « temps » montre jusqu'à quand vous avez.
not_heard-hint = Demandez « que puis-je faire ? » ou « aide ».
no_seat = Vous n'avez pas de place dans cette partie, mais vous pouvez regarder : « plan », « score », « historique ».
over = La partie est terminée.
over-look = « résultat » montre les points, « historique » les dernières actions.
rematch-how = Une revanche est une nouvelle table pour les mêmes personnes. Un bouton l'ouvre sur la page de la partie, et « revanche » dans un salon ou au terminal.
rematch-open = Il y a déjà une revanche : vous la trouvez parmi vos parties, ou la personne qui l'a ouverte vous envoie une invitation.
not_you = Ce n'est pas à vous de jouer. { $waiting }
no_place = Absent de ce plateau : { $places }. « plan » le montre ; une route d'ici est par exemple « route { $route } ».
stacks = Maintenant : { $deck } dans la pioche, { $discard } dans la défausse.
no_route = Aucune route directe ne relie { $place } et { $other }.
no_route-way = Le chemin le plus court qui vous reste ouvert : { $way }. Il reste à prendre { $routes }, { $count ->
        [one] { $count } espace
       *[other] { $count } espaces
    } en tout.
no_route-done = Vos routes les relient déjà : { $way }.
missing-routes = { $ticket } : il reste à construire { $routes }, { $count ->
        [one] { $count } espace
       *[other] { $count } espaces
    } en tout.
missing-trains = { $ticket } : le chemin le plus court demande { $count ->
        [one] { $count } espace
       *[other] { $count } espaces
    }, mais il vous reste { counted-trains } : { $routes }.
route_taken = { $route } appartient à { $who }.
partly = Seule la première carte a pu être prise ; la suite n'est plus possible. « Que puis-je faire ? » montre ce qui l'est.
nothing_told = C'est fait.
no_such_matter = Précisez, s'il vous plaît : par exemple « vacances 5 jours ».
away_briefly = Rien n'a été réservé : les vacances se comptent en jours, par exemple « vacances 2 jours ».
pause-open_end = Une pause n'a pas de date de fin : dites « reprendre » pour rejouer.
pause-say = pause
pause-for_all = Proposer une pause à tout le monde, sans date de fin
pause-or_vacation = Une pause arrête la partie pour tout le monde, des vacances n'arrêtent que votre horloge. Que choisissez-vous ?
vacation-for_me = Des vacances pour vous : { counted-days }, à partir de maintenant
vacation-say = vacances { counted-days }
vacation-until = Les vacances commencent tout de suite : jusqu'au { $until }, cela fait { counted-days }.
vacation-then = Je ne peux pas réserver d'avance, car les vacances commencent tout de suite : dites « { $say } » le jour venu ({ $first }).
no_motion = Il n'y a pas de proposition en cours. « annuler », « pause » ou « terminer la partie » en fait une aux autres.

## asked of the table

about-undo_which = Une demande d'annulation reprend tout le dernier tour de la personne qui la fait.
about-pause_length = Une pause n'a pas de date de fin : n'importe qui dit « reprendre » pour rejouer.
about-paused = { waiting-paused }
about-notices = Vous choisissez ce que je vous annonce, où et quand, sous « Avis » dans les réglages de la page, une fois votre session ouverte : votre tour seulement ou davantage, par courriel, dans le navigateur ou dans un salon, avec des heures calmes. « avis CODE », avec le code donné là-bas, les amène dans un salon. Rien n'a été changé.
about-language = Je réponds à chaque message dans sa langue, sauf si la page ou le programme que vous utilisez en fixe une dans ses réglages. Dans un salon, « langue anglais » la fixe pour tout le monde.
about-handover = Une autre personne peut prendre votre place. Dans un salon, elle dit « je remplace { $name } », et vous dites « donne ma place à » avec son nom. « abandonner à un robot » la laisse à un robot.
about-replace = On ne peut retirer à personne la place qu'il occupe. Quand son temps est écoulé, l'horloge décide de la suite ; « temps » dit quand. Chacun peut laisser sa place à un robot ou à quelqu'un d'autre, et « terminer la partie » propose à tout le monde d'en rester là.
requests-undo = Ce qui serait repris : { $story }

## looks

order_of_play = On joue dans cet ordre : { $names }, et ainsi de suite.
waiting-you = C'est à vous : { $phase }.
waiting-others = On attend { $who } pour { $phase }.
waiting-nobody = Personne ne doit jouer pour l'instant.
doing-lobby = prendre place
doing-drawing_second = la deuxième carte
doing-choosing_decks = le choix des paquets
doing-choosing_tickets = le choix des premières destinations
doing-keeping_tickets = le choix des destinations à garder
waiting-paused = La partie est en pause : « reprendre » la relance.
standing = { $who } : { counted-points }, { counted-trains }, { counted-cards }, { counted-tickets }
map-empty = Aucune route n'est prise pour l'instant.
routes_of_rule = Sur ce plateau, { $count } routes sont de cette sorte, par exemple { $routes }.
routes_of_rule-all = Sur ce plateau : { $routes }.
routes_of_rule-each = { $route } ({ $cost }, { counted-points })
route-lacks = Pour { $route }, il vous manque { $cards }.
route-lacks_nothing = Pour { $route }, il ne vous manque aucune carte.
route-completes = { $route } termine { $tickets }.
route-completes_none = { $route } ne termine à elle seule aucune de vos destinations.
route-brings_more = { $route } rapporte { counted-points }, et à la fin { $more ->
        [one] { $more } point
       *[other] { $more } points
    } de plus grâce à cette règle.
claims-none = Aucune route de ce genre ne peut être prise avec ce que vous avez en main.
things-none_of = { $who } n'en a pas encore.
rule-absent = Il n'y a rien sur ce plateau qui s'appelle « { $noun } ». « Que puis-je faire ? » montre ce qu'il y a.
map-unknown = Il n'y a pas de ville « { $text } » sur ce plateau. « plan » montre le plateau.
tally = Si tout s'arrêtait maintenant, total : { $total }, soit { $points } sur le plateau, { $won } pour les destinations réussies, { $lost } perdus pour celles qui restent à relier ; les bonus s'y ajoutent.
history-none = { $who } n'a encore rien fait de tel.
history-no_tickets = Personne n'a repris de destinations depuis le premier tour.
holders-none = Rien de tel n'est visible devant personne. Ce qui dépend des destinations ou des cartes en main reste secret jusqu'à la fin ; « score » montre ce que chacun peut voir.
standing-own = Pour l'instant, cela vous rapporterait { counted-points } à la fin.
things-none = Vous n'en avez pas encore.
history-empty = Il ne s'est rien passé depuis.
help-playing_turn = Maintenant : « prends 2 au hasard », « prends rouge », « route { $route } », « destinations ».
help-drawing_second = Maintenant : « piocher » ou « prends rouge ».
help-choosing_decks = Maintenant : « piocher destinations » et un paquet pour chacune, par exemple « piocher destinations longues, courtes, courtes, courtes ».
help-choosing_tickets = Maintenant : « garde 1 et 3 » ou « garde tout ».
help-keeping_tickets = Maintenant : « garde 1 et 3 » ou « garde tout ».
help-own = À votre tour aussi : { $examples }.
help-talk =
    À tout moment : que puis-je faire ?, qui attend-on ?, ma main, mes destinations, plan, plan { $place }, marché, score,
    historique, aperçu …, annuler, ordre : …, mes ordres. Vous pouvez abréger les noms ou faire une
    faute de frappe ; en cas de doute, je demande.
quoted = « { $text } »
left-drawing_second = La première carte est à vous et le tour continue : prenez-en une deuxième, par exemple avec « pioche » ou « prends la rouge ».
compound = C'est trop pour une seule fois : rien n'a été fait. Dites une chose après l'autre. { $hint }
compound-claim = Prendre possession d'une route est tout un tour : rien n'a été fait. Dites « { $say } », ou « pioche 2 ». Pour le tour d'après : « à mon prochain tour pioche 2 ».
compound-tickets = Piocher des destinations est tout un tour : rien n'a été fait. Dites « { $say } », ou « pioche 2 ». Pour le tour d'après : « à mon prochain tour pioche 2 ».
negated = Très bien, rien n'a été fait. Dites ce que vous voulez à la place, ou demandez « que puis-je faire ? ».
not_answered = Je ne sais pas répondre à cela. Je connais ce qui s'est passé (« historique »), les points, wagons et cartes de tout le monde (« score »), votre « main », vos « destinations » et ce qui leur manque (« que me manque-t-il »), les « cartes visibles », les routes (« { $route } est prise ? »), le « temps » et les règles (« comment marchent les destinations ? »).
not_answered-part = Je ne sais pas répondre à « { $text } » ; « aide » dit ce que je sais.
route_instead = { $route } demande { $cost } ; en main : { $held }. Dites « { $say } ».
route_too_dear = { $route } demande { $cost } ; en main : { $held }.
cards-draw = « pioche 2 » apporte des cartes.
cards-take = Une carte qui manque est visible : « { $say } ».
route_needs_trains = { $route } demande { $length ->
        [one] { $length } wagon
       *[other] { $length } wagons
    } ; il vous en reste { $trains }.
cost-any = { $count ->
        [one] { $count } carte de n'importe quelle couleur
       *[other] { $count } cartes d'une même couleur
    }
cost-and = { $cost } et { $more }
unpayable = Impossible à payer : vous avez posé { $laid }, et rien de ce qui vous reste en main ({ $left }) ne couvre ce qui est demandé.
not_face_up-named = { $count ->
        [one] Aucune carte { $named } n'est visible
       *[other] Ne sont pas visibles : { $named }
    }. Sont visibles { $cards } ; « pioche » prend une carte de la pile.
not_face_up = Ce n'est pas possible : sont visibles { $cards }.
keep_how_many = { $low ->
        [one] Gardez-en au moins une
       *[other] Gardez-en au moins { $low }
    }, au plus { $high }.
ticket_absent = Pas parmi les destinations proposées : { $tickets }.
decks_chosen = Les destinations sont déjà distribuées : le nombre de chaque longueur n'est plus à choisir. Il s'agit maintenant de celles que vous gardez.
keep_how_many-example = Dites par exemple { $examples }.
keep_how_many-exactly = { $low ->
        [one] Gardez-en exactement une.
       *[other] Gardez-en exactement { $low }.
    }
greeting = Bonjour ! { $waiting }
thanks = De rien ! { $waiting }
farewell = À bientôt ! { $waiting }
now = Nous sommes le { $moment }.
late-bot_plays = Quand le temps de quelqu'un est écoulé, un robot joue ce tour à sa place ; la place lui reste.
late-bot_takes_over = Quand le temps de quelqu'un est écoulé, un robot prend le relais jusqu'à son retour.
late-skip = Quand le temps de quelqu'un est écoulé, son tour est sauté ; s'il est commencé, un robot joue le reste.
patience = Prenez votre temps.
longest = { $who } : un chemin de { $length ->
        [one] { $length } espace
       *[other] { $length } espaces
    }
longest-now = Le plus long chemin pour l'instant : { $who }, avec { $length ->
        [one] { $length } espace
       *[other] { $length } espaces
    }.
last_round = C'est le dernier tour de table : le dernier tour est celui { DE($who) }.
not_over = La partie n'est pas finie.
route-free = { $route } demande { $cost }, rapporte { counted-points } et est libre.
route-closed = { $route } demande { $cost } et est fermée : personne ne peut plus la prendre.
route-unpayable = Vous ne pouvez pas encore la payer ; en main : { $held }.
route-later = C'est à votre tour que compte ce que vous pouvez payer.
route-payable = Vous avez de quoi la payer.
ticket-offered = Proposée à vous : { $ticket }.
route-owned = { $route } demande { $cost }, rapporte { counted-points } et appartient à { $who }.
requests-agreed = D'accord jusqu'ici pour { $request } : { $who }.
requests-yours = On vous demande votre accord : { $requests }. Dites « oui » ou « non ».
requests-open = Tout le monde n'a pas encore répondu : { $requests }.
waiting-turn = C'est à vous de jouer.
waiting-with_you = On vous attend, avec { $who }, pour { $phase }.
waiting-other_turn = C'est à { $who } de jouer.
left_out = Ceci n'est pas pris en compte : { $words }.
route_list = { $count ->
        [0] Il n'y a pas de route comme cela.
        [one] Une route :
       *[other] { $count } routes :
    }
route_list-more = { $count ->
        [one] … et encore une.
       *[other] … et encore { $count }.
    }
seated = { $who } : { $colour }
    .me = { $who } (vous) : { $colour }
turns = Tour numéro { $turn } de la partie, manche { $round }. Début de la partie : { $began }.
turns-since = Début du tour { DE($who) } : { $since }.
turns-none = Aucun tour n'a commencé.
setup-board = Plateau : { $board }, { counted-players }
discards = Dans la défausse : { $cards }.
secret = Les cartes et les destinations des autres, comme l'ordre de la pioche, restent secrètes jusqu'à la fin. Ce que chacun peut voir :
odds = Je calcule les chances d'une carte ou d'un tunnel : « quelles sont les chances d'avoir une locomotive ». Ce que l'on sait des cartes :
odds-card = Prochaine carte de la pioche : { $card } dans environ { $percent } % des cas, et au moins une des deux prochaines dans { $two } % : parmi les { $unseen } cartes qui ne sont ni visibles ni dans votre main, { $count } sont de cette sorte.
odds-claim = { $route } avec { $cards } : { $cases } (cartes retournées : { $turned }).
odds-case = { $count ->
        [0] rien à ajouter : { $percent } %
        [one] { $count } carte de plus : { $percent } %
       *[other] { $count } cartes de plus : { $percent } %
    }
odds-safe = { $route } ne coûte pas plus que son prix : aucune carte n'est retournée.
discards-none = rien
