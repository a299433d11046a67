"""French that texts cannot write themselves: elision before names, `{ DE($name) }`."""

import unicodedata

VOWELS = frozenset("aeiouyh")  # before a name, h counts as mute: d'Henri


def of(name: object) -> str:
    """`de Bob`, `d'Aïcha`."""
    text = str(name)
    first = unicodedata.normalize("NFKD", text[:1]).casefold()[:1]
    return f"d'{text}" if first in VOWELS else f"de {text}"


FUNCTIONS = {"DE": of}
