"""Whole games on every platform, against the real service with its workers.

The status message is edited up to the end, players are mentioned when it is their turn, and nothing private leaks.
"""

from pathlib import Path

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
from tests.support.http.service_games import games_on
from tests.support.store.store_servers import eventually

PEOPLE = {"41": "Ann", "42": "Bob"}
MATRIX_PEOPLE = {"@ann:example.org": "ann", "@bob:example.org": "bob"}
SLACK_PEOPLE = {"U41": "ann", "U42": "bob"}

pytestmark = pytest.mark.timeout(300)
WHOLE = pytest.param(MOST_STEPS, marks=pytest.mark.soak)


@pytest.mark.parametrize("steps", [40, WHOLE])
def test_a_whole_game_on_discord(tmp_path: Path, steps: int) -> None:
    discord = FakeDiscord(PEOPLE)
    with running_with(discord, tmp_path) as stack:
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
    calls = [versions[0] for versions in discord.messages.values() if versions is not status]
    assert all(call["allowed_mentions"]["users"] for call in calls)
    assert _mentioned(discord) == set(PEOPLE)
    assert all("<@" not in text or ": your turn" in text for text in discord.public)
    assert played.leaks(discord.public) == []


def _mentioned(discord: FakeDiscord) -> set[str]:
    posted = [versions[0] for versions in list(discord.messages.values())]
    return {user for post in posted for user in post.get("allowed_mentions", {}).get("users", ())}


@pytest.mark.parametrize("steps", [40, WHOLE])
def test_a_whole_game_on_slack(tmp_path: Path, steps: int) -> None:
    slack = FakeSlack(SLACK_PEOPLE)
    with running_with(slack, tmp_path) as stack:
        game = begin(stack, slack, f"slack:{fake_slack.CHANNEL}", SLACK_PEOPLE)
        assert "Your hand" in slack.say("U41", "my hand").private
        played = finish(stack, slack, game, list(SLACK_PEOPLE), steps)
    status = slack.messages[played.status.partition(" ")[0]]
    assert len(status) > 1, "the status message is edited"
    assert "The game is over" in status[-1]["text"]
    assert [part["type"] for part in status[-1]["blocks"]] == ["section", "image"]
    calls = [versions for versions in slack.messages.values() if versions is not status]
    assert all(len(versions) == 1 and versions[0]["text"].startswith("<@U4") for versions in calls)
    assert played.leaks(slack.public) == []


@pytest.mark.parametrize("steps", [25, WHOLE])
def test_a_whole_game_on_telegram(tmp_path: Path, steps: int) -> None:
    """Commands in the group, buttons in everybody's private chat."""
    telegram = FakeTelegram(PEOPLE)
    with running_with(telegram, tmp_path) as stack:
        game = begin(stack, telegram, f"telegram:{fake_telegram.GROUP}", PEOPLE)
        assert "Your hand" in telegram.say("41", "my hand").private
        played = finish(stack, telegram, game, list(PEOPLE), steps)
    status = telegram.messages[played.status]
    assert len(status) > 1, "the status message is edited"
    assert "The game is over" in status[-1].text
    others = [versions for versions in telegram.messages.values() if versions is not status]
    assert all(len(versions) == 1 for versions in others)
    mentioned = [person for versions in others for person in versions[0].called]
    assert set(mentioned) == set(PEOPLE)
    assert played.leaks(telegram.public) == []


@pytest.mark.parametrize("steps", [25, WHOLE])
def test_a_whole_game_on_matrix(tmp_path: Path, steps: int) -> None:
    """Commands in the room, numbers in everybody's direct room, which the bot opens."""
    matrix = FakeMatrix(MATRIX_PEOPLE)
    with running_with(matrix, tmp_path) as stack:
        game = begin(stack, matrix, f"matrix:{fake_matrix.ROOM}", MATRIX_PEOPLE)
        assert "Your hand" in matrix.say("@ann:example.org", "my hand").private
        played = finish(stack, matrix, game, list(MATRIX_PEOPLE), steps)
    status = matrix.messages[msgspec.json.decode(played.status)[0]]
    assert len(status) > 1, "the status message is edited"
    assert "The game is over" in status[-1].text
    assert status[-1].picture
    mentioned = {person for versions in matrix.messages.values() for person in versions[0].called}
    assert mentioned == set(MATRIX_PEOPLE)
    assert played.leaks(matrix.public) == []


@pytest.mark.parametrize("steps", [40, WHOLE])
def test_a_whole_game_with_a_bot_over_the_bridge(tmp_path: Path, steps: int) -> None:
    ann = "ann@example.org"
    bridge = FakeBridge({ann: "Ann"})
    with running_with(bridge, tmp_path) as stack:
        bridge.say(ann, "new game nordic")
        bridge.say(ann, "add bot")
        assert "The game begins: Ann, greedy." in bridge.say(ann, "start").public
        game = Room(stack.store, f"bridge:{ROOM}").game
        played = finish(stack, bridge, game, [ann], steps)
    status = bridge.messages[played.status]
    assert len(status) > 1, "the status message is replaced"
    assert "The game is over" in status[-1]["text"]
    calls = [versions for versions in bridge.messages.values() if versions is not status]
    assert all(len(versions) == 1 and versions[0]["mentions"] == [ann] for versions in calls)
    assert played.leaks(bridge.public) == []
