"""`python -m tests.simulator SEED [SEED after the last]`: runs seeds; a finding is made small and becomes a story.

`--seasons` makes each seed four months of unhurried play instead of three weeks; `--real` keeps games in a server
program instead of memory.
"""

import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from service.runtime.embedded_valkey import EmbeddedServer, socket_path
from tests.simulator.plans import DAY, Plan, plan_of, season_of
from tests.simulator.shrinkage import Shrinkage, story
from tests.simulator.simulation import Outcome, simulate
from tests.simulator.wire import STORE, RealServer, Server

YEAR = 365.25 * DAY


def main(first: int, after: int, plan: Callable[[int], Plan], store: Server | None) -> int:
    begun, total, findings = time.monotonic(), Counter[str](), 0
    for seed in range(first, after):
        outcome = simulate(plan(seed), store)
        total.update(games=outcome.games, over=outcome.over, events=outcome.events, faults=outcome.faults)
        total["seconds"] += int(outcome.seconds)
        _say(_summary(outcome))
        if outcome.finding:
            findings += 1
            _say(story(Shrinkage(outcome, run=partial(simulate, store=store)).shrink()))
        elif after == first + 1:
            _say(story(outcome))
    minutes = (time.monotonic() - begun) / 60
    _say(
        f"{after - first} seeds, {total['seconds'] / YEAR:.2f} years, {total['games']} games ({total['over']} over), "
        f"{total['events']} events, {total['faults']} faults, {findings} findings, "
        f"{(after - first) / minutes:.1f} seeds a minute"
    )
    return findings


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


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m tests.simulator")
    parser.add_argument("first", type=int)
    parser.add_argument("after", type=int, nargs="?")
    parser.add_argument("--seasons", dest="plan", action="store_const", const=season_of, default=plan_of)
    parser.add_argument("--real", action="store_true")
    chosen = parser.parse_args()
    seeds = chosen.first, chosen.after or chosen.first + 1
    if chosen.real:
        with real_store() as server:
            sys.exit(main(*seeds, chosen.plan, server) > 0)
    sys.exit(main(*seeds, chosen.plan, None) > 0)
