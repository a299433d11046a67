"""The words of the language that are the same on every board: numbers, signs, colours, and what means nothing."""

from collections.abc import Mapping

Names = tuple[str, ...]

# Articles are numbers: they count before cards and mean nothing elsewhere.
FILLERS: Mapping[str, Names] = {
    "en": (
        *("the", "to", "from", "with", "using", "and", "for", "of", "in", "at", "on"),
        *("by", "card", "cards", "please", "i", "want", "would", "like", "me", "my", "then"),
        *("between", "it", "train", "trains", "wagon", "wagons", "let", "s", "ll", "will", "d"),
        *("m", "us", "now", "x", "points", "pts", "as", "some", "this", "that"),
        *("these", "those", "them", "into", "via", "car"),
        *("cars", "going", "more", "another", "other"),
        "one of",
    ),
    "fr": (
        *("le", "la", "les", "l", "de", "du", "des", "d", "avec", "et", "pour", "au", "aux"),
        *("en", "par", "je", "j", "veux", "voudrais", "svp", "stp", "mes", "ma", "mon", "entre"),
        *("carte", "cartes", "wagon", "wagons", "puis", "vers", "jusqu", "depuis", "x"),
        *("points", "pts", "sur", "dans", "moi", "nous", "maintenant", "ce"),
        *("cette", "ces", "parmi", "comme", "ensuite", "vais"),
        *("on", "via", "autre", "autres", "nouvelle", "nouvelles"),
        *("s il te plait", "s il vous plait", "prendre possession de"),
    ),
}

NUMBERS: Mapping[str, Mapping[int, Names]] = {
    "en": {
        0: ("zero",),
        1: ("one", "a", "an", "single"),
        2: ("two", "couple"),
        3: ("three",),
        4: ("four",),
        5: ("five",),
        6: ("six",),
        7: ("seven",),
        8: ("eight",),
        9: ("nine",),
        10: ("ten",),
    },
    "fr": {
        0: ("zero",),
        1: ("un", "une"),
        2: ("deux",),
        3: ("trois",),
        4: ("quatre",),
        5: ("cinq",),
        6: ("six",),
        7: ("sept",),
        8: ("huit",),
        9: ("neuf",),
        10: ("dix",),
    },
}
ORDINALS: Mapping[str, Mapping[int, Names]] = {
    "en": {
        1: ("first", "1 st"),
        2: ("second", "2 nd"),
        3: ("third", "3 rd"),
        4: ("fourth", "4 th"),
        5: ("fifth",),
    },
    "fr": {
        1: ("premier", "premiere", "1 er", "1 re", "1 ere"),
        2: ("deuxieme", "seconde", "2 e", "2 eme"),
        3: ("troisieme", "3 e", "3 eme"),
        4: ("quatrieme", "4 e", "4 eme"),
        5: ("cinquieme",),
    },
}
# Signs by themselves: everything, nothing, "the following number is that of a track", "... of a ticket".
SIGNS: Mapping[str, Mapping[str, Names]] = {
    "en": {
        "all": ("all", "everything", "all of them", "every"),
        "none": ("none", "nothing"),
        "track": ("track",),
        "index": ("number", "numbers", "nr"),
        "not": (
            "not",
            "don",
            "dont",
            "never",
            "no",
            "cannot",
            "wont",
            "won",
            "without",
            "except",
            "but",
            "instead",
        ),
    },
    "fr": {
        "all": ("tout", "tous", "toutes"),
        "none": ("aucun", "aucune", "rien"),
        "track": ("voie",),
        "index": ("numero", "numeros"),
        "not": ("ne", "n", "pas", "jamais", "non", "sans", "sauf", "mais"),
    },
}
COLOURS: Mapping[str, tuple[Names, Names]] = {
    "white": (("white", "whites"), ("blanc", "blanche", "blancs", "blanches")),
    "blue": (("blue", "blues"), ("bleu", "bleue", "bleus", "bleues")),
    "yellow": (("yellow", "yellows"), ("jaune", "jaunes")),
    "green": (("green", "greens"), ("vert", "verte", "verts", "vertes")),
    "red": (("red", "reds"), ("rouge", "rouges")),
    "pink": (
        ("pink", "pinks", "purple", "purples", "violet"),
        ("rose", "roses", "violet", "violette", "violettes", "violets"),
    ),
    "black": (("black", "blacks"), ("noir", "noire", "noirs", "noires")),
    "orange": (("orange", "oranges", "brown"), ("orange", "oranges", "marron", "marrons", "brun", "brune")),
    "locomotive": (
        (
            "locomotive",
            "locomotives",
            "loco",
            "locos",
            "wild",
            "wilds",
            "joker",
            "jokers",
            "rainbow",
            "engine",
        ),
        ("locomotive", "locomotives", "loco", "locos", "joker", "jokers", "loc"),
    ),
    "ferry": (("ferry", "ferries"), ("ferry", "ferries")),
}
YES = frozenset(
    {"yes", "y", "yep", "yeah", "ok", "okay", "sure", "confirm", "oui", "o", "ouais", "confirme", "confirmer"}
)
NO = frozenset({"no", "n", "nope", "non", "nan"})
FRENCH_YES_NO = frozenset({"oui", "o", "ouais", "confirme", "confirmer", "non", "nan"})
NEVER_MIND: Mapping[str, Names] = {
    "en": ("never mind", "nevermind", "forget it", "cancel", "stop"),
    "fr": ("laisse tomber", "oublie", "oublie ca", "tant pis", "stop"),
}
PREVIEW: Mapping[str, Names] = {
    "en": ("preview", "what if i", "what if", "dry run", "try", "simulate", "check"),
    "fr": ("apercu", "apercu de", "previsualise", "et si je", "et si", "simule", "essaie", "essaye"),
}
