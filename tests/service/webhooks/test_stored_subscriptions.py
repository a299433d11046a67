"""Subscriptions that earlier releases stored: they go on, under the new names, and their messages keep their ids."""

from collections.abc import Sequence

import msgspec
import pytest

from service.webhooks.payload import message_id
from service.webhooks.subscriptions import KINDS, Attempt
from service.webhooks.triggers import Trigger
from tests.support.http.api_calls import Table
from tests.support.webhooks.webhook_receivers import Receiver
from tests.support.webhooks.webhook_service import WebhookService

OLD_ID = "0f3a9c5d7e1b2468"


def store_as_before(hooked: WebhookService, table: Table, url: str, kinds: Sequence[str]) -> str:
    """Writes what the first releases wrote, and returns the token that owns it."""
    texts = hooked.service.store.facts(table.game)
    owner = next(fact for fact, grant in texts.items() if grant == "seat:0")
    stored = {
        "id": OLD_ID,
        "owner": owner,
        "game": table.game,
        "seat": 0,
        "url": url,
        "kinds": kinds,
        "lang": "en",
        "base": "http://here",
        "created": "2026-11-16T12:00:00.000Z",
        "secret": "whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IHNlY3JldCE=",
    }
    store = hooked.subscriptions.store
    store.replace("all", OLD_ID, None, msgspec.json.encode(stored).decode())
    store.replace(f"of:{table.game}", OLD_ID, None, "")
    version = len(hooked.service.store.read(table.game))
    store.replace(f"tracks:{OLD_ID}", table.game, None, str(version))
    return table.seats[0]


@pytest.mark.parametrize(
    ("stored", "kinds", "event_types"),
    [
        (["your_turn", "reminder", "game_over"], ["turn.started", "turn.reminder", "game.scored"], []),
        (["on_deck"], ["turn.next"], []),
        (
            ["route_claimed", "your_turn", "card_drawn"],
            ["game.event", "turn.started"],
            ["route_claimed", "card_drawn"],
        ),
        (["every_event"], ["game.event"], []),
        (["route_claimed", "every_event", "on_deck"], ["game.event", "turn.next"], []),
    ],
)
def test_what_was_stored_is_shown_under_the_new_names(
    hooked: WebhookService, there: Receiver, stored: list[str], kinds: list[str], event_types: list[str]
) -> None:
    table = hooked.table()
    token = store_as_before(hooked, table, there.url, stored)
    (seen,) = hooked.service.caller.get(f"/v1/webhooks?game={table.game}", token).json["items"]
    assert (seen["id"], seen["kinds"], seen["event_types"]) == (OLD_ID, kinds, event_types)
    hooked.subscriptions.request_ping(OLD_ID)  # writes it anew
    assert hooked.seen(seen, token)["kinds"] == kinds


def test_what_was_stored_is_delivered(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    store_as_before(hooked, table, there.url, ["your_turn", "turn_started"])
    hooked.play(table, 20)
    hooked.deliver()
    about = {(got.type, (got.message["data"]["event"] or {"type": None})["type"]) for got in there.got}
    assert about == {("turn.started", None), ("game.event", "turn_started")}
    assert len({got.id for got in there.got}) == len(there.got)


def test_ids_of_messages_are_those_of_before(hooked: WebhookService, there: Receiver) -> None:
    """A receiver that skips repeats knows a message again that was sent before and after an upgrade."""
    table = hooked.table()
    store_as_before(hooked, table, there.url, ["your_turn"])
    subscription = hooked.subscriptions.find(OLD_ID)
    assert subscription
    ids = [
        message_id(subscription.id, "game", 7, trigger, "0123456789abcdef")
        for trigger in (
            *(Trigger(kind, 1) for kind in KINDS[:3]),
            Trigger("game.scored"),
            Trigger("game.event", 1, "turn_started"),
        )
    ]
    words = ("your_turn-1", "on_deck-1", "reminder-1", "game_over", "turn_started-1")
    assert ids == [f"{OLD_ID}-game-7-{word}-01234567" for word in words]


def test_attempts_of_before_are_shown_under_the_new_names(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    token = store_as_before(hooked, table, there.url, ["your_turn"])
    for kind in ("your_turn", "route_claimed", "ping", "turn.next"):
        hooked.subscriptions.record(
            OLD_ID,
            Attempt(at="", message="m", type=kind, game=table.game, version=1, status=0, error="", ms=5),
        )
    attempts = hooked.attempts({"id": OLD_ID}, token)
    assert [attempt["type"] for attempt in attempts] == ["turn.next", "ping", "game.event", "turn.started"]
    assert (attempts[0]["status"], attempts[0]["error"], attempts[0]["took_seconds"]) == (None, None, 0.005)
