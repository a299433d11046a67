"""Nobody learns through any call what a player keeps to themselves, nor a player what others hold at their tables.

Every call that looks is asked, also one that is new: in a world before and after somebody's private doings, and in two
games that differ in what a player may not see.
"""

import re
from hashlib import sha256
from json import dumps

import pytest

from service.api import CALLS
from service.api.access import GAME
from service.games.facts import player_stream
from service.http.call import Call
from service.players.handles import OWNER, owner_of
from service.store import Commit
from tests.support.http.access_world import ADMIN, SETTINGS, World
from tests.support.http.api_calls import JSON, Caller, Inside, Reply, Table, example_path, inside, table_of
from tests.support.http.api_people import Person, delete, patch, sign_up
from tests.support.http.api_players import Players
from tests.support.http.authenticator import Authenticator
from tests.support.http.twin_games import twin_of
from tests.support.http.viewer_questions import shown

ABOUT_NOBODY = (
    "metrics",
    "healthz",
    "readyz",
    "openapi",
    "docs",
    "docs_file",
    "get_problem",
    "get_push_key",
    "get_sign_in_mail",
)
LOOKS = [
    call
    for call in CALLS
    if call.method == "GET" and not call.path.endswith(".png") and call.name not in ABOUT_NOBODY
]
OBSERVERS = ("nobody", "other", "seat", "host", "creator", "watch", "audit")


def observed(world: World, call: Call, who: str) -> object:
    return shown(world.ask(call, who))


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_what_a_player_keeps_to_themselves_changes_no_answer_to_others(visibility: str) -> None:
    service = inside(**SETTINGS)
    world = World(service.caller, visibility)
    before = [(call, who, observed(world, call, who)) for call in LOOKS for who in OBSERVERS]
    live_privately(service.caller, world)
    for call, who, answer in before:
        assert observed(world, call, who) == answer, f"{who} learns something from {call.name}"


def live_privately(caller: Caller, world: World) -> None:
    """Everything that a player does and nobody else is to notice."""
    token, game = world.tokens["player"], f"/v1/games/{world.in_path['game']}"
    assert token
    done = [
        put(caller, "/v1/me/address", {"address": "zoe@example.org"}, token),
        put(caller, "/v1/me/notices", {"lang": "fr", "zone": "Europe/Paris"}, token),
        put(caller, f"/v1/me{game.removeprefix('/v1')}/seen", {"version": 1}, token),
        put(caller, f"{game}/seats/1/mute", {"muted": True}, token),
        caller.post("/v1/me/channels", {"kind": "ntfy", "url": "http://127.0.0.1:9/zoe"}, token),
        caller.post("/v1/me/webhooks", {"url": "http://127.0.0.1:9/zoe"}, token),
        caller.post("/v1/me/feed_keys", {"name": "Zoë"}, token),
        caller.post("/v1/me/tokens", {"name": "Zoë's bot", "scopes": ["me:read"]}, token),
        caller.post("/v1/me/links", {}, token),
    ]
    private = {"board": "usa", "seats": [{"me": True}, {"name": "Cleo"}], "visibility": "private"}
    alone = caller.post("/v1/games", private, token)
    done += [
        alone,
        caller.post(f"/v1/games/{alone.json['id']}/messages", {"text": "between you and me"}, token),
    ]
    options = caller.post("/v1/me/passkey_options", {}, token).json["options"]
    done.append(caller.post("/v1/me/passkeys", {"credential": Authenticator().create(options)}, token))
    assert [reply.status for reply in done if reply.status not in (200, 201, 202)] == []


def put(caller: Caller, path: str, body: object, token: str) -> Reply:
    return caller.call("PUT", path, token, dumps(body).encode(), {"Content-Type": JSON})


# ------------------------------------------------------------------------------- what others hold

MUST_DIFFER = re.compile(
    rb'"id":"me-[^"]*"|"last_used_at":"[^"]*"'
)  # a message id holds the head of the game


def seated(service: Inside) -> tuple[Table, list[Person]]:
    """A game of three players who have signed up, at its thirtieth move."""
    people = [sign_up(service.caller, name) for name in ("Ann", "Ben", "Cleo")]
    request = {"board": "usa", "seats": [{"me": True}, {}, {}], "joining": "anybody", "visibility": "public"}
    table = table_of(service.caller.post("/v1/games", request, people[0].token))
    for person in people[1:]:
        assert service.caller.post(f"{table.path}/seats", {}, person.token).status == 201
    table = table._replace(seats={seat: person.token for seat, person in enumerate(people)})
    Players(service.caller, table).play(30)
    return table, people


def with_players(service: Inside, twin: Inside, people: list[Person]) -> Inside:
    """The twin of a game, with the same players in it."""
    for person in people:
        player = owner_of(service.store, person.id)
        assert player
        stream = player_stream(player)
        entries, facts = tuple(service.store.read(stream)), service.store.facts(stream)
        twin.store.append(Commit(game=stream, expected=0, entries=entries, facts=facts))
        twin.store.set_property_once(f"handle/{sha256(person.id.encode()).hexdigest()}", OWNER, player)
    return inside(twin.store)


def test_all_calls_of_a_player_hide_what_others_hold() -> None:
    service = inside()
    table, people = seated(service)
    asked = 0
    service = inside(service.store)  # a process that has followed nothing, as that of the twin
    for seat, person in enumerate(people):
        twin = with_players(service, twin_of(service, table, seat, seed=1), people)
        assert twin.store.read(table.game) != service.store.read(table.game)
        for path in looks_of(person, table):
            mine, theirs = (read(one, path, person.token) for one in (service, twin))
            assert mine == theirs, f"seat {seat} learns something from {path}"
            asked += mine[0] == 200
    assert asked > 60


def looks_of(person: Person, table: Table) -> list[str]:
    """Every call that looks, about this game and this player."""
    about = [example_path(call).replace(GAME.example, table.game) for call in LOOKS]
    events = "/v1/me/events?kinds=game.event,turn.started&lang=en&limit=200"
    return [*about, events, "/v1/me/games?status=playing", f"/v1/players/{person.id}"]


def read(service: Inside, path: str, token: str) -> tuple[int, bytes]:
    status, _, body, _ = shown(service.caller.get(path, token))
    return status, MUST_DIFFER.sub(b"", body)


def test_the_comparison_sees_what_differs() -> None:
    """Otherwise the tests above would compare nothing."""
    service = inside()
    table, people = seated(service)
    twin = with_players(service, twin_of(service, table, 0, seed=1), people)
    path = "/v1/me/events?kinds=game.event&limit=200"
    assert read(service, path, people[1].token) != read(twin, path, people[1].token)
    world = World(inside(**SETTINGS).caller, "public")
    (call,) = [call for call in LOOKS if call.name == "get_game"]
    before = observed(world, call, "nobody")
    patch(world.caller, "/v1/me", {"name": "Zoë"}, world.tokens["player"])
    assert observed(world, call, "nobody") != before


def test_operators_see_no_more_of_a_player_than_they_must() -> None:
    service = inside(**SETTINGS)
    world = World(service.caller, "public")
    live_privately(service.caller, world)
    heard = b"".join(world.ask(call, "admin").body for call in LOOKS)
    assert b"zoe" not in heard
    assert b"between you and me" not in heard
    assert ADMIN.encode() not in heard
    assert delete(service.caller, "/v1/me", world.tokens["player"]).status == 200
