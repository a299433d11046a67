"""A whole game in a Telegram group, against the real service with its workers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.rooms import Room
from tests.chat.fake_telegram import GROUP, SECRET, TOKEN, FakeTelegram
from tests.chat.playing import MOST_STEPS, leaks, play_to_the_end
from tests.service.calls import over_http
from tests.service.played import games_on
from tests.service.servers import eventually
from tests.service.stack import Stack, running
from workers.telling import Telling

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
    with over_http(stack.port) as caller:
        telegram.caller = caller
        telegram.say("41", "new game lyon")
        assert "Ann, Bob" in telegram.say("42", "join").public
        assert "begins" in telegram.say("42", "start").public
        game = Room(stack.store, f"telegram:{GROUP}").game
        assert "Your hand" in telegram.say("41", "my hand").private
        final = play_to_the_end(games_on(stack.store), game, telegram, list(PEOPLE), steps)
    eventually(lambda: Telling(stack.store, game).told == final.version, "the room knows how it ended")
    status = telegram.messages[Telling(stack.store, game).message]
    assert len(status) > 5, "the status message is edited"
    assert "The game is over" in status[-1].text
    others = [versions for versions in telegram.messages.values() if versions is not status]
    assert all(len(versions) == 1 for versions in others)
    called = [person for versions in others for person in versions[0].called]
    assert set(called) == set(PEOPLE)
    assert leaks(final, [text for text in telegram.public if "The game is over" not in text]) == []
