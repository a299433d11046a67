### Taking back, and standing orders

event-undo_proposed = { $who } demande à annuler sa dernière action.
    .me = Vous demandez à annuler votre dernière action.
event-choice_taken_back = { $who } choisit de nouveau.
    .me = Votre choix est annulé ; choisissez de nouveau.
event-turn_taken_back = { $who } annule sa dernière action : c'est comme si elle n'avait pas été jouée.
    .me = Votre dernière action est annulée ; c'est de nouveau à vous.
event-orders_changed = { $who } modifie ses ordres permanents.
    .me = Vos ordres permanents sont modifiés ; « mes ordres » les énumère.
event-orders_followed = { $who } joue selon ses ordres permanents.
    .me = Vos ordres permanents jouent pour vous.

## a standing order in the words of the grammar

order-say = ordre : { $what }
order-else = { ", sinon " }
order-then = { ", puis " }
order-any_cards = n'importe quelle série
order-colour = des cartes { $cards }
order-locomotives = des { $cards }
order-each = pendant { $count } tours
order-once = dans les { $count } prochains tours
order-until = jusqu'au { $until }
order-stop = arrête si { $stop }
order-stop-route_taken = { $route } est prise
order-stop-rival_trains_at_most = un rival a { $count } wagons ou moins
order-stop-hand_at_least = j'ai { $count } cartes ou plus
order-stop-last_round = c'est le dernier tour

## what is answered to one

order-read_back = Votre { $what }.
order-next-holds = Il vaut pour votre prochain tour.
order-once-holds = { $count ->
        [one] Il est joué une fois, à votre prochain tour.
       *[other] Il est joué une fois, dans l'un de vos { $count } prochains tours.
    }
order-each-holds = { $count ->
        [one] Il est joué à votre prochain tour.
       *[other] Il est joué à chacun de vos { $count } prochains tours.
    }
order-both = Je fais les deux ? Répondez par oui ou par non.
order-two_turns = Cela fait deux tours : rien n'a été fait. Dites d'abord « { $first } », puis « ordre : { $part } ».
order-ask = Il s'exécutera tout seul à votre tour. Je l'enregistre ? Répondez par oui ou par non.
order-now = C'est à vous : il s'exécutera tout de suite, dans ce tour. Je l'enregistre ? Répondez par oui ou par non.
order-which = Que voulez-vous dire par « { $part } » ?
order-how = Dites quoi faire, par exemple : « ordre : route { $route }, sinon pioche 2 ».
order-part = Je ne comprends pas « { $part } » dans cet ordre ; l'ordre n'est pas enregistré. Dites par exemple « ordre : route { $route }, sinon pioche 2 ».
order-impossible = Sur ce plateau, « { $part } » n'est pas possible ; l'ordre n'est pas enregistré. Dites par exemple « ordre : route { $route }, sinon pioche 2 ».
order-together = « { $part } » ne tient pas dans un tour ; l'ordre n'est pas enregistré. Donnez deux ordres, ou dites « sinon » : « ordre : route { $route }, sinon pioche 2 ».
order-condition = Je ne peux pas faire dépendre un coup de ce qui ne s'est pas encore passé : rien n'a été fait. Un ordre permanent peut essayer une chose, sinon une autre, et s'arrêter quand une route est prise : « ordre : prends { $route }, sinon pioche 2 ». Ce qui est pour votre prochain tour, dites-le à part : « à mon prochain tour pioche 2 ».
order-each_how_long = Pendant combien de tours ? Dites par exemple « pendant 3 tours » ; l'ordre n'est pas enregistré.
order-holds = Je ne comprends pas combien de temps cet ordre doit valoir ; l'ordre n'est pas enregistré. Dites par exemple « pendant 3 tours » ou « dans les 3 prochains tours ».
order-listed = { $number }. { $what }
order-cancel-which = Quel ordre annulez-vous ?
order-cancel-none = Aucun de vos ordres n'est à ce sujet. Annulez-vous l'un de ceux-ci ?
order-cancel-say = annule l'ordre
order-none = Vous n'avez aucun ordre permanent.
group-propose_undo = Annuler sa dernière action
group-give_order = Donner un ordre permanent
group-cancel_order = Annuler un ordre permanent
choice-order-0 = tous les ordres
group-follow_orders = Suivre les ordres permanents
field-turns = Tours
field-alternatives = Possibilités
field-order = Ordre
