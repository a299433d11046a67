"""Work for a worker that a request leaves behind: the queue is told by the function's name alone."""

import secrets
from functools import cached_property
from typing import Any

import redis
from rq import Queue, Retry
from rq.serializers import JSONSerializer

from service.background.backlog import QUEUE
from service.config import Config
from service.errors import StoreUnavailable
from service.store.redis_store import connect

JOB = "deliver_parcel"
JOB_SECONDS = 60
KEPT_SECONDS = 86_400
AGAIN_SECONDS = (1, 5, 20)  # after which it is tried again


class Later:
    """The queue, connected when it is first needed."""

    def __init__(self, config: Config) -> None:
        self._url = config.queue_url or config.redis_url

    @cached_property
    def _queue(self) -> Queue:
        client: Any = connect(self._url)  # redis-py's clients for one server and for Sentinel share no type
        return Queue(QUEUE, connection=client, serializer=JSONSerializer)

    def deliver(self, parcel: str) -> None:
        """A person waits for it."""
        try:
            self._queue.enqueue(
                f"workers.jobs.{JOB}",
                parcel,
                0,
                job_id=f"{JOB}-{parcel}-0",  # as workers name what they need
                at_front=True,
                retry=Retry(max=len(AGAIN_SECONDS), interval=list(AGAIN_SECONDS)),
                job_timeout=JOB_SECONDS,
                result_ttl=0,
                failure_ttl=KEPT_SECONDS,
            )
        except redis.RedisError as error:
            raise StoreUnavailable(str(error)) from error


def new_parcel() -> str:
    return secrets.token_hex(12)
