"""The score sheet: for each seat one line per reason, then the ranking and what decided it."""

import msgspec

from ttr_core.model.ids import SeatId


class Item(msgspec.Struct, frozen=True, gc=False):
    """One item of a line: a route, a ticket, a region ..."""

    id: str
    points: int


class ScoreLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    reason: str
    points: int
    items: tuple[Item, ...] = ()


class SeatScore(msgspec.Struct, frozen=True, kw_only=True):
    seat: SeatId
    total: int
    lines: tuple[ScoreLine, ...]
    measures: tuple[int, ...]  # one for each tie-break of the board, more is better
    rank: int  # 1 is best; equal ranks share their place


class ScoreSheet(msgspec.Struct, frozen=True, kw_only=True):
    seats: tuple[SeatScore, ...]
    winners: tuple[SeatId, ...]
    tie_breaks: tuple[str, ...]  # names of the measures
    decided_by: str  # "points", a tie-break, or "shared"
