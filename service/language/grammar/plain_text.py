"""The words of a text without accents, case and signs."""

import re
import unicodedata
from functools import lru_cache

Words = tuple[str, ...]

_LETTERS = {"ø": "o", "œ": "oe", "æ": "ae", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th"}
_SPECIAL = str.maketrans(_LETTERS)


@lru_cache(maxsize=1 << 12)  # the names of a board are asked for again and again
def plain_words(text: str) -> Words:
    """`3x Montréal` is `3`, `x`, `montreal`: letters and digits are words of their own."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_SPECIAL))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return tuple(re.findall(r"[0-9]+|[^\W\d_]+", bare))
