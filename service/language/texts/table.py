"""What is said about the table and the moves, in English and French."""

from collections.abc import Mapping

TABLE: Mapping[str, tuple[str, str]] = {
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
    "phase.laying_coloured_locomotives": (
        "Lay coloured locomotives, then the rest",
        "Posez des locomotives colorées, puis le reste",
    ),
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
    "group.lay_coloured_locomotive": ("Lay a coloured locomotive", "Poser une locomotive colorée"),
    "group.pay_rest": ("Pay the rest", "Payer le reste"),
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
    "in_sets": ("in sets", "par séries"),
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
}
