"""The delivery process: it reads of every move or finds it by its sweep, waits for no receiver, survives `kill -9`."""

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from service.background.backlog import read_backlog
from service.clocks.deadlines import utc_now
from service.config import Config
from service.games.facts import held_by
from service.games.games import Games
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.games.tokens import Grant, TokenRole, fingerprint
from service.players.accounts import Players
from service.players.game_lists import game_lists_of
from service.store.interface import GAME_FEED, PARTITIONS, TALK_FEED, partition_of
from service.store.redis_store import RedisStore, feed_key
from service.table_talk.table_talk import quiet_talk
from service.table_talk.talk_message import Speaker
from service.webhooks import fair_shares
from service.webhooks.fair_shares import SLOW_MS
from service.webhooks.subscriptions import ADMIN, Owner, Subscription, Subscriptions, WebhookRequest
from service.webhooks.webhook_store import webhook_store_of
from tests.support.http.api_calls import over_http
from tests.support.store.store_servers import cluster, eventually
from tests.support.webhooks.webhook_receivers import OK, Receiver, receiver, saying, status
from tests.support.workers.background_service import PERSON, Desk, open_game, play_person
from tests.support.workers.supervised_service import running
from ttr_client import Client, Stale, Table
from workers import due_deliveries
from workers.dispatch import feeds
from workers.webhook_delivery import GROUP, DeliveryProcess

QUICK = Config(webhook_private=True, webhook_seconds=0.5, webhook_threads=4)


@pytest.fixture
def there() -> Iterator[Receiver]:
    with receiver() as running:
        yield running


def subscriptions_of(desk: Desk) -> Subscriptions:
    return Subscriptions(webhook_store_of(desk.store), utc_now)


def subscribe(desk: Desk, game: str, url: str, *kinds: str) -> Subscription:
    """Subscribe with the token of the first seat."""
    loaded = desk.current(game)
    token = next(name for name, grant in loaded.facts.texts.items() if grant == "seat:0")
    request = WebhookRequest(url=url, game=game, kinds=kinds or ("turn.started",))
    return subscriptions_of(desk).subscribe(Owner(token, 0), request, "http://here", loaded.version, 10)


def delivery_process(desk: Desk, config: Config = QUICK) -> DeliveryProcess:
    process = DeliveryProcess(desk.games, config)
    process.prepare()
    return process


def settled(desk: Desk, one: DeliveryProcess) -> None:
    """Deliver until nothing is due any more, nor soon, as what waits for its share of the threads."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        one.step()
        one.wait()
        client = desk.store.client
        if not client.zcard("ttr:{webhooks}:taken") and not client.zcount(
            "ttr:{webhooks}:due", 0, time.time() * 1000 + SLOW_MS
        ):
            return
    raise AssertionError("it never ends")


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("IDLE", "BUSY"):
        monkeypatch.setattr(due_deliveries, name, 0.001)


def test_a_move_is_delivered_to_its_subscribers(desk: Desk, there: Receiver) -> None:
    one = delivery_process(desk)
    one.step()
    game = open_game(desk.games, PERSON, PERSON)
    subscription = subscribe(desk, game, there.url)
    for seat in (0, 1):
        play_person(desk.games, game, seat)
    one._swept = time.monotonic()  # it shall come from the feed
    settled(desk, one)
    assert there.types() == ["turn.started"]
    assert subscriptions_of(desk).cursor(subscription.id, game) == desk.current(game).version
    assert desk.store.client.xpending(feed_key(partition_of(game)), GROUP)["pending"] == 0


def test_a_sweep_finds_moves_that_no_feed_announced(desk: Desk, there: Receiver) -> None:
    game = open_game(desk.games, PERSON, PERSON)
    subscribe(desk, game, there.url)
    for seat in (0, 1):
        play_person(desk.games, game, seat)
    desk.store.client.delete(feed_key(partition_of(game)))
    one = delivery_process(desk)
    assert one.sweep() == 1
    settled(desk, one)
    assert there.types() == ["turn.started"]
    assert one.sweep() == 0


def test_a_sweep_finds_games_for_a_subscription_to_all(desk: Desk, there: Receiver) -> None:
    request = WebhookRequest(url=there.url, kinds=("game.event",), event_types=("game_created",))
    subscription = subscriptions_of(desk).subscribe(Owner(ADMIN), request, "http://here", 0, 10)
    names = {open_game(desk.games, PERSON, PERSON) for _ in range(3)}
    for game in names:
        desk.store.client.delete(feed_key(partition_of(game)))
    one = delivery_process(desk)
    settled(desk, one)
    assert {got.message["data"]["game"] for got in there.got} == names
    assert subscriptions_of(desk).cursors(subscription.id).keys() == names
    assert one.sweep() == 0


def lose_feeds(store: RedisStore, feed: str) -> None:
    for partition in range(PARTITIONS):
        store.client.xtrim(feed_key(partition, feed), maxlen=0, approximate=False)


def speak(desk: Desk, game: str, text: str) -> None:
    speaker = Speaker(Grant(TokenRole.SEAT, 1), holder=0)
    quiet_talk(desk.games).post(game, desk.current(game).version, speaker, text)


def check_talk(desk: Desk, there: Receiver, *, announced: bool) -> None:
    """What is said is delivered in order, once each, whether the feed announces it or a sweep finds it."""
    one = delivery_process(desk)
    game = open_game(desk.games, PERSON, PERSON)
    subscribe(desk, game, there.url, "message.posted")
    settled(desk, one)
    for text in ("One", "Two", "Three"):
        speak(desk, game, text)
    if announced:
        one._swept = time.monotonic()
    else:
        lose_feeds(desk.store, TALK_FEED)
        assert one.sweep() == 1
    settled(desk, one)
    assert [got.message["data"]["message"] for got in there.got] == ["msg_1", "msg_2", "msg_3"]
    assert len({got.id for got in there.got}) == 3
    assert one.sweep() == 0
    assert desk.store.client.xpending(feed_key(partition_of(game), TALK_FEED), GROUP)["pending"] == 0


@pytest.mark.parametrize("announced", [True, False])
def test_what_is_said_is_delivered_from_feeds_and_sweeps(
    desk: Desk, there: Receiver, announced: bool
) -> None:
    check_talk(desk, there, announced=announced)


@pytest.mark.soak
def test_what_is_said_is_delivered_on_a_cluster(tmp_path: Path, desk: Desk, there: Receiver) -> None:
    with cluster(tmp_path) as url, closing(RedisStore(url)) as store:
        spread = Desk(store, Games(store, lambda game, version: None, utc_now), desk.queue)
        check_talk(spread, there, announced=True)
        there.got.clear()
        check_talk(spread, there, announced=False)


def never(connection: socket.socket) -> None:
    connection.recv(1)  # nothing comes any more; it ends when the other side gives up


def saying_nothing(there: Receiver) -> Callable[[socket.socket], None]:
    """It keeps the connection open, and answers nothing until the receiver is closed."""

    def wait(_connection: socket.socket) -> None:
        there.closed.wait()

    return wait


def test_slow_receivers_hold_up_nobody_else(desk: Desk, there: Receiver) -> None:
    one = delivery_process(desk, Config(webhook_private=True, webhook_seconds=60))
    with receiver() as slow:
        slow.answer = saying_nothing(slow)
        tables = [open_game(desk.games, PERSON, PERSON) for _ in range(4)]
        for number, game in enumerate(tables):
            subscribe(desk, game, there.url if number == 3 else slow.url)
            for seat in (0, 1):
                play_person(desk.games, game, seat)
        end = time.monotonic() + 30
        while not there.got:
            one.step()
            assert time.monotonic() < end, "it waited for the slow ones"
    one.wait()


def test_a_delivery_that_another_process_has_claimed_is_left_to_it_until_the_claim_ends(
    desk: Desk, there: Receiver
) -> None:
    game = open_game(desk.games, PERSON, PERSON)
    subscription = subscribe(desk, game, there.url)
    for seat in (0, 1):
        play_person(desk.games, game, seat)
    subscriptions = subscriptions_of(desk)
    subscriptions.wake([game])
    now = subscriptions.milliseconds()
    # and never comes back
    assert list(subscriptions.store.claim(now, now + 3000, 10)) == [f"{subscription.id}/{game}"]
    one = delivery_process(desk)
    one.step()
    one.wait()
    assert there.got == []

    def delivered() -> bool:
        one.step()
        one.wait()
        return bool(there.got)

    eventually(delivered, "a delivery by somebody else")


def test_entries_that_a_dead_process_had_read_do_not_keep_the_feed_from_being_trimmed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = delivery_process(desk)
    game = open_game(desk.games, PERSON, PERSON)
    assert dead._feeds.read(0)
    monkeypatch.setattr(feeds, "ABANDONED_MS", 0)
    delivery_process(desk).step()
    assert desk.store.client.xpending(feed_key(partition_of(game)), GROUP)["pending"] == 0


def test_a_delivery_that_fails_stops_no_other(
    desk: Desk, there: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = open_game(desk.games, PERSON, PERSON), open_game(desk.games, PERSON, PERSON)
    for game in (broken, sound):
        subscribe(desk, game, there.url)
        for seat in (0, 1):
            play_person(desk.games, game, seat)
    desk.store.client.hset(f"ttr:webhooks:tracks:{_only(desk, broken)}", broken, "not a number")
    one = delivery_process(desk)
    desk.store.client.delete(*(feed_key(partition) for partition in range(64)))
    subscriptions_of(desk).wake([broken, sound])
    one._swept = time.monotonic()
    one._feeds.prepare()
    settled(desk, one)
    assert [got.message["data"]["game"] for got in there.got] == [sound]
    assert "cannot be delivered" in caplog.text


def _only(desk: Desk, game: str) -> str:
    return next(iter(webhook_store_of(desk.store).table(f"of:{game}")))


def test_operators_see_what_is_due_and_what_was_switched_off(desk: Desk, there: Receiver) -> None:
    there.answer = saying(status(410))
    game = open_game(desk.games, PERSON, PERSON)
    subscribe(desk, game, there.url)
    for seat in (0, 1):
        play_person(desk.games, game, seat)
    subscriptions_of(desk).wake([game])

    def seen() -> tuple[int, int, int]:
        backlog = read_backlog(desk.store.client, desk.queue.connection)
        return backlog.webhooks, backlog.webhooks_off, backlog.deliveries

    assert seen() == (1, 0, 1)
    settled(desk, delivery_process(desk))
    assert seen() == (1, 1, 0)


def play(seat: Table, moves: int) -> None:
    """Make the first legal move this many times, waiting while others move."""
    left = moves
    deadline = time.monotonic() + 30
    while left:
        assert time.monotonic() < deadline, "it is never this seat's turn"
        commands = seat.commands()
        if commands["moves"]:
            with suppress(Stale):  # somebody was faster
                seat.play(commands["moves"][0], commands["version"])
                left -= 1
        else:
            time.sleep(0.01)


def slowly(connection: socket.socket) -> None:
    time.sleep(0.01)
    connection.sendall(OK)


@pytest.mark.soak
def test_everything_arrives_although_the_process_is_killed_again_and_again(tmp_path: Path) -> None:
    """Every message arrives at least once and in order; its id shows repetitions."""
    settings = {"webhook_private": True, "webhook_seconds": 0.5}
    with (
        receiver() as there,
        running(tmp_path / "s", **settings) as service,
        Client(service.url) as client,
    ):
        there.answer = slowly
        created = client.create("usa", [{"name": "Ann"}, {"kind": "bot"}])
        seat = created.seats[0]
        request = {"url": there.url, "game": created.id, "kinds": ["game.event", "message.posted"]}
        with over_http(service.config.port) as caller:
            start = caller.post("/v1/webhooks", request, seat.token).json["webhook"]["delivered_version"]
        for number in range(3):
            begun = len(there.got)
            for place in range(4):
                seat.talk.post(f"{number}, {place}")
            play(seat, 6)
            there.wait_for(begun + 2)
            for process in service.processes("deliver"):
                os.kill(process, signal.SIGKILL)
        play(seat, 1)
        last = seat.game()["version"]
        eventually(lambda: received(there, "version")[-1:] >= [last], "the last event")
        eventually(lambda: received(there, "message")[-1:] == ["msg_12"], "the last thing said")
        versions, words = (list(dict.fromkeys(received(there, field))) for field in ("version", "message"))
        assert versions == list(range(start + 1, max(versions) + 1))
        assert words == [f"msg_{number}" for number in range(1, 13)]
        bodies = {got.id: got.body for got in there.got}
        assert len(bodies) == len(versions) + len(words)
        assert all(bodies[got.id] == got.body for got in there.got)


def received(there: Receiver, field: str) -> list[Any]:
    """The versions of events, or the ids of what was said, as they came."""
    kind = {"version": "game.event", "message": "message.posted"}[field]
    return [got.message["data"][field] for got in list(there.got) if got.type == kind]


def test_a_silent_receiver_with_many_webhooks_delays_nobody_else(desk: Desk, there: Receiver) -> None:
    """Two hundred webhooks of twenty games wait for it, and then a healthy receiver's turn comes."""
    settings = Config(webhook_private=True, webhook_seconds=3, webhook_threads=8)
    with receiver() as silent:
        silent.answer = never
        games = [open_game(desk.games, PERSON, PERSON) for _ in range(20)]
        for game in games:
            for _ in range(10):
                subscribe(desk, game, silent.url)
        healthy = open_game(desk.games, PERSON, PERSON)
        subscribe(desk, healthy, there.url)
        one = delivery_process(desk, settings)
        for game in games:
            for seat in (0, 1):
                play_person(desk.games, game, seat)
        begun = time.monotonic()
        while not silent.got:
            one.step()
        for seat in (0, 1):
            play_person(desk.games, healthy, seat)
        while not there.got and time.monotonic() - begun < 20:
            one.step()
        late = time.monotonic() - begun
        assert there.types() == ["turn.started"]
        assert late < 2.5, f"not within 2.5 s, but {late:.1f}: a message to the healthy receiver"
        one.wait()
        before = len(silent.got)
        end = time.monotonic() + 2
        while time.monotonic() < end:
            one.step()
        assert len(silent.got) <= before, "a receiver that timed out waits with all its messages"
        one.wait()


def test_own_silent_receivers_do_not_delay_a_prompt_one(desk: Desk, there: Receiver) -> None:
    """A subscriber's threads are busy with receivers of theirs that hang, and one that answers gets its message."""
    settings = Config(webhook_private=True, webhook_seconds=3, webhook_threads=4)
    one = delivery_process(desk, settings)
    game = open_game(desk.games, PERSON, PERSON)
    subscribe(desk, game, there.url, "game.event")
    play_person(desk.games, game, 0)
    settled(desk, one)  # the receiver is known to answer
    before = len(there.got)
    with ExitStack() as silent:
        for _ in range(5):
            hanging = silent.enter_context(receiver())
            hanging.answer = never
            subscribe(desk, game, hanging.url, "game.event")
        begun = time.monotonic()
        play_person(desk.games, game, 1)
        while len(there.got) == before and time.monotonic() - begun < 20:
            one.step()
        late = time.monotonic() - begun
        assert late < 2.5, f"not within 2.5 s, but {late:.1f}: a message to the receiver that answers"
        one.wait()


def test_a_receiver_that_is_back_gets_everything(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_shares, "FIRST_WAIT_MS", 50)
    monkeypatch.setattr("service.webhooks.subscriptions.BACK_OFF", (0,) * 9)
    with receiver() as back:
        back.answer = never
        games = [open_game(desk.games, PERSON, PERSON) for _ in range(12)]
        for game in games:
            subscribe(desk, game, back.url)
            for seat in (0, 1):
                play_person(desk.games, game, seat)
        one = delivery_process(desk)
        while not back.got:
            one.step()
        back.answer = saying(OK)
        eventually(lambda: _stepped(one, desk, games), "all messages")


def _stepped(one: DeliveryProcess, desk: Desk, games: list[str]) -> bool:
    one.step()
    subscriptions = subscriptions_of(desk)
    return all(
        subscriptions.cursor(each.id, each.game) == desk.current(each.game).version
        for each in subscriptions.everybody()
    )


@pytest.mark.parametrize("announced", [True, False])
def test_a_webhook_of_a_player_hears_of_games_from_feeds_and_sweeps(
    desk: Desk, there: Receiver, announced: bool
) -> None:
    new = Players(desk.store, utc_now, 0).create("Ann")
    kinds = ("game.event", "message.posted")
    request = WebhookRequest(url=there.url, kinds=kinds, event_types=("game_started",))
    owner = Owner(fingerprint(new.token), player=new.owner.id)
    subscriptions_of(desk).subscribe(owner, request, "http://here", 0, 10)
    one = delivery_process(desk)
    table = GameRequest(board="usa", seats=(SeatRequest(me=True), PERSON))
    loaded = open_table(desk.games, table, more=held_by(0, new.owner.id)).done.loaded
    for game in (loaded.game, open_game(desk.games, PERSON, PERSON)):
        speak(desk, game, "Hello")
    game_lists_of(desk.games).update(loaded)
    if announced:
        one._swept = time.monotonic()
    else:
        lose_feeds(desk.store, GAME_FEED)
        lose_feeds(desk.store, TALK_FEED)
        assert one.sweep() == 2
    settled(desk, one)
    assert sorted(there.types()) == sorted(kinds)
    assert {got.message["data"]["game"] for got in there.got} == {loaded.game}
    assert one.sweep() == 0
