"""The state of a game: an immutable value, rebuilt from events.

A set of routes is an integer with one bit for each route; hands and discards are tuples with one count for each kind
of card. Both are cheap to copy, to compare and to test.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, ClassVar, Self, TypeVar

import msgspec
from msgspec.structs import replace

from ttr_core.model.ids import Card, DeckName, SeatId, TicketId
from ttr_core.model.phases import NotCreated, Phase, SeatsPhase

HUMAN, NOBODY = "human", "nobody"  # kinds of holders, besides bots

Counts = tuple[int, ...]
RouteSet = int


class InPositions(StrEnum):
    """How positions in notation write a part of the state."""

    WHOLE = "whole"  # as `slice.` and its name
    BY_FIELD = (
        "by_field"  # each field by its own name, as if it were the table's, and those of `by_seat` a seat's
    )
    LEFT_OUT = "left_out"


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A rule module's own part of the state."""

    in_positions: ClassVar[InPositions] = InPositions.WHOLE


class Slice(Part, frozen=True, kw_only=True):
    """A part of the game: taking a turn back puts it back."""


class TableSlice(Part, frozen=True, kw_only=True):
    """A part that belongs to the table and not to the game: taking a turn back leaves it alone."""


class UnseenChoices(Slice, frozen=True, kw_only=True):
    """A part that keeps what seats have chosen hidden until all have chosen, so that they may choose again."""

    def has_choice(self, seat: SeatId) -> bool:
        """Whether the seat has chosen."""
        raise NotImplementedError

    def without_choice(self, seat: SeatId) -> Self:
        """This part after the seat has taken its choice back."""
        raise NotImplementedError


P = TypeVar("P", bound=Phase)
S = TypeVar("S", bound=Part)
T = TypeVar("T")


class Seat(msgspec.Struct, frozen=True, gc=False):
    """One player's cards, trains, routes and tickets."""

    hand: Counts
    trains: int
    routes: RouteSet = 0
    barred: RouteSet = 0  # closed to this seat alone: the other tracks of its own multiple routes
    points: int = 0  # as on the scoring track
    tickets: tuple[TicketId, ...] = ()
    kind: str = ""  # the holder: HUMAN, "bot:greedy", NOBODY once they have left, "" until the seat is taken


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole table. It is no matter for the garbage collector: an immutable value never comes to hold itself."""

    phase: Phase
    seats: tuple[Seat, ...]
    deck: tuple[Card, ...] = ()  # as last shuffled
    drawn: int = 0  # how many cards of it are gone
    discard: Counts = ()
    market: tuple[Card | None, ...] = ()
    ticket_decks: Mapping[DeckName, tuple[TicketId, ...]] = {}
    claimed: RouteSet = 0
    closed: RouteSet = 0  # claimed, or closed to everybody
    first: SeatId = 0
    last_seat: SeatId | None = None  # in the last round, the seat that plays the last turn
    passes: int = 0  # in a row
    shuffles: int = 0
    laid_open: int = 0  # how often something came to light that lay in none of the decks above
    entropy: tuple[str, ...] = ()
    turns: int = 0  # turns begun, those taken back included
    slices: Mapping[type[Slice], Slice] = {}  # the rules' own parts of the game
    table: Mapping[type[TableSlice], TableSlice] = {}  # and of what is no part of it

    def slice(self, kind: type[S]) -> S:
        """The part of the state that a rule module owns."""
        slices: Mapping[type[Any], Any] = self.slices  # `Any`: each part stands under its own type
        table: Mapping[type[Any], Any] = self.table
        part: S = slices[kind] if kind in slices else table[kind]
        return part

    @property
    def parts(self) -> Mapping[type[Part], Part]:
        """What rule modules own of the table and of the game."""
        table: Mapping[type[Any], Part] = self.table
        slices: Mapping[type[Any], Part] = self.slices
        return {**table, **slices}

    def phase_as(self, kind: type[P]) -> P:
        """The phase, narrowed to the kind that the caller was registered for."""
        phase = self.phase
        assert isinstance(phase, kind)
        return phase

    @property
    def present(self) -> tuple[SeatId, ...]:
        """The seats that people hold."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.kind == HUMAN)

    def is_last_turn(self, seat: SeatId) -> bool:
        """Whether no turn follows the seat's: it ends the last round, or it was the last of a round of passes."""
        return self.last_seat == seat or self.passes == len(self.seats)

    def has_chosen_unseen(self, seat: SeatId) -> bool:
        """Whether the seat has made a choice that waits for those of others and that nobody has seen."""
        if not isinstance(self.phase, SeatsPhase) or seat in self.phase.seats:
            return False
        hidden = [part for part in self.slices.values() if isinstance(part, UnseenChoices)]
        return any(part.has_choice(seat) for part in hidden)

    @property
    def cards_left(self) -> int:
        return len(self.deck) - self.drawn


def route_set(routes: Iterable[int]) -> RouteSet:
    total = 0
    for route in routes:
        total |= 1 << route
    return total


def route_numbers(routes: RouteSet) -> list[int]:
    """The members of a set of routes, in order."""
    numbers = []
    while routes:
        lowest = routes & -routes
        routes ^= lowest
        numbers.append(lowest.bit_length() - 1)
    return numbers


def put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The tuple with another item at a place."""
    changed = list(items)  # faster than joining slices
    changed[place] = item
    return tuple(changed)


def with_seat(seats: tuple[Seat, ...], number: SeatId, seat: Seat) -> tuple[Seat, ...]:
    changed = list(seats)  # as `put` does, without another call at every event
    changed[number] = seat
    return tuple(changed)


def with_slice(state: State, part: Slice) -> Mapping[type[Slice], Slice]:
    return {**state.slices, type(part): part}


def with_slices(state: State, *parts: Slice) -> Mapping[type[Slice], Slice]:
    return {**state.slices, **{type(part): part for part in parts}}


def with_table_slice(state: State, part: TableSlice) -> Mapping[type[TableSlice], TableSlice]:
    changed = dict(state.table)  # faster than unpacking, and done every turn
    changed[type(part)] = part
    return changed


def with_part(state: State, part: Part) -> State:
    """The state with a part of either sort."""
    if isinstance(part, TableSlice):
        return replace(state, table=with_table_slice(state, part))
    assert isinstance(part, Slice)
    return replace(state, slices=with_slice(state, part))


def new_state(players: int, trains: int, kinds: int) -> State:
    """The table before the first event."""
    seat = Seat(hand=(0,) * kinds, trains=trains)
    return State(phase=NotCreated(), seats=(seat,) * players)
