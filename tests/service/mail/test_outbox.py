"""The outbox: once per key, at least once whatever dies, one mail never waits for another."""

from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage

import pytest

from service.clocks.deadlines import milliseconds, moment, written
from service.errors import MailOff, StoreUnavailable
from service.mail.mail import Mail
from service.mail.outbox import LONGEST_WAIT, PAUSES, MailSender, Outbox
from service.mail.smtp_server import Answer, SmtpServer, smtp_server
from service.store import Store
from tests.support.mail.mail_server import MailServer, mail_server

START = "2026-11-16T12:00:00.000Z"
MAIL = Mail(key="turn/1", to="ann@example.org", subject="Your turn", text="Play.\n", owner="ann")


class Office:
    """An outbox and a sender, with time that passes when a test says so."""

    def __init__(self, store: Store, url: str) -> None:
        server = smtp_server(f"smtp://{url}")
        assert server is not None
        self.now = START
        self.fates: list[str] = []
        self.outbox = Outbox(store, lambda: self.now, is_on=True)
        self.sender = MailSender(self.outbox, server, lambda: self.now, seconds=5, count=self.fates.append)

    def pass_time(self, seconds: float) -> None:
        self.now = written(moment(self.now) + timedelta(seconds=seconds))

    def deliver(self) -> int:
        """Everything that is due by now; returns how many mails those were."""
        count, deliveries, now = 0, self.outbox.deliveries, milliseconds(self.now)
        while names := deliveries.claim(now, now + 60_000, 100):
            for name in names:
                deliveries.release(name, now + 60_000, self.sender.deliver(name))
                count += 1
            assert count < 1000, "it never ends"
        return count


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture
def office(store: Store, server: MailServer) -> Office:
    return Office(store, server.url)


def test_a_mail_is_sent_once_and_leaves_nothing(office: Office, server: MailServer) -> None:
    assert office.outbox.put(MAIL)
    assert not office.outbox.put(MAIL)
    office.deliver()
    assert [mail.text for mail in server.received] == ["Play.\n"]
    assert not office.outbox.put(MAIL)
    office.deliver()
    assert len(server.received) == 1
    assert (dict(office.outbox.deliveries.table("waiting")), office.fates) == ({}, ["accepted"])


def test_a_mail_that_was_withdrawn_is_not_sent(office: Office, server: MailServer) -> None:
    office.outbox.put(MAIL)
    assert office.outbox.withdraw(MAIL.key)
    assert not office.outbox.withdraw(MAIL.key)
    office.deliver()
    assert server.received == []


def test_the_mails_of_an_erased_player_are_not_sent(office: Office, server: MailServer) -> None:
    office.outbox.put(MAIL)
    office.outbox.put(Mail(key="turn/2", to="ben@example.org", subject="s", text="t", owner="ben"))
    office.outbox.forget("ann")
    office.deliver()
    assert [mail.recipients for mail in server.received] == [("ben@example.org",)]


def test_a_deferred_mail_is_tried_again_after_growing_pauses(office: Office, server: MailServer) -> None:
    server.answers["ann@example.org"] = "451 later"
    office.outbox.put(MAIL)
    office.deliver()
    for tries, pause in enumerate(PAUSES, 1):
        office.pass_time(pause - 1)
        office.deliver()
        office.outbox.sweep()
        office.deliver()
        assert len(office.fates) == tries
        office.pass_time(1)
        office.deliver()
    del server.answers["ann@example.org"]
    office.pass_time(PAUSES[-1])
    office.deliver()
    assert (office.fates[-1], len(server.received)) == ("accepted", 1)


def test_a_mail_that_is_never_accepted_is_given_up_after_three_days(
    office: Office, server: MailServer
) -> None:
    server.answers["ann@example.org"] = "451 later"
    office.outbox.put(MAIL)
    office.deliver()
    tries = 0
    while office.outbox.find(MAIL.key):
        office.pass_time(PAUSES[-1])
        office.deliver()
        tries += 1
    assert tries == LONGEST_WAIT.total_seconds() / PAUSES[-1]
    assert server.received == []


def test_a_refused_mail_is_dropped_at_once(office: Office, server: MailServer) -> None:
    server.answers["ann@example.org"] = "550 nobody"
    office.outbox.put(MAIL)
    office.deliver()
    assert (office.outbox.find(MAIL.key), office.fates) == (None, ["refused"])


def test_a_mail_is_not_sent_after_its_time(office: Office, server: MailServer) -> None:
    link = Mail(key="l", to="ann@example.org", subject="s", text="t", expires_at="2026-11-16T12:15:00.000Z")
    office.outbox.put(link)
    office.pass_time(15 * 60 + 1)
    office.deliver()
    assert server.received == []


def test_a_recipient_who_is_deferred_delays_nobody_else(office: Office, server: MailServer) -> None:
    server.answers["ann@example.org"] = "451 later"
    office.outbox.put(MAIL)
    office.outbox.put(Mail(key="turn/2", to="ben@example.com", subject="s", text="t"))
    office.deliver()
    assert [mail.recipients for mail in server.received] == [("ben@example.com",)]


def test_a_host_that_let_one_mail_time_out_holds_up_no_further_one(
    office: Office, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mail to all its recipients waits, and mail to other hosts does not."""
    people = ("ann@example.org", "cleo@example.org", "ben@example.com")
    for number, person in enumerate(people):
        office.outbox.put(Mail(key=f"turn/{number}", to=person, subject="s", text="t"))
    hand_over, tries = SmtpServer.hand_over, []

    def hang(smtp: SmtpServer, message: EmailMessage, seconds: float) -> Answer:
        tries.append(message["To"])
        if message["To"].endswith("@example.org"):
            return Answer("deferred", "timeout")
        return hand_over(smtp, message, seconds)

    with monkeypatch.context() as hanging:
        hanging.setattr(SmtpServer, "hand_over", hang)
        office.deliver()
    assert sorted(tries) == ["ann@example.org", "ben@example.com"]
    office.pass_time(PAUSES[0])
    office.deliver()
    assert {mail.recipients for mail in server.received} == {(person,) for person in people}


def test_a_mail_whose_process_died_before_it_was_scheduled_is_swept_up(
    office: Office, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(names: object, due: object) -> None:
        raise StoreUnavailable("gone")

    with monkeypatch.context() as dying:
        dying.setattr(office.outbox.deliveries, "schedule", die)
        with pytest.raises(StoreUnavailable):
            office.outbox.put(MAIL)
    assert office.deliver() == 0
    assert office.outbox.sweep() == 1
    office.deliver()
    assert len(server.received) == 1


def test_a_mail_whose_process_died_after_the_server_accepted_keeps_its_id(
    office: Office, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.outbox.put(MAIL)
    with monkeypatch.context() as dying:
        dying.setattr(office.outbox, "sent", lambda key: None)
        office.sender.deliver(MAIL.key)
    office.deliver()
    first, second = server.received
    assert first.message["Message-ID"] == second.message["Message-ID"]


def test_a_key_that_was_sent_while_another_process_put_it_is_not_sent_again(
    office: Office, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at the table and the entry, the first mail of the key goes out."""
    office.outbox.put(MAIL)
    replace = office.outbox.deliveries.replace

    def sent_meanwhile(table: str, name: str, old: str | None, new: str | None) -> bool:
        monkeypatch.undo()
        office.deliver()
        return replace(table, name, old, new)

    monkeypatch.setattr(office.outbox.deliveries, "replace", sent_meanwhile)
    assert not office.outbox.put(MAIL)
    office.deliver()
    assert len(server.received) == 1


def test_without_a_mail_server_nothing_is_queued(store: Store) -> None:
    outbox = Outbox(store, lambda: START, is_on=False)
    with pytest.raises(MailOff):
        outbox.put(MAIL)
    assert dict(outbox.deliveries.table("waiting")) == {}
