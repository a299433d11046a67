"""The process that empties the outbox of mails, and writes those that people ask for to sign in.

It depends on no message: a sweep at the start and every minute schedules whatever waits.
"""

import logging
import time

from service.clocks.deadlines import milliseconds
from service.config import Config
from service.games.games import Games
from service.mail.outbox import MailSender, Outbox
from service.mail.smtp_server import smtp_server
from service.metrics import sent_mails
from service.players.accounts import Players
from service.players.mail_addresses import MailAddresses
from workers.due_deliveries import DueDeliveries
from workers.step_loop import run_steps

log = logging.getLogger("ttr.notices")

SWEEP_SECONDS = 60.0
MAIL_THREADS = 4
STEPS = 6  # of handing a mail over, each with a time limit of its own


class NoticeProcess:
    def __init__(self, games: Games, config: Config) -> None:
        server = smtp_server(config.smtp_url)
        self._outbox = Outbox(games.store, games.now, is_on=server is not None)
        players = Players(games.store, games.now, games.key_seconds)
        self._addresses = MailAddresses(players, self._outbox, games.now)
        self._mails = None
        if server is not None:
            seconds = config.smtp_seconds
            sender = MailSender(
                self._outbox, server, games.now, seconds=seconds, threads=MAIL_THREADS, count=sent_mails
            )
            self._mails = DueDeliveries(
                self._outbox.deliveries,
                sender.deliver,
                lambda: milliseconds(games.now()),
                log,
                threads=MAIL_THREADS,
                claim_ms=int(STEPS * 1000 * seconds),
            )
        else:
            log.info("mail is off: TTR_SMTP_URL is empty")
        self._swept = 0.0
        self.stopping = False

    def run(self) -> None:
        """Until the process is asked to end; mails under way are finished."""
        run_steps(self, log)
        if self._mails:
            self._mails.close()

    def prepare(self) -> None:
        self._swept = 0.0

    def step(self) -> None:
        """Starts what is due."""
        if time.monotonic() - self._swept > SWEEP_SECONDS or not self._swept:
            self.sweep()
            self._swept = time.monotonic()
        if self._mails:
            self._addresses.answer_requests()
            self._mails.start()
        time.sleep(self._mails.patience() if self._mails else 1.0)

    def wait(self) -> None:
        """Until everything under way has ended."""
        if self._mails:
            self._mails.wait()

    def sweep(self) -> None:
        """Schedules whatever waits."""
        if self._mails:
            self._addresses.sweep()
            self._outbox.sweep()
