"""What a text is reduced to before its intent is recognized: words, their neighbours, and pieces of words.

Names are replaced by what they are names of, so that a text about Denver is like one about Oslo. Examples write them in
braces: `{place}`, `{person}`, `{colour}`, `{number}`, `{rule}`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from service.language.grammar.phrases import Words, is_number, number_of, spoken_words
from service.language.languages import words_for
from ttr_core.model.ids import LOCOMOTIVE

PLACE, PERSON, COLOUR, NUMBER, RULE = "slotplace", "slotperson", "slotcolour", "slotnumber", "slotrule"
SLOTS = frozenset({PLACE, PERSON, COLOUR, NUMBER, RULE})
SLOT = re.compile(r"\{([a-z]+)\d?\}")
COLOURS = words_for(
    lambda heard: (name for card, names in heard.cards.items() if card != LOCOMOTIVE for name in names)
)
PIECE = 4  # letters of a piece of a word: mistyped and inflected words still have some in common
START, END, ASKED = "<", ">", "?"


def features_of(text: str, names: Mapping[str, Sequence[Words]]) -> frozenset[str]:
    """The features of a text in which `names` are known, by what they are names of."""
    written = SLOT.sub(lambda slot: f" slot{slot[1]} ", text)
    words = _with_slots(spoken_words(written), names)
    return frozenset((*_features(words), *([ASKED] if ASKED in text else [])))


def word_feature(word: str) -> str:
    return f"1 {word}"


def _features(words: Words) -> Iterator[str]:
    yield from map(word_feature, words)
    yield from (f"2 {word} {following}" for word, following in pairwise((START, *words, END)))
    yield from (f"3 {word} {other}" for word, other in zip(words, words[2:], strict=False))
    for word in (f"{START}{word}{END}" for word in words if word not in SLOTS):
        yield from (f"4 {word[at : at + PIECE]}" for at in range(len(word) - PIECE + 1))


def _with_slots(words: Words, names: Mapping[str, Sequence[Words]]) -> Words:
    """The words with a slot in place of each name, the longest one that begins there."""
    known = {name: slot for slot, spans in names.items() for name in spans}
    longest = max(map(len, known), default=0)
    slotted: list[str] = []
    at = 0
    while at < len(words):
        spans = (words[at : at + length] for length in range(longest, 0, -1))
        span = next((span for span in spans if span in known), ())
        slotted.append(known[span] if span else _common_slot(words[at]))
        at += len(span) or 1
    return tuple(slotted)


def _common_slot(word: str) -> str:
    """Colours and numbers are the same on every board."""
    if word in COLOURS:
        return COLOUR
    return NUMBER if is_number(word) and number_of(word) > 1 else word
