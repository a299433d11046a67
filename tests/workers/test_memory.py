"""Processes of the background remember nothing of finished games, and every cache is bounded."""

import gc
import tracemalloc

import pytest

from service.caches import RecentlyUsed
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.metrics import ProcessSizes, resident_bytes
from tests.support.workers.background_service import BOT, PERSON, Desk, open_game
from ttr_core.by_post import AbandonGame
from ttr_core.model.actor import SYSTEM
from ttr_core.model.commands import ScoreGame
from workers.dispatch.clock_schedule import OUTDATED, Schedule
from workers.dispatch.dispatcher import Dispatcher
from workers.environment import games


def play(desk: Desk, dispatcher: Dispatcher, number: int) -> None:
    """Games of bots, played to their ends."""
    names = [open_game(desk.games, BOT, BOT) for _ in range(number)]
    for _ in range(50):
        dispatcher.step()
        desk.work()
        if all(desk.current(name).over for name in names):
            break
    for _ in range(3):
        dispatcher.step()
        desk.work()


def test_finished_games_are_forgotten(desk: Desk) -> None:
    dispatcher = Dispatcher(games(), desk.queue)
    dispatcher.prepare()
    play(desk, dispatcher, 5)
    assert dispatcher.sizes == {"games": 0, "clocks": 0, "bots": 0}
    assert len(games().cache) == 0


def test_a_dispatcher_forgets_games_whose_end_another_one_saw(desk: Desk) -> None:
    """Before, it queued a job for the clock of a finished game every minute for as long as it ran."""
    request = GameRequest(board="lyon", seats=(PERSON, SeatRequest()))  # waits for a guest, for thirty days
    loaded = open_table(desk.games, request).done.loaded
    dispatcher = desk.dispatcher()
    dispatcher.sweep()
    assert dispatcher.sizes["clocks"] == 1
    desk.games.perform(loaded, [AbandonGame(), ScoreGame()], SYSTEM)
    assert desk.current(loaded.game).over
    dispatcher.prepare()  # all partitions are swept at once
    while dispatcher._sweep.pressing:
        dispatcher._sweep_on()
    assert dispatcher._clocks._schedule.next() is None


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_memory_levels_off_while_games_finish(desk: Desk) -> None:
    dispatcher = Dispatcher(games(), desk.queue)
    dispatcher.prepare()
    play(desk, dispatcher, 50)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(20):
        play(desk, dispatcher, 50)
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert dispatcher.sizes == {"games": 0, "clocks": 0, "bots": 0}
    # A ruleset's caches (payments, paths, orders, counts) keep 4,096 entries each, about 4 MB when all are full.
    # A thousand games that are kept would be more than 20 MB.
    assert grown < 6_000_000, f"{grown} bytes more after 1,000 games"


def test_the_schedule_forgets_moments_that_were_put_off() -> None:
    schedule = Schedule()
    for move in range(10 * OUTDATED):
        schedule.note("game", move, f"2026-11-17T00:00:00.{move:06}Z")
    assert len(schedule) <= OUTDATED + 3
    assert schedule.next() == f"2026-11-17T00:00:00.{10 * OUTDATED - 1:06}Z"
    assert list(schedule.due("2027")) == [("game", 10 * OUTDATED - 1)]


def test_a_cache_may_be_bounded_in_bytes() -> None:
    cache: RecentlyUsed[int, bytes] = RecentlyUsed(100, len)
    for number in range(10):
        cache.put(number, b"x" * 40)
    assert (len(cache), cache.weight) == (2, 80)
    cache.put(10, b"x" * 101)
    assert cache.get(10) is None
    assert cache.get(9) is not None


def test_sizes_are_metrics() -> None:
    sizes = ProcessSizes("dispatch", lambda: {"games": 3})
    sizes.measure()
    assert sizes.text().count(b'ttr_cache_entries{cache="games",process="dispatch"} 3.0') == 1
    assert resident_bytes() > 10_000_000
