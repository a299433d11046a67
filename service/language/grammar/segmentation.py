"""A text cut into what its words stand for: every way to cut it, the nearest ones first."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from service.language.grammar.lexicon import EVERYDAY, MISTYPED, RANKS, Lexicon, Match
from service.language.grammar.phrases import Words
from service.language.languages import words_for
from ttr_core.engine.hooks import Word
from ttr_core.model.message import type_name

MOST_WAYS = 48  # in which a text is cut
MOST_STEPS = 5000  # of the search for them: `la la la ...` can be cut in a million ways
UNKNOWN = Match("unknown", frozenset(), 9, frozenset())
TICKETS = "tickets"  # the noun by which numbers count or number
CARDS = "cards"  # the sign that numbers count cards
COUNTED = frozenset({CARDS, "blind"})  # what is counted by saying it twice
MOST_NUMBERED = 9  # tickets of a run such as `the first two`
INDEXING = frozenset({"index", "middle"})  # signs that numbers are numbers of something
MIDDLE = 99  # in place of the number of a ticket: the one in the middle
DISCARD = "discard"  # the verb that names the tickets that are not kept
NEGLIGIBLE = {"filler": 1}  # a word that could mean something is rather taken to mean it


class Part(NamedTuple):
    """Some words of the text and what they stand for."""

    words: Words
    match: Match

    @property
    def value(self) -> str:
        return min(self.match.values, default="")


# cost, place (negative), number, and parts of a reading that is not complete yet
Way = tuple[int, int, int, tuple[Part, ...]]


class Mention(NamedTuple):
    """Cards, or decks of tickets, of which one of several kinds may be meant; how many, if that was said."""

    values: frozenset[str]
    number: int | None


class Said(NamedTuple):
    """One way to understand a text."""

    cost: int
    tiers: int  # how far the words are from what they stand for, taken together
    # what the verbs and nouns mean, and how far that is from them; None: there are none
    kinds: dict[str, int] | None
    verb: bool
    verbs: int  # that can be nothing else
    places: tuple[frozenset[str], ...]
    cards: tuple[Mention, ...]
    decks: tuple[Mention, ...]
    everyday: int  # places named by a word that is an everyday word as well
    numbers: tuple[int, ...]  # by themselves; negative ones count from the end
    counted: bool  # the numbers count cards: `2 cards`
    ranks: tuple[str, ...]  # tickets by their points: `long`, `short`
    tracks: tuple[tuple[int, int], ...]  # how many places were named before, and which track
    spelled: bool  # the numbers were written as words or before `tickets`, which counts but does not number
    indexed: bool  # it was said that the numbers are numbers of something
    placed: bool  # the numbers are places in a row: `the second`, `the one on the left`
    all: bool
    none: bool
    negated: bool
    doubtful: bool  # something mistyped could be more than one thing, or a number is missing
    unknown: tuple[str, ...]
    langs: Counter[str]

    @property
    def elements(self) -> int:
        things = (self.places, self.cards, self.decks, self.numbers)
        return sum(map(len, things)) + self.all + self.none + len(self.ranks)

    @property
    def is_plausible(self) -> bool:
        """An everyday word such as `la` names a place only beside another place."""
        return not self.everyday or len(self.places) > self.everyday


def ways_to_read(lexicon: Lexicon, words: Words) -> Iterator[Said]:
    """The nearest first; bounded, whatever the text is."""
    edges = _edges(lexicon, words)
    queue: list[Way] = [(0, 0, 0, ())]
    ways = pushed = 0
    while queue and ways < MOST_WAYS and pushed < MOST_STEPS:
        cost, at, _, parts = heappop(queue)
        if -at == len(words):
            ways += 1
            yield _said(lexicon.words, cost, parts)
            continue
        for part in edges[-at]:
            pushed += 1
            heappush(queue, (cost + _cost(part), at - len(part.words), pushed, (*parts, part)))
    if not ways:
        yield _said(lexicon.words, *_read_on(min(queue, key=lambda way: way[1]), edges))


def _read_on(way: Way, edges: Sequence[Sequence[Part]]) -> tuple[int, tuple[Part, ...]]:
    """The rest of a text that can be cut in too many ways, by what comes first at each word."""
    cost, at, _, parts = way
    while -at < len(edges):
        part = edges[-at][0]
        cost, at, parts = cost + _cost(part), at - len(part.words), (*parts, part)
    return cost, parts


def _cost(part: Part) -> int:
    return part.match.tier * 2 + NEGLIGIBLE.get(part.match.sort, 0)


def _edges(lexicon: Lexicon, words: Words) -> list[list[Part]]:
    """What may begin at each word; what is only nearly something does not cut or swallow what is exactly one."""
    size = len(words)
    spans = [(i, j) for i in range(size) for j in range(i + 1, min(size, i + lexicon.longest) + 1)]
    exact = [(i, j) for i, j in spans if j - i > 1 and lexicon.exact(words[i:j])]
    edges: list[list[Part]] = [[] for _ in words]
    for i, j in spans:
        covered = any((a, b) != (i, j) and ((a <= i and j <= b) or (i <= a and b <= j)) for a, b in exact)
        matches = lexicon.exact(words[i:j]) if covered else lexicon.matches(words[i:j])
        edges[i] += [Part(words[i:j], match) for match in matches]
    for i, word in enumerate(words):
        if word.isdecimal():
            edges[i].append(Part((word,), Match("number", frozenset({word[:4]}), 0, frozenset())))
        elif not edges[i]:
            edges[i].append(Part((word,), UNKNOWN))
    return edges


def _said(meanings: Mapping[str, Word], cost: int, parts: Sequence[Part]) -> Said:
    numbers = _Numbers(parts)
    signs = {part.value for part in parts if part.match.sort == "sign"}
    words = [part for part in parts if part.match.sort == "word"]
    return Said(
        cost=cost,
        tiers=sum(part.match.tier for part in parts),
        kinds=_kinds(meanings, words) if words else None,
        verbs=sum(all(not meanings[name].is_noun for name in part.match.values) for part in words),
        verb=any(not meanings[name].is_noun for part in words for name in part.match.values),
        places=tuple(part.match.values for part in parts if part.match.sort == "place"),
        cards=tuple(numbers.cards),
        decks=tuple(numbers.decks),
        everyday=sum(part.match.sort == "place" and " ".join(part.words) in EVERYDAY for part in parts),
        numbers=(*(numbers.left or _repeated_cards(parts)), *([MIDDLE] if "middle" in signs else [])),
        counted=CARDS in signs,
        ranks=tuple(sign for sign in RANKS if sign in signs),
        tracks=tuple(numbers.tracks),
        spelled=numbers.spelled,
        indexed=numbers.indexed
        or bool(signs & INDEXING)
        or any(part.match.sort == "ordinal" for part in parts),
        placed=(bool(numbers.left) or "middle" in signs) and numbers.placed,
        all="all" in signs,
        none="none" in signs,
        negated=("not" in signs) != _is_discarding(meanings, parts, words),
        doubtful=numbers.loose or any(_is_doubtful(meanings, part.match) for part in parts),
        unknown=tuple(" ".join(part.words) for part in parts if part.match.sort == "unknown"),
        langs=Counter(
            next(iter(part.match.langs)) for part in parts if len(part.match.langs) == 1 for _ in part.words
        ),
    )


def _is_discarding(meanings: Mapping[str, Word], parts: Sequence[Part], words: Sequence[Part]) -> bool:
    """Whether a verb gives tickets back: `chuck a station in Wien`, `chuck my reds on ...` put something somewhere."""
    discarding = [part.match.values for part in words if DISCARD in part.match.values]
    if not discarding:
        return False
    is_only = any(len(values) == 1 for values in discarding)
    pays = any(part.match.sort == "card" for part in parts)
    return is_only or (not pays and "keep_tickets" in _kinds(meanings, words))


def _repeated_cards(parts: Sequence[Part]) -> Sequence[int]:
    """`card card` and `blind blind` count two of them."""
    counted = [part.words for part in parts if part.match.sort in ("sign", "word") and part.value in COUNTED]
    pairs = pairwise(part.words for part in parts)
    return [2] if any(first == second and first in counted for first, second in pairs) else []


def _is_doubtful(meanings: Mapping[str, Word], match: Match) -> bool:
    """Whether something mistyped may be one of several things; words for the same command are one thing."""
    if match.tier < MISTYPED or len(match.values) < 2:
        return False
    return match.sort != "word" or len({meanings[name].means for name in match.values}) > 1


class _Numbers:
    """Which number belongs to which cards, decks or tracks; `a` and `une` count only before cards."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.cards: list[Mention] = []
        self.decks: list[Mention] = []
        self.left: list[int] = []
        self.tracks: list[tuple[int, int]] = []
        self.spelled = False
        self.loose = False  # a track without a number
        self.indexed = False  # `ticket 2`
        self.placed = True  # no number was left that counts
        self._noun = False  # it came just before
        self._waiting: Part | None = None
        self._previous: Part | None = None
        self._track = False
        self._places = 0
        self._both: Mention | None = None  # counted by an article
        self._coloured = False  # a colour came just before
        self._numbered = True  # a track has a number
        for part in parts:
            self._read(part)
        self._leave()
        self._expect_track(False)
        self._uncount_both()

    def _uncount_both(self) -> None:
        """In `both the red and the green` the article counts the kinds, not the cards of one."""
        if len(self.cards) > 1:
            self.cards = [m._replace(number=None) if m == self._both else m for m in self.cards]

    def _read(self, part: Part) -> None:
        sort = part.match.sort
        self._coloured, coloured = sort == "card", self._coloured
        if sort not in ("number", "ordinal"):
            self._previous = None
        noun = sort == "word" and part.value == TICKETS
        if sort in ("number", "ordinal"):
            self.indexed = self.indexed or self._noun
            if not self._is_run(part):
                self._leave()
                self._waiting = part
        elif sort in ("card", "deck"):
            self._mention(part)
        elif sort == "filler" or (sort == "sign" and part.value == CARDS):
            self._expect_track(self._waiting is not None and self._track)
        else:
            self.spelled = self.spelled or (self._waiting is not None and noun)
            self._leave()
            is_track = sort == "sign" and part.value == "track"
            self._expect_track(is_track)
            self._numbered = not (is_track and coloured)  # `the green track` needs no number
            self._places += sort == "place"
        self._noun = noun or (self._noun and sort == "filler")

    def _is_run(self, part: Part) -> bool:
        """`the first two`, `les deux dernieres`: as many as the number says, from one end."""
        before, self._previous = self._previous, part
        pair = (
            {}
            if before is not self._waiting or before is None
            else {p.match.sort: int(p.value) for p in (before, part)}
        )
        end, count = pair.get("ordinal"), pair.get("number", 0)
        if end not in (1, -1) or not count:
            return False
        self._waiting = None
        self.left += [end * number for number in range(1, min(count, MOST_NUMBERED) + 1)]
        return True

    def _expect_track(self, expected: bool) -> None:
        """The number of a track follows at once."""
        self.loose = self.loose or (self._track and self._numbered and not expected)
        self._track = expected

    def _mention(self, part: Part) -> None:
        is_numbered = self._track and self._numbered
        if is_numbered or (self._waiting and self._waiting.match.sort == "ordinal"):
            self._leave()
        number = int(self._waiting.value) if self._waiting else None
        is_both = number == 2 and self._waiting is not None and self._waiting.words[0] in _ARTICLES
        self._track = False  # `la voie rouge` has no number
        self._waiting = None
        mention = Mention(part.match.values, number)
        self._both = mention if is_both else self._both
        (self.decks if part.match.sort == "deck" else self.cards).append(mention)

    def _leave(self) -> None:
        """The number that waits belongs to no cards."""
        waiting, self._waiting = self._waiting, None
        if waiting is None:
            return
        if " ".join(waiting.words) in _ARTICLES:
            self._expect_track(False)
            return
        if self._track:
            self.tracks.append((self._places, int(waiting.value)))
        else:
            self.left.append(int(waiting.value))
            self.placed = self.placed and waiting.match.sort == "ordinal"
            self.spelled = self.spelled or not waiting.words[0].isdecimal()
        self._track = False


_ARTICLES = words_for(lambda heard: heard.articles)


def _kinds(meanings: Mapping[str, Word], parts: Sequence[Part]) -> dict[str, int]:
    """What all of the words can mean together, and for how many of them it is not what they mean alone."""
    together: dict[str, int] | None = None
    for part in parts:
        one: dict[str, int] = {}
        for name in part.match.values:
            for kind in map(type_name, meanings[name].may_mean):
                one.setdefault(kind, 1)
            one |= dict.fromkeys(map(type_name, meanings[name].means), 0)
        if together is None:
            together = one
        else:
            together = {kind: rank + one[kind] for kind, rank in together.items() if kind in one}
    return together or {}
