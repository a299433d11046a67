"""A notifier that is killed at any write loses nothing, and whatever it sends again is recognized as the same."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.mail.mail_server import MailServer, mail_server
from tests.support.notices.browsers import Browser
from tests.support.notices.notice_service import NoticeService
from tests.support.webhooks.webhook_receivers import Receiver, receiver

WRITES = ("replace", "schedule", "release", "remove")


class Killed(BaseException):
    """The process is gone; no handler runs."""


class Mortal:
    """Lets a number of writes to the stores of deliveries pass, and dies at the next, before or after it is done."""

    def __init__(self, office: NoticeService, monkeypatch: pytest.MonkeyPatch, *, after: bool) -> None:
        self.left: int | None = None
        self._after = after
        for store in (office.notifier.schedule.store, office.services.outbox.deliveries):
            for name in WRITES:
                monkeypatch.setattr(store, name, self._mortal(getattr(store, name)))

    def _mortal(self, write: Callable[..., Any]) -> Callable[..., Any]:
        def perform(*arguments: Any) -> Any:  # as the store has them
            if self.left is None:
                return write(*arguments)
            self.left -= 1
            if self.left >= 0:
                return write(*arguments)
            if self._after:
                write(*arguments)
            raise Killed

        return perform


@pytest.fixture(scope="module")
def mail() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture(scope="module")
def push_service() -> Iterator[Receiver]:
    with receiver() as running:
        yield running


@pytest.mark.parametrize("after", [False, True])
def test_a_notifier_may_die_at_any_write(mail: MailServer, push_service: Receiver, after: bool) -> None:
    writes, has_died = 0, True
    while has_died:
        with pytest.MonkeyPatch.context() as patched:
            has_died = _turn_with_a_death(mail, push_service, patched, writes, after=after)
        writes += 1
    assert writes > 15


def _turn_with_a_death(
    mail: MailServer, service: Receiver, patched: pytest.MonkeyPatch, writes: int, *, after: bool
) -> bool:
    """One turn is announced and played while the notifier dies once; whether it did."""
    mail.received.clear()
    service.got.clear()
    office = NoticeService(mail)
    ann, ben = office.person("Ann"), office.person("Ben")
    office.by_mail(ann, "ann@example.org", mail_after_seconds=0)
    browser = Browser(service)
    channel = office.ask("POST", "/v1/me/channels", ann, browser.subscription).json["channel"]["id"]
    office.work()
    code = {"code": browser.messages()[0]["code"]}
    assert office.ask("POST", f"/v1/me/channels/{channel}/confirm", ann, code).status == 200
    game = office.table(ann, ben)
    office.play(game, 2)
    office.play_on(game, ann)
    office.work()
    mail.received.clear()
    service.got.clear()
    office.play_until(game, ann)
    mortal = Mortal(office, patched, after=after)
    mortal.left = writes
    has_died = False
    try:
        office.work()
    except Killed:
        has_died = True
    mortal.left = None
    office.notifier.schedule.games([game])  # as the sweep does
    office.services.outbox.sweep()
    office.pass_time(minutes=10)
    assert len({str(one.message["Message-ID"]) for one in mail.received}) == 1
    assert 1 <= len(mail.received) <= 2
    names = [message["id"] for message in browser.messages()]
    assert (len(set(names)), 1 <= len(names) <= 2) == (1, True)
    return has_died
