"""Standing orders: conditional moves for one's next turns, known to nobody else."""

import re
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.support.paths import DOCS
from tests.support.whole_games.by_post_games import ANN, BOB, CLEO, dealt, playing, waiting_room
from tests.support.whole_games.event_logs import decode_command, decode_log, encode, encode_log
from ttr_core import Code, Event, RuleViolation, Witness, redact, replay
from ttr_core.engine.views import view
from ttr_core.game import Game
from ttr_core.model.commands import ClaimRoute, Command, DrawCard
from ttr_core.model.events import CardDrawn, CardTaken, RouteClaimed, TicketsKept
from ttr_core.model.ids import RouteId, SeatId
from ttr_core.model.phases import DrawingSecond, PlayingTurn
from ttr_core.model.state import route_set, with_part, with_seat
from ttr_core.rules.by_post.motions import Agree
from ttr_core.rules.by_post.people import Resign
from ttr_core.rules.by_post.seat_holders import PeopleCode
from ttr_core.rules.by_post.standing_orders.instruction import LARGEST, MOST_ALTERNATIVES, MOST_STEPS, Stop
from ttr_core.rules.by_post.standing_orders.orders import (
    ALL,
    MOST_ORDER_TURNS,
    MOST_ORDERS,
    CancelOrder,
    FollowOrders,
    GiveOrder,
    OrderCode,
    OrdersChanged,
    OrdersFollowed,
)
from ttr_core.rules.by_post.standing_orders.progress import Orders, Outcome, orders_due
from ttr_core.rules.by_post.undo import Checkpoint, Checkpoints, ProposeUndo

NOW, LATER = "2026-01-31T18:00:00.000Z", "2026-01-31T18:00:00.001Z"
ROUTE = RouteId("montreal--new_york")  # three spaces of blue
CLAIM = {"type": "claim_route", "route": ROUTE, "with": "blue"}
DRAW = {"type": "draw_card"}

Step = dict[str, Any]  # JSON values


def refused(game: Game, command: Command) -> str:
    with pytest.raises(RuleViolation) as caught:
        game.do(command)
    return caught.value.code


def order(game: Game, *alternatives: list[Step], seat: SeatId = BOB, **more: Any) -> OrdersChanged:
    """Gives an order as a client would, through JSON."""
    given = GiveOrder(seat=seat, alternatives=tuple(map(tuple, alternatives)), **more)
    (event,) = game.do(decode_command(encode(given)))
    assert isinstance(event, OrdersChanged)
    return event


def rich(game: Game, seat: SeatId = BOB, each: int = 4) -> None:
    state = game.state
    hand = tuple(each for _ in state.seats[seat].hand)
    game.state = replace(state, seats=with_seat(state.seats, seat, replace(state.seats[seat], hand=hand)))


def pass_on(game: Game, seat: SeatId) -> None:
    game.do(DrawCard(seat=seat))
    game.do(DrawCard(seat=seat))


def follow(game: Game, seat: SeatId = BOB, now: str = NOW) -> tuple[Event, ...]:
    return game.do(FollowOrders(seat=seat, now=now))


def outcomes(events: tuple[Event, ...]) -> list[tuple[int, str, str]]:
    (followed,) = (event for event in events if isinstance(event, OrdersFollowed))
    return [(outcome.order, outcome.result, outcome.reason) for outcome in followed.outcomes or ()]


def mine(game: Game, seat: SeatId = BOB) -> list[int]:
    return [order.number for order in game.state.slice(Orders).in_force[seat]]


# ------------------------------------------------------------------------------------------ following


def test_the_first_alternative_that_is_legal_is_played() -> None:
    game = playing()
    order(game, [CLAIM], [DRAW, DRAW])
    rich(game)
    pass_on(game, ANN)
    events = follow(game)
    assert outcomes(events) == [(1, "played", "")]
    (claimed,) = (event for event in events if isinstance(event, RouteClaimed))
    assert (claimed.seat, claimed.route, claimed.cards) == (BOB, ROUTE, ("blue",) * 3)
    assert game.state.phase == PlayingTurn(CLEO)
    assert mine(game) == []


def test_otherwise_the_next_one_and_step_after_step_of_it() -> None:
    game = playing()
    order(game, [CLAIM], [DRAW, DRAW])
    rich(game)
    game.state = replace(game.state, closed=route_set([game.ruleset.route_index[ROUTE]]))
    pass_on(game, ANN)
    first = follow(game)
    assert isinstance(first[0], OrdersFollowed)
    assert first[0].outcomes == (Outcome(order=1, result="played", alternative=2, step=1),)
    assert isinstance(first[1], CardDrawn)
    assert game.state.phase.waiting == (BOB,)
    second = follow(game)
    assert isinstance(second[0], OrdersFollowed)
    assert second[0].outcomes == (Outcome(order=1, result="played", alternative=2, step=2),)
    assert game.state.phase == PlayingTurn(CLEO)
    assert refused(game, FollowOrders(seat=BOB, now=NOW)) == OrderCode.NO_ORDER_DUE


def test_a_step_that_is_not_legal_is_passed_over_once_its_alternative_has_begun() -> None:
    game = playing()
    order(game, [DRAW, {"type": "take_card", "card": "locomotive"}, DRAW])
    pass_on(game, ANN)
    follow(game)
    events = follow(game)  # a face-up locomotive is never the second card
    assert [type(event) for event in events[:2]] == [OrdersFollowed, CardDrawn]
    assert game.state.phase == PlayingTurn(CLEO)


def test_where_no_step_is_left_the_person_goes_on() -> None:
    game = playing()
    order(game, [DRAW, CLAIM])
    pass_on(game, ANN)
    follow(game)
    assert outcomes(follow(game)) == [(1, "stuck", "nothing_legal")]
    assert game.state.phase == DrawingSecond(BOB)
    assert not orders_due(game.state, BOB)
    game.do(DrawCard(seat=BOB))


def test_a_move_by_the_player_comes_before_the_order() -> None:
    game = playing()
    order(game, [DRAW, DRAW], turns=2)
    pass_on(game, ANN)
    follow(game)
    game.do(DrawCard(seat=BOB))
    assert not orders_due(game.state, BOB)
    assert game.state.phase == PlayingTurn(CLEO)


def test_orders_leave_a_turn_alone_that_its_player_has_begun() -> None:
    game = playing()
    order(game, [DRAW, DRAW], turns=2)
    pass_on(game, ANN)
    game.do(DrawCard(seat=BOB))
    assert refused(game, FollowOrders(seat=BOB, now=NOW)) == OrderCode.NO_ORDER_DUE


def test_several_orders_are_a_queue() -> None:
    game = playing(2)
    order(game, [DRAW, DRAW])
    order(game, [{"type": "draw_tickets"}, {"type": "keep_tickets"}])
    pass_on(game, ANN)
    assert outcomes(follow(game)) == [(1, "played", "")]
    follow(game)
    assert mine(game) == [2]
    pass_on(game, ANN)
    assert outcomes(follow(game)) == [(2, "played", "")]
    assert isinstance(follow(game)[1], TicketsKept)
    assert game.state.phase == PlayingTurn(ANN)


def test_an_order_waits_as_many_turns_as_it_holds() -> None:
    game = playing(2)
    order(game, [CLAIM], turns=2)
    game.state = replace(game.state, closed=route_set([game.ruleset.route_index[ROUTE]]))
    pass_on(game, ANN)
    assert outcomes(follow(game)) == [(1, "waits", "nothing_legal")]
    assert refused(game, FollowOrders(seat=BOB, now=NOW)) == OrderCode.NO_ORDER_DUE, "once a turn"
    pass_on(game, BOB)
    pass_on(game, ANN)
    assert outcomes(follow(game)) == [(1, "void", "expired")]
    assert mine(game) == []


def test_a_repeated_order_is_followed_every_turn() -> None:
    game = playing(2)
    order(game, [DRAW, DRAW], turns=2, repeat=True)
    for left in ([1], []):
        pass_on(game, ANN)
        follow(game)
        follow(game)
        assert mine(game) == left
    assert game.state.phase == PlayingTurn(ANN)


@pytest.mark.parametrize(
    ("until", "result"), [(NOW, "played"), ("", "played"), ("2026-01-31T17:59:59.999Z", "void")]
)
def test_an_order_ends_with_its_time(until: str, result: str) -> None:
    game = playing()
    order(game, [DRAW], until=until)
    pass_on(game, ANN)
    assert outcomes(follow(game))[0][1] == result


@pytest.mark.parametrize(
    ("stop", "met"),
    [
        (Stop(when="last_round"), False),
        (Stop(when="hand_at_least", count=4), True),
        (Stop(when="hand_at_least", count=5), False),
        (Stop(when="rival_trains_at_most", count=45), True),
        (Stop(when="rival_trains_at_most", count=44), False),
        (Stop(when="route_taken", route=ROUTE), False),
        (Stop(when="route_taken", route=RouteId("dallas--houston--1")), True),
    ],
)
def test_stop_conditions(stop: Stop, met: bool) -> None:
    game = playing()
    taken = route_set([game.ruleset.route_index[RouteId("dallas--houston--1")]])
    game.state = replace(game.state, claimed=taken, closed=taken)
    order(game, [DRAW], stops=(stop,))
    pass_on(game, ANN)
    assert outcomes(follow(game)) == [(1, "void", stop.when) if met else (1, "played", "")]


def test_the_last_round_stops_an_order() -> None:
    game = playing()
    order(game, [DRAW], stops=(Stop(when="last_round"),))
    game.state = replace(game.state, last_seat=CLEO)
    pass_on(game, ANN)
    assert outcomes(follow(game)) == [(1, "void", "last_round")]


# ---------------------------------------------------------------------------------------------- steps


def test_a_step_may_be_a_whole_command_with_its_cards_in_any_order() -> None:
    game = playing()
    rich(game)
    cards = ["locomotive", "blue", "blue"]
    order(game, [{"type": "claim_route", "seat": BOB, "route": ROUTE, "cards": cards}])
    pass_on(game, ANN)
    (claimed,) = (event for event in follow(game) if isinstance(event, RouteClaimed))
    assert claimed.cards == ("blue", "blue", "locomotive")


def test_what_a_step_leaves_open_is_the_first_that_is_legal() -> None:
    game = playing()
    order(game, [{"type": "take_card"}])
    pass_on(game, ANN)
    legal = game.legal(BOB)
    (taken,) = (event for event in follow(game) if isinstance(event, CardTaken))
    assert taken.card == next(c.card for c in legal if hasattr(c, "card"))


def test_with_a_colour_means_that_colour_and_locomotives() -> None:
    game = playing()
    rich(game, each=0)
    order(game, [{**CLAIM, "with": "red"}], [CLAIM], [DRAW])
    state, cards = game.state, game.ruleset.card_index
    hand = [0] * len(state.seats[BOB].hand)
    hand[cards["blue"]], hand[cards["locomotive"]], hand[cards["red"]] = 2, 1, 9  # type: ignore[index]  # cards by name
    me = replace(state.seats[BOB], hand=tuple(hand))
    game.state = replace(state, seats=with_seat(state.seats, BOB, me))
    pass_on(game, ANN)
    (claimed,) = (event for event in follow(game) if isinstance(event, RouteClaimed))
    assert claimed.cards == ("blue", "blue", "locomotive")


@pytest.mark.parametrize(
    "step",
    [
        {},
        {"type": "fly"},
        {"type": "propose_undo"},
        {"type": "give_order"},
        {"type": "draw_card", "seat": ANN},
        {"type": "draw_card", "seat": True},
        {"type": "draw_card", "with": "blue"},
        {"type": "draw_card", "speed": 9},
        {"type": "claim_route", "route": 7},
        {"type": "claim_route", "route": "atlantis--mu"},
        {"type": "take_card", "card": "gold"},
        {"type": "claim_route", "cards": "blue"},
        {"type": "claim_route", "cards": [["blue"]]},
        {"type": "claim_route", "with": "gold"},
        {"type": "claim_route", "with": ["blue"]},
        {"type": ["claim_route"]},
    ],
    ids=str,
)
def test_what_is_no_command_of_this_board_is_refused(step: Step) -> None:
    given = GiveOrder(seat=BOB, alternatives=(({"type": "draw_card"}, step),))
    assert refused(playing(), given) == OrderCode.ORDER_NOT_UNDERSTOOD


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("alternatives", ()),
        ("alternatives", ((),)),
        ("alternatives", ((DRAW,),) * (MOST_ALTERNATIVES + 1)),
        ("alternatives", ((DRAW,) * (MOST_STEPS + 1),)),
        ("alternatives", (({"type": "claim_route", "cards": ["x" * LARGEST]},),)),
        ("turns", 0),
        ("turns", MOST_ORDER_TURNS + 1),
        ("until", "tomorrow"),
        ("until", NOW + "\n"),
        ("stops", (Stop(when="route_taken", route=RouteId("atlantis")),)),
        ("stops", (Stop(when="last_round", route=ROUTE),)),
        ("stops", (Stop(when="hand_at_least", count=-1),)),
        ("stops", (Stop(when="last_round"),) * 9),
    ],
    ids=lambda value: str(value)[:20],
)
def test_orders_are_bounded(field: str, value: object) -> None:
    given = replace(GiveOrder(seat=BOB, alternatives=((DRAW,),)), **{field: value})
    assert refused(playing(), given) == OrderCode.ORDER_NOT_UNDERSTOOD


def test_a_seat_has_so_many_orders_at_most() -> None:
    game = playing()
    for _ in range(MOST_ORDERS):
        order(game, [DRAW])
    assert refused(game, GiveOrder(seat=BOB, alternatives=((DRAW,),))) == OrderCode.TOO_MANY_ORDERS
    order(game, [DRAW], seat=ANN)


# -------------------------------------------------------------------------------------------- taking back


def test_an_order_is_cancelled_by_its_number_or_all_of_them() -> None:
    game = playing()
    for _ in range(3):
        order(game, [DRAW])
    game.do(CancelOrder(seat=BOB, order=2))
    assert mine(game) == [1, 3]
    assert refused(game, CancelOrder(seat=BOB, order=2)) == OrderCode.NO_SUCH_ORDER
    game.do(CancelOrder(seat=BOB, order=ALL))
    assert mine(game) == []
    assert refused(game, CancelOrder(seat=BOB, order=ALL)) == OrderCode.NO_SUCH_ORDER
    assert order(game, [DRAW]).order == 4, "numbers are not given twice"


def test_an_order_that_has_begun_goes_no_further_when_all_are_cancelled() -> None:
    game = playing()
    order(game, [DRAW, DRAW], turns=2, repeat=True)
    pass_on(game, ANN)
    follow(game)
    game.do(CancelOrder(seat=BOB, order=1))
    assert not orders_due(game.state, BOB)


def test_orders_are_of_people_and_go_with_them() -> None:
    game = playing()
    order(game, [DRAW])
    events = game.do(Resign(seat=BOB, kind="bot:greedy"))
    assert isinstance(events[-1], OrdersChanged)
    assert mine(game) == []
    assert refused(game, GiveOrder(seat=BOB, alternatives=((DRAW,),))) == PeopleCode.NOT_PRESENT


def test_orders_are_for_games_that_are_played() -> None:
    assert refused(waiting_room(), GiveOrder(seat=ANN, alternatives=((DRAW,),))) == Code.NOT_NOW
    game = dealt()
    order(game, [DRAW], seat=ANN)
    assert refused(game, FollowOrders(seat=ANN, now=NOW)) == OrderCode.NO_ORDER_DUE
    assert refused(game, FollowOrders(seat=9, now=NOW)) == OrderCode.NO_ORDER_DUE


def test_a_turn_that_was_taken_back_is_the_person_s_own() -> None:
    game = playing()
    order(game, [CLAIM], turns=5, repeat=True)
    order(game, [DRAW, DRAW], turns=5, repeat=True)
    pass_on(game, ANN)
    rich(game)
    begun = Checkpoint(BOB, replace(game.state, table={}))
    game.state = with_part(game.state, Checkpoints(kept=(begun,)))
    follow(game)
    game.do(ProposeUndo(seat=BOB))
    for seat in (ANN, CLEO):
        game.do(Agree(seat=seat, motion="undo"))
    assert game.state.phase == PlayingTurn(BOB)
    assert not orders_due(game.state, BOB)
    game.do(next(command for command in game.legal(BOB) if isinstance(command, ClaimRoute)))
    pass_on(game, CLEO)
    pass_on(game, ANN)
    assert orders_due(game.state, BOB)


# ---------------------------------------------------------------------------------------------- secrets


def test_others_see_that_orders_change_and_nothing_else() -> None:
    game = playing()
    given = order(game, [CLAIM], [DRAW, DRAW], turns=7, until=LATER, stops=(Stop(when="last_round"),))
    taken_back = game.do(CancelOrder(seat=BOB, order=1))[0]
    for viewer in (ANN, CLEO, Witness.SPECTATOR):
        assert encode(redact(given, viewer)) == encode(redact(taken_back, viewer))
        fields = msgspec.to_builtins(redact(given, viewer))
        assert {name for name, value in fields.items() if value is not None} == {"type", "seat"}
    assert redact(given, BOB) == given


def test_others_cannot_tell_which_order_was_followed() -> None:
    seen = []
    for alternatives in (([DRAW],), ([CLAIM], [DRAW])):
        game = playing()
        order(game, *alternatives)
        rich(game, each=0)
        pass_on(game, ANN)
        events = follow(game)
        seen.append(encode_log(redact(event, ANN) for event in events))
        assert b'"outcomes":null' in seen[-1]
    assert seen[0] == seen[1]


def test_only_the_seat_sees_its_orders_in_the_view() -> None:
    game = playing()
    order(game, [CLAIM], [DRAW, DRAW], turns=3)
    (mine,) = view(game.ruleset, game.state, BOB).rules["orders"]["seats"]
    assert (mine["seat"], mine["orders"][0]["turns"], mine["orders"][0]["until"]) == (BOB, 3, None)
    for viewer in (ANN, CLEO, Witness.SPECTATOR):
        assert "orders" not in view(game.ruleset, game.state, viewer).rules
    assert view(game.ruleset, game.state, Witness.AUDITOR).rules["orders"] == {"seats": [mine]}


def test_orders_are_rebuilt_from_the_log() -> None:
    game = playing()
    order(game, [CLAIM], [DRAW, DRAW], turns=3, repeat=True, stops=(Stop(when="hand_at_least", count=40),))
    pass_on(game, ANN)
    follow(game)
    assert replay(game.ruleset, decode_log(encode_log(game.events))) == game.state


def test_the_order_in_the_docs_is_one() -> None:
    text = (DOCS / "by-post.md").read_text("utf-8")
    (example,) = (part for part in re.findall(r"```json\n(.*?)```", text, re.DOTALL) if "give_order" in part)
    game = playing()
    game.do(decode_command(msgspec.json.encode({**msgspec.json.decode(example), "seat": BOB})))
    assert mine(game) == [1]
