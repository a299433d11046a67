"""Undo, pauses and vacations in games with a clock: time that was left is left, and nobody gains any."""

from collections.abc import Callable
from datetime import timedelta

import msgspec
import pytest
from freezegun.api import FrozenDateTimeFactory

from service.clocks.running_time import moment
from tests.support.workers.clocked_game import PostedGame, per_move
from ttr_core.model.commands import KeepTickets
from ttr_core.rules.by_post.clock.terms import ClockSettings
from ttr_core.rules.by_post.clock.vacations import EndVacation, TakeVacation
from ttr_core.rules.by_post.motions import Agree, Motion, Propose, ResumeGame
from ttr_core.rules.by_post.undo import ProposeUndo

HOUR_MS = 3_600_000


def choose(post: PostedGame, seat: int) -> None:
    offer = post.loaded.state.seats[seat].offer
    post.do(KeepTickets(seat=seat, tickets=offer), f"seat:{seat}")


def test_a_seat_that_takes_a_choice_back_has_the_rest_of_its_time(time: FrozenDateTimeFactory) -> None:
    """Otherwise choosing and taking back again and again would hold a game up for ever."""
    post = PostedGame(time, per_move())
    before = post.clock.deadlines[0]
    post.until("2026-03-28T08:00:00.000Z")
    for _ in range(3):
        choose(post, 0)
        assert 0 not in post.clock.deadlines
        post.do(ProposeUndo(seat=0), "seat:0")
        assert post.clock.deadlines[0] == before


def test_time_does_not_run_while_others_choose(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move())
    post.until("2026-03-27T19:00:00.000Z")
    choose(post, 0)
    post.until("2026-03-28T05:00:00.000Z")
    post.do(ProposeUndo(seat=0), "seat:0")
    assert post.clock.deadlines[0] == "2026-03-28T19:00:00.000Z"


def test_nothing_is_left_of_it_when_the_turns_begin(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move())
    post.until("2026-03-27T19:00:00.000Z")
    choose(post, 0)
    choose(post, 1)
    assert post.clock.left == {}
    assert post.clock.deadlines == {0: "2026-03-28T19:00:00.000Z"}


def test_a_bank_does_not_grow_by_taking_back(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, ClockSettings(kind="bank", seconds=100 * 3600, increment=3600))
    for _ in range(3):
        choose(post, 0)
        post.do(ProposeUndo(seat=0), "seat:0")
    choose(post, 0)
    choose(post, 1)
    assert post.clock.left == {0: 101 * HOUR_MS, 1: 101 * HOUR_MS}


def undo(post: PostedGame) -> None:
    choose(post, 0)
    post.time.tick(1)
    post.do(ProposeUndo(seat=0), "seat:0")


def pause(post: PostedGame) -> None:
    post.do(Propose(seat=0, motion=Motion.PAUSE), "seat:0")
    post.do(Agree(seat=1, motion=Motion.PAUSE), "seat:1")
    post.time.tick(1)
    post.do(ResumeGame(seat=0), "seat:0")


def vacation(post: PostedGame) -> None:
    post.do(TakeVacation(seat=0, days=1), "seat:0")
    post.time.tick(1)
    post.do(EndVacation(seat=0), "seat:0")


DAILY = ClockSettings(kind="daily", hour="18:00", zone="Europe/Paris", seconds=3600, vacation_days=40)
CLOCKS = {
    "daily": DAILY,
    "daily with quiet hours": msgspec.structs.replace(DAILY, quiet_from="22:00", quiet_until="07:00"),
    "per move": per_move(vacation_days=40),
    "bank": ClockSettings(kind="bank", seconds=100 * 3600, increment=3600, vacation_days=40),
}


@pytest.mark.parametrize("interrupt", [undo, pause, vacation])
@pytest.mark.parametrize("clock", CLOCKS)
def test_a_moment_that_interrupts_a_turn_costs_no_more_than_itself(
    time: FrozenDateTimeFactory, clock: str, interrupt: Callable[[PostedGame], None]
) -> None:
    """A daily deadline was rounded up to the next day each time, and one player could hold a game up for ever."""
    post = PostedGame(time, CLOCKS[clock])
    before = moment(post.clock.deadlines[0])
    for number in range(1, 6):
        interrupt(post)
        assert moment(post.clock.deadlines[0]) - before == timedelta(seconds=number)
        post.time.tick(60)
