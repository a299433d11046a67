"""How good a command is, so that commands of different types can be compared."""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from ttr_core.bots.intent import Intent
from ttr_core.commands import Command


class Tier(IntEnum):
    """What comes before what; within a tier small numbers are added."""

    HARMFUL = -100
    IDLE = 0
    FILL = 10  # better than nothing
    COLLECT = 50
    CASH = 60  # points while there is still time
    EXTRA = 80  # points on the way
    TICKETS = 95
    PLAN = 100
    FREE = 200  # costs nothing


class Rated(NamedTuple):
    rating: float
    command: Command


Chooser = Callable[[Intent, Sequence[Any]], Rated]  # each knows the type of its commands, one at least


def best(rated: Iterable[Rated]) -> Rated:
    """The highest rating; of equal ones the first, which keeps the choice reproducible."""
    return max(rated, key=lambda found: found.rating)
