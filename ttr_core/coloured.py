"""Coloured locomotives: a set of wagon cards of one colour in the place of a locomotive, wherever cards are paid."""

from collections.abc import Callable
from functools import lru_cache
from itertools import chain
from operator import add, getitem
from typing import NamedTuple

from ttr_core.hooks import Payment
from ttr_core.state import Counts
from ttr_core.words import LOCOMOTIVE, Card

Choices = Callable[[Counts, int], tuple[Counts, ...]]  # ways to take so many sets of those that are to spare


@lru_cache(maxsize=1 << 12)
def every_choice(spare: Counts, count: int) -> tuple[Counts, ...]:
    """All ways to take so many sets; the first colours first."""
    if sum(spare) < count:
        return ()
    if not spare:
        return ((),)
    return tuple(
        (taken, *others)
        for taken in range(min(spare[0], count), -1, -1)
        for others in every_choice(spare[1:], count - taken)
    )


def fullest_colours(spare: Counts, count: int) -> tuple[Counts, ...]:
    """The one way to take so many sets that begins with the colours of which there are most."""
    taken = [0] * len(spare)
    for colour in sorted(range(len(spare)), key=lambda kind: -spare[kind]):
        taken[colour] = min(spare[colour], count - sum(taken))
    return (tuple(taken),)


def coloured_payments(
    cards: tuple[Card, ...], needed: Counts, hand: Counts, size: int, choices: Choices = every_choice
) -> list[Payment]:
    """The ways to pay what is needed in which at least one locomotive is a set of so many cards of a colour.

    Locomotives that no set stands for are cards themselves. First come the payments with few sets.
    """
    spare, numbers = _room(cards, needed, hand, size)
    runs = _runs(cards, max(hand))
    return [
        Payment(tuple(chain.from_iterable(map(getitem, runs, map(add, needed, swap.change)))), swap.coloured)
        for count in numbers
        for swap in _swaps(cards, spare, count, size, choices)
    ]


def count_coloured_payments(cards: tuple[Card, ...], needed: Counts, hand: Counts, size: int) -> int:
    """How many these are, all choices told apart."""
    spare, numbers = _room(cards, needed, hand, size)
    return sum(_how_many(spare)[numbers.start : numbers.stop])


def _room(cards: tuple[Card, ...], needed: Counts, hand: Counts, size: int) -> tuple[Counts, range]:
    """The sets of each colour that the rest of the hand holds, and how many sets may be used."""
    wild = cards.index(LOCOMOTIVE)
    left = [have - need for have, need in zip(hand, needed, strict=True)]
    spare = tuple([count // size for count in left[:wild]])
    if min(left[:wild] + left[wild + 1 :]) < 0:
        return spare, range(0)
    return spare, range(max(1, -left[wild]), min(needed[wild], sum(spare)) + 1)


@lru_cache(maxsize=1 << 10)
def _how_many(spare: Counts) -> tuple[int, ...]:
    """For each number of sets the number of ways to take them."""
    numbers = [1]
    for most in spare:
        numbers = [sum(numbers[max(0, n - most) : n + 1]) for n in range(len(numbers) + most)]
    return tuple(numbers)


class _Swap(NamedTuple):
    """Sets in the place of locomotives: what that changes in the numbers of cards, and the sets' colours."""

    change: Counts
    coloured: tuple[Card, ...]


@lru_cache(maxsize=1 << 10)
def _swaps(
    cards: tuple[Card, ...], spare: Counts, count: int, size: int, choices: Choices
) -> tuple[_Swap, ...]:
    """The colours come before the locomotive among the cards, whatever a board adds behind it."""
    others = (0,) * (len(cards) - len(spare) - 1)
    return tuple(
        _Swap(
            (*(size * made for made in sets), -count, *others),
            tuple(card for card, made in zip(cards, sets, strict=False) for _ in range(made)),
        )
        for sets in choices(spare, count)
    )


@lru_cache(maxsize=1 << 6)
def _runs(cards: tuple[Card, ...], most: int) -> list[list[tuple[Card, ...]]]:
    """For each kind none of it, one, two, and so on: quicker to put together than single cards."""
    return [[(card,) * count for count in range(most + 1)] for card in cards]
