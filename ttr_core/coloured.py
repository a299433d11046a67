"""Coloured locomotives: a set of wagon cards of one colour in the place of a locomotive, wherever cards are paid."""

from collections.abc import Sequence
from functools import lru_cache

from ttr_core.hooks import Payment
from ttr_core.state import Counts
from ttr_core.words import LOCOMOTIVE, Card


def coloured_payments(cards: Sequence[Card], needed: Counts, hand: Counts, size: int) -> list[Payment]:
    """The ways to pay what is needed in which at least one locomotive is a set of so many cards of a colour.

    Locomotives that are left out of the sets are cards themselves. First come the payments with few sets, those
    of equally many in the order of the colours that they are made of.
    """
    wild = cards.index(LOCOMOTIVE)
    left = [have - need for have, need in zip(hand, needed, strict=True)]
    others = left[:wild] + left[wild + 1 :]
    if any(count < 0 for count in others):
        return []
    spare = tuple([count // size for count in left[:wild]])
    fewest, most = max(1, -left[wild]), min(needed[wild], sum(spare))
    return [
        _payment(cards, needed, sets, count, size)
        for count in range(fewest, most + 1)
        for sets in _sets(spare, count)
    ]


def _payment(cards: Sequence[Card], needed: Counts, sets: Counts, count: int, size: int) -> Payment:
    """The colours come before the locomotive among the cards, and so do the sets."""
    wild = len(sets)
    paid = [need + size * made for need, made in zip(needed, sets, strict=False)]
    paid += [needed[wild] - count, *needed[wild + 1 :]]
    return Payment(_spread(cards, paid), _spread(cards, sets))


def _spread(cards: Sequence[Card], counts: Sequence[int]) -> tuple[Card, ...]:
    return tuple([card for card, count in zip(cards, counts, strict=False) for _ in range(count)])


@lru_cache(maxsize=1 << 12)
def _sets(spare: Counts, count: int) -> tuple[Counts, ...]:
    """Every way to take so many sets of the colours, of which there are only so many; the first colours first."""
    if sum(spare) < count:
        return ()
    if not spare:
        return ((),)
    return tuple(
        (taken, *others)
        for taken in range(min(spare[0], count), -1, -1)
        for others in _sets(spare[1:], count - taken)
    )
