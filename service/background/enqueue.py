"""The job queue as the API uses it: a request leaves an answer to a worker."""

import secrets
from functools import cached_property
from typing import Any

import redis
from rq import Queue
from rq.serializers import JSONSerializer

from service.background.jobs import PARCEL, QUEUE, Need, enqueue
from service.config import Config
from service.errors import StoreUnavailable
from service.store.redis_store import connect


class JobQueue:
    """The queue, connected at first use."""

    def __init__(self, config: Config) -> None:
        self._url = config.queue_url or config.redis_url

    @cached_property
    def _queue(self) -> Queue:
        client: Any = connect(self._url)  # redis-py's clients for one server and for Sentinel share no type
        return Queue(QUEUE, connection=client, serializer=JSONSerializer)

    def deliver(self, parcel: str) -> None:
        """Queues an answer ahead of other jobs, since a person waits for it."""
        try:
            enqueue(self._queue, Need(PARCEL, parcel, 0, urgent=True))
        except redis.RedisError as error:
            raise StoreUnavailable(str(error)) from error


def new_parcel() -> str:
    return secrets.token_hex(12)
