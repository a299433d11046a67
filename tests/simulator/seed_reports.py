"""A seed is run, and reported: a line when nothing was found, else the story of the shortest run that shows it."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from service.runtime.embedded_valkey import EmbeddedServer, socket_path
from tests.simulator.plans import DAY, Plan
from tests.simulator.shrinkage import Shrinkage, story
from tests.simulator.simulation import Outcome, simulate
from tests.simulator.wire import STORE, RealServer, Server


class Report(NamedTuple):
    """What is counted."""

    counts: Counter[str]
    seconds: float  # simulated


def report_of(seed: int, plan: Callable[[int], Plan], *, real: bool, in_full: bool) -> Report:
    """Runs a seed; one that found something again and again, until its story is short."""
    if real:
        with real_store() as server:
            return _report(plan(seed), server, in_full=in_full)
    return _report(plan(seed), None, in_full=in_full)


def _report(plan: Plan, store: Server | None, *, in_full: bool) -> Report:
    outcome = simulate(plan, store)
    say(_summary(outcome))
    if outcome.finding:
        say(story(Shrinkage(outcome, run=partial(simulate, store=store)).shrink()))
    elif in_full:
        say(story(outcome))
    counts = Counter(games=outcome.games, over=outcome.over, events=outcome.events, faults=outcome.faults)
    counts["findings"] = outcome.finding is not None
    return Report(counts, outcome.seconds)


@contextmanager
def real_store() -> Iterator[RealServer]:
    """A server program of our own, which ends with the block."""
    with TemporaryDirectory(prefix="ttr-simulator-") as place:
        embedded = EmbeddedServer(Path(place) / "store", keep=False)
        try:
            yield RealServer(STORE, str(socket_path(embedded.data)))
        finally:
            embedded.stop()


def _summary(outcome: Outcome) -> str:
    return (
        f"seed {outcome.plan.seed}: {outcome.finding or 'nothing found'}; {outcome.seconds / DAY:.0f} days, "
        f"{outcome.games} games, {outcome.events} events, {outcome.faults} faults, digest {outcome.digest[:12]}"
    )


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
