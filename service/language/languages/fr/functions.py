"""French that texts cannot write themselves: elision, agreement of colours with cards, and spaces before signs."""

import re
import unicodedata

VOWELS = frozenset("aeiouyh")  # before a name, h counts as mute: d'Henri
FEMININE = {
    "blanc": "blanche",
    "bleu": "bleue",
    "gris": "grise",
    "noir": "noire",
    "vert": "verte",
    "violet": "violette",
    "brun": "brune",
}
UNCHANGING = frozenset({"orange", "marron"})  # nouns that serve as colours
# Countries and regions of the world boards; cities, and islands without an article, take "à"
EN = (
    "Afrique du Sud", "Alaska", "Arabie", "Argentine", "Australie", "Australie-Occidentale", "Californie", "Chine",
    "Colombie", "Colombie-Britannique", "Égypte", "Espagne", "Éthiopie", "France", "Guyane", "Inde", "Indonésie",
    "Iran", "Islande", "Italie", "Mongolie", "Norvège", "Nouvelle-Zélande", "Patagonie", "Pologne", "Polynésie",
    "Russie", "Sibérie", "Thaïlande", "Turquie", "Yakoutie",
)  # fmt: skip
AU = (
    "Brésil", "Chili", "Congo", "Groenland", "Japon", "Kamtchatka", "Kazakhstan", "Maroc", "Mexique", "Nigeria",
    "Nunavut", "Panama", "Pérou", "Pôle Nord", "Pôle Sud", "Québec", "Royaume-Uni", "Sénégal", "Texas",
)  # fmt: skip
AUX = ("États-Unis", "Philippines")
PREPOSITIONS = {**dict.fromkeys(EN, "en"), **dict.fromkeys(AU, "au"), **dict.fromkeys(AUX, "aux")}
SPACE = "\u00a0"  # does not break a line; the fonts of pictures have it


def of(name: object) -> str:
    """`de Bob`, `d'Aïcha`."""
    text = str(name)
    first = unicodedata.normalize("NFKD", text[:1]).casefold()[:1]
    return f"d'{text}" if first in VOWELS else f"de {text}"


def the(card: object) -> str:
    """One card by its colour: `la verte`, `l'orange`."""
    text = str(card)
    return f"l'{text}" if text[:1] in VOWELS else f"la {text}"


def at(place: object) -> str:
    """`à Paris`, `en Argentine`, `au Japon`, `aux Philippines`."""
    return f"{PREPOSITIONS.get(str(place), 'à')} {place}"


def cards(label: object, count: object) -> str:
    """A colour as cards of it are called, which are feminine: `verte`, `2 vertes`."""
    text = FEMININE.get(str(label), str(label))
    if int(str(count)) < 2 or text in UNCHANGING or text.endswith(("s", "x")):
        return text
    return f"{text}s"


def time_of_day(hour: object, minute: object) -> str:
    """`18 h`, `7 h 05`."""
    whole = f"{int(str(hour))}{SPACE}h"
    return whole if str(minute) == "00" else f"{whole}{SPACE}{minute}"


def typeset(text: str) -> str:
    """Spaces beside double signs that do not break a line."""
    return re.sub(r" (?=[:;?!»])", SPACE, text).replace("« ", f"«{SPACE}")


FUNCTIONS = {"LA": the, "A": at, "DE": of, "CARTE": cards, "HEURE": time_of_day}
