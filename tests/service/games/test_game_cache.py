"""What looking at games and moving in them costs, counted in calls of the store."""

from typing import Any

import pytest

from service.app import create_app
from service.config import Config
from service.games.game_cache import GameCache
from service.store import Commit, MemoryStore, Store
from tests.support.http.api_calls import in_process, open_table
from tests.support.http.service_games import finish, games_on, move, moves, start
from ttr_core import legal_commands
from ttr_core.model.actor import Actor, Role


class Recording:
    """Passes everything on to a store, and records the calls and how many events were read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.calls: list[str] = []
        self.entries = 0

    def __getattr__(self, name: str) -> Any:  # any method of a store
        method = getattr(self._store, name)

        def ask(*arguments: Any) -> Any:  # as the method has it
            answer = method(*arguments)
            self.calls.append(name)
            if name == "read":
                self.entries += len(answer)
            return answer

        return ask

    def take(self) -> tuple[list[str], int]:
        """The calls since the last time, and the number of events that were read."""
        taken = (sorted(self.calls), self.entries)
        self.calls, self.entries = [], 0
        return taken


@pytest.fixture
def memory() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def recording(memory: MemoryStore) -> Recording:
    return Recording(memory)


def test_a_cold_rebuild_reads_the_stream_once(memory: MemoryStore, recording: Recording) -> None:
    writing = games_on(memory)
    loaded = finish(writing, start(writing))
    assert GameCache(recording).read_latest(loaded.game).state == loaded.state
    assert recording.take() == (["document", "facts", "read"], loaded.version)


def test_a_second_game_on_the_same_board_needs_no_board(memory: MemoryStore, recording: Recording) -> None:
    writing = games_on(memory)
    first, second = start(writing), start(writing)
    cache = GameCache(recording)
    cache.read_latest(first.game)
    recording.take()
    cache.read_latest(second.game)
    assert recording.take() == (["facts", "read"], second.version)


def test_a_warm_read_reads_what_is_new(memory: MemoryStore, recording: Recording) -> None:
    """With it comes the last known event again, which shows whether the store still has it."""
    writing, cache = games_on(memory), GameCache(recording)
    loaded = start(writing)
    cache.read_latest(loaded.game)
    recording.take()
    assert cache.read_latest(loaded.game).version == loaded.version
    assert recording.take() == (["ends_with"], 0)
    later = moves(writing, loaded, 5)
    assert cache.read_latest(loaded.game).state == later.state
    assert recording.take() == (["ends_with", "facts", "read"], 1 + later.version - loaded.version)
    assert cache.get_cached(loaded.game).version == later.version
    assert recording.take() == ([], 0)


def test_a_warm_command_is_one_append(memory: MemoryStore, recording: Recording) -> None:
    games = games_on(recording)
    loaded = start(games)
    recording.take()
    for _ in range(5):
        loaded = move(games, loaded)
        assert recording.take() == (["append"], 0)
    assert GameCache(memory).read_latest(loaded.game).state == loaded.state


def test_a_command_of_a_process_that_was_behind_costs_what_it_missed(
    memory: MemoryStore, recording: Recording
) -> None:
    here, there = games_on(recording), games_on(memory)
    loaded = start(there)
    here.cache.read_latest(loaded.game)
    later = moves(there, loaded, 4)
    recording.take()
    behind = here.cache.get_cached(loaded.game)
    assert behind.version == loaded.version
    newest = here.cache.catch_up(behind)
    assert move(here, newest).version > later.version
    assert recording.take() == (["append", "ends_with", "facts", "read"], 1 + later.version - loaded.version)


def test_an_earlier_version_is_rebuilt_from_the_part_of_the_stream_that_led_to_it(
    memory: MemoryStore, recording: Recording
) -> None:
    writing, cache = games_on(memory), GameCache(recording)
    first = start(writing)
    last = moves(writing, first, 10)
    cache.read_latest(first.game)
    recording.take()
    assert cache.replay_to(first.game, first.version).state == first.state
    assert recording.take() == (["ends_with", "read"], first.version)
    assert cache.replay_to(first.game, last.version).state == last.state
    assert recording.take() == (["ends_with"], 0)


def test_calls_cost_no_more_than_that(recording: Recording) -> None:
    caller = in_process(create_app(Config(), recording))
    table = open_table(caller)
    seat = table.seats[0]
    commands = caller.get(f"{table.path}/commands", seat).json
    recording.take()
    for path in (table.path, f"{table.path}/commands"):
        assert caller.get(path, seat).status == 200
        assert recording.take() == (["ends_with"], 0)
    assert caller.get(f"{table.path}/events?after=2&limit=3", seat).status == 200
    calls, entries = recording.take()
    assert (set(calls), entries) == ({"ends_with", "read"}, 3)
    version = {"If-Match": f'"{commands["version"]}"'}
    assert caller.post(f"{table.path}/commands", commands["moves"][0], seat, version).status == 200
    assert recording.take() == (["append"], 0)


def test_facts_that_change_during_a_rebuild_are_not_missed(memory: MemoryStore) -> None:
    """Somebody sits down between the two reads: their name and their token must not be overlooked for ever."""
    games = games_on(memory)
    loaded = start(games)
    legal = legal_commands(loaded.ruleset, loaded.state, 0)
    following = games.prepare(loaded, legal[:1], Actor(Role.SEAT, 0)).commit.entries

    class Interrupted(Recording):
        def __getattr__(self, name: str) -> Any:
            if name in ("read", "facts") and not self.calls:
                self.calls.append(name)
                answer = getattr(memory, name)(loaded.game)
                change = Commit(
                    game=loaded.game, expected=loaded.version, entries=following, facts={"name:1": "Bob"}
                )
                memory.append(change)
                return lambda *arguments: answer
            return getattr(memory, name)

    cache = GameCache(Interrupted(memory))
    cache.read_latest(loaded.game)
    assert cache.read_latest(loaded.game).facts.name(1) == "Bob"


def test_events_come_by_the_commits_that_appended_them(memory: MemoryStore) -> None:
    """Neither time nor actor tells them apart: all moves have one time, and a player may move twice in a row."""
    games, spans = games_on(memory), []
    loaded = start(games)
    spans.append((1, loaded.version))
    for _ in range(12):
        before, loaded = loaded, move(games, loaded)
        spans.append((before.version + 1, loaded.version))
    commits = list(games.cache.read_commits(loaded.game, 0))
    assert [(pairs[0][0].version, pairs[-1][0].version) for pairs in commits] == spans
    assert [pair for pairs in commits for pair in pairs] == games.cache.read_events(loaded.game, 0)
    rest = list(games.cache.read_commits(loaded.game, 1, spans[1][1] - 1))
    assert [pair[0].version for pair in rest[0]] == list(range(2, spans[0][1] + 1))
    assert len(rest) == 2


def test_where_the_store_does_not_know_commits_time_and_actor_tell_them_apart(memory: MemoryStore) -> None:
    """This is so in streams of old releases and in imported games."""
    games = games_on(memory)
    loaded = moves(games, start(games), 3)
    entries = tuple(memory.read(loaded.game))
    elsewhere = MemoryStore()
    elsewhere.append(Commit(game=loaded.game, expected=0, entries=entries, together=False))
    commits = list(GameCache(elsewhere).read_commits(loaded.game, 0))
    actors = [[envelope.actor for envelope, _ in pairs] for pairs in commits]
    assert actors[0][0] == "host"
    assert all(set(own) <= {own[0], "system"} for own in actors)
    assert sum(map(len, commits)) == loaded.version
    assert len(commits) > 2
