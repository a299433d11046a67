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
SPACE = "\u00a0"  # does not break a line; the fonts of pictures have it


def of(name: object) -> str:
    """`de Bob`, `d'Aïcha`."""
    text = str(name)
    first = unicodedata.normalize("NFKD", text[:1]).casefold()[:1]
    return f"d'{text}" if first in VOWELS else f"de {text}"


def cards(label: object, count: object) -> str:
    """A colour as cards of it are called, which are feminine: `verte`, `2 vertes`."""
    text = FEMININE.get(str(label), str(label))
    if int(str(count)) < 2 or text in UNCHANGING or text.endswith(("s", "x")):
        return text
    return f"{text}s"


def typeset(text: str) -> str:
    """Spaces beside double signs that do not break a line."""
    return re.sub(r" (?=[:;?!»])", SPACE, text).replace("« ", f"«{SPACE}")


FUNCTIONS = {"DE": of, "CARTE": cards}
