"""Reliability: whether somebody plays in time and stays to the end, counted from the events of their games.

What counts:

- **in_time**: turns that were finished before the deadline.
- **excused**: those among them that would have been late without a vacation, a pause, or an outage of the service.
- **late**: time-outs.
- **left**: games that they resigned, or lost by time-out and did not return to, while another person was waiting.
- **stayed**: games in which they sat to the end.

Only games between two people or more count: nobody else waits. A seat that its holder handed on to somebody of their
choice was not left. A running game counts as it was at its latest time-out or departure, a finished one as a whole; so
rows change when they have to, not with every move. Everything is counted by month, so that a bad one is forgotten in a
year.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from service.games.facts import Facts
from ttr_core import Event, SeatId
from ttr_core.by_post import (
    ChoiceTakenBack,
    ClockStopped,
    DeadlineSet,
    HandoverReason,
    SeatHandedOver,
    StopReason,
    TimeRanOut,
    TurnTakenBack,
)
from ttr_core.model.events import GameScored, GameStarted, SeatTaken
from ttr_core.model.state import HUMAN

LAPSES = (TimeRanOut, SeatHandedOver, GameScored)  # events after which the count of a game changes
DEPARTURES = (HandoverReason.RESIGNED, HandoverReason.TIMEOUT)
FINISHED = (StopReason.DONE, StopReason.CHOSEN)
WEIGHT = 10  # a game that somebody leaves is as bad as so many turns that come late
FEWEST = 20  # turns, before which nothing can be said
MONTHS = 12  # that count, besides the present one

Counts = Mapping[str, int]


class Turn(msgspec.Struct):
    """A turn that a clock measures."""

    deadline: str  # the first one, before anything moved it
    is_late: bool = False


class Reliability(msgspec.Struct, frozen=True, kw_only=True):
    """What the last year says about somebody."""

    in_time: int
    excused: int
    late: int
    left: int
    stayed: int

    @property
    def percent(self) -> int | None:
        """None: too little is known."""
        turns = self.in_time + self.late + WEIGHT * self.left
        return 100 * self.in_time // turns if turns >= FEWEST else None


class _Tally:
    """Counts for the holders of all seats, event by event."""

    def __init__(self, seats: int) -> None:
        self.counts: dict[tuple[SeatId, int], Counter[str]] = {}  # by seat and number of the holder
        self._kinds, self.holders = [""] * seats, [1] * seats
        self._turns: dict[SeatId, Turn] = {}
        self._counts_at_all = False  # nothing does before the game has begun

    def note(self, at: str, event: Event) -> None:
        match event:
            case SeatTaken():
                self._kinds[event.seat] = event.kind
            case GameStarted():
                self._counts_at_all = self._kinds.count(HUMAN) > 1
            case SeatHandedOver():
                self._hand_over(at, event)
            case GameScored():
                for seat, kind in enumerate(self._kinds):
                    if kind == HUMAN:
                        self._count(at, seat, "stayed")
            case _:
                self._note_turn(at, event)

    def _note_turn(self, at: str, event: Event) -> None:
        match event:
            case DeadlineSet():
                self._turns.setdefault(event.seat, Turn(event.deadline))
            case TimeRanOut():
                self._turns.setdefault(event.seat, Turn(event.deadline)).is_late = True
                self._count(at, event.seat, "late")
            case ClockStopped() if event.reason in FINISHED:
                self._finish(at, event.seat)
            case ClockStopped() if event.reason is StopReason.TAKEN_BACK:
                self._turns.pop(event.seat, None)
            case TurnTakenBack() | ChoiceTakenBack():
                self._count(at, event.seat, "in_time", -1)  # the turn is played once more
            case _:
                pass

    def _finish(self, at: str, seat: SeatId) -> None:
        turn = self._turns.pop(seat, None)
        if turn is None or turn.is_late:
            return
        self._count(at, seat, "in_time")
        if at > turn.deadline:
            self._count(at, seat, "excused")

    def _hand_over(self, at: str, event: SeatHandedOver) -> None:
        seat = event.seat
        if event.reason in DEPARTURES and self._kinds[seat] == HUMAN and self._others(seat):
            self._count(at, seat, "left")
        if event.reason == HandoverReason.RETURNED:
            self._take_back_leaving(seat, event.holder)
        self._kinds[seat], self.holders[seat] = event.kind, event.holder
        self._turns.pop(seat, None)

    def _others(self, seat: SeatId) -> bool:
        return any(kind == HUMAN for other, kind in enumerate(self._kinds) if other != seat)

    def _take_back_leaving(self, seat: SeatId, holder: int) -> None:
        """They are back: the holder before the bot that stood in for them."""
        counts = self.counts.get((seat, holder - 2), Counter())
        for key in [key for key in counts if key.endswith(":left")]:
            del counts[key]

    def _count(self, at: str, seat: SeatId, what: str, number: int = 1) -> None:
        if self._counts_at_all:
            key = f"{at[:7]}:{what}"
            self.counts.setdefault((seat, self.holders[seat]), Counter())[key] += number


def counts_of(facts: Facts, seats: int, events: Iterable[tuple[str, Event]]) -> Mapping[str, Counts]:
    """What a game adds to the reliability of its players: all of it if it is scored, else up to its latest lapse."""
    tally, latest = _Tally(seats), dict[tuple[SeatId, int], Counter[str]]()
    for at, event in events:
        tally.note(at, event)
        if isinstance(event, LAPSES):
            latest = {place: Counter(counts) for place, counts in tally.counts.items()}
    sums: dict[str, Counter[str]] = {}
    for (seat, holder), counts in latest.items():
        is_present = holder == tally.holders[seat]
        player = facts.player(seat) if is_present else facts.earlier_player(seat, holder)
        if player:
            sums.setdefault(player, Counter()).update(counts)
    return {player: _without_zeros(counts) for player, counts in sorted(sums.items())}


def _without_zeros(counts: Counts) -> Counts:
    return {key: number for key, number in sorted(counts.items()) if number}


def reliability_of(totals: Counts, now: str) -> Reliability:
    """Of the month in which somebody asks, and the year before it."""
    months = set(_months(now))
    sums: Counter[str] = Counter()
    for key, number in totals.items():
        month, _, what = key.partition(":")
        if month in months:
            sums[what] += number
    return Reliability(**{field: sums[field] for field in Reliability.__struct_fields__})


def _months(now: str) -> Iterator[str]:
    last = int(now[:4]) * 12 + int(now[5:7]) - 1
    return (f"{number // 12:04}-{number % 12 + 1:02}" for number in range(last - MONTHS, last + 1))


def has_lapsed(events: Sequence[Event]) -> bool:
    return any(isinstance(event, LAPSES) for event in events)
