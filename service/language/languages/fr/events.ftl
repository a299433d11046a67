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
event-market_flushed = Trop de locomotives : le marché est renouvelé.
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
event-tunnel_revealed = { $who } creuse { $route } et retourne { $revealed } : { $extra } de plus à payer.
    .me = Vous creusez { $route } et retournez { $revealed } : { $extra } de plus à payer.
event-tunnel_withdrawn = { $who } renonce à { $route }.
    .me = Vous renoncez à { $route }.
event-ferry_card_taken = { $who } prend une carte Ferry.
    .me = Vous prenez une carte Ferry.
event-station_built = { $who } construit une gare à { $city } avec { $cards }.
    .me = Vous construisez une gare à { $city } avec { $cards }.
event-draft_started = Répartition des destinations.
event-draft_card_turned_up = Une répartition suit ce tour.
event-festival_turned_up = Une carte Festival pour { $festival }.
event-festival_taken = { $who } prend { $count } de { $festival }.
    .me = Vous prenez { $count } de { $festival }.
event-festival_declined = { $who } laisse les festivals.
    .me = Vous laissez les festivals.
event-share_taken = { $who } prend l'action { $share } de { $railroad }.
    .me = Vous prenez l'action { $share } de { $railroad }.
event-share_declined = { $who } ne prend pas d'action.
    .me = Vous ne prenez pas d'action.
event-share_set_aside = L'action { $share } de { $railroad } va à la troisième main.
event-route_laid = { $who } commence { $route } avec { $cards }.
    .me = Vous commencez { $route } avec { $cards }.
event-substitute_laid = { $who } ajoute { $cards } pour une.
    .me = Vous ajoutez { $cards } pour une.
event-coloured_locomotives_begun = { $who } commence { $route } avec des locomotives colorées.
    .me = Vous commencez { $route } avec des locomotives colorées.
event-coloured_locomotive_laid = { $who } pose { $cards } comme locomotive.
    .me = Vous posez { $cards } comme locomotive.
event-routes_borrowed = { $who } emprunte { $routes }.
    .me = Vous empruntez { $routes }.

## the end

final = Score final
total = Total
reason-routes = Routes
reason-tickets = Destinations
reason-longest_path = Plus long chemin
reason-globetrotter = Globe-trotter
reason-regions = Régions
reason-mandalas = Mandalas
reason-festivals = Festivals
reason-shares = Actions
reason-mountains = Wagons de montagne
reason-asian_explorer = Explorateur asiatique
reason-stations = Gares restantes
reason-world_tour = Tour du monde
reason-polar_exploration = Exploration polaire
winner =
    .me = Vous gagnez. Félicitations !
winner-one = { $who } gagne.
winner-shared = { $who } partagent la victoire.
