"""The part of the tour that is about passkeys."""

from collections.abc import Iterator

from service.errors import StoreUnavailable
from service.players.passkeys import MOST_PASSKEYS
from tests.support.api_tour.tour import ShakyStore, Tourist, statuses, wrong_bodies
from tests.support.http.api_calls import JSON, Reply, open_table
from tests.support.http.api_people import delete, patch, sign_up
from tests.support.http.authenticator import Authenticator, text

OWN, SIGN_IN = "/v1/me/passkeys", "/v1/sign_ins/passkey"
NO_PASSKEY = f"{OWN}/key_0123456789abcdef"
CLIENT_DATA = b'{"type": "webauthn.create", "challenge": "AAAA", "origin": "http://localhost"}'
STALE = {"credential": {"response": {"clientDataJSON": text(CLIENT_DATA)}}}  # answers no challenge of ours
KEY, BY_NUMBER = {"Idempotency-Key": "once"}, {"Host": "127.0.0.1"}


def having_passkeys(tourist: Tourist) -> None:
    token, device = sign_up(tourist).token, Authenticator()
    assert statuses(wrong_bodies(tourist, OWN, token)) == [400, 413, 415]
    assert tourist.post("/v1/me/passkey_options", {}, token, KEY).status == 400
    assert tourist.post("/v1/me/passkey_options", {}, token, BY_NUMBER).code == "passkeys_off"
    added = _add(tourist, token, device)
    assert (added.status, tourist.get(OWN, token).status) == (201, 200)
    assert tourist.post(OWN, {"credential": {}}, token).code == "passkey_refused"
    own = f"{OWN}/{added.json['id']}"
    assert statuses(_wrong_names(tourist, own, token)) == [400, 413, 415]
    assert patch(tourist, own, {"name": "laptop"}, token).status == 200
    _coming_back(tourist, device)
    assert delete(tourist, own, token).status == 200
    missing = [patch(tourist, NO_PASSKEY, {}, token), delete(tourist, NO_PASSKEY, token)]
    assert [reply.code for reply in missing] == ["passkey_not_found"] * 2
    crowd = [_add(tourist, token, Authenticator()) for _ in range(MOST_PASSKEYS + 1)]
    assert crowd[-1].code == "too_many_passkeys"
    for other, status in ((None, 401), (open_table(tourist).host, 403)):
        assert {reply.status for reply in _everything(tourist, other)} == {status}


def _coming_back(tourist: Tourist, device: Authenticator) -> None:
    assert statuses(wrong_bodies(tourist, SIGN_IN, None)) == [400, 413, 415]
    assert tourist.post(f"{SIGN_IN}/options", {}, None, KEY).status == 400
    assert tourist.post(f"{SIGN_IN}/options", {}, None, BY_NUMBER).code == "passkeys_off"
    options = tourist.post(f"{SIGN_IN}/options", {}).json["options"]
    answer = {"credential": device.get(options)}
    assert tourist.post(SIGN_IN, answer).status == 201
    assert tourist.post(SIGN_IN, answer).code == "passkey_refused"


def _add(tourist: Tourist, token: str, device: Authenticator) -> Reply:
    options = tourist.post("/v1/me/passkey_options", {}, token).json["options"]
    return tourist.post(OWN, {"credential": device.create(options)}, token)


def _wrong_names(tourist: Tourist, path: str, token: str) -> Iterator[Reply]:
    for body, media in ((b"{", JSON), (b" " * 70_000, JSON), (b"{}", "text/plain")):
        yield tourist.call("PATCH", path, token, body, {"Content-Type": media})


def _everything(tourist: Tourist, token: str | None) -> Iterator[Reply]:
    """Every call about one's own passkeys."""
    yield tourist.get(OWN, token)
    yield tourist.post("/v1/me/passkey_options", {}, token)
    yield tourist.post(OWN, STALE, token)
    yield patch(tourist, NO_PASSKEY, {}, token)
    yield delete(tourist, NO_PASSKEY, token)


def failing_with_passkeys(tourist: Tourist, store: ShakyStore) -> None:
    token, device = sign_up(tourist).token, Authenticator()
    _add(tourist, token, device)
    answer = {"credential": device.get(tourist.post(f"{SIGN_IN}/options", {}).json["options"])}
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        signing_in = [tourist.post(f"{SIGN_IN}/options", {}), tourist.post(SIGN_IN, answer)]
        assert {reply.status for reply in (*signing_in, *_everything(tourist, token))} == {status}
    store.failure = None


def having_passkeys_in_a_hurry(tourist: Tourist) -> None:
    token = sign_up(tourist).token
    assert tourist.get(OWN, token).status == 200
    assert {reply.status for reply in _everything(tourist, token)} == {429}
    assert tourist.post(f"{SIGN_IN}/options", {}).status == 429
    assert tourist.post(SIGN_IN, {"credential": {}}).status == 429
