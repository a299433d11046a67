"""`message.posted`: what people say at a table reaches those who hear it, in order, each once, and nobody else."""

import socket
import time
from typing import Any

import pytest
from standardwebhooks import Webhook

from service.games.facts import talk_stream
from service.webhooks.subscriptions import BACK_OFF
from tests.support.api_tour.tour import play_to_the_end
from tests.support.http.api_calls import JSON, Table
from tests.support.http.api_people import delete
from tests.support.store.copies import take_copy
from tests.support.webhooks.webhook_receivers import OK, Receiver, saying, status
from tests.support.webhooks.webhook_service import WebhookService

TALK = ["message.posted"]
ADMIN = "an-administrator-s-word"


@pytest.fixture
def hooked() -> WebhookService:
    return WebhookService(admin_token=ADMIN)


def say(hooked: WebhookService, table: Table, token: str, *texts: str) -> list[str]:
    """The ids of what is said; deliveries about it become due."""
    replies = [hooked.service.caller.post(f"{table.path}/messages", {"text": text}, token) for text in texts]
    assert {reply.status for reply in replies} == {201}
    hooked.subscriptions.wake([talk_stream(table.game)])
    return [reply.json["id"] for reply in replies]


def erase(hooked: WebhookService, table: Table, message: str, token: str) -> None:
    assert delete(hooked.service.caller, f"{table.path}/messages/{message}", token).status == 200


def change(hooked: WebhookService, webhook: dict[str, Any], token: str, kinds: str) -> None:
    body, headers = f'{{"kinds": ["{kinds}"]}}'.encode(), {"Content-Type": JSON}
    reply = hooked.service.caller.call("PATCH", f"/v1/webhooks/{webhook['id']}", token, body, headers)
    assert reply.status == 200, reply.body


def texts(there: Receiver) -> list[str]:
    return [got.message["data"]["text"] for got in there.got]


def test_what_is_said_arrives_in_order_once_each_and_signed(hooked: WebhookService, there: Receiver) -> None:
    hooked.now = time.time()
    table = hooked.table()
    say(hooked, table, table.seats[1], "before anybody listened")
    webhook = hooked.subscribe(table.seats[0], there.url, table.game, kinds=TALK)
    say(hooked, table, table.seats[1], "One", "Two")
    hooked.play(table)
    say(hooked, table, table.seats[0], "Three")
    hooked.deliver()
    hooked.subscriptions.wake([table.game, talk_stream(table.game)])
    hooked.deliver()
    assert texts(there) == ["Player 1: One", "Player 1: Two", "Player 0: Three"]
    assert len({got.id for got in there.got}) == 3
    for got in there.got:
        Webhook(webhook["secret"]).verify(got.body, dict(got.headers))
    message = there.got[-1].message
    (shown,) = hooked.service.caller.get(f"{table.path}/messages?after=msg_3", table.seats[0]).json["items"]
    assert (message["type"], message["id"], message["at"]) == (TALK[0], there.got[-1].id, shown["at"])
    links = message["data"].pop("links")
    assert links["game"].endswith(table.path)
    assert message["data"] == {
        "webhook": webhook["id"],
        "game": table.game,
        "version": shown["said_at_version"],
        "seat": 0,
        "text": "Player 0: Three",
        "deadline_at": None,
        "zone": None,
        "motion": None,
        "event": None,
        "message": shown["id"],
    }
    attempts = hooked.attempts(webhook, table.seats[0])
    assert [(one["id"], one["type"], one["status"]) for one in attempts] == [
        (got.id, TALK[0], 204) for got in reversed(there.got)
    ]


def test_who_was_sent_something_hears_that_it_was_erased(hooked: WebhookService, there: Receiver) -> None:
    """A retry says the same, too, although the game has moved on; words that were not sent before never are."""
    table = hooked.table()
    hooked.subscribe(table.seats[0], there.url, table.game, kinds=[*TALK, "message.erased"])
    hooked.subscribe(table.spectator, there.url, table.game, kinds=["message.erased"])
    (sent,) = say(hooked, table, table.seats[1], "Oops")
    hooked.deliver()
    (unsent,) = say(hooked, table, table.seats[1], "Never mind")
    for message in (sent, unsent):
        erase(hooked, table, message, table.seats[1])
    there.answer = saying(status(503))
    hooked.deliver()
    hooked.play(table)
    there.answer = saying(OK)
    hooked.now += BACK_OFF[0]
    hooked.deliver()
    _, failed, again, last = there.got
    assert (failed.id, failed.body) == (again.id, again.body)
    news = [(got.message["type"], got.message["data"]["message"]) for got in (again, last)]
    assert news == [("message.erased", sent), ("message.erased", unsent)]
    assert texts(there) == ["Player 1: Oops", "", "", ""]


def test_nobody_gets_talk_who_did_not_ask_for_it(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    hooked.subscribe(table.seats[0], there.url, table.game)
    hooked.subscribe(table.seats[0], there.url, table.game, kinds=["game.event"])
    say(hooked, table, table.seats[1], "Hello")
    hooked.deliver()
    assert there.got == []


def heard(hooked: WebhookService, table: Table, token: str | None) -> set[str]:
    """The ids of what `GET .../messages` shows, in all channels that it does not refuse."""
    replies = [
        hooked.service.caller.get(f"{table.path}/messages?channel={channel}", token)
        for channel in ("table", "watchers")
    ]
    return {one["id"] for reply in replies if reply.status == 200 for one in reply.json["items"]}


@pytest.mark.parametrize("over", [False, True])
def test_every_token_is_sent_what_it_may_read_and_nothing_else(
    hooked: WebhookService, there: Receiver, over: bool
) -> None:
    table = hooked.table()
    if over:
        play_to_the_end(hooked.service.app, table)
    names = {
        token: hooked.subscribe(token, there.url, table.game, kinds=TALK)["id"]
        for token in table.tokens.values()
    }
    operators = hooked.subscribe(ADMIN, there.url, kinds=TALK)["id"]
    muted = hooked.service.caller.call(
        "PUT", f"{table.path}/seats/0/mute", table.seats[1], b'{"muted": true}', {"Content-Type": JSON}
    )
    assert muted.status == 200
    for name, token in table.tokens.items():
        say(hooked, table, token, f"says {name}")
    hooked.deliver()
    sent: dict[str, set[str]] = {name: set() for name in (*names.values(), operators)}
    for got in there.got:
        sent[got.message["data"]["webhook"]].add(got.message["data"]["message"])
    assert {token: sent[name] for token, name in names.items()} == {
        token: heard(hooked, table, token) for token in names
    }
    assert sent[operators] == heard(hooked, table, None)
    counts = {name: len(sent[names[token]]) for name, token in table.tokens.items()}
    watched = 2 if over else 0
    assert counts == {
        "host": 3 + watched,
        "watch": 2,
        "audit": 2,
        "seat:0": 3 + watched,
        "seat:1": 2 + watched,  # without the seat that it has muted
    }


def test_what_was_erased_before_it_could_be_sent_is_not_sent(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    hooked.subscribe(table.seats[0], there.url, table.game, kinds=TALK)
    first, _, third = say(hooked, table, table.seats[1], "secret", "Two", "secret, too")
    erase(hooked, table, first, table.seats[1])

    def erase_the_next(connection: socket.socket) -> None:
        erase(hooked, table, third, table.seats[1])
        connection.sendall(OK)

    there.answer = erase_the_next
    hooked.deliver()
    assert texts(there) == ["Player 1: Two"]
    assert not any(b"secret" in got.body for got in there.got)


def test_a_message_that_fails_is_sent_again_and_holds_back_those_behind_it(
    hooked: WebhookService, there: Receiver
) -> None:
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game, kinds=TALK)
    there.answer = saying(status(503))
    first, *_ = say(hooked, table, table.seats[1], "One", "Two")
    hooked.deliver()
    hooked.now += BACK_OFF[0]
    hooked.deliver()
    assert texts(there) == ["Player 1: One"] * 2
    assert len({(got.id, got.body) for got in there.got}) == 1
    seen = hooked.seen(webhook, table.seats[0])
    assert (seen["status"], seen["failures"]) == ("retrying", 2)
    erase(hooked, table, first, table.seats[1])
    there.answer = saying(OK)
    hooked.now += BACK_OFF[1]
    hooked.deliver()
    assert texts(there)[2:] == ["Player 1: Two"]
    assert hooked.seen(webhook, table.seats[0])["status"] == "active"


def test_a_message_whose_sender_died_before_moving_the_cursor_is_sent_again_under_the_same_id(
    hooked: WebhookService, there: Receiver
) -> None:
    table = hooked.table()
    hooked.subscribe(table.seats[0], there.url, table.game, kinds=TALK)
    say(hooked, table, table.seats[1], "One", "Two")
    hooked.die_delivering()
    hooked.now += 60
    hooked.deliver()
    assert texts(there) == ["Player 1: One", "Player 1: One", "Player 1: Two"]
    assert there.got[0].id == there.got[1].id


@pytest.mark.parametrize("of_all_games", [False, True])
def test_what_is_said_while_a_webhook_does_not_want_talk_is_never_sent(
    hooked: WebhookService, there: Receiver, of_all_games: bool
) -> None:
    table = hooked.table()
    token, game = (ADMIN, "") if of_all_games else (table.spectator, table.game)
    webhook = hooked.subscribe(token, there.url, game, kinds=["turn.next"])
    for number in range(2):
        say(hooked, table, table.spectator, f"unasked {number}")
        hooked.deliver()
        time.sleep(0.002)  # times are in milliseconds
        change(hooked, webhook, token, TALK[0])
        say(hooked, table, table.spectator, f"asked for {number}")
        hooked.deliver()
        change(hooked, webhook, token, "turn.next")
    assert [text.partition(": ")[2] for text in texts(there)] == ["asked for 0", "asked for 1"]


def test_a_revoked_token_hears_nothing_more(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    hooked.subscribe(table.seats[0], there.url, table.game, kinds=TALK)
    say(hooked, table, table.seats[1], "for the old token")
    owner = next(fact for fact, grant in hooked.service.store.facts(table.game).items() if grant == "seat:0")
    hooked.service.store.forget(table.game, [owner])  # by another process: this one has not heard of it
    hooked.deliver()
    assert there.got == []
    assert hooked.subscriptions.everybody() == []


def test_what_is_said_in_place_of_lost_messages_has_ids_of_its_own(
    hooked: WebhookService, there: Receiver
) -> None:
    """The cursor goes back, and a receiver that skips repeats skips nothing."""
    table = hooked.table()
    hooked.subscribe(table.seats[0], there.url, table.game, kinds=TALK)
    restore = take_copy(hooked.service.store)
    say(hooked, table, table.seats[1], "lost", "lost, too")
    hooked.deliver()
    restore()
    hooked.subscriptions.wake([talk_stream(table.game)])
    hooked.deliver()
    say(hooked, table, table.seats[1], "new")
    hooked.deliver()
    assert texts(there) == ["Player 1: lost", "Player 1: lost, too", "Player 1: new"]
    assert there.got[0].message["data"]["message"] == there.got[2].message["data"]["message"]
    assert len({got.id for got in there.got}) == 3
