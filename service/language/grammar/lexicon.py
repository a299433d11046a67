"""What a few words can stand for on one board: exactly, by their beginnings or initials, or mistyped."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from service.language.grammar.plain_text import Words
from service.language.grammar.terms import EXACT, Sense, Terms, board_terms
from ttr_core.engine.ruleset import Ruleset

BEGUN, SKELETON, MISTYPED = 1, 2, 3  # after `EXACT`: how far a word is from what it stands for

LONGEST = 6  # words of a term
NAMED = frozenset({"place", "card", "word", "deck"})  # sorts that may be cut short or mistyped
FEWEST_LETTERS = 2  # of a beginning
TOLERANCE = ((4, 0), (6, 1), (9, 2), (99, 3))  # letters fewer than, mistakes
MOST_MISTAKES = TOLERANCE[-1][1]
VOWELS = frozenset("aeiouy")
SHORTEST_SKELETON = 3
SHORTEST_PART = 5  # letters of one word of a name that may be mistyped by itself


class Match(NamedTuple):
    """What a span of words may stand for: one of several values of one sort."""

    sort: str
    values: frozenset[str]
    tier: int
    langs: frozenset[str]


def _grouped(senses: Iterable[Sense], tier: int) -> tuple[Match, ...]:
    found: dict[str, tuple[set[str], set[str]]] = {}
    for sense in senses:
        values, langs = found.setdefault(sense.sort, (set(), set()))
        values.add(sense.value)
        langs |= sense.langs
    return tuple(
        Match(sort, frozenset(values), tier, frozenset(langs)) for sort, (values, langs) in found.items()
    )


class Lexicon:
    """Everything that has a name on one board, in both languages."""

    def __init__(self, terms: Terms) -> None:
        self._exact = terms.by_words
        self._joined: dict[str, list[Sense]] = {}
        self._begun: dict[str, list[Sense]] = {}
        self._parts: dict[str, list[Sense]] = {}
        self._longer = [words for words in terms.by_words if len(words) > 1]
        self.longest = min(LONGEST, max(map(len, terms.by_words)))
        for words, senses in terms.by_words.items():
            for sense in senses:
                self._add(words, sense)
        self._mistypable = [
            (text, senses)
            for text, senses in {**self._parts, **self._joined}.items()
            if len(text) >= TOLERANCE[0][0]
        ]
        self._names = [text for text, _ in self._mistypable]

    def _add(self, words: Words, sense: Sense) -> None:
        if sense.sort not in NAMED:
            return
        self._joined.setdefault("".join(words), []).append(sense)
        for length in range(FEWEST_LETTERS, len(words[0])):
            self._begun.setdefault(words[0][:length], []).append(sense)
        if len(words) > 1:
            self._add_parts(words, sense)

    def _add_parts(self, words: Words, sense: Sense) -> None:
        """A name of several words: its initials, its first word, and each of the others."""
        if sense.sort != "place":
            return
        for text in (words[0], "".join(word[0] for word in words)):
            self._begun.setdefault(text, []).append(sense)
        for word in words[1:]:
            for length in range(3, len(word) + 1):
                self._begun.setdefault(word[:length], []).append(sense)
        for word in words:
            if len(word) >= SHORTEST_PART:
                self._parts.setdefault(word, []).append(sense)

    def exact(self, words: Words) -> tuple[Match, ...]:
        return _grouped(self._exact.get(words, ()), EXACT)

    @lru_cache(maxsize=1 << 10)  # noqa: B019 - lexicons live as long as the process
    def matches(self, words: Words) -> tuple[Match, ...]:
        """The nearest senses of the span, those of one tier for each sort."""
        exact = self.exact(words)
        if exact or any(word.isdecimal() for word in words):
            return exact
        found: dict[str, Match] = {}
        for match in self._nearly(words):
            found.setdefault(match.sort, match)
        if len(words) > 1 and any(self.exact((word,)) for word in words):
            return tuple(found.values())
        if not found:
            return self._mistyped("".join(words), MOST_MISTAKES)
        return tuple(self._or_mistyped("".join(words), found))

    def _or_mistyped(self, text: str, found: Mapping[str, Match]) -> Iterator[Match]:
        """The beginning of one name may also be another name with one mistake."""
        others = {match.sort: match.values for match in self._mistyped(text, 1)}
        for sort, match in found.items():
            yield match._replace(values=match.values | others.get(sort, frozenset()))

    def _nearly(self, words: Words) -> Iterator[Match]:
        yield from _grouped(self._joined.get("".join(words), ()), BEGUN)
        if len(words) == 1:
            yield from _grouped(self._begun.get(words[0], ()), BEGUN)
            yield from _grouped(self._skeletons(words[0]), SKELETON)
            return
        begun = [longer for longer in self._longer if _begins(words, longer)]
        yield from _grouped((s for longer in begun for s in self._exact[longer] if s.sort == "place"), BEGUN)

    def _skeletons(self, word: str) -> Iterator[Sense]:
        """Places by some of their consonants in order, the first letter among them."""
        if len(word) < SHORTEST_SKELETON or not VOWELS.isdisjoint(word):
            return
        for text, senses in self._joined.items():
            if text[0] == word[0] and _is_within(word, text):
                yield from (sense for sense in senses if sense.sort == "place")

    def _mistyped(self, text: str, most: int) -> tuple[Match, ...]:
        """All that are within the bounds and hardly further away than the nearest: one of them is not guessed."""
        most = min(most, _tolerance(text))
        if not most or text.isdecimal():
            return ()
        near = [
            (int(distance), self._mistypable[number][1])
            for known, distance, number in process.extract(
                text, self._names, scorer=OSA.distance, score_cutoff=most, limit=None
            )
            if distance <= _tolerance(known)
        ]
        nearest = min((distance for distance, _ in near), default=0)
        close = (sense for distance, senses in near if distance <= nearest + 1 for sense in senses)
        return _grouped(close, MISTYPED)


def _tolerance(text: str) -> int:
    return next(mistakes for fewer, mistakes in TOLERANCE if len(text) < fewer or fewer == TOLERANCE[-1][0])


def _begins(said: Words, words: Words) -> bool:
    """Word by word, the first and the last ones may be missing; a single letter is no beginning."""
    return any(
        all(w.startswith(s) and (len(s) > 1 or w == s) for s, w in zip(said, words[start:], strict=False))
        for start in range(len(words) - len(said) + 1)
    )


def _is_within(short: str, long: str) -> bool:
    letters = iter(long)
    return all(letter in letters for letter in short)


@lru_cache(maxsize=64)
def lexicon_of(ruleset: Ruleset) -> Lexicon:
    return Lexicon(board_terms(ruleset))
