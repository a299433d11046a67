"""Routes: a set of cards of one colour claims a route; it scores at once and may close the tracks beside it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec.structs import replace

from ttr_core.boards.board import Route
from ttr_core.boards.check.defects import Defect, PartialBoard, error
from ttr_core.engine.draft import Draft
from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, Payment, RuleModule, Settings
from ttr_core.engine.payments import (
    check_route_open,
    nearest_payment,
    open_routes,
    pay,
    payable,
    payment_refused,
    plain_payments,
)
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import ClaimRoute, Command
from ttr_core.model.events import RouteClaimed
from ttr_core.model.ids import RouteId, SeatId
from ttr_core.model.phases import PlayingTurn, TurnOver
from ttr_core.model.scoresheet import Item, ScoreLine
from ttr_core.model.state import State, route_numbers, with_seat
from ttr_core.model.violations import BoardDefect


class Routes(Settings, frozen=True, kw_only=True):
    points: Mapping[str, int]  # by length
    tracks: int | None = None  # how many tracks of a multiple route are open; all if absent
    wild_on: tuple[str, ...] | None = None  # features of the routes that take locomotives; all if absent
    apart_is_multiple: bool = True  # tracks between the same cities that are drawn apart


def _check(board: PartialBoard, settings: Routes) -> Iterator[Defect]:
    for n, route in board.routes:
        if route.length < 1 or str(route.length) not in settings.points:
            message = f"no points for a length of {route.length}"
            yield error(f"/routes/{n}/length", "length_without_points", message)


def _compile(draft: Draft) -> None:
    """Tracks between the same two cities are one for each player, and only so many in all."""
    settings: Routes = draft.settings
    between: dict[frozenset[str], list[RouteId]] = defaultdict(list)
    for route in draft.board.routes:
        if settings.apart_is_multiple or not route.feature("apart"):
            between[frozenset((route.a, route.b))].append(route.id)
    for tracks in between.values():
        if len(tracks) > 1:
            draft.group(tracks, limit=settings.tracks or len(tracks))
    draft.points(_points)
    draft.price(_price)


def _points(ruleset: Ruleset, route: Route, points: int) -> int:
    by_length = ruleset.setting(Routes).points
    if str(route.length) not in by_length:
        raise BoardDefect(f"route {route.id}: no points for length {route.length}")
    return by_length[str(route.length)]


def _price(ruleset: Ruleset, route: Route, ways: tuple[Payment, ...]) -> tuple[Payment, ...]:
    """One colour, or any one colour for gray; locomotives stand for any card where they are wild."""
    wild_on = ruleset.setting(Routes).wild_on
    wild = wild_on is None or any(route.feature(feature) for feature in wild_on)
    return ways + plain_payments(route.colours(ruleset.colours), route.length, wild)


def _offers(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    routes, hand = open_routes(ruleset, state, seat), state.seats[seat].hand
    return ruleset.prices.payable(routes, hand, _claims(ruleset, seat))


@lru_cache(maxsize=1 << 6)  # they stay the same, and are listed every turn
def _claims(ruleset: Ruleset, seat: SeatId) -> tuple[tuple[Command, ...], ...]:
    """For each route the claims of the seat, one for each way to pay."""
    prices = ruleset.prices
    return tuple(
        tuple(
            ClaimRoute(seat=seat, route=route.id, cards=way.cards)
            for way in prices.ways(prices.price_of(number))
        )
        for number, route in enumerate(ruleset.routes)
    )


def _claim(decision: Decision, command: ClaimRoute) -> None:
    ruleset, state, me = decision.ruleset, decision.state, decision.state.seats[command.seat]
    number = check_route_open(ruleset, state, command)
    payment = Payment(ruleset.in_order(command.cards))
    if not ruleset.prices.accepts(number, me.hand, payment.cards):
        ways = payable(ruleset, me.hand, ruleset.prices.ways(ruleset.prices.price_of(number)))
        nearest = nearest_payment(ways, payment)
        raise payment_refused(ruleset, me.hand, payment, route=command.route, accepted=nearest)
    pay(decision, command.seat, number, payment)


def _claim_on_trust(decision: Decision, command: ClaimRoute) -> None:
    pay(decision, command.seat, decision.ruleset.route_index[command.route], Payment(command.cards))


def _claimed(ruleset: Ruleset, state: State, event: RouteClaimed) -> State:
    number, me = ruleset.route_index[event.route], state.seats[event.seat]
    hand, discard = list(me.hand), list(state.discard)
    for card in event.cards:
        kind = ruleset.card_index[card]
        hand[kind] -= 1
        if kind < len(discard):  # only train cards come back
            discard[kind] += 1
    claimed = state.claimed | 1 << number
    closed, barred = state.closed | 1 << number, me.barred
    for tracks, limit in ruleset.groups_of[number]:
        barred |= tracks
        if (claimed & tracks).bit_count() >= limit:
            closed |= tracks
    seat = replace(
        me,
        hand=tuple(hand),
        trains=me.trains - event.trains,
        routes=me.routes | 1 << number,
        barred=barred,
        points=me.points + event.points,
    )
    return replace(
        state,
        seats=with_seat(state.seats, event.seat, seat),
        discard=tuple(discard),
        claimed=claimed,
        closed=closed,
        phase=TurnOver(event.seat),
    )


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    """Every route is counted again, from the board."""
    lines: list[ScoreLine | None] = []
    for seat in state.seats:
        numbers = route_numbers(seat.routes)
        items = tuple(Item(ruleset.routes[number].id, ruleset.points[number]) for number in numbers)
        lines.append(ScoreLine(reason="routes", points=sum(item.points for item in items), items=items))
    return lines


routes = RuleModule(
    name="routes",
    settings=Routes,
    features={"apart": "1: it is drawn apart from the tracks between the same cities"},
    check=_check,
    compile=_compile,
    commands={ClaimRoute: Action(_claim, (PlayingTurn,), trusted=_claim_on_trust)},
    events={RouteClaimed: _claimed},
    offers={PlayingTurn: _offers},
    score=_score,
)
