"""Webhooks: who gets which message, signed how, how often, and what happens if a receiver does not answer."""

import re
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from freezegun import freeze_time
from standardwebhooks import Webhook, WebhookVerificationError

from tests.support.http.api_calls import Reply, Table
from tests.support.http.described_answers import defects, schemas
from tests.support.http.viewer_questions import shown
from tests.support.webhooks.webhook_receivers import Got, Receiver, receiver, saying, status
from tests.support.webhooks.webhook_service import WebhookService
from ttr_core.by_post import Agree, Motion, Propose
from ttr_core.history.chain import Envelope
from ttr_core.model.actor import SYSTEM, Actor, Role
from ttr_core.rules.by_post.clock.clock import Remind

ADMIN = "an-administrator-s-word"


@pytest.fixture
def there() -> Iterator[Receiver]:
    with receiver() as there:
        yield there


@pytest.fixture
def hooked() -> WebhookService:
    return WebhookService(admin_token=ADMIN)


def events_of(hooked: WebhookService, table: Table) -> list[Envelope]:
    return [msgspec.json.decode(entry, type=Envelope) for entry in hooked.service.store.read(table.game)]


# ---------------------------------------------------------------------------------------------- turns


def test_one_message_a_turn_and_not_one_a_step(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    hooked.subscribe(table.seats[0], there.url, table.game, kinds=["turn.started"])
    hooked.play(table, 40)
    hooked.deliver()
    events = events_of(hooked, table)
    turns = [e for e in events if e.type == "turn_started" and b'"seat":0' in bytes(e.data)]
    assert len(turns) > 5
    assert len([e for e in events if e.actor == "seat:0"]) > len(turns)
    assert [got.message["data"]["version"] for got in there.got] == [turn.version for turn in turns]
    assert {got.message["data"]["seat"] for got in there.got} == {0}


def test_spectators_hear_of_everybodys_turns(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table(3)
    hooked.subscribe(table.spectator, there.url, table.game, kinds=["turn.started"])
    hooked.play(table, 20)
    hooked.deliver()
    assert {got.message["data"]["seat"] for got in there.got} == {0, 1, 2}


def test_bots_get_no_messages(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table(seats=[{"name": "Ann"}, {"kind": "bot"}])
    hooked.subscribe(table.host, there.url, table.game, kinds=["turn.started", "turn.next"])
    hooked.play(table, 20)
    hooked.deliver()
    about = Counter((got.type, got.message["data"]["seat"]) for got in there.got)
    assert set(about) == {("turn.started", 0), ("turn.next", 0)}


def test_the_next_player_is_warned_when_the_turn_before_begins(
    hooked: WebhookService, there: Receiver
) -> None:
    table = hooked.table(3)
    hooked.subscribe(table.seats[1], there.url, table.game, kinds=["turn.started", "turn.next"])
    hooked.play_until_turns(table)
    hooked.play(table, 12)
    hooked.deliver()
    assert there.types()[:4] == ["turn.next", "turn.started", "turn.next", "turn.started"]


def test_the_end_is_announced_once_and_with_its_winner(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    hooked.subscribe(table.seats[0], there.url, table.game, kinds=["game.scored"], lang="fr")
    while hooked.state(table).phase.waiting:
        hooked.play(table)
    hooked.service.score(table)
    hooked.subscriptions.wake([table.game])
    hooked.deliver()
    (got,) = there.got
    assert got.type == "game.scored"
    assert got.message["data"]["text"].startswith("États-Unis\u00a0: la partie est terminée.")
    assert re.search("remporte|Félicitations|partagent", got.message["data"]["text"])


def test_events_are_sent_as_the_subscriber_may_see_them(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    hooked.subscribe(table.seats[0], there.url, table.game, kinds=["game.event"])
    start = len(events_of(hooked, table))
    hooked.play(table, 20)
    hooked.deliver()
    page = hooked.service.caller.get(f"{table.path}/events?after={start}&limit=1000", table.seats[0]).json
    assert [got.message["data"]["event"] for got in there.got] == page["items"]
    assert {got.type for got in there.got} == {"game.event"}


# -------------------------------------------------------------------------------------------- messages


def test_messages_are_as_the_description_of_the_api_has_them(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table(clock=CLOCK)
    webhook = hooked.subscribe(
        table.seats[0], there.url, table.game, kinds=["game.event", "turn.started", "turn.next"]
    )
    hooked.subscriptions.request_ping(webhook["id"])
    hooked.play(table, 12)
    hooked.deliver()
    assert {"ping", "turn.started", "game.event"} <= set(there.types())
    fields = {
        "webhook",
        "game",
        "version",
        "seat",
        "text",
        "deadline_at",
        "zone",
        "links",
        "event",
        "message",
        "motion",
    }
    for got in there.got:
        name = "".join(word.capitalize() for word in got.type.split(".")) + "Message"
        assert [defects(schemas()[schema], got.message) for schema in ("WebhookMessage", name)] == [[], []]
        assert got.message.keys() == {"id", "type", "at", "api", "data"}
        assert (got.message["id"], got.message["api"]) == (got.id, "1")
        assert got.message["data"].keys() == fields  # what is not there is null
        assert (got.message["data"]["event"] is None) == (got.type != "game.event")


def test_a_message_says_what_to_do_where(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    hooked.subscribe(table.seats[1], there.url, table.game)
    hooked.play_until_turns(table)
    hooked.play(table, 2)
    hooked.deliver()
    data = there.got[0].message["data"]
    assert data["text"].startswith("United States: it is your turn.")
    assert "Player 0" in data["text"]
    assert data["links"]["game"] == f"http://localhost/v1/games/{table.game}"
    assert data["links"]["events"].endswith(f"/events?after={data['version'] - 1}")
    picture = hooked.service.caller.get(
        data["links"]["picture"].removeprefix("http://localhost"), table.seats[1]
    )
    assert picture.headers["content-type"] == "image/png"
    shown = hooked.service.caller.get(
        data["links"]["commands"].removeprefix("http://localhost"), table.seats[1]
    )
    assert shown.json["moves"]
    assert there.got[0].message["at"] == events_of(hooked, table)[data["version"] - 1].at


def is_good(secret: str, got: Got, body: bytes | None = None) -> bool:
    """Whether the public library accepts the signature at the time of sending."""
    with freeze_time(datetime.fromtimestamp(int(got.headers["webhook-timestamp"]), UTC)):
        try:
            Webhook(secret).verify(got.body if body is None else body, dict(got.headers))
        except WebhookVerificationError:
            return False
        return True


def test_signatures_are_those_of_the_public_library(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game)
    hooked.play_until_turns(table)
    hooked.deliver()
    (got,) = there.got
    assert is_good(webhook["secret"], got)
    assert not is_good(webhook["secret"], got, got.body.replace(b"turn.started", b"game.scored"))
    assert not is_good(webhook["secret"], got, got.body + b" ")
    assert not is_good("whsec_" + "A" * 43 + "=", got)


def test_while_a_secret_is_changed_both_are_good(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game)
    reply = hooked.service.caller.post(f"/v1/webhooks/{webhook['id']}/rotate", {}, table.seats[0])
    secrets = (webhook["secret"], reply.json["secret"])
    assert len(set(secrets)) == 2
    hooked.play_until_turns(table)
    hooked.deliver()
    assert [is_good(secret, there.got[0]) for secret in secrets] == [True, True]
    hooked.now += 86_401
    hooked.play(table, 6)
    hooked.deliver()
    assert len(there.got) > 1
    assert [is_good(secret, there.got[-1]) for secret in secrets] == [False, True]


def test_a_secret_that_got_lost_on_its_way_can_be_fetched_again(
    hooked: WebhookService, there: Receiver
) -> None:
    """Otherwise a second attempt would end the secret that the receiver knows."""
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game)

    def rotate(key: str) -> str:
        path, headers = f"/v1/webhooks/{webhook['id']}/rotate", {"Idempotency-Key": key}
        reply = hooked.service.caller.post(path, {}, table.seats[0], headers)
        assert reply.status == 200
        return str(reply.json["secret"])

    first = rotate("one")
    assert rotate("one") == first != webhook["secret"]
    hooked.play_until_turns(table)
    hooked.deliver()
    assert [is_good(secret, there.got[0]) for secret in (webhook["secret"], first)] == [True, True]
    second = rotate("two")
    assert rotate("one") == first != second
    hooked.play(table, 4)
    hooked.deliver()
    secrets = (webhook["secret"], first, second)
    assert [is_good(secret, there.got[-1]) for secret in secrets] == [False, True, True]


def test_secrets_are_shown_once(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game)
    for path in (f"/v1/webhooks/{webhook['id']}", f"/v1/webhooks?game={table.game}"):
        assert b"whsec_" not in hooked.service.caller.get(path, table.seats[0]).body


# ----------------------------------------------------------------------------------------------- clocks

CLOCK = {"kind": "per_move", "seconds": 7200, "zone": "Asia/Kolkata", "reminders": [3600], "warn_next": True}


def test_the_deadline_is_given_with_its_zone(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table(clock=CLOCK)
    for seat, lang in ((0, "en"), (1, "fr")):
        hooked.subscribe(table.seats[seat], there.url, table.game, kinds=["turn.started"], lang=lang)
    hooked.play_until_turns(table)
    hooked.play(table, 2)
    hooked.deliver()
    for got in there.got:
        data = got.message["data"]
        deadline = datetime.fromisoformat(data["deadline_at"])
        assert deadline - datetime.fromisoformat(got.message["at"]) == timedelta(hours=2)
        assert data["zone"] == "Asia/Kolkata"
        local = deadline.astimezone(ZoneInfo("Asia/Kolkata"))
        assert re.search(rf"{local.hour}(:|\sh\s){local:%M} (in Kolkata|.heure de Kolkata.)", data["text"])
        assert data["text"].count("Kolkata") == 1  # nobody else's deadline, and this one once
    texts = sorted(got.message["data"]["text"][:9] for got in there.got)
    assert texts == ["United St", "États-Uni"]


def test_reminders_and_warnings_go_to_the_seats_they_are_for(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table(clock=CLOCK)
    for seat in table.seats.values():
        hooked.subscribe(seat, there.url, table.game, kinds=["turn.reminder", "turn.next"])
    hooked.play_until_turns(table)
    hooked.service.games.perform(
        hooked.service.games.cache.read_latest(table.game), [Remind(seat=0, nth=1)], SYSTEM
    )
    hooked.subscriptions.wake([table.game])
    hooked.deliver()
    assert sorted((got.type, got.message["data"]["seat"]) for got in there.got) == [
        ("turn.next", 1),
        ("turn.reminder", 0),
    ]
    (reminder,) = [got.message["data"] for got in there.got if got.type == "turn.reminder"]
    assert reminder["text"].startswith("United States: we are still waiting for you. Until ")


def test_a_request_goes_to_those_whose_answer_it_needs(hooked: WebhookService, there: Receiver) -> None:
    """By default: nobody else can answer it, and the game may wait for them."""
    table = hooked.table(3)
    for seat in table.seats.values():
        hooked.subscribe(seat, there.url, table.game)
    hooked.play_until_turns(table)
    hooked.deliver()
    there.got.clear()
    games = hooked.service.games
    games.perform(
        games.cache.read_latest(table.game), [Propose(seat=0, motion=Motion.PAUSE)], Actor(Role.SEAT, 0)
    )
    hooked.subscriptions.wake([table.game])
    hooked.deliver()
    asked = [got.message for got in there.got if got.type == "request.opened"]
    assert sorted(message["data"]["seat"] for message in asked) == [1, 2]
    assert {message["data"]["motion"] for message in asked} == {"pause"}
    assert len({message["id"] for message in asked}) == 2
    assert all(
        message["data"]["text"].startswith("United States: you are asked to agree to: a pause. Say 'yes'")
        for message in asked
    )
    there.got.clear()
    games.perform(games.cache.read_latest(table.game), [Agree(seat=1, motion="pause")], Actor(Role.SEAT, 1))
    hooked.subscriptions.wake([table.game])
    hooked.deliver()
    assert "request.opened" not in there.types()  # it is asked once


# ------------------------------------------------------------------------------------------- whose it is


def test_each_token_sees_its_own_webhooks_and_no_others(hooked: WebhookService, there: Receiver) -> None:
    table, caller = hooked.table(), hooked.service.caller
    created = {
        name: hooked.subscribe(token, there.url, table.game)["id"] for name, token in table.tokens.items()
    }
    for name, token in table.tokens.items():
        listed = caller.get(f"/v1/webhooks?game={table.game}", token).json["items"]
        assert [own["id"] for own in listed] == [created[name]]
        others = [webhook for other, webhook in created.items() if other != name]
        for other in others:
            path = f"/v1/webhooks/{other}"
            assert caller.get(path, token).code == "webhook_not_found"
            assert caller.call("DELETE", path, token, None, None).code == "webhook_not_found"
            assert caller.post(f"{path}/rotate", {}, token).code == "webhook_not_found"
            assert caller.post(f"{path}/redeliver", {"after": 0}, token).code == "webhook_not_found"


def test_a_private_game_is_not_there_for_strangers(hooked: WebhookService, there: Receiver) -> None:
    private, other, caller = hooked.table(visibility="private"), hooked.table(), hooked.service.caller
    for token in (None, other.host, other.seats[0]):
        answers = [
            (shown(caller.post("/v1/webhooks", {"url": there.url, "game": game}, token)), shown(listed))
            for game in (private.game, "0" * len(private.game))
            for listed in [caller.get(f"/v1/webhooks?game={game}", token)]
        ]
        assert answers[0] == answers[1]
        assert answers[0][0][0] == (404 if token else 401)


def test_a_revoked_token_gets_no_more_messages(hooked: WebhookService, there: Receiver) -> None:
    """Otherwise the previous holder would go on seeing the cards of the seat."""
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game, kinds=["game.event"])
    hooked.service.caller.call("DELETE", f"{table.path}/seats/0/person", table.host, None, None)
    hooked.play(table, 5)
    hooked.deliver()
    assert there.got == []
    assert hooked.subscriptions.find(webhook["id"]) is None
    assert dict(hooked.subscriptions.store.table("all")) == {}


def test_what_is_unsubscribed_is_forgotten(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game)
    hooked.play_until_turns(table)
    hooked.deliver()
    path = f"/v1/webhooks/{webhook['id']}"
    assert hooked.service.caller.call("DELETE", path, table.seats[0], None, None).status == 200
    assert hooked.service.caller.get(path, table.seats[0]).code == "webhook_not_found"
    hooked.play(table, 4)
    hooked.deliver()
    assert len(there.got) == 1
    assert there.url not in repr(vars(hooked.subscriptions.store))


def test_the_operator_follows_all_games_from_now_on(hooked: WebhookService, there: Receiver) -> None:
    old = hooked.table()
    hooked.play_until_turns(old)
    time.sleep(0.002)  # events of the same millisecond count as later
    webhook = hooked.subscribe(ADMIN, there.url, kinds=["game.event"], event_types=["turn_started"])
    new = hooked.table()
    before = len(events_of(hooked, old))
    for table in (old, new):
        hooked.play(table, 10)
    hooked.deliver()
    expected = {
        (table.game, event.version)
        for table, start in ((old, before), (new, 0))
        for event in events_of(hooked, table)
        if event.type == "turn_started" and event.version > start
    }
    assert {(got.message["data"]["game"], got.message["data"]["version"]) for got in there.got} == expected
    assert len(there.got) == len(expected)
    assert hooked.seen(webhook, ADMIN)["game"] is None


def test_nobody_else_follows_all_games(hooked: WebhookService, there: Receiver) -> None:
    table, request = hooked.table(), {"url": there.url}
    for token, expected in ((None, 401), (table.host, 403), ("another-administrator", 403)):
        assert hooked.service.caller.post("/v1/webhooks", request, token).status == expected
    closed = WebhookService()
    assert closed.service.caller.post("/v1/webhooks", request, "").status == 401
    assert closed.service.caller.post("/v1/webhooks", request, ADMIN).status == 403


def test_a_token_has_so_many_webhooks_and_no_more(there: Receiver) -> None:
    hooked = WebhookService(webhooks_per_token=2)
    table = hooked.table()
    request = {"url": there.url, "game": table.game}
    for seat, expected in ((0, 201), (0, 201), (0, 409), (1, 201)):
        assert hooked.service.caller.post("/v1/webhooks", request, table.seats[seat]).status == expected


# -------------------------------------------------------------------------------------------- changes


def change(hooked: WebhookService, webhook: dict[str, Any], token: str | None, **body: Any) -> Reply:
    headers = {"Content-Type": "application/json"}
    path = f"/v1/webhooks/{webhook['id']}"
    return hooked.service.caller.call("PATCH", path, token, msgspec.json.encode(body), headers)


def test_what_a_webhook_hears_of_can_be_changed(hooked: WebhookService, there: Receiver) -> None:
    """Nothing else changes: not its secret, not what was delivered."""
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game)
    before = hooked.seen(webhook, table.seats[0])
    reply = change(
        hooked, webhook, table.seats[0], kinds=["game.event"], event_types=["turn_started"], lang="fr"
    )
    assert reply.status == 200
    changes = {"kinds": ["game.event"], "event_types": ["turn_started"], "lang": "fr"}
    assert reply.json == hooked.seen(webhook, table.seats[0]) == {**before, **changes}
    hooked.play_until_turns(table)
    hooked.play(table, 4)
    hooked.deliver()
    assert {got.message["data"]["event"]["type"] for got in there.got} == {"turn_started"}
    assert is_good(webhook["secret"], there.got[0])
    assert change(hooked, webhook, table.seats[0], event_types=[]).json["event_types"] == []
    assert change(hooked, webhook, table.seats[0]).json["kinds"] == ["game.event"]


def test_a_new_address_switches_a_webhook_on_and_gets_what_was_not_delivered(
    hooked: WebhookService, there: Receiver
) -> None:
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game, kinds=["game.event"])
    there.answer = saying(status(410))
    hooked.play(table, 3)
    hooked.deliver()
    assert hooked.seen(webhook, table.seats[0])["status"] == "off"
    assert change(hooked, webhook, table.seats[0], lang="fr").json["status"] == "off"
    with receiver() as elsewhere:
        reply = change(hooked, webhook, table.seats[0], url=elsewhere.url)
        assert (reply.json["status"], reply.json["off_reason"]) == ("active", None)
        hooked.deliver()
        versions = [got.message["data"]["version"] for got in elsewhere.got]
    last = len(events_of(hooked, table))
    assert versions == list(range(webhook["delivered_version"] + 1, last + 1))
    assert "webhook-off" not in hooked.look(table, table.seats[0])


@pytest.mark.parametrize(
    "body",
    [
        {"kinds": []},
        {"kinds": ["your_turn"]},
        {"kinds": ["route_claimed"]},
        {"event_types": ["nonsense"]},
        {"lang": "xx"},
        {"url": "ftp://example.org/"},
        {"secret": "whsec_"},
        {"game": "0123456789abcdef"},
    ],
)
def test_what_a_webhook_cannot_become_is_refused(
    hooked: WebhookService, there: Receiver, body: dict[str, Any]
) -> None:
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game)
    before = hooked.seen(webhook, table.seats[0])
    assert change(hooked, webhook, table.seats[0], **body).status == 400
    assert hooked.seen(webhook, table.seats[0]) == before


def test_nobody_else_changes_a_webhook(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    webhook = hooked.subscribe(table.seats[0], there.url, table.game)
    for token, code in ((None, 401), (table.seats[1], 404), (table.host, 404), (ADMIN, 404)):
        assert change(hooked, webhook, token, url="https://example.org/").status == code
        assert hooked.service.caller.get(f"/v1/webhooks/{webhook['id']}/attempts", token).status == code
    assert hooked.seen(webhook, table.seats[0])["url"] == there.url


def test_ids_of_webhooks_say_what_they_are(hooked: WebhookService, there: Receiver) -> None:
    table = hooked.table()
    assert re.fullmatch("wh_[0-9a-f]{16}", hooked.subscribe(table.host, there.url, table.game)["id"])
