"""The boards that the tests of the whole engine play, each with every number of players and every option."""

from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from ttr_core import Ruleset, board_names, load_ruleset
from ttr_core.boards.board import file_part
from ttr_core.boards.library import whole_document

PLAYABLE = board_names()
# for what costs much on every board: the soak run has the others
ESSENTIAL = ("europe", "iberia", "usa", "world-dense")
MOSTLY_SOAKED = [
    pytest.param(board, marks=() if board in ESSENTIAL else pytest.mark.soak) for board in PLAYABLE
]


class Case(msgspec.Struct, frozen=True):
    """One ruleset: a board, a number of players, and the options that are not left at their defaults."""

    board: str
    players: int
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        chosen = "".join(f"-{name}-{choice}" for name, choice in self.options)
        return f"{self.board}-{self.players}p{chosen}"


def cases_of(board: str) -> Iterator[Case]:
    """Every number of players, with the defaults and with every other choice of each option."""
    whole = whole_document(board)
    others = [
        (name, choice)
        for name, option in file_part(whole).options.items()
        for choice in option.choices
        if choice != option.default
    ]
    for players in player_numbers(board):
        yield Case(board, players)
        yield from (Case(board, players, (other,)) for other in others)


def player_numbers(board: str) -> range:
    low, high = whole_document(board)["players"]
    return range(low, high + 1)


CASES: tuple[Case, ...] = tuple(case for board in PLAYABLE for case in cases_of(board))


@cache
def ruleset_of(case: Case) -> Ruleset:
    """The compiled ruleset; compiled once, since rulesets do not change."""
    return load_ruleset(case.board, case.players, dict(case.options))
