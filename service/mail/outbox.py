"""The outbox: mails that wait to be sent, kept in the store until the mail server has accepted them.

The law:

1. **Once per key.** A mail is put into the table before it is scheduled, and marked as sent before it leaves the table.
   Whatever dies in between, the sweep schedules it again, and a key that was sent is not sent anew.
2. **At least once.** A process that dies after the server accepted and before the mark leaves the mail in the table. It
   is then handed over again, with the same `Message-ID`.
3. **A mail fails alone.** One that is deferred is tried again after growing pauses, for three days or until it expires.
   One that the server refuses is dropped. Recipients at one host wait for each other, never for other hosts.
"""

import logging
import time
from collections.abc import Callable
from datetime import timedelta

import msgspec

from service.clocks.deadlines import milliseconds, moment, written
from service.errors import MailOff
from service.mail.mail import Mail, composed, host_of
from service.mail.smtp_server import Answer, SmtpServer
from service.store import Store
from service.store.deliveries import DeliveryStore, delivery_store_of
from service.webhooks.fair_shares import FairShares, NoShare

log = logging.getLogger("ttr.mail")

KIND = "mail"  # among the deliveries of a store
WAITING = "waiting"  # the table of mails
PAUSES = (
    30,
    120,
    600,
    1800,
    3600,
)  # seconds after which a deferred mail is tried again; then the last one each time
LONGEST_WAIT = timedelta(days=3)
REMEMBERED_SECONDS = 30 * 86_400.0  # how long a key that was sent is known

_encode = msgspec.json.Encoder().encode


class Waiting(msgspec.Struct, frozen=True):
    """A mail in the table."""

    mail: Mail
    due: int  # no attempt before this time, in milliseconds since 1970
    attempts: int = 0


_decode = msgspec.json.Decoder(Waiting).decode


class Outbox:
    """The outbox of a store. `is_on`: whether there is a mail server that will ever empty it."""

    def __init__(
        self, store: Store, now: Callable[[], str], *, is_on: bool, deliveries: DeliveryStore | None = None
    ) -> None:
        self._keys, self._now, self.is_on = store, now, is_on
        self.deliveries = deliveries or delivery_store_of(store, KIND)

    def put(self, mail: Mail) -> bool:
        """Queues a mail; False if one of its key waits already, or was sent."""
        self.check_on()
        now = self._now()
        waiting = Waiting(msgspec.structs.replace(mail, queued_at=now), milliseconds(now))
        is_new = self.deliveries.replace(WAITING, mail.key, None, _encode(waiting).decode())
        if is_new and self._keys.expiring(_sent(mail.key)) is not None:
            self.withdraw(mail.key)
            return False
        self.deliveries.schedule([mail.key], waiting.due)
        return is_new

    def check_on(self) -> None:
        """Raises `MailOff` if nothing would ever be sent."""
        if not self.is_on:
            raise MailOff()

    def withdraw(self, key: str) -> bool:
        """Takes a mail back that is not sent yet; one that is under way may still arrive."""
        while (text := self.deliveries.get(WAITING, key)) is not None:
            if self.deliveries.replace(WAITING, key, text, None):
                return True
        return False

    def forget(self, owner: str) -> None:
        """Takes back all mails of a player."""
        for mail in self.mails_of(owner):
            self.withdraw(mail.key)

    def mails_of(self, owner: str) -> list[Mail]:
        """The mails of a player that wait."""
        mails = (_decode(text).mail for text in self.deliveries.table(WAITING).values())
        return [mail for mail in mails if mail.owner == owner]

    def sweep(self) -> int:
        """Schedules every mail that waits; returns how many those are."""
        texts = self.deliveries.table(WAITING)
        for key, text in texts.items():
            self.deliveries.schedule([key], _decode(text).due)
        return len(texts)

    # ------------------------------------------------------------------------------------------ sending

    def find(self, key: str) -> Waiting | None:
        text = self.deliveries.get(WAITING, key)
        return None if text is None else _decode(text)

    def sent(self, key: str) -> None:
        """The server has accepted the mail."""
        self._keys.set_expiring(_sent(key), "1", REMEMBERED_SECONDS)
        self.withdraw(key)

    def deferred(self, key: str) -> int | None:
        """When a mail is tried again, in milliseconds since 1970; None if it is given up, or was withdrawn."""
        text = self.deliveries.get(WAITING, key)
        if text is None:
            return None
        waiting = _decode(text)
        due = milliseconds(self._now()) + PAUSES[min(waiting.attempts, len(PAUSES) - 1)] * 1000
        later = Waiting(waiting.mail, due, waiting.attempts + 1)
        if due > milliseconds(_last_moment(waiting.mail)):
            self.withdraw(key)
            return None
        self.deliveries.replace(WAITING, key, text, _encode(later).decode())
        return due

    def is_expired(self, mail: Mail) -> bool:
        return self._now() > _last_moment(mail)


class MailSender:
    """Hands the mails of an outbox over, for several threads at once."""

    def __init__(
        self,
        outbox: Outbox,
        server: SmtpServer,
        now: Callable[[], str],
        *,
        seconds: float,
        threads: int = 1,
        count: Callable[[str], None] = lambda fate: None,
    ) -> None:
        self._outbox, self._server, self._now, self._seconds = outbox, server, now, seconds
        self._shares, self._count = FairShares(threads), count

    def deliver(self, key: str) -> int | None:
        """Sends one mail; returns when to try again, if at all."""
        waiting, now = self._outbox.find(key), milliseconds(self._now())
        if waiting is None:
            return None
        if waiting.due > now:
            return waiting.due
        mail = waiting.mail
        if self._outbox.is_expired(mail):
            self._drop(key, "expired")
            return None
        try:
            with self._shares.share(host_of(mail.to), mail.to, now):
                return self._after(mail, self._hand_over(mail))
        except NoShare as busy:
            return busy.due

    def _hand_over(self, mail: Mail) -> Answer:
        """Remembers how promptly mail to the recipient's host is accepted, which all its recipients share."""
        host, begun = host_of(mail.to), time.perf_counter()
        answer = self._server.hand_over(composed(mail, self._server.sender), self._seconds)
        if answer.timed_out:
            self._shares.timed_out(host, milliseconds(self._now()))
        else:
            self._shares.answered(host, int((time.perf_counter() - begun) * 1000))
        return answer

    def _after(self, mail: Mail, answer: Answer) -> int | None:
        if answer.fate == "refused":
            self._drop(mail.key, answer.reason)
            return None
        self._count(answer.fate)
        if answer.fate == "accepted":
            self._outbox.sent(mail.key)
            return None
        log.warning("a mail was not accepted; it is tried again later: %s", answer.reason)
        due = self._outbox.deferred(mail.key)
        if due is None:
            log.warning("a mail was given up: the server did not accept it in time")
        return due

    def _drop(self, key: str, reason: str) -> None:
        self._outbox.withdraw(key)
        self._count("refused")
        log.warning("a mail was dropped: %s", reason)


def _sent(key: str) -> str:
    return f"mail_sent/{key}"


def _last_moment(mail: Mail) -> str:
    return mail.expires_at or written(moment(mail.queued_at) + LONGEST_WAIT)
