"""Whole games on every platform, against the real service with its workers.

The status message is edited up to the end, players are mentioned when it is their turn, and nothing private leaks.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import pytest

from service.chat.rooms import Room
from tests.support.chat import fake_discord, fake_matrix, fake_slack, fake_telegram
from tests.support.chat.fake_bridge import ROOM, FakeBridge
from tests.support.chat.fake_discord import FakeDiscord
from tests.support.chat.fake_matrix import FakeMatrix
from tests.support.chat.fake_slack import FakeSlack
from tests.support.chat.fake_telegram import FakeTelegram
from tests.support.chat.room_players import MOST_STEPS, leaks
from tests.support.chat.whole_room_game import begin, finish, running_with
from tests.support.http.running_service import Stack
from tests.support.http.service_games import games_on
from tests.support.store.store_servers import eventually

PEOPLE = {"41": "Ann", "42": "Bob"}
MATRIX_PEOPLE = {"@ann:example.org": "ann", "@bob:example.org": "bob"}
SLACK_PEOPLE = {"U41": "ann", "U42": "bob"}
BRIDGED = "ann@example.org"

pytestmark = pytest.mark.timeout(300)
OVER = "The game is over"
STEPS = [15, pytest.param(MOST_STEPS, marks=pytest.mark.soak)]  # after them, bots play for the people


class Platforms(NamedTuple):
    discord: FakeDiscord
    slack: FakeSlack
    telegram: FakeTelegram
    matrix: FakeMatrix
    bridge: FakeBridge


@pytest.fixture(scope="module")
def platforms() -> Platforms:
    return Platforms(
        FakeDiscord(PEOPLE),
        FakeSlack(SLACK_PEOPLE),
        FakeTelegram(PEOPLE),
        FakeMatrix(MATRIX_PEOPLE),
        FakeBridge({BRIDGED: "Ann"}),
    )


@pytest.fixture(scope="module")
def stack(platforms: Platforms, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """One service for the rooms of all platforms."""
    with running_with(platforms, tmp_path_factory.mktemp("rooms")) as running:
        yield running


def _check_farewell(text: str) -> None:
    """The last message says who won, by which points, and how to play again."""
    for part in (OVER, "wins", "1. ", "2. ", "Routes", "Tickets", "'rematch'"):
        assert part in text.replace("&#39;", "'").replace("&#x27;", "'")


@pytest.mark.parametrize("steps", STEPS)
def test_a_whole_game_on_discord(stack: Stack, platforms: Platforms, steps: int) -> None:
    discord = platforms.discord
    game = begin(stack, discord, f"discord:{fake_discord.CHANNEL}", PEOPLE)
    # before anybody has acted: a worker does not call people who were faster
    eventually(lambda: _mentioned(discord) == set(PEOPLE), "both are called to choose their tickets")
    hand = discord.say("41", "my hand").private
    loaded = games_on(stack.store).cache.read_latest(game)
    assert leaks(loaded, [hand]) == [hand], "a hand is what nobody else may read"
    played = finish(stack, discord, game, list(PEOPLE), steps)
    status = discord.messages[played.status]
    assert len(status) > 1, "the status message is edited"
    assert "The game is over" in status[-1]["content"]
    assert [versions for versions in discord.messages.values() if len(versions) > 1] == [status]
    *calls, farewell = (versions[0] for versions in discord.messages.values() if versions is not status)
    _check_farewell(farewell["content"])
    assert all(call["allowed_mentions"]["users"] for call in calls)
    assert _mentioned(discord) == set(PEOPLE)
    assert all("<@" not in text or ": your turn" in text or OVER in text for text in discord.public)
    assert played.leaks(discord.public) == []


def _mentioned(discord: FakeDiscord) -> set[str]:
    posted = [versions[0] for versions in list(discord.messages.values())]
    return {user for post in posted for user in post.get("allowed_mentions", {}).get("users", ())}


@pytest.mark.parametrize("steps", STEPS)
def test_a_whole_game_on_slack(stack: Stack, platforms: Platforms, steps: int) -> None:
    slack = platforms.slack
    game = begin(stack, slack, f"slack:{fake_slack.CHANNEL}", SLACK_PEOPLE)
    assert "Your hand" in slack.say("U41", "my hand").private
    played = finish(stack, slack, game, list(SLACK_PEOPLE), steps)
    status = slack.messages[played.status.partition(" ")[0]]
    assert len(status) > 1, "the status message is edited"
    assert "The game is over" in status[-1]["text"]
    assert [part["type"] for part in status[-1]["blocks"]] == ["section", "image"]
    *calls, (farewell,) = (versions for versions in slack.messages.values() if versions is not status)
    _check_farewell(farewell["text"])
    assert all(len(versions) == 1 and versions[0]["text"].startswith("<@U4") for versions in calls)
    assert played.leaks(slack.public) == []


@pytest.mark.parametrize("steps", STEPS)
def test_a_whole_game_on_telegram(stack: Stack, platforms: Platforms, steps: int) -> None:
    """Commands in the group, buttons in everybody's private chat."""
    telegram = platforms.telegram
    game = begin(stack, telegram, f"telegram:{fake_telegram.GROUP}", PEOPLE)
    assert "Your hand" in telegram.say("41", "my hand").private
    played = finish(stack, telegram, game, list(PEOPLE), steps)
    status = telegram.messages[played.status]
    assert len(status) > 1, "the status message is edited"
    assert "The game is over" in status[-1].text
    others = [versions for versions in telegram.messages.values() if versions is not status]
    assert all(len(versions) == 1 for versions in others)
    _check_farewell(others[-1][0].text)
    mentioned = [person for versions in others for person in versions[0].called]
    assert set(mentioned) == set(PEOPLE)
    assert played.leaks(telegram.public) == []


@pytest.mark.parametrize("steps", STEPS)
def test_a_whole_game_on_matrix(stack: Stack, platforms: Platforms, steps: int) -> None:
    """Commands in the room, numbers in everybody's direct room, which the bot opens."""
    matrix = platforms.matrix
    game = begin(stack, matrix, f"matrix:{fake_matrix.ROOM}", MATRIX_PEOPLE)
    assert "Your hand" in matrix.say("@ann:example.org", "my hand").private
    played = finish(stack, matrix, game, list(MATRIX_PEOPLE), steps)
    status = matrix.messages[msgspec.json.decode(played.status)[0]]
    assert len(status) > 1, "the status message is edited"
    assert "The game is over" in status[-1].text
    assert status[-1].picture
    _check_farewell(
        next(versions[0].text for versions in matrix.messages.values() if OVER in versions[0].text)
    )
    mentioned = {person for versions in matrix.messages.values() for person in versions[0].called}
    assert mentioned == set(MATRIX_PEOPLE)
    assert played.leaks(matrix.public) == []


@pytest.mark.parametrize("steps", STEPS)
def test_a_whole_game_with_a_bot_over_the_bridge(stack: Stack, platforms: Platforms, steps: int) -> None:
    bridge = platforms.bridge
    bridge.say(BRIDGED, "new game nordic")
    bridge.say(BRIDGED, "add bot")
    assert "The game begins: Ann and Ada (greedy bot)." in bridge.say(BRIDGED, "start").public
    game = Room(stack.store, f"bridge:{ROOM}").game
    played = finish(stack, bridge, game, [BRIDGED], steps)
    status = bridge.messages[played.status]
    assert len(status) > 1, "the status message is replaced"
    assert "The game is over" in status[-1]["text"]
    *calls, (farewell,) = (versions for versions in bridge.messages.values() if versions is not status)
    _check_farewell(farewell["text"])
    assert all(len(versions) == 1 and versions[0]["mentions"] == [BRIDGED] for versions in calls)
    assert played.leaks(bridge.public) == []
