"""Answers that a worker delivers. They wait in the store, so nothing of them is in the queue or in a log."""

import logging
import secrets

import msgspec

from service.background.jobs import JobQueue
from service.chat.rooms.room import Posts
from service.errors import StoreUnavailable
from service.store.interface import ExpiringKeys

log = logging.getLogger("ttr.chat")

KEPT_SECONDS = 3600  # no platform takes an answer later than this, and it may hold secrets


class LateAnswer(msgspec.Struct, frozen=True):
    """An answer to deliver. The handle tells its platform where the answer belongs."""

    platform: str
    handle: str
    posts: Posts
    tries: int = 0  # deliveries that failed


def leave_to_worker(store: ExpiringKeys, jobs: JobQueue, platform: str, handle: str, posts: Posts) -> bool:
    """Returns False if the queue does not answer; what the request did is done nevertheless."""
    name = secrets.token_hex(12)
    keep_answer(store, name, LateAnswer(platform, handle, posts))
    try:
        jobs.deliver(name)
    except StoreUnavailable as error:
        log.warning("cannot queue an answer: %s", error)
        forget_answer(store, name)
        return False
    return True


def keep_answer(store: ExpiringKeys, name: str, answer: LateAnswer) -> None:
    store.set_expiring(f"answer/{name}", msgspec.json.encode(answer).decode(), KEPT_SECONDS)


def read_answer(store: ExpiringKeys, name: str) -> LateAnswer | None:
    text = store.expiring(f"answer/{name}")
    return msgspec.json.decode(text, type=LateAnswer) if text else None


def count_failure(store: ExpiringKeys, name: str, answer: LateAnswer) -> int:
    """How many deliveries have failed, with this one."""
    keep_answer(store, name, msgspec.structs.replace(answer, tries=answer.tries + 1))
    return answer.tries + 1


def forget_answer(store: ExpiringKeys, name: str) -> None:
    store.remove_expiring(f"answer/{name}")
