"""What is said only to tell it from what is meant: `not red, blue`, `keep the first and toss the rest`."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from service.language.grammar.lexicon import EVERYDAY, RANKS, Lexicon
from service.language.grammar.phrases import Words
from service.language.languages import DEFAULT_LANG, heard_words, words_for

NOT, CARD, FILLER, THEN, REST, SORTING, LEAVING = (
    "not",
    "card",
    "filler",
    "then",
    "rest",
    "sorting",
    "leaving",
)
CONJUNCTIONS = words_for(lambda heard: heard.then)
LEAVING_VERBS = words_for(lambda heard: heard.leaving)
SORTING_VERBS = frozenset({"keep", "discard"})  # each says of the rest what the other says of what is named
OPPOSITES = {
    name: heard_words()[DEFAULT_LANG].moves[other][0]
    for name, other in (("keep", "discard"), ("discard", "keep"))
}
INDEX = heard_words()[DEFAULT_LANG].signs["index"][0]  # before the number of one ticket
EVERYTHING = heard_words()[DEFAULT_LANG].signs["all"][0]
NAMED, COUNT = "named", "count"  # sorts of spans: tickets by city, place in the row or length; numbers


class Span(NamedTuple):
    """Some words, and what matters about them here."""

    words: Words
    sort: str
    values: frozenset[str] = frozenset()


class Side(NamedTuple):
    """Tickets that a part of a text names, or the rest of them, and whether they are wanted, if that is said."""

    words: Words
    is_kept: bool | None
    is_rest: bool
    is_plain: bool  # no word of it is strange


def side_of(lexicon: Lexicon, words: Words) -> Side:
    """What a part of a text says of tickets: `the last two work for me`, `the others can go`, `not the last`."""
    spans = list(_spans(lexicon, words))
    sorts = [span.sort for span in spans]
    verbs = {value for span in spans if span.sort == SORTING for value in span.values & SORTING_VERBS}
    is_kept = "keep" in verbs if len(verbs) == 1 else None
    if NOT in sorts:
        is_kept = None if is_kept is False else False
    elif LEAVING in sorts and not verbs:
        is_kept = False
    named = [span for span in spans if span.sort in (NAMED, COUNT)]
    strange = any(not (span.sort or span.values or _is_everyday(span)) for span in spans)
    is_bare_number = len(named) == 1 and named[0].words[0].isdecimal()
    index = (INDEX,) if is_bare_number else ()
    return Side((*index, *_joined(named)), is_kept, REST in sorts, not strange)


def without_contrast(lexicon: Lexicon, words: Words) -> Words:
    """The words without a card that is rejected beside one that is wanted, and without what becomes of the rest."""
    return _without_rejected(lexicon, _without_rest(lexicon, words))


def _without_rest(lexicon: Lexicon, words: Words) -> Words:
    spans = list(_spans(lexicon, words))
    sorts = [span.sort for span in spans]
    if REST not in sorts:
        return words
    end = sorts.index(REST)
    if named := _left_alone(spans, end) or _before_the_rest(spans, end):
        return named
    begin = max((n for n in range(end) if sorts[n] == SORTING), default=end)
    if every := _and_the_rest(spans, end):
        return every
    if any(sort not in (FILLER, THEN, COUNT) for sort in sorts[begin + 1 : end]):
        return words
    if sorts.count(SORTING) == 1:
        return _of_the_rest(spans, begin) or words
    while begin and sorts[begin - 1] in (FILLER, THEN):
        begin -= 1
    return _joined((*spans[:begin], *spans[end + 1 :]))


def _before_the_rest(spans: Sequence[Span], end: int) -> Words:
    """`the first I give back, the rest I keep`, `not the long one, I take the others`: what is named, and its verb."""
    verbs = [n for n, span in enumerate(spans) if span.sort == SORTING]
    named = [span for span in spans[:end] if span.sort in (NAMED, COUNT)]
    strange = [span for span in spans if not span.sort and not span.values]
    is_apart = (
        len(verbs) == 2 and verbs[0] < end < verbs[1] and any(span in named for span in spans[: verbs[0]])
    )
    if named and is_apart:
        return _joined((spans[verbs[0]], *named))
    first = next((n for n, span in enumerate(spans) if span in named), end)
    named = [span for span in named if span.sort == NAMED]  # a number counts the rest: "the other 2"
    is_rejected = any(span.sort == NOT for span in spans[:end])
    if named and not verbs and first < end and is_rejected:
        return (OPPOSITES["keep"], *_joined(named), *_joined(strange))
    return ()


def _and_the_rest(spans: Sequence[Span], end: int) -> Words:
    """`keep 1 and the rest`, `keep 1 and keep the rest`: the verb, and all of them; nothing if only some are meant."""
    verbs = [span for span in spans if span.sort == SORTING]
    same = {frozenset(span.values & SORTING_VERBS) for span in verbs}
    begin = end
    while begin and spans[begin - 1].sort in (FILLER, SORTING):
        begin -= 1
    first = next((n for n, span in enumerate(spans) if span.sort == SORTING), begin)
    named = [span for span in spans[first:begin] if span.sort in (NAMED, COUNT)]
    is_joined = bool(begin) and spans[begin - 1].sort == THEN and spans[-1] is spans[end]
    is_divided = any(span.sort in (LEAVING, NOT) for span in spans)
    return (*verbs[0].words, EVERYTHING) if len(same) == 1 and named and is_joined and not is_divided else ()


def _left_alone(spans: Sequence[Span], end: int) -> Words:
    """`take the long one and leave the others`: the words before; nothing if the rest is not left alone."""
    leaving = max((n for n in range(end) if spans[n].sort == LEAVING), default=0)
    begin = leaving
    while begin and (spans[begin - 1].sort in (FILLER, THEN) or _is_everyday(spans[begin - 1])):
        begin -= 1
    between = {span.sort for span in spans[leaving + 1 : end]}
    is_last = all(span.sort == FILLER or _is_everyday(span) for span in spans[end + 1 :])
    is_left = begin and between <= {FILLER, COUNT} and is_last
    return _joined(spans[:begin]) if is_left else ()


def _is_everyday(span: Span) -> bool:
    return not span.sort and EVERYDAY.issuperset(span.words)


def _of_the_rest(spans: Sequence[Span], verb: int) -> Words:
    """`Vancouver is too far, keep the others`: what is named is what the verb does not mean."""
    named = [span for span in spans[:verb] if span.sort in (NAMED, COUNT)]
    if not named or spans[verb].sort != SORTING:
        return ()
    opposite = OPPOSITES[next(iter(spans[verb].values & SORTING_VERBS))]
    return (opposite, *_joined(named))


def sorted_parts(lexicon: Lexicon, words: Words) -> Sequence[Words]:
    """`keep 1 and 2, bin 3` cut before its second verb, `the first two, not the last` before its negation.

    One part if there is nothing of the kind, or if the rest is named.
    """
    spans = list(_spans(lexicon, words))
    verbs = [n for n, span in enumerate(spans) if span.sort == SORTING]
    if any(span.sort == REST for span in spans) or len(verbs) > 2:
        return (words,)
    leaving = _between_tickets(spans, LEAVING)
    if leaving and len(verbs) < 2:  # "keep 1 and 2 and leave the last"
        spans[leaving] = Span((OPPOSITES["keep"],), SORTING)
    discarding = _between_tickets(spans, SORTING)
    if discarding and "discard" not in spans[discarding].values:
        discarding = 0
    begin = verbs[1] if len(verbs) == 2 else leaving or discarding or _between_tickets(spans, NOT)
    end = begin
    while end and spans[end - 1].sort in (FILLER, THEN):
        end -= 1
    return (_joined(spans[:end]), _joined(spans[begin:])) if end else (words,)


def _between_tickets(spans: Sequence[Span], sort: str) -> int:
    """The place of the only span of this sort, if tickets are named on both sides of it; else 0."""
    places = [n for n, span in enumerate(spans) if span.sort == sort]
    if len(places) != 1:
        return 0
    (place,) = places
    sides = spans[:place], spans[place + 1 :]
    return place if all(any(span.sort in (NAMED, COUNT) for span in side) for side in sides) else 0


def with_payment_corrected(lexicon: Lexicon, before: Words, behind: Words) -> Words:
    """`dallas houston with red, no wait, blue`: the route stays, other cards pay for it; else nothing."""
    spans, cards = list(_spans(lexicon, before)), list(_spans(lexicon, behind))
    is_payment = {CARD} <= {span.sort for span in cards} <= {CARD, COUNT, FILLER, THEN}
    places = [span for span in spans if any(match.sort == "place" for match in lexicon.exact(span.words))]
    if not is_payment or len(places) < 2:
        return ()
    return (*_joined(span for span in spans if span.sort not in (CARD, COUNT, NOT)), *behind)


def _without_rejected(lexicon: Lexicon, words: Words) -> Words:
    spans = list(_spans(lexicon, words))
    telling = [number for number, span in enumerate(spans) if span.sort not in (FILLER, THEN)]
    for place, number in enumerate(telling[:-1]):
        rejected = telling[place + 1]
        if spans[number].sort != NOT or spans[rejected].sort != CARD:
            continue
        neighbours = (*telling[max(0, place - 1) : place], *telling[place + 2 : place + 3])
        if any(spans[neighbour].sort == CARD for neighbour in neighbours):
            begin = number
            while begin and spans[begin - 1].sort == NOT:  # "no, not the black one, the white one"
                begin -= 1
            return _joined((*spans[:begin], *spans[rejected + 1 :]))
    return words


def without_rejected_name(lexicon: Lexicon, words: Words) -> Words:
    """`the Reading share, not the Pennsylvania one`: the words before the negation; all of them if nothing is there."""
    spans = list(_spans(lexicon, words))
    negations = [n for n, span in enumerate(spans) if span.sort == NOT]
    if len(negations) != 1:
        return words
    (cut,) = negations
    before, behind = spans[:cut], spans[cut + 1 :]
    is_contrast = all(any(span.sort == NAMED for span in side) for side in (before, behind))
    is_only_name = all(span.sort in (FILLER, NAMED, THEN) or _is_everyday(span) for span in behind)
    return _joined(before) if is_contrast and is_only_name else words


def _joined(spans: Iterable[Span]) -> Words:
    return tuple(word for span in spans for word in span.words)


def _spans(lexicon: Lexicon, words: Words) -> Iterator[Span]:
    for term in terms_in(lexicon, words):
        values = {value for match in lexicon.exact(term) for value in match.values}
        yield Span(term, _sort(lexicon, term), frozenset(values))


def terms_in(lexicon: Lexicon, words: Words) -> Iterator[Words]:
    """The text cut into the longest terms of the board; a word that is none stands by itself."""
    at = 0
    while at < len(words):
        longest = min(lexicon.longest, len(words) - at)
        length = next((n for n in range(longest, 0, -1) if lexicon.exact(words[at : at + n])), 1)
        yield words[at : at + length]
        at += length


def _sort(lexicon: Lexicon, words: Words) -> str:
    if words[0] in CONJUNCTIONS and len(words) == 1:  # not the `plus` of `la plus chère`
        return THEN
    matches = lexicon.exact(words)
    sorts = {match.sort for match in matches}
    if "place" not in sorts and (words[-1] in LEAVING_VERBS or " ".join(words) in LEAVING_VERBS):
        return LEAVING
    values = {value for match in matches for value in match.values}
    if values & SORTING_VERBS and "word" in sorts:
        return SORTING
    named = {value for match in matches if match.sort == "sign" for value in match.values}
    if sort := next((sort for sort in (NOT, REST, CARD, FILLER) if sort in named or sort in sorts), ""):
        return sort
    if "number" in sorts or words[0].isdecimal():
        return COUNT
    return NAMED if sorts & {"place", "ordinal"} or named & {*RANKS, "middle"} else ""
