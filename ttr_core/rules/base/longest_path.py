"""Longest path: a bonus for every player whose continuous path is the longest; loops count, branches do not."""

from ttr_core.engine.hooks import RuleModule, Settings, Standing, chance_to_lead
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import SeatId
from ttr_core.model.scoresheet import Item, ScoreLine
from ttr_core.model.state import RouteSet, State

DOUBT = 12  # trains by which the longest path of a rival may still outgrow another


class LongestPath(Settings, frozen=True, kw_only=True):
    points: int = 10  # 0: it only decides ties


def _lengths(ruleset: Ruleset, state: State) -> list[int]:
    return [ruleset.trail(seat.routes)[0] for seat in state.seats]


def _path(ruleset: Ruleset, routes: RouteSet) -> tuple[Item, ...]:
    """The routes of the longest path in the order travelled, with their lengths."""
    path = [ruleset.routes[number] for number in ruleset.trail(routes)[1]]
    return tuple(Item(route.id, route.length) for route in path)


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    """All who are tied score in full; nobody scores for a path of no length."""
    lengths, points = _lengths(ruleset, state), ruleset.setting(LongestPath).points
    best = max(lengths)
    if not (points and best):
        return [None] * ruleset.players
    return [
        ScoreLine(reason="longest_path", points=points, items=_path(ruleset, seat.routes))
        if length == best
        else None
        for seat, length in zip(state.seats, lengths, strict=True)
    ]


def _worth(ruleset: Ruleset, standing: Standing, seat: SeatId) -> float:
    points = ruleset.setting(LongestPath).points
    if not points:
        return 0.0
    return points * chance_to_lead([ruleset.trail(routes)[0] for routes in standing.networks], seat, DOUBT)


longest_path = RuleModule(
    name="longest_path",
    settings=LongestPath,
    bonus_worth=_worth,
    score=_score,
    measures={"longest_path": _lengths},
)
