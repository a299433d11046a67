"""Tunnels around the world: only what was laid decides which turned cards cost one more, and how it is paid.

| laid                                        | what costs one more         | paid with                          |
| natural locomotives                         | a locomotive                | natural locomotives                |
| locomotives, some of them coloured          | also what those are made of | locomotives, natural or coloured   |
| wagons                                      | their colour                | that colour, no locomotive         |
| wagons and locomotives                      | all of these                | that colour or locomotives         |
"""

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement

from ttr_core.hands import payable
from ttr_core.hooks import Payment
from ttr_core.payments import plain_payments
from ttr_core.ruleset import Ruleset
from ttr_core.state import Counts
from ttr_core.tunnelling import Tunnelling, TunnelRule
from ttr_core.words import LOCOMOTIVE, Card


class WorldTunnels(Tunnelling, frozen=True, kw_only=True):
    wagons: int = 0  # of one colour, that stand for a locomotive; 0: there are no coloured locomotives


def _colour(ruleset: Ruleset, laid: Payment) -> tuple[Card, ...]:
    """The colour of the wagons that stand for themselves; none if all are locomotives."""
    wagons = ruleset.setting(WorldTunnels).wagons
    return tuple(
        colour
        for colour in ruleset.colours
        if laid.cards.count(colour) > wagons * laid.coloured.count(colour)
    )


def _locomotives(laid: Payment) -> bool:
    return LOCOMOTIVE in laid.cards or bool(laid.coloured)


def _feared(ruleset: Ruleset, laid: Payment) -> tuple[Card, ...]:
    """A turned card costs one more at most, even if two reasons name it."""
    locomotive = (LOCOMOTIVE,) if _locomotives(laid) else ()
    return (*_colour(ruleset, laid), *laid.coloured, *locomotive)


def _extras(ruleset: Ruleset, laid: Payment, count: int, hand: Counts) -> tuple[Payment, ...]:
    """What is added brings no new danger, whatever its colour: the cards are turned over only once."""
    colour = _colour(ruleset, laid)
    ways = plain_payments(colour, count, wild=_locomotives(laid))
    natural = payable(ruleset, hand, ways)
    if not ruleset.setting(WorldTunnels).wagons or not (colour or laid.coloured):
        return natural
    return (*natural, *payable(ruleset, hand, _with_sets(ruleset, ways, hand)))


def _with_sets(ruleset: Ruleset, ways: Iterable[Payment], hand: Counts) -> Iterator[Payment]:
    """With the last one, two, and so on of a way's locomotives made of wagons.

    As many cards as were turned over are few: all of it together is listed, 220 ways for three cards at most.
    """
    wagons = ruleset.setting(WorldTunnels).wagons
    full = [colour for colour, count in zip(ruleset.colours, hand, strict=False) if count >= wagons]
    for cards in (way.cards for way in ways):
        for count in range(1, cards.count(LOCOMOTIVE) + 1):
            for sets in combinations_with_replacement(full, count):
                yield Payment(ruleset.in_order(cards[:-count] + sets * wagons), sets)


world_tunnels = TunnelRule(WorldTunnels, _feared, _extras).module("world_tunnels")
