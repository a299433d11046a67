"""A whole game with a bot over the bridge, against the real service with its workers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.chat.rooms import Room
from tests.support.chat.fake_bridge import ROOM, SECRET, FakeBridge
from tests.support.chat.room_players import MOST_STEPS, leaks, play_to_the_end
from tests.support.http.api_calls import over_http
from tests.support.http.running_service import Stack, running
from tests.support.http.service_games import games_on
from tests.support.store.store_servers import eventually
from workers.room_progress import RoomProgress


@pytest.fixture
def bridge() -> Iterator[FakeBridge]:
    made = FakeBridge({"ann@example.org": "Ann"})
    with made.endpoint.listening():
        yield made
    assert made.endpoint.faults == []


@pytest.fixture
def stack(tmp_path: Path, bridge: FakeBridge) -> Iterator[Stack]:
    settings = {"bridge_secret": SECRET, "bridge_url": bridge.endpoint.url, "processes": 1}
    with running(tmp_path, background=True, **settings) as started:
        yield started


@pytest.mark.timeout(300)
@pytest.mark.parametrize("steps", [40, pytest.param(MOST_STEPS, marks=pytest.mark.soak)])
def test_a_whole_game_with_a_bot(stack: Stack, bridge: FakeBridge, steps: int) -> None:
    games, ann = games_on(stack.store), "ann@example.org"
    with over_http(stack.port) as caller:
        bridge.caller = caller
        bridge.say(ann, "new game nordic")
        bridge.say(ann, "add bot")
        assert "The game begins: Ann, greedy." in bridge.say(ann, "start").public
        game = Room(stack.store, f"bridge:{ROOM}").game
        final = play_to_the_end(games, game, bridge, [ann], steps)
    eventually(lambda: RoomProgress(stack.store, game).shown == final.version, "the room knows how it ended")
    status = bridge.messages[RoomProgress(stack.store, game).message]
    assert len(status) > 1, "the status message is replaced"
    assert "The game is over" in status[-1]["text"]
    calls = [versions for versions in bridge.messages.values() if versions is not status]
    assert all(len(versions) == 1 and versions[0]["mentions"] == [ann] for versions in calls)
    assert leaks(final, [text for text in bridge.public if "The game is over" not in text]) == []
