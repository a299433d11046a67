"""`/v1/me/webhooks`: one subscription for all games of a player, and those that they have to one game."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from standardwebhooks import Webhook

from service.games.facts import talk_stream
from tests.support.http.api_calls import Caller, Table, inside, problem, table_of
from tests.support.http.api_people import Person, delete, sign_up
from tests.support.webhooks.webhook_receivers import Receiver, receiver
from tests.support.webhooks.webhook_service import WebhookService

ANY = {"If-Match": "*"}


@pytest.fixture
def there() -> Iterator[Receiver]:
    with receiver() as there:
        yield there


class Hooked(WebhookService):
    """Wakes the webhooks of players as the process that delivers does."""

    @property
    def caller(self) -> Caller:
        return self.service.caller

    def subscribe_player(self, person: Person, url: str, **more: Any) -> dict[str, Any]:
        reply = self.caller.post("/v1/me/webhooks", {"url": url, **more}, person.token)
        assert reply.status == 201, reply.body
        return {**reply.json["webhook"], "secret": reply.json["secret"]}

    def table_of_player(self, person: Person, *others: dict[str, Any]) -> Table:
        request = {"board": "usa", "seats": [{"me": True}, *others], "first": 0}
        return table_of(self.caller.post("/v1/games", request, person.token))

    def bring(self, *tables: Table) -> None:
        """Everything that is new in these games."""
        cache = self.service.games.cache
        streams = [stream for table in tables for stream in (table.game, talk_stream(table.game))]
        self.subscriptions.wake(
            streams, lambda game: set(cache.read_latest(game).facts.player_places().values())
        )
        self.deliver()


@pytest.fixture
def hooked() -> Hooked:
    return Hooked()


def choose(caller: Caller, table: Table, token: str) -> None:
    move = caller.get(f"{table.path}/commands", token).json["moves"][0]
    assert caller.post(f"{table.path}/commands", move, token, ANY).status == 200


def test_one_webhook_hears_of_all_games_of_the_player(hooked: Hooked, there: Receiver) -> None:
    hooked.now = time.time()
    ann = sign_up(hooked.caller)
    webhook = hooked.subscribe_player(ann, there.url)
    assert (webhook["game"], webhook["seat"]) == (None, None)
    tables = [hooked.table_of_player(ann, {"name": "Ben"}) for _ in range(2)]
    foreign = hooked.table()
    hooked.bring(*tables, foreign)
    got = [(one.type, one.message["data"]["game"], one.message["data"]["seat"]) for one in there.got]
    assert sorted(got) == sorted(("turn.started", table.game, 0) for table in tables)
    assert {one.message["data"]["webhook"] for one in there.got} == {webhook["id"]}
    for one in there.got:
        Webhook(webhook["secret"]).verify(one.body, dict(one.headers))
    hooked.bring(*tables)
    assert len(there.got) == 2, "nothing comes twice"


def test_events_are_as_the_own_seat_sees_them(hooked: Hooked, there: Receiver) -> None:
    ann, ben = sign_up(hooked.caller), sign_up(hooked.caller, "Ben")
    table = hooked.table_of_player(ben, {})
    hooked.subscribe_player(ann, there.url, kinds=["game.event"], event_types=["tickets_offered"])
    hooked.caller.post(f"{table.path}/seats", {"invite": table.invites[1]}, ann.token)
    hooked.bring(table)
    shown = hooked.caller.get(f"{table.path}/events?type=tickets_offered", ann.token).json["items"]
    assert [one.message["data"]["event"] for one in there.got] == shown
    assert [bool(event["data"]["tickets"]) for event in shown] == [False, True]


def test_a_player_who_has_left_hears_nothing_more(hooked: Hooked, there: Receiver) -> None:
    ann = sign_up(hooked.caller)
    table = hooked.table_of_player(ann, {"name": "Ben"})
    hooked.subscribe_player(ann, there.url, kinds=["game.event"])
    hooked.caller.post(f"{table.path}/commands", {"type": "resign", "kind": "nobody"}, ann.token, ANY)
    choose(hooked.caller, table, table.seats[1])
    hooked.bring(table)
    assert there.got == []


def test_one_webhook_hears_what_is_said_at_all_tables_of_the_player(hooked: Hooked, there: Receiver) -> None:
    """From when they sit down, as their seats hear it, and until they leave."""
    ann, ben = sign_up(hooked.caller), sign_up(hooked.caller, "Ben")
    hooked.subscribe_player(ann, there.url, kinds=["message.posted"])
    own, joined = hooked.table_of_player(ann, {"name": "Cleo"}), hooked.table_of_player(ben, {}, {})

    def say(table: Table, token: str, text: str) -> None:
        assert hooked.caller.post(f"{table.path}/messages", {"text": text}, token).status == 201
        hooked.bring(table)

    say(joined, ben.token, "before she came")
    hooked.caller.post(f"{joined.path}/seats", {"invite": joined.invites[1]}, ann.token)
    say(joined, ben.token, "Hello, Ann")
    say(joined, joined.spectator, "not for seats")
    say(own, own.seats[1], "Well met")
    say(own, ann.token, "And you")
    say(hooked.table_of_player(ben, {"name": "Dan"}), ben.token, "elsewhere")
    resign = {"type": "resign", "kind": "nobody"}
    assert hooked.caller.post(f"{joined.path}/commands", resign, ann.token, ANY).status == 200
    say(joined, ben.token, "after she left")
    got = [(one.message["data"]["game"], one.message["data"]["text"]) for one in there.got]
    assert got == [
        (joined.game, "Ben: Hello, Ann"),
        (own.game, "Cleo: Well met"),
        (own.game, "Ann: And you"),
    ]


def test_a_webhook_ends_with_the_token_that_made_it(hooked: Hooked, there: Receiver) -> None:
    ann = sign_up(hooked.caller)
    other = hooked.caller.post("/v1/me/tokens", {}, ann.token).json
    phone = Person(ann.id, other["token"], other["id"], "")
    webhook = hooked.subscribe_player(phone, there.url)
    table = hooked.table_of_player(ann, {"name": "Ben"})
    assert hooked.caller.get(f"/v1/webhooks/{webhook['id']}", ann.token).status == 200
    delete(hooked.caller, f"/v1/me/tokens/{other['id']}", ann.token)
    hooked.bring(table)
    assert there.got == []
    assert hooked.caller.get("/v1/me/webhooks", ann.token).json["items"] == []


def test_an_erased_player_leaves_no_webhook(hooked: Hooked, there: Receiver) -> None:
    ann = sign_up(hooked.caller)
    table = hooked.table_of_player(ann, {"name": "Ben"})
    hooked.subscribe_player(ann, there.url)
    hooked.subscribe(ann.token, there.url, table.game)
    exported = hooked.caller.get("/v1/me/export", ann.token).json["parts"]["webhooks"]
    assert list(exported.values()) == [there.url] * 2
    delete(hooked.caller, "/v1/me", ann.token)
    assert there.url not in str(vars(hooked.subscriptions.store))


def test_a_player_subscribes_to_one_game_as_their_seat_or_as_its_host(
    hooked: Hooked, there: Receiver
) -> None:
    ann, eve = sign_up(hooked.caller), sign_up(hooked.caller, "Eve")
    table = hooked.table_of_player(ann, {"name": "Ben"})
    hosted = table_of(
        hooked.caller.post("/v1/games", {"board": "usa", "seats": [{"name": "A"}, {"name": "B"}]}, ann.token)
    )
    for one in (table, hosted):
        hooked.subscribe(ann.token, there.url, one.game, kinds=["turn.started"])
        hook = {"url": there.url, "game": one.game}
        assert hooked.caller.post("/v1/webhooks", hook, eve.token).status == 403
        assert len(hooked.caller.get(f"/v1/webhooks?game={one.game}", ann.token).json["items"]) == 1
    assert len(hooked.caller.get("/v1/me/webhooks", ann.token).json["items"]) == 2
    choose(hooked.caller, table, ann.token)
    choose(hooked.caller, table, table.seats[1])
    choose(hooked.caller, hosted, hosted.seats[0])
    choose(hooked.caller, hosted, hosted.seats[1])
    hooked.bring(table, hosted)
    turns = {(one.message["data"]["game"], one.message["data"]["seat"]) for one in there.got}
    assert (table.game, 0) in turns
    assert (table.game, 1) not in turns
    assert any(game == hosted.game for game, _ in turns)


def test_all_tokens_of_a_player_and_nobody_else_lead_to_their_webhooks() -> None:
    caller = inside(webhook_private=True).caller
    ann, eve = sign_up(caller), sign_up(caller, "Eve")
    body, key = {"url": "https://example.org/hook"}, {"Idempotency-Key": "k"}
    created = caller.post("/v1/me/webhooks", body, ann.token, key)
    assert caller.post("/v1/me/webhooks", body, ann.token, key).json == created.json
    path = f"/v1/webhooks/{created.json['webhook']['id']}"
    second = caller.post("/v1/me/tokens", {}, ann.token).json["token"]
    assert caller.get(path, second).json == created.json["webhook"]
    for token, status in ((None, 401), (eve.token, 404), (table_host(caller), 404)):
        assert caller.get(path, token).status == status
        assert delete(caller, path, token).status == status
    for token, status in ((None, 401), (table_host(caller), 403)):
        assert caller.get("/v1/me/webhooks", token).status == status
        assert caller.post("/v1/me/webhooks", body, token).status == status
    for _ in range(9):
        caller.post("/v1/me/webhooks", body, ann.token)
    assert problem(caller.post("/v1/me/webhooks", body, ann.token)) == (409, "too_many_webhooks")
    refused = inside().caller
    private = {"url": "https://127.0.0.1/hook"}
    reply = refused.post("/v1/me/webhooks", private, sign_up(refused).token)
    assert problem(reply) == (422, "url_refused")


def table_host(caller: Caller) -> str:
    return table_of(caller.post("/v1/games", {"board": "usa", "seats": [{"name": "A"}, {}]})).host
