"""The final score sheet: a line for each reason, and who has won."""

from collections.abc import Mapping, Sequence

import click

from service.cli.columns import columns
from service.talk.messages import Messages
from ttr_core.scoresheet import ScoreSheet, SeatScore
from ttr_core.words import SeatId


def sheet_lines(sheet: ScoreSheet, say: Messages, names: Mapping[SeatId, str]) -> list[str]:
    reasons = list(dict.fromkeys(line.reason for seat in sheet.seats for line in seat.lines))
    heads = ["", *(names[seat.seat] for seat in sheet.seats)]
    rows = [[say.or_words(f"reason.{reason}", reason), *_row(reason, sheet.seats)] for reason in reasons]
    total = [say("total"), *(click.style(str(seat.total), bold=True) for seat in sheet.seats)]
    return columns([heads, *rows, total], right=range(1, len(heads)))


def _row(reason: str, seats: Sequence[SeatScore]) -> list[str]:
    found = [[line.points for line in seat.lines if line.reason == reason] for seat in seats]
    return [f"{sum(points):+d}" if points else "" for points in found]


def ticket_items(sheet: ScoreSheet, seat: SeatId) -> list[tuple[str, int]]:
    """Every ticket of a seat with what it brought."""
    lines = [line for line in sheet.seats[seat].lines if line.reason == "tickets"]
    return [(item.id, item.points) for line in lines for item in line.items]


def winner_line(sheet: ScoreSheet, say: Messages, names: Mapping[SeatId, str], me: SeatId) -> str:
    if sheet.winners == (me,):
        return say("winner.me")
    told = [names[seat] for seat in sheet.winners]
    who = ", ".join(told[:-1]) + say("and") + told[-1] if len(told) > 1 else told[0]
    return say("winner.shared" if len(told) > 1 else "winner.one", who=who)
