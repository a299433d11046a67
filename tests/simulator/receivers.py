"""Receivers of webhooks and of a chat bridge: they accept, hang, fail or answer late, and remember what they got."""

import json
from collections.abc import Mapping
from typing import Any

from service.webhooks.http_post import Outcome
from tests.simulator.chronicle import Chronicle, Finding
from tests.simulator.scheduler import Scheduler
from tests.simulator.wire import Killed

QUICK = 0.05
BRIDGE_URL = "https://bridge.example/updates"


class Receivers:
    """Every address in the world."""

    def __init__(self, scheduler: Scheduler, chronicle: Chronicle) -> None:
        self._scheduler, self._chronicle = scheduler, chronicle
        self.until: dict[str, tuple[float, str]] = {}  # by address: until when it does what
        self.accepted: dict[str, dict[str, bytes]] = {}  # by address: bodies by id
        self.repeated = 0
        self.lost_pasts: set[str] = (
            set()
        )  # ids that may come again with another body: the server lost the first
        self.delays: dict[str, list[float]] = {}

    def behave(self, url: str, how: str, seconds: float) -> None:
        self.until[url] = (self._scheduler.now + seconds, how)

    def heal(self) -> None:
        self.until.clear()

    def how(self, url: str) -> str:
        until, how = self.until.get(url, (0.0, ""))
        return how if until > self._scheduler.now else ""

    def post(self, url: str, headers: Mapping[str, str], body: bytes, seconds: float) -> Outcome:
        scheduler, how = self._scheduler, self.how(url)
        scheduler.touch()
        host = scheduler.host
        scheduler.sleep(seconds if how == "hangs" else seconds * 0.7 if how == "slow" else QUICK)
        self._check_alive(host)
        if how == "hangs":
            return Outcome(0, "timeout")
        if how == "fails":
            return Outcome(500)
        self._accept(url, headers, body)
        return Outcome(204)

    def _check_alive(self, host: Any) -> None:  # a process, which may have died while it waited
        if host is not None and not host.alive:
            raise Killed

    def _accept(self, url: str, headers: Mapping[str, str], body: bytes) -> None:
        if url == BRIDGE_URL:
            return
        name = headers["webhook-id"]
        message = json.loads(body)
        before = self.accepted.setdefault(url, {}).get(name)
        self._chronicle.note(self._scheduler.now, "notice", f"{url} {name} {message['type']}")
        if before is None:
            self.accepted[url][name] = body
        elif before != body and message["type"] != "ping" and name not in self.lost_pasts:
            raise Finding(
                "webhooks", f"message {name} came twice, with different bodies: {before!r} and {body!r}"
            )
        else:
            self.repeated += 1
            if name in self.lost_pasts and before != body:
                raise Finding(
                    "webhooks", f"message {name} means something else than before the server lost moves"
                )
