"""Tunnels around the world: only what was laid decides which turned cards cost one more, and how it is paid.

| laid                                        | what costs one more         | paid with                          |
| natural locomotives                         | a locomotive                | natural locomotives                |
| locomotives, some of them coloured          | also what those are made of | locomotives, natural or coloured   |
| wagons                                      | their colour                | that colour, no locomotive         |
| wagons and locomotives                      | all of these                | that colour or locomotives         |
"""

from collections.abc import Iterable

from ttr_core.coloured import coloured_payments
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
    return (*natural, *_coloured(ruleset, ways, hand)) if colour or laid.coloured else natural


def _coloured(ruleset: Ruleset, ways: Iterable[Payment], hand: Counts) -> list[Payment]:
    """The ways with coloured locomotives, where the number of players allows them."""
    wagons = ruleset.setting(WorldTunnels).wagons
    if not wagons:
        return []
    needs = [ruleset.counts(way.cards) for way in ways]
    return [way for need in needs for way in coloured_payments(ruleset.cards, need, hand, wagons)]


world_tunnels = TunnelRule(WorldTunnels, _feared, _extras).module("world_tunnels")
