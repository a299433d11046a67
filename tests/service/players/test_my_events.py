"""`GET /v1/me/events`: one stream for all games of a player, with a cursor that loses nothing and repeats nothing."""

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from service.config import Config
from service.games.facts import is_game, player_stream
from service.http.request import EXTENSION
from service.players import list_store
from service.services import Services
from service.store import Store
from service.store.interface import Commit
from tests.support.http.api_calls import (
    Caller,
    Inside,
    Table,
    app_over,
    in_process,
    inside,
    over_http,
    problem,
    table_of,
)
from tests.support.http.api_people import Person, delete, sign_up
from tests.support.http.event_stream_reader import Stream
from tests.support.http.running_service import UNLIMITED, Stack
from tests.support.http.twin_games import twin_of
from tests.support.http.viewer_questions import comparable

ANY = {"If-Match": "*"}
EVERYTHING = "kinds=turn.started,turn.next,turn.reminder,game.scored,game.event"


class Service:
    """A service on a store, whose lists a worker has just brought up to date."""

    def __init__(self, store: Store) -> None:
        app = app_over(store, Config(**UNLIMITED))
        self.caller, self.store = in_process(app), store
        services: Services = app.extensions[EXTENSION]
        self.lists = services.lists

    def page(self, person: Person, query: str = EVERYTHING) -> Any:
        for stream in self.store.streams():
            if is_game(stream):
                self.lists.look(stream)
        reply = self.caller.get(f"/v1/me/events?{query}", person.token)
        assert reply.status == 200, reply.body
        return reply.json


@pytest.fixture
def service(store: Store) -> Service:
    return Service(store)


def table_with(caller: Caller, person: Person, *others: dict[str, Any], **settings: Any) -> Table:
    request = {"board": "usa", "seats": [{"me": True}, *others], "first": 0, **settings}
    return table_of(caller.post("/v1/games", request, person.token))


def choose(caller: Caller, table: Table, token: str) -> None:
    """Plays the first move that is listed."""
    move = caller.get(f"{table.path}/commands", token).json["moves"][0]
    assert caller.post(f"{table.path}/commands", move, token, ANY).status == 200


def two_games(service: Service) -> tuple[Person, list[Table]]:
    ann = sign_up(service.caller)
    tables = [table_with(service.caller, ann, {"name": "Ben"}) for _ in range(2)]
    for table in tables:
        choose(service.caller, table, ann.token)
        choose(service.caller, table, table.seats[1])
    return ann, tables


# ------------------------------------------------------------------------------------------------ pages


def test_all_games_are_in_one_order_in_the_envelope_of_webhooks(service: Service) -> None:
    ann, tables = two_games(service)
    page = service.page(ann)
    assert page["next"] is None
    of_games = {
        table.game: [one["data"] for one in page["items"] if one["data"]["game"] == table.game]
        for table in tables
    }
    for table in tables:
        shown = service.caller.get(f"{table.path}/events?limit=1000", ann.token).json["items"]
        events = [data["event"] for data in of_games[table.game] if data["event"]]
        assert [event["version"] for event in events] == [event["version"] for event in shown[-len(events) :]]
        assert events == shown[-len(events) :]
    first = page["items"][0]
    assert first.keys() == {"id", "type", "at", "api", "data"}
    assert first["data"]["webhook"] is None
    assert first["data"]["links"]["game"].endswith(tables[0].path)


def test_by_default_your_turns_alone(service: Service) -> None:
    ann, tables = two_games(service)
    page = service.page(ann, "lang=fr")
    turns = [(one["type"], one["data"]["game"], one["data"]["seat"]) for one in page["items"]]
    assert sorted(turns) == sorted(("turn.started", table.game, 0) for table in tables for _ in range(2))
    assert all("c'est à vous de jouer" in one["data"]["text"].lower() for one in page["items"])


@pytest.mark.parametrize("limit", [1, 3, 7])
def test_every_cursor_goes_on_where_it_was(service: Service, limit: int) -> None:
    ann, _ = two_games(service)
    whole, read, query = (
        service.page(ann, f"{EVERYTHING}&limit=200"),
        list[Any](),
        f"{EVERYTHING}&limit={limit}",
    )
    page = service.page(ann, query)
    while page["next"]:
        read += page["items"]
        page = service.page(ann, f"{query}&cursor={page['next']}")
    assert read + page["items"] == whole["items"]
    assert page["cursor"] == whole["cursor"]
    assert service.page(ann, f"{EVERYTHING}&cursor={whole['cursor']}")["items"] == []


def test_a_game_is_news_from_the_moment_you_sit_down(service: Service) -> None:
    caller, ben = service.caller, sign_up(service.caller, "Ben")
    table = table_with(caller, sign_up(caller), {"name": "Guest"})
    choose(caller, table, table.seats[1])
    invite = caller.post(f"{table.path}/seats/1/invite", {}, table.seats[1]).json["invite"]
    caller.post(f"{table.path}/seats", {"invite": invite}, ben.token)
    types = [one["data"]["event"]["type"] for one in service.page(ben, "kinds=game.event")["items"]]
    assert types[0] == "seat_handed_over"


def test_a_game_that_you_have_left_tells_you_nothing_more(service: Service) -> None:
    caller, ann = service.caller, sign_up(service.caller)
    table = table_with(caller, ann, {"name": "Ben"})
    cursor = service.page(ann)["cursor"]
    caller.post(f"{table.path}/commands", {"type": "resign", "kind": "bot:greedy"}, ann.token, ANY)
    choose(caller, table, table.seats[1])
    assert service.page(ann, f"{EVERYTHING}&cursor={cursor}")["items"] == []


def test_a_player_with_two_seats_hears_of_both(service: Service) -> None:
    ann = sign_up(service.caller)
    table_with(service.caller, ann, {"me": True}, {"name": "Ben"})
    items = service.page(ann, "limit=9")["items"]
    assert [(one["type"], one["data"]["seat"]) for one in items] == [("turn.started", 0), ("turn.started", 1)]


def test_what_was_written_twice_or_too_late_comes_once(service: Service) -> None:
    """Two workers write rows of two versions in any order: the advances go back and forth."""
    ann, (table, _) = two_games(service)
    whole = service.page(ann, f"{EVERYTHING}&limit=200")
    inner = next(iter(service.lists.store.players()))
    row = service.lists.store.rows(inner)[table.game]
    older = re.sub(r'"version":\d+', '"version":9', row)
    for text in (older, row, row):
        service.lists.store.put(inner, table.game, text)
    again = service.page(ann, f"{EVERYTHING}&limit=200")
    assert again["items"] == whole["items"]


def test_a_cursor_from_too_long_ago_is_refused(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _ = two_games(service)
    service.page(ann)
    inner = next(iter(service.lists.store.players()))
    for number in range(1, 2 + 2 * list_store.KEPT_ADVANCES):
        service.lists.store.put(inner, "gone", f'{{"version":{number}}}')
    reply = service.caller.get("/v1/me/events?cursor=1.0.0", ann.token)
    assert problem(reply) == (404, "cursor_expired")
    beyond = service.caller.get("/v1/me/events?cursor=999999.0.0", ann.token)
    assert problem(beyond) == (404, "cursor_expired")
    kept = service.lists.store.advances(inner, 0, 10**6)
    assert len(kept) <= 1.2 * list_store.KEPT_ADVANCES


@pytest.mark.parametrize("cursor", ["x", "1", "1.2", "1.2.3.4", "-1.0.0", "1.0.٣"])
def test_what_is_no_cursor_is_refused(cursor: str) -> None:
    caller = inside().caller
    ann = sign_up(caller)
    assert problem(caller.get(f"/v1/me/events?cursor={cursor}", ann.token)) == (400, "malformed_request")


def test_an_erased_player_leaves_no_advances(service: Service) -> None:
    ann, _ = two_games(service)
    service.page(ann)
    inner = next(iter(service.lists.store.players()))
    assert service.lists.store.last_advance(inner)
    delete(service.caller, "/v1/me", ann.token)
    assert service.lists.store.advances(inner, 0, 10) == []


# ---------------------------------------------------------------------------------------------- secrets


def test_hidden_cards_change_nothing_in_the_messages() -> None:
    here = inside()
    ann = sign_up(here.caller)
    table = table_with(here.caller, ann, {"name": "Ben"}, {"name": "Cid"})
    for token in (ann.token, table.seats[1], table.seats[2], ann.token):
        choose(here.caller, table, token)
    twins = (twin_of(here, table, 0, seed) for seed in range(9))
    there = next(twin for twin in twins if hand(twin, table) != hand(here, table))
    inner = next(text for key, text in here.store.facts(table.game).items() if key == "player:0")
    stream = player_stream(inner)
    there.store.append(
        Commit(
            game=stream, expected=0, entries=tuple(here.store.read(stream)), facts=here.store.facts(stream)
        )
    )
    mine, theirs = (said(one, ann) for one in (here, there))
    assert mine == theirs
    assert len(mine) > 1000


def hand(service: Inside, table: Table) -> object:
    return service.games.cache.read_latest(table.game).state.seats[1].hand


def said(service: Inside, person: Person) -> bytes:
    """All messages, without the hashes of events in their ids, and whether they came in one advance or in two."""
    body = service.caller.get(f"/v1/me/events?{EVERYTHING}&limit=200", person.token).body
    return re.sub(rb'"(id":"me-[^"]*|cursor":"[^"]*)"', b'""', comparable(body))


@pytest.mark.parametrize("kind", ["nobody", "host", "seat", "watch", "player"])
def test_only_players_have_games(kind: str) -> None:
    caller = inside().caller
    ann, eve = sign_up(caller), sign_up(caller, "Eve")
    table = table_with(caller, ann, {"name": "Ben"})
    tokens = {
        "nobody": None,
        "host": table.host,
        "seat": table.seats[1],
        "watch": table.spectator,
        "player": eve.token,
    }
    reply = caller.get(f"/v1/me/events?{EVERYTHING}", tokens[kind])
    if kind == "player":
        assert reply.json["items"] == []
    else:
        assert reply.status == (401 if kind == "nobody" else 403)


# -------------------------------------------------------------------------------------------- table talk

TALK = "kinds=message.posted,message.erased"


def speak(service: Service, table: Table, token: str, text: str) -> str:
    reply = service.caller.post(f"{table.path}/messages", {"text": text}, token)
    assert reply.status == 201, reply.body
    message: str = reply.json["id"]
    return message


def test_what_is_said_at_your_tables_is_in_your_events_if_you_want_it(service: Service) -> None:
    ann, tables = two_games(service)
    first = speak(service, tables[0], tables[0].seats[1], "Well played")
    speak(service, tables[1], tables[1].seats[1], "Hello")
    speak(service, tables[0], tables[0].spectator, "Take the blue one!")
    page = service.page(ann, TALK)
    said = [(one["type"], one["data"]["game"], one["data"]["text"]) for one in page["items"]]
    assert sorted(said) == sorted(
        [
            ("message.posted", tables[0].game, "Ben: Well played"),
            ("message.posted", tables[1].game, "Ben: Hello"),
        ]
    )
    delete(service.caller, f"{tables[0].path}/messages/{first}", tables[0].seats[1])
    later = service.page(ann, f"{TALK}&cursor={page['cursor']}")
    assert [(one["type"], one["data"]["message"]) for one in later["items"]] == [("message.erased", first)]
    assert "message.posted" not in {one["type"] for one in service.page(ann, EVERYTHING)["items"]}


def test_talk_comes_once_however_often_and_late_a_worker_looks(service: Service) -> None:
    ann, (table, _) = two_games(service)
    for text in ("One", "Two"):
        speak(service, table, table.seats[1], text)
        for _ in range(3):
            service.lists.look_at_talk(table.game)
    page = service.page(ann, f"{TALK}&limit=1")
    rest = service.page(ann, f"{TALK}&cursor={page['next']}")
    texts = [one["data"]["text"] for one in [*page["items"], *rest["items"]]]
    assert (texts, rest["next"]) == (["Ben: One", "Ben: Two"], None)


def test_seats_that_you_have_muted_are_not_in_your_events(service: Service) -> None:
    ann, (table, _) = two_games(service)
    muted = service.caller.call(
        "PUT",
        f"{table.path}/seats/1/mute",
        ann.token,
        b'{"muted": true}',
        {"Content-Type": "application/json"},
    )
    assert muted.status == 200
    speak(service, table, table.seats[1], "Psst")
    assert service.page(ann, TALK)["items"] == []


# ----------------------------------------------------------------------------------------------- streams


@contextmanager
def following(port: int, token: str, cursor: str = "") -> Iterator[Stream]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {token}"}
    if cursor:
        headers["Last-Event-ID"] = cursor
    try:
        connection.request("GET", f"/v1/me/events?{EVERYTHING}", headers=headers)
        yield Stream(connection.getresponse())
    finally:
        connection.close()


def messages(stream: Stream) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each with the cursor behind it."""
    for block in stream.blocks():
        fields = dict(line.split(": ", 1) for line in block)
        if "data" in fields and "event" not in fields:
            yield fields["id"], json.loads(fields["data"])


def test_a_stream_tells_of_every_game_and_resumes_at_every_message(stack: Stack) -> None:
    with over_http(stack.port) as caller:
        ann = sign_up(caller)
        with following(stack.port, ann.token) as stream:
            opening = next(stream.blocks())
            assert opening[0] == "retry: 2000"
            start = opening[1].removeprefix("id: ")
            tables = [table_with(caller, ann, {"name": "Ben"}) for _ in range(2)]
            for table in tables:
                choose(caller, table, ann.token)
            heard = []
            for cursor, message in messages(stream):
                heard.append((cursor, message))
                if sum(one["data"]["version"] == 11 for _, one in heard if one["type"] == "game.event") == 2:
                    break
        assert {one["data"]["game"] for _, one in heard} == {table.game for table in tables}
        for place in (start, heard[0][0], heard[len(heard) // 2][0]):
            rest = heard[next((n + 1 for n, (cursor, _) in enumerate(heard) if cursor == place), 0) :]
            with following(stack.port, ann.token, place) as again:
                resumed = messages(again)
                assert [next(resumed) for _ in rest] == rest


def test_a_stream_ends_with_its_token(stack: Stack) -> None:
    with over_http(stack.port) as caller:
        ann = sign_up(caller)
        other = caller.post("/v1/me/tokens", {}, ann.token).json
        with following(stack.port, other["token"]) as stream:
            blocks = stream.blocks()
            next(blocks)
            delete(caller, f"/v1/me/tokens/{other['id']}", ann.token)
            table_with(caller, ann, {"name": "Ben"})
            assert list(blocks) == [["event: end", 'data: {"reason":"token_invalid"}']]
