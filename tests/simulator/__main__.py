"""`python -m tests.simulator SEED [SEED after the last]`: runs seeds; a finding is made small and becomes a story."""

import sys
import time
from collections import Counter

from tests.simulator.plans import DAY, plan_of
from tests.simulator.shrinkage import Shrinkage, story
from tests.simulator.simulation import Outcome, simulate

YEAR = 365.25 * DAY


def main(first: int, after: int) -> int:
    begun, total, findings = time.monotonic(), Counter[str](), 0
    for seed in range(first, after):
        outcome = simulate(plan_of(seed))
        total.update(games=outcome.games, over=outcome.over, events=outcome.events, faults=outcome.faults)
        total["seconds"] += int(outcome.seconds)
        _say(_summary(outcome))
        if outcome.finding:
            findings += 1
            _say(story(Shrinkage(outcome).shrink()))
        elif after == first + 1:
            _say(story(outcome))
    minutes = (time.monotonic() - begun) / 60
    _say(
        f"{after - first} seeds, {total['seconds'] / YEAR:.2f} years, {total['games']} games ({total['over']} over), "
        f"{total['events']} events, {total['faults']} faults, {findings} findings, "
        f"{(after - first) / minutes:.1f} seeds a minute"
    )
    return findings


def _summary(outcome: Outcome) -> str:
    return (
        f"seed {outcome.plan.seed}: {outcome.finding or 'nothing found'}; {outcome.seconds / DAY:.0f} days, "
        f"{outcome.games} games, {outcome.events} events, {outcome.faults} faults, digest {outcome.digest[:12]}"
    )


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    start = int(sys.argv[1])
    sys.exit(main(start, int(sys.argv[2]) if len(sys.argv) > 2 else start + 1) > 0)
