"""Keys: a request that is sent again with its key has one effect and one answer; a key is never ignored."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from tests.support.api_tour.records_part import NDJSON, record_from_elsewhere
from tests.support.boards.own_board import NAME, map_bytes, map_file, renamed_city
from tests.support.http.api_calls import (
    ABANDON,
    START,
    Inside,
    Reply,
    act,
    inside,
    open_table,
    problem,
    table_of,
)
from tests.support.http.api_people import sign_up
from tests.support.http.described_answers import operations
from tests.support.http.game_bodies import caller_of

REQUEST = {"board": "usa", "seats": [{"name": "Ann"}, {}, {"kind": "bot"}], "visibility": "public"}
KEY = {"Idempotency-Key": "b2f1c04e-9a3d"}
HOOK = "https://example.org/hooks/ttr"
AT_ONCE = 8
OPERATOR = "the-token-of-the-operator"
RENAMED = {**map_file(), **renamed_city("castle", "Chateau")}
TAKES_KEY = {"$ref": "#/components/parameters/Idempotency-Key"}
MAKES_NOTHING = {
    "/v1/webhooks/{webhook}/ping": "asks for one more test",
    "/v1/webhooks/{webhook}/redeliver": "sends what was sent, under the same ids",
    "/v1/me/passkey_options": "a challenge, good for five minutes",
    "/v1/sign_ins/passkey/options": "a challenge, good for five minutes",
    "/v1/address_confirmations": "a code that is good once",
    "/v1/me/channels/{channel}/confirm": "a channel that is on stays on",
    "/v1/unsubscribe/{code}": "what is off stays off; programs of others send it",
}


def create(service: Inside, body: Any = REQUEST, key: str = KEY["Idempotency-Key"]) -> Reply:
    return service.caller.post("/v1/games", body, None, {"Idempotency-Key": key})


def games_listed(service: Inside) -> int:
    return len(service.caller.get("/v1/games").json["items"])


def test_a_game_is_created_once_with_the_same_tokens() -> None:
    service = inside()
    first, again = create(service), create(service, key='"b2f1c04e-9a3d"')
    assert (first.status, again.status) == (201, 201)
    assert (again.body, again.headers["location"]) == (first.body, first.headers["location"])
    assert games_listed(service) == 1
    table = table_of(again)
    for who, token in table.tokens.items():
        assert caller_of(service.caller.get(table.path, token).json) == who


def test_the_answer_is_the_first_one_when_the_game_has_moved_on() -> None:
    service = inside()
    first = create(service)
    table = table_of(first)
    joined = service.caller.post(f"{table.path}/seats", {"name": "Ben"}, table.invites[1])
    assert joined.json["version"] > first.json["version"]
    assert create(service).body == first.body


def test_another_key_or_none_is_another_game() -> None:
    service = inside()
    games = {create(service, key=key).json["id"] for key in ("one", "two")}
    games |= {service.caller.post("/v1/games", REQUEST).json["id"] for _ in range(2)}
    assert len(games) == 4


def test_a_key_is_for_one_request() -> None:
    service = inside()
    assert create(service).status == 201
    assert problem(create(service, {**REQUEST, "visibility": "unlisted"})) == (422, "idempotency_key_reused")
    assert games_listed(service) == 1


def test_a_refused_request_leaves_its_key_free() -> None:
    service = inside()
    assert problem(create(service, {**REQUEST, "board": "atlantis"})) == (422, "unknown_board")
    assert create(service).status == 201


def test_a_key_belongs_to_an_address() -> None:
    service = inside()
    client = service.app.test_client()
    bodies = {
        client.post("/v1/games", json=REQUEST, headers=KEY, environ_base={"REMOTE_ADDR": address}).data
        for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2")
    }
    assert len(bodies) == 2


def test_equal_requests_at_once_make_one_game() -> None:
    service, barrier = inside(), Barrier(AT_ONCE)

    def ask(_: int) -> Reply:
        barrier.wait(30)
        return create(service)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        replies = list(threads.map(ask, range(AT_ONCE)))
    assert {(reply.status, reply.body) for reply in replies} == {(201, replies[0].body)}
    assert games_listed(service) == 1


def test_the_store_holds_neither_the_tokens_nor_the_key() -> None:
    service = inside()
    table = table_of(create(service))
    stored = repr(vars(service.store))
    assert table.game in stored
    for secret in (*table.tokens.values(), *table.invites.values(), KEY["Idempotency-Key"]):
        assert secret not in stored


@pytest.mark.parametrize("command", [START, ABANDON])
def test_a_game_is_started_or_abandoned_once(command: dict[str, str]) -> None:
    service = inside()
    table = open_table(service.caller, start="by_host")
    first, again = (act(service.caller, table, command, table.host, **KEY) for _ in range(2))
    assert (first.status, again.status) == (200, 200)
    assert again.body == first.body
    assert act(service.caller, table, command, table.host).status == 409


def test_a_started_game_refuses_the_key_for_another_start() -> None:
    service = inside()
    table = open_table(service.caller, start="by_host")
    assert act(service.caller, table, {**START, "first": 0}, table.host, **KEY).status == 200
    other = act(service.caller, table, {**START, "first": 1}, table.host, **KEY)
    assert problem(other) == (422, "idempotency_key_reused")


def test_a_webhook_is_made_once() -> None:
    service = inside()
    table = open_table(service.caller)
    request = {"url": HOOK, "game": table.game}
    replies = [service.caller.post("/v1/webhooks", request, table.seats[0], KEY) for _ in range(2)]
    assert [reply.status for reply in replies] == [201, 201]
    assert replies[0].body == replies[1].body
    listed = service.caller.get(f"/v1/webhooks?game={table.game}", table.seats[0]).json["items"]
    assert len(listed) == 1
    other = service.caller.post("/v1/webhooks", {**request, "lang": "fr"}, table.seats[0], KEY)
    assert problem(other) == (422, "idempotency_key_reused")


def test_a_key_makes_no_webhook_that_was_deleted() -> None:
    service = inside()
    table = open_table(service.caller)
    request = {"url": HOOK, "game": table.game}
    first = service.caller.post("/v1/webhooks", request, table.host, KEY)
    assert service.caller.call("DELETE", first.headers["location"], table.host, None, None).status == 200
    again = service.caller.post("/v1/webhooks", request, table.host, KEY)
    assert problem(again) == (404, "webhook_not_found")


def test_a_malformed_key_is_refused_whatever_else_is_wrong() -> None:
    """Before, webhooks spoke of their address first."""
    service = inside()
    table, ann = open_table(service.caller), sign_up(service.caller)
    malformed, inward = {"Idempotency-Key": 'a " b'}, {"url": "https://127.0.0.1/"}
    own = service.caller.post("/v1/me/webhooks", inward, ann.token, malformed)
    of_game = service.caller.post("/v1/webhooks", {**inward, "game": table.game}, table.seats[0], malformed)
    assert problem(own) == problem(of_game) == (400, "malformed_request")


def test_a_board_is_offered_once_and_does_not_replace_a_later_version() -> None:
    service = inside(admin_token=OPERATOR)
    first = service.caller.post("/v1/boards", map_bytes(), OPERATOR, KEY)
    assert (first.status, first.json["new"]) == (201, True)
    other = service.caller.post("/v1/boards", RENAMED, OPERATOR, KEY)
    assert problem(other) == (422, "idempotency_key_reused")
    later = service.caller.post("/v1/boards", RENAMED, OPERATOR).json["board"]["hash"]
    again = service.caller.post("/v1/boards", map_bytes(), OPERATOR, KEY)
    assert (again.status, again.body, again.headers["location"]) == (
        201,
        first.body,
        first.headers["location"],
    )
    assert service.caller.get(f"/v1/boards/{NAME}").json["hash"] == later != first.json["board"]["hash"]


def test_a_board_that_is_refused_leaves_its_key_free() -> None:
    service = inside(admin_token=OPERATOR)
    assert problem(service.caller.post("/v1/boards", b"{}", OPERATOR, KEY)) == (422, "board_refused")
    assert service.caller.post("/v1/boards", map_bytes(), OPERATOR, KEY).status == 201


def test_a_game_is_imported_once() -> None:
    service, record = inside(), record_from_elsewhere("00112233aabbccdd")
    first, again = (service.caller.post("/v1/imports", record, None, KEY | NDJSON) for _ in range(2))
    assert (first.status, first.json["new"]) == (201, True)
    assert (again.status, again.body, again.headers["location"]) == (
        201,
        first.body,
        first.headers["location"],
    )
    other = service.caller.post("/v1/imports", record_from_elsewhere("0" * 16), None, KEY | NDJSON)
    assert problem(other) == (422, "idempotency_key_reused")
    assert games_listed(service) == 1


def test_a_message_is_reported_once_for_one_reason() -> None:
    service = inside()
    table = open_table(service.caller)
    said = service.caller.post(f"{table.path}/messages", {"text": "hm"}, table.seats[0]).json["id"]
    path, reasons = f"{table.path}/messages/{said}/reports", ("rude", "rude", "rather rude")
    first, again, other = (
        service.caller.post(path, {"reason": reason}, table.seats[1], KEY) for reason in reasons
    )
    assert (first.status, again.status, again.body) == (201, 201, first.body)
    assert problem(other) == (422, "idempotency_key_reused")


def test_a_table_is_closed_once_in_the_record_of_the_operator() -> None:
    service = inside(admin_token=OPERATOR)
    path = f"/v1/admin/games/{open_table(service.caller).game}/closure"
    first, again = (service.caller.post(path, {"reason": "spam"}, OPERATOR, KEY) for _ in range(2))
    assert (first.status, again.status, again.body) == (200, 200, first.body)
    other = service.caller.post(path, {"reason": "insults"}, OPERATOR, KEY)
    assert problem(other) == (422, "idempotency_key_reused")
    actions = service.caller.get("/v1/admin/actions", OPERATOR).json["items"]
    assert [action["deed"] for action in actions] == ["table_closed"]


def test_equal_requests_at_once_are_answered_alike() -> None:
    service, barrier = inside(admin_token=OPERATOR), Barrier(AT_ONCE)

    def offer(_: int) -> Reply:
        barrier.wait(30)
        return service.caller.post("/v1/boards", map_bytes(), OPERATOR, KEY)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        replies = list(threads.map(offer, range(AT_ONCE)))
    assert len({(reply.status, reply.body) for reply in replies}) == 1


def test_every_post_that_makes_something_takes_a_key() -> None:
    """Over the whole description, so that a new call is either here or takes a key."""
    keyless = {
        path
        for path, method, operation in operations()
        if method == "post" and TAKES_KEY not in operation.get("parameters", ())
    }
    assert keyless == MAKES_NOTHING.keys()


@pytest.mark.parametrize("path", MAKES_NOTHING)
def test_a_call_without_keys_refuses_one(path: str) -> None:
    reply = inside().caller.post(path.replace("{webhook}", "0f3a9c5d7e1b2468"), {}, "token", KEY)
    assert problem(reply) == (400, "malformed_request")
    assert "Idempotency-Key" in reply.json["detail"]
