"""The move of a bot: its own choice if that is legal and comes in time, else the best that it had come to.

Turns of an empty seat are skipped; where a choice is compulsory, it takes the least.
"""

import logging
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from zlib import crc32

import msgspec

from service.clocks.deadlines import utc_now
from service.games.game_cache import Loaded, bot_situation
from service.store import Store
from ttr_core import Command, Event, SeatId, legal_commands
from ttr_core.bots import POLICIES
from ttr_core.bots.planner.planner_bot import choose_planner
from ttr_core.bots.policy import Dice, Situation
from ttr_core.by_post import SkipTurn, may_skip

log = logging.getLogger("ttr.bots")

THINKING_SECONDS = 3.0  # for one choice
AGAIN_SECONDS = 0.1  # between further interruptions of a policy that has swallowed one


class TookTooLong(BaseException):
    """A policy did not answer in its time. No policy catches this by catching every `Exception`."""


def choose(
    store: Store, loaded: Loaded, seat: SeatId, policy: str | None = None, ahead: Sequence[Event] = ()
) -> Command:
    """The choice of the seat's bot, or of `policy`; if it fails, a good move all the same, and a report.

    `ahead` are events that have led to the loaded state and are not appended yet.
    """
    name = policy or loaded.state.seats[seat].kind.removeprefix("bot:")
    situation = bot_situation(store, loaded, seat, _dice(loaded, seat), ahead)
    try:
        with _time_limit(THINKING_SECONDS):
            choice = POLICIES[name](situation)
        if choice in situation.legal:
            return choice
        fault = f"chose {choice!r}, which is not legal"
    except (Exception, TookTooLong) as error:  # whatever a policy does, the game goes on
        fault = repr(error)
    _report(store, loaded, seat, name, fault)
    situation.dice = _dice(loaded, seat)  # how far the bot has thrown them depends on the time that it had
    return _fallback(situation)


def _dice(loaded: Loaded, seat: SeatId) -> Dice:
    """The same game at the same version gives the same choice, however often the job runs."""
    return Dice(crc32(f"{loaded.game}/{loaded.version}/{seat}".encode()))


def _fallback(situation: Situation) -> Command:
    """The best that the bot had come to, else the choice of a quick bot; if that fails too, the least."""
    if situation.best is not None and situation.best in situation.legal:
        return situation.best
    try:
        return choose_planner(situation)
    except Exception:  # the game goes on
        log.exception("no bot could choose; the least move was made")
        return _least(situation.legal)


def _report(store: Store, loaded: Loaded, seat: SeatId, name: str, fault: str) -> None:
    failure = {
        "at": utc_now(),
        "game": loaded.game,
        "version": loaded.version,
        "seat": seat,
        "bot": name,
        "error": fault,
    }
    log.error("a bot failed; a legal move was made in its place", extra={"fields": failure})
    store.report_failure(msgspec.json.encode(failure).decode())


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Interrupts what takes longer, busy or asleep. Works in the main thread only, where workers run their jobs."""
    if current_thread() is not main_thread():
        yield
        return
    thinking = True

    def ring(number: int, frame: FrameType | None) -> None:
        if thinking:
            raise TookTooLong(f"no choice within {seconds} s")

    # rq limits the whole job by the same timer: that is put off, and goes on afterwards
    before, began = signal.signal(signal.SIGALRM, ring), time.monotonic()
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_SECONDS)
    try:
        yield
    finally:
        thinking = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, left - (time.monotonic() - began)))


def stand_in(loaded: Loaded, seat: SeatId) -> Command:
    """The same for the same position, however often the job runs."""
    if may_skip(loaded.state, seat):
        return SkipTurn(seat=seat)
    return _least(legal_commands(loaded.ruleset, loaded.state, seat))


def _least(legal: Sequence[Command]) -> Command:
    """The command that takes the fewest cards or tickets; of equals the first."""
    return min(legal, key=_weight)


def _weight(command: Command) -> int:
    """The number of cards or tickets in a command."""
    values = msgspec.structs.asdict(command).values()
    return sum(len(value) for value in values if isinstance(value, tuple))
