"""A whole game in a Telegram group, against the real service with its workers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.chat.fake_telegram import GROUP, SECRET, TOKEN, FakeTelegram
from tests.support.chat.room_players import MOST_STEPS
from tests.support.chat.whole_room_game import play_whole
from tests.support.http.api_calls import over_http
from tests.support.http.running_service import Stack, running

PEOPLE = {"41": "Ann", "42": "Bob"}


@pytest.fixture
def telegram() -> Iterator[FakeTelegram]:
    fake = FakeTelegram(PEOPLE)
    with fake.endpoint.listening():
        yield fake
    assert fake.endpoint.faults == []


@pytest.fixture
def stack(tmp_path: Path, telegram: FakeTelegram) -> Iterator[Stack]:
    settings = {
        "telegram_secret": SECRET,
        "telegram_token": TOKEN,
        "telegram_api": telegram.endpoint.url,
        "processes": 1,
    }
    with running(tmp_path, background=True, **settings) as started:
        yield started


@pytest.mark.timeout(300)
@pytest.mark.parametrize("steps", [25, pytest.param(MOST_STEPS, marks=pytest.mark.soak)])
def test_a_whole_game(stack: Stack, telegram: FakeTelegram, steps: int) -> None:
    """Commands in the group, buttons in everybody's private chat."""
    with over_http(stack.port) as telegram.caller:
        played = play_whole(stack, telegram, f"telegram:{GROUP}", PEOPLE, steps)
    status = telegram.messages[played.status]
    assert len(status) > 1, "the status message is edited"
    assert "The game is over" in status[-1].text
    others = [versions for versions in telegram.messages.values() if versions is not status]
    assert all(len(versions) == 1 for versions in others)
    called = [person for versions in others for person in versions[0].called]
    assert set(called) == set(PEOPLE)
    assert played.leaks(telegram.public) == []
