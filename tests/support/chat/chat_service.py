"""The service in this process with chat configured; workers deliver when the test says so."""

from typing import Any

from service.chat.late_answers import LateAnswer, read_answer
from service.config import Config
from service.errors import StoreUnavailable
from service.http.request import EXTENSION
from service.services import Services
from tests.support.chat.platform_server import FakePlatform
from tests.support.http.api_calls import Inside, inside
from workers.jobs.room_updates import deliver


class Queue:
    """In place of the queue: the names of late answers."""

    def __init__(self) -> None:
        self.waiting: list[str] = []
        self.names: list[str] = []  # of all answers that were ever left to a worker
        self.away = False

    def deliver(self, parcel: str) -> None:
        self.names.append(parcel)
        if self.away:
            raise StoreUnavailable("the queue does not answer")
        self.waiting.append(parcel)


class ChatDesk:
    def __init__(self, **settings: Any) -> None:
        self.service: Inside = inside(**settings)
        self.services: Services = self.service.app.extensions[EXTENSION]
        self.queue = Queue()
        self.services.jobs = self.queue

    @property
    def config(self) -> Config:
        return self.services.config

    @property
    def answers(self) -> list[LateAnswer]:
        """Late answers that the store still keeps."""
        kept = [read_answer(self.services.store, name) for name in self.queue.names]
        return [answer for answer in kept if answer]

    def work(self) -> None:
        """Deliver all waiting answers, as a worker would."""
        while self.queue.waiting:
            deliver(self.services.games, self.config, self.queue.waiting.pop(0))


def desk_for(fake: FakePlatform) -> ChatDesk:
    """A service for a fake platform, each able to reach the other."""
    desk = ChatDesk(**fake.settings)
    fake.caller = desk.service.caller
    return desk
