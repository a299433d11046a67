"""The boards around the world, compiled once for each reading of the poles, and their bonuses by definition."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from tests.support.positions.positions import Given, GivenSeat, build
from ttr_core import RULES_VERSION, Ruleset, State, load_ruleset
from ttr_core.boards.board import Route
from ttr_core.model.ids import Card, RouteId

LIGHT, DENSE = "world-light", "world-dense"
WORLDS = (LIGHT, DENSE)
PLAYERS = (3, 4, 5, 6, 7)


@cache
def world(
    players: int, board: str = LIGHT, poles: str = "routes", rules_version: str = RULES_VERSION
) -> Ruleset:
    return load_ruleset(board, players, {"poles": poles}, rules_version)


def owning(ruleset: Ruleset, *routes: str, hand: Mapping[str, int] | None = None) -> State:
    """Seat 0 has these routes and this hand, and it is its turn."""
    seat = GivenSeat(routes=tuple(map(RouteId, routes)), hand=dict(hand or {}))
    return build(ruleset, Given(seats=(seat,)))


def bag(**cards: int) -> tuple[Card, ...]:
    """Cards by kind, in the order written."""
    return tuple(Card(kind) for kind, count in cards.items() for _ in range(count))


def goes_around(routes: Sequence[Route]) -> bool:
    """Some city is connected with itself one or more rounds further in the unrolled map, without polar routes."""
    own = [route for route in routes if not route.feature("pole")]
    rounds = sum(route.feature("wraps") for route in own)
    for start in sorted({route.a for route in own}):
        reached, frontier = {(start, 0)}, [(start, 0)]
        while frontier:
            city, turn = frontier.pop()
            steps = [(r.b, turn + r.feature("wraps")) for r in own if r.a == city]
            steps += [(r.a, turn - r.feature("wraps")) for r in own if r.b == city]
            fresh = [step for step in steps if step not in reached and abs(step[1]) <= rounds]
            reached.update(fresh)
            frontier += fresh
        if any(city == start and turn for city, turn in reached):
            return True
    return False


def explores(routes: Sequence[Route]) -> bool:
    """Parts of the network are merged until they are apart; one of them has two segments at each pole."""
    parts: list[list[Route]] = []
    for route in routes:
        near = [part for part in parts if any({route.a, route.b} & {r.a, r.b} for r in part)]
        parts = [part for part in parts if part not in near] + [[route, *(r for part in near for r in part)]]
    for part in parts:
        segments: Counter[int] = Counter()
        for route in part:
            segments[route.feature("pole")] += route.feature("segments")
        if min(segments[1], segments[2]) >= 2:
            return True
    return False
