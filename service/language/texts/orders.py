"""What is said about taking back and about standing orders, and how these are said, in English and French."""

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
    "event.orders_changed.me": (
        "Your standing orders are changed; 'my orders' lists them.",
        "Vos ordres permanents sont modifiés ; « mes ordres » les énumère.",
    ),
    "event.orders_followed": (
        "The standing orders of {who} are looked at.",
        "Les ordres permanents de {who} sont consultés.",
    ),
    "event.orders_followed.me": (
        "Your standing orders are looked at.",
        "Vos ordres permanents sont consultés.",
    ),
    # a standing order in the words of the grammar
    "order.say": ("order: {what}", "ordre : {what}"),
    "order.else": (", else ", ", sinon "),
    "order.then": (", then ", ", puis "),
    "order.any_cards": ("any cards", "n'importe quelles cartes"),
    "order.each": ("for {count} turns", "pendant {count} tours"),
    "order.once": ("within {count} turns", "dans les {count} prochains tours"),
    "order.until": ("until {until}", "jusqu'au {until}"),
    "order.stop": ("stop if {stop}", "arrête si {stop}"),
    "order.stop.route_taken": ("{route} is taken", "{route} est prise"),
    "order.stop.rival_trains_at_most": (
        "a rival has {count} trains or fewer",
        "un rival a {count} wagons ou moins",
    ),
    "order.stop.hand_at_least": ("I have {count} cards or more", "j'ai {count} cartes ou plus"),
    "order.stop.last_round": ("it is the last round", "c'est le dernier tour"),
    # what is answered to one
    "order.read_back": ("Your {what}.", "Votre {what}."),
    "order.next.told": ("It holds for your next turn.", "Il vaut pour votre prochain tour."),
    "order.once.told": (
        "It is played once, in one of your next {count} turns.",
        "Il est joué une fois, dans l'un de vos {count} prochains tours.",
    ),
    "order.each.told": (
        "It is played in each of your next {count} turns.",
        "Il est joué à chacun de vos {count} prochains tours.",
    ),
    "order.ask": (
        "It will play by itself when your turn comes. Shall I give it? Answer yes or no.",
        "Il jouera tout seul à votre tour. Le donner ? Répondez par oui ou non.",
    ),
    "order.now": (
        "It is your turn: it will play at once, in this turn. Shall I give it? Answer yes or no.",
        "C'est à vous : il jouera tout de suite, dans ce tour. Le donner ? Répondez par oui ou non.",
    ),
    "order.which": ("Which one do you mean by '{part}'?", "Que voulez-vous dire par « {part} » ?"),
    "order.how": (
        "Say what is to be done, for example: 'order: claim montreal new york with blue, else draw 2'.",
        "Dites quoi faire, par exemple : « ordre : prends montréal new york en bleu, sinon pioche 2 ».",
    ),
    "order.part": (
        "I do not understand '{part}' in this order; nothing was ordered.",
        "Je ne comprends pas « {part} » dans cet ordre ; rien n'est ordonné.",
    ),
    "order.impossible": (
        "On this board '{part}' is not possible; nothing was ordered.",
        "Sur ce plateau, « {part} » n'est pas possible ; rien n'est ordonné.",
    ),
    "order.together": (
        "'{part}' does not fit into one turn; nothing was ordered.",
        "« {part} » ne tient pas dans un tour ; rien n'est ordonné.",
    ),
    "order.each_how_long": (
        "For how many turns? Say for example 'for 3 turns'; nothing was ordered.",
        "Pendant combien de tours ? Dites par exemple « pendant 3 tours » ; rien n'est ordonné.",
    ),
    "order.holds": (
        "I do not understand for how long this order is to hold; nothing was ordered.",
        "Je ne comprends pas combien de temps cet ordre doit valoir ; rien n'est ordonné.",
    ),
    "order.listed": ("{number}. {what}", "{number}. {what}"),
    "order.none": ("You have no standing orders.", "Vous n'avez aucun ordre permanent."),
    "refused.order_not_understood": (
        "This is no order for this board, or it is too long.",
        "Ce n'est pas un ordre pour ce plateau, ou il est trop long.",
    ),
    "refused.too_many_orders": (
        "You have as many orders as there may be; cancel one first.",
        "Vous avez déjà autant d'ordres que possible ; annulez-en un d'abord.",
    ),
    "refused.no_such_order": (
        "You have no such order; 'my orders' lists them.",
        "Vous n'avez pas cet ordre ; « mes ordres » les énumère.",
    ),
    "group.propose_undo": ("Take the last move back", "Reprendre son coup"),
    "group.give_order": ("Give a standing order", "Donner un ordre permanent"),
    "group.cancel_order": ("Cancel a standing order", "Annuler un ordre permanent"),
    "group.follow_orders": ("Follow the standing orders", "Suivre les ordres permanents"),
}
