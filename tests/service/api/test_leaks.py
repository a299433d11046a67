"""Nobody learns through the API what they may not see.

Two games that differ only in what a viewer may not see give them the same answers to the byte, but for the values of
`sealed`, `prev`, `hash` and `head`. Those commit to what is hidden and so must differ; they reveal nothing, because
each commitment is SHA-256 over the hidden value behind a salt of 128 bits of its own, which is HMAC-SHA256 under the
seed of 256 bits that nobody has before the end: without the salt, no guess at the value can be tried. Hashes of the
chain are made from nothing but commitments and what is public. Their lengths are always the same.
"""

import json
import logging
import re
from collections.abc import Mapping

import pytest

from service.api import CALLS
from service.api.access import GAME
from service.games.facts import player_stream
from service.games.tokens import TokenRole, game_of, new_token
from service.http.call import Call
from service.http.request import CommandBody, JsonBody
from service.store import MemoryStore
from tests.service.games.test_tokens import EARLIER
from tests.support.http.api_calls import (
    Caller,
    Inside,
    Reply,
    Table,
    example_path,
    inside,
    open_table,
    over_http,
)
from tests.support.http.api_players import Players
from tests.support.http.running_service import Stack
from tests.support.http.twin_games import twin_of
from tests.support.http.viewer_questions import answered_calls, comparable, shown, viewer_of
from ttr_core import Viewer, Witness
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.history.chain import salt, sealed_fields
from ttr_core.model.state import Counts

MOMENTS = (1, 3, 20, 70)  # how many moves were made: in the middle of the first choices, and later
BOARDS = {
    "usa": 3,
    "iberia": 3,
    "europe": 2,
    "world-light": 3,
    "germany": 2,
    "pennsylvania": 3,
    "legendary_asia": 4,
}


# the soak run looks at every board at every moment
QUICK = {
    ("iberia", 3),
    ("iberia", 20),
    ("usa", 70),
    ("world-light", 20),
    ("pennsylvania", 20),
    ("germany", 1),
}
LOOKS = [
    pytest.param(board, moves, marks=() if (board, moves) in QUICK else pytest.mark.soak)
    for board in BOARDS
    for moves in MOMENTS
]


@pytest.mark.parametrize(("board", "moves"), LOOKS)
def test_hidden_cards_change_nothing_in_the_answers_to_a_viewer(board: str, moves: int) -> None:
    service = inside()
    table = open_table(service.caller, board, BOARDS[board], visibility="public")
    Players(service.caller, table, seed=moves).play(moves)
    state = service.games.cache.read_latest(table.game).state
    for name in (*table.tokens, "nobody"):
        twins = (twin_of(service, table, viewer_of(name), seed=seed) for seed in range(9))
        # chance may deal the same
        twin = next(one for one in twins if hands_in(one, table) != hands_in(service, table))
        assert twin.store.read(table.game) != service.store.read(table.game)
        foreign = [
            t
            for n, s in enumerate(state.seats)
            if n != viewer_of(name)
            for t in (*ticket_choice(state, n).offer, *s.tickets)
        ]
        here, there = (list(answered_calls(one, table, name, foreign)) for one in (service, twin))
        assert [what for what, _ in here] == [what for what, _ in there]
        for (what, mine), (_, theirs) in zip(here, there, strict=True):
            assert mine == theirs, f"{name} learns something from {what}"


def hands_in(service: Inside, table: Table) -> list[Counts]:
    return [seat.hand for seat in service.games.cache.read_latest(table.game).state.seats]


def test_the_comparison_sees_what_differs() -> None:
    """Otherwise the test above would compare nothing: another seat's view is not the same in both games."""
    service = inside()
    table = open_table(service.caller, players=3)
    Players(service.caller, table).play(10)
    twin = twin_of(service, table, 0, seed=1)
    for path in (table.path, f"{table.path}/events?limit=1000"):
        mine, theirs = (one.caller.get(path, table.seats[1]) for one in (service, twin))
        assert shown(mine) != shown(theirs)
        mine, theirs = (one.caller.get(path, table.seats[0]) for one in (service, twin))
        assert mine.body != theirs.body  # the commitments


# ------------------------------------------------------------------------- strangers and witnesses


def test_witnesses_see_what_strangers_see_while_the_game_goes_on() -> None:
    service = inside()
    table = open_table(service.caller)
    Players(service.caller, table).play(30)
    for what in ("", "/events?limit=1000", "?include=standings", "/result", "?at=9"):
        stranger = service.caller.get(table.path + what)
        for who in ("host", "watch", "audit"):
            witness = service.caller.get(table.path + what, table.tokens[who])
            assert comparable(witness.body).replace(
                f'"you":{{"role":"{who}","seat":null}}'.encode(), b'"you":null'
            ) == comparable(stranger.body)
            assert witness.headers.get("etag") == stranger.headers.get("etag")


def test_auditors_see_every_event_whole_when_the_game_is_over() -> None:
    service = inside()
    table = open_table(service.caller)
    Players(service.caller, table).play()
    lines = {"Accept": "application/x-ndjson"}
    before = service.caller.get(f"{table.path}/events", table.auditor, lines).body
    assert b'"cards":null' in before
    service.score(table)
    after = [
        json.loads(line)
        for line in service.caller.get(f"{table.path}/events", table.auditor, lines).body.splitlines()
    ]
    assert all(value is not None for event in after for value in event["data"].values())
    assert all(event.get("salts", {}).keys() == event.get("sealed", {}).keys() for event in after)
    assert b'"cards":null' in service.caller.get(f"{table.path}/events", table.spectator, lines).body


OF_GAMES = [call for call in CALLS if "{game}" in call.path]
MORE_ABOUT = (  # the same calls, asked in other ways
    ("GET", "?at=1"),
    ("GET", "?at=x"),
    ("GET", "?include=commands,standings"),
    ("GET", "/events?after=x"),
    ("GET", "/events?after=100000"),
    ("GET", "/events?city=nowhere"),
    ("GET", "/changes?to=99"),
    ("GET", "/knowledge?item=red"),
    ("GET", "/menu"),
    ("POST", "/commands?dry_run=true"),
)
DRAW = json.dumps({"type": "draw_card"}).encode()
SSE = {"Accept": "text/event-stream"}
JSON_WITH_KEY = {"Content-Type": "application/json", "Idempotency-Key": "k"}


def sent_body(call: Call) -> bytes | None:
    match call.body:
        case JsonBody() as body:
            return json.dumps(next(iter(body.examples.values()))).encode()
        case CommandBody():
            return DRAW
        case _:
            return None


def asked_of(call: Call) -> list[tuple[str, str, bytes | None]]:
    """Ways to make a call: method, what follows the game's address, and the body."""
    plain = example_path(call).removeprefix(f"/v1/games/{GAME.example}")
    queries = [
        query for method, query in MORE_ABOUT if method == call.method and query.split("?")[0] == plain
    ]
    bodies = [sent_body(call), *([b"{}", b"{"] if call.body else [])]
    return [(call.method, path, body) for path in (plain, *queries) for body in bodies]


STRANGERS = (
    "nobody",
    "another game's host",
    "another game's seat",
    "no token of this game",
    "no player",
    "another player",
    "a token of the earlier form",
    "a token mistyped",
)


def strangers_tokens(service: Inside, private: Table) -> dict[str, str]:
    other = open_table(service.caller)
    player = service.caller.post("/v1/players", {"name": "Eve"}).json
    return {
        "another game's host": other.host,
        "another game's seat": other.seats[0],
        "no token of this game": new_token(TokenRole.SEAT, private.game),
        "no player": new_token(TokenRole.PLAYER, "0123456789abcdef"),
        "another player": player["token"],
        "a token of the earlier form": EARLIER["host"],
        "a token mistyped": "ttr_x",
    }


WAYS_TO_ASK = [way for call in OF_GAMES for way in asked_of(call)]  # about a game


@pytest.mark.parametrize("accept", [{}, SSE], ids=["json", "stream"])
@pytest.mark.parametrize("who", STRANGERS)
def test_a_private_game_is_not_there_for_strangers(who: str, accept: Mapping[str, str]) -> None:
    """Every call about a game answers as about one that does not exist, in every way of asking."""
    service = inside()
    private = open_table(service.caller, visibility="private")
    token = strangers_tokens(service, private).get(who)
    unknown = f"/v1/games/{'0' * len(private.game)}"
    headers = {**JSON_WITH_KEY, **accept}
    for method, rest, body in WAYS_TO_ASK:
        replies = [
            shown(service.caller.call(method, path + rest, token, body, headers))
            for path in (private.path, unknown)
        ]
        assert replies[0] == replies[1], (method, rest)
        assert replies[0][0] in (400, 401, 404, 406, 415, 422, 428)


def test_a_player_is_no_game() -> None:
    """Players have streams in the same store: their names lead nowhere, and tell nobody who is here."""
    service = inside()
    token = service.caller.post("/v1/players", {"name": "Eve"}).json["token"]
    player, nobody = (player_stream(name) for name in (game_of(token) or "", "0" * 16))
    invite = new_token(TokenRole.INVITE, "0" * 16)
    for method, rest, body in WAYS_TO_ASK:
        for sent in (None, invite, token):
            replies = [
                shown(service.caller.call(method, f"/v1/games/{name}{rest}", sent, body, JSON_WITH_KEY))
                for name in (player, nobody)
            ]
            assert replies[0] == replies[1], (method, rest)
            assert replies[0][0] < 500


class WatchedStore(MemoryStore):
    """Keeps account of what is asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def facts(self, game: str) -> Mapping[str, str]:
        self.asked.append("facts")
        return super().facts(game)

    def read(self, game: str, after: int = 0, limit: int | None = None) -> list[bytes]:
        self.asked.append("read")
        return super().read(game, after, limit)

    def ends_with(self, game: str, version: int, head: str) -> bool:
        self.asked.append("ends_with")
        return super().ends_with(game, version, head)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("who", STRANGERS)
def test_a_stranger_waits_as_long_for_a_private_game_as_for_none(who: str, known: bool) -> None:
    """What takes time is the store, and replaying a game: neither depends on whether there is one."""
    store = WatchedStore()
    service = inside(store)
    private = open_table(service.caller, visibility="private")
    Players(service.caller, private).play(30)
    token = strangers_tokens(service, private).get(who)
    for rest in ("", "/events", "/board", "/commands", "?at=9"):
        fresh = service if known else inside(store)
        asked = []
        for path in (private.path, f"/v1/games/{'0' * len(private.game)}"):
            if token:
                fresh.caller.get("/v1/token", token)  # what is known of a player is known for both
            store.asked.clear()
            fresh.caller.get(path + rest, token)
            asked.append(tuple(store.asked))
        assert asked[0] == asked[1], rest
        assert "read" not in asked[0]


# --------------------------------------------------------------------------- secrets of the server


class Listening:
    """A caller who keeps every answer."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self.heard = list[tuple[str | None, bytes]]()

    def send(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Reply:
        token = headers.get("Authorization", "").removeprefix("Bearer ") or None
        reply = self._caller.call(method, path, None, body, headers)
        self.heard.append((token, reply.body + repr(sorted(reply.headers.items())).encode()))
        return reply


def test_tokens_seeds_and_salts_stay_where_they_are(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    service = inside()
    table = open_table(service.caller, players=3)
    listening = Listening(service.caller)
    caller = Caller(listening.send)
    Players(caller, table).play(60)
    for name in (*table.tokens, "nobody"):
        assert (
            len(
                list(
                    answered_calls(
                        Inside(service.app, service.store, caller), table, name, ["no-such-ticket"]
                    )
                )
            )
            > 20
        )
    hidden = hidden_salts(service, table)
    seed = service.store.facts(table.game)["seed"]
    viewers = {token: viewer_of(name) for name, token in table.tokens.items()}
    for token, body in listening.heard:
        text = body.decode()
        assert not any(secret in text for secret in (seed, *table.tokens.values()))
        mine = hidden[viewers.get(token or "", Witness.SPECTATOR)]
        assert mine.isdisjoint(re.findall("[0-9a-f]{32}", text))
    log = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records)
    assert len(caplog.records) > 100
    assert not any(secret in log for secret in (seed, *table.tokens.values()))


def hidden_salts(service: Inside, table: Table) -> dict[Viewer, set[str]]:
    """The salts of all fields that each viewer may not see."""
    seed = bytes.fromhex(service.store.facts(table.game)["seed"])
    viewers: list[Viewer] = [*table.seats, Witness.SPECTATOR]
    seen: dict[Viewer, set[str]] = {viewer: set() for viewer in viewers}
    for envelope, event in service.games.cache.read_events(table.game, 0):
        for name in sealed_fields(type(event)):
            for viewer, salts in seen.items():
                if getattr(event, "seat", None) != viewer:
                    salts.add(salt(seed, table.game, envelope.version, name))
    return seen


def test_the_log_of_the_real_service_holds_no_secret(stack: Stack) -> None:
    with over_http(stack.port) as caller:
        table = open_table(caller)
        Players(caller, table).play(20)
        caller.get(f"{table.path}?token={table.host}", "not a token")
        caller.post(f"{table.path}/commands", {"type": table.host}, table.seats[0], {"If-Match": "*"})
    log = stack.log.read_text("utf-8")
    assert table.game in log
    seed = stack.store.facts(table.game)["seed"]
    assert not any(secret in log for secret in (seed, *table.tokens.values()))


def test_new_tokens_are_shown_once_and_nowhere_else(caplog: pytest.LogCaptureFixture) -> None:
    """Not in the log, not in the store, not in any other answer, however one asks."""
    caplog.set_level(logging.DEBUG)
    service = inside()
    table = open_table(service.caller, players=3)
    listening = Listening(service.caller)
    caller = Caller(listening.send)
    tokens = [
        caller.call("POST", f"{table.path}/{what}", token, None, {}).json["token"]
        for what, token in (
            *((f"seats/{seat}/token", token) for seat, token in table.seats.items()),
            ("tokens/watch", table.host),
            ("tokens/audit", table.host),
            ("tokens/host", table.host),
        )
    ]
    assert [sum(token.encode() in body for _, body in listening.heard) for token in tokens] == [1] * len(
        tokens
    )
    listening.heard.clear()
    for token in (*tokens, *table.tokens.values(), "ttr_wrong", None):
        for path in ("", "/board", "/events", "/commands", "?at=0", f"/{tokens[0]}"):
            caller.get(table.path + path, token)
        caller.get("/v1/token", token)
        caller.call("POST", f"{table.path}/tokens/host", token, None, {"Idempotency-Key": "k k"})
        caller.get(f"/v1/games/{tokens[1]}", token)
    texts = [body.decode() for _, body in listening.heard]
    texts += [f"{record.getMessage()} {record.__dict__}" for record in caplog.records]
    texts += [repr(vars(service.store))]
    assert len(caplog.records) > 50
    assert [
        token for token in (*tokens, *table.tokens.values()) if any(token in text for text in texts)
    ] == []
