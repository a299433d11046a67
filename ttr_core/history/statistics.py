"""Statistics: the course of a game in figures that lie open on the table."""

from collections.abc import Iterator, Sequence

import msgspec

from ttr_core.engine.engine import evolve
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.events import Event, GameScored, TurnStarted
from ttr_core.model.ids import SeatId
from ttr_core.model.state import State

MEASURES = ("points", "trains", "hand_size", "routes", "tickets")


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one seat, one of each for every version."""

    seat: SeatId
    points: tuple[int, ...]
    trains: tuple[int, ...]
    hand_size: tuple[int, ...]
    routes: tuple[int, ...]
    tickets: tuple[int, ...]
    total: int | None  # of the final sheet

    @property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The figures in the order of `MEASURES`."""
        return self.points, self.trains, self.hand_size, self.routes, self.tickets


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    versions: tuple[int, ...]
    turns: tuple[int, ...]  # how many turns had begun by then
    seats: tuple[Line, ...]


def statistics(ruleset: Ruleset, events: Sequence[Event], *, by_turn: bool = True) -> Statistics:
    """The figures at the beginning of every turn and at the end, or after every event."""
    points: list[tuple[int, int, State]] = []
    state, turn = ruleset.new_state(), 0
    totals: list[int | None] = [None] * ruleset.players
    for version, event in enumerate(events, 1):
        state = evolve(ruleset, state, event)
        turn += isinstance(event, TurnStarted)
        if isinstance(event, GameScored):
            totals = [seat.total for seat in event.sheet.seats]
        if not by_turn or isinstance(event, TurnStarted) or version == len(events):
            points.append((version, turn, state))
    return Statistics(
        versions=tuple(version for version, _, _ in points),
        turns=tuple(number for _, number, _ in points),
        seats=tuple(
            _line(seat, [state for *_, state in points], totals[seat]) for seat in range(ruleset.players)
        ),
    )


def _line(number: SeatId, states: Sequence[State], total: int | None) -> Line:
    seats = [state.seats[number] for state in states]
    return Line(
        seat=number,
        points=tuple(seat.points for seat in seats),
        trains=tuple(seat.trains for seat in seats),
        hand_size=tuple(sum(seat.hand) for seat in seats),
        routes=tuple(seat.routes.bit_count() for seat in seats),
        tickets=tuple(len(seat.tickets) for seat in seats),
        total=total,
    )


def rows(figures: Statistics) -> Iterator[tuple[int | str, ...]]:
    """The figures as a table: a line of names, then one for every version and seat."""
    yield ("version", "turn", "seat", *MEASURES)
    for place, (version, turn) in enumerate(zip(figures.versions, figures.turns, strict=True)):
        for line in figures.seats:
            yield (version, turn, line.seat, *(column[place] for column in line.columns))
