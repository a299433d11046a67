"""Background jobs: their names, their options, and how they are queued, declared once for API, dispatcher and workers.

A job is named here and imported nowhere but in the worker that runs it. Its id follows from its name and arguments, so
the same job is queued once; it may run twice, and finds nothing to do the second time.
"""

from functools import cached_property
from hashlib import sha256
from typing import Any

import msgspec
import redis
from rq import Queue, Retry
from rq.exceptions import DuplicateJobError
from rq.serializers import JSONSerializer

from service.config import Config
from service.errors import StoreUnavailable
from service.store.redis_store import connect

QUEUE = "ttr"  # the name of the queue in rq
DISPATCHERS = "dispatch"  # the group of readers of the feeds that queues jobs
MODULE = "workers.jobs"  # where workers look for the functions of jobs

SCORE, BOT, STANDINGS = "score_game", "play_bots", "count_standings"
CLOCK, CLOCKS, ORDERS = "run_clock", "run_clocks", "follow_orders"
ROOM, LATE_ANSWER = "tell_room", "deliver_parcel"
REPLAY, TALK, ANALYSIS = "make_replay", "show_talk", "analyse_game"
# nothing else is ever run
JOBS = frozenset({SCORE, BOT, STANDINGS, CLOCK, CLOCKS, ORDERS, ROOM, LATE_ANSWER, REPLAY, TALK, ANALYSIS})

TIMEOUT_SECONDS = 120  # a job that takes longer is stopped
RETRY_SECONDS = (1, 5, 20)  # the pauses before a failed job is tried again
FAILURE_SECONDS = 7 * 86_400  # how long rq keeps a job that failed for good


class Need(msgspec.Struct, frozen=True):
    """A job for one game at one version."""

    job: str
    game: str
    version: int
    urgent: bool = False  # a person is waiting for it

    @property
    def id(self) -> str:
        """The same need always has the same id: it is queued once."""
        return f"{self.job}-{self.game}-{self.version}"

    @property
    def arguments(self) -> tuple[object, ...]:
        return self.game, self.version


class Batch(msgspec.Struct, frozen=True):
    """One job for several games, each at its version."""

    job: str
    games: tuple[tuple[str, int], ...]
    urgent: bool = False

    @property
    def id(self) -> str:
        return f"{self.job}-{sha256(msgspec.json.encode(self.games)).hexdigest()[:32]}"

    @property
    def arguments(self) -> tuple[object, ...]:
        return (self.games,)


def function_name(job: str) -> str:
    """The name under which rq knows the function of a job."""
    return f"{MODULE}.{job}"


def enqueue(queue: Queue, need: Need | Batch) -> bool:
    """Queues a job; False if it is queued already."""
    try:
        queue.enqueue(
            function_name(need.job),
            *need.arguments,
            job_id=need.id,
            unique=True,
            at_front=need.urgent,
            retry=Retry(max=len(RETRY_SECONDS), interval=list(RETRY_SECONDS)),
            job_timeout=TIMEOUT_SECONDS,
            result_ttl=0,
            failure_ttl=FAILURE_SECONDS,
        )
    except DuplicateJobError:
        return False
    return True


class JobQueue:
    """The queue as the API uses it, connected at first use: a request leaves an answer to a worker."""

    def __init__(self, config: Config) -> None:
        self._url = config.queue_url or config.redis_url

    @cached_property
    def _queue(self) -> Queue:
        if not self._url:
            raise StoreUnavailable("games in memory have no queue")
        client: Any = connect(self._url)  # redis-py's clients for one server and for Sentinel share no type
        return Queue(QUEUE, connection=client, serializer=JSONSerializer)

    def deliver(self, answer: str) -> None:
        """Queues a late answer by its name, ahead of other jobs: a person waits for it."""
        self._enqueue(Need(LATE_ANSWER, answer, 0, urgent=True))

    def make_replay(self, name: str) -> None:
        """Queues a replay by its name, behind other jobs: games go on first."""
        self._enqueue(Need(REPLAY, name, 0))

    def analyse_game(self, game: str) -> None:
        """Queues the analysis of a game, behind other jobs: games go on first."""
        self._enqueue(Need(ANALYSIS, game, 0))

    def _enqueue(self, need: Need) -> None:
        try:
            enqueue(self._queue, need)
        except redis.RedisError as error:
            raise StoreUnavailable(str(error)) from error
