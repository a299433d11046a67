"""Seeds of the simulator: the whole service under faults, on simulated time."""

from collections.abc import Iterator

import pytest

from tests.simulator.plans import Plan, Scope, plan_of, season_of
from tests.simulator.seed_reports import real_store
from tests.simulator.shrinkage import Shrinkage, story
from tests.simulator.simulation import simulate
from tests.support.workers.fresh_process import OwnProcess, in_fresh_process, own_process

pytestmark = pytest.mark.timeout(900)  # a few seconds each, on a machine that has nothing else to do

# two of the seeds by default, with one dispatcher and with two; the others, and long runs, in the soak
SEEDS = [1, 6, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (2, 3, 4, 7, 9))]
SHORT = 2.0  # days
LONG_SEEDS = range(1000, 1600)
SEASONS = range(2000, 2072)  # of four months: 24 years


@pytest.fixture(scope="module")
def process() -> Iterator[OwnProcess]:
    with own_process() as running:
        yield running


def check(seed: int, days: float, tables: int) -> None:
    check_plan(plan_of(seed, days=days, tables=tables))


def check_season(seed: int) -> None:
    check_plan(season_of(seed))


def check_plan(plan: Plan) -> None:
    outcome = simulate(plan)
    assert not outcome.finding, story(Shrinkage(outcome, attempts=12).shrink())
    assert outcome.events > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_lost_bent_or_stalled(process: OwnProcess, seed: int) -> None:
    process.run(check, seed, SHORT, tables=2)


@pytest.mark.parametrize("seed", [3, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (1, 5))])
def test_clocks_of_machines_may_be_wrong(process: OwnProcess, seed: int) -> None:
    """Deadlines fire in time though the clocks of processes differ by up to half an hour."""
    process.run(check_wrong_clocks, seed)


def check_wrong_clocks(seed: int) -> None:
    scope = Scope(faults=("clock_jump",), tempers=("slow", "vanishing"))
    outcome = simulate(plan_of(seed, days=SHORT, tables=2, acts=0.5, faults=4, scope=scope))
    assert not outcome.finding, story(outcome)
    assert outcome.faults > 0


def test_a_real_server_does_as_well(process: OwnProcess) -> None:
    process.run(check_real_server)


def check_real_server() -> None:
    scope = Scope(
        faults=("tail_lost", "killed_before", "killed_after", "reply_lost", "store_away", "feed_lost")
    )
    with real_store() as server:
        outcome = simulate(plan_of(4, days=1, tables=2, faults=8, scope=scope), server)
    assert not outcome.finding, story(outcome)
    assert outcome.events > 0


def test_a_seed_reproduces_its_run(process: OwnProcess) -> None:
    process.run(check_reproduction)


def check_reproduction() -> None:
    first, _, second = (simulate(plan_of(seed, days=1, tables=2)) for seed in (2, 3, 2))
    assert first.chronicle.lines == second.chronicle.lines
    assert first.digest == second.digest
    assert first.finding is None


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", LONG_SEEDS)
def test_weeks_of_faults(seed: int) -> None:
    in_fresh_process(check, seed, 21, tables=3)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", SEASONS)
def test_years_of_unhurried_play(seed: int) -> None:
    in_fresh_process(check_season, seed)
