"""Moments: where a seat began to choose, kept so that what it chose can be taken back.

Two are kept, the latest and the one before it, so that a turn can be taken back until the next player has finished his.
"""

from msgspec.structs import replace

from ttr_core.model.ids import SeatId
from ttr_core.model.phases import SeatsPhase
from ttr_core.model.state import Moment, Seat, State, TableSlice, with_seat, with_slice
from ttr_core.rules.variants.stations.station_state import Sites


class Restarts(TableSlice, frozen=True, kw_only=True):
    turn: int = 0  # the turn that was last begun again, by the count of turns begun


def remembering(state: State, seat: SeatId, earlier: tuple[Moment, ...]) -> State:
    """The state, which knows of no moments, as the beginning of a choice of the seat."""
    new = Moment(seat, state)
    return replace(state, moments=(earlier[-1], new) if earlier else (new,))


def put_back(now: State, then: State) -> State:
    """The table as it was then, apart from what is no part of the game: who sits there and what was agreed."""
    kept = {kind: part for kind, part in now.slices.items() if isinstance(part, TableSlice)}
    return replace(
        then,
        seats=tuple(map(_with_holder, then.seats, now.seats)),
        entropy=now.entropy,
        turns=now.turns,
        slices={**then.slices, **kept},
        moments=now.moments,
        asked=now.asked,
    )


def _with_holder(then: Seat, now: Seat) -> Seat:
    return then if then.kind == now.kind else replace(then, kind=now.kind)


def has_moved(now: State, then: State) -> bool:
    """Whether anything of the game is not as it was."""
    return put_back(now, then) != now


def deck_has_given(now: State, then: State) -> bool:
    """Whether a card or ticket has left its deck since, by anybody's hand."""
    given = [deck[: len(then.ticket_decks[name])] for name, deck in now.ticket_decks.items()]
    return (now.drawn, now.shuffles, given) != (then.drawn, then.shuffles, list(then.ticket_decks.values()))


# choices that wait for others, unseen by anybody


def has_chosen_unseen(state: State, seat: SeatId) -> bool:
    if not isinstance(state.phase, SeatsPhase) or seat in state.phase.seats:
        return False
    return state.seats[seat].chosen is not None or (
        Sites in state.slices and state.slice(Sites).chosen[seat] is not None
    )


def choosing_again(state: State, seat: SeatId) -> State:
    """The seat is waited for once more."""
    assert isinstance(state.phase, SeatsPhase)
    phase = replace(state.phase, seats=tuple(sorted((*state.phase.seats, seat))))
    seats = with_seat(state.seats, seat, replace(state.seats[seat], chosen=None))
    slices = state.slices
    if Sites in slices:
        sites = state.slice(Sites)
        chosen = (*sites.chosen[:seat], None, *sites.chosen[seat + 1 :])
        slices = with_slice(state, replace(sites, chosen=chosen))
    return replace(state, phase=phase, seats=seats, slices=slices)
