"""The boards around the world, compiled once for each number of players and reading of the poles."""

from collections.abc import Mapping
from functools import cache

from tests.core.positions import Given, GivenSeat, build
from ttr_core import Ruleset, State, load_ruleset
from ttr_core.words import Card, RouteId

LIGHT, DENSE = "world-light", "world-dense"
WORLDS = (LIGHT, DENSE)
PLAYERS = (3, 4, 5, 6, 7)


@cache
def world(players: int, board: str = LIGHT, poles: str = "routes") -> Ruleset:
    return load_ruleset(board, players, {"poles": poles})


def owning(ruleset: Ruleset, *routes: str, hand: Mapping[str, int] | None = None) -> State:
    """Seat 0 has these routes and this hand, and it is its turn."""
    seat = GivenSeat(routes=tuple(map(RouteId, routes)), hand=dict(hand or {}))
    return build(ruleset, Given(seats=(seat,)))


def bag(**cards: int) -> tuple[Card, ...]:
    """Cards by kind, in the order written."""
    return tuple(Card(kind) for kind, count in cards.items() for _ in range(count))
