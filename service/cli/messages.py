"""Everything the terminal says, in English and French."""

from collections.abc import Mapping

MESSAGES: Mapping[str, tuple[str, str]] = {
    # boards
    "board.players": (
        "{low} to {high} players, {trains} trains each; shown for {shown} players.",
        "{low} à {high} joueurs, {trains} wagons chacun ; affiché pour {shown} joueurs.",
    ),
    "board.provenance.exact": ("Exact", "Exact"),
    "board.provenance.reconstruction": ("Reconstruction", "Reconstitution"),
    "board.options": ("Options (* is the default)", "Options (* par défaut)"),
    "board.rules": ("Rules in use", "Règles utilisées"),
    "board.cities": ("Cities and zones", "Villes et zones"),
    "board.routes": ("Routes", "Routes"),
    "board.tickets": ("Tickets", "Destinations"),
    # the game around the turns
    "welcome": (
        "{board}: you play against {rivals}. Type 'help' whenever you like.",
        "{board} : vous jouez contre {rivals}. Tapez « aide » quand vous voulez.",
    ),
    "you": ("You", "Vous"),
    "seat": ("Seat {number}", "Place {number}"),
    "and": (" and ", " et "),
    "bye": ("Goodbye. The game ends here.", "Au revoir. La partie s'arrête ici."),
    "turn": ("Your turn", "À vous de jouer"),
    "last_turn": ("Your last turn", "Votre dernier tour"),
    "since": ("Meanwhile:", "Entre-temps :"),
    "phase.drawing_second": ("Your second card", "Votre deuxième carte"),
    "phase.choosing_tickets": ("Choose your first tickets", "Choisissez vos premières destinations"),
    "phase.keeping_tickets": ("Which tickets do you keep?", "Quelles destinations gardez-vous ?"),
    "prompt": ("> ", "> "),
    "named": ("{name}: {value}", "{name} : {value}"),
    "phase.picking_ticket": (
        "Pick a ticket, then the rest goes on",
        "Choisissez une destination, le reste passe",
    ),
    "phase.paying_tunnel": ("The tunnel costs more", "Le tunnel coûte plus cher"),
    "phase.choosing_festival": ("A festival on the way", "Un festival sur la route"),
    "phase.choosing_borrowed_routes": ("Your stations", "Vos gares"),
    "phase.laying_substitutes": ("Fill the open places", "Comblez les places libres"),
    # the table
    "market": ("Market", "Marché"),
    "deck": ("deck {deck}, discards {discard}", "pioche {deck}, défausse {discard}"),
    "empty_market": ("no face-up cards", "aucune carte visible"),
    "hand": ("Your hand", "Votre main"),
    "empty_hand": ("no cards", "aucune carte"),
    "tickets": ("Your tickets", "Vos destinations"),
    "no_tickets": ("none yet", "aucune pour l'instant"),
    "ticket_decks": ("Tickets left: {decks}", "Destinations restantes : {decks}"),
    "column.player": ("PLAYER", "JOUEUR"),
    "column.points": ("POINTS", "POINTS"),
    "column.trains": ("TRAINS", "WAGONS"),
    "column.cards": ("CARDS", "CARTES"),
    "column.tickets": ("TICKETS", "DESTINATIONS"),
    "done": ("done", "reliée"),
    "open": ("open", "à relier"),
    "lost": ("out of reach", "hors d'atteinte"),
    "points": ("+{points}", "+{points}"),
    "free": ("free", "libre"),
    "closed": ("closed", "fermée"),
    # moves
    "moves": ("You may:", "Vous pouvez :"),
    "group.draw_card": ("Draw a card from the deck", "Piocher une carte"),
    "group.take_card": ("Take a face-up card", "Prendre une carte visible"),
    "group.claim_route": ("Claim a route", "Prendre possession d'une route"),
    "group.draw_tickets": ("Draw tickets", "Piocher des destinations"),
    "group.keep_tickets": ("Keep tickets", "Garder des destinations"),
    "group.pick_ticket": ("Pick a ticket", "Choisir une destination"),
    "group.take_ferry_card": ("Take a ferry card", "Prendre une carte Ferry"),
    "group.take_festival": ("Take festival cards", "Prendre des cartes Festival"),
    "group.decline_festival": ("Leave the festival cards", "Laisser les cartes Festival"),
    "group.pay_tunnel": ("Pay for the tunnel", "Payer le tunnel"),
    "group.withdraw_tunnel": ("Give the tunnel up", "Renoncer au tunnel"),
    "group.build_station": ("Build a station", "Construire une gare"),
    "group.choose_borrowed_routes": ("Use a rival's routes", "Emprunter des routes"),
    "group.lay_substitute": ("Lay cards together as one", "Poser des cartes pour une seule"),
    "group.pass": ("Pass", "Passer"),
    "keep.how": (
        "Keep {count}: 'keep 1 3' keeps the first and the third, 'keep all' all of them.",
        "Gardez-en {count} : « garder 1 3 » garde la première et la troisième, « garder tout » toutes.",
    ),
    "keep.exactly": ("exactly {low}", "exactement {low}"),
    "keep.range": ("{low} to {high}", "{low} à {high}"),
    "more": (
        "... and {count} more: name the cities, or type 'moves' to see all.",
        "... et {count} autres : nommez les villes, ou tapez « coups » pour tout voir.",
    ),
    "ways": ("{count} ways to pay", "{count} façons de payer"),
    "which": ("Which one?", "Lequel ?"),
    "not_understood": (
        "I do not know what you mean by '{text}'. Type a number from the list, or 'help'.",
        "Je ne comprends pas « {text} ». Tapez un numéro de la liste, ou « aide ».",
    ),
    "not_legal": (
        "'{text}' is not possible now. Type 'moves' to see what is.",
        "« {text} » n'est pas possible maintenant. Tapez « coups » pour voir ce qui l'est.",
    ),
    "no_such_number": (
        "There is no number {number} in the list.",
        "Il n'y a pas de numéro {number} dans la liste.",
    ),
    "keep.wrong": ("Keep {count}.", "Gardez-en {count}."),
    "help": (
        """\
Choose a move by its number, or in words; the beginning of a word is enough:
  draw                         a card from the deck
  take red                     a face-up card
  claim montreal new york      a route; add a colour to say how you pay
  tickets                      draw tickets
  keep 1 3                     of the tickets on offer
Look around:
  moves                        everything you may do now
  hand                         your cards and tickets
  map, map denver              the routes, all or those of one city
  score                        the players
  quit                         leave the table""",
        """\
Choisissez un coup par son numéro, ou en mots ; le début d'un mot suffit :
  piocher                      une carte de la pioche
  prendre rouge                une carte visible
  route montreal new york      une route ; ajoutez une couleur pour dire comment vous payez
  destinations                 piocher des destinations
  garder 1 3                   parmi les destinations proposées
Regardez la table :
  coups                        tout ce que vous pouvez faire
  main                         vos cartes et vos destinations
  plan, plan denver            les routes, toutes ou celles d'une ville
  score                        les joueurs
  quitter                      quitter la table""",
    ),
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


class Messages:
    """The messages in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._column = 1 if lang == "fr" else 0

    def __call__(self, key: str, **facts: object) -> str:
        return MESSAGES[key][self._column].format(**facts)

    def named(self, key: str, value: object) -> str:
        """A message as the name of a value."""
        return self("named", name=self(key), value=value)

    def knows(self, key: str) -> bool:
        return key in MESSAGES

    def or_words(self, key: str, name: str) -> str:
        """The message, or for what this table does not know the name itself as words."""
        return self(key) if self.knows(key) else as_words(name)


def as_words(name: str) -> str:
    """`build_station` as `Build station`."""
    text = name.replace("_", " ").replace("--", " – ")
    return text[:1].upper() + text[1:]
