"""The move of a bot: its own choice if that is legal and comes in time, and some legal move in any case.

Turns of an empty seat are skipped; where a choice is compulsory, it takes the least.
"""

import logging
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from threading import current_thread, main_thread
from types import FrameType
from zlib import crc32

import msgspec

from service.clocks.deadlines import utc_now
from service.games.game_cache import Loaded
from service.store import Store
from ttr_core import Command, SeatId, legal_commands
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice
from ttr_core.by_post import SkipTurn, may_skip
from ttr_core.engine.views import view

log = logging.getLogger("ttr.bots")

THINKING_SECONDS = 3.0  # for one choice
AGAIN_SECONDS = 0.1  # between further interruptions of a policy that has swallowed one


class TookTooLong(BaseException):
    """A policy did not answer in its time. No policy catches this by catching every `Exception`."""


def choose(store: Store, loaded: Loaded, seat: SeatId, policy: str | None = None) -> Command:
    """The choice of the seat's bot, or of `policy`; if it fails, a legal fallback and a report."""
    legal = legal_commands(loaded.ruleset, loaded.state, seat)
    name = policy or loaded.state.seats[seat].kind.removeprefix("bot:")
    # the same game at the same version gives the same choice, however often the job runs
    dice = Dice(crc32(f"{loaded.game}/{loaded.version}/{seat}".encode()))
    see = partial(view, loaded.ruleset, loaded.state, seat)
    try:
        with _time_limit(THINKING_SECONDS):
            choice = POLICIES[name](loaded.ruleset, see, legal, dice)
        if choice in legal:
            return choice
        fault = f"chose {choice!r}, which is not legal"
    except (Exception, TookTooLong) as error:  # whatever a policy does, the game goes on
        fault = repr(error)
    _report(store, loaded, seat, name, fault)
    return _fallback(legal, dice)


def _fallback(legal: Sequence[Command], dice: Dice) -> Command:
    return legal[dice.below(len(legal))]


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
    return min(legal_commands(loaded.ruleset, loaded.state, seat), key=_weight)  # of equals the first


def _weight(command: Command) -> int:
    """The number of cards or tickets in a command."""
    values = msgspec.structs.asdict(command).values()
    return sum(len(value) for value in values if isinstance(value, tuple))
