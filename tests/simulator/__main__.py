"""`python -m tests.simulator SEED [SEED after the last]`: runs seeds; a finding is made small and becomes a story.

`--seasons` makes each seed four months of unhurried play instead of three weeks; `--real` keeps games in a server
program instead of memory; `--jobs` is how many seeds run at a time. Each has a process of its own, so that nothing of
the seeds before it is left.
"""

import os
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from tests.simulator.plans import DAY, Plan, plan_of, season_of
from tests.simulator.seed_reports import report_of, say
from tests.support.workers.fresh_process import ORDERED_SETS

YEAR = 365.25 * DAY


def main(seeds: range, plan: Callable[[int], Plan], jobs: int, *, real: bool) -> int:
    begun, total, simulated = time.monotonic(), Counter[str](), 0.0
    os.environ |= ORDERED_SETS
    report = partial(report_of, plan=plan, real=real, in_full=len(seeds) == 1)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        for one in pool.map(report, seeds):
            total.update(one.counts)
            simulated += one.seconds
    minutes = (time.monotonic() - begun) / 60
    say(
        f"{len(seeds)} seeds, {simulated / YEAR:.2f} years, {total['games']} games ({total['over']} over), "
        f"{total['events']} events, {total['faults']} faults, {total['findings']} findings, "
        f"{len(seeds) / minutes:.1f} seeds a minute"
    )
    return total["findings"]


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m tests.simulator")
    parser.add_argument("first", type=int)
    parser.add_argument("after", type=int, nargs="?")
    parser.add_argument("--seasons", dest="plan", action="store_const", const=season_of, default=plan_of)
    parser.add_argument("--real", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    wanted = range(chosen.first, chosen.after or chosen.first + 1)
    sys.exit(main(wanted, chosen.plan, chosen.jobs, real=chosen.real) > 0)
