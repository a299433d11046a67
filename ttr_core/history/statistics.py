"""The course of a game in figures, all of which lie open on the table."""

from collections.abc import Iterator, Sequence

import msgspec

from ttr_core.engine.engine import evolve
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.events import Event, GameScored, TurnStarted
from ttr_core.model.ids import SeatId
from ttr_core.model.state import State

MEASURES = ("points", "trains", "hand_size", "routes", "tickets")


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one seat, one of each for every moment; all of them lie open on the table."""

    seat: SeatId
    points: tuple[int, ...]
    trains: tuple[int, ...]
    hand_size: tuple[int, ...]
    routes: tuple[int, ...]
    tickets: tuple[int, ...]
    total: int | None  # of the final sheet


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    versions: tuple[int, ...]
    turns: tuple[int, ...]  # how many turns had begun
    seats: tuple[Line, ...]


def statistics(ruleset: Ruleset, events: Sequence[Event], *, by_turn: bool = True) -> Statistics:
    """The course of a game, at the beginning of every turn and at its end, or after every event."""
    moments: list[tuple[int, int, State]] = []
    state, turn = ruleset.new_state(), 0
    totals: list[int | None] = [None] * ruleset.players
    for version, event in enumerate(events, 1):
        state = evolve(ruleset, state, event)
        turn += isinstance(event, TurnStarted)
        if isinstance(event, GameScored):
            totals = [seat.total for seat in event.sheet.seats]
        if not by_turn or isinstance(event, TurnStarted) or version == len(events):
            moments.append((version, turn, state))
    return Statistics(
        versions=tuple(version for version, _, _ in moments),
        turns=tuple(number for _, number, _ in moments),
        seats=tuple(
            _line(seat, [state for *_, state in moments], totals[seat]) for seat in range(ruleset.players)
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


def rows(found: Statistics) -> Iterator[tuple[int | str, ...]]:
    """The figures as a table: a line of names, then one for every moment and seat."""
    yield ("version", "turn", "seat", *MEASURES)
    for moment, (version, turn) in enumerate(zip(found.versions, found.turns, strict=True)):
        for line in found.seats:
            yield (version, turn, line.seat, *(getattr(line, name)[moment] for name in MEASURES))
