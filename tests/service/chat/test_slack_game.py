"""A whole game in a Slack channel, against the real service with its workers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.chat.fake_slack import CHANNEL, SECRET, TOKEN, FakeSlack
from tests.support.chat.room_players import MOST_STEPS
from tests.support.chat.whole_room_game import play_whole
from tests.support.http.api_calls import over_http
from tests.support.http.running_service import Stack, running

PEOPLE = {"U41": "ann", "U42": "bob"}


@pytest.fixture
def slack() -> Iterator[FakeSlack]:
    fake = FakeSlack(PEOPLE)
    with fake.endpoint.listening():
        yield fake
    assert fake.endpoint.faults == []


@pytest.fixture
def stack(tmp_path: Path, slack: FakeSlack) -> Iterator[Stack]:
    settings = {
        "slack_signing_secret": SECRET,
        "slack_token": TOKEN,
        "slack_api": f"{slack.endpoint.url}/api",
        "processes": 1,
    }
    with running(tmp_path, background=True, **settings) as started:
        yield started


@pytest.mark.timeout(300)
@pytest.mark.parametrize("steps", [40, pytest.param(MOST_STEPS, marks=pytest.mark.soak)])
def test_a_whole_game(stack: Stack, slack: FakeSlack, steps: int) -> None:
    with over_http(stack.port) as slack.caller:
        played = play_whole(stack, slack, f"slack:{CHANNEL}", PEOPLE, steps)
    status = slack.messages[played.status.partition(" ")[0]]
    assert len(status) > 1, "the status message is edited"
    assert "The game is over" in status[-1]["text"]
    assert [part["type"] for part in status[-1]["blocks"]] == ["section", "image"]
    calls = [versions for versions in slack.messages.values() if versions is not status]
    assert all(len(versions) == 1 and versions[0]["text"].startswith("<@U4") for versions in calls)
    assert played.leaks(slack.public) == []
