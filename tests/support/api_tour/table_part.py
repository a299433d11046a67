"""The part of the tour that is about the table: motions, people, and giving a game up."""

from functools import partial
from typing import Any
from unittest.mock import patch

from service.errors import StoreUnavailable
from tests.support.api_tour.tour import NOWHERE, ShakyStore, Tourist, statuses, wrong_bodies
from tests.support.http.api_calls import ABANDON, Reply, Table, act, open_table

ANY = {"If-Match": "*"}
PAUSE = {"type": "propose", "motion": "pause"}


def bare(tourist: Tourist, path: str, token: str | None, headers: Any = None) -> Reply:
    """A post without a body."""
    return tourist.call("POST", path, token, None, headers)


def talking(tourist: Tourist) -> None:
    table = open_table(tourist, players=3)
    path = f"{table.path}/commands"
    assert statuses(wrong_bodies(tourist, path, table.seats[0])) == [400, 413, 415]
    assert tourist.post(path, PAUSE, table.seats[0]).status == 428
    assert tourist.post(path, PAUSE, None, ANY).status == 401
    assert tourist.post(path, PAUSE, table.host, ANY).status == 403
    assert tourist.post(f"{NOWHERE}/commands", PAUSE, table.seats[0], ANY).status == 404
    assert tourist.post(path, PAUSE, table.seats[0], {"If-Match": '"1"'}).code == "stale_version"
    assert tourist.post(f"{path}?dry_run=true", PAUSE, table.seats[0]).json["legal"] is True
    assert tourist.post(path, PAUSE, table.seats[0], ANY).status == 200
    assert tourist.post(path, PAUSE, table.seats[1], ANY).code == "motion_open"
    resume = {"type": "resume_game"}
    assert tourist.post(path, resume, table.seats[1], ANY).code == "not_now"


def inviting(tourist: Tourist, store: ShakyStore) -> None:
    table = open_table(tourist)
    path = f"{table.path}/seats/1/invite"
    assert [bare(tourist, path, token).status for token in (None, table.spectator)] == [401, 403]
    assert bare(tourist, f"{table.path}/seats/one/invite", table.host).status == 400
    assert bare(tourist, f"{NOWHERE}/seats/1/invite", table.host).status == 404
    assert bare(tourist, path, table.seats[0]).code == "seat_held"
    assert bare(tourist, path, table.host).json["usable"] is False
    assert bare(tourist, path, table.host).code == "motion_open"
    store.outrun = True
    assert bare(tourist, path, table.seats[1]).code == "stale_version"
    store.outrun = False
    assert bare(tourist, path, table.seats[1], {"Idempotency-Key": '"once"'}).status == 201
    lobby = open_table(tourist, seats=[{"name": "Ann"}, {"name": "Ben"}, {}])
    resign = {"type": "resign", "kind": "nobody"}
    assert tourist.post(f"{lobby.path}/commands", resign, lobby.seats[1], ANY).status == 200
    assert bare(tourist, f"{lobby.path}/seats/1/invite", lobby.seats[0]).code == "not_now"
    _not_yet(tourist)


def _not_yet(tourist: Tourist) -> None:
    """An invite that waits for somebody's consent."""
    table = open_table(tourist, seats=[{"name": "Ann"}, {"kind": "bot"}])
    invite = bare(tourist, f"{table.path}/seats/1/invite", table.host).json["invite"]
    assert tourist.post(f"{table.path}/seats", {"name": "Cid"}, invite).code == "seat_not_open"
    assert tourist.get(f"{table.path}/seats").status == 200
    assert tourist.get(f"{table.path}/seats", "ttr_wrong").status == 401
    assert tourist.get(f"{NOWHERE}/seats").status == 404


def giving_up(tourist: Tourist, store: ShakyStore) -> None:
    table = open_table(tourist, seats=[{"name": "Ann"}, {}])
    give_up = partial(act, tourist, table, ABANDON)
    assert [give_up(token).status for token in (None, table.seats[0])] == [401, 403]
    assert tourist.post(f"{NOWHERE}/commands", ABANDON, table.host, ANY).status == 404
    assert give_up(table.host, **{"Idempotency-Key": "not quoted"}).status == 400
    store.outrun = True
    assert give_up(table.host).code == "stale_version"
    store.outrun = False
    with patch("service.games.game_cache.SUPPORTED_RULES", frozenset()):
        assert give_up(table.host).code == "rules_version_unsupported"
    assert give_up(table.host).status == 200
    assert give_up(table.host).code == "game_over"


def failing_at_the_table(tourist: Tourist, store: ShakyStore) -> None:
    table = open_table(tourist, seats=[{"name": "Ann"}, {}])
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        assert {reply.status for reply in _asking(tourist, table)} == {status}
    store.failure = None


def _asking(tourist: Tourist, table: Table) -> list[Reply]:
    return [
        tourist.get(f"{table.path}/seats"),
        tourist.post(f"{table.path}/commands?dry_run=true", PAUSE, table.seats[0]),
        bare(tourist, f"{table.path}/seats/1/invite", table.host),
        act(tourist, table, ABANDON, table.host),
    ]


def hurrying_at_the_table(tourist: Tourist, table: Table) -> None:
    """All calls about the table share one limit for each seat and for the host."""
    for expected in (409, 429):
        reply = tourist.post(f"{table.path}/commands?dry_run=true", {"type": "resume_game"}, table.seats[1])
        assert reply.status == expected
    path = f"{table.path}/seats/0/invite"
    assert [bare(tourist, path, table.host).status for _ in range(2)] == [201, 429]
