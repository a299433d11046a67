"""A worker follows standing orders, and nobody else learns what they were."""

import msgspec
import pytest

from service.app import create_app
from service.background.jobs import ORDERS
from service.config import Config
from service.games.lobby import SeatRequest
from tests.support.checks.stored_games import check_stream, stored_facts
from tests.support.workers.background_service import BOT, PERSON, Desk, job_ids, open_game, play_person
from ttr_core import Witness, redact
from ttr_core.model.actor import Actor, Role
from ttr_core.model.phases import PlayingTurn
from ttr_core.rules.by_post.standing_orders.orders import CancelOrder, GiveOrder, OrdersFollowed
from ttr_core.rules.by_post.standing_orders.progress import Orders, orders_due
from workers import jobs
from workers.jobs import follow_orders
from workers.needs import needs

DRAW = {"type": "draw_card"}
OTHER = SeatRequest(name="Bob")


def begun(desk: Desk, *seats: SeatRequest) -> str:
    """A game in which all have chosen their tickets: it is the first seat's turn."""
    game = open_game(desk.games, *seats)
    for seat in range(len(seats)):
        play_person(desk.games, game, seat)
    assert desk.current(game).state.phase == PlayingTurn(0)
    return game


def give(desk: Desk, game: str, seat: int, turns: int = 1, repeat: bool = False) -> None:
    order = GiveOrder(seat=seat, alternatives=((DRAW, DRAW),), turns=turns, repeat=repeat)
    desk.games.perform(desk.current(game), [order], Actor(Role.SEAT, seat))


def play_turn(desk: Desk, game: str, seat: int) -> None:
    while desk.current(game).state.phase.waiting == (seat,):
        play_person(desk.games, game, seat)


def test_a_worker_plays_the_order_when_the_seat_is_waited_for(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the move of one person to the move of another who sleeps, with nothing but the service at work."""
    game = begun(desk, PERSON, OTHER)
    give(desk, game, 1)
    dispatcher = desk.listener(monkeypatch)
    dispatcher.step()
    assert job_ids(desk.queue) == []
    play_turn(desk, game, 0)
    version = desk.current(game).version
    dispatcher.step()
    assert f"{ORDERS}-{game}-{version}" in job_ids(desk.queue)
    desk.work()
    loaded = check_stream(desk.store, game)
    assert loaded.state.phase == PlayingTurn(0)
    facts = stored_facts(desk.store, game)[version:]
    assert {actor for actor, _, _ in facts} == {"order:1"}
    assert [kind for _, kind, _ in facts].count("card_drawn") == 2
    dispatcher.step()
    assert job_ids(desk.queue) == []


def test_the_sweep_finds_an_order_that_no_feed_announced(desk: Desk) -> None:
    game = begun(desk, PERSON, OTHER)
    give(desk, game, 0)
    assert desk.dispatcher().sweep() == 1
    desk.work()
    assert desk.current(game).state.phase == PlayingTurn(1)


def test_an_order_is_followed_once_however_often_the_job_runs(desk: Desk) -> None:
    game = begun(desk, PERSON, OTHER)
    give(desk, game, 0)
    follow_orders(game, 1)
    once = desk.store.read(game)
    for version in (1, 2, 99):
        follow_orders(game, version)
    assert desk.store.read(game) == once


def test_orders_of_several_people_are_followed_in_turn(desk: Desk) -> None:
    game = begun(desk, PERSON, OTHER)
    for seat in (0, 1):
        give(desk, game, seat, turns=3, repeat=True)
    follow_orders(game, 1)
    state = desk.current(game).state
    assert state.phase == PlayingTurn(0)
    assert state.slice(Orders).in_force == ((), ())
    assert [kind for _, kind, _ in stored_facts(desk.store, game)].count("orders_followed") == 12


def test_an_order_that_cannot_be_followed_leaves_the_turn_to_its_person(desk: Desk) -> None:
    game = begun(desk, PERSON, OTHER)
    pass_ = GiveOrder(seat=0, alternatives=(({"type": "pass"},),), turns=2)
    desk.games.perform(desk.current(game), [pass_], Actor(Role.SEAT, 0))
    follow_orders(game, 1)
    loaded = desk.current(game)
    assert loaded.state.phase == PlayingTurn(0)
    assert needs(loaded) == ()
    (followed,) = [e for _, e in desk.games.cache.read_events(game, 0) if isinstance(e, OrdersFollowed)]
    assert [outcome.reason for outcome in followed.outcomes or ()] == ["nothing_legal"]


def test_a_game_without_orders_needs_nothing(desk: Desk) -> None:
    game = begun(desk, PERSON, OTHER)
    give(desk, game, 0)
    assert [need.job for need in needs(desk.current(game))] == [ORDERS]
    desk.games.perform(desk.current(game), [CancelOrder(seat=0, order=0)], Actor(Role.SEAT, 0))
    assert needs(desk.current(game)) == ()


def test_bots_and_orders_take_turns(desk: Desk) -> None:
    game = open_game(desk.games, PERSON, BOT)
    play_person(desk.games, game)
    jobs.play_bots(game, 1)
    give(desk, game, 0, turns=4, repeat=True)
    for _ in range(4):
        assert orders_due(desk.current(game).state, 0)
        follow_orders(game, 1)
        jobs.play_bots(game, 1)
    assert {actor for actor, _, _ in stored_facts(desk.store, game)} == {"host", "seat:0", "bot:1", "order:0"}


def test_what_rivals_see_does_not_depend_on_the_order(desk: Desk) -> None:
    """Neither the events nor the call that lists them show rivals what the order says."""
    views = []
    for alternatives in (((DRAW, DRAW),), (({"type": "pass"},), (DRAW, DRAW))):
        game = begun(desk, PERSON, OTHER)
        order = GiveOrder(seat=0, alternatives=alternatives)
        desk.games.perform(desk.current(game), [order], Actor(Role.SEAT, 0))
        follow_orders(game, 1)
        events = [event for _, event in desk.games.cache.read_events(game, 0)]
        seen = [redact(event, 1) for event in events if type(event).__name__.startswith("Orders")]
        for event in seen:
            assert "pass" not in msgspec.json.encode(event).decode()
        views.append([{**msgspec.to_builtins(event), "now": ""} for event in seen])
        client = create_app(Config(), desk.store).test_client()
        page = client.get(f"/v1/games/{game}/events?limit=500").get_data(as_text=True)
        assert '"pass"' not in page
        assert redact(events[-1], Witness.SPECTATOR) is not None
    assert views[0] == views[1]
