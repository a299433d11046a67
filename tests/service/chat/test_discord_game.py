"""A whole game in a Discord channel, against the real service with its workers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.chat.rooms import Room
from tests.support.chat.fake_discord import CHANNEL, TOKEN, Channel, FakeDiscord
from tests.support.chat.room_players import MOST_STEPS, leaks, play_to_the_end
from tests.support.http.api_calls import over_http
from tests.support.http.running_service import Stack, running
from tests.support.http.service_games import games_on
from tests.support.store.store_servers import eventually
from workers.room_progress import RoomProgress

PEOPLE = {"41": "Ann", "42": "Bob"}


@pytest.fixture
def discord() -> Iterator[FakeDiscord]:
    fake = FakeDiscord()
    with fake.endpoint.listening():
        yield fake
    assert fake.endpoint.faults == []


@pytest.fixture
def stack(tmp_path: Path, discord: FakeDiscord) -> Iterator[Stack]:
    settings = {
        "discord_public_key": discord.public_key,
        "discord_token": TOKEN,
        "discord_api": discord.endpoint.url,
        "processes": 1,
    }
    with running(tmp_path, background=True, **settings) as started:
        yield started


@pytest.mark.timeout(300)
@pytest.mark.parametrize("steps", [40, pytest.param(MOST_STEPS, marks=pytest.mark.soak)])
def test_a_whole_game(stack: Stack, discord: FakeDiscord, steps: int) -> None:
    games = games_on(stack.store)
    with over_http(stack.port) as caller:
        channel = Channel(discord, caller, PEOPLE)
        game = _begin(channel, stack)
        # before anybody has acted: whoever is faster than the worker is not called any more
        eventually(lambda: _called(discord) == set(PEOPLE), "both are called to choose their tickets")
        hand = channel.say("41", "my hand").private
        assert leaks(games.cache.read_latest(game), [hand]) == [hand], "this is what nobody else may read"
        final = play_to_the_end(games, game, channel, list(PEOPLE), steps)
    eventually(lambda: RoomProgress(stack.store, game).shown == final.version, "the room knows how it ended")
    status = discord.messages[RoomProgress(stack.store, game).message]
    assert len(status) > 1, "the status message is edited"
    assert "The game is over" in status[-1]["content"]
    assert [versions for versions in discord.messages.values() if len(versions) > 1] == [status]
    assert leaks(final, [text for text in discord.public if "The game is over" not in text]) == []
    _check_calls(discord, status)


def _begin(channel: Channel, stack: Stack) -> str:
    channel.say("41", "new game lyon")
    assert "Ann, Bob" in channel.say("42", "join").public
    assert "begins" in channel.say("42", "start").public
    game = Room(stack.store, f"discord:{CHANNEL}").game
    assert game
    return game


def _called(discord: FakeDiscord) -> set[str]:
    posted = [versions[0] for versions in list(discord.messages.values())]
    return {user for post in posted for user in post.get("allowed_mentions", {}).get("users", ())}


def _check_calls(discord: FakeDiscord, status: list[dict[str, object]]) -> None:
    """Whoever is to act is mentioned in a message of its own, and nobody is mentioned elsewhere."""
    calls = [versions[0] for versions in discord.messages.values() if versions is not status]
    assert all(call["allowed_mentions"]["users"] for call in calls)
    assert _called(discord) == set(PEOPLE)
    assert all("<@" not in text or ": your turn" in text for text in discord.public)
