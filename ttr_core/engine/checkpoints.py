"""Checkpoints: the table as it was when a seat began to choose, kept so that the choice can be taken back.

Two are kept, the latest and the one before it, so that players can take their turn back until the next player has
finished theirs. What a choice means is not known here: slices say for themselves what a seat has chosen unseen.
"""

from msgspec.structs import replace

from ttr_core.model.ids import SeatId
from ttr_core.model.phases import SeatsPhase
from ttr_core.model.state import Seat, State, TableSlice, with_seat


def rewind(now: State, then: State) -> State:
    """The table as it was then, apart from what is no part of the game: who sits there and what was agreed."""
    kept = {kind: part for kind, part in now.slices.items() if isinstance(part, TableSlice)}
    return replace(
        then,
        seats=tuple(map(_with_holder, then.seats, now.seats)),
        entropy=now.entropy,
        turns=now.turns,
        slices={**then.slices, **kept},
        checkpoints=now.checkpoints,
        undo_request=now.undo_request,
    )


def _with_holder(then: Seat, now: Seat) -> Seat:
    return then if then.kind == now.kind else replace(then, kind=now.kind)


def has_changed(now: State, then: State) -> bool:
    """Whether any part of the game is not as it was."""
    return rewind(now, then) != now


def was_laid_open(now: State, then: State) -> bool:
    """Whether anything hidden has come to light since then, no matter which seat saw it."""
    tops = [deck[: len(then.ticket_decks[name])] for name, deck in now.ticket_decks.items()]
    before, since = (then.drawn, then.shuffles, then.laid_open), (now.drawn, now.shuffles, now.laid_open)
    return since != before or tops != list(then.ticket_decks.values())


# choices that wait for those of other seats, and that nobody has seen


def has_chosen_unseen(state: State, seat: SeatId) -> bool:
    """Whether the seat has made such a choice while others still choose."""
    if not isinstance(state.phase, SeatsPhase) or seat in state.phase.seats:
        return False
    me = state.seats[seat]
    return me.has_unseen_choice or any(part.has_unseen_choice(seat) for part in state.slices.values())


def reopen_choice(state: State, seat: SeatId) -> State:
    """The game waits for the seat's choice once more."""
    phase = state.phase_as(SeatsPhase)
    return replace(
        state,
        phase=replace(phase, seats=tuple(sorted((*phase.seats, seat)))),
        seats=with_seat(state.seats, seat, state.seats[seat].without_unseen_choice()),
        slices={kind: part.without_unseen_choice(seat) for kind, part in state.slices.items()},
    )
