"""Calls about tokens: what a token is, and putting a new one in its place."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from service.games.tokens import TokenRole, fingerprint, new_token, parse_grant
from service.store import Commit, MemoryStore
from service.store.interface import Conflict, Outcome
from tests.service.games.test_tokens import EARLIER
from tests.support.http.api_calls import Inside, Reply, Table, inside, open_table, problem

ADMIN = "an operator's own token"
NO_GAME = "0123456789abcdef"
WRONG = new_token(TokenRole.SEAT, NO_GAME, bytes(32))


@pytest.fixture
def service() -> Inside:
    return inside(admin_token=ADMIN)


@pytest.fixture
def table(service: Inside) -> Table:
    return open_table(service.caller, seats=[{"name": "Ann"}, {"name": "Ben"}, {}])


def rotate(service: Inside, table: Table, what: str, token: str | None, key: str = "") -> Reply:
    headers = {"Idempotency-Key": key} if key else {}
    return service.caller.call("POST", f"{table.path}/{what}", token, None, headers)


# -------------------------------------------------------------------------------- what a token is


@pytest.mark.parametrize(
    ("who", "kind", "seat", "scopes"),
    [
        ("host", "host", None, ["games:read", "games:host", "webhooks"]),
        ("seat:1", "seat", 1, ["games:read", "games:play", "webhooks"]),
        ("watch", "watch", None, ["games:read", "webhooks"]),
        ("audit", "audit", None, ["games:read", "webhooks"]),
        ("invite", "invite", 2, ["games:read", "games:join"]),
    ],
)
@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_token_says_what_it_is(
    service: Inside, who: str, kind: str, seat: int | None, scopes: list[str], visibility: str
) -> None:
    table = open_table(service.caller, seats=[{"name": "Ann"}, {"name": "Ben"}, {}], visibility=visibility)
    token = {**table.tokens, "invite": table.invites[2]}[who]
    seen = service.caller.get("/v1/token", token)
    expected = {"kind": kind, "game": table.game, "seat": seat, "scopes": scopes, "expires_at": None}
    assert (seen.status, seen.json) == (200, expected)
    assert seen.headers["cache-control"] == "no-store"
    assert service.caller.get(f"/v1/token?game={table.game}", token).json == expected


def test_the_operators_token_says_what_it_is(service: Inside) -> None:
    expected = {"kind": "admin", "game": None, "seat": None, "scopes": ["admin"], "expires_at": None}
    assert service.caller.get("/v1/token", ADMIN).json == expected


def grant_as_before(store: MemoryStore, game: str, token: str, grant: str) -> None:
    """As a release of before has granted it."""
    facts = {fingerprint(token): grant}
    store.append(Commit(game=game, expected=len(store.read(game)), entries=(), facts=facts))


def refusal(service: Inside, query: str, token: str) -> object:
    """All that the answer says."""
    reply = service.caller.get(f"/v1/token{query}", token)
    assert reply.status == 401
    return {**reply.json, "request_id": ""}, reply.headers["www-authenticate"]


@pytest.mark.parametrize(("grant", "token"), EARLIER.items())
def test_a_token_of_the_earlier_form_works_and_needs_its_game_here(
    service: Inside, table: Table, grant: str, token: str
) -> None:
    grant_as_before(service.store, table.game, token, grant)
    assert service.caller.get(table.path, token).status == 200
    seen = service.caller.get(f"/v1/token?game={table.game}", token)
    assert (seen.json["kind"], seen.json["seat"]) == (parse_grant(grant).role, parse_grant(grant).seat)
    for path in ("/v1/token", "/v1/token?game=0123456789abcdef"):
        assert service.caller.get(path, token).status == 401


def test_a_wrong_token_learns_nothing(service: Inside) -> None:
    """Only what it says itself: not whether it was ever granted, or leads to a game that exists, private or not."""
    tables = [open_table(service.caller, visibility=how) for how in ("public", "private")]
    ended = tables[0].seats[0]
    assert rotate(service, tables[0], "seats/0/token", ended).status == 201
    games = [tables[0].game, *(table.game for table in tables), NO_GAME]
    tokens = [ended, *(new_token(TokenRole.SEAT, game) for game in games[1:])]
    for query in ("", "?game={game}", f"?game={NO_GAME[::-1]}"):
        answers = [
            refusal(service, query.format(game=game), one) for game, one in zip(games, tokens, strict=True)
        ]
        assert answers == [answers[0]] * len(tokens)
    queries = ("", *(f"?game={table.game}" for table in tables), "?game=nobody")
    of_before = [token for grant, token in EARLIER.items() if not grant.startswith("invite")]
    for alike in ((ended[:-1] + "!", "x"), of_before):
        answers = [refusal(service, query, token) for query in queries for token in alike]
        assert answers == [answers[0]] * len(answers)
    assert service.caller.get("/v1/token").status == 401


# ------------------------------------------------------------------------------------- rotation


@pytest.mark.parametrize(
    ("what", "by", "grant"),
    [
        ("seats/1/token", "seat:1", "seat:1"),
        ("tokens/host", "host", "host"),
        ("tokens/watch", "host", "watch"),
        ("tokens/audit", "host", "audit"),
    ],
)
def test_a_new_token_takes_the_place_of_the_old_one(
    service: Inside, table: Table, what: str, by: str, grant: str
) -> None:
    before = service.caller.get(table.path, table.tokens[grant]).json
    reply = rotate(service, table, what, table.tokens[by])
    assert reply.status == 201, reply.body
    new, stands_for = reply.json["token"], parse_grant(grant)
    assert reply.json == {"game": table.game, "kind": stands_for.role, "seat": stands_for.seat, "token": new}
    assert new.startswith(f"ttr_{stands_for.role}_")
    assert service.caller.get(table.path, new).json == before  # the version is no other
    assert problem(service.caller.get(table.path, table.tokens[grant]))[0] == 401
    for who, token in table.tokens.items():
        assert (service.caller.get(table.path, token).status == 200) == (who != grant)
    assert new not in str(service.store.facts(table.game))


@pytest.mark.parametrize("what", ["seats/1/token", "tokens/host", "tokens/watch", "tokens/audit"])
def test_nobody_else_rotates(service: Inside, table: Table, what: str) -> None:
    """The host, too, gets no seat's token: it would show the seat's cards."""
    mine = "seat:1" if what.startswith("seats") else "host"
    for who, token in {**table.tokens, "invite": table.invites[2]}.items():
        if who != mine:
            assert problem(rotate(service, table, what, token, "k")) == (403, "forbidden")
    for stranger in (WRONG, new_token(TokenRole.HOST, table.game), None):
        assert rotate(service, table, what, stranger, "k").status == 401
    for token in table.tokens.values():
        assert service.caller.get(table.path, token).status == 200


@pytest.mark.parametrize(
    "what", ["tokens/seat", "tokens/invite", "tokens/admin", "seats/9999/token", "seats/x/token"]
)
def test_what_cannot_be_rotated_is_refused(service: Inside, table: Table, what: str) -> None:
    assert problem(rotate(service, table, what, table.host))[0] in (400, 403)


def test_a_token_of_the_earlier_form_is_rotated_to_the_new_one(service: Inside, table: Table) -> None:
    grant_as_before(service.store, table.game, EARLIER["spectator"], "spectator")
    reply = rotate(service, table, "tokens/watch", table.host)
    assert service.caller.get(table.path, reply.json["token"]).status == 200
    for ended in (EARLIER["spectator"], table.spectator):
        assert service.caller.get(table.path, ended).status == 401


@pytest.mark.parametrize("what", ["seats/1/token", "tokens/host", "tokens/watch"])
def test_a_rotation_sent_again_is_the_same_rotation(service: Inside, table: Table, what: str) -> None:
    token = table.tokens["seat:1" if what.startswith("seats") else "host"]
    first, again = (rotate(service, table, what, token, "a-key") for _ in range(2))
    assert (first.status, first.json) == (again.status, again.json) == (201, first.json)
    assert service.caller.get(table.path, first.json["token"]).status == 200


@pytest.mark.parametrize("what", ["seats/1/token", "tokens/host"])
def test_a_rotation_is_repeated_by_a_process_that_has_not_heard_of_it(what: str) -> None:
    """It still takes the old token for valid when the request comes, and finds out too late."""
    store = MemoryStore()
    first, second = inside(store), inside(store)
    table = open_table(first.caller)
    token = table.tokens["seat:1" if what.startswith("seats") else "host"]
    assert second.caller.get(table.path, token).status == 200
    done = rotate(first, table, what, token, "a-key")
    again = rotate(second, table, what, token, "a-key")
    assert (done.status, again.status) == (201, 201)
    assert done.json == again.json


def test_an_ended_token_gets_the_new_one_with_its_own_key_alone(service: Inside, table: Table) -> None:
    old = table.seats[1]
    new = rotate(service, table, "seats/1/token", old, "a-key").json["token"]
    for key in ("", "another-key"):
        assert rotate(service, table, "seats/1/token", old, key).status == 401
    for other in (table.seats[0], table.host):
        assert rotate(service, table, "seats/1/token", other, "a-key").status == 403
    assert rotate(service, table, "seats/1/token", new, "a-key").json["token"] != new
    assert rotate(service, table, "seats/1/token", old, "a-key").status == 401  # that one has ended, too


class SlowStore(MemoryStore):
    """A store whose last commit can be seen, and in which somebody else may be faster."""

    def __init__(self) -> None:
        super().__init__()
        self.faster = 0  # how often somebody else will be
        self.last: Commit | None = None

    def append(self, commit: Commit) -> Outcome:
        if self.faster:
            self.faster -= 1
            return Conflict(commit.expected)
        self.last = commit
        return super().append(commit)


def test_an_ended_token_gets_the_new_one_for_ten_minutes() -> None:
    """An old token that is found later gets nothing, whatever key is guessed."""
    store = SlowStore()
    service = inside(store)
    table = open_table(service.caller)
    assert rotate(service, table, "seats/1/token", table.seats[1], "a-key").status == 201
    assert store.last
    assert store.last.key_seconds == 600
    del store._records[table.game, store.last.key]  # as the store does after that time
    assert rotate(service, table, "seats/1/token", table.seats[1], "a-key").status == 401


def test_a_rotation_is_tried_again_if_somebody_was_faster() -> None:
    store = SlowStore()
    service = inside(store)
    table = open_table(service.caller)
    store.faster = 2
    new = rotate(service, table, "seats/1/token", table.seats[1]).json["token"]
    assert service.caller.get(table.path, new).status == 200


def test_of_rotations_at_the_same_time_one_token_is_left(service: Inside, table: Table) -> None:
    together = Barrier(4)

    def at_once(send: Callable[[], Reply]) -> Reply:
        together.wait()
        return send()

    sends = [lambda: rotate(service, table, "seats/1/token", table.seats[1])] * 4
    with ThreadPoolExecutor(4) as threads:
        replies = list(threads.map(at_once, sends))
    assert sorted(reply.status for reply in replies) == [201, 401, 401, 401]
    facts = service.store.facts(table.game)
    assert [text for text in facts.values() if text == "seat:1"] == ["seat:1"]


def test_the_webhooks_of_an_ended_token_end(service: Inside, table: Table) -> None:
    body = {"game": table.game, "url": "https://example.org/hook", "kinds": ["turn.started"]}
    assert service.caller.post("/v1/webhooks", body, table.seats[1]).status == 201
    new = rotate(service, table, "seats/1/token", table.seats[1]).json["token"]
    assert service.caller.get(f"/v1/webhooks?game={table.game}", new).json["items"] == []
