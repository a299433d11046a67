"""A standing order: what a seat wants done when its turn comes, as commands that may be incomplete.

An order has alternatives, each of them a sequence of steps. A step is a command as JSON in which fields may be left
out, `{"type": "claim_route", "route": "montreal-new_york", "with": "blue"}`: it stands for the first legal command that
has what it names. `with` is short for cards of one colour and locomotives.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from ttr_core.engine.engine import legal_commands
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import SeatCommand
from ttr_core.model.ids import LOCOMOTIVE, RouteId, SeatId
from ttr_core.model.state import State

MOST_ALTERNATIVES, MOST_STEPS, MOST_STOPS = 8, 8, 8
LARGEST = 4096  # bytes of JSON
PAID_WITH = "with"

Step = Mapping[str, Any]  # JSON values
Steps = tuple[Step, ...]


EXACT = 2**53 - 1  # up to here every reader of JSON keeps a whole number exact
Whole = Annotated[int, msgspec.Meta(ge=-EXACT, le=EXACT)]


class Stop(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What makes an order void: looked at when it would be followed."""

    when: Literal["route_taken", "rival_trains_at_most", "hand_at_least", "last_round"]
    route: RouteId = RouteId("")
    count: Whole = 0


class Order(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    alternatives: tuple[Steps, ...]
    turns: int  # for how many turns of its seat it still holds
    repeat: bool = False  # also after it has been followed once
    until: str = ""  # UTC; for good if empty
    stops: tuple[Stop, ...] = ()


# what an order may say


def order_problem(
    ruleset: Ruleset, seat: SeatId, alternatives: Sequence[Steps], stops: Sequence[Stop]
) -> str:
    """Why this is no order for this board; empty if it is one. It depends on the board alone, not on the game."""
    if not 1 <= len(alternatives) <= MOST_ALTERNATIVES or len(stops) > MOST_STOPS:
        return "number"
    for steps in alternatives:
        if not 1 <= len(steps) <= MOST_STEPS or not all(_is_step(ruleset, seat, step) for step in steps):
            return "step"
    if not all(_is_stop(ruleset, stop) for stop in stops):
        return "stop"
    return "size" if len(msgspec.json.encode((alternatives, stops))) > LARGEST else ""


def _is_stop(ruleset: Ruleset, stop: Stop) -> bool:
    return 0 <= stop.count <= LARGEST and (stop.route in ruleset.route_index) == (stop.when == "route_taken")


def _is_step(ruleset: Ruleset, seat: SeatId, step: Step) -> bool:
    kind = _kind(ruleset, step.get("type"))
    return kind is not None and all(_fits(ruleset, kind, seat, *named) for named in step.items())


def _kind(ruleset: Ruleset, name: object) -> type[SeatCommand] | None:
    kinds = (kind for kind in ruleset.actions if issubclass(kind, SeatCommand))
    return next((kind for kind in kinds if kind.__struct_config__.tag == name), None)


def _fits(ruleset: Ruleset, kind: type[SeatCommand], seat: SeatId, name: str, value: object) -> bool:
    if name in {"type", "seat"}:
        return name == "type" or (value == seat and not isinstance(value, bool))
    if name == PAID_WITH:
        return "cards" in kind.__struct_fields__ and value in ruleset.train_kinds
    wanted = next((field.type for field in msgspec.structs.fields(kind) if field.name == name), None)
    try:
        msgspec.convert(value, wanted)
    except msgspec.ValidationError:
        return False
    return wanted is not None and _is_on_board(ruleset, name, value)


def _is_on_board(ruleset: Ruleset, name: str, value: object) -> bool:
    """A route, city or card must be one of the board's."""
    names: Mapping[str, Collection[object]] = {
        "route": ruleset.route_index,
        "city": ruleset.city_index,
        "card": ruleset.card_index,
    }
    return name not in names or value in names[name]


# the command that it stands for


def command_for(ruleset: Ruleset, state: State, seat: SeatId, step: Step) -> SeatCommand | None:
    """The first legal command that has all that the step names."""
    kind = _kind(ruleset, step["type"])
    for command in legal_commands(ruleset, state, seat):
        if isinstance(command, SeatCommand) and type(command) is kind and _has(command, step):
            return command
    return None


def _has(command: SeatCommand, step: Step) -> bool:
    """Whether the command has all that the step names; cards and tickets in any order."""
    fields = msgspec.to_builtins(command, builtin_types=())
    for name, value in step.items():
        if name == PAID_WITH:
            if not set(fields["cards"]) <= {value, LOCOMOTIVE}:
                return False
        elif _sorted(fields.get(name, ())) != _sorted(value):
            return False
    return True


def _sorted(value: Any) -> Any:  # JSON values
    return sorted(value) if isinstance(value, list | tuple) else value


def void_by(ruleset: Ruleset, state: State, seat: SeatId, order: Order, now: str) -> str:
    """Why the order is not to be followed any more; empty if it is."""
    if order.until and now > order.until:
        return "time"
    return next((stop.when for stop in order.stops if _is_met(ruleset, state, seat, stop)), "")


def _is_met(ruleset: Ruleset, state: State, seat: SeatId, stop: Stop) -> bool:
    match stop.when:
        case "route_taken":
            return bool(state.claimed >> ruleset.route_index[stop.route] & 1)
        case "rival_trains_at_most":
            rivals = (rival for number, rival in enumerate(state.seats) if number != seat)
            return any(rival.trains <= stop.count for rival in rivals)
        case "hand_at_least":
            return sum(state.seats[seat].hand) >= stop.count
        case "last_round":
            return state.last_seat is not None
