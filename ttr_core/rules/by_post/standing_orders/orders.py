"""Standing orders: what a seat wants done when its turn comes, hidden from all others.

At the beginning of a turn the orders are tried in the order in which the seat gave them. The first alternative whose
first step is legal is played; its further steps follow as far as they are legal. Others see that orders were changed
and followed, and the moves; only the seat itself sees what they say, which were passed over, and why.
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import replace

from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, Range, RuleModule, Template
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.actor import Role
from ttr_core.model.commands import DrawCard, TableCommand
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId, Viewer, Witness
from ttr_core.model.message import Private, Public, known, type_name
from ttr_core.model.phases import Lobby
from ttr_core.model.remarks import silent
from ttr_core.model.state import State, put, with_table_slice
from ttr_core.model.violations import Code, RefusalCode, RuleViolation
from ttr_core.rules.by_post.seat_holders import SeatHandedOver, check_present
from ttr_core.rules.by_post.standing_orders.instruction import (
    MOST_ALTERNATIVES,
    Order,
    Steps,
    Stop,
    Whole,
    order_problem,
)
from ttr_core.rules.by_post.standing_orders.progress import (
    Orders,
    Outcome,
    begun,
    go_on,
    look_through,
    no_orders,
    orders_due,
    what_is_left,
)

MOST_ORDERS, MOST_ORDER_TURNS = 8, 100
ALL = 0  # instead of an order's number
MOMENT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"  # as everywhere in a log


class OrderCode(RefusalCode):
    ORDER_NOT_UNDERSTOOD = "order_not_understood"  # no order for this board, or too large
    TOO_MANY_ORDERS = "too_many_orders"
    NO_SUCH_ORDER = "no_such_order"
    NO_ORDER_DUE = "no_order_due"


class GiveOrder(TableCommand, frozen=True, kw_only=True):
    """For the next turns of the seat, after the orders that it gave before."""

    alternatives: tuple[Steps, ...]
    turns: Whole = 1
    repeat: bool = False
    until: Annotated[str, msgspec.Meta(pattern=f"^({MOMENT})?$")] = ""
    stops: tuple[Stop, ...] = ()


class CancelOrder(TableCommand, frozen=True, kw_only=True):
    """By its number; 0 is for all of them."""

    order: Whole


class FollowOrders(TableCommand, frozen=True, kw_only=True):
    """Plays the next step of what the seat has ordered."""

    by = (Role.ORDER,)
    posted = False

    now: str


class OrdersChanged(Event, frozen=True, kw_only=True):
    """An order was given or, without alternatives, taken back; others cannot tell which."""

    schema: ClassVar[int] = 2  # steps of the first name commands that have other names now

    seat: Public[SeatId]
    order: Private[int]
    alternatives: Private[tuple[Steps, ...]]
    turns: Private[int]
    repeat: Private[bool]
    until: Private[str]
    stops: Private[tuple[Stop, ...]]


class OrdersFollowed(Event, frozen=True, kw_only=True):
    """What came of the orders that were tried; the move follows if there is one."""

    seat: Public[SeatId]
    now: Public[str]
    outcomes: Private[tuple[Outcome, ...]]


# giving


def _give(decision: Decision, command: GiveOrder) -> None:
    _check(decision, command.seat)
    mine = decision.state.slice(Orders)
    problem = order_problem(decision.ruleset, command.seat, command.alternatives, command.stops)
    if not 1 <= command.turns <= MOST_ORDER_TURNS or (
        command.until and not re.fullmatch(MOMENT, command.until)
    ):
        problem = "expiry"
    if problem:
        raise RuleViolation(OrderCode.ORDER_NOT_UNDERSTOOD, problem=problem)
    if len(mine.in_force[command.seat]) == MOST_ORDERS:
        raise RuleViolation(OrderCode.TOO_MANY_ORDERS, at_most=MOST_ORDERS)
    decision.emit(
        OrdersChanged(
            seat=command.seat,
            order=mine.numbers[command.seat] + 1,
            alternatives=command.alternatives,
            turns=command.turns,
            repeat=command.repeat,
            until=command.until,
            stops=command.stops,
        )
    )


def _cancel(decision: Decision, command: CancelOrder) -> None:
    _check(decision, command.seat)
    mine = decision.state.slice(Orders).in_force[command.seat]
    if not mine or command.order not in {ALL, *(order.number for order in mine)}:
        raise RuleViolation(OrderCode.NO_SUCH_ORDER, order=command.order)
    decision.emit(_taken_back(command.seat, command.order))


def _order_to_give(ruleset: Ruleset, state: State, seat: SeatId) -> Iterator[Template]:
    draw = GiveOrder(seat=seat, alternatives=(({"type": type_name(DrawCard)},),))
    free = {"alternatives": Range(1, MOST_ALTERNATIVES), "turns": Range(1, MOST_ORDER_TURNS)}
    yield Template(command=draw, free=free)


def _orders_to_cancel(ruleset: Ruleset, state: State, seat: SeatId) -> Iterator[CancelOrder]:
    in_force = state.slice(Orders).in_force[seat]
    return (CancelOrder(seat=seat, order=number) for number in (*(order.number for order in in_force), ALL))


def _check(decision: Decision, seat: SeatId) -> None:
    check_present(decision, seat)
    if isinstance(decision.state.phase, Lobby):
        raise RuleViolation(Code.NOT_NOW, phase=decision.state.phase.name)


def _forget(decision: Decision, event: SeatHandedOver) -> None:
    """Orders belong to a person, not to a seat."""
    if decision.state.slice(Orders).in_force[event.seat]:
        decision.emit(_taken_back(event.seat, ALL))


def _taken_back(seat: SeatId, order: int) -> OrdersChanged:
    return OrdersChanged(seat=seat, order=order, alternatives=(), turns=0, repeat=False, until="", stops=())


def _changed(ruleset: Ruleset, state: State, event: OrdersChanged) -> State:
    mine, seat, number = state.slice(Orders), event.seat, known(event.order)
    if known(event.alternatives):
        order = Order(
            number=number,
            alternatives=known(event.alternatives),
            turns=known(event.turns),
            repeat=known(event.repeat),
            until=known(event.until),
            stops=known(event.stops),
        )
        mine = replace(mine, numbers=put(mine.numbers, seat, number))
        return _with(state, mine, seat, (*mine.in_force[seat], order))
    kept = tuple(order for order in mine.in_force[seat] if number not in (ALL, order.number))
    course = mine.courses[seat]
    if number in (ALL, course.order):  # what has begun goes no further
        mine = replace(mine, courses=put(mine.courses, seat, replace(course, steps=())))
    return _with(state, mine, seat, kept)


def _with(state: State, mine: Orders, seat: SeatId, orders: tuple[Order, ...]) -> State:
    return replace(
        state, table=with_table_slice(state, replace(mine, in_force=put(mine.in_force, seat, orders)))
    )


# following


def _follow(decision: Decision, command: FollowOrders) -> None:
    seat, state = command.seat, decision.state
    if not 0 <= seat < decision.ruleset.players or not orders_due(state, seat):
        raise RuleViolation(OrderCode.NO_ORDER_DUE, seat=seat)
    course = state.slice(Orders).courses[seat]
    if course.turn == state.turns:
        outcomes, move = go_on(decision, seat, course)
    else:
        outcomes, move = look_through(decision, seat, command.now)
    decision.emit(OrdersFollowed(seat=seat, now=command.now, outcomes=tuple(outcomes)))
    if move:
        decision.ruleset.actions[type(move)].perform(decision, move)


def _followed(ruleset: Ruleset, state: State, event: OrdersFollowed) -> State:
    mine, seat, outcomes = state.slice(Orders), event.seat, known(event.outcomes)
    course, left = mine.courses[seat], mine.in_force[seat]
    if course.turn == state.turns:
        course = replace(course, done=outcomes[0].step)
    else:
        course = begun(left, outcomes, state.turns)
        left = tuple(rest for order in left if (rest := what_is_left(order, outcomes)))
    return _with(state, replace(mine, courses=put(mine.courses, seat, course)), seat, left)


class OrderShown(msgspec.Struct, frozen=True, kw_only=True):
    """A standing order."""

    number: int
    alternatives: tuple[Steps, ...]
    turns: int  # for how many turns of its seat it still holds
    repeat: bool  # also after it has been followed once
    until: str | None  # UTC; for good if null
    stops: tuple[Stop, ...]


class SeatOrders(msgspec.Struct, frozen=True, kw_only=True):
    seat: SeatId
    orders: tuple[OrderShown, ...]


class OrdersShown(msgspec.Struct, frozen=True, kw_only=True):
    """The seat's own orders; when the game is over, auditors see those of all seats."""

    seats: tuple[SeatOrders, ...]


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> Any:  # JSON values
    """A seat's own orders; to others not even that there are any."""
    in_force = state.slice(Orders).in_force
    shown = [
        {"seat": seat, "orders": [_shown(order) for order in orders]}
        for seat, orders in enumerate(in_force)
        if orders and viewer in (seat, Witness.AUDITOR)
    ]
    return {"seats": shown} if shown else None


def _shown(order: Order) -> dict[str, Any]:
    return {**msgspec.to_builtins(order), "until": order.until or None}


def _leave_out(ruleset: Ruleset, state: State, event: OrdersChanged | OrdersFollowed) -> None:
    """A viewer imagines others without orders."""


A_MOMENT = "2026-01-31T18:00:00.000Z"  # in the examples

orders = RuleModule(
    name="orders",
    always=True,
    codes=OrderCode,
    slice=no_orders,
    commands={
        GiveOrder: Action(_give, candidates=_order_to_give),
        CancelOrder: Action(_cancel, candidates=_orders_to_cancel),
        FollowOrders: Action(_follow),
    },
    events={OrdersChanged: _changed, OrdersFollowed: _followed},
    reacts={SeatHandedOver: _forget},
    guesses={OrdersChanged: _leave_out, OrdersFollowed: _leave_out},
    view=_view,
    shows=OrdersShown,
    looks=silent,
    examples=(
        FollowOrders(seat=1, now=A_MOMENT),
        OrdersFollowed(
            seat=1, now=A_MOMENT, outcomes=(Outcome(order=1, result="played", alternative=2, step=1),)
        ),
    ),
)
