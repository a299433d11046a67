"""`kill -9` of the process that sends notices, at any moment: every turn and every mail is announced."""

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from service.clocks.deadlines import utc_now
from service.games.facts import held_by
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.mail.mail import Mail
from service.mail.outbox import Outbox
from service.notices.channels import Channels
from service.players.accounts import Players
from tests.support.mail.mail_server import MailServer, mail_server
from tests.support.webhooks.webhook_receivers import Receiver, receiver
from tests.support.workers.background_processes import parts_at
from tests.support.workers.background_service import Desk

KILLS = 25
START_SECONDS = 1.5  # about what the process needs before its first step


class Ann:
    """A player with a webhook, whose turn it is at more and more tables."""

    def __init__(self, desk: Desk, service: Receiver) -> None:
        self._desk = desk
        players = Players(desk.store, utc_now, 60)
        self._player = players.create("Ann").owner.id
        channels = Channels(players, utc_now)
        channel = channels.add(self._player, "webhook", url=service.url)
        channels.confirm(self._player, channel.id, channels.new_code(channel.id))

    def sit_down(self) -> str:
        """At a new table, which waits for her tickets; its game."""
        seats = (SeatRequest(me=True), SeatRequest(name="Ben"))
        request = GameRequest(board="usa", seats=seats, first=0)
        return open_table(self._desk.games, request, more=held_by(0, self._player)).done.loaded.game


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def announced(service: Receiver) -> Counter[str]:
    return Counter(got.message["data"]["game"] for got in list(service.got))


def written(server: MailServer) -> Counter[str]:
    return Counter(mail.message["Subject"] for mail in list(server.received))


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_every_turn_and_every_mail_is_sent_although_the_process_is_killed(desk: Desk, tmp_path: Path) -> None:
    chance = Random(25)
    outbox = Outbox(desk.store, utc_now, is_on=True)
    with receiver() as service, mail_server() as server:
        settings = {
            "TTR_SMTP_URL": f"smtp://{server.url}",
            "TTR_SMTP_SECONDS": "0.5",  # claims of the dead end soon
            "TTR_WEBHOOK_SECONDS": "0.2",
            "TTR_WEBHOOK_PRIVATE": "true",
        }
        ann, games, interrupted = Ann(desk, service), set[str](), 0
        for number in range(KILLS):
            with parts_at(desk.store.url, tmp_path, "notify", **settings):  # killed at its end
                time.sleep(START_SECONDS)
                for further in range(4):
                    games.add(ann.sit_down())
                    subject = f"mail {number}.{further}"
                    outbox.put(Mail(key=subject, to="ann@example.org", subject=subject, text="Play.\n"))
                time.sleep(chance.uniform(0, 0.3))
            interrupted += set(announced(service)) != games or len(written(server)) != 4 * (number + 1)
        assert interrupted > KILLS // 5, "most kills came too late to matter"
        with parts_at(desk.store.url, tmp_path, "notify", **settings):
            wait_until(lambda: set(announced(service)) == games and len(written(server)) == 4 * KILLS)
            time.sleep(3)  # what else would come
        for counted in (announced(service), written(server)):
            assert len(counted) == 4 * KILLS
            repeated = sum(counted.values()) - len(counted)
            assert repeated <= 4 * KILLS // 5, "only what was under way is sent again"
