"""The score of a game: lines from every rule, the ranking, and what decided a tie."""

from collections.abc import Sequence

from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import SeatId
from ttr_core.model.scoresheet import ScoreLine, ScoreSheet, SeatScore
from ttr_core.model.state import State

POINTS, SHARED = "points", "shared"


def score(ruleset: Ruleset, state: State) -> ScoreSheet:
    """The sheet as it would be if the game ended now, every line counted afresh from the board."""
    columns = [rule(ruleset, state) for rule in ruleset.scores]
    lines = [tuple(c[seat] for c in columns if c[seat] is not None) for seat in range(ruleset.players)]
    totals = [sum(line.points for line in mine if line is not None) for mine in lines]
    measures = _measures(ruleset, state)
    keys = [(total, *measure) for total, measure in zip(totals, measures, strict=True)]
    best = max(keys)
    return ScoreSheet(
        seats=tuple(
            _seat_score(seat, totals[seat], lines[seat], measures[seat], keys)
            for seat in range(ruleset.players)
        ),
        winners=tuple(seat for seat, key in enumerate(keys) if key == best),
        tie_breaks=ruleset.board.tie_breaks,
        decided_by=_decided_by(keys, ruleset.board.tie_breaks),
    )


def _seat_score(
    seat: SeatId,
    total: int,
    lines: Sequence[ScoreLine | None],
    measures: tuple[int, ...],
    keys: Sequence[tuple[int, ...]],
) -> SeatScore:
    rank = 1 + sum(key > keys[seat] for key in keys)
    present = tuple(line for line in lines if line is not None)
    return SeatScore(seat=seat, total=total, lines=present, measures=measures, rank=rank)


def _measures(ruleset: Ruleset, state: State) -> list[tuple[int, ...]]:
    """The tie-breaks of each seat, in order; a leading minus means that fewer is better."""
    columns = []
    for name in ruleset.board.tie_breaks:
        sign = -1 if name.startswith("-") else 1
        column = ruleset.measures[name.removeprefix("-")](ruleset, state)
        columns.append([sign * value for value in column])
    return [tuple(column[seat] for column in columns) for seat in range(ruleset.players)]


def _decided_by(keys: Sequence[tuple[int, ...]], tie_breaks: tuple[str, ...]) -> str:
    """The first number in which the best stands above all others."""
    best = max(keys)
    for place, name in enumerate((POINTS, *tie_breaks)):
        if sum(key[: place + 1] == best[: place + 1] for key in keys) == 1:
            return name
    return SHARED
