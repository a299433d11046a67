"""The part of the tour that is about table talk and moderation."""

from collections.abc import Iterator
from json import dumps

from service.errors import StoreUnavailable
from tests.support.api_tour.boards_part import TOKEN
from tests.support.api_tour.tour import NOWHERE, ShakyStore, Tourist, statuses, wrong_bodies
from tests.support.http.api_calls import JSON, Reply, Table, open_table
from tests.support.http.api_people import delete, sign_up

WHY = {"reason": "insults"}
NO_REPORT, NOBODY = "/v1/admin/reports/rep_0123456789abcdef", "/v1/admin/players/nobody-22222/suspension"


def put(tourist: Tourist, path: str, body: object, token: str | None, media: str = JSON) -> Reply:
    data = body if isinstance(body, bytes) else dumps(body).encode()
    return tourist.call("PUT", path, token, data, {"Content-Type": media})


def _wrong_puts(tourist: Tourist, path: str, token: str) -> Iterator[Reply]:
    yield put(tourist, path, b"{", token)
    yield put(tourist, path, b" " * 70_000, token)
    yield put(tourist, path, {}, token, "text/plain")


def talking_to_people(tourist: Tourist) -> None:
    table = open_table(tourist, seats=[{"name": "Ann"}, {"name": "Ben"}])
    path, ann, ben = f"{table.path}/messages", table.seats[0], table.seats[1]
    assert statuses(wrong_bodies(tourist, path, ann)) == [400, 413, 415]
    key = {"Idempotency-Key": "k"}
    assert tourist.post(path, {"text": "hello"}, ann, key).status == 201
    assert tourist.post(path, {"text": "other"}, ann, key).status == 422
    assert tourist.get(path, ben).status == 200
    assert tourist.get(f"{path}?after=x", ben).status == 400
    assert tourist.get(f"{path}?channel=watchers", ben).status == 403
    reports = f"{path}/msg_1/reports"
    assert statuses(wrong_bodies(tourist, reports, ben)) == [400, 413, 415]
    assert tourist.post(reports, WHY, ben).status == 201
    assert tourist.post(reports, WHY, table.spectator).status == 404
    mute = f"{table.path}/seats/0/mute"
    assert statuses(_wrong_puts(tourist, mute, ben)) == [400, 413, 415]
    assert put(tourist, mute, {"muted": True}, table.spectator).status == 403
    assert put(tourist, f"{table.path}/seats/7/mute", {"muted": True}, ben).status == 422
    assert put(tourist, mute, {"muted": True}, table.host).status == 200
    assert tourist.post(path, {"text": "hello?"}, ann).status == 403
    assert delete(tourist, f"{path}/msg_1", ben).status == 403
    assert delete(tourist, f"{path}/msg_9", ann).status == 404
    assert tourist.call("DELETE", f"{path}/msg_1", ann, b"x", {}).status == 400
    assert delete(tourist, f"{path}/msg_1", ann).status == 200
    assert tourist.post(reports, WHY, _looker(tourist)).status == 403
    for reply in _everything(tourist, table, None):
        assert reply.status in (200, 401)
    for reply in _everything(tourist, table._replace(game=NOWHERE.rpartition("/")[2]), ann):
        assert reply.status == 404
    assert tourist.get(path, "ttr_wrong").status == 401


def _looker(tourist: Tourist) -> str:
    """A token that may look and not act."""
    person = sign_up(tourist)
    reply = tourist.post("/v1/me/tokens", {"scopes": ["games:read"]}, person.token)
    assert reply.status == 201, reply.body
    token: str = reply.json["token"]
    return token


def _everything(tourist: Tourist, table: Table, token: str | None) -> Iterator[Reply]:
    path = f"{table.path}/messages"
    yield tourist.get(path, token)
    yield tourist.post(path, {"text": "hello"}, token)
    yield tourist.post(f"{path}/msg_1/reports", WHY, token)
    yield delete(tourist, f"{path}/msg_1", token)
    yield put(tourist, f"{table.path}/seats/0/mute", {"muted": False}, token)


def failing_to_talk_to_people(tourist: Tourist, store: ShakyStore) -> None:
    table = open_table(tourist)
    tourist.post(f"{table.path}/messages", {"text": "hello"}, table.seats[0])
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        assert {reply.status for reply in _everything(tourist, table, table.seats[0])} == {status}
    store.failure = None


def talking_to_people_in_a_hurry(tourist: Tourist) -> None:
    """One message a minute, or what else one does about messages."""
    table = open_table(tourist)
    assert tourist.post(f"{table.path}/messages", {"text": "hello"}, table.seats[0]).status == 201
    replies = [*_everything(tourist, table, table.seats[0])]
    assert [reply.status for reply in replies] == [200, 429, 429, 429, 429]


def moderating(operator: Tourist, store: ShakyStore) -> None:
    table, person = open_table(operator), sign_up(operator)
    operator.post(f"{table.path}/messages", {"text": "fool"}, table.seats[0])
    reports, key = f"{table.path}/messages/msg_1/reports", {"Idempotency-Key": "k"}
    report = operator.post(reports, WHY, table.seats[1], key).json["id"]
    assert operator.post(reports, {"reason": "another"}, table.seats[1], key).status == 422
    suspension = f"/v1/admin/players/{person.id}/suspension"
    closure = f"/v1/admin/games/{table.game}/closure"
    assert statuses(_wrong_puts(operator, suspension, TOKEN)) == [400, 413, 415]
    assert statuses(wrong_bodies(operator, closure, TOKEN)) == [400, 413, 415]
    assert operator.get("/v1/admin/actions?cursor=x", TOKEN).status == 400
    for path in (NO_REPORT, suspension):
        assert operator.call("DELETE", path, TOKEN, b"x", {}).status == 400
    for token, status in ((None, 401), (table.host, 403)):
        assert {reply.status for reply in _moderated(operator, table, token)} == {status}
    assert put(operator, NOBODY, WHY, TOKEN).status == 404
    assert delete(operator, NOBODY, TOKEN).status == 404
    assert delete(operator, NO_REPORT, TOKEN).status == 404
    assert operator.post(f"/v1/admin/games/{'0' * 16}/closure", WHY, TOKEN).status == 404
    store.outrun = True
    assert operator.post(closure, WHY, TOKEN).status == 412
    store.outrun = False
    assert operator.get("/v1/admin/reports", TOKEN).status == 200
    assert put(operator, suspension, WHY, TOKEN).status == 200
    assert delete(operator, suspension, TOKEN).status == 200
    assert operator.post(closure, WHY, TOKEN, key).status == 200
    assert operator.post(closure, {"reason": "another"}, TOKEN, key).status == 422
    assert delete(operator, f"/v1/admin/reports/{report}", TOKEN).status == 200
    assert operator.get("/v1/admin/actions", TOKEN).status == 200
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        assert {reply.status for reply in _moderated(operator, table, TOKEN)} == {status}
    store.failure = None


def _moderated(operator: Tourist, table: Table, token: str | None) -> Iterator[Reply]:
    yield operator.get("/v1/admin/reports", token)
    yield operator.get("/v1/admin/actions", token)
    yield delete(operator, NO_REPORT, token)
    yield put(operator, NOBODY, WHY, token)
    yield delete(operator, NOBODY, token)
    yield operator.post(f"/v1/admin/games/{table.game}/closure", WHY, token)
