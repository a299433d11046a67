"""Receivers that do not answer as they should: tried again over days, then switched off visibly, never forgotten."""

import logging
import socket
from datetime import datetime

import pytest

from service.clocks.deadlines import utc_now
from service.errors import StoreUnavailable
from service.store.deliveries import MemoryDeliveryStore
from service.webhooks.subscriptions import BACK_OFF, Owner, Subscriptions, WebhookRequest
from tests.support.store.copies import take_copy
from tests.support.webhooks.webhook_receivers import OK, Receiver, saying, status
from tests.support.webhooks.webhook_service import WebhookService

HOUR = 3600


def test_a_failed_message_is_sent_ten_times_in_three_days_and_then_switches_off(
    hooked: WebhookService, there: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game)
    there.answer = saying(status(503))
    hooked.play_until_turns(table)
    begun = hooked.now
    hooked.deliver()
    for tried, pause in enumerate(BACK_OFF, 1):
        assert len(there.got) == tried
        hooked.now += pause - 1
        hooked.deliver()
        assert len(there.got) == tried
        seen = hooked.seen(webhook, table.seats[0])
        assert (seen["status"], seen["failures"]) == ("retrying", tried)
        assert datetime.fromisoformat(seen["next_attempt_at"]).timestamp() == hooked.now + 1
        hooked.now += 1
        hooked.deliver()
    assert len({got.id for got in there.got}) == 1
    assert len({got.body for got in there.got}) == 1
    assert len(there.got) == 10
    assert hooked.now - begun == 75 * HOUR + 35 * 60 + 5
    seen = hooked.seen(webhook, table.seats[0])
    assert (seen["status"], seen["off_reason"], seen["next_attempt_at"]) == ("off", "unreachable", None)
    assert seen["delivered_version"] < hooked.service.games.cache.read_latest(table.game).version
    assert [attempt["status"] for attempt in hooked.attempts(webhook, table.seats[0])] == [503] * 10
    assert "a webhook was switched off" in caplog.text
    assert there.url not in caplog.text
    hooked.now += 100 * HOUR
    hooked.play(table, 4)
    hooked.deliver()
    assert len(there.got) == 10


def test_one_that_comes_back_gets_everything_in_order(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game, kinds=["game.event"])
    start = hooked.service.games.cache.read_latest(table.game).version
    there.answer = saying(status(500))
    for _ in range(3):
        hooked.play(table, 3)
        hooked.deliver()
    assert len(there.got) == 1  # moves do not hurry it
    hooked.now += BACK_OFF[0]
    there.answer = saying(OK)
    hooked.deliver()
    last = hooked.service.games.cache.read_latest(table.game).version
    versions = [got.message["data"]["version"] for got in there.got]
    assert versions == [start + 1, *range(start + 1, last + 1)]
    seen = hooked.seen(webhook, table.seats[0])
    assert (seen["failures"], seen["delivered_version"], seen["status"]) == (0, last, "active")
    assert (seen["off_reason"], seen["off_at"], seen["next_attempt_at"]) == (None, None, None)


def test_gone_is_gone(hooked: WebhookService, there: Receiver, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game)
    there.answer = saying(status(410))
    hooked.play_until_turns(table)
    hooked.deliver()
    hooked.now += 100 * HOUR
    hooked.play(table, 8)
    hooked.deliver()
    assert len(there.got) == 1
    seen = hooked.seen(webhook, table.seats[0])
    assert (seen["status"], seen["off_reason"]) == ("off", "gone")
    assert seen["off_at"]
    assert dict(hooked.subscriptions.store.table("off")) == {webhook["id"]: "gone"}
    notices = {name: hooked.look(table, token).get("webhook-off") for name, token in table.tokens.items()}
    assert {name: notice for name, notice in notices.items() if notice} == {"seat:0": webhook["id"]}
    assert "switched off" in caplog.text


def test_redelivery_sends_everything_again_under_the_same_ids(
    hooked: WebhookService, there: Receiver
) -> None:
    table = hooked.table()
    webhook = hooked.subscribe(
        table.seats[0],
        there.url,
        table.game,
        kinds=["turn.started", "game.event"],
        event_types=["route_claimed"],
    )
    start = hooked.service.games.cache.read_latest(table.game).version
    hooked.play(table, 30)
    hooked.deliver()
    first = [(got.id, got.body) for got in there.got]
    path = f"/v1/webhooks/{webhook['id']}/redeliver"
    assert hooked.service.caller.post(path, {"after": start}, table.seats[0]).status == 202
    hooked.deliver()
    assert [(got.id, got.body) for got in there.got] == first * 2
    assert len({name for name, _ in first}) == len(first)
    half = there.got[len(first) // 2].message["data"]["version"]
    hooked.service.caller.post(path, {"after": half}, table.seats[0])
    hooked.deliver()
    assert [(got.id, got.body) for got in there.got][2 * len(first) :] == first[len(first) // 2 + 1 :]


def test_redelivery_switches_a_webhook_on_again(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game)
    there.answer = saying(status(410))
    hooked.play_until_turns(table)
    hooked.deliver()
    there.answer = saying(OK)
    path = f"/v1/webhooks/{webhook['id']}/redeliver"
    assert hooked.service.caller.post(path, {}, table.seats[0]).status == 202
    hooked.deliver()
    assert [got.id for got in there.got] == [there.got[0].id] * 2  # from where it had got to
    assert hooked.seen(webhook, table.seats[0])["status"] == "active"
    assert "webhook-off" not in hooked.look(table, table.seats[0])
    assert dict(hooked.subscriptions.store.table("off")) == {}


def test_a_version_that_is_not_reached_cannot_be_delivered_from(
    hooked: WebhookService, there: Receiver
) -> None:
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game)
    path = f"/v1/webhooks/{webhook['id']}/redeliver"
    assert hooked.service.caller.post(path, {"after": 900}, table.seats[0]).code == "version_not_reached"
    other = {"after": 0, "game": hooked.table().game}
    assert hooked.service.caller.post(path, other, table.seats[0]).status == 400


def test_a_ping_is_sent_once_whatever_comes_of_it(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game, lang="fr")
    there.answer = saying(status(500))
    path = f"/v1/webhooks/{webhook['id']}/ping"
    assert hooked.service.caller.post(path, {}, table.seats[0]).status == 202
    hooked.deliver()
    hooked.now += 100 * HOUR
    hooked.deliver()
    there.answer = saying(OK)
    hooked.service.caller.post(path, {}, table.seats[0])
    hooked.deliver()
    assert [got.type for got in there.got] == ["ping", "ping"]
    assert there.got[0].id != there.got[1].id
    assert there.got[0].message["data"]["text"] == "Ceci est un essai de votre webhook."
    seen = hooked.seen(webhook, table.seats[0])
    attempts = hooked.attempts(webhook, table.seats[0])
    assert [(each["status"], each["type"], each["version"]) for each in attempts] == [
        (204, "ping", None),
        (500, "ping", None),
    ]
    assert seen["failures"] == 0


def test_one_dead_receiver_of_all_games_fails_once_and_not_once_a_game(there: Receiver) -> None:
    hooked = WebhookService(admin_token="an-administrator-s-word")
    webhook = hooked.subscribe(
        "an-administrator-s-word", there.url, kinds=["game.event"], event_types=["turn_started"]
    )
    there.answer = saying(status(500))
    tables = [hooked.table() for _ in range(4)]
    for table in tables:
        hooked.play_until_turns(table)
    hooked.deliver()
    assert len(there.got) == 1
    assert hooked.subscriptions.find(webhook["id"]).failures == 1  # type: ignore[union-attr]  # it is there
    there.answer = saying(OK)
    hooked.now += BACK_OFF[0]
    hooked.deliver()
    assert {got.message["data"]["game"] for got in there.got} == {table.game for table in tables}


def test_a_message_whose_sender_died_before_moving_the_cursor_is_sent_again_under_the_same_id(
    hooked: WebhookService, there: Receiver
) -> None:
    table = hooked.table()
    hooked.subscribe(table.seats[0], there.url, table.game)
    hooked.play_until_turns(table)
    hooked.die_delivering()
    assert hooked.deliver() == 0  # it is still the dead one's
    hooked.now += 60
    hooked.deliver()
    assert [got.id for got in there.got] == [there.got[0].id] * 2


def test_moves_during_a_delivery_are_not_lost(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    hooked.subscribe(table.seats[0], there.url, table.game, kinds=["game.event"])
    hooked.play(table)

    def move_on(connection: socket.socket) -> None:
        if len(there.got) < 5:
            hooked.play(table)
        connection.sendall(OK)

    there.answer = move_on
    hooked.deliver()
    assert [got.message["data"]["version"] for got in there.got][
        -1
    ] == hooked.service.games.cache.read_latest(table.game).version


def test_a_cursor_ahead_of_a_store_that_lost_events_goes_back(
    hooked: WebhookService, there: Receiver
) -> None:
    table = hooked.table()
    hooked.subscribe(table.seats[0], there.url, table.game, kinds=["game.event"])
    hooked.play(table, 3)
    hooked.deliver()
    restore = take_copy(hooked.service.store)
    hooked.play(table, 5)
    hooked.deliver()
    restore()
    hooked.subscriptions.wake([table.game])
    hooked.deliver()
    before, stored = len(there.got), hooked.service.games.cache.read_latest(table.game)
    hooked.play(table, 2)
    hooked.deliver()
    versions = [got.message["data"]["version"] for got in there.got[before:]]
    assert versions == list(range(stored.version + 1, versions[-1] + 1))
    assert versions[-1] == hooked.service.games.cache.read_latest(table.game).version


def test_what_replaces_lost_events_has_ids_of_its_own(hooked: WebhookService, there: Receiver) -> None:
    """A receiver that skips repeats would otherwise skip it."""
    table = hooked.table()
    hooked.subscribe(table.seats[0], there.url, table.game, kinds=["game.event"])
    hooked.deliver()
    restore = take_copy(hooked.service.store)
    hooked.play(table, 3)
    hooked.deliver()
    lost = {got.id for got in there.got}
    restore()
    hooked.subscriptions.wake([table.game])
    hooked.deliver()
    before = len(there.got)
    hooked.play(table, 3)
    hooked.deliver()
    again = {got.id for got in there.got[before:]}
    assert again
    assert not again & lost


@pytest.mark.parametrize("writes", [0, 1, 2, 3])
def test_a_subscription_that_was_half_written_is_none(writes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its owner got no answer, and could neither see nor remove it."""
    store = MemoryDeliveryStore()
    subscriptions, replace, left = Subscriptions(store, utc_now), store.replace, [True] * writes

    def fail_later(table: str, name: str, old: str | None, new: str | None) -> bool:
        if not left:
            raise StoreUnavailable("gone")
        left.pop()
        return replace(table, name, old, new)

    monkeypatch.setattr(store, "replace", fail_later)
    request = WebhookRequest(url="https://receiver.example/", game="a-game")
    with pytest.raises(StoreUnavailable):
        subscriptions.subscribe(Owner("somebody"), request, "http://here", 1, 10)
    assert subscriptions.everybody() == []
