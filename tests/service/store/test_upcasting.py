"""Streams of released versions are read by every store, and stay readable when events change their shape."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.games.game_cache import GameCache
from service.store import Appended, Commit, Store
from service.store.redis_store import RedisStore
from service.store.script import key_of
from tests.support.checks.hash_chain import broken_links
from tests.support.positions.state_snapshots import digest
from tests.support.store.commits import commit, new_game
from ttr_core.history import codec
from ttr_core.history.codec import BrokenLog
from ttr_core.model.events import TurnStarted

RELEASED = sorted((Path(__file__).parent / "released").glob("*.ndjson"))  # never written again


class Released(msgspec.Struct, frozen=True):
    """What belongs to a stream besides its events."""

    game: str
    facts: dict[str, str]
    head: str
    digest: str


def released(path: Path) -> Released:
    return msgspec.json.decode(path.with_suffix(".json").read_bytes(), type=Released)


def load(store: Store, path: Path, entries: list[bytes]) -> Released:
    """Puts the stream where a service of its time would have put it."""
    about = released(path)
    store.keep_document(about.facts["board_hash"], path.with_suffix(".board.json").read_bytes())
    commit = Commit(game=about.game, expected=0, entries=tuple(entries), facts=about.facts)
    assert store.append(commit) == Appended(len(entries))
    return about


def assert_rebuilt(store: Store, about: Released) -> None:
    loaded = GameCache(store).read_latest(about.game)
    assert loaded.over
    assert loaded.head == about.head
    assert digest(loaded.ruleset, loaded.state) == about.digest


on_every_stream = pytest.mark.parametrize("path", RELEASED, ids=lambda path: path.stem)


def test_there_is_a_released_stream() -> None:
    assert "usa-2p-v1" in [path.stem for path in RELEASED]


@on_every_stream
def test_a_released_stream_is_rebuilt_from_every_store(store: Store, path: Path) -> None:
    assert_rebuilt(store, load(store, path, path.read_bytes().splitlines()))


@on_every_stream
def test_the_chain_of_a_released_stream_still_holds(path: Path) -> None:
    about = released(path)
    assert broken_links(bytes.fromhex(about.facts["seed"]), path.read_bytes().splitlines()) == []


# ----------------------------------------------------------------------------------------- a later schema


def to_second_schema(document: dict[str, Any]) -> dict[str, Any]:
    """As if the first schema of `turn_started` had called the seat a player."""
    return {"type": document["type"], "seat": document["player"]}


@pytest.fixture
def second_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """Today's `turn_started` is in its second schema, and the first one can still be read."""
    monkeypatch.setattr(TurnStarted, "schema", 2)
    monkeypatch.setitem(codec.SCHEMAS, "turn_started", 2)
    monkeypatch.setitem(codec.UPCASTERS, ("turn_started", 1), to_second_schema)


def earlier_entries(path: Path) -> list[bytes]:
    """The stream as the first schema would have been."""
    entries = []
    for entry in path.read_bytes().splitlines():
        envelope = msgspec.json.decode(entry)
        if envelope["type"] == "turn_started":
            envelope["data"] = {"player": envelope["data"]["seat"]}
        entries.append(msgspec.json.encode(envelope))
    return entries


@on_every_stream
@pytest.mark.usefixtures("second_schema")
def test_a_stream_of_an_earlier_schema_is_rebuilt_through_its_upcaster(store: Store, path: Path) -> None:
    assert_rebuilt(store, load(store, path, earlier_entries(path)))


@on_every_stream
@pytest.mark.usefixtures("second_schema")
def test_events_of_an_earlier_schema_are_read_in_today_s_shape(store: Store, path: Path) -> None:
    about = load(store, path, earlier_entries(path))
    started = [
        event for _, event in GameCache(store).read_events(about.game, 0) if isinstance(event, TurnStarted)
    ]
    assert {event.seat for event in started} == {0, 1}


@on_every_stream
@pytest.mark.usefixtures("second_schema")
def test_a_stream_without_its_upcaster_is_not_guessed_at(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(codec.UPCASTERS, ("turn_started", 1))
    about = load(store, path, earlier_entries(path))
    with pytest.raises(BrokenLog, match="no upcaster for turn_started of schema 1"):
        GameCache(store).read_latest(about.game)


def test_entries_without_a_place_as_old_releases_wrote_them_are_read_and_followed(
    redis_store: RedisStore,
) -> None:
    game = new_game()
    for version in (1, 2):
        redis_store.client.xadd(key_of(game, "ev"), {"e": str(version)}, id=f"{version}-0")
    assert redis_store.append(commit(game, 2, b"3", b"4")) == Appended(4)
    assert redis_store.read(game) == [b"1", b"2", b"3", b"4"]
    assert redis_store.read_places(game) == [(0, b"1"), (0, b"2"), (1, b"3"), (2, b"4")]
