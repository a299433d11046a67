"""What words can stand for on one board: exactly, by their beginnings or initials, or mistyped.

The terms are the names of everything on the board and the words of all languages, each with its senses.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from service.language.grammar.phrases import Words, plain_words
from service.language.languages import DEFAULT_LANG, codes, heard_words, words_for
from service.language.languages.heard_words import Names, spelled_words
from service.language.vocabulary.board_words import board_words, chosen_by_name
from service.language.vocabulary.move_words import COMMON, move_words
from ttr_core.engine.hooks import Word
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import Card, PlaceId

EXACT, BEGUN, SKELETON, MISTYPED = range(4)  # how far a word is from what it stands for

LONGEST = 6  # words of a term
NAMED = frozenset({"place", "card", "word", "deck"})  # sorts that may be cut short or mistyped
FEWEST_LETTERS = 2  # of a beginning
TOLERANCE = ((4, 0), (6, 1), (9, 2), (99, 3))  # letters fewer than, mistakes
MOST_MISTAKES = TOLERANCE[-1][1]
VOWELS = frozenset("aeiouy")
SHORTEST_SKELETON = 3
SHORTEST_PART = 5  # letters of one word of a name that may be mistyped by itself

EVERYDAY = words_for(lambda heard: (*heard.everyday, *heard.fillers))  # no codes of places by themselves

FILLERS = words_for(lambda heard: heard.fillers)

RANKS = ("long", "short", "long_ones", "short_ones")  # signs for tickets by their points

SAINTS = (("saint", "st"), ("sainte", "ste"), ("st", "saint"))


class Sense(NamedTuple):
    """One thing that words stand for, and in which languages they do."""

    sort: str  # place, card, word, deck, number, ordinal, filler or sign
    value: str
    langs: frozenset[str]


class Match(NamedTuple):
    """What a span of words may stand for: one of several values of one sort."""

    sort: str
    values: frozenset[str]
    tier: int
    langs: frozenset[str]


def _grouped(senses: Iterable[Sense], tier: int) -> tuple[Match, ...]:
    by_sort: dict[str, tuple[set[str], set[str]]] = {}
    for sense in senses:
        values, langs = by_sort.setdefault(sense.sort, (set(), set()))
        values.add(sense.value)
        langs |= sense.langs
    return tuple(
        Match(sort, frozenset(values), tier, frozenset(langs)) for sort, (values, langs) in by_sort.items()
    )


@cache
def _spelled_words() -> frozenset[str]:
    return frozenset().union(*map(spelled_words, heard_words().values()))


Terms = Mapping[Words, tuple[Sense, ...]]


class Lexicon:
    """Everything that has a name on one board, in all languages."""

    def __init__(self, terms: Terms, words: Mapping[str, Word]) -> None:
        self._exact = terms
        self.words = words  # of moves, by name
        self._joined: dict[str, list[Sense]] = {}
        self._begun: dict[str, list[Sense]] = {}
        self._parts: dict[str, list[Sense]] = {}
        self._spelled = frozenset(word for words in terms for word in words)
        self._longer: dict[
            str, list[tuple[Words, Sense]]
        ] = {}  # by the first letter of each rest of the words
        self.longest = min(LONGEST, max(map(len, terms)))
        for term, senses in terms.items():
            for sense in senses:
                self._add(term, sense)
        self._mistypable = [
            (text, senses)
            for text, senses in {**self._parts, **self._joined}.items()
            if len(text) >= TOLERANCE[0][0]
        ]
        self._names = [text for text, _ in self._mistypable]
        self._shuffled: dict[str, list[Sense]] = {}
        for text, meant in self._mistypable:
            self._shuffled.setdefault(_letters(text), []).extend(meant)

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
        for start, word in enumerate(words[:-1]):
            self._longer.setdefault(word[0], []).append((words[start:], sense))
        for word in words[1:]:
            for length in range(3, len(word) + 1):
                self._begun.setdefault(word[:length], []).append(sense)
        for word in words:
            if len(word) >= SHORTEST_PART:
                self._parts.setdefault(word, []).append(sense)

    def exact(self, words: Words) -> tuple[Match, ...]:
        return _grouped(self._exact.get(words, ()), EXACT)

    def is_known(self, word: str) -> bool:
        """Whether it is a word of any sentence that we know, a number, or part of a name on this board."""
        return word in _spelled_words() or word in self._spelled or word.isdecimal()

    def is_everyday(self, word: str) -> bool:
        return word in EVERYDAY

    @lru_cache(maxsize=1 << 10)  # noqa: B019 - lexicons live as long as the process
    def matches(self, words: Words) -> tuple[Match, ...]:
        """The nearest senses of the span, those of one tier for each sort."""
        exact = self.exact(words)
        if exact or any(word.isdecimal() for word in words) or (len(words) == 1 and words[0] in EVERYDAY):
            return exact
        nearest: dict[str, Match] = {}
        for match in self._nearly(words):
            nearest.setdefault(match.sort, match)
        is_known = any(self.exact((word,)) or word in EVERYDAY for word in words)
        if len(words) > 1 and is_known:  # `is hard` is not a mistyped `discard`
            return tuple(nearest.values())
        if not nearest:
            return self._mistyped("".join(words), MOST_MISTAKES)
        return tuple(self._or_mistyped("".join(words), nearest))

    def _or_mistyped(self, text: str, nearest: Mapping[str, Match]) -> Iterator[Match]:
        """The beginning of one name may also be another name with one mistake."""
        others = {match.sort: match.values for match in self._mistyped(text, 1)}
        for sort, match in nearest.items():
            yield match._replace(values=match.values | others.get(sort, frozenset()))

    def _nearly(self, words: Words) -> Iterator[Match]:
        yield from _grouped(self._joined.get("".join(words), ()), BEGUN)
        if len(words) == 1:
            yield from _grouped(self._begun.get(words[0], ()), BEGUN)
            yield from _grouped(self._skeletons(words[0]), SKELETON)
            return
        longer = self._longer.get(words[0][0], ())
        yield from _grouped((sense for rest, sense in longer if _begins(words, rest)), BEGUN)

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
            for name, distance, number in process.extract(
                text, self._names, scorer=OSA.distance, score_cutoff=most, limit=None
            )
            if distance <= _tolerance(name)
        ]
        near += [(1, self._shuffled[_letters(text)])] if _letters(text) in self._shuffled else []
        nearest = min((distance for distance, _ in near), default=0)
        close = (sense for distance, senses in near if distance <= nearest + 1 for sense in senses)
        return _grouped(close, MISTYPED)


def _tolerance(text: str) -> int:
    return next(mistakes for fewer, mistakes in TOLERANCE if len(text) < fewer or fewer == TOLERANCE[-1][0])


def _letters(text: str) -> str:
    """The same for all texts with the same letters behind the first one: fingers often swap them."""
    return text[0] + "".join(sorted(text[1:]))


def _begins(said: Words, words: Words) -> bool:
    """Word by word, the last ones may be missing; a single letter is no beginning."""
    return len(said) <= len(words) and all(
        word.startswith(begun) and (len(begun) > 1 or word == begun)
        for begun, word in zip(said, words, strict=False)
    )


def _is_within(short: str, long: str) -> bool:
    letters = iter(long)
    return all(letter in letters for letter in short)


@lru_cache(maxsize=64)
def lexicon_of(ruleset: Ruleset) -> Lexicon:
    return Lexicon(board_terms(ruleset), move_words(ruleset))


# the terms of a board


def board_terms(ruleset: Ruleset) -> Terms:
    senses: dict[Words, list[Sense]] = {}
    for text, sense in (
        *_language_senses(),
        *_moves(ruleset),
        *_cards(ruleset),
        *_places(ruleset),
        *_decks(ruleset),
    ):
        words = plain_words(text)
        if words:
            senses.setdefault(words, []).append(sense)
    return {words: tuple(dict.fromkeys(meanings)) for words, meanings in senses.items()}


def _language_senses() -> Iterator[tuple[str, Sense]]:
    for lang, heard in heard_words().items():
        only = frozenset({lang})
        tables: Mapping[str, Mapping[str, Names]] = {
            "filler": {"": heard.fillers},
            "number": {str(number): texts for number, texts in heard.numbers.items()},
            "ordinal": {str(number): texts for number, texts in heard.ordinals.items()},
            "sign": heard.signs,
        }
        for sort, table in tables.items():
            yield from ((text, Sense(sort, value, only)) for value, texts in table.items() for text in texts)


def _moves(ruleset: Ruleset) -> Iterator[tuple[str, Sense]]:
    for name, word in move_words(ruleset).items():
        for lang, texts in word.said.items():
            is_foreign = not (word.means or word.may_mean) and name not in COMMON
            own = (
                text for text in texts if not (is_foreign and text in FILLERS)
            )  # `use` is a verb elsewhere
            yield from ((text, Sense("word", name, frozenset({lang}))) for text in own)


def _cards(ruleset: Ruleset) -> Iterator[tuple[str, Sense]]:
    """The board's own word for a colour takes it from the card that bears it elsewhere."""
    labels = {
        plain_words(board_words(ruleset, lang).word(card)): card for card in ruleset.cards for lang in codes()
    }
    for card in ruleset.cards:
        for lang in codes():
            own = board_words(ruleset, lang).word(card)
            for text in (own, *_card_names(ruleset, card, lang)):
                if labels.get(plain_words(text), card) == card:
                    yield text, Sense("card", card, frozenset({lang}))


def _card_names(ruleset: Ruleset, card: Card, lang: str) -> Iterator[str]:
    yield from heard_words()[lang].cards.get(card, ())
    for word in move_words(ruleset).values():
        if word.card == card:
            yield from word.said.get(lang, ())


def _decks(ruleset: Ruleset) -> Iterator[tuple[str, Sense]]:
    if len(ruleset.decks) > 1:
        for deck in ruleset.decks:
            yield deck, Sense("deck", deck, frozenset({DEFAULT_LANG}))
            for lang in codes():
                signs = heard_words()[lang].signs
                ranks = (*signs.get(deck, ()), *signs.get(f"{deck}_ones", ()))
                for text in (board_words(ruleset, lang).word(deck), *ranks):
                    yield text, Sense("deck", deck, frozenset({lang}))


def _places(ruleset: Ruleset) -> Iterator[tuple[str, Sense]]:
    """A zone stands for its cities as well, whose routes end there, and a city for what a rule has there."""
    board, every_language = ruleset.board, frozenset(codes())
    within = {str(zone.id): [str(city) for city in zone.cities] for zone in board.zones}
    for thing in chosen_by_name(ruleset):
        for text in (thing.id.replace("_", " "), thing.name, *thing.names.values(), *thing.aliases):
            yield text, Sense("place", thing.id, every_language)
        for city in thing.cities:
            if str(city) != thing.id:
                within.setdefault(str(city), []).append(thing.id)
    words, aliases = [board_words(ruleset, lang) for lang in codes()], ruleset.aliases
    named = [*((str(c.id), c.name) for c in board.cities), *((str(z.id), z.name) for z in board.zones)]
    for name, title in named:
        texts = {
            title,
            name.replace("_", " "),
            *(one.place(name) for one in words),
            *aliases.get(PlaceId(name), ()),
        }
        head, _, tail = title.partition(" (")
        if tail:
            alike = aliases.get(PlaceId("_".join(plain_words(head))), ())
            texts |= {f"{alias} {tail}" for alias in alike}
        texts |= {_with_saints(text, *pair) for text in texts for pair in SAINTS}
        meant = [name, *within.get(name, ())]
        yield from ((text, Sense("place", one, every_language)) for text in sorted(texts) for one in meant)


def _with_saints(text: str, written: str, other: str) -> str:
    return " ".join(other if word == written else word for word in plain_words(text))
