"""Processes of the background remember nothing of finished games, and every cache is bounded."""

import functools
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

ROUNDS, FEW = 8, 4  # of games
MOST_BYTES = 5000  # of a game that has finished, for chance: one that is kept takes 20,000


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
def test_nothing_is_left_of_games_that_have_finished(desk: Desk) -> None:
    """Caches that are bounded are emptied before each look: until they are full they grow with any game."""
    dispatcher = Dispatcher(games(), desk.queue)
    dispatcher.prepare()
    tracemalloc.start()
    sizes = []
    for _ in range(ROUNDS):
        play(desk, dispatcher, FEW)
        empty_bounded_caches()
        sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert dispatcher.sizes == {"games": 0, "clocks": 0, "bots": 0}
    half = ROUNDS // 2
    grown = (sizes[-1] - sizes[half - 1]) / (FEW * (ROUNDS - half))
    assert grown < MOST_BYTES, f"{grown:.0f} bytes more with every game: {sizes}"


def empty_bounded_caches() -> None:
    gc.unfreeze()  # or the caches of what was imported before the tests are not among the objects
    wrappers = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
    for wrapper in wrappers:
        if wrapper.cache_parameters()["maxsize"] is not None:
            wrapper.cache_clear()
    gc.collect()


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
