"""The standing orders of a game: which are in force, how far each has come, and what came of it."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from ttr_core.engine.engine import Decision
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import SeatCommand
from ttr_core.model.ids import SeatId
from ttr_core.model.phases import PlayingTurn, SeatPhase
from ttr_core.model.state import HUMAN, State, TableSlice
from ttr_core.rules.by_post.standing_orders.instruction import Order, Steps, command_for, void_by
from ttr_core.rules.by_post.undo import Restarts

PLAYED, WAITS, VOID, STUCK = "played", "waits", "void", "stuck"  # what came of an order
NOTHING_LEGAL, EXPIRED = "nothing_legal", "expired"


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """How far a seat's orders have come in a turn."""

    turn: int = 0  # by the count of turns begun
    order: int = 0
    alternative: int = 0
    steps: Steps = ()
    done: int = 0  # of these steps


class Orders(TableSlice, frozen=True, kw_only=True):
    in_force: tuple[tuple[Order, ...], ...]  # by seat
    numbers: tuple[int, ...]  # of the latest order of each seat
    courses: tuple[Course, ...]


def no_orders(ruleset: Ruleset) -> Orders:
    players = ruleset.players
    return Orders(in_force=((),) * players, numbers=(0,) * players, courses=(Course(),) * players)


def orders_due(state: State, seat: SeatId) -> bool:
    """Whether the seat has orders to try in this turn, or one to go on with; never in a turn that was taken back."""
    if seat not in state.phase.waiting or not isinstance(state.phase, SeatPhase):
        return False
    if state.seats[seat].kind != HUMAN or state.turns == state.slice(Restarts).turn:
        return False
    mine = state.slice(Orders)
    course = mine.courses[seat]
    if course.turn == state.turns:
        return course.done < len(course.steps)
    return isinstance(state.phase, PlayingTurn) and bool(mine.in_force[seat])


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of one order; alternatives and steps are counted from 1."""

    order: int
    result: str
    reason: str = ""
    alternative: int = 0
    step: int = 0


Followed = tuple[list[Outcome], SeatCommand | None]  # what came of them, and the move


def look_through(decision: Decision, seat: SeatId, now: str) -> Followed:
    """The orders in turn, up to the first that is played."""
    outcomes: list[Outcome] = []
    for order in decision.state.slice(Orders).in_force[seat]:
        reason = void_by(decision.ruleset, decision.state, seat, order, now)
        if reason:
            outcomes.append(Outcome(order=order.number, result=VOID, reason=reason))
            continue
        for number, steps in enumerate(order.alternatives, 1):
            move = command_for(decision.ruleset, decision.state, seat, steps[0])
            if move:
                played = Outcome(order=order.number, result=PLAYED, alternative=number, step=1)
                return [*outcomes, played], move
        last = order.turns == 1
        reason = EXPIRED if last else NOTHING_LEGAL
        outcomes.append(Outcome(order=order.number, result=VOID if last else WAITS, reason=reason))
    return outcomes, None


def go_on(decision: Decision, seat: SeatId, course: Course) -> Followed:
    """Steps that are not legal are passed over."""
    for number, step in enumerate(course.steps[course.done :], course.done + 1):
        move = command_for(decision.ruleset, decision.state, seat, step)
        if move:
            return [_step(course, PLAYED, "", number)], move
    return [_step(course, STUCK, NOTHING_LEGAL, len(course.steps))], None


def _step(course: Course, result: str, reason: str, step: int) -> Outcome:
    return Outcome(
        order=course.order, result=result, reason=reason, alternative=course.alternative, step=step
    )


# what is left


def begun(orders: Sequence[Order], outcomes: Sequence[Outcome], turn: int) -> Course:
    for order in orders:
        for outcome in outcomes:
            if outcome.order == order.number and outcome.result == PLAYED:
                steps, chosen = order.alternatives[outcome.alternative - 1], outcome.alternative
                return Course(turn=turn, order=order.number, alternative=chosen, steps=steps, done=1)
    return Course(turn=turn)


def what_is_left(order: Order, outcomes: Sequence[Outcome]) -> Order | None:
    """What is left of the order; one that was not looked at does not grow older."""
    result = next((outcome.result for outcome in outcomes if outcome.order == order.number), None)
    if result is None:
        return order
    stays = result == WAITS or (result == PLAYED and order.repeat and order.turns > 1)
    return replace(order, turns=order.turns - 1) if stays else None
