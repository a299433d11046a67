### What happened, and the end of the game

## what happened; "me" is the person at the keyboard

event-game_started = { $who } commence.
    .me = Vous commencez.
event-hand_dealt =
    .me = Vous recevez { $cards }.
event-card_drawn = { $who } pioche une carte.
    .me = Vous piochez : { $card }.
event-card_taken = { $who } prend { $card } au marché.
    .me = Vous prenez { $card } au marché.
event-draw_cut_short = Il n'y a pas de deuxième carte.
event-nothing_drawn = { $who } pioche, mais il n'y a plus de carte Wagon dans la pioche.
event-market_flushed = Trop de locomotives : le marché est renouvelé.
event-market_reshuffled = Trop de locomotives : le marché est renouvelé, et la défausse devient la nouvelle pioche.
event-train_cards_shuffled = La défausse devient la nouvelle pioche.
event-route_claimed = { $who } prend { $route } avec { $cards } (+{ $points }).
    .me = Vous prenez { $route } avec { $cards } (+{ $points }).
event-tickets_offered = { $who } pioche des destinations.
event-tickets_kept = { $who } garde { $count } destinations.
    .me = Vous gardez { $tickets }.
event-player_passed = { $who } passe.
    .me = Vous passez.
event-last_round_started = { $who } n'a presque plus de wagons : chacun joue encore un tour.
    .me = Vous n'avez presque plus de wagons : chacun joue encore un tour.
event-game_ended = La partie est terminée.

## the end

final = Score final
total = Total
rule-longest_path = Plus long chemin : un bonus pour le plus long chemin continu.
rule-globetrotter = Globe-trotter : un bonus pour le plus de destinations réussies.
reason-routes = Routes
reason-tickets = Destinations
reason-longest_path = Plus long chemin
reason-globetrotter = Globe-trotter
winner =
    .me = Vous gagnez. Félicitations !
winner-one = { $who } gagne.
winner-shared = { $who } partagent la victoire.
