### Answers to a message, and moves in words that are heard again as the same move

## a move in the words of the grammar

say-draw_card = piocher une carte
say-take_card = prendre
say-claim_route = prendre la route
say-draw_tickets = piocher destinations
say-keep_tickets = garder
say-pass = passer
say-with = { $about } avec { $cards }
say-draw = piocher
say-none = rien
say-number = numéro { $number }
say-track = { $route } voie { $number }

## questions

which_one = Laquelle voulez-vous dire ?
is_it = Est-ce bien cela ? Répondez par oui ou non.
unknown_words = Je ne connais pas { $words }.
more_choices = ... et { $count } de plus : précisez, par exemple les villes ou les couleurs.
more-label = Afficher la suite
more-say = suite
outdated = Cette question n'est plus ouverte.
how_many = { $count } possibilités
preview = Voici ce qui se passerait : { $what }.
preview-route = Cela rapporte { $points } points et vous laisse { $trains } wagons.
preview-hidden = Ce qui vient de la pioche, personne ne le sait d'avance.
preview-ask = Le faire ? Répondez par oui ou non.
yes = Oui : { $what }
no = Non
no-say = laisse tomber
left = Très bien, rien n'a été fait.
nothing_asked = Rien n'a été demandé.

## why not

not_heard = Je ne comprends pas « { $text } ». { $hint }
not_heard-hint = Demandez « que puis-je faire ? » ou « aide ».
no_seat = Vous n'avez pas de place dans cette partie.
over = La partie est terminée.
not_you = Ce n'est pas à vous de jouer. { $waiting }
no_route = Il n'y a pas de route { $route }.
route_taken = { $route } appartient à { $who }.
route_not_now = Vous ne pouvez pas prendre { $route } ainsi maintenant : voyez vos cartes, vos wagons et le plan.
partly = Seule la première partie a pu être faite ; le reste n'est plus possible.
nothing_told = C'est fait.
no_such_matter = Cela ne se fait pas ainsi : précisez, par exemple « vacances 5 jours ».
no_motion = Aucun vote n'est en cours.

## looks

waiting-you = C'est à vous : { $phase }.
waiting-yourself = vous
waiting-others = On attend { $who } : { $phase }.
waiting-nobody = Personne ne doit jouer pour l'instant.
doing-lobby = on prend place
doing-playing_turn = un tour
doing-drawing_second = la deuxième carte
doing-choosing_decks = les paquets des premières destinations
doing-choosing_tickets = les premières destinations
doing-keeping_tickets = les destinations à garder
waiting-paused = La partie est en pause.
standing = { $who } : { $points } points, { $trains } wagons, { $cards } cartes, { $tickets } destinations
map-empty = Aucune route n'est encore prise.
map-unknown = Je ne connais pas ici de ville « { $text } ».
history-empty = Il ne s'est rien passé depuis.
help-playing_turn = Maintenant : « prends 2 au hasard », « prends rouge », « route montreal toronto », « destinations ».
help-drawing_second = Maintenant : « piocher » ou « prends rouge ».
help-choosing_decks = Maintenant : « piocher destinations » et un paquet pour chacune, par exemple « piocher destinations longues, courtes, courtes, courtes ».
help-choosing_tickets = Maintenant : « garde 1 et 3 » ou « garde tout ».
help-keeping_tickets = Maintenant : « garde 1 et 3 » ou « garde tout ».
help-talk =
    Toujours : que puis-je faire ?, qui attend-on ?, ma main, mes destinations, plan, plan denver, marché, score,
    historique, aperçu ..., annuler, ordre : ..., mes ordres. Les noms peuvent être abrégés ou mal tapés ; si deux
    choses conviennent, je demande.
