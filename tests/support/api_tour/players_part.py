"""The part of the tour that is about players."""

from collections.abc import Iterator

from service.errors import StoreUnavailable
from service.players.accounts import MOST_TOKENS
from tests.support.api_tour.tour import ShakyStore, Tourist, statuses, wrong_bodies
from tests.support.http.api_calls import JSON, Reply, open_table, table_of
from tests.support.http.api_people import delete, patch, sign_up

NO_TOKEN = "/v1/me/tokens/tok_0123456789abcdef"


def being_a_player(tourist: Tourist) -> None:
    for path in ("/v1/players", "/v1/sign_ins"):
        assert statuses(wrong_bodies(tourist, path, None)) == [400, 413, 415]
    key = {"Idempotency-Key": "once"}
    person = sign_up(tourist, "Ann", **key)
    assert tourist.post("/v1/players", {"name": "Ben"}, None, key).status == 422
    assert tourist.get("/v1/token", person.token).json["kind"] == "player"
    _signing_in(tourist, person.code)
    for path in ("/v1/me", "/v1/me/export", "/v1/me/tokens"):
        assert tourist.get(path, person.token).status == 200
    _changing(tourist, person.token)
    links = [tourist.post("/v1/me/links", {}, person.token, key) for _ in range(2)]
    assert ([link.status for link in links], links[0].json) == ([201, 201], links[1].json)
    assert tourist.post("/v1/me/links", {}, person.token, {"Idempotency-Key": "x" * 201}).status == 400
    host = open_table(tourist).host
    for token, status in ((None, 401), (host, 403)):
        assert {reply.status for reply in _everything(tourist, token)} == {status}
    assert delete(tourist, "/v1/me", person.token).status == 200


def sitting_down(tourist: Tourist) -> None:
    person, other = sign_up(tourist), sign_up(tourist, "Ben")
    request = {"board": "usa", "seats": [{"me": True}, {}], "joining": "anybody"}
    assert tourist.post("/v1/games", request).status == 401
    table = table_of(tourist.post("/v1/games", request, person.token))
    path = f"{table.path}/seats"
    assert tourist.post(path, {}, table.invites[1]).code == "join_refused"
    assert tourist.post(path, {}, person.token).code == "already_seated"
    assert tourist.post(path, {"seat": 0}, other.token).code == "no_seat_open"
    assert tourist.post(path, {"seat": 1}, other.token).status == 201
    assert tourist.get(table.path, other.token).status == 200
    tourist.post("/v1/games", request, person.token)
    assert "link" in tourist.get("/v1/me/games?limit=1", person.token).headers
    assert tourist.get("/v1/me/games?cursor=x", person.token).status == 400


def _signing_in(tourist: Tourist, code: str) -> None:
    key = {"Idempotency-Key": "phone"}
    assert tourist.post("/v1/sign_ins", {"code": code}, None, key).status == 201
    assert tourist.post("/v1/sign_ins", {"code": code, "name": "x"}, None, key).status == 422
    assert tourist.post("/v1/sign_ins", {"code": code}).code == "link_not_found"


def _changing(tourist: Tourist, token: str) -> None:
    key = {"Idempotency-Key": "bot"}
    assert statuses(wrong_bodies(tourist, "/v1/me/tokens", token)) == [400, 413, 415]
    first = tourist.post("/v1/me/tokens", {"name": "bot"}, token, key)
    assert first.status == 201
    assert tourist.post("/v1/me/tokens", {"name": "other"}, token, key).status == 422
    own = f"/v1/me/tokens/{first.json['id']}"
    for path in ("/v1/me", own):
        assert statuses(_wrong_changes(tourist, path, token)) == [400, 413, 415]
        assert patch(tourist, path, {"name": "Anna"}, token).status == 200
    assert [patch(tourist, NO_TOKEN, {}, token).status, delete(tourist, NO_TOKEN, token).status] == [404, 404]
    assert delete(tourist, own, token).status == 200
    crowd = [tourist.post("/v1/me/tokens", {}, token) for _ in range(MOST_TOKENS)]
    assert crowd[-1].code == "too_many_tokens"
    link = tourist.post("/v1/me/links", {}, token).json["code"]
    assert tourist.post("/v1/sign_ins", {"code": link}).code == "too_many_tokens"


def _wrong_changes(tourist: Tourist, path: str, token: str) -> Iterator[Reply]:
    yield tourist.call("PATCH", path, token, b"{", {"Content-Type": JSON})
    yield tourist.call("PATCH", path, token, b" " * 70_000, {"Content-Type": JSON})
    yield tourist.call("PATCH", path, token, b"{}", {"Content-Type": "text/plain"})


def _everything(tourist: Tourist, token: str | None) -> Iterator[Reply]:
    """Every call that is for players alone."""
    for path in ("/v1/me", "/v1/me/export", "/v1/me/tokens", "/v1/me/games"):
        yield tourist.get(path, token)
    yield patch(tourist, "/v1/me", {"name": "Eve"}, token)
    yield patch(tourist, NO_TOKEN, {"name": "Eve"}, token)
    yield tourist.post("/v1/me/tokens", {}, token)
    yield tourist.post("/v1/me/links", {}, token)
    yield delete(tourist, NO_TOKEN, token)
    yield delete(tourist, "/v1/me", token)


def failing_to_be_a_player(tourist: Tourist, store: ShakyStore) -> None:
    person = sign_up(tourist)
    tourist.post("/v1/games", {"board": "usa", "seats": [{"me": True}, {}]}, person.token)
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        replies = [
            tourist.post("/v1/players", {"name": "Ann"}),
            tourist.post("/v1/sign_ins", {"code": person.code}),
            *_everything(tourist, person.token),
        ]
        assert {reply.status for reply in replies} == {status}
    store.failure = None


def being_a_player_in_a_hurry(tourist: Tourist) -> None:
    """An address may make one player or sign-in a minute, and a player one call."""
    person = sign_up(tourist)
    assert tourist.post("/v1/players", {"name": "Ben"}).status == 429
    assert tourist.post("/v1/sign_ins", {"code": person.code}).status == 429
    assert tourist.get("/v1/me", person.token).status == 200
    assert {reply.status for reply in _everything(tourist, person.token)} == {429}
