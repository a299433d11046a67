"""Longest path: a bonus for every player whose continuous path is the longest; loops count, branches do not."""

from ttr_core.hooks import RuleModule, Settings
from ttr_core.ruleset import Ruleset
from ttr_core.scoresheet import Item, ScoreLine
from ttr_core.state import State
from ttr_core.trails import longest_trail, longest_trail_length
from ttr_core.words import SeatId


class LongestPath(Settings):
    points: int = 10  # 0: it only decides ties


def path_items(ruleset: Ruleset, state: State, seat: SeatId) -> tuple[Item, ...]:
    """The routes of the seat's longest path in the order travelled, with their lengths."""
    numbers = ruleset.route_numbers(state.seats[seat].routes)
    trail = longest_trail([ruleset.edges[number] for number in numbers])
    routes = [ruleset.routes[numbers[edge]] for edge in trail.edges]
    return tuple(Item(route.id, route.length) for route in routes)


def _lengths(ruleset: Ruleset, state: State) -> list[int]:
    edges = ruleset.edges
    return [
        longest_trail_length([edges[number] for number in ruleset.route_numbers(seat.routes)])
        for seat in state.seats
    ]


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    """All who are tied score in full; nobody scores for a path of no length."""
    lengths, points = _lengths(ruleset, state), ruleset.setting(LongestPath).points
    best = max(lengths)
    if not (points and best):
        return [None] * ruleset.players
    return [
        ScoreLine(reason="longest_path", points=points, items=path_items(ruleset, state, seat))
        if length == best
        else None
        for seat, length in enumerate(lengths)
    ]


longest_path = RuleModule(
    name="longest_path", settings=LongestPath, score=_score, measures={"longest_path": _lengths}
)
