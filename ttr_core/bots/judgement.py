"""What bots say of commands: ratings that order them, and judgements in points and chances to win."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from ttr_core.bots.policy import Policy, Situation
from ttr_core.model.commands import Command

C = TypeVar("C", bound=Command)


class Rated(NamedTuple, Generic[C]):
    """A command, and how good it seems; ratings of one bot in one situation can be compared."""

    rating: float
    command: C


Rate = Callable[[Situation], Sequence[Rated[Any]]]  # candidates of all types, best first


class Judgement(msgspec.Struct, frozen=True):
    """What comes of a command, as far as a bot can tell."""

    command: Command
    points: float  # at the end, more than the best rival has
    chance: float  # to win, from 0 to 1


def best(rated: Iterable[Rated[C]]) -> Rated[C]:
    """The highest rating; of equal ones the first, which keeps the choice reproducible."""
    return max(rated, key=lambda each: each.rating)


def in_order(rated: Iterable[Rated[C]]) -> tuple[Rated[C], ...]:
    """The highest rating first; equal ones stay as they are."""
    return tuple(sorted(rated, key=lambda each: -each.rating))


def playing_the_best(rate: Rate) -> Policy:
    """The bot that plays whatever has the highest rating; a command without alternative is not rated."""

    def choose(situation: Situation) -> Command:
        if len(situation.legal) == 1:
            return situation.legal[0]
        chosen: Command = rate(situation)[0].command
        return chosen

    return choose
