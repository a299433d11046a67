"""Receivers of webhooks, notices, mail and of a chat bridge: they accept, hang, fail or are late."""

import json
from bisect import bisect_left
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from typing import Any
from urllib.parse import urlsplit

from service.clocks.deadlines import moment
from service.mail.mail import host_of
from service.mail.smtp_server import TIMEOUT, Answer
from service.webhooks.http_post import Outcome
from tests.simulator.chronicle import Chronicle, Finding
from tests.simulator.scheduler import Scheduler
from tests.simulator.wire import RECOVERY_SECONDS, Killed

QUICK = 0.05
BEHIND = 2 * 86_400.0  # seconds for which a receiver may be behind after it has failed
# Seconds between an event and a message about it, of a receiver that answers: a second until a receiver that has just
# turned slow counts as slow, and as long again until the next try. Messages to one host wait for each other: it has
# one of two threads here, and each message takes 50 ms and some calls to the store.
LATEST, EACH = 5.0, 0.1
SOLID, SHAKY, BRIDGE = "solid.example", "shaky.example", "bridge.example"  # hosts
BRIDGE_URL = f"https://{BRIDGE}/updates"
NOTICES = "/notices/"  # how the paths of players' own addresses begin
SMTP_URL = "smtp://localhost?from=trains@example.org"


class Receivers:
    """Every address in the world."""

    def __init__(self, scheduler: Scheduler, chronicle: Chronicle) -> None:
        self._scheduler, self._chronicle = scheduler, chronicle
        self.until: dict[str, tuple[float, str]] = {}  # by host: until when it does what
        self.disturbed: dict[str, float] = {}  # by host: until when it may be behind
        self.accepted: dict[str, dict[str, bytes]] = {}  # by address: bodies by id
        self.repeated = 0
        self._moments: dict[str, list[float]] = {}  # by host: when it accepted something
        self.bridge: Callable[[float, float, bytes], None] | None = None  # takes what goes to rooms
        self.inbox: Callable[[str, bytes], None] | None = None  # takes notices, by their addresses
        self.letter_box: Callable[[EmailMessage], None] | None = None  # takes mails
        self.lacked: Callable[[str, int], float] | None = None  # when a game was last seen without a version
        self.lethal = 0  # of the next messages: who sends one dies before knowing that it was accepted

    def behave(self, host: str, how: str, seconds: float) -> None:
        self.until[host] = (self._scheduler.now + seconds, how)
        self.disturbed[host] = self._scheduler.now + seconds + BEHIND

    def heal(self) -> None:
        self.until.clear()

    def is_disturbed(self, url: str) -> bool:
        """Whether the receiver may be behind, since it did not answer for a while."""
        return self.disturbed.get(urlsplit(url).netloc, 0.0) > self._scheduler.now

    def how(self, url: str) -> str:
        until, how = self.until.get(urlsplit(url).netloc, (0.0, ""))
        return how if until > self._scheduler.now else ""

    def post(self, url: str, headers: Mapping[str, str], body: bytes, seconds: float) -> Outcome:
        how = self._wait(url, seconds)
        if how == "hangs":
            return Outcome(0, "timeout")
        if how == "fails":
            return Outcome(500)
        self._accept(url, headers, body)
        self._kill_sender()
        return Outcome(204)

    def hand_over(self, message: EmailMessage, seconds: float) -> Answer:
        """The mail server hands a mail to the host of its recipient at once, and says what that one says."""
        how = self._wait(f"https://{host_of(str(message['To']))}", seconds)
        if how == "hangs":
            return Answer("deferred", TIMEOUT)
        if how == "fails":
            return Answer("deferred", "recipient")
        if self.letter_box is not None:
            self.letter_box(message)
        self._kill_sender()
        return Answer("accepted")

    def _wait(self, url: str, seconds: float) -> str:
        """As long as the receiver takes; what is the matter with it."""
        scheduler, how = self._scheduler, self.how(url)
        scheduler.touch()
        host: Any = scheduler.host  # a process, which may have died while it waited
        scheduler.sleep(seconds if how == "hangs" else seconds * 0.7 if how == "slow" else QUICK)
        if host is not None and not host.alive:
            raise Killed
        return how

    def _kill_sender(self) -> None:
        if self.lethal:
            self.lethal -= 1
            self._scheduler.touch(RECOVERY_SECONDS)
            host: Any = self._scheduler.host  # a process
            host.die("after its message was accepted")
            raise Killed

    def _accept(self, url: str, headers: Mapping[str, str], body: bytes) -> None:
        if url == BRIDGE_URL:
            if self.bridge is not None:
                self.bridge(self._scheduler.now, self._scheduler.restless_until, body)
            return
        if urlsplit(url).path.startswith(NOTICES):
            if self.inbox is not None:
                self.inbox(url, body)
            return
        name = headers["webhook-id"]
        message = json.loads(body)
        before = self.accepted.setdefault(url, {}).get(name)
        self._chronicle.note(self._scheduler.now, "notice", f"{url} {name} {message['type']}")
        if before is None:
            self.accepted[url][name] = body
        elif before != body and message["type"] != "ping":
            raise Finding(
                "webhooks", f"message {name} came twice, with different bodies: {before!r} and {body!r}"
            )
        else:
            self.repeated += 1
        self._check_delay(url, name, self._happened(message))

    def _happened(self, message: Mapping[str, Any]) -> float:
        """When it happened, whatever the message says: not before the game was last seen without it."""
        data, said = message["data"], moment(message["at"]).timestamp()
        if self.lacked is None or "version" not in data:
            return said
        return max(said, self.lacked(data["game"], data["version"]))

    def _check_delay(self, url: str, name: str, happened: float) -> None:
        """A receiver that always answers is not kept waiting by others, be they of the same subscriber."""
        now, host = self._scheduler.now, urlsplit(url).netloc
        moments = self._moments.setdefault(host, [])
        calm = not self.is_disturbed(url) and happened > self._scheduler.restless_until
        before = len(moments) - bisect_left(moments, happened)
        if calm and now - happened > LATEST + EACH * before:
            waited = f"waited {now - happened:.0f} s and for {before} others"
            raise Finding("delays", f"{url} {waited} for {name}, and its receiver works")
        moments.append(now)
