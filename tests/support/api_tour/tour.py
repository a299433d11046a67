"""A tour of all calls, each with all of its answers; a tourist holds every one of them against the description."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any

import msgspec
from flask import Flask

from service.api import CALLS
from service.errors import StoreUnavailable
from service.games.tokens import TokenRole, new_token
from service.http.request import EXTENSION
from service.rate_limit import BODIES_OF_ONE
from service.services import Services
from service.store import Commit, MemoryStore, Outcome
from service.store.interface import GAME_FEED, Conflict, FeedEntry
from tests.support.http.api_calls import (
    ABANDON,
    START,
    Caller,
    Reply,
    Table,
    act,
    example_path,
    in_process,
    open_table,
)
from tests.support.http.described_answers import check, defects, schemas
from ttr_core import board_names, legal_commands
from ttr_core.bots.policy import Dice
from ttr_core.model.actor import SYSTEM, Actor, Role
from ttr_core.model.commands import ScoreGame

NOWHERE = "/v1/games/0123456789abcdef"


class ShakyStore(MemoryStore):
    """Fails, or lets somebody else always be faster, on demand."""

    failure: Exception | None = None
    outrun = False

    def _try(self) -> None:
        if self.failure:
            raise self.failure

    def append(self, commit: Commit) -> Outcome:
        self._try()
        return Conflict(commit.expected) if self.outrun else super().append(commit)

    def read(self, game: str, after: int = 0, limit: int | None = None) -> list[bytes]:
        self._try()
        return super().read(game, after, limit)

    def ends_with(self, game: str, version: int, head: str) -> bool:
        self._try()
        return super().ends_with(game, version, head)

    def facts(self, game: str) -> Mapping[str, str]:
        self._try()
        return super().facts(game)

    def listed(self, *place: Any, **how: Any) -> Any:  # as the store of the parent
        self._try()
        return super().listed(*place, **how)

    def feed(self, partition: int, after: str, limit: int, name: str = GAME_FEED) -> list[FeedEntry]:
        self._try()
        return super().feed(partition, after, limit, name)

    def keep_document(self, name: str, document: bytes) -> None:
        self._try()
        super().keep_document(name, document)

    def properties(self, owner: str) -> Mapping[str, str]:
        self._try()
        return super().properties(owner)

    def set_expiring(self, name: str, text: str, seconds: float) -> None:
        self._try()
        super().set_expiring(name, text, seconds)

    def expiring(self, name: str) -> str | None:
        self._try()
        return super().expiring(name)

    def set_once(self, name: str, text: str, seconds: float) -> bool:
        self._try()
        return super().set_once(name, text, seconds)

    def swap_expiring(self, name: str, old: str, new: str, seconds: float = 0) -> bool:
        self._try()
        return super().swap_expiring(name, old, new, seconds)

    def check(self) -> None:
        self._try()


class Tourist(Caller):
    """Holds every answer against the description, and keeps account of what was answered."""

    def __init__(self, app: Flask) -> None:
        self._caller = in_process(app)
        self.seen: set[tuple[str, int]] = set()

    def call(
        self, method: str, path: str, token: str | None, body: bytes | None, headers: Mapping[str, str] | None
    ) -> Reply:
        reply = self._caller.call(method, path, token, body, headers)
        self.seen.add((check(method, path, reply), reply.status))
        return reply


def statuses(replies: Iterator[Reply]) -> list[int]:
    return [reply.status for reply in replies]


def wrong_bodies(tourist: Tourist, path: str, token: str | None) -> Iterator[Reply]:
    yield tourist.post(path, b"{", token)
    yield tourist.post(path, b" " * 70_000, token)
    yield tourist.post(path, {}, token, {"Content-Type": "text/plain"})


def mistyping(tourist: Tourist) -> None:
    """Every call refuses a query parameter that it does not have."""
    for call in CALLS:
        reply = tourist.call(call.method, f"{example_path(call)}?att=5", "token", None, None)
        assert (call.name, reply.status, reply.code) == (call.name, 400, "unknown_parameter")


def boards(tourist: Tourist) -> None:
    assert len(tourist.get("/v1/boards").json["items"]) == len(board_names())
    assert statuses(tourist.get(f"/v1/boards/{name}") for name in board_names()) == [200] * len(board_names())
    assert tourist.get("/v1/boards/atlantis").code == "board_not_found"
    path = f"{open_table(tourist).path}/board"
    cached = {"If-None-Match": tourist.get(path).headers["etag"]}
    assert tourist.get(path, None, cached).status == 304
    assert tourist.get(path, "ttr_wrong").status == 401
    assert tourist.get(f"{NOWHERE}/board").status == 404


def creating(tourist: Tourist) -> None:
    assert statuses(wrong_bodies(tourist, "/v1/games", None)) == [400, 413, 415]
    seats = [{"name": "Ann"}, {}, {"kind": "bot", "bot": "random"}]
    assert tourist.post("/v1/games", {"board": "usa", "seats": seats}).status == 201
    assert tourist.post("/v1/games", {"board": "usa", "seats": []}).code == "players_out_of_range"
    assert tourist.post("/v1/games", {"board": "usa", "seats": seats, "first": 3}).code == "unknown_seat"


def listing(tourist: Tourist) -> None:
    for _ in range(3):
        open_table(tourist, visibility="public")
    page = tourist.get("/v1/games?limit=1")
    while "link" in page.headers:
        assert page.json["items"]
        page = tourist.get(page.headers["link"].partition("localhost")[2].partition(">")[0])
    assert page.json["next"] is None
    filters = "status=playing&board=usa&open_seats=false&clock=none&sort=-moved_at"
    assert len(tourist.get(f"/v1/games?{filters}").json["items"]) == 3
    for wrong in ("limit=0", "status=odd", "open_seats=1", "clock=hourglass", "sort=moved_at", "cursor=x"):
        assert tourist.get(f"/v1/games?{wrong}").status == 400


def looking(tourist: Tourist) -> None:
    for query in ("?", "?include=standings&", "?include=commands,said,result&lang=fr&group=route&"):
        table = open_table(tourist)
        path = f"{table.path}{query}"
        seen = tourist.get(path, table.seats[0])
        cached = {"If-None-Match": seen.headers["etag"]}
        assert tourist.get(path, table.seats[0], cached).status == 304
        assert tourist.get(path, table.host, cached).status == 200
        assert tourist.get(f"{path}at=1").json["version"] == 1
        assert tourist.get(f"{path}at=0").status == 400
        assert tourist.get(path, "ttr_wrong").status == 401
        assert tourist.get(NOWHERE + query).code == "game_not_found"
        assert tourist.get(f"{path}at=900").code == "version_not_reached"
    assert tourist.get(f"{open_table(tourist).path}?include=weather").status == 400
    assert tourist.get(open_table(tourist, visibility="private").path).code == "game_not_found"


def joining(tourist: Tourist, store: ShakyStore) -> None:
    table = open_table(tourist, seats=[{"name": "Ann"}, {}, {}])
    path, guest = f"{table.path}/seats", {"name": "Ben"}
    assert statuses(wrong_bodies(tourist, path, table.invites[1])) == [400, 413, 415]
    assert tourist.post(path, guest).status == 401
    assert tourist.post(path, guest, table.host).status == 403
    assert tourist.post(f"{NOWHERE}/seats", guest, table.invites[1]).status == 404
    store.outrun = True
    assert tourist.post(path, guest, table.invites[1]).code == "stale_version"
    store.outrun = False
    key = {"Idempotency-Key": '"once"'}
    assert tourist.post(path, guest, table.invites[1], key).status == 201
    assert tourist.post(path, {"name": "Cid"}, table.invites[1], key).code == "idempotency_key_reused"


def starting(tourist: Tourist, store: ShakyStore) -> None:
    waiting = open_table(tourist, seats=[{"name": "Ann"}, {}], start="by_host")
    assert act(tourist, waiting, START, waiting.host).code == "seats_open"
    table = open_table(tourist, start="by_host")
    path, start = f"{table.path}/commands", partial(act, tourist, table)
    assert statuses(wrong_bodies(tourist, path, table.host)) == [400, 413, 415]
    assert tourist.get(path, table.host).json["table"] == [START, ABANDON]
    assert start(START, None).status == 401
    assert start(START, table.seats[0]).status == 403
    assert tourist.post(f"{NOWHERE}/commands", START, table.host, {"If-Match": "*"}).status == 404
    assert start({**START, "first": 9}, table.host).code == "unknown_seat"
    store.outrun = True
    assert start(START, table.host).code == "stale_version"
    store.outrun = False
    assert start({**START, "first": 1}, table.host).status == 200
    assert start(START, table.host).status == 409


def playing(tourist: Tourist) -> None:
    table = open_table(tourist, first=0)
    path, any_version = f"{table.path}/commands", {"If-Match": "*"}
    assert statuses(wrong_bodies(tourist, path, table.seats[0])) == [400, 413, 415]
    listed = tourist.get(path, table.seats[0])
    assert tourist.get(path, table.seats[0], {"If-None-Match": listed.headers["etag"]}).status == 304
    assert tourist.get(f"{path}?group=route", table.seats[0]).json["routes"] == []
    assert tourist.get(f"{path}?group=card", table.seats[0]).status == 400
    assert [tourist.get(path).status, tourist.get(path, table.spectator).status] == [401, 403]
    assert tourist.get(path, table.host).json["moves"] is None
    assert tourist.get(f"{NOWHERE}/commands", table.host).status == 404
    _menus(tourist, table)
    command, draw = listed.json["moves"][0], {"type": "draw_card"}
    assert tourist.post(path, command, table.seats[0]).status == 428
    assert tourist.post(path, command, None, any_version).status == 401
    assert tourist.post(path, {**draw, "seat": 1}, table.seats[0], any_version).status == 403
    assert tourist.post(f"{NOWHERE}/commands", draw, table.seats[0], any_version).status == 404
    assert tourist.post(path, draw, table.seats[0], any_version).code == "not_now"
    assert tourist.post(path, command, table.seats[0], {"If-Match": '"1"'}).code == "stale_version"
    few = {"type": "keep_tickets", "tickets": []}
    assert tourist.post(path, few, table.seats[0], any_version).code == "wrong_number_of_tickets"
    assert tourist.post(f"{path}?dry_run=true", command, table.seats[0]).json["legal"] is True
    assert tourist.post(path, command, table.seats[0], {"If-Match": listed.headers["etag"]}).status == 200


def _menus(tourist: Tourist, table: Table) -> None:
    path = f"{table.path}/menu"
    menu = tourist.get(path, table.seats[0])
    assert tourist.get(path, table.seats[0], {"If-None-Match": menu.headers["etag"]}).status == 304
    assert tourist.get(f"{path}?lang=klingon", table.seats[0]).status == 400
    assert [tourist.get(path).status, tourist.get(path, table.spectator).status] == [401, 403]
    assert tourist.get(f"{NOWHERE}/menu", table.host).status == 404


def following(tourist: Tourist, app: Flask) -> None:
    table = open_table(tourist)
    path = f"{table.path}/events"
    assert "link" in tourist.get(f"{path}?after=2&limit=3", table.seats[0]).headers
    lines = tourist.get(path, table.seats[0], {"Accept": "application/x-ndjson"}).body.splitlines()
    assert [defects(schemas()["Event"], msgspec.json.decode(line)) for line in lines] == [[]] * len(lines)
    assert tourist.get(f"{path}?after=-1").status == 400
    assert tourist.get(path, None, {"Last-Event-ID": "x"}).status == 400
    assert tourist.get(path, "ttr_wrong").status == 401
    assert tourist.get(f"{NOWHERE}/events").status == 404
    assert tourist.get(path, None, {"Accept": "image/png"}).code == "not_acceptable"
    stream = app.test_client().get(path, headers={"Accept": "text/event-stream", "Last-Event-ID": "2"})
    heard = [chunk for chunk, _ in zip(stream.iter_encoded(), range(2), strict=False)]
    stream.close()
    assert heard[0] == b"retry: 2000\n\n"
    assert heard[1].startswith(b"id: 3\ndata: ")
    assert defects(schemas()["Event"], msgspec.json.decode(heard[1].partition(b"data: ")[2])) == []


def scoring(tourist: Tourist, app: Flask) -> None:
    table = open_table(tourist)
    path = f"{table.path}/result"
    assert tourist.get(path).code == "not_scored_yet"
    play_to_the_end(app, table)
    assert tourist.get(path).json["sheet"]["winners"]
    assert tourist.get(f"{path}?at=x").status == 400
    assert tourist.get(path, "ttr_wrong").status == 401
    assert tourist.get(f"{NOWHERE}/result").status == 404
    seen = {"Accept": "text/event-stream", "Last-Event-ID": str(tourist.get(table.path).json["version"])}
    assert tourist.get(f"{table.path}/events", None, seen).status == 204


def operating(tourist: Tourist) -> None:
    pages = (
        "/healthz",
        "/readyz",
        "/metrics",
        "/docs",
        "/docs/init.js",
        "/openapi.yaml",
        "/problems/not_now",
    )
    assert statuses(map(tourist.get, pages)) == [200] * len(pages)
    for page in pages[3:]:
        etag = tourist.get(page).headers["etag"]
        assert tourist.get(page, None, {"If-None-Match": etag}).status == 304
    assert tourist.get("/docs/openapi.yaml").code == "not_found"
    assert tourist.get("/problems/moon_landed").code == "not_found"


def failing(tourist: Tourist, store: ShakyStore) -> None:
    table = open_table(tourist, seats=[{"name": "Ann"}, {}])
    gets = ("/v1/games", table.path, *(f"{table.path}/{part}" for part in ("board", "events", "result")))
    posts: tuple[tuple[str, Any, str | None], ...] = (
        ("/v1/games", {"board": "usa", "seats": [{}, {}]}, None),
        (f"{table.path}/seats", {"name": "Ben"}, table.invites[1]),
        (f"{table.path}/commands?dry_run=true", START, table.host),
        (f"{table.path}/commands?dry_run=true", {"type": "draw_card"}, table.seats[0]),
    )
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        replies = [tourist.get(path) for path in (*gets, "/readyz")]
        replies += [tourist.get(f"{table.path}/{part}", table.seats[0]) for part in ("commands", "menu")]
        replies += [tourist.post(path, body, token) for path, body, token in posts]
        assert {reply.status for reply in replies} == {status}
    store.failure = None


def hurrying(tourist: Tourist) -> Table:
    table = open_table(tourist)
    again = tourist.post("/v1/games", {"board": "usa", "seats": [{}, {}]})
    assert again.code == "too_many_requests"
    for expected in (409, 429):
        reply = tourist.post(f"{table.path}/commands?dry_run=true", {"type": "draw_card"}, table.seats[0])
        assert reply.status == expected
    full = tourist.get(f"{table.path}/events", None, {"Accept": "text/event-stream"})
    assert full.code == "streams_exhausted"
    return table


def crowding(tourist: Tourist, app: Flask) -> None:
    """While other bodies from the same address are unfinished, no further one is read."""
    services: Services = app.extensions[EXTENSION]
    with ExitStack() as unfinished:
        for thread in range(BODIES_OF_ONE):
            unfinished.enter_context(services.bodies.reading("127.0.0.1", -thread))
        invite = new_token(TokenRole.INVITE, NOWHERE.rpartition("/")[2])
        assert tourist.post(f"{NOWHERE}/seats", {}, invite).code == "too_many_requests"


def spending(tourist: Tourist) -> None:
    """A budget of work that the first request has spent, and a single place for games that wait."""
    tourist.get(f"{NOWHERE}/changes")
    pictures = (
        "board.svg",
        "board.png",
        "hand.svg",
        "hand.png",
        "statistics.svg",
        "replay.webp",
        "replay.png",
        "analysis.svg",
        "analysis.png",
    )
    for path in (*pictures, "changes", "statistics", "knowledge", "analysis"):
        assert tourist.get(f"{NOWHERE}/{path}", "token").code == "too_many_requests"
    for path in ("", "/result"):
        assert tourist.get(f"{NOWHERE}{path}?at=1").code == "too_many_requests"
    assert tourist.get("/v1/games").code == "too_many_requests"
    assert tourist.call("POST", f"{NOWHERE}/hints", "token", None, None).code == "too_many_requests"
    waiting = {"board": "usa", "seats": [{}, {}]}
    assert tourist.post("/v1/games", waiting).status == 201
    assert tourist.post("/v1/games", waiting).code == "too_many_lobbies"


def play_to_the_end(app: Flask, table: Table, tourist: Tourist | None = None) -> None:
    """Everybody plays at random; with a tourist who looks and asks now and then."""
    services: Services = app.extensions[EXTENSION]
    loaded, dice, moves = services.games.cache.read_latest(table.game), Dice(1), 0
    while waiting := loaded.state.phase.waiting:
        listed = legal_commands(loaded.ruleset, loaded.state, waiting[0])
        if tourist and moves % 40 == 0:
            tourist.get(table.path, table.seats[waiting[0]])
            tourist.get(f"{table.path}/commands", table.seats[waiting[0]])
        command = listed[dice.below(len(listed))]
        loaded = services.games.perform(loaded, [command], Actor(Role.SEAT, waiting[0])).loaded
        moves += 1
    services.games.perform(loaded, [ScoreGame()], SYSTEM)
