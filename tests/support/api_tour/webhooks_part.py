"""The part of the tour that subscribes to games."""

from service.errors import StoreUnavailable
from tests.support.api_tour.tour import NOWHERE, ShakyStore, Tourist, statuses, wrong_bodies
from tests.support.http.api_calls import Reply, Table, open_table

URL = "https://example.org/hook"
HOOKS = "/v1/webhooks"


def subscribe(tourist: Tourist, table: Table) -> str:
    """The address of a new webhook of the first seat."""
    created = tourist.post(HOOKS, {"url": URL, "game": table.game}, table.seats[0])
    return f"{HOOKS}/{created.json['webhook']['id']}"


def change(
    tourist: Tourist, path: str, token: str | None, body: bytes, media: str = "application/json"
) -> Reply:
    return tourist.call("PATCH", path, token, body, {"Content-Type": media})


def subscribing(tourist: Tourist) -> None:
    table = open_table(tourist, seats=[{"name": "Ann"}, {}])
    token, request = table.seats[0], {"url": URL, "game": table.game}
    assert statuses(wrong_bodies(tourist, HOOKS, token)) == [400, 413, 415]
    assert tourist.post(HOOKS, {**request, "kinds": ["nonsense"]}, token).status == 400
    assert tourist.post(HOOKS, {**request, "url": "https://127.0.0.1/"}, token).code == "url_refused"
    assert tourist.post(HOOKS, request).status == 401
    assert tourist.post(HOOKS, request, table.invites[1]).status == 403
    assert tourist.post(HOOKS, {"url": URL}, token).status == 403
    assert tourist.post(HOOKS, {"url": URL, "game": NOWHERE[-16:]}, token).code == "game_not_found"
    assert statuses(tourist.post(HOOKS, request, token) for _ in range(11)) == [201] * 10 + [409]
    listed = tourist.get(f"{HOOKS}?game={table.game}", token).json["items"]
    assert [webhook["url"] for webhook in listed] == [URL] * 10
    assert tourist.get(f"{HOOKS}?game={table.game}").status == 401
    assert tourist.get(HOOKS, token).status == 403
    assert tourist.get(f"{HOOKS}?game={NOWHERE[-16:]}", token).status == 404
    assert tourist.get(f"{HOOKS}?game={'x' * 101}", token).status == 400


def looking_after_webhooks(tourist: Tourist) -> None:
    table = open_table(tourist)
    path, token = subscribe(tourist, table), table.seats[0]
    assert tourist.get(path, token).json["delivered_version"] > 0
    assert tourist.get(f"{path}/attempts", token).json == {"items": [], "next": None}
    assert statuses(change(tourist, path, token, body) for body in (b"{", b" " * 70_000)) == [400, 413]
    assert change(tourist, path, token, b"{}", "text/plain").status == 415
    assert change(tourist, path, token, b'{"url": "https://127.0.0.1/"}').code == "url_refused"
    assert change(tourist, path, token, b'{"kinds": ["game.event"]}').json["kinds"] == ["game.event"]
    assert tourist.post(f"{path}/rotate", {}, token).json["secret"].startswith("whsec_")
    assert tourist.post(f"{path}/ping", {}, token).status == 202
    assert tourist.post(f"{path}/rotate", {}, token, {"Idempotency-Key": "k"}).status == 200
    assert tourist.post(f"{path}/rotate", {}, token, {"Idempotency-Key": "k k"}).status == 400
    assert tourist.post(f"{path}/ping", {}, token, {"Idempotency-Key": "k"}).status == 400
    assert statuses(wrong_bodies(tourist, f"{path}/redeliver", token)) == [400, 413, 415]
    assert tourist.post(f"{path}/redeliver", {"after": 10**6}, token).code == "version_not_reached"
    assert tourist.post(f"{path}/redeliver", {}, token).status == 202
    for other, expected in ((None, 401), (table.host, 404)):
        assert tourist.get(path, other).status == expected
        assert tourist.get(f"{path}/attempts", other).status == expected
        assert change(tourist, path, other, b"{}").status == expected
        for what in ("rotate", "ping", "redeliver"):
            assert tourist.post(f"{path}/{what}", {}, other).status == expected
        assert tourist.call("DELETE", path, other, None, None).status == expected
    assert tourist.call("DELETE", path, token, None, None).status == 200


def failing_to_subscribe(tourist: Tourist, store: ShakyStore) -> None:
    table = open_table(tourist)
    path, token = subscribe(tourist, table), table.seats[0]
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        replies = [tourist.get(path, token), tourist.get(f"{HOOKS}?game={table.game}", token)]
        replies += [tourist.get(f"{path}/attempts", token), change(tourist, path, token, b"{}")]
        replies += [tourist.post(f"{path}/{what}", {}, token) for what in ("rotate", "ping", "redeliver")]
        replies += [tourist.post(HOOKS, {"url": URL, "game": table.game}, token)]
        replies += [tourist.call("DELETE", path, token, None, None)]
        assert {reply.status for reply in replies} == {status}
    store.failure = None


def subscribing_in_a_hurry(tourist: Tourist) -> None:
    """The limit of this service is one call a minute."""
    table = open_table(tourist)
    path, token = subscribe(tourist, table), table.seats[0]
    assert tourist.post(HOOKS, {"url": URL, "game": table.game}, token).code == "too_many_requests"
    assert change(tourist, path, token, b"{}").code == "too_many_requests"
    for what in ("ping", "redeliver"):
        assert tourist.post(f"{path}/{what}", {}, token).code == "too_many_requests"
