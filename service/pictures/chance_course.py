"""The course of everybody's chance to win, as the chart of an analysis shows it."""

from collections.abc import Sequence

import msgspec

from service.advice.game_analysis import JudgedTurn
from ttr_core.model.ids import SeatId


class ChanceLine(msgspec.Struct, frozen=True, kw_only=True):
    """The chance of one seat in percent, one for every turn and the last for the end."""

    seat: SeatId
    chance: tuple[int, ...]
    total: int | None = None  # of the final sheet, which this chart does not show


class ChanceCourse(msgspec.Struct, frozen=True, kw_only=True):
    versions: tuple[int, ...]
    turns: tuple[int, ...]
    seats: tuple[ChanceLine, ...]


def chance_course(
    turns: Sequence[JudgedTurn], players: int, version: int, winners: Sequence[SeatId]
) -> ChanceCourse:
    """A seat keeps the chance of its last turn until its next one; all begin with the same."""
    chances = [1 / players] * players
    rows: list[tuple[float, ...]] = []
    for turn in turns:
        chances[turn.seat] = turn.chance
        rows.append(tuple(chances))
    rows.append(tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(players)))
    return ChanceCourse(
        versions=(*(turn.version for turn in turns), version),
        turns=(*(turn.turn for turn in turns), turns[-1].turn if turns else 0),
        seats=tuple(
            ChanceLine(seat=seat, chance=tuple(round(100 * row[seat]) for row in rows))
            for seat in range(players)
        ),
    )
