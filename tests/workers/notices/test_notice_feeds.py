"""Feed entries that are lost, late or doubled change nothing but the delay: every turn is announced once."""

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from service.clocks.deadlines import utc_now
from service.config import Config
from service.games.facts import held_by
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.games.tokens import Grant, TokenRole
from service.notices.channels import Channels
from service.players.accounts import Players
from service.store.interface import GAME_FEED, PARTITIONS, TALK_FEED
from service.store.redis_store import feed_key
from service.table_talk.table_talk import quiet_talk
from service.table_talk.talk_message import Speaker
from tests.support.webhooks.webhook_receivers import Receiver, receiver
from tests.support.workers.background_service import Desk
from ttr_core import legal_commands
from ttr_core.model.actor import Actor, Role
from workers.dispatch.feeds import Feeds
from workers.notices.notice_process import NoticeProcess

FEEDS = [feed_key(number, name) for name in (GAME_FEED, TALK_FEED) for number in range(PARTITIONS)]


class Killed(BaseException):
    """The process is gone; no handler runs."""


class Club:
    """A player with a webhook, and their game against a guest."""

    def __init__(self, desk: Desk, service: Receiver) -> None:
        self.games, self.client, self._service = desk.games, desk.store.client, service
        players = Players(desk.store, utc_now, 60)
        player = players.create("Ann").owner.id
        channels = Channels(players, utc_now)
        channel = channels.add(player, "webhook", url=service.url)
        channels.confirm(player, channel.id, channels.new_code(channel.id))
        seats = (SeatRequest(me=True), SeatRequest(name="Ben"))
        request = GameRequest(board="usa", seats=seats, first=0)
        self.game = open_table(desk.games, request, more=held_by(0, player)).done.loaded.game
        self.play_until_their_turn()

    def play_until_their_turn(self) -> None:
        """A new one of the player's."""
        self._play(while_waiting=(0,))
        self._play(while_waiting=(1,))

    def _play(self, while_waiting: tuple[int, ...]) -> None:
        loaded = self.games.cache.read_latest(self.game)
        while loaded.state.phase.waiting in (while_waiting, (0, 1)):
            seat = loaded.state.phase.waiting[0]
            command = legal_commands(loaded.ruleset, loaded.state, seat)[0]
            loaded = self.games.perform(loaded, [command], Actor(Role.SEAT, seat)).loaded

    def say(self, text: str) -> None:
        version = self.games.cache.read_latest(self.game).version
        quiet_talk(self.games).post(self.game, version, Speaker(Grant(TokenRole.SEAT, 1), 1), text)

    def process(self) -> NoticeProcess:
        process = NoticeProcess(self.games, Config(webhook_private=True))
        process.prepare()
        return process

    def received(self, process: NoticeProcess, count: int) -> list[str]:
        """The types of what has come, sorted, once so much has; whatever else is scheduled is done, too."""
        until = time.monotonic() + 20
        while len(self._service.got) < count:
            assert time.monotonic() < until, self._service.types()
            self._step(process)
        for _ in range(3):  # the game, its player, and one more
            self._step(process)
        return sorted(self._service.types())

    @staticmethod
    def _step(process: NoticeProcess) -> None:
        process.step()
        process.wait()

    def entries(self) -> dict[str, list[Any]]:
        return {feed: self.client.xrange(feed) for feed in FEEDS}


@pytest.fixture
def service() -> Iterator[Receiver]:
    with receiver() as running:
        yield running


@pytest.fixture
def club(desk: Desk, service: Receiver) -> Club:
    return Club(desk, service)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workers.due_deliveries.DueDeliveries.patience", lambda deliveries: 0.0)


def test_what_the_feeds_have_lost_the_sweep_finds(club: Club) -> None:
    process = club.process()
    assert club.received(process, 1) == ["notice.your_turn"]
    club.play_until_their_turn()
    club.say("Your move")
    club.client.delete(*FEEDS)
    process.prepare()  # as after an outage; nothing is left to read
    assert club.received(process, 3) == ["notice.message", "notice.your_turn", "notice.your_turn"]


def test_a_sweep_alone_is_enough(club: Club) -> None:
    """No entry is ever read."""
    process = club.process()
    club.received(process, 1)
    for count, act in ((2, club.play_until_their_turn), (3, partial(club.say, "Your move"))):
        act()
        for feed in FEEDS:
            club.client.xtrim(feed, maxlen=0)
        assert process.sweep() == 1
        assert len(club.received(process, count)) == count
    assert process.sweep() == 0


def test_doubled_and_late_entries_announce_nothing_twice(club: Club) -> None:
    process = club.process()
    club.say("Hello")
    assert club.received(process, 2) == ["notice.message", "notice.your_turn"]
    earlier = club.entries()
    club.play_until_their_turn()
    assert len(club.received(process, 3)) == 3
    for feed, rows in earlier.items():
        for _, fields in rows * 2:
            club.client.xadd(feed, fields)  # as if it had happened just now
    assert len(club.received(process, 3)) == 3


@pytest.mark.parametrize("call", ["read", "acknowledge", "adopt", "tidy"])
def test_a_process_that_dies_with_entries_in_its_hands_leaves_them_to_the_next(
    club: Club, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    process = club.process()
    club.received(process, 1)
    club.play_until_their_turn()
    original = getattr(Feeds, call)

    def die(*arguments: object) -> None:
        original(*arguments)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(Feeds, call, die)
        patched.setattr(process, "_swept", 0.0)
        with pytest.raises(Killed):
            process.step()
    process.wait()
    assert club.received(club.process(), 2) == ["notice.your_turn"] * 2
