"""What is said in a room besides playing: the words that it understands, and its answers, in English and French."""

from collections.abc import Mapping

VERBS: Mapping[
    str, tuple[tuple[str, ...], tuple[str, ...]]
] = {  # what is said for each, in English and in French
    "new": (("new game", "new"), ("nouvelle partie", "nouveau jeu", "nouvelle")),
    "join": (("join", "i play", "count me in"), ("je joue", "rejoindre", "je participe")),
    "leave": (("leave", "not me"), ("je pars", "quitter", "sans moi")),
    "bot": (
        ("add bot", "add a bot", "bot"),
        ("ajoute un robot", "ajoute robot", "ajouter un robot", "robot"),
    ),
    "no_bot": (("remove bot", "remove a bot", "no bot"), ("sans robot", "retire un robot", "retire robot")),
    "start": (("start", "begin", "go"), ("commencer", "commence", "demarrer", "c est parti")),
    "cancel": (("cancel game", "cancel the game"), ("annuler la partie", "annule la partie")),
    "status": (("status", "table"), ("statut", "etat", "table", "ou en est on")),
    "remind": (("remind", "ping"), ("rappel", "rappelle", "relance")),
    "language": (("language", "speak"), ("langue", "parle")),
    "boards": (("boards",), ("plateaux",)),
}
HANDING = (  # "hand ... to ...", in words without accents
    ("hand", "give", "pass", "donne", "donner", "passe", "passer", "cede", "ceder", "laisse", "laisser"),
    ("to", "a"),
)
TAKING = (
    "take over",
    "i take over",
    "let me take over",
    "je remplace",
    "je prends la place",
    "je reprends la place",
)
TAKEN = ("takes over", "takes my seat", "prend ma place", "me remplace", "reprend ma place")  # behind a name
SEATS = ("seat", "place", "siege")
MINE = ("my", "ma", "mon")
OF = frozenset(
    {"of", "from", "for", "the", "s", "de", "d", "du", "la", "le", "l", *SEATS}
)  # not part of a name
NO_PEOPLE = frozenset({"bot", "robot", "nobody", "personne", "empty", "vide"})
LANGUAGES: Mapping[str, str] = {
    "en": "en",
    "english": "en",
    "anglais": "en",
    "fr": "fr",
    "french": "fr",
    "francais": "fr",
}

MESSAGES: Mapping[str, tuple[str, str]] = {
    "help": (
        "No game here yet. 'new game europe' opens a table; then 'join', 'add bot', 'start'. 'boards' lists them all.",
        "Pas de partie ici. « nouvelle partie europe » ouvre une table ; puis « je joue », « robot », « commencer ».",
    ),
    "help_room": (
        "In this room: 'status', 'remind', 'language french', 'take over ann', 'hand my seat to bob'.",
        "Dans ce salon : « état », « rappel », « langue anglais », « je remplace ann », « donne ma place à bob ».",
    ),
    "help_table": (
        "'join' to play, 'leave', 'add bot', 'remove bot', 'start' when all are here, 'cancel game'.",
        "« je joue » pour en être, « je pars », « robot », « sans robot », « commencer », « annuler la partie ».",
    ),
    "boards": ("Boards: {boards}", "Plateaux : {boards}"),
    "opened": (
        "{name} opens a table for {board} ({low} to {high} players). Say 'join' to play, 'start' when all are here.",
        "{name} ouvre une table pour {board} ({low} à {high} joueurs). « je joue » pour en être, puis « commencer ».",
    ),
    "which_board": ("Which board? {boards}", "Quel plateau ? {boards}"),
    "table_open": (
        "Others sit at a table already: 'join' it, or 'cancel game'.",
        "D'autres sont déjà à une table : « je joue », ou « annuler la partie ».",
    ),
    "just_begun": (
        "The game begins at this moment; 'status' tells whether you are in it.",
        "La partie commence à l'instant ; « état » dit si vous en êtes.",
    ),
    "running": ("A game is going on here.", "Une partie est en cours ici."),
    "no_table": (
        "There is no open table. 'new game' opens one.",
        "Aucune table n'est ouverte. « nouvelle partie » en ouvre une.",
    ),
    "joined": ("{name} plays.", "{name} joue."),
    "already": ("{name} is at the table already.", "{name} est déjà à la table."),
    "left": ("{name} leaves the table.", "{name} quitte la table."),
    "not_here": ("{name} is not at the table.", "{name} n'est pas à la table."),
    "full": ("The table is full.", "La table est complète."),
    "bot": ("A {bot} bot plays.", "Un robot {bot} joue."),
    "no_bot": ("There is no bot at the table.", "Il n'y a pas de robot à la table."),
    "bot_gone": ("One bot less.", "Un robot de moins."),
    "table": ("{board}: {players}.", "{board} : {players}."),
    "nobody": ("nobody yet", "personne pour l'instant"),
    "too_few": (
        "{board} needs {low} players or more; there are {count}.",
        "{board} se joue à {low} au moins ; vous êtes {count}.",
    ),
    "players_only": ("Only those who play can do that.", "Seuls ceux qui jouent peuvent le faire."),
    "started": ("The game begins: {players}.", "La partie commence : {players}."),
    "cancelled": ("The table is closed.", "La table est fermée."),
    "waiting": ("Waiting for {names}.", "On attend {names}."),
    "your_turn": ("{names}: your turn.", "{names} : à vous."),
    "over": (
        "The game is over: {totals}. 'new game' opens the next table.",
        "La partie est terminée : {totals}. « nouvelle partie » ouvre la prochaine table.",
    ),
    "total": ("{name} has {points} points", "{name} a {points} points"),
    "nobody_waits": ("Nobody is waited for.", "On n'attend personne."),
    "language": ("I speak English here.", "Je parle français ici."),
    "which_language": ("English or French?", "Anglais ou français ?"),
    "refused": ("That did not work: {why}", "Cela n'a pas marché : {why}"),
    "paused": ("The game is paused.", "La partie est en pause."),
    "line": (
        "{name}: {points} points, {trains} trains, {cards} cards, {tickets} tickets",
        "{name} : {points} points, {trains} wagons, {cards} cartes, {tickets} destinations",
    ),
    "my_hand": ("My hand", "Ma main"),
    "my_hand.say": ("my hand", "ma main"),
    "my_moves": ("What can I do?", "Que puis-je faire ?"),
    "my_moves.say": ("what can i do", "que puis je faire"),
    "stale": ("That question is no longer open.", "Cette question n'est plus ouverte."),
    "too_long": ("That is too long for me.", "C'est trop long pour moi."),
    "which_seat": ("Whose seat? {names}", "La place de qui ? {names}"),
    "seated": ("You have a seat already.", "Vous avez déjà une place."),
    "not_yours": (
        "You can only hand on your own seat, or one that no person has.",
        "Vous ne pouvez céder que votre place, ou une que personne n'occupe.",
    ),
    "wished": (
        "{name} would like to take over from {of}. {who}: say 'hand {seat} to {name}' to agree.",
        "{name} aimerait prendre la place de {of}. {who} : dites « donne {seat} à {name} » pour accepter.",
    ),
    "unknown_heir": (
        "I do not know {name} yet. Whoever is to have the seat says 'take over {of}' first.",
        "Je ne connais pas encore {name}. La personne en question dit d'abord « je remplace {of} ».",
    ),
    "offered": (
        "The seat of {of} is yours if you say 'take over {of}'.",
        "La place de {of} est à vous si vous dites « je remplace {of} ».",
    ),
    "motion": (
        "If all who play say 'agree', {name} can take over from {of} by saying 'take over {of}'.",
        "Si tous disent « d'accord », {name} pourra dire « je remplace {of} ».",
    ),
    "taken_over": ("{name} takes over from {of}.", "{name} prend la place de {of}."),
    "newcomer": ("whoever you have mentioned", "la personne mentionnée"),
    "any_player": ("Whoever plays", "Qui joue"),
    "own_seat": ("my seat", "ma place"),
    "last_round": ("Last round!", "Dernier tour !"),
    "and": (" and ", " et "),
}


def say(lang: str, key: str, **facts: object) -> str:
    return MESSAGES[key][lang == "fr"].format(**facts)
