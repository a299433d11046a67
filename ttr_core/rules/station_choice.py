"""Station choice: when the game has ended owners of stations choose for themselves which routes to borrow.

Without this rule the choice that is worth the most is made for them.
"""

from msgspec.structs import replace

from ttr_core.audience import Private, Public, known
from ttr_core.borrowing import choices
from ttr_core.commands import Command, SeatCommand
from ttr_core.events import Event
from ttr_core.hooks import Action, RuleModule
from ttr_core.phases import Ended, SeatsPhase
from ttr_core.ruleset import Ruleset
from ttr_core.sites import Sites, lent, named, with_chosen
from ttr_core.state import State, with_slice
from ttr_core.table import Table
from ttr_core.violations import Code, RuleViolation
from ttr_core.words import RouteId, SeatId


class ChooseBorrowedRoutes(SeatCommand, frozen=True, kw_only=True):
    """At most one route for each station; without any the best choice is left to the reckoning."""

    routes: tuple[RouteId, ...]


class BorrowingAsked(Event, frozen=True, kw_only=True):
    """These owners of stations choose at the same time."""

    seats: Public[tuple[SeatId, ...]]


class BorrowedRoutesChosen(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    routes: Private[tuple[RouteId, ...]]


class ChoosingBorrowedRoutes(SeatsPhase, frozen=True):
    """No more turns; owners of stations choose the routes that they use."""

    reason: str = ""  # why the game ended


def _ask(table: Table) -> bool:
    """Those are asked whose stations stand at a rival's route."""
    ruleset, state = table.ruleset, table.state
    undecided = [seat for seat, choice in enumerate(state.slice(Sites).chosen) if choice is None]
    asked = tuple(seat for seat in undecided if any(lent(ruleset, state, seat)))
    if asked:
        table.emit(BorrowingAsked(seats=asked))
    return bool(asked)


def _asked(ruleset: Ruleset, state: State, event: BorrowingAsked) -> State:
    assert isinstance(state.phase, Ended)
    return replace(state, phase=ChoosingBorrowedRoutes(event.seats, state.phase.reason))


def _offers(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    listed = choices(lent(ruleset, state, seat))
    return [ChooseBorrowedRoutes(seat=seat, routes=named(ruleset, choice)) for choice in listed]


def _choose(table: Table, command: ChooseBorrowedRoutes) -> None:
    ruleset = table.ruleset
    choice = tuple(sorted(ruleset.route_index.get(route, -1) for route in command.routes))
    if choice not in choices(lent(ruleset, table.state, command.seat)):
        raise RuleViolation(Code.BORROWING_NOT_ACCEPTED, routes=list(command.routes))
    table.emit(BorrowedRoutesChosen(seat=command.seat, routes=named(ruleset, choice)))


def _chosen(ruleset: Ruleset, state: State, event: BorrowedRoutesChosen) -> State:
    assert isinstance(state.phase, ChoosingBorrowedRoutes)
    sites = with_chosen(state.slice(Sites), event.seat, known(event.routes))
    left = tuple(seat for seat in state.phase.seats if seat != event.seat)
    reason = state.phase.reason
    phase = ChoosingBorrowedRoutes(left, reason) if left else Ended(reason)
    return replace(state, phase=phase, slices=with_slice(state, sites))


station_choice = RuleModule(
    name="station_choice",
    commands={ChooseBorrowedRoutes: Action(_choose, (ChoosingBorrowedRoutes,))},
    events={BorrowingAsked: _asked, BorrowedRoutesChosen: _chosen},
    offers={ChoosingBorrowedRoutes: _offers},
    settle={Ended: _ask},
)
