"""Motions on the table: what happens only if everybody who is present agrees, and who has agreed so far."""

from collections.abc import Mapping

from ttr_core.events import MotionProposed
from ttr_core.state import TableSlice
from ttr_core.table import Table
from ttr_core.violations import Code, RuleViolation
from ttr_core.words import SeatId


class Motions(TableSlice, frozen=True, kw_only=True):
    agreed: Mapping[str, tuple[SeatId, ...]] = {}  # who is for each open motion
    since: Mapping[str, int] = {}  # how many turns had begun when it was made


def propose(table: Table, seat: SeatId, motion: str) -> None:
    """Whoever proposes something is for it."""
    if motion in table.state.slice(Motions).agreed:
        raise RuleViolation(Code.MOTION_OPEN, motion=motion)
    table.emit(MotionProposed(seat=seat, motion=motion))
