"""Accounts: a name makes a player, tokens open the account, links work once, and an erased player leaves no word."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from freezegun import freeze_time

from service.config import Config
from service.errors import Unauthorized
from service.games.facts import player_stream
from service.games.tokens import well_formed
from service.http.request import EXTENSION
from service.players.accounts import LINK_SECONDS, MOST_TOKENS, Players
from service.services import Services
from service.store import MemoryStore, Store
from tests.support.http.api_calls import Caller, app_over, in_process, inside, open_table, problem
from tests.support.http.api_people import delete, patch, sign_up
from tests.support.http.running_service import UNLIMITED
from tests.support.store.contents import everything

NAME = "Zoë Erasable"


@pytest.fixture
def caller(store: Store) -> Caller:
    """A service on each kind of store."""
    return in_process(app_over(store, Config(**UNLIMITED)))


# ------------------------------------------------------------------------------------------ creation


def test_a_name_makes_a_player(caller: Caller) -> None:
    reply = caller.post("/v1/players", {"name": " Zoë O'Neill "})
    assert reply.status == 201
    body = reply.json
    assert re.fullmatch(r"zoe-o-neill-[2-9a-z]{5}", body["id"])
    assert body["token"].startswith("ttr_player_")
    assert well_formed(body["token"])
    me = caller.get("/v1/me", body["token"]).json
    assert (me["id"], me["name"]) == (body["id"], "Zoë O'Neill")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", me["created_at"])


@pytest.mark.parametrize(
    ("name", "start"), [("李雷", "player-"), ("---", "player-"), ("A" * 60, "a" * 24 + "-")]
)
def test_any_name_has_a_handle(name: str, start: str) -> None:
    assert sign_up(inside().caller, name).id.startswith(start)


def test_a_handle_does_not_tell_who_else_is_here() -> None:
    """The first Ann gets an end to her name as the second does."""
    caller = inside().caller
    first, second = sign_up(caller), sign_up(caller)
    assert first.id != second.id
    assert len(first.id) == len(second.id) == len("ann-23456")


def test_neither_token_nor_link_are_kept(caller: Caller, store: Store) -> None:
    person = sign_up(caller)
    assert person.id in everything(store)
    for secret in (person.token, person.code):
        assert secret not in everything(store)


def test_a_key_makes_one_player(caller: Caller) -> None:
    first, again = (sign_up(caller, "Ann", **{"Idempotency-Key": "k1"}) for _ in range(2))
    assert again._replace(code="") == first._replace(code="")
    other = sign_up(caller, "Ann", **{"Idempotency-Key": "k2"})
    assert {other.id, other.token}.isdisjoint(first)
    reply = caller.post("/v1/players", {"name": "Ben"}, None, {"Idempotency-Key": "k1"})
    assert reply.status == 422


def test_names_are_never_in_events(caller: Caller, store: Store) -> None:
    person = sign_up(caller, NAME)
    patch(caller, "/v1/me", {"name": f"{NAME} II"}, person.token)
    caller.post("/v1/me/tokens", {"name": f"{NAME}'s phone"}, person.token)
    entries = [entry for stream in store.streams() for entry in store.read(stream)]
    assert len(entries) == 4
    assert not any(b"Zo" in entry or person.id.encode() in entry for entry in entries)


# ------------------------------------------------------------------------------------------ tokens


def test_tokens_are_listed_named_and_revoked(caller: Caller) -> None:
    person = sign_up(caller)
    issued = caller.post("/v1/me/tokens", {"name": "my bot"}, person.token)
    assert issued.status == 201
    bot = issued.json
    assert caller.get("/v1/me", bot["token"]).json["id"] == person.id
    listed = caller.get("/v1/me/tokens", bot["token"]).json
    assert listed["next"] is None
    assert [(item["id"], item["name"], item["origin"], item["current"]) for item in listed["items"]] == [
        (person.token_id, None, "creation", False),
        (bot["id"], "my bot", "token", True),
    ]
    named = patch(caller, f"/v1/me/tokens/{person.token_id}", {"name": "laptop"}, bot["token"])
    assert (named.status, named.json["name"], named.json["current"]) == (200, "laptop", False)
    assert delete(caller, f"/v1/me/tokens/{person.token_id}", bot["token"]).status == 200
    assert caller.get("/v1/me", person.token).status == 401
    assert caller.get("/v1/me", bot["token"]).status == 200
    assert problem(delete(caller, f"/v1/me/tokens/{person.token_id}", bot["token"])) == (
        404,
        "token_not_found",
    )


def test_a_token_ends_when_its_owner_said_so() -> None:
    caller = inside().caller
    with freeze_time("2026-11-18T12:00:00Z"):
        person = sign_up(caller)
        bot = caller.post("/v1/me/tokens", {"expires_at": "2026-11-18T13:00:00Z"}, person.token).json
        assert bot["expires_at"] == "2026-11-18T13:00:00.000Z"
        assert caller.get("/v1/token", bot["token"]).json["expires_at"] == bot["expires_at"]
        ends = [token["expires_at"] for token in caller.get("/v1/me/tokens", person.token).json["items"]]
        assert ends == [None, bot["expires_at"]]
    with freeze_time("2026-11-18T13:00:00Z"):
        assert problem(caller.get("/v1/me", bot["token"])) == (401, "token_invalid")
        assert caller.get("/v1/me", person.token).status == 200
    with freeze_time("2026-11-18T13:00:01Z"):
        later = caller.post("/v1/me/tokens", {}, person.token).json
        left = [token["id"] for token in caller.get("/v1/me/tokens", person.token).json["items"]]
        assert left == [person.token_id, later["id"]], "what has expired makes room"


@pytest.mark.parametrize(
    ("moment", "code"), [("2020-01-01T00:00:00Z", "passed"), ("2099-06-31T00:00:00Z", "invalid")]
)
def test_a_token_ends_at_a_moment_to_come(moment: str, code: str) -> None:
    caller = inside().caller
    refused = caller.post("/v1/me/tokens", {"expires_at": moment}, sign_up(caller).token)
    assert (refused.status, refused.json["errors"][0]["code"]) == (400, code)


def test_a_token_may_revoke_itself(caller: Caller) -> None:
    person = sign_up(caller)
    assert delete(caller, f"/v1/me/tokens/{person.token_id}", person.token).status == 200
    assert caller.get("/v1/me", person.token).status == 401


def test_nobody_revokes_the_tokens_of_others(caller: Caller) -> None:
    ann, ben = sign_up(caller, "Ann"), sign_up(caller, "Ben")
    path = f"/v1/me/tokens/{ann.token_id}"
    assert problem(delete(caller, path, ben.token)) == (404, "token_not_found")
    assert problem(patch(caller, path, {"name": "mine"}, ben.token)) == (404, "token_not_found")
    assert caller.get("/v1/me", ann.token).status == 200


def test_a_repeated_key_is_one_token(caller: Caller) -> None:
    person, key = sign_up(caller), {"Idempotency-Key": "once"}
    first, again = (caller.post("/v1/me/tokens", {"name": "bot"}, person.token, key) for _ in range(2))
    assert first.json == again.json
    assert len(caller.get("/v1/me/tokens", person.token).json["items"]) == 2


def test_a_player_has_only_so_many_tokens() -> None:
    caller = inside().caller
    person = sign_up(caller)
    replies = [caller.post("/v1/me/tokens", {}, person.token) for _ in range(MOST_TOKENS)]
    assert [reply.status for reply in replies] == [201] * (MOST_TOKENS - 1) + [409]
    assert replies[-1].code == "too_many_tokens"


def test_a_revoked_token_ends_in_other_processes_too() -> None:
    store, times = MemoryStore(), [0.0]
    here, there = (Players(store, lambda: "2026-11-16T12:00:00.000Z", 60, lambda: times[0]) for _ in range(2))
    new = here.create("Ann")
    assert there.identify(new.token).player == new.owner.id
    here.revoke(new.owner.id, new.id)
    times[0] = 5.1
    with pytest.raises(Unauthorized):
        there.identify(new.token)


# ------------------------------------------------------------------------------------------- links


def test_a_link_signs_one_device_in(caller: Caller) -> None:
    person = sign_up(caller)
    reply = caller.post("/v1/sign_ins", {"code": person.code, "name": "phone"})
    assert (reply.status, reply.json["id"]) == (201, person.id)
    assert caller.get("/v1/me", reply.json["token"]).json["id"] == person.id
    assert problem(caller.post("/v1/sign_ins", {"code": person.code})) == (404, "link_not_found")
    origins = [item["origin"] for item in caller.get("/v1/me/tokens", person.token).json["items"]]
    assert origins == ["creation", "link"]


def test_a_missed_answer_can_be_asked_for_again(caller: Caller) -> None:
    person, key = sign_up(caller), {"Idempotency-Key": "phone-1"}
    first, again = (caller.post("/v1/sign_ins", {"code": person.code}, None, key) for _ in range(2))
    assert first.json == again.json
    other = caller.post("/v1/sign_ins", {"code": person.code}, None, {"Idempotency-Key": "phone-2"})
    assert other.code == "link_not_found"


def test_of_many_at_once_one_gets_in(store: Store) -> None:
    app = app_over(store, Config(**UNLIMITED))
    person, start = sign_up(in_process(app)), Barrier(6)

    def attempt(_: int) -> int:
        start.wait()
        return in_process(app).post("/v1/sign_ins", {"code": person.code}).status

    with ThreadPoolExecutor(6) as threads:
        assert sorted(threads.map(attempt, range(6))) == [201, 404, 404, 404, 404, 404]
    assert len(in_process(app).get("/v1/me/tokens", person.token).json["items"]) == 2


def test_a_link_ends_after_a_quarter_of_an_hour() -> None:
    times = [0.0]
    server = inside(MemoryStore(lambda: times[0]))
    person = sign_up(server.caller)
    times[0] = LINK_SECONDS + 1
    assert server.caller.post("/v1/sign_ins", {"code": person.code}).code == "link_not_found"
    fresh = server.caller.post("/v1/me/links", {}, person.token).json
    assert server.caller.post("/v1/sign_ins", {"code": fresh["code"]}).status == 201


def test_looking_at_a_link_does_nothing(caller: Caller) -> None:
    """Scanners of mails and chats follow links: only a POST uses one up."""
    person = sign_up(caller)
    assert caller.get("/v1/sign_ins").status == 405
    assert caller.post("/v1/sign_ins", {"code": person.code}).status == 201


# ----------------------------------------------------------------------------- export and erasure


def test_the_export_holds_everything_and_no_hash(caller: Caller) -> None:
    person = sign_up(caller, NAME)
    export = caller.get("/v1/me/export", person.token)
    assert export.json["player"]["name"] == NAME
    assert [token["id"] for token in export.json["tokens"]] == [person.token_id]
    assert [event["type"] for event in export.json["events"]] == ["player_created", "token_issued"]
    assert b"token:" not in export.body


def test_nothing_of_an_erased_player_is_left(caller: Caller, store: Store) -> None:
    person = sign_up(caller, NAME)
    caller.post("/v1/me/tokens", {"name": f"{NAME}'s phone"}, person.token)
    assert "Zo" in everything(store)
    reply = delete(caller, "/v1/me", person.token)
    assert (reply.status, reply.json) == (200, {"id": person.id})
    assert caller.get("/v1/me", person.token).status == 401
    assert caller.post("/v1/sign_ins", {"code": person.code}).code == "link_not_found"
    for word in ("Zo", "zoe", person.id):
        assert word not in everything(store)


def test_the_stream_of_an_erased_player_stays(caller: Caller, store: Store) -> None:
    person = sign_up(caller)
    (stream,) = store.streams()
    before = store.read(stream)
    delete(caller, "/v1/me", person.token)
    after = store.read(stream)
    assert after[: len(before)] == before
    assert b"player_erased" in after[-1]
    assert store.facts(stream) == {}


def test_a_key_does_not_bring_an_erased_player_back() -> None:
    caller, key = inside().caller, {"Idempotency-Key": "k"}
    person = sign_up(caller, "Ann", **key)
    delete(caller, "/v1/me", person.token)
    assert caller.post("/v1/players", {"name": "Ann"}, None, key).status == 422


# ------------------------------------------------------------------------------------------ access

OWN_CALLS = (
    ("GET", "/v1/me"),
    ("PATCH", "/v1/me"),
    ("DELETE", "/v1/me"),
    ("GET", "/v1/me/export"),
    ("GET", "/v1/me/tokens"),
    ("POST", "/v1/me/tokens"),
    ("PATCH", "/v1/me/tokens/tok_0123456789abcdef"),
    ("DELETE", "/v1/me/tokens/tok_0123456789abcdef"),
    ("POST", "/v1/me/links"),
)


@pytest.mark.parametrize(("method", "path"), OWN_CALLS)
def test_only_players_have_a_self(method: str, path: str) -> None:
    caller = inside().caller
    table = open_table(caller, seats=[{"name": "Ann"}, {}])
    body = b'{"name": "Eve"}' if (method in ("POST", "PATCH") and path != "/v1/me/links") else None
    headers = {"Content-Type": "application/json"}
    assert caller.call(method, path, None, body, headers).status == 401
    person = sign_up(caller)
    wrong = person.token[:-1] + ("a" if person.token[-1] != "a" else "b")
    assert caller.call(method, path, wrong, body, headers).status == 401
    for token in (*table.tokens.values(), table.invites[1]):
        assert caller.call(method, path, token, body, headers).status == 403
    delete(caller, f"/v1/me/tokens/{person.token_id}", person.token)
    assert caller.call(method, path, person.token, body, headers).status == 401


def test_a_player_sees_nothing_of_another() -> None:
    caller = inside().caller
    ann, ben = sign_up(caller, "Ann"), sign_up(caller, "Ben")
    for path in ("/v1/me", "/v1/me/export", "/v1/me/tokens"):
        answer = caller.get(path, ben.token).body.decode()
        assert ann.id not in answer
        assert ann.token_id not in answer


def test_accounts_survive_a_restart(store: Store) -> None:
    person = sign_up(in_process(app_over(store, Config(**UNLIMITED))))
    again = app_over(store, Config(**UNLIMITED))
    assert in_process(again).get("/v1/me", person.token).json["id"] == person.id
    services: Services = again.extensions[EXTENSION]
    caller = services.players.identify(person.token)
    assert store.facts(player_stream(caller.player))["handle"] == person.id
