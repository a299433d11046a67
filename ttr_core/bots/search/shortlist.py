"""The shortlist: the few legal commands that are worth a search, from a rating of all of them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ttr_core.bots.judgement import Rated
from ttr_core.model.commands import ClaimRoute, Command, KeepTickets, TakeCard

AT_MOST: Mapping[type[Command], int] = {ClaimRoute: 5, TakeCard: 3, KeepTickets: 8}  # one of any other type


def shortlist(rated: Iterable[Rated[Any]]) -> list[Command]:
    """The best commands of each type, the best of all first."""
    taken, chosen = Counter[type[Command]](), list[Command]()
    for _, command in rated:
        kind = type(command)
        if taken[kind] < AT_MOST.get(kind, 1):
            taken[kind] += 1
            chosen.append(command)
    return chosen
