"""A store that loses events while others play on: no process bends a game, and all of them notice by themselves."""

from collections.abc import Iterator

import msgspec
import pytest

from service.config import Config
from service.games.game_cache import Diverged, Loaded, fold
from service.games.games import Games
from service.games.live_updates import LiveUpdates
from service.http.request import EXTENSION
from service.runtime.embedded_valkey import EmbeddedServer
from service.store import Conflict, MemoryStore, Store
from service.store.redis_store import RedisStore
from service.store.script import key_of
from tests.support.checks.stored_games import check_stream
from tests.support.http.api_calls import Caller, Table, app_over, in_process, open_table
from tests.support.http.api_players import Players
from tests.support.http.running_service import UNLIMITED
from tests.support.http.service_games import finish, games_on, moves, start
from tests.support.store.commits import commit, new_game
from tests.support.store.copies import take_copy
from ttr_core import legal_commands
from ttr_core.history.chain import Envelope
from ttr_core.model.actor import Actor, Role


@pytest.fixture(params=["memory", "embedded"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
        return
    server: EmbeddedServer = request.getfixturevalue("embedded")
    redis_store = RedisStore(server.url)
    redis_store.client.flushall()
    yield redis_store
    redis_store.close()


def play_otherwise(games: Games, loaded: Loaded, number: int, choice: int = -1) -> Loaded:
    """Play moves that `moves` is unlikely to choose."""
    for _ in range(number):
        seat = loaded.state.phase.waiting[0]
        command = legal_commands(loaded.ruleset, loaded.state, seat)[choice]
        loaded = games.perform(loaded, [command], Actor(Role.SEAT, seat)).loaded
    return loaded


@pytest.fixture
def parted(store: Store) -> tuple[Games, Games, Loaded]:
    """A process that knows what the store has lost, another one that does not, and the game as it is stored."""
    here, there = games_on(store), games_on(store)
    begun = moves(here, start(here), 6)
    restore = take_copy(store)
    moves(here, begun, 6)
    restore()
    return here, there, there.cache.read_latest(begun.game)


@pytest.mark.parametrize("played", [0, 1, 3, 6, 20])
def test_a_process_ahead_of_the_store_reads_what_is_stored(
    parted: tuple[Games, Games, Loaded], played: int
) -> None:
    here, there, stored = parted
    stored = play_otherwise(there, stored, played)
    assert here.cache.read_latest(stored.game).state == stored.state
    assert here.cache.get_cached(stored.game).head == stored.head
    assert here.cache.replay_to(stored.game, stored.version).state == stored.state


@pytest.mark.parametrize("played", [0, 1, 3, 6, 20])
def test_a_process_ahead_of_the_store_plays_on_from_what_is_stored(
    parted: tuple[Games, Games, Loaded], played: int
) -> None:
    """Its next move is decided on its lost past at first, with and without the version that the sender saw."""
    here, there, stored = parted
    stored = play_otherwise(there, stored, played)
    seat = stored.state.phase.waiting[0]
    command = legal_commands(stored.ruleset, stored.state, seat)[0]
    lost = here.cache.get_cached(stored.game)
    assert lost.head != stored.head
    done = here.perform(lost, [command], Actor(Role.SEAT, seat), expected=stored.version)
    assert done.events[0][0].prev == stored.head
    assert there.cache.read_latest(stored.game).state == done.loaded.state
    ended = finish(there, moves(here, done.loaded, 3))
    assert here.cache.read_latest(stored.game).state == ended.state
    check_stream(here.store, stored.game)


def test_a_commit_on_a_lost_past_of_the_same_length_is_not_appended(store: Store) -> None:
    """Both pasts differ in the tickets that one seat kept, and in nothing that can be counted."""
    here, there = games_on(store), games_on(store)
    begun = start(here)
    restore = take_copy(store)
    lost = play_otherwise(here, begun, 1, choice=0)
    restore()
    stored = play_otherwise(there, begun, 1)
    assert (lost.version, lost.head == stored.head) == (stored.version, False)
    seat = lost.state.phase.waiting[0]
    command = legal_commands(lost.ruleset, lost.state, seat)[0]
    prepared = here.prepare(lost, [command], Actor(Role.SEAT, seat))
    assert here.append_all([prepared]) == [None]
    assert store.append(prepared.commit) == Conflict(stored.version)
    assert there.cache.read_latest(stored.game).head == stored.head
    assert here.cache.read_latest(stored.game).head == stored.head


def test_events_are_folded_only_onto_the_event_that_they_follow(
    parted: tuple[Games, Games, Loaded],
) -> None:
    here, there, stored = parted
    lost, played = here.cache.get_cached(stored.game), play_otherwise(there, stored, 20)
    with pytest.raises(Diverged):
        fold(lost, here.store.read(played.game, lost.version))


def test_a_head_is_compared_in_streams_of_earlier_releases(redis_store: RedisStore) -> None:
    """Earlier releases stored no head, or left an outdated one when they appended to a stream."""
    games = games_on(redis_store)
    loaded = start(games)
    key = key_of(loaded.game, "head")
    for old in (None, f"{loaded.version - 1} {loaded.head}"):
        redis_store.client.delete(key)
        if old:
            redis_store.client.set(key, old)
        false = commit(loaded.game, loaded.version, b"false", prev="0" * 64)
        assert redis_store.append(false) == Conflict(loaded.version)
        loaded = moves(games, loaded, 1)
        assert redis_store.client.get(key) == f"{loaded.version} {loaded.head}".encode()


def test_a_commit_without_hashes_is_appended(store: Store) -> None:
    game = new_game()
    store.append(commit(game, 0, b"1"))
    store.append(commit(game, 1, b"2"))
    assert store.read(game) == [b"1", b"2"]


# ------------------------------------------------------------------------------------------------ over the API


class Parted:
    """Two services on one store; the first knows moves that the store has lost, the second has played on."""

    def __init__(self, store: Store, *, restored: bool = True) -> None:
        apps = [app_over(store, Config(**UNLIMITED)) for _ in range(2)]
        self.app, self.services = apps[0], apps[0].extensions[EXTENSION]
        self.here, self.there = map(in_process, apps)
        self.table = open_table(self.here, players=2)
        self._play(self.here, 4, seed=1)
        self.restore = take_copy(store)
        self._play(self.here, 12, seed=1)
        self.lost = self.version(self.here)
        self.before = self.here.get(self.table.path, self.table.seats[0])
        self.picture = self.here.get(f"{self.table.path}/board.svg")
        if restored:
            self.restore()

    def _play(self, caller: Caller, number: int, seed: int) -> None:
        Players(caller, self.table, seed).play(number)

    def version(self, caller: Caller) -> int:
        return int(caller.get(self.table.path).json["version"])

    def play_there_to(self, version: int) -> None:
        for move in Players(self.there, self.table, 7).moves():
            if move.version >= version:
                return


def answers(caller: Caller, table: Table) -> list[bytes]:
    paths = ("", "/commands", "/board.svg", "?include=standings", "/events")
    return [caller.get(f"{table.path}{path}", table.seats[seat]).body for path in paths for seat in (0, 1)]


def test_both_services_show_the_same_and_play_to_the_end(store: Store) -> None:
    parted = Parted(store)
    for version in (0, parted.lost, parted.lost + 20):
        if version:
            parted.play_there_to(version)
        assert answers(parted.here, parted.table) == answers(parted.there, parted.table)
    Players(parted.here, parted.table, 3).play()
    assert answers(parted.here, parted.table) == answers(parted.there, parted.table)
    check_stream(store, parted.table.game)


def test_what_a_client_or_a_cache_has_of_a_lost_version_is_not_current(store: Store) -> None:
    parted = Parted(store)
    parted.play_there_to(parted.lost)
    at = f"?at={parted.lost}"
    sent = {"If-None-Match": parted.before.headers["etag"]}
    assert parted.here.get(parted.table.path + at, parted.table.seats[0], sent).status == 200
    shown = parted.here.get(f"{parted.table.path}/board.svg{at}").body
    assert shown == parted.there.get(f"{parted.table.path}/board.svg{at}").body


def test_an_event_stream_sends_what_took_the_place_of_lost_events(store: Store) -> None:
    """It sends these versions again, so that the follower ends up with one chain."""
    parted = Parted(store, restored=False)
    table, received = parted.table, dict[int, dict[str, str]]()
    with parted.app.test_client().get(
        f"{table.path}/events", headers={"Accept": "text/event-stream"}
    ) as answer:
        parts = answer.iter_encoded()
        receive(parts, received, parted.lost)
        parted.restore()
        parted.play_there_to(parted.lost + 5)
        parted.services.updates.announce(table.game, parted.lost + 5)
        receive(parts, received, parted.version(parted.there))
    stored = [msgspec.json.decode(entry, type=Envelope) for entry in store.read(table.game)]
    assert [received[envelope.version]["hash"] for envelope in stored] == [one.hash for one in stored]


def receive(parts: Iterator[bytes], received: dict[int, dict[str, str]], version: int) -> None:
    """Takes events from a stream until one has the version."""
    for part in parts:
        if part.startswith(b"id: "):
            event = msgspec.json.decode(part.partition(b"data: ")[2])
            received[event["version"]] = event
            if event["version"] == version:
                return


def test_followers_wait_for_what_comes_instead_of_lost_events() -> None:
    updates = LiveUpdates()
    updates.follow("game")
    updates.announce("game", 38)
    updates.rewind("game", 26)
    assert not updates.wait("game", 26, 0.01)
    updates.announce("game", 27)
    assert updates.wait("game", 26, 0.01)


def test_a_game_that_the_store_has_lost_is_not_found() -> None:
    """The process knew it; before, a command for it was answered with 500."""
    store = MemoryStore()
    restore = take_copy(store)
    app = app_over(store, Config(**UNLIMITED))
    caller = in_process(app)
    table = open_table(caller)
    restore()
    app.extensions[EXTENSION].games.cache._clock = lambda: 10.0**9  # what it knows of facts is old
    for token in (table.seats[0], table.host):
        reply = caller.post(f"{table.path}/commands", {"type": "draw_card"}, token, {"If-Match": "*"})
        assert (reply.status, reply.code) == (404, "game_not_found")
    assert caller.get(table.path, table.host).status == 404
