### What happened, and the end of the game

## what happened; "me" is the person at the keyboard

event-game_started = { $who } commence.
    .me = Vous commencez.
event-hand_dealt =
    .me = Vous recevez { $cards }.
event-card_drawn = { $who } pioche une carte en aveugle.
    .me = { $card ->
        [locomotive] Vous piochez une locomotive
       *[other] Vous piochez une carte { $card }
    }.
event-card_taken = { $card ->
        [locomotive] { $who } prend une locomotive visible
       *[other] { $who } prend une carte { $card } visible
    }.
    .me = { $card ->
        [locomotive] Vous prenez une locomotive visible
       *[other] Vous prenez une carte { $card } visible
    }.
event-draw_cut_short = Il n'y a pas de deuxième carte.
event-nothing_drawn = { $who } pioche, mais il n'y a plus de carte Wagon dans la pioche.
event-market_flushed = Trop de locomotives visibles : toutes les cartes visibles sont défaussées et remplacées.
event-market_reshuffled = Trop de locomotives visibles : toutes les cartes visibles sont remplacées, et la défausse est mélangée et forme une nouvelle pioche.
event-train_cards_shuffled = La pioche est épuisée : la défausse est mélangée et forme une nouvelle pioche.
event-route_claimed = { $who } prend possession de la route { $route } avec { $cards } : { counted-points }.
    .me = Vous prenez possession de la route { $route } avec { $cards } : { counted-points }.
event-tickets_offered = { $who } prend des cartes Destination.
event-tickets_chosen = { $who } a choisi.
    .me = Vous gardez { $tickets }.
event-tickets_kept = { $who } garde { $count ->
        [one] { $count } destination
       *[other] { $count } destinations
    }.
    .me = Vous gardez { $tickets }.
event-player_passed = { $who } passe.
    .me = Vous passez.
event-last_round_started = { $who } n'a presque plus de wagons : tout le monde joue encore un tour.
    .me = Vous n'avez presque plus de wagons : tout le monde joue encore un tour.
event-game_ended = La partie est terminée.

## the end

final = Score final
total = Total
rule-longest_path = Chemin le plus long : un bonus pour le plus long chemin continu.
rule-globetrotter = Globetrotter : un bonus pour le plus de destinations réussies.
reason-routes = Routes
reason-tickets = Destinations
reason-longest_path = Chemin le plus long
reason-globetrotter = Globetrotter (le plus de destinations réussies)
winner =
    .me = Vous remportez la partie. Félicitations !
winner-one = { $who } remporte la partie.
winner-shared = { $who } partagent la victoire.
    .me = Vous partagez la victoire avec { $who }.
tie-decided = Égalité aux points, départagée par { $by }.
tie-shared = Rien ne les départage.
tie-tickets_completed = le nombre de destinations réussies
tie-ticket_points = les points des destinations
tie-longest_path = la longueur du chemin le plus long
final-points = { $rank }. { $who } : { counted-points } ({ $reasons })
final-made = Réussies
final-missed = Échouées
final-longest = Chemin le plus long : { $who }, { counted-trains }.
