"""The process that sends notices, on a real store and a real mail server."""

import time
from collections.abc import Iterator

import pytest

from service.clocks.deadlines import utc_now
from service.config import Config
from service.mail.mail import Mail
from service.mail.outbox import Outbox
from tests.support.mail.mail_server import MailServer, mail_server
from tests.support.workers.background_service import Desk
from workers.notices.notice_process import NoticeProcess

MAIL = Mail(key="turn/1", to="ann@example.org", subject="Your turn", text="Play.\n")


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


def run_until(process: NoticeProcess, server: MailServer, count: int) -> None:
    deadline = time.monotonic() + 20
    process.prepare()
    while len(server.received) < count:
        assert time.monotonic() < deadline
        process.step()
    process.wait()


def test_mails_go_out_of_the_outbox(desk: Desk, server: MailServer) -> None:
    outbox = Outbox(desk.store, utc_now, is_on=True)
    outbox.put(MAIL)
    run_until(NoticeProcess(desk.games, Config(smtp_url=f"smtp://{server.url}")), server, 1)
    assert outbox.find(MAIL.key) is None


def test_what_a_dead_process_had_claimed_is_sent_by_the_next(desk: Desk, server: MailServer) -> None:
    outbox = Outbox(desk.store, utc_now, is_on=True)
    outbox.put(MAIL)
    assert outbox.deliveries.claim(10**14, 10**9, 1) == [MAIL.key]  # a claim that ended long ago
    run_until(NoticeProcess(desk.games, Config(smtp_url=f"smtp://{server.url}")), server, 1)
    assert len(server.received) == 1


def test_without_a_mail_server_the_process_says_so_and_lives(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", "ttr.notices"):
        process = NoticeProcess(desk.games, Config())
    assert "mail is off" in caplog.text
    process.prepare()
    process.step()
