"""The engine: it knows commands, events and hooks, and no rule of the game."""

from collections.abc import Iterable

from ttr_core.engine.decision import Decision
from ttr_core.engine.randomness import Randomness
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import Command, SeatCommand
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId
from ttr_core.model.phases import Ended, Scored
from ttr_core.model.state import State
from ttr_core.model.violations import Code, RuleViolation


def decide(ruleset: Ruleset, state: State, command: Command, rng: Randomness) -> tuple[Event, ...]:
    """The events that the command leads to; raises `RuleViolation` and changes nothing if it is refused."""
    return advance(ruleset, state, command, rng)[0]


def advance(
    ruleset: Ruleset, state: State, command: Command, rng: Randomness
) -> tuple[tuple[Event, ...], State]:
    """`decide`, with the state after its events: whoever appends them need not fold them again."""
    action = ruleset.actions.get(type(command))
    if action is None:
        raise RuleViolation(Code.UNKNOWN_COMMAND, board=ruleset.board.name)
    if not action.fits(type(state.phase)):
        raise _not_now(state)
    if isinstance(command, SeatCommand) and command.seat not in state.phase.waiting:
        raise _not_you(ruleset, state, command.seat)
    reason = ruleset.barred(state, type(command))
    if reason:
        raise RuleViolation(reason)
    decision = Decision(ruleset, state, rng)
    action.perform(decision, command)
    _settle(decision)
    return tuple(decision.events), decision.state


def evolve(ruleset: Ruleset, state: State, event: Event) -> State:
    """The state after one more event. Never refuses: outcomes are in the event."""
    return ruleset.appliers[type(event)](ruleset, state, event)


def replay(ruleset: Ruleset, events: Iterable[Event], state: State | None = None) -> State:
    """The state after all events, from an earlier state or from the very beginning."""
    appliers = ruleset.appliers
    current = ruleset.new_state() if state is None else state
    for event in events:
        current = appliers[type(event)](ruleset, current, event)
    return current


def legal_commands(ruleset: Ruleset, state: State, seat: SeatId) -> tuple[Command, ...]:
    """Everything the seat may do now, payments included, in canonical order; secret to the seat."""
    if seat not in state.phase.waiting:
        return ()
    listed = ruleset.offered(state, seat)
    if not listed:
        spare = ruleset.fallbacks.get(type(state.phase), ())
        listed = [command for offer in spare for command in offer(ruleset, state, seat)]
    return tuple(listed)


def _settle(decision: Decision) -> None:
    """Lets the state come to rest: after every change the first rule in order has its say again."""
    settles_in = decision.ruleset.settles_in
    unsettled = True
    while unsettled:
        unsettled = False
        for settle in settles_in(type(decision.state.phase)):
            if settle(decision):
                unsettled = True
                break


def _not_now(state: State) -> RuleViolation:
    over = isinstance(state.phase, Ended | Scored)
    return RuleViolation(Code.GAME_OVER if over else Code.NOT_NOW, phase=state.phase.name)


def _not_you(ruleset: Ruleset, state: State, seat: SeatId) -> RuleViolation:
    if not 0 <= seat < ruleset.players:
        return RuleViolation(Code.UNKNOWN_SEAT, seat=seat)
    if state.seats[seat].chosen is not None:
        return RuleViolation(Code.ALREADY_CHOSEN, seat=seat)
    return RuleViolation(Code.NOT_YOUR_TURN, seat=seat, waiting_for=list(state.phase.waiting))
