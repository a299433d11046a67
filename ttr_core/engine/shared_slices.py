"""Parts of the state that two rules share. One rule has each of them as its slice, and no rule imports another."""

from collections.abc import Mapping
from typing import ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from ttr_core.model.ids import SeatId, TicketId
from ttr_core.model.state import InPositions, Slice, State, UnseenChoices, put, with_slice


class TicketChoice(Struct, frozen=True, gc=False):
    """Tickets that a seat looks at, how many of them it is to keep, and which ones it has chosen."""

    offer: tuple[TicketId, ...] = ()
    at_least: int = 0
    at_most: int = 0
    chosen: tuple[TicketId, ...] | None = None  # waits for the choices of others


NO_CHOICE = TicketChoice()


class TicketChoices(UnseenChoices, frozen=True, kw_only=True):
    """Tickets on offer. The slice of tickets; drafts hand tickets out, too."""

    in_positions: ClassVar = InPositions.BY_FIELD

    by_seat: tuple[TicketChoice, ...]
    aside: tuple[TicketId, ...] = ()  # rejected tickets that wait to be shuffled together

    def has_choice(self, seat: SeatId) -> bool:
        return self.by_seat[seat].chosen is not None

    def without_choice(self, seat: SeatId) -> Self:
        return self.changed(seat, replace(self.by_seat[seat], chosen=None))

    def changed(self, seat: SeatId, choice: TicketChoice) -> Self:
        return replace(self, by_seat=put(self.by_seat, seat, choice))


def ticket_choice(state: State, seat: SeatId) -> TicketChoice:
    """What the seat has to choose from; nothing on a board without tickets."""
    return state.slice(TicketChoices).by_seat[seat] if TicketChoices in state.slices else NO_CHOICE


def with_chosen_tickets(
    state: State, seat: SeatId, tickets: tuple[TicketId, ...]
) -> Mapping[type[Slice], Slice]:
    """The slices after the seat has chosen these tickets, unseen by the others."""
    choices = state.slice(TicketChoices)
    return with_slice(state, choices.changed(seat, replace(choices.by_seat[seat], chosen=tickets)))


class SkippedTurns(Slice, frozen=True, kw_only=True):
    """Turns that nobody played. The slice of turns, which count them as passes; people may leave turns out."""

    in_positions: ClassVar = InPositions.BY_FIELD

    skips: int = 0  # how many of the latest passes in a row


NONE_SKIPPED = SkippedTurns()
