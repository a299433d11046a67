"""What is said about taking back and about standing orders, in English and French."""

from collections.abc import Mapping

ORDERS: Mapping[str, tuple[str, str]] = {
    "event.undo_proposed": ("{who} asks to take the last move back.", "{who} demande à reprendre son coup."),
    "event.undo_proposed.me": (
        "You ask to take your last move back.",
        "Vous demandez à reprendre votre coup.",
    ),
    "event.choice_taken_back": ("{who} chooses once more.", "{who} choisit de nouveau."),
    "event.choice_taken_back.me": (
        "Your choice is taken back; choose once more.",
        "Votre choix est annulé ; choisissez de nouveau.",
    ),
    "event.turn_taken_back": (
        "{who} takes the move back: it is as if it had not been played.",
        "{who} reprend son coup : c'est comme s'il n'avait pas été joué.",
    ),
    "event.turn_taken_back.me": (
        "Your move is taken back; it is your turn again.",
        "Votre coup est repris ; c'est de nouveau à vous.",
    ),
    "event.orders_changed": ("{who} changes standing orders.", "{who} modifie ses ordres permanents."),
    "event.orders_changed.me": ("Your standing orders are noted.", "Vos ordres permanents sont notés."),
    "event.orders_followed": (
        "The standing orders of {who} are looked at.",
        "Les ordres permanents de {who} sont consultés.",
    ),
    "event.orders_followed.me": (
        "Your standing orders are looked at.",
        "Vos ordres permanents sont consultés.",
    ),
    "group.propose_undo": ("Take the last move back", "Reprendre son coup"),
    "group.give_order": ("Give a standing order", "Donner un ordre permanent"),
    "group.cancel_order": ("Cancel a standing order", "Annuler un ordre permanent"),
    "group.follow_orders": ("Follow the standing orders", "Suivre les ordres permanents"),
}
