"""Races: whatever clients do at the same time, or again, happens once."""

import json
import socket
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Barrier
from typing import Any, TypeVar

import pytest

from tests.support.http.api_calls import Caller, Reply, Table, join, open_table, over_http, table_of
from tests.support.http.api_players import Players
from tests.support.http.game_bodies import caller_of, names
from tests.support.http.running_service import Stack
from tests.support.store.store_servers import eventually

T = TypeVar("T")

CLIENTS = 50
TIMES = 100


def at_once(stack: Stack, number: int, ask: Callable[[Caller, int], T]) -> list[T]:
    """Call on one connection each, all at the moment when everybody is ready."""
    barrier = Barrier(number)

    def one(caller: Caller, index: int) -> T:
        caller.get("/healthz")  # the connection stands
        barrier.wait(30)
        return ask(caller, index)

    with ExitStack() as open_connections, ThreadPoolExecutor(number) as threads:
        callers = [open_connections.enter_context(over_http(stack.port)) for _ in range(number)]
        return list(threads.map(one, callers, range(number)))


def first_turn(caller: Caller, table: Table) -> tuple[int, int, dict[str, Any]]:
    """Plays until somebody has a turn: their seat, the version, and a blind draw."""
    players = Players(caller, table)
    moves = players.play(most=len(table.seats))
    (started,) = [event for event in moves[-1].events if event["type"] == "turn_started"]
    return started["data"]["seat"], moves[-1].version, {"type": "draw_card"}


def post(caller: Caller, table: Table, seat: int, command: dict[str, Any], headers: dict[str, str]) -> Reply:
    return caller.post(f"{table.path}/commands", command, table.seats[seat], headers)


def events_of(caller: Caller, table: Table, after: int = 0) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = caller.get(f"{table.path}/events?after={after}&limit=1000").json["items"]
    return events


def statuses(replies: Sequence[Reply]) -> list[int]:
    return sorted(reply.status for reply in replies)


def test_of_fifty_who_post_the_same_turn_one_wins(stack: Stack) -> None:
    with over_http(stack.port) as caller:
        table = open_table(caller)
        seat, version, draw = first_turn(caller, table)
        headers = {"If-Match": f'"{version}"'}
        replies = at_once(stack, CLIENTS, lambda own, _: post(own, table, seat, draw, headers))
        assert statuses(replies) == [200] + [412] * (CLIENTS - 1)
        drawn = events_of(caller, table, version)
        for reply in replies:
            assert reply.json.get("version") in (None, drawn[-1]["version"])
            if reply.status == 412:
                assert reply.code == "stale_version"
                assert reply.json["facts"] == {"version": drawn[-1]["version"]}
        assert [event["type"] for event in drawn] == ["card_drawn"]


def test_the_same_key_a_hundred_times_has_one_effect_and_one_answer(stack: Stack) -> None:
    with over_http(stack.port) as caller:
        table = open_table(caller)
        seat, version, draw = first_turn(caller, table)
        headers = {"Idempotency-Key": '"only once"'}
        replies = at_once(stack, TIMES // 2, lambda own, _: post(own, table, seat, draw, headers))
        post(caller, table, seat, draw, {"Idempotency-Key": '"the second card"'})
        replies += at_once(stack, TIMES // 2, lambda own, _: post(own, table, seat, draw, headers))
        assert {(reply.status, reply.body, reply.headers["etag"]) for reply in replies} == {
            (200, replies[0].body, replies[0].headers["etag"])
        }
        assert replies[0].json["version"] == version + 1
        drawn = [event["type"] for event in events_of(caller, table, version)]
        assert drawn == ["card_drawn", "card_drawn", "turn_started"]


def test_the_same_key_wins_over_a_version_that_has_passed(stack: Stack) -> None:
    """A client that sends both headers and misses the answer may send both again."""
    with over_http(stack.port) as caller:
        table = open_table(caller)
        seat, version, draw = first_turn(caller, table)
        headers = {"If-Match": f'"{version}"', "Idempotency-Key": "k"}
        replies = at_once(stack, 20, lambda own, _: post(own, table, seat, draw, headers))
        assert {(reply.status, reply.body) for reply in replies} == {(200, replies[0].body)}
        assert len(events_of(caller, table, version)) == 1


@pytest.mark.parametrize("attempt", range(5))
def test_the_last_two_seats_are_taken_at_once(stack: Stack, attempt: int) -> None:
    """Both sit, and the cards are dealt once."""
    with over_http(stack.port) as caller:
        table = table_of(caller.post("/v1/games", {"board": "usa", "seats": [{"name": "Ann"}, {}, {}]}))
        replies = at_once(stack, 2, lambda own, index: join(own, table, index + 1))
        assert statuses(replies) == [201, 201]
        assert sorted(reply.json["seat"]["seat"] for reply in replies) == [1, 2]
        types = [event["type"] for event in events_of(caller, table)]
        assert (types.count("seat_taken"), types.count("game_started")) == (3, 1)
        assert caller.get(f"{table.path}/commands", table.seats[2]).json["moves"]


def test_an_invite_that_many_use_at_once_seats_one(stack: Stack) -> None:
    with over_http(stack.port) as caller:
        table = table_of(caller.post("/v1/games", {"board": "usa", "seats": [{"name": "Ann"}, {}]}))
        replies = at_once(stack, 10, lambda own, index: join(own, table, 1, f"Guest {index}"))
        assert statuses(replies) == [201] + [401] * 9
        (name,) = {reply.json["seat"]["name"] for reply in replies if reply.status == 201}
        assert names(caller.get(table.path).json) == ["Ann", name]


def test_joining_again_with_the_same_key_gives_the_same_token(stack: Stack) -> None:
    with over_http(stack.port) as caller:
        table = table_of(caller.post("/v1/games", {"board": "usa", "seats": [{"name": "Ann"}, {}]}))

        def sit(own: Caller, _: int) -> Reply:
            headers = {"Idempotency-Key": "k-93f1"}
            return own.post(f"{table.path}/seats", {"name": "Bob"}, table.invites[1], headers)

        replies = at_once(stack, 10, sit)
        assert {(reply.status, reply.body) for reply in replies} == {(201, replies[0].body)}
        token = replies[0].json["seat"]["token"]
        assert caller_of(caller.get(table.path, token).json) == "seat:1"
        other = caller.post(
            f"{table.path}/seats", {"name": "Eve"}, table.invites[1], {"Idempotency-Key": "k-93f1"}
        )
        assert (other.status, other.code) == (422, "idempotency_key_reused")


def test_all_choose_their_first_tickets_at_once_each_with_a_key(stack: Stack) -> None:
    with over_http(stack.port) as caller:
        table = open_table(caller, players=5)

        def choose(own: Caller, seat: int) -> Reply:
            command = own.get(f"{table.path}/commands", table.seats[seat]).json["moves"][0]
            return post(own, table, seat, command, {"Idempotency-Key": f"first-{seat}"})

        assert statuses(at_once(stack, 5, choose)) == [200] * 5
        assert chosen(caller, table) == [0, 1, 2, 3, 4]


def test_all_choose_their_first_tickets_at_once_each_for_the_version_they_saw(stack: Stack) -> None:
    """One wins each version; the others look again, and all have chosen in the end."""
    with over_http(stack.port) as caller:
        table = open_table(caller, players=5)
        seen = caller.get(table.path).json["version"]

        def choose(own: Caller, seat: int) -> list[int]:
            command = own.get(f"{table.path}/commands", table.seats[seat]).json["moves"][-1]
            version, statuses = seen, list[int]()
            while 200 not in statuses and len(statuses) < 100:
                reply = post(own, table, seat, command, {"If-Match": f'"{version}"'})
                statuses.append(reply.status)
                version = reply.json["facts"]["version"] if reply.status == 412 else version
            return statuses

        tried = at_once(stack, 5, choose)
        assert {status for one in tried for status in one} == {200, 412}
        assert sum(one.count(200) for one in tried) == 5
        assert sum(one[0] == 200 for one in tried) == 1
        assert chosen(caller, table) == [0, 1, 2, 3, 4]


def chosen(caller: Caller, table: Table) -> list[int]:
    """The seats that have chosen, according to the history."""
    events = events_of(caller, table)
    return sorted(event["data"]["seat"] for event in events if event["type"] == "tickets_chosen")


def test_a_client_that_is_cut_off_may_send_again(stack: Stack) -> None:
    """Cut off in the middle of its request, and before the answer: the card is drawn once."""
    with over_http(stack.port) as caller:
        table = open_table(caller)
        seat, version, draw = first_turn(caller, table)
        request = raw_request(table, seat, draw, "cut-off")
        for sent in (request[:40], request[:-5]):
            send_and_vanish(stack, sent)
        assert events_of(caller, table, version) == []
        with connected(stack) as connection:
            connection.sendall(request)
            eventually(lambda: len(events_of(caller, table, version)) == 1, "the draw of a client that left")
        again = post(caller, table, seat, draw, {"Idempotency-Key": "cut-off"})
        assert (again.status, again.json["version"]) == (200, version + 1)
        assert len(events_of(caller, table, version)) == 1


def test_a_client_that_leaves_at_once_may_send_again(stack: Stack) -> None:
    """The client cannot know whether the server carried it out: the card is drawn once all the same."""
    with over_http(stack.port) as caller:
        table = open_table(caller)
        seat, version, draw = first_turn(caller, table)
        send_and_vanish(stack, raw_request(table, seat, draw, "gone"))
        again = post(caller, table, seat, draw, {"Idempotency-Key": "gone"})
        assert (again.status, again.json["version"]) == (200, version + 1)
        assert len(events_of(caller, table, version)) == 1


def test_a_body_that_comes_in_pieces_is_measured_too(stack: Stack) -> None:
    """A body beyond the limit is refused, not cut short and read as a command."""
    with over_http(stack.port) as caller:
        table = open_table(caller)
        seat, version, draw = first_turn(caller, table)
        for filling, status in ((b" " * 70_000 + b"x", b"413"), (b" ", b"200")):
            with connected(stack) as connection:
                connection.sendall(in_pieces(raw_request(table, seat, draw, "pieces"), filling))
                assert connection.recv(12) == b"HTTP/1.1 " + status
        assert len(events_of(caller, table, version)) == 1


def in_pieces(request: bytes, filling: bytes) -> bytes:
    head, _, body = request.partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if not line.startswith(b"Content-Length")]
    pieces = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (body, filling, b""))
    return b"\r\n".join([*lines, b"Transfer-Encoding: chunked", b"", pieces])


def raw_request(table: Table, seat: int, command: dict[str, Any], key: str) -> bytes:
    body = json.dumps(command)
    lines = [
        f"POST {table.path}/commands HTTP/1.1",
        "Host: localhost",
        f"Authorization: Bearer {table.seats[seat]}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        f"Idempotency-Key: {key}",
    ]
    return "\r\n".join([*lines, "", body]).encode()


def send_and_vanish(stack: Stack, data: bytes) -> None:
    with connected(stack) as connection:
        connection.sendall(data)


def connected(stack: Stack) -> socket.socket:
    return socket.create_connection(("127.0.0.1", stack.port))


def test_players_of_many_games_do_not_meet(stack: Stack) -> None:
    """Both processes serve all games at once; every history is whole."""

    def play(own: Caller, seed: int) -> None:
        table = open_table(own)
        moves = Players(own, table, seed).play(most=25)
        assert [event["version"] for event in events_of(own, table)] == list(range(1, moves[-1].version + 1))

    at_once(stack, 8, play)
