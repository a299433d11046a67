"""What a standing order means: all of its clauses for sure, or the first one that is in doubt or unknown."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from service.language.grammar.lexicon import lexicon_of
from service.language.grammar.orders.order_clauses import (
    MOST_WORDS,
    Clauses,
    Doubt,
    Place,
    Settled,
    cut,
    settled_step,
    step_meant,
    stops_meant,
)
from service.language.grammar.phrases import Words
from service.language.grammar.sentences.named_turn import order_in
from service.language.languages import heard_words, words_for
from service.language.vocabulary.command_fields import route_of_step
from service.message_types import SEAT_COMMANDS
from ttr_core.by_post import GiveOrder, Steps, Stop, order_problem
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import SeatId

AND = words_for(lambda heard: heard.and_)
CARDS = frozenset({"draw_card", "take_card"})  # two of these are one turn
STOPS = -1  # instead of the number of an alternative
ANYBODY: SeatId = 0  # steps name no seat
NO_CLAUSES = Clauses("", (), (), 1, False, "")


NOWHERE = Place(0, 0)


class HeardOrder(NamedTuple):
    """An order that is understood, or the reason why not, or what one of its clauses may mean."""

    lang: str
    clauses: Clauses = NO_CLAUSES
    alternatives: tuple[Steps, ...] = ()
    stops: tuple[Stop, ...] = ()
    wrong: str = ""  # the name of a message
    first: str = ""  # what is to be done now, before the turn that it is about
    about: str = ""
    place: Place = NOWHERE
    options: tuple[Steps | Stop, ...] = ()

    @property
    def is_clear(self) -> bool:
        return not self.wrong and not self.options

    def command(self, seat: SeatId) -> GiveOrder:
        said = self.clauses
        return GiveOrder(
            seat=seat,
            alternatives=self.alternatives,
            turns=said.turns,
            repeat=said.repeat,
            until=said.until,
            stops=self.stops,
        )


class OrderGap(NamedTuple):
    """The clause of an order that a question is about."""

    clauses: Clauses
    place: Place


class _Unclear(Exception):
    def __init__(self, order: HeardOrder) -> None:
        super().__init__(order.wrong)
        self.order = order


def _unclear(
    wrong: str, about: str = "", place: Place = NOWHERE, options: tuple[Steps | Stop, ...] = ()
) -> _Unclear:
    return _Unclear(HeardOrder("", wrong=wrong, about=about, place=place, options=options))


def hear_order(ruleset: Ruleset, taken: frozenset[str], words: Words) -> HeardOrder | None:
    """None if the text is no order at all; `taken` are the routes that somebody has."""
    opening = order_in(words)
    if opening is None:
        return None
    lang, rest, is_sure = opening
    if not rest or len(words) > MOST_WORDS:
        return HeardOrder(lang, wrong="order-how")
    order = _as_far_as_clear(ruleset, taken, _with_every_step(ruleset, cut(lang, _without_waiting(rest))))
    return order if is_sure or not order.wrong else None


def _without_waiting(text: str) -> str:
    """An order without "otherwise wait for me": where nothing of it can be done, it does nothing anyway."""
    for pattern in _waiting():
        text = pattern.sub("", text)
    return text


@cache
def _waiting() -> list[re.Pattern[str]]:
    return [
        re.compile(rf" (?:{'|'.join(heard.orders.else_)}) (?:{'|'.join(heard.waiting)})(?: \w+){{0,2}}$")
        for heard in heard_words().values()
    ]


def settle_clause(
    ruleset: Ruleset, taken: frozenset[str], gap: OrderGap, meant: Steps | Stop, words: str
) -> HeardOrder:
    """The order once it is known what one of its clauses means, and with which words that is said."""
    clauses, place = gap
    steps, stops = [list(texts) for texts in clauses.alternatives], list(clauses.stops)
    (stops if place.alternative == STOPS else steps[place.alternative])[place.number] = words
    others = (settled for settled in clauses.settled if settled.place != place)
    settled = clauses._replace(
        alternatives=tuple(map(tuple, steps)), stops=tuple(stops), settled=(*others, Settled(place, meant))
    )
    return _as_far_as_clear(ruleset, taken, settled)


def _as_far_as_clear(ruleset: Ruleset, taken: frozenset[str], clauses: Clauses) -> HeardOrder:
    try:
        return _heard(ruleset, taken, clauses)
    except _Unclear as unclear:
        return unclear.order._replace(lang=clauses.lang, clauses=clauses)


def _with_every_step(ruleset: Ruleset, clauses: Clauses) -> Clauses:
    return clauses._replace(
        alternatives=tuple(
            tuple(step for text in steps for step in _verb_by_verb(ruleset, text))
            for steps in clauses.alternatives
        )
    )


def _verb_by_verb(ruleset: Ruleset, text: str) -> Iterator[str]:
    """`take red and draw` are two steps, `take red and blue` is none."""
    words, begin = text.split(), 0
    for number, word in enumerate(words[:-1]):
        if word in AND and number > begin and _is_verb(ruleset, words[number + 1]):
            yield " ".join(words[begin:number])
            begin = number + 1
    yield " ".join(words[begin:])


def _is_verb(ruleset: Ruleset, word: str) -> bool:
    lexicon = lexicon_of(ruleset)
    matches = (match for match in lexicon.exact((word,)) if match.sort == "word")
    return any(not lexicon.words[name].is_noun for match in matches for name in match.values)


def _heard(ruleset: Ruleset, taken: frozenset[str], clauses: Clauses) -> HeardOrder:
    if clauses.wrong:
        raise _unclear(f"order-{clauses.wrong}")
    alternatives = [
        steps
        for number in range(len(clauses.alternatives))
        for steps in _alternative(ruleset, taken, clauses, number)
    ]
    all_stops = [_stop(ruleset, taken, clauses, number) for number in range(len(clauses.stops))]
    steps, stops = tuple(_once(alternatives)), tuple(dict.fromkeys(all_stops))
    if order_problem(ruleset, ANYBODY, steps, stops):
        raise _unclear("refused-order_not_understood")
    return HeardOrder(clauses.lang, clauses, steps, stops)


def _once(alternatives: list[Steps]) -> Iterator[Steps]:
    """Each of them once."""
    return (steps for number, steps in enumerate(alternatives) if steps not in alternatives[:number])


def _alternative(ruleset: Ruleset, taken: frozenset[str], clauses: Clauses, number: int) -> Iterator[Steps]:
    """The steps one after the other, once for each of equal tracks that is still free."""
    texts = clauses.alternatives[number]
    parts = [_step(ruleset, clauses, Place(number, at), text) for at, text in enumerate(texts)]
    ways = [tuple(step for part in way for step in part) for way in product(*parts)]
    free = [steps for steps in ways if route_of_step(steps[0]) not in taken]
    if not free:
        raise _unclear("order-taken", str(route_of_step(ways[0][0])))
    if not all(_go_together(steps) for steps in free):
        raise _unclear("order-together", ", ".join(texts))
    yield from free


def _step(ruleset: Ruleset, clauses: Clauses, place: Place, text: str) -> tuple[Steps, ...]:
    if not text:
        raise _unclear("order-how")
    settled = clauses.meant_at(place)
    meant = settled_step(ruleset, settled) if isinstance(settled, tuple) else step_meant(ruleset, text)
    if meant is None:
        raise _unclear("order-part", text)
    if isinstance(meant, Doubt):
        raise _unclear("" if meant.options else "order-impossible", text, place, meant.options)
    return meant.alternatives


def _go_together(steps: Steps) -> bool:
    """One turn: two cards, or one thing and what is asked about it."""
    kinds = [step["type"] for step in steps]
    if kinds[0] in CARDS:
        return len(kinds) <= 2 and CARDS.issuperset(kinds)
    answers = [name for name, kind in SEAT_COMMANDS.items() if kind.answers]
    return kinds[0] not in answers and all(kind in answers for kind in kinds[1:])


def _stop(ruleset: Ruleset, taken: frozenset[str], clauses: Clauses, number: int) -> Stop:
    text, settled = clauses.stops[number], clauses.meant_at(Place(STOPS, number))
    meant = (settled,) if isinstance(settled, Stop) else stops_meant(ruleset, lexicon_of(ruleset), text)
    if not meant:
        raise _unclear("order-part" if meant is None else "order-impossible", text)
    if len(meant) > 1:
        raise _unclear("", text, Place(STOPS, number), meant)
    if meant[0].route in taken:
        raise _unclear("order-taken", meant[0].route)
    return meant[0]
