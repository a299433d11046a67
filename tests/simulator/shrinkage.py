"""Makes a failing run small: faults, acts and games that it does not need go, as long as the same invariant breaks."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import msgspec

from tests.simulator.plans import DAY, Plan
from tests.simulator.simulation import Outcome, simulate

T = TypeVar("T")


class Shrinkage:
    """The search for a smaller plan with the same finding; each attempt is a run."""

    def __init__(
        self, outcome: Outcome, attempts: int = 60, run: Callable[[Plan], Outcome] = simulate
    ) -> None:
        assert outcome.finding is not None
        self.best, self._invariant = outcome, outcome.finding.invariant
        self.attempts, self._run = attempts, run

    def shrink(self) -> Outcome:
        """The smallest run that was found."""
        self._cut_end()
        before = -1
        while before != self.best.plan.size and self.attempts > 0:
            before = self.best.plan.size
            self._without_games()
            self._without("faults", self.best.plan.faults)
            self._without("acts", self.best.plan.acts)
        self._cut_end()
        return self.best

    def _fails(self, plan: Plan) -> bool:
        if self.attempts <= 0:
            return False
        self.attempts -= 1
        outcome = self._run(plan)
        if outcome.finding is None or outcome.finding.invariant != self._invariant:
            return False
        self.best = outcome
        return True

    def _cut_end(self) -> None:
        """Nothing that comes after the finding matters."""
        plan, end = self.best.plan, self.best.seconds
        shorter = msgspec.structs.replace(
            plan,
            days=min(plan.days, end / DAY + 0.1),
            acts=[act for act in plan.acts if act.at < end],
            faults=[fault for fault in plan.faults if fault.at < end],
        )
        if shorter != plan:
            self._fails(shorter)

    def _without_games(self) -> None:
        for number in list(self.best.plan.tables):
            tables = {key: table for key, table in self.best.plan.tables.items() if key != number}
            acts = [act for act in self.best.plan.acts if act.game != number]
            if tables:
                self._fails(msgspec.structs.replace(self.best.plan, tables=tables, acts=acts))

    def _without(self, name: str, items: Sequence[T]) -> None:
        """Drops ever smaller parts of a list."""
        size = len(items)
        while size and self.attempts > 0:
            for part in list(_parts(getattr(self.best.plan, name), size)):
                kept = [item for item in getattr(self.best.plan, name) if item not in part]
                self._fails(msgspec.structs.replace(self.best.plan, **{name: kept}))
            size //= 2


def _parts(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def story(outcome: Outcome, latest: int = 40) -> str:
    """A run as a text for people: the plan that is left, what happened, and what is wrong."""
    plan = outcome.plan
    tables = [f"  game {number}: {table}" for number, table in plan.tables.items()]
    acts = [
        f"  {act.kind} by seat {act.seat} of game {act.game}, after {act.at / DAY:.2f} days"
        for act in plan.acts
    ]
    faults = [f"  {fault.kind} at {fault.target}, after {fault.at / DAY:.2f} days" for fault in plan.faults]
    return "\n".join(
        [
            f"seed {plan.seed}, {plan.days:.1f} days",
            *tables,
            *(["acts:", *acts] if acts else []),
            *(["faults:", *faults] if faults else []),
            "the run:",
            *outcome.chronicle.story(latest),
            f"finding: {outcome.finding or 'none'}",
        ]
    )
