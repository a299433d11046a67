"""A draft of tickets: packets go round the table, and each player picks one ticket of every packet.

The packet that a seat holds is its offer, and a pick that waits for the others its choice; picks of earlier packets
lie in the `DraftTable`.
"""

from msgspec.structs import replace

from ttr_core.audience import Private, Public, known
from ttr_core.commands import SeatCommand
from ttr_core.events import Event
from ttr_core.phases import ChoosingTickets, SeatsPhase
from ttr_core.ruleset import Ruleset
from ttr_core.state import Slice, State, with_seat, with_slice
from ttr_core.words import DeckName, SeatId, TicketId


class DraftTable(Slice, frozen=True, kw_only=True):
    begun: int = 0  # drafts
    held: int = 0  # drafts that are over
    due: bool = False  # the draft card has come up
    after: SeatId | None = None  # whose turn the draft follows
    picked: tuple[tuple[TicketId, ...], ...]  # by each seat, from the packets passed on


class PickingTicket(SeatsPhase, frozen=True):
    """All players pick one ticket of the packet they hold, at the same time."""


class PickTicket(SeatCommand, frozen=True, kw_only=True):
    """One ticket of the packet; the pick is final as soon as the packets move on."""

    ticket: TicketId


class PacketDealt(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    deck: Public[DeckName]
    count: Public[int]
    tickets: Private[tuple[TicketId, ...]]


class TicketPicked(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    ticket: Private[TicketId]


class PacketPassed(Event, frozen=True, kw_only=True):
    """What a neighbour has left over is the seat's next packet."""

    seat: Public[SeatId]
    origin: Public[SeatId]
    count: Public[int]
    tickets: Private[tuple[TicketId, ...]]


class PicksTakenUp(Event, frozen=True, kw_only=True):
    """There are no more packets: each player chooses from what was picked."""

    keep: Public[int]


def no_picks(ruleset: Ruleset) -> DraftTable:
    return DraftTable(picked=((),) * ruleset.players)


def dealt(ruleset: Ruleset, state: State, event: PacketDealt) -> State:
    decks = {**state.ticket_decks, event.deck: state.ticket_decks[event.deck][event.count :]}
    return _holding(replace(state, ticket_decks=decks), event.seat, known(event.tickets))


def picked(ruleset: Ruleset, state: State, event: TicketPicked) -> State:
    me = replace(state.seats[event.seat], chosen=(known(event.ticket),))
    waiting = tuple(seat for seat in state.phase.waiting if seat != event.seat)
    return replace(state, seats=with_seat(state.seats, event.seat, me), phase=PickingTicket(waiting))


def passed(ruleset: Ruleset, state: State, event: PacketPassed) -> State:
    seat, table = event.seat, state.slice(DraftTable)
    mine = all_picks(state)[seat]
    table = replace(table, picked=(*table.picked[:seat], mine, *table.picked[seat + 1 :]))
    return _holding(replace(state, slices=with_slice(state, table)), seat, known(event.tickets))


def _holding(state: State, seat: SeatId, packet: tuple[TicketId, ...]) -> State:
    me = replace(state.seats[seat], offer=packet, at_least=1, at_most=1, chosen=None)
    phase = PickingTicket((*state.phase.waiting, seat))
    return replace(state, seats=with_seat(state.seats, seat, me), phase=phase)


def all_picks(state: State) -> list[tuple[TicketId, ...]]:
    """What each seat has picked, the pick of the packet it holds included."""
    picked = state.slice(DraftTable).picked
    return [(*mine, *(seat.chosen or ())) for mine, seat in zip(picked, state.seats, strict=True)]


def taken_up(ruleset: Ruleset, state: State, event: PicksTakenUp) -> State:
    """From here on it is the usual choice of tickets."""
    seats = tuple(
        replace(seat, offer=mine, at_least=event.keep, at_most=event.keep, chosen=None)
        for seat, mine in zip(state.seats, all_picks(state), strict=True)
    )
    waiting = tuple(range(ruleset.players)) if event.keep else ()
    table = replace(state.slice(DraftTable), picked=no_picks(ruleset).picked)
    return replace(state, seats=seats, phase=ChoosingTickets(waiting), slices=with_slice(state, table))
