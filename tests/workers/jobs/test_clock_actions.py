"""Every clock policy over frozen time: deadlines, banks, daily hours, reminders, vacations, pauses and time-outs."""

import pytest
from freezegun.api import FrozenDateTimeFactory

from service.errors import ServiceError
from service.games.import_export import record_of
from service.games.lobby import SeatRequest
from tests.support.workers.clocked_game import PERSON, PostedGame, per_move
from ttr_core.audit import verify
from ttr_core.model.commands import DrawCard, ScoreGame, TakeSeat
from ttr_core.model.events import GameEnded
from ttr_core.model.ids import Witness
from ttr_core.rules.by_post.clock.clock import AgreeOnClock
from ttr_core.rules.by_post.clock.terms import ClockSettings, DeadlineSet, TimeOut, TimeRanOut
from ttr_core.rules.by_post.clock.vacations import TakeVacation
from ttr_core.rules.by_post.seat_holders import SeatHandedOver, TurnSkipped
from workers import environment

HOUR_MS = 3_600_000


# ---------------------------------------------------------------------------------- deadlines


def test_simultaneous_choices_have_a_deadline_each(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move())
    assert post.clock.deadlines == {0: "2026-03-28T09:00:00.000Z", 1: "2026-03-28T09:00:00.000Z"}
    post.until("2026-03-27T12:00:00.000Z")
    post.move(1)
    assert post.clock.deadlines == {0: "2026-03-28T09:00:00.000Z"}


def test_a_deadline_is_set_in_the_same_commit_as_the_move(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move())
    post.choose_tickets()
    post.until("2026-03-27T15:00:00.000Z")
    post.move(0)
    (turn, _), (deadline, event) = post.events_of("turn_started", "deadline_set")[-2:]
    assert isinstance(event, DeadlineSet)
    assert (event.seat, event.since, event.deadline) == (1, post.loaded.at, "2026-03-28T15:00:00.000Z")
    assert (turn.at, turn.actor, deadline.at, deadline.actor) == (
        post.loaded.at,
        "seat:0",
        post.loaded.at,
        "system",
    )


def test_a_deadline_is_for_the_turn_and_not_for_each_of_its_steps(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move())
    post.choose_tickets()
    before = post.clock.deadlines
    post.until("2026-03-27T20:00:00.000Z")
    post.do(DrawCard(seat=0), "seat:0")
    assert post.loaded.state.phase.waiting == (0,)
    assert post.clock.deadlines == before == {0: "2026-03-28T09:00:00.000Z"}


def test_the_first_turn_after_the_tickets_has_a_deadline_of_its_own(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move())
    post.move(1)
    post.until("2026-03-27T20:00:00.000Z")
    post.move(0)
    assert post.clock.deadlines == {0: "2026-03-28T20:00:00.000Z"}


def test_bots_have_no_deadline(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move(), (PERSON, SeatRequest(kind="bot")))
    assert list(post.clock.deadlines) == [0]


def test_without_a_clock_nothing_is_said_of_time(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, None)
    post.choose_tickets()
    post.move(0)
    assert "system" not in {envelope.actor for envelope, _ in post.events}
    assert (post.clock.next_due, post.tick()) == (None, 0)
    for command in (TakeVacation(seat=0, days=1), AgreeOnClock(clock=per_move())):
        with pytest.raises(ServiceError, match=r"no_clock|not_now"):
            post.do(command, "seat:0")


@pytest.mark.parametrize(
    ("clock", "deadline"),
    [
        (per_move(72), "2026-03-30T09:00:00.000Z"),  # 72 hours, whatever clocks show
        (per_move(72, weekends_off=True), "2026-04-01T08:00:00.000Z"),  # at the same local hour
        (per_move(30, quiet_from="22:00", quiet_until="07:00"), "2026-03-29T08:00:00.000Z"),
        (
            ClockSettings(kind="daily", hour="18:00", zone="Europe/Paris", seconds=48 * 3600),
            "2026-03-29T16:00:00.000Z",
        ),
        (
            ClockSettings(kind="daily", hour="18:00", zone="Asia/Kolkata", seconds=24 * 3600),
            "2026-03-28T12:30:00.000Z",
        ),
        (
            ClockSettings(kind="bank", seconds=100 * 3600, increment=60, zone="Pacific/Auckland"),
            "2026-03-31T13:00:00.000Z",
        ),
    ],
)
def test_what_is_agreed_decides_the_deadline(
    time: FrozenDateTimeFactory, clock: ClockSettings, deadline: str
) -> None:
    post = PostedGame(time, clock)
    assert set(post.clock.deadlines.values()) == {deadline}
    post.until(deadline)
    time.tick(-0.001)
    assert post.tick() == 0
    time.tick(0.001)
    assert post.tick() == 2
    assert [
        event.deadline for _, event in post.events_of("time_ran_out") if isinstance(event, TimeRanOut)
    ] == [deadline] * 2


# ---------------------------------------------------------------------------------- the bank


def test_a_bank_is_used_up_and_grows_by_each_turn(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, ClockSettings(kind="bank", seconds=100 * 3600, increment=3600))
    post.choose_tickets()
    assert post.clock.left == {0: 101 * HOUR_MS, 1: 101 * HOUR_MS}
    post.until("2026-03-28T09:00:00.000Z")
    post.move(0)
    assert post.clock.left[0] == (101 - 24 + 1) * HOUR_MS
    post.until("2026-03-28T19:00:00.000Z")
    post.move(1)
    assert post.clock.left[1] == (101 - 10 + 1) * HOUR_MS
    assert post.clock.running[0].allowed_ms == 78 * HOUR_MS
    assert post.clock.deadlines == {0: "2026-04-01T01:00:00.000Z"}


def test_an_empty_bank_leaves_the_increment(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, ClockSettings(kind="bank", seconds=3600, increment=600))
    post.choose_tickets()
    post.until("2026-03-27T12:00:00.000Z")
    assert post.tick() == 1
    assert post.clock.left[0] == 600_000


# ---------------------------------------------------------------------------------- time-outs


@pytest.mark.parametrize("action", TimeOut)
def test_a_time_out_is_recorded_and_followed_as_was_agreed(
    time: FrozenDateTimeFactory, action: TimeOut
) -> None:
    post = PostedGame(time, per_move(on_timeout=action))
    post.choose_tickets()
    version = post.loaded.version
    post.until("2026-03-28T09:00:00.000Z")
    post.tick()
    events = post.events[version:]
    assert events[0][1] == TimeRanOut(seat=0, deadline="2026-03-28T09:00:00.000Z", action=action)
    assert events[0][0].actor == "system"
    if action is TimeOut.SKIP:
        assert events[1][1] == TurnSkipped(seat=0, reason="timeout")
    elif action is TimeOut.BOT_TAKES_OVER:
        assert events[1][1] == SeatHandedOver(seat=0, kind="bot:greedy", holder=2, reason="timeout")
    else:
        assert events[1][0].actor == "clock:0"
    if action is not TimeOut.BOT_TAKES_OVER:
        assert post.loaded.state.phase.waiting == (1,)
    assert 0 not in post.clock.deadlines


def test_everything_about_a_time_out_is_one_commit(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move())
    post.choose_tickets()
    post.until("2026-03-28T09:00:00.000Z")
    assert post.tick() == 1
    assert post.tick() == 0


def test_a_turn_that_has_begun_is_not_left_out(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move(on_timeout=TimeOut.SKIP))
    post.choose_tickets()
    post.do(DrawCard(seat=0), "seat:0")
    post.until("2026-03-28T09:00:00.000Z")
    post.tick()
    assert [e.action for _, e in post.events_of("time_ran_out") if isinstance(e, TimeRanOut)] == [
        TimeOut.BOT_PLAYS
    ]
    assert post.events_of("turn_skipped") == []
    assert post.loaded.state.phase.waiting == (1,)


def test_first_tickets_are_chosen_and_not_the_turn_after_them(time: FrozenDateTimeFactory) -> None:
    """A player who missed the choice still has all the time for their first turn."""
    post = PostedGame(time, per_move(on_timeout=TimeOut.SKIP))
    post.move(1)
    post.until("2026-03-28T09:00:00.000Z")
    assert post.tick() == 1
    assert post.loaded.state.phase.waiting == (0,)
    assert post.clock.deadlines == {0: "2026-03-29T09:00:00.000Z"}


def test_a_player_who_moves_in_time_is_not_timed_out(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move())
    post.choose_tickets()
    post.until("2026-03-28T08:59:59.999Z")
    post.move(0)
    post.until("2026-03-28T09:00:00.000Z")
    assert post.tick() == 0
    assert post.events_of("time_ran_out") == []


def test_a_late_move_that_comes_before_the_time_out_counts(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move())
    post.choose_tickets()
    post.until("2026-03-28T09:00:01.000Z")
    post.move(0)
    assert post.tick() == 0


def test_a_game_in_which_nobody_ever_moves_comes_to_its_end(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move(1, reminders=(600,), warn_next=True))
    while (due := post.clock.next_due) and len(post.events) < 20_000:
        post.until(due)
        post.tick()
    assert post.loaded.state.phase.__class__.__name__ == "Ended"
    assert {e.actor for e, _ in post.events_of("card_drawn", "card_taken", "route_claimed")} == {
        "clock:0",
        "clock:1",
    }


def test_a_game_that_nobody_joins_is_abandoned_after_a_month(time: FrozenDateTimeFactory) -> None:
    """Such games stayed for ever. A person who sits down makes the month begin anew."""
    post = PostedGame(time, None, (PERSON, SeatRequest(), SeatRequest()))
    post.until("2026-04-20T09:00:00.000Z")
    assert post.tick() == 0
    post.do(TakeSeat(seat=1, kind="human"), "seat:1")
    post.until("2026-05-20T08:59:59.000Z")
    assert post.tick() == 0
    post.until("2026-05-20T09:00:00.000Z")
    assert post.tick() == 1
    assert post.events[-1][1] == GameEnded(reason="abandoned")
    post.do(ScoreGame(), "system")
    assert verify(record_of(post.games, post.loaded, Witness.AUDITOR)).findings == ()


def test_a_game_that_has_begun_is_never_abandoned(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, None)
    post.until("2036-04-20T09:00:00.000Z")
    assert post.tick() == 0


def test_games_may_wait_for_ever(time: FrozenDateTimeFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTR_LOBBY_DAYS", "0")
    environment.settings.cache_clear()
    post = PostedGame(time, None, (PERSON, SeatRequest()))
    post.until("2036-04-20T09:00:00.000Z")
    assert post.tick() == 0
    monkeypatch.undo()
    environment.settings.cache_clear()
