"""The state of a game: an immutable value, rebuilt from events.

A set of routes is an integer with one bit for each route; hands and discards are tuples with one count for each kind
of card. Both are cheap to copy, to compare and to test.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Self, TypeVar

import msgspec

from ttr_core.model.ids import Card, DeckName, SeatId, TicketId
from ttr_core.model.phases import NotCreated, Phase

HUMAN, NOBODY = "human", "nobody"  # kinds of holders, besides bots

Counts = tuple[int, ...]
RouteSet = int


class Slice(msgspec.Struct, frozen=True, kw_only=True):
    """A rule module's own part of the state."""

    def has_unseen_choice(self, seat: SeatId) -> bool:
        """Whether the seat has chosen something that this part keeps hidden until all others have chosen."""
        return False

    def without_unseen_choice(self, seat: SeatId) -> Self:
        """This part after the seat has taken that choice back."""
        return self

    def borrows(self, ruleset: Any, state: "State", seat: SeatId) -> RouteSet:
        """The rivals' routes that this part lends to the seat for its tickets. `Any`: a `Ruleset`, a layer above."""
        return 0


class TableSlice(Slice, frozen=True, kw_only=True):
    """A part that belongs to the table and not to the game: taking a turn back leaves it alone."""


P = TypeVar("P", bound=Phase)
S = TypeVar("S", bound=Slice)
T = TypeVar("T")


class Seat(msgspec.Struct, frozen=True, gc=False):
    """One player's cards, trains, routes and tickets."""

    hand: Counts
    trains: int
    routes: RouteSet = 0
    barred: RouteSet = 0  # closed to this seat alone: the other tracks of its own multiple routes
    points: int = 0  # as on the scoring track
    tickets: tuple[TicketId, ...] = ()
    offer: tuple[TicketId, ...] = ()  # looked at, not chosen yet
    at_least: int = 0
    at_most: int = 0
    chosen: tuple[TicketId, ...] | None = None  # a choice that waits for the others
    kind: str = ""  # the holder: HUMAN, "bot:greedy", NOBODY once they have left, "" until the seat is taken

    @property
    def has_unseen_choice(self) -> bool:
        """Whether a choice of tickets waits for those of the others; slices say so of choices of their own."""
        return self.chosen is not None

    def without_unseen_choice(self) -> Self:
        return msgspec.structs.replace(self, chosen=None)


class State(msgspec.Struct, frozen=True):
    phase: Phase
    seats: tuple[Seat, ...]
    deck: tuple[Card, ...] = ()  # as last shuffled
    drawn: int = 0  # how many cards of it are gone
    discard: Counts = ()
    market: tuple[Card | None, ...] = ()
    ticket_decks: Mapping[DeckName, tuple[TicketId, ...]] = {}
    aside: tuple[TicketId, ...] = ()  # rejected tickets that wait to be shuffled together
    claimed: RouteSet = 0
    closed: RouteSet = 0  # claimed, or closed to everybody
    first: SeatId = 0
    last_seat: SeatId | None = None  # in the last round, the seat that plays the last turn
    passes: int = 0  # in a row
    skips: int = 0  # how many of these passes were turns that nobody played
    shuffles: int = 0
    laid_open: int = 0  # how often something came to light that lay in none of the decks above
    entropy: tuple[str, ...] = ()
    turns: int = 0  # turns begun, those taken back included
    slices: Mapping[type[Slice], Slice] = {}
    checkpoints: tuple[
        "Checkpoint", ...
    ] = ()  # where the present choice of a seat began, and the one before it
    undo_request: "Checkpoint | None" = None  # the latest undo that was not granted yet: which seat, and when

    def slice(self, kind: type[S]) -> S:
        """The part of the state that a rule module owns."""
        part = self.slices[kind]
        assert isinstance(part, kind)
        return part

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

    @property
    def cards_left(self) -> int:
        return len(self.deck) - self.drawn


class Checkpoint(msgspec.Struct, frozen=True, gc=False):
    """A seat and the table at one time; that table has no checkpoints of its own."""

    seat: SeatId
    state: State


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
    return put(seats, number, seat)


def with_slice(state: State, part: Slice) -> Mapping[type[Slice], Slice]:
    return {**state.slices, type(part): part}


def with_checkpoint(state: State, seat: SeatId, earlier: tuple[Checkpoint, ...]) -> State:
    """The state, which has no checkpoints yet, as the one in which the seat begins to choose."""
    latest = Checkpoint(seat, state)
    return msgspec.structs.replace(state, checkpoints=(earlier[-1], latest) if earlier else (latest,))


def new_state(players: int, trains: int, kinds: int) -> State:
    """The table before the first event."""
    seat = Seat(hand=(0,) * kinds, trains=trains)
    return State(phase=NotCreated(), seats=(seat,) * players)
