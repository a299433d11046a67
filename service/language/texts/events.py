"""What is said about what happened and about the end, in English and French."""

from collections.abc import Mapping

EVENTS: Mapping[str, tuple[str, str]] = {
    # what happened; "me" is the person at the keyboard
    "event.game_started": ("{who} begins.", "{who} commence."),
    "event.game_started.me": ("You begin.", "Vous commencez."),
    "event.hand_dealt.me": ("You are dealt {cards}.", "Vous recevez {cards}."),
    "event.card_drawn": ("{who} draws a card.", "{who} pioche une carte."),
    "event.card_drawn.me": ("You draw: {card}.", "Vous piochez : {card}."),
    "event.card_taken": ("{who} takes {card} from the market.", "{who} prend {card} au marché."),
    "event.card_taken.me": ("You take {card} from the market.", "Vous prenez {card} au marché."),
    "event.draw_cut_short": ("There is no second card.", "Il n'y a pas de deuxième carte."),
    "event.market_flushed": (
        "Too many locomotives: the market is replaced.",
        "Trop de locomotives : le marché est renouvelé.",
    ),
    "event.train_cards_shuffled": (
        "The discards become the new deck.",
        "La défausse devient la nouvelle pioche.",
    ),
    "event.route_claimed": (
        "{who} claims {route} with {cards} (+{points}).",
        "{who} prend {route} avec {cards} (+{points}).",
    ),
    "event.route_claimed.me": (
        "You claim {route} with {cards} (+{points}).",
        "Vous prenez {route} avec {cards} (+{points}).",
    ),
    "event.tickets_offered": ("{who} draws tickets.", "{who} pioche des destinations."),
    "event.tickets_kept": ("{who} keeps {count} tickets.", "{who} garde {count} destinations."),
    "event.tickets_kept.me": ("You keep {tickets}.", "Vous gardez {tickets}."),
    "event.player_passed": ("{who} passes.", "{who} passe."),
    "event.player_passed.me": ("You pass.", "Vous passez."),
    "event.last_round_started": (
        "{who} is almost out of trains: everybody has one more turn.",
        "{who} n'a presque plus de wagons : chacun joue encore un tour.",
    ),
    "event.last_round_started.me": (
        "You are almost out of trains: everybody has one more turn.",
        "Vous n'avez presque plus de wagons : chacun joue encore un tour.",
    ),
    "event.game_ended": ("The game is over.", "La partie est terminée."),
    "event.tunnel_revealed": (
        "{who} digs {route} and turns up {revealed}: {extra} more to pay.",
        "{who} creuse {route} et retourne {revealed} : {extra} de plus à payer.",
    ),
    "event.tunnel_revealed.me": (
        "You dig {route} and turn up {revealed}: {extra} more to pay.",
        "Vous creusez {route} et retournez {revealed} : {extra} de plus à payer.",
    ),
    "event.tunnel_withdrawn": ("{who} gives {route} up.", "{who} renonce à {route}."),
    "event.tunnel_withdrawn.me": ("You give {route} up.", "Vous renoncez à {route}."),
    "event.ferry_card_taken": ("{who} takes a ferry card.", "{who} prend une carte Ferry."),
    "event.ferry_card_taken.me": ("You take a ferry card.", "Vous prenez une carte Ferry."),
    "event.station_built": (
        "{who} builds a station in {city} with {cards}.",
        "{who} construit une gare à {city} avec {cards}.",
    ),
    "event.station_built.me": (
        "You build a station in {city} with {cards}.",
        "Vous construisez une gare à {city} avec {cards}.",
    ),
    "event.draft_started": ("Tickets are drafted: pick one, pass the rest.", "Répartition des destinations."),
    "event.draft_card_turned_up": ("A draft follows this turn.", "Une répartition suit ce tour."),
    "event.festival_turned_up": ("A festival card for {festival}.", "Une carte Festival pour {festival}."),
    "event.festival_taken": ("{who} takes {count} of {festival}.", "{who} prend {count} de {festival}."),
    "event.festival_taken.me": ("You take {count} of {festival}.", "Vous prenez {count} de {festival}."),
    "event.festival_declined": ("{who} leaves the festivals.", "{who} laisse les festivals."),
    "event.festival_declined.me": ("You leave the festivals.", "Vous laissez les festivals."),
    "event.route_laid": ("{who} begins {route} with {cards}.", "{who} commence {route} avec {cards}."),
    "event.route_laid.me": ("You begin {route} with {cards}.", "Vous commencez {route} avec {cards}."),
    "event.substitute_laid": ("{who} adds {cards} as one.", "{who} ajoute {cards} pour une."),
    "event.substitute_laid.me": ("You add {cards} as one.", "Vous ajoutez {cards} pour une."),
    "event.coloured_locomotives_begun": (
        "{who} begins {route} with coloured locomotives.",
        "{who} commence {route} avec des locomotives colorées.",
    ),
    "event.coloured_locomotives_begun.me": (
        "You begin {route} with coloured locomotives.",
        "Vous commencez {route} avec des locomotives colorées.",
    ),
    "event.coloured_locomotive_laid": (
        "{who} lays {cards} as a locomotive.",
        "{who} pose {cards} comme locomotive.",
    ),
    "event.coloured_locomotive_laid.me": (
        "You lay {cards} as a locomotive.",
        "Vous posez {cards} comme locomotive.",
    ),
    "event.routes_borrowed": ("{who} uses {routes}.", "{who} emprunte {routes}."),
    "event.routes_borrowed.me": ("You use {routes}.", "Vous empruntez {routes}."),
    # the end
    "final": ("Final score", "Score final"),
    "total": ("Total", "Total"),
    "reason.routes": ("Routes", "Routes"),
    "reason.tickets": ("Tickets", "Destinations"),
    "reason.longest_path": ("Longest path", "Plus long chemin"),
    "reason.globetrotter": ("Most tickets", "Globe-trotter"),
    "reason.regions": ("Regions", "Régions"),
    "reason.mandalas": ("Mandalas", "Mandalas"),
    "reason.festivals": ("Festivals", "Festivals"),
    "reason.stations": ("Stations left", "Gares restantes"),
    "reason.world_tour": ("World tour", "Tour du monde"),
    "reason.polar_exploration": ("Polar exploration", "Exploration polaire"),
    "winner.me": ("You win. Congratulations!", "Vous gagnez. Félicitations !"),
    "winner.one": ("{who} wins.", "{who} gagne."),
    "winner.shared": ("{who} share the victory.", "{who} partagent la victoire."),
}
