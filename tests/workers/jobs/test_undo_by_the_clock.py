"""Undo, pauses and vacations in games with a clock: time that was left is left, and nobody gains any."""

from collections.abc import Callable
from datetime import timedelta

import msgspec
import pytest
from freezegun.api import FrozenDateTimeFactory

from service.clocks.deadlines import moment
from tests.support.workers.clocked_game import PostedGame, per_move
from ttr_core import legal_commands
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.model.commands import ClaimRoute, Command, KeepTickets
from ttr_core.rules.by_post.clock.terms import ClockSettings
from ttr_core.rules.by_post.clock.vacations import EndVacation, TakeVacation
from ttr_core.rules.by_post.motions import Agree, Motion, Propose, ResumeGame
from ttr_core.rules.by_post.undo import ProposeUndo

HOUR_MS = 3_600_000


def choose(post: PostedGame, seat: int) -> None:
    offer = ticket_choice(post.loaded.state, seat).offer
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


def claims(post: PostedGame, seat: int) -> list[Command]:
    loaded = post.loaded
    return [
        command
        for command in legal_commands(loaded.ruleset, loaded.state, seat)
        if isinstance(command, ClaimRoute)
    ]


def claim(post: PostedGame, seat: int) -> None:
    """The seat's whole turn, in which it draws nothing, so that the turn can be taken back."""
    post.do(claims(post, seat)[0], f"seat:{seat}")


def first_turn(time: FrozenDateTimeFactory, clock: str) -> PostedGame:
    """Seat 0 plays the first turn and holds the cards for a route; an hour of it has passed."""
    post = PostedGame(time, CLOCKS[clock])
    post.choose_tickets()
    if not claims(post, 0):
        return first_turn(time, clock)
    post.time.tick(3600)
    return post


def take_back(post: PostedGame) -> None:
    post.do(ProposeUndo(seat=0), "seat:0")
    post.do(Agree(seat=1, motion="undo"), "seat:1")


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_finished_turn_that_is_taken_back_has_the_rest_of_its_time(
    time: FrozenDateTimeFactory, clock: str
) -> None:
    """It had all of its time again, and a bank kept the increment."""
    post = first_turn(time, clock)
    before = moment(post.clock.deadlines[0])
    for number in range(1, 4):
        claim(post, 0)
        post.time.tick(1)
        take_back(post)
        assert moment(post.clock.deadlines[0]) - before == timedelta(seconds=number)


@pytest.mark.parametrize("clock", CLOCKS)
def test_nobody_gains_time_by_a_vacation_between_a_turn_and_its_undo(
    time: FrozenDateTimeFactory, clock: str
) -> None:
    post = first_turn(time, clock)
    before = moment(post.clock.deadlines[0])
    claim(post, 0)
    post.do(TakeVacation(seat=0, days=1), "seat:0")
    take_back(post)
    post.time.tick(1)
    post.do(EndVacation(seat=0), "seat:0")
    assert moment(post.clock.deadlines[0]) - before == timedelta(seconds=1)


def test_a_turn_that_is_taken_back_brings_nobody_an_increment(time: FrozenDateTimeFactory) -> None:
    post = first_turn(time, "bank")
    claim(post, 0)
    post.time.tick(3600)
    take_back(post)
    claim(post, 0)
    assert post.clock.left[0] == 101 * HOUR_MS  # after two choices and an hour
    assert post.clock.running[1].allowed_ms == 100 * HOUR_MS


@pytest.mark.parametrize("clock", ["daily", "daily with quiet hours", "per move"])
def test_the_next_turn_after_one_that_was_taken_back_has_its_full_time(
    time: FrozenDateTimeFactory, clock: str
) -> None:
    post = first_turn(time, clock)
    claim(post, 0)
    take_back(post)
    fresh = first_turn(time, clock)
    claim(post, 0)
    claim(fresh, 0)
    assert post.clock.deadlines[1] == fresh.clock.deadlines[1]
    post.move(1)
    fresh.move(1)
    assert post.clock.deadlines[0] == fresh.clock.deadlines[0]
