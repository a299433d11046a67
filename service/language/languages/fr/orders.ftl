### Taking back, and standing orders

event-undo_proposed = { $who } demande à reprendre son coup.
    .me = Vous demandez à reprendre votre coup.
event-choice_taken_back = { $who } choisit de nouveau.
    .me = Votre choix est annulé ; choisissez de nouveau.
event-turn_taken_back = { $who } reprend son coup : c'est comme s'il n'avait pas été joué.
    .me = Votre coup est repris ; c'est de nouveau à vous.
event-orders_changed = { $who } modifie ses ordres permanents.
    .me = Vos ordres permanents sont modifiés ; « mes ordres » les énumère.
event-orders_followed = Les ordres permanents { DE($who) } sont consultés.
    .me = Vos ordres permanents sont consultés.

## a standing order in the words of the grammar

order-say = ordre : { $what }
order-else = { ", sinon " }
order-then = { ", puis " }
order-any_cards = n'importe quelles cartes
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
order-once-holds = Il est joué une fois, dans l'un de vos { $count } prochains tours.
order-each-holds = Il est joué à chacun de vos { $count } prochains tours.
order-ask = Il jouera tout seul à votre tour. Le donner ? Répondez par oui ou non.
order-now = C'est à vous : il jouera tout de suite, dans ce tour. Le donner ? Répondez par oui ou non.
order-which = Que voulez-vous dire par « { $part } » ?
order-how = Dites quoi faire, par exemple : « ordre : prends montréal new york en bleu, sinon pioche 2 ».
order-part = Je ne comprends pas « { $part } » dans cet ordre ; rien n'est ordonné.
order-impossible = Sur ce plateau, « { $part } » n'est pas possible ; rien n'est ordonné.
order-together = « { $part } » ne tient pas dans un tour ; rien n'est ordonné.
order-each_how_long = Pendant combien de tours ? Dites par exemple « pendant 3 tours » ; rien n'est ordonné.
order-holds = Je ne comprends pas combien de temps cet ordre doit valoir ; rien n'est ordonné.
order-listed = { $number }. { $what }
order-none = Vous n'avez aucun ordre permanent.
group-propose_undo = Reprendre son coup
group-give_order = Donner un ordre permanent
group-cancel_order = Annuler un ordre permanent
group-follow_orders = Suivre les ordres permanents
field-turns = Tours
field-alternatives = Possibilités
field-order = Ordre
