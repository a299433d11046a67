"""The plain words of a text, and the known phrases in it."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from service.language.languages.heard_words import Names

Words = tuple[str, ...]

_LETTERS = {"ø": "o", "œ": "oe", "æ": "ae", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th"}
_SPECIAL = str.maketrans(_LETTERS)


@lru_cache(maxsize=1 << 12)  # the names of a board come again and again
def plain_words(text: str) -> Words:
    """Without accents, case and signs: `3x Montréal` is `3`, `x`, `montreal`, digits being words of their own."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_SPECIAL))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return tuple(re.findall(r"[0-9]+|[^\W\d_]+", bare))


class Phrase(NamedTuple):
    words: Words
    meaning: str
    lang: str | None  # None: several languages say the same


class PhraseTable:
    """Phrases of all languages by what they mean; if two meanings share a phrase, it has the first."""

    def __init__(self, phrases: Mapping[str, Mapping[str, Names]]) -> None:
        self._phrases: dict[Words, Phrase] = {}
        meanings = dict.fromkeys(meaning for table in phrases.values() for meaning in table)
        for meaning in meanings:
            for lang, table in phrases.items():
                for text in table.get(meaning, ()):
                    self._add(Phrase(plain_words(text), meaning, lang))
        self._longest = max(map(len, self._phrases))

    def _add(self, phrase: Phrase) -> None:
        first = self._phrases.setdefault(phrase.words, phrase)
        if first.meaning == phrase.meaning and first.lang != phrase.lang:
            self._phrases[phrase.words] = first._replace(lang=None)

    def __iter__(self) -> Iterator[Phrase]:
        return iter(self._phrases.values())

    def whole(self, words: Words) -> Phrase | None:
        return self._phrases.get(words)

    def openings(self, words: Words) -> Iterator[Phrase]:
        """The phrases that the words begin with, the longest first."""
        for length in range(min(len(words), self._longest), 0, -1):
            if phrase := self._phrases.get(words[:length]):
                yield phrase

    def endings(self, words: Words) -> Iterator[Phrase]:
        """The phrases that the words end with, the longest first."""
        for length in range(min(len(words), self._longest), 0, -1):
            if phrase := self._phrases.get(words[-length:]):
                yield phrase
