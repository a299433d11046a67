"""The real service in one process, on frozen time that leaps from one moment to the next at which anything happens."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from freezegun.api import FrozenDateTimeFactory

from service.app import create_app
from service.clocks.deadlines import moment, utc_now, written
from service.clocks.heartbeat import ATTENDED, HEARTBEATS, REACHABLE
from service.config import Config
from service.games.game_cache import Loaded
from service.games.games import Games
from tests.support.http.api_calls import Reply, in_process
from tests.support.http.running_service import UNLIMITED
from tests.support.webhooks.webhook_receivers import Receiver, receiver
from tests.support.workers.background_service import Desk
from ttr_core import Event
from ttr_core.history.chain import Envelope
from workers import due_deliveries, environment, webhook_delivery
from workers.dispatch.dispatcher import Dispatcher
from workers.webhook_delivery import DeliveryProcess

A_BEAT = timedelta(seconds=5)
MOST_ROUNDS = 200  # of looking whether there is anything left to do


class PostOffice:
    """API, dispatcher, worker and courier over real servers, and one letter box for everybody's webhooks."""

    def __init__(self, desk: Desk, time: FrozenDateTimeFactory, box: Receiver) -> None:
        self._desk, self._time, self._box = desk, time, box
        self._config = Config(webhook_private=True, **UNLIMITED)
        self._caller = in_process(create_app(self._config, desk.store))
        self._courier = DeliveryProcess(desk.games, self._config)
        self._courier.prepare()
        self._read = 0
        self.game = ""
        self._start()

    def _start(self) -> None:
        games = Games(self._desk.store, lambda game, version: None, utc_now)
        self._dispatcher = Dispatcher(games, self._desk.queue)
        self._dispatcher.prepare()

    @property
    def now(self) -> datetime:
        return moment(utc_now())

    @property
    def url(self) -> str:
        return self._box.url

    @property
    def loaded(self) -> Loaded:
        return self._desk.current(self.game)

    def events(self, after: int = 0) -> list[tuple[Envelope, Event]]:
        return self._desk.games.cache.read_events(self.game, after)

    def go_to(self, then: datetime) -> None:
        """Leap to a moment, with the heartbeats that the service sent in between."""
        self._time.move_to(then)
        there = written(then - A_BEAT)
        self._desk.store.set_properties(HEARTBEATS, {ATTENDED: there, REACHABLE: there})
        self.settle()

    def be_away(self, until: datetime) -> None:
        """Stop the whole service until then, and start it again."""
        self._desk.store.set_properties(HEARTBEATS, {ATTENDED: utc_now(), REACHABLE: utc_now()})
        self._time.move_to(until)
        self._desk.store.set_properties(HEARTBEATS, {REACHABLE: utc_now()})
        self._start()
        self.settle()

    def settle(self) -> None:
        """Run the service until it has nothing left to do at this moment."""
        for _ in range(MOST_ROUNDS):
            before = self._version()
            self._dispatcher.step()
            if self._desk.queue.count:
                self._desk.work()
            elif self._version() == before:
                self._deliver()
                return
        raise AssertionError("it never ends")

    def _version(self) -> int:
        return self._desk.store.versions([self.game])[0] if self.game else 0

    def _deliver(self) -> None:
        client = self._desk.store.client
        for _ in range(MOST_ROUNDS):
            self._courier.step()
            self._courier.wait()
            if not client.zcard("ttr:{webhooks}:taken") and not client.zcard("ttr:{webhooks}:due"):
                return
        raise AssertionError("it never ends")

    def post(self, path: str, body: Any, token: str | None = None) -> Any:  # JSON, both of them
        reply = self._post(path, body, token)
        assert reply.status in (200, 201), reply.body
        return reply.json

    def do(self, what: str, body: Any, token: str) -> Any:  # likewise
        """A command at the version that the game has now."""
        return self.post(f"/v1/games/{self.game}/{what}", body, token)

    def _post(self, path: str, body: Any, token: str | None) -> Reply:  # JSON
        headers = {"If-Match": f'"{self._version()}"'} if path.endswith("/commands") else {}
        return self._caller.post(path, body, token, headers)

    def get(self, path: str, token: str) -> Reply:
        reply = self._caller.get(path, token)
        assert reply.status == 200, reply.body
        return reply

    def look(self, token: str) -> int:
        """The status of an answer about the game."""
        return self._caller.get(f"/v1/games/{self.game}", token).status

    def new_post(self) -> list[dict[str, Any]]:  # messages of webhooks
        """What came into the letter box since it was last opened."""
        new = self._box.got[self._read :]
        self._read += len(new)
        return [got.message for got in new]


@contextmanager
def open_post_office(desk: Desk, time: FrozenDateTimeFactory) -> Iterator[PostOffice]:
    with receiver() as box, pytest.MonkeyPatch.context() as patched:
        for patience in ("IDLE", "BUSY"):
            patched.setattr(due_deliveries, patience, 0.001)
        patched.setattr(webhook_delivery, "SWEEP_SECONDS", float("inf"))  # nothing gets lost here
        patched.setenv("TTR_STAND_IN_PACE", "0")  # as its dispatcher
        environment.settings.cache_clear()
        yield PostOffice(desk, time, box)
