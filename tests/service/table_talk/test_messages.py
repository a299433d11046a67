"""Messages at the table: who hears whom, that the game stays as it is, and that words can be erased."""

from typing import Any

import pytest

from service.config import Config
from service.store import Store
from tests.support.api_tour.tour import play_to_the_end
from tests.support.http.api_calls import (
    JSON,
    Caller,
    Reply,
    Table,
    app_over,
    in_process,
    inside,
    open_table,
    problem,
    table_of,
)
from tests.support.http.api_people import Person, delete, sign_up
from tests.support.http.running_service import UNLIMITED


@pytest.fixture
def caller() -> Caller:
    return inside().caller


def say(caller: Caller, table: Table, token: str | None, text: str, **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return caller.post(f"{table.path}/messages", {"text": text}, token, named)


def texts(caller: Caller, table: Table, token: str | None, query: str = "") -> list[str | None]:
    reply = caller.get(f"{table.path}/messages{query}", token)
    assert reply.status == 200, reply.body
    return [message["text"] for message in reply.json["items"]]


def put(caller: Caller, path: str, body: bytes, token: str | None) -> Reply:
    return caller.call("PUT", path, token, body, {"Content-Type": JSON})


def mute(caller: Caller, table: Table, seat: int, token: str, is_on: bool = True) -> Reply:
    return put(
        caller, f"{table.path}/seats/{seat}/mute", b'{"muted": %s}' % str(is_on).lower().encode(), token
    )


def talking(caller: Caller, **settings: Any) -> tuple[Table, Person]:
    """A table at which everybody has said something, and a player who looks on."""
    table, cleo = open_table(caller, **settings), sign_up(caller, "Cleo")
    for token, text in (
        (table.seats[0], "zero"),
        (table.seats[1], "one"),
        (table.host, "host"),
        (table.spectator, "watch"),
        (cleo.token, "cleo"),
    ):
        assert say(caller, table, token, text).status == 201
    return table, cleo


def test_seats_and_watchers_do_not_hear_each_other(caller: Caller) -> None:
    table, cleo = talking(caller)
    for token in (*table.seats.values(), table.host):
        assert texts(caller, table, token) == ["zero", "one", "host"]
        assert problem(caller.get(f"{table.path}/messages?channel=watchers", token)) == (403, "forbidden")
    for looker in (table.spectator, table.auditor, cleo.token, None):
        assert texts(caller, table, looker) == ["watch", "cleo"]
        assert problem(caller.get(f"{table.path}/messages?channel=table", looker)) == (403, "forbidden")
        for path in ("messages/msg_1", "messages/msg_1/reports"):
            method, body = ("DELETE", None) if path.endswith("1") else ("POST", b'{"reason": "x"}')
            reply = caller.call(method, f"{table.path}/{path}", looker, body, {"Content-Type": JSON})
            assert reply.status == (401 if looker is None else 404), reply.body


def test_seats_hear_the_watchers_when_the_game_is_over() -> None:
    service = inside()
    table, _ = talking(service.caller)
    play_to_the_end(service.app, table)
    assert texts(service.caller, table, table.seats[0], "?channel=watchers") == ["watch", "cleo"]
    assert texts(service.caller, table, table.seats[0]) == ["zero", "one", "host"]
    assert problem(service.caller.get(f"{table.path}/messages?channel=table")) == (403, "forbidden")


def test_what_is_said_leaves_the_game_as_it_is(caller: Caller) -> None:
    table = open_table(caller)
    before = caller.get(table.path, table.seats[0])
    said = say(caller, table, table.seats[0], " good luck ").json
    after = caller.get(table.path, table.seats[0])
    assert (before.headers["etag"], before.body) == (after.headers["etag"], after.body)
    assert said["said_at_version"] == before.json["version"]
    assert (said["id"], said["seat"], said["name"], said["text"]) == ("msg_1", 0, "Player 0", "good luck")


def test_pages_of_messages_hold_each_once(caller: Caller) -> None:
    table = open_table(caller)
    for number in range(7):
        say(caller, table, table.seats[number % 2], str(number))
        say(caller, table, table.spectator, "unheard")
    pages, after = [], "?limit=3"
    while after:
        page = caller.get(f"{table.path}/messages{after}", table.host).json
        pages.append([message["text"] for message in page["items"]])
        after = page["next"] and f"?limit=3&after={page['next']}"
    assert pages == [["0", "1", "2"], ["3", "4", "5"], ["6"]]


def test_a_message_sent_again_is_the_same_one(caller: Caller) -> None:
    table = open_table(caller)
    first, again = (say(caller, table, table.seats[0], "once", Idempotency_Key="k") for _ in range(2))
    assert first.body == again.body
    assert texts(caller, table, table.host) == ["once"]
    other = say(caller, table, table.seats[0], "another", Idempotency_Key="k")
    assert problem(other) == (422, "idempotency_key_reused")


@pytest.mark.parametrize("text", ["", "   ", "\n", "x" * 1001, "a\u202eb", "\u0000"])
def test_what_cannot_be_read_is_no_message(caller: Caller, text: str) -> None:
    table = open_table(caller)
    assert problem(say(caller, table, table.seats[0], text)) == (400, "malformed_request")


def test_who_has_no_token_or_only_an_invite_says_nothing(caller: Caller) -> None:
    table = open_table(caller, seats=[{"name": "Ann"}, {}])
    assert problem(say(caller, table, None, "hello")) == (401, "token_missing")
    assert problem(say(caller, table, table.invites[1], "hello")) == (403, "forbidden")


def test_messages_are_counted() -> None:
    caller = inside(messages_per_minute=2).caller
    table = open_table(caller)
    statuses = [say(caller, table, table.seats[0], "again").status for _ in range(3)]
    assert statuses == [201, 201, 429]
    assert say(caller, table, table.seats[1], "and I?").status == 201


# --------------------------------------------------------------------------------------- erase and mute


def test_author_and_host_erase_a_message(caller: Caller) -> None:
    table, cleo = talking(caller)
    path = f"{table.path}/messages/msg_1"
    assert problem(delete(caller, path, table.seats[1])) == (403, "forbidden")
    assert delete(caller, path, table.seats[0]).json == {"id": "msg_1"}
    assert delete(caller, f"{table.path}/messages/msg_2", table.host).status == 200
    assert texts(caller, table, table.seats[0]) == [None, None, "host"]
    assert problem(delete(caller, f"{table.path}/messages/msg_4", table.spectator)) == (403, "forbidden")
    assert delete(caller, f"{table.path}/messages/msg_5", cleo.token).status == 200
    assert problem(delete(caller, f"{table.path}/messages/msg_99", table.host)) == (404, "message_not_found")


def test_a_player_who_hosts_mutes_for_all(caller: Caller) -> None:
    host = sign_up(caller, "Eve")
    request = {"board": "usa", "seats": [{"name": "Ann"}, {"name": "Ben"}]}
    table = table_of(caller.post("/v1/games", request, host.token))
    assert mute(caller, table, 1, host.token).status == 200
    assert problem(say(caller, table, table.seats[1], "hello?")) == (403, "forbidden")


def test_a_seat_mutes_for_itself_and_the_host_for_all(caller: Caller) -> None:
    table = open_table(caller, players=3)
    say(caller, table, table.seats[1], "noise")
    assert mute(caller, table, 1, table.seats[0]).json == {"seat": 1, "muted": True}
    assert texts(caller, table, table.seats[0]) == []
    assert texts(caller, table, table.seats[2]) == ["noise"]
    assert say(caller, table, table.seats[1], "more").status == 201
    assert mute(caller, table, 1, table.host).status == 200
    assert problem(say(caller, table, table.seats[1], "hello?")) == (403, "forbidden")
    assert mute(caller, table, 1, table.host, is_on=False).status == 200
    assert say(caller, table, table.seats[1], "back").status == 201
    assert mute(caller, table, 1, table.seats[0], is_on=False).status == 200
    assert texts(caller, table, table.seats[0]) == ["noise", "more", "back"]
    assert problem(mute(caller, table, 0, table.spectator)) == (403, "forbidden")
    assert problem(mute(caller, table, 7, table.host)) == (422, "unknown_seat")


def test_words_go_with_their_person(store: Store) -> None:
    """On every store; what others said stays."""
    caller = in_process(app_over(store, Config(**UNLIMITED)))
    table, cleo = talking(caller)
    assert delete(caller, f"{table.path}/seats/0/person", table.seats[0]).status == 200
    assert texts(caller, table, table.host) == [None, "one", "host"]
    assert delete(caller, "/v1/me", cleo.token).status == 200
    (watcher, erased) = caller.get(f"{table.path}/messages").json["items"]
    assert (watcher["text"], erased["text"], erased["name"], erased["player"]) == ("watch", None, None, None)


def test_a_private_table_says_nothing_to_strangers(caller: Caller) -> None:
    table = open_table(caller, visibility="private")
    say(caller, table, table.seats[0], "psst")
    stranger = open_table(caller).host
    for token in (None, stranger):
        assert problem(caller.get(f"{table.path}/messages", token)) == (404, "game_not_found")
