"""Reminders, warnings, vacations and pauses over frozen time."""

import pytest
from freezegun.api import FrozenDateTimeFactory

from service.errors import ServiceError
from service.games.lobby import SeatRequest
from tests.support.workers.clocked_game import PERSON, PostedGame, per_move
from ttr_core import legal_commands
from ttr_core.model.commands import DrawCard
from ttr_core.rules.by_post.clock.clock import AgreeOnClock
from ttr_core.rules.by_post.clock.terms import NextInLineWarned, ReminderDue, TimeOut
from ttr_core.rules.by_post.clock.vacations import EndVacation, TakeVacation
from ttr_core.rules.by_post.motions import Agree, Motion, Propose, ResumeGame
from ttr_core.rules.by_post.people import ReturnToSeat

HOUR_MS = 3_600_000


# ---------------------------------------------------------------------------------- reminders


def test_reminders_come_at_their_points_and_once(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move(24, reminders=(3600, 6 * 3600)))
    post.choose_tickets()
    assert post.clock.running[0].reminders == ("2026-03-28T03:00:00.000Z", "2026-03-28T08:00:00.000Z")
    for moment, nth in (("03:00:00.000", 1), ("08:00:00.000", 2)):
        assert post.tick() == 0
        post.until(f"2026-03-28T{moment}Z")
        assert post.tick() == 1
        reminder = post.events_of("reminder_due")[-1][1]
        assert reminder == ReminderDue(seat=0, deadline="2026-03-28T09:00:00.000Z", nth=nth)
    assert post.tick() == 0


def test_of_several_reminders_that_were_missed_only_the_last_is_sent(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move(24, reminders=(3600, 6 * 3600)))
    post.choose_tickets()
    post.until("2026-03-28T08:30:00.000Z")
    post.tick()
    assert [event.nth for _, event in post.events_of("reminder_due") if isinstance(event, ReminderDue)] == [2]


def test_reminders_do_not_come_at_night(time: FrozenDateTimeFactory) -> None:
    """Two hours before a deadline in the morning is the evening before."""
    clock = per_move(15, quiet_from="22:00", quiet_until="07:00", reminders=(2 * 3600,))
    post = PostedGame(time, clock)
    post.choose_tickets()
    assert post.clock.running[0].deadline == "2026-03-28T09:00:00.000Z"  # 10 o'clock in Paris
    assert post.clock.running[0].reminders == ("2026-03-28T07:00:00.000Z",)
    shorter = PostedGame(time, per_move(13, quiet_from="22:00", quiet_until="07:00", reminders=(2 * 3600,)))
    shorter.choose_tickets()
    assert shorter.clock.running[0].deadline == "2026-03-28T07:00:00.000Z"
    assert shorter.clock.running[0].reminders == ("2026-03-27T20:00:00.000Z",)


def test_the_next_player_is_warned_once_a_turn(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move(warn_next=True), (PERSON, SeatRequest(kind="bot"), PERSON))
    post.move(0)
    post.move(2)
    loaded = post.loaded
    post.do(legal_commands(loaded.ruleset, loaded.state, 1)[0], "bot:1")
    assert post.events_of("next_in_line_warned")[-1][1] == NextInLineWarned(seat=2)
    assert len(post.events_of("next_in_line_warned")) == 1
    post.do(DrawCard(seat=0), "seat:0")
    assert len(post.events_of("next_in_line_warned")) == 1


# ---------------------------------------------------------------------------------- vacations


def test_a_vacation_stops_the_clock_and_lasts_days_of_the_calendar(time: FrozenDateTimeFactory) -> None:
    """Over the night in which clocks are set forward seven days are an hour short."""
    post = PostedGame(time, per_move(vacation_days=10))
    post.choose_tickets()
    post.until("2026-03-27T19:00:00.000Z")
    post.do(TakeVacation(seat=0, days=7), "seat:0")
    assert post.clock.vacations[0].until == "2026-04-03T18:00:00.000Z"
    assert (post.clock.deadlines, post.clock.left) == ({}, {0: 14 * HOUR_MS})
    post.until("2026-04-03T17:59:59.999Z")
    assert post.tick() == 0
    post.until("2026-04-03T18:00:00.000Z")
    assert post.tick() == 1
    assert post.clock.deadlines == {0: "2026-04-04T08:00:00.000Z"}
    assert post.clock.spent == {0: 7}


def test_days_left_by_an_early_return_can_be_taken_later(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move(vacation_days=10))
    post.choose_tickets()
    post.do(TakeVacation(seat=0, days=10), "seat:0")
    post.until("2026-03-29T18:00:00.000Z")  # two days and some hours later
    post.do(EndVacation(seat=0), "seat:0")
    assert post.clock.spent == {0: 3}
    assert post.clock.deadlines == {0: "2026-03-30T18:00:00.000Z"}
    with pytest.raises(ServiceError, match="vacation_spent"):
        post.do(TakeVacation(seat=0, days=8), "seat:0")
    post.do(TakeVacation(seat=0, days=7), "seat:0")
    assert post.clock.spent == {0: 10}


def test_a_turn_that_comes_during_a_vacation_waits(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move(vacation_days=10))
    post.choose_tickets()
    post.do(TakeVacation(seat=1, days=1), "seat:1")
    post.move(0)
    assert post.clock.deadlines == {}
    post.until("2026-03-28T09:00:00.000Z")
    post.tick()
    assert post.clock.deadlines == {1: "2026-03-29T09:00:00.000Z"}


def test_a_move_on_vacation_costs_nothing_in_the_next_turn(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move(vacation_days=10))
    post.choose_tickets()
    post.until("2026-03-28T08:00:00.000Z")
    post.do(TakeVacation(seat=0, days=3), "seat:0")
    assert post.clock.left == {0: HOUR_MS}
    post.move(0)
    assert post.clock.left == {}
    post.move(1)
    post.do(EndVacation(seat=0), "seat:0")
    assert post.clock.running[0].allowed_ms == 24 * HOUR_MS


@pytest.mark.parametrize("leap", [True, False])
def test_vacations_over_the_end_of_february(time: FrozenDateTimeFactory, leap: bool) -> None:
    time.move_to("2028-02-27T12:00:00Z" if leap else "2027-02-27T12:00:00Z")
    post = PostedGame(time, per_move(vacation_days=3))
    post.do(TakeVacation(seat=0, days=3), "seat:0")
    assert post.clock.vacations[0].until == ("2028-03-01" if leap else "2027-03-02") + "T12:00:00.000Z"


# ---------------------------------------------------------------------------------- pauses


def agree_on(post: PostedGame, motion: Motion) -> None:
    post.do(Propose(seat=0, motion=motion), "seat:0")
    post.do(Agree(seat=1, motion=motion), "seat:1")


def test_a_pause_stops_all_clocks_and_what_was_left_stays(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move())
    post.move(0)
    post.until("2026-03-27T19:00:00.000Z")
    agree_on(post, Motion.PAUSE)
    assert (post.clock.deadlines, post.clock.left[1]) == ({}, 14 * HOUR_MS)
    post.until("2026-06-01T00:00:00.000Z")
    assert post.tick() == 0
    post.do(ResumeGame(seat=0), "seat:0")
    assert post.clock.deadlines == {1: "2026-06-01T14:00:00.000Z"}


def test_a_seat_out_of_time_as_the_pause_began_comes_back_to_a_whole_turn(
    time: FrozenDateTimeFactory,
) -> None:
    """The last seat to be asked runs out of time and passes to a bot: that carries the motion, and no time is kept."""
    post = PostedGame(time, per_move(on_timeout=TimeOut.BOT_TAKES_OVER), (PERSON, PERSON, PERSON))
    post.choose_tickets()
    for seat, command in ((1, Propose(seat=1, motion=Motion.PAUSE)), (2, Agree(seat=2, motion=Motion.PAUSE))):
        post.do(command, f"seat:{seat}")
    post.until("2026-03-28T09:00:00.000Z")
    post.tick()
    assert [envelope.type for envelope, _ in post.events[-2:]] == ["game_paused", "clock_stopped"]
    assert post.clock.left == {}
    post.do(ReturnToSeat(seat=0), "seat:0")
    post.do(ResumeGame(seat=0), "seat:0")
    assert post.clock.running[0].allowed_ms == 24 * HOUR_MS


def test_no_clock_can_be_agreed_on_twice(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move(), (PERSON, SeatRequest()))
    with pytest.raises(ServiceError, match="not_now"):
        post.do(AgreeOnClock(clock=per_move(1)), "host")
