"""The process that notifies players, empties the outbox of mails, and writes those that people ask for to sign in.

It depends on no message: what is to be sent follows from games, ledgers and the outbox, and a sweep at the start and
every minute finds whatever got lost.
"""

import logging
import os
import secrets
import socket
import time
from collections.abc import Sequence

from service.chat.mentions import Mentions
from service.clocks.deadlines import milliseconds, moment
from service.config import Config
from service.games.facts import game_of, is_game, talk_stream
from service.games.games import Games
from service.mail.outbox import MailSender, Outbox
from service.mail.smtp_server import SmtpServer, smtp_server
from service.metrics import sent_mails, sent_notices
from service.notices.formats.notice_texts import NoticeTexts
from service.notices.notice_ledger import STANDINGS
from service.notices.notifier import Notifier
from service.notices.office import make_notices
from service.notices.senders import Senders
from service.notices.standings import kept_versions
from service.players.accounts import Players
from service.players.mail_addresses import MailAddresses
from service.runtime.web_server import address
from service.store.interface import PARTITIONS, TALK_FEED
from service.store.redis_store import RedisStore, connect
from workers.dispatch.feeds import Feeds
from workers.due_deliveries import DueDeliveries
from workers.step_loop import run_steps

log = logging.getLogger("ttr.notices")

GROUP = "notices"  # the group that reads the feeds
SWEEP_SECONDS = 60.0
MAIL_THREADS = 4
CLAIM_MS = 60_000  # what a process that was killed has claimed is taken up after a minute


class NoticeProcess:
    def __init__(self, games: Games, config: Config) -> None:
        assert isinstance(games.store, RedisStore)
        self._games, self._store = games, games.store
        self._server = smtp_server(config.smtp_url)
        self._outbox = Outbox(games.store, games.now, is_on=self._server is not None)
        players = Players(games.store, games.now, games.key_seconds)
        self._addresses = MailAddresses(players, self._outbox, games.now)
        self._notifier = self._make_notifier(players, config)
        member = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        client = connect(games.store.url)
        self._feeds = Feeds(client, member, GROUP)
        self._talk = Feeds(client, member, GROUP, TALK_FEED)
        self._ledgers = DueDeliveries(
            self._notifier.schedule.store,
            self._notifier.deliver,
            self._milliseconds,
            log,
            threads=config.webhook_threads,
            claim_ms=CLAIM_MS,
        )
        self._mails = self._make_mails(self._server, config.smtp_seconds) if self._server else None
        if self._mails is None:
            log.info("mail is off: TTR_SMTP_URL is empty")
        self._quiet: dict[str, tuple[int, int]] = {}  # games that nobody is notified of, as they were last
        self._swept = 0.0
        self.stopping = False

    def _make_notifier(self, players: Players, config: Config) -> Notifier:
        games = self._games
        notices = make_notices(games, players, config, lambda: moment(games.now()).timestamp())
        log.info("the public key for push subscriptions is %s", notices.signer.public_key)
        base = config.public_url or address(config)
        return Notifier(
            games,
            notices.ledger,
            notices.channels,
            Senders(
                notices.signer,
                games.now,
                Mentions(config).send,
                private=config.webhook_private,
                seconds=config.webhook_seconds,
            ),
            self._outbox,
            NoticeTexts(games, base),
            base=base,
            sender=self._server.sender.addr_spec if self._server else "",
            threads=config.webhook_threads,
            count=sent_notices,
        )

    def _make_mails(self, server: SmtpServer, seconds: float) -> DueDeliveries:
        sender = MailSender(
            self._outbox, server, self._games.now, seconds=seconds, threads=MAIL_THREADS, count=sent_mails
        )
        return DueDeliveries(
            self._outbox.deliveries,
            sender.deliver,
            self._milliseconds,
            log,
            threads=MAIL_THREADS,
            claim_ms=CLAIM_MS,
        )

    def _milliseconds(self) -> int:
        return milliseconds(self._games.now())

    @property
    def _work(self) -> Sequence[DueDeliveries]:
        return [self._ledgers, self._mails] if self._mails else [self._ledgers]

    def run(self) -> None:
        """Until the process is asked to end; what is under way is finished."""
        run_steps(self, log)
        for deliveries in self._work:
            deliveries.close()

    def prepare(self) -> None:
        for feeds in (self._feeds, self._talk):
            feeds.prepare()
        self._notifier.schedule.players(list(self._notifier.ledger.players()))
        self._swept = 0.0

    def step(self) -> None:
        """Schedules games that moved or where somebody spoke, then starts what is due."""
        patience = min(deliveries.patience() for deliveries in self._work)
        for feeds, wait in ((self._talk, 0.0), (self._feeds, patience)):
            entries = feeds.read(wait)
            games = dict.fromkeys(game_of(entry.game) for _, entry in entries)
            self._notifier.schedule.games(list(filter(is_game, games)))
            feeds.acknowledge(entries)
        if time.monotonic() - self._swept > SWEEP_SECONDS or not self._swept:
            self.sweep()
            self._swept = time.monotonic()
        if self._mails:
            self._addresses.answer_requests()
        for deliveries in self._work:
            deliveries.start()

    def wait(self) -> None:
        """Until everything under way has ended."""
        for deliveries in self._work:
            deliveries.wait()

    # ---------------------------------------------------------------------------------------- the sweep

    def sweep(self) -> int:
        """Schedules every game that has moved since it was looked at, and every mail; returns how many games."""
        if self._mails:
            self._addresses.sweep()
            self._outbox.sweep()
        known = kept_versions(self._notifier.ledger.store.table(STANDINGS))
        games = dict.fromkeys(known)
        for partition in range(PARTITIONS):
            for feeds in (self._feeds, self._talk):  # the sweep stands in for what they announced
                feeds.acknowledge(feeds.adopt(partition))
                feeds.tidy(partition)
            games |= dict.fromkeys(self._store.active(partition))
        moves = self._store.versions(list(games))
        messages = self._store.versions([talk_stream(game) for game in games])
        versions = dict(zip(games, zip(moves, messages, strict=True), strict=True))
        behind = [game for game, at in versions.items() if at != known.get(game, self._quiet.get(game))]
        self._quiet = {game: at for game, at in versions.items() if game not in known}
        self._notifier.schedule.games(behind)
        return len(behind)
