"""Passkeys: added, named, removed; one is enough to come back; nothing but a fresh, right answer gets in."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from service.config import Config
from service.players.accounts import MOST_TOKENS
from service.players.passkeys import CHALLENGE_SECONDS, MOST_PASSKEYS
from service.store import MemoryStore, Store
from tests.support.http.api_calls import Caller, Reply, app_over, in_process, inside, problem
from tests.support.http.api_people import Person, delete, patch, sign_up
from tests.support.http.authenticator import ELIGIBLE, PRESENT, SYNCED, VERIFIED, Authenticator, data, text
from tests.support.http.running_service import UNLIMITED

REFUSED = (422, "passkey_refused")


@pytest.fixture
def caller(store: Store) -> Caller:
    """A service on each kind of store."""
    return in_process(app_over(store, Config(**UNLIMITED)))


@pytest.fixture
def here() -> Caller:
    return inside().caller


def creation_options(caller: Caller, person: Person) -> Any:
    return caller.post("/v1/me/passkey_options", {}, person.token).json["options"]


def add(caller: Caller, person: Person, device: Authenticator, name: str = "laptop") -> Reply:
    answer = device.create(creation_options(caller, person))
    return caller.post("/v1/me/passkeys", {"credential": answer, "name": name}, person.token)


def challenge(caller: Caller) -> Any:
    return caller.post("/v1/sign_ins/passkey/options", {}).json["options"]


def come_back(caller: Caller, device: Authenticator, **headers: str) -> Reply:
    answer = device.get(challenge(caller))
    return caller.post("/v1/sign_ins/passkey", {"credential": answer, "name": "phone"}, None, headers)


# ------------------------------------------------------------------------------------- the whole way


def test_a_passkey_alone_brings_somebody_back(caller: Caller) -> None:
    person, device = sign_up(caller), Authenticator()
    added = add(caller, person, device)
    assert (added.status, added.json["name"], added.json["last_used_at"]) == (201, "laptop", None)
    assert added.headers["location"].endswith(f"/v1/me/passkeys/{added.json['id']}")
    delete(caller, f"/v1/me/tokens/{person.token_id}", person.token)
    reply = come_back(caller, device)
    assert (reply.status, reply.json["id"]) == (201, person.id)
    token = reply.json["token"]
    assert caller.get("/v1/me", token).json["id"] == person.id
    (listed,) = caller.get("/v1/me/tokens", token).json["items"]
    assert (listed["origin"], listed["name"], listed["current"]) == ("passkey", "phone", True)
    (passkey,) = caller.get("/v1/me/passkeys", token).json["items"]
    assert passkey["last_used_at"] is not None


def test_several_passkeys_are_named_and_removed_one_by_one(caller: Caller) -> None:
    person, laptop, phone = sign_up(caller), Authenticator(), Authenticator(counts=False)
    phone.flags |= ELIGIBLE | SYNCED
    first, second = add(caller, person, laptop).json, add(caller, person, phone, "phone").json
    renamed = patch(caller, f"/v1/me/passkeys/{first['id']}", {"name": "old laptop"}, person.token)
    assert (renamed.status, renamed.json["name"]) == (200, "old laptop")
    listed = caller.get("/v1/me/passkeys", person.token).json["items"]
    assert [(item["id"], item["name"], item["synced"]) for item in listed] == [
        (first["id"], "old laptop", False),
        (second["id"], "phone", True),
    ]
    assert delete(caller, f"/v1/me/passkeys/{first['id']}", person.token).json == {"id": first["id"]}
    assert problem(come_back(caller, laptop)) == REFUSED
    assert [come_back(caller, phone).status for _ in range(2)] == [201, 201]
    gone = delete(caller, f"/v1/me/passkeys/{first['id']}", person.token)
    assert problem(gone) == (404, "passkey_not_found")


def test_the_options_name_the_player_and_leave_out_what_is_there(here: Caller) -> None:
    person, device = sign_up(here, "Zoë"), Authenticator()
    add(here, person, device)
    options = creation_options(here, person)
    assert options["rp"] == {"id": "localhost", "name": "Ticket to Ride by Post"}
    assert (options["user"]["name"], options["user"]["displayName"]) == (person.id, "Zoë")
    assert [other["id"] for other in options["excludeCredentials"]] == [text(device.credential_id)]
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert challenge(here)["allowCredentials"] == []


def test_a_player_has_only_so_many_passkeys(here: Caller) -> None:
    person = sign_up(here)
    replies = [add(here, person, Authenticator()) for _ in range(MOST_PASSKEYS + 1)]
    assert [reply.status for reply in replies] == [201] * MOST_PASSKEYS + [409]
    assert replies[-1].code == "too_many_passkeys"


def test_one_who_has_lost_fifty_tokens_gets_in_all_the_same(here: Caller) -> None:
    """They could revoke none of them."""
    person, device = sign_up(here), Authenticator()
    add(here, person, device)
    for _ in range(MOST_TOKENS - 1):
        here.post("/v1/me/tokens", {}, person.token)
    reply = come_back(here, device)
    assert reply.status == 201
    assert len(here.get("/v1/me/tokens", reply.json["token"]).json["items"]) == MOST_TOKENS
    assert here.get("/v1/me", person.token).status == 401  # the oldest


# ------------------------------------------------------------------------------------- challenges


def test_a_challenge_is_good_for_one_answer(caller: Caller) -> None:
    person, device = sign_up(caller), Authenticator()
    add(caller, person, device)
    options = challenge(caller)
    first, second = device.get(options), device.get(options)
    assert caller.post("/v1/sign_ins/passkey", {"credential": first}).status == 201
    assert problem(caller.post("/v1/sign_ins/passkey", {"credential": second})) == REFUSED


def test_a_wrong_answer_uses_the_challenge_up(here: Caller) -> None:
    person, device = sign_up(here), Authenticator()
    add(here, person, device)
    options = challenge(here)
    device.origin = "https://evil.example"
    assert problem(here.post("/v1/sign_ins/passkey", {"credential": device.get(options)})) == REFUSED
    device.origin = "http://localhost"
    assert problem(here.post("/v1/sign_ins/passkey", {"credential": device.get(options)})) == REFUSED


def test_of_many_with_one_answer_one_gets_in(store: Store) -> None:
    app = app_over(store, Config(**UNLIMITED))
    person, device, start = sign_up(in_process(app)), Authenticator(), Barrier(6)
    add(in_process(app), person, device)
    answer = device.get(challenge(in_process(app)))

    def attempt(_: int) -> int:
        start.wait()
        return in_process(app).post("/v1/sign_ins/passkey", {"credential": answer}).status

    with ThreadPoolExecutor(6) as threads:
        assert sorted(threads.map(attempt, range(6))) == [201, 422, 422, 422, 422, 422]


def test_a_challenge_ends_after_five_minutes() -> None:
    times = [0.0]
    server = inside(MemoryStore(lambda: times[0]))
    person, device = sign_up(server.caller), Authenticator()
    add(server.caller, person, device)
    options = challenge(server.caller)
    times[0] = CHALLENGE_SECONDS + 1
    late = server.caller.post("/v1/sign_ins/passkey", {"credential": device.get(options)})
    assert problem(late) == REFUSED
    assert "begin again" in late.json["detail"]


def test_a_challenge_to_add_is_for_its_player_and_its_purpose(here: Caller) -> None:
    ann, ben, device = sign_up(here, "Ann"), sign_up(here, "Ben"), Authenticator()
    answer = device.create(creation_options(here, ann))
    assert problem(here.post("/v1/me/passkeys", {"credential": answer}, ben.token)) == REFUSED
    answer = device.create({**creation_options(here, ann), "challenge": challenge(here)["challenge"]})
    assert problem(here.post("/v1/me/passkeys", {"credential": answer}, ann.token)) == REFUSED
    assert here.get("/v1/me/passkeys", ann.token).json["items"] == []


def test_a_missed_answer_can_be_asked_for_again(caller: Caller) -> None:
    person, device, key = sign_up(caller), Authenticator(), {"Idempotency-Key": "k"}
    body = {"credential": device.create(creation_options(caller, person))}
    first, again = (caller.post("/v1/me/passkeys", body, person.token, key) for _ in range(2))
    assert (first.status, first.json) == (again.status, again.json) == (201, first.json)
    body = {"credential": device.get(challenge(caller))}
    first, again = (caller.post("/v1/sign_ins/passkey", body, None, key) for _ in range(2))
    assert first.json == again.json
    assert len(caller.get("/v1/me/tokens", person.token).json["items"]) == 2
    other = caller.post("/v1/sign_ins/passkey", body, None, {"Idempotency-Key": "other"})
    assert problem(other) == REFUSED


# ------------------------------------------------------------------------------------- bad answers


def no_user(device: Authenticator) -> None:
    device.flags = PRESENT


def nobody_there(device: Authenticator) -> None:
    device.flags = VERIFIED


def other_origin(device: Authenticator) -> None:
    device.origin = "https://localhost.evil.example"


def other_domain(device: Authenticator) -> None:
    device.domain = "evil.example"


def another_key(device: Authenticator) -> None:
    other = Authenticator()
    other.credential_id, other.user_handle = device.credential_id, device.user_handle
    other.domain, other.count = device.domain, device.count
    device.__dict__.update(other.__dict__)


def turned_back(device: Authenticator) -> None:
    device.count = -1


def somebody_else(device: Authenticator) -> None:
    device.user_handle = text(bytes(8))


def nobody_named(device: Authenticator) -> None:
    device.user_handle = ""


def another_credential(device: Authenticator) -> None:
    device.credential_id = bytes(32)


BAD = (
    no_user,
    nobody_there,
    other_origin,
    other_domain,
    another_key,
    turned_back,
    somebody_else,
    nobody_named,
    another_credential,
)


@pytest.mark.parametrize("spoil", BAD)
def test_a_bad_answer_is_refused(here: Caller, spoil: Callable[[Authenticator], None]) -> None:
    person, device = sign_up(here), Authenticator()
    add(here, person, device)
    assert come_back(here, device).status == 201
    spoil(device)
    assert problem(come_back(here, device)) == REFUSED
    assert len(here.get("/v1/me/tokens", person.token).json["items"]) == 2


@pytest.mark.parametrize("spoil", [no_user, nobody_there, other_origin])
def test_a_bad_passkey_is_not_added(here: Caller, spoil: Callable[[Authenticator], None]) -> None:
    person, device = sign_up(here), Authenticator()
    spoil(device)
    assert problem(add(here, person, device)) == REFUSED


def test_a_passkey_of_one_player_does_not_open_another(here: Caller) -> None:
    ann, ben, device = sign_up(here, "Ann"), sign_up(here, "Ben"), Authenticator()
    own = Authenticator()
    add(here, ann, own)
    add(here, ben, device)
    device.user_handle = own.user_handle
    assert problem(come_back(here, device)) == REFUSED


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"response": None},
        {"response": {"clientDataJSON": 5}},
        {"response": {"clientDataJSON": "!!"}},
        {"response": {"clientDataJSON": text(b"[]")}},
        {"response": {"clientDataJSON": text(b'{"challenge": "AAAA"}')}},
    ],
)
def test_nonsense_is_refused(here: Caller, answer: dict[str, Any]) -> None:
    person = sign_up(here)
    assert problem(here.post("/v1/sign_ins/passkey", {"credential": answer})) == REFUSED
    assert problem(here.post("/v1/me/passkeys", {"credential": answer}, person.token)) == REFUSED


@pytest.mark.parametrize("part", ["clientDataJSON", "authenticatorData", "signature", "userHandle"])
def test_no_byte_of_an_answer_can_be_changed(here: Caller, part: str) -> None:
    person, device = sign_up(here), Authenticator()
    add(here, person, device)
    for share in (0, 1 / 3, 1 / 2, 1):
        answer = device.get(challenge(here))
        changed = bytearray(data(answer["response"][part]))
        changed[int(share * (len(changed) - 1))] ^= 1  # signatures differ in length from one to the next
        answer["response"][part] = text(bytes(changed))
        assert problem(here.post("/v1/sign_ins/passkey", {"credential": answer})) == REFUSED


# ------------------------------------------------------------------------------------- where


def test_the_domain_is_that_of_the_public_address() -> None:
    here = inside(public_url="https://play.example.org:8443").caller
    person, device = sign_up(here), Authenticator(origin="https://play.example.org:8443")
    assert add(here, person, device).status == 201
    assert device.domain == "play.example.org"
    assert come_back(here, device).status == 201
    device.origin = "https://play.example.org"
    assert problem(come_back(here, device)) == REFUSED


def test_a_page_elsewhere_may_be_allowed() -> None:
    here = inside(
        public_url="https://api.example.org",
        passkey_domain="example.org",
        passkey_origins=("https://play.example.org",),
    ).caller
    person, device = sign_up(here), Authenticator(origin="https://play.example.org")
    assert add(here, person, device).status == 201
    assert device.domain == "example.org"
    assert come_back(here, device).status == 201


@pytest.mark.parametrize("address", ["http://127.0.0.1:8080", "http://[::1]:8080"])
def test_a_number_is_no_domain(address: str) -> None:
    here = inside(public_url=address).caller
    person = sign_up(here)
    for path, token in (("/v1/me/passkey_options", person.token), ("/v1/sign_ins/passkey/options", None)):
        assert problem(here.post(path, {}, token)) == (422, "passkeys_off")


# ------------------------------------------------------------------------------------- what is kept


def test_an_erased_player_cannot_come_back(caller: Caller) -> None:
    person, device = sign_up(caller), Authenticator()
    add(caller, person, device)
    delete(caller, "/v1/me", person.token)
    assert problem(come_back(caller, device)) == REFUSED


def test_keys_are_never_in_events(caller: Caller, store: Store) -> None:
    person, device = sign_up(caller), Authenticator()
    add(caller, person, device, "Zoë's laptop")
    come_back(caller, device)
    entries = [entry for stream in store.streams() for entry in store.read(stream)]
    assert len(entries) == 4
    for word in (text(device.credential_id), "laptop"):
        assert not any(word.encode() in entry for entry in entries)
