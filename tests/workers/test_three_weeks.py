"""Five people, three weeks: a whole game by post, proved by its record, and retold as a story that its log backs."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from click.testing import CliRunner

from service.cli import main
from service.clocks.deadlines import moment
from service.runtime.embedded_valkey import EmbeddedServer
from tests.support.paths import DOCS
from tests.support.three_weeks.game import (
    ASHA,
    BEN,
    CHLOE,
    FIRST,
    JOAO,
    LENA,
    MARIA,
    NOAH,
    START,
    ZONE,
    ZONES,
    Chronicle,
    played,
)
from tests.support.three_weeks.log_answers import HOUR_MS, Log
from tests.support.three_weeks.minutes_count import counted
from tests.support.three_weeks.story_document import DOCUMENT, document
from tests.support.workers.background_service import sitting_at
from ttr_core import replay
from ttr_core.audit import verify_bytes
from ttr_core.model.events import GameScored, RouteClaimed, TurnStarted
from ttr_core.model.message import known
from ttr_core.model.state import HUMAN
from ttr_core.rules.by_post.clock.terms import (
    ClockStopped,
    DeadlineSet,
    DeadlinesMoved,
    NextInLineWarned,
    ReminderDue,
    StopReason,
    TimeRanOut,
    VacationEnded,
    VacationTaken,
)
from ttr_core.rules.by_post.motions import GamePaused, GameResumed, MotionAgreed
from ttr_core.rules.by_post.seat_holders import SeatHandedOver
from ttr_core.rules.by_post.standing_orders.orders import OrdersFollowed
from ttr_core.rules.by_post.undo import TurnTakenBack

A_DAY = timedelta(days=1)
SCRIPT = DOCS / "examples" / "check_game.py"


@pytest.fixture(scope="module")
def chronicle(servers: tuple[EmbeddedServer, EmbeddedServer]) -> Chronicle:
    with sitting_at(*servers) as desk:
        return played(desk)


@pytest.fixture(scope="module")
def log(chronicle: Chronicle) -> Log:
    return Log(chronicle)


# ---------------------------------------------------------------------------------- the game


def test_it_is_played_to_its_scored_end_within_three_weeks(chronicle: Chronicle, log: Log) -> None:
    assert len(log.all(GameScored)) == 1
    end = moment(chronicle.events[-1][0].at)
    assert 20 * A_DAY < end - START < 21 * A_DAY
    assert list(chronicle.failures) == []


def test_its_record_proves_every_move_and_every_decision_of_the_clock(
    chronicle: Chronicle, tmp_path: Path
) -> None:
    report = verify_bytes(chronicle.record)
    assert (report.verified, report.complete, report.finished) == (True, True, True)
    results = {check.name: (check.result, check.count) for check in report.checks}
    assert {result for result, _ in results.values()} == {"passed"}
    kinds = Counter(envelope.type for envelope, _ in chronicle.events)
    judged = (
        "deadline_set",
        "clock_stopped",
        "reminder_due",
        "time_ran_out",
        "deadlines_moved",
        "orders_followed",
    )
    assert results["clocks"][1] == sum(kinds[kind] for kind in (*judged, "vacation_taken", "vacation_ended"))
    file = tmp_path / "three-weeks.ndjson"
    file.write_bytes(chronicle.record)
    assert CliRunner().invoke(main, ["verify", str(file)]).exit_code == 0
    assert subprocess.run([sys.executable, str(SCRIPT), str(file)], check=False).returncode == 0


def test_its_story_is_the_one_in_the_docs(chronicle: Chronicle) -> None:
    """After a change on purpose: `make generated`."""
    assert DOCUMENT.read_text(encoding="utf-8") == document(chronicle), "run make generated"


# ---------------------------------------------------------------------------------- the people


def test_two_vanish_one_is_replaced_and_one_hands_over(chronicle: Chronicle, log: Log) -> None:
    handovers = [(event.seat, event.kind, event.reason) for _, event in log.all(SeatHandedOver)]
    ben, noah, joao = (FIRST.index(name) for name in (BEN, NOAH, JOAO))
    assert handovers == [
        (noah, "bot:greedy", "timeout"),
        (joao, HUMAN, "handed_over"),
        (noah, HUMAN, "replaced"),
        (ben, "bot:greedy", "timeout"),
    ]
    assert (chronicle.names[noah, 3], chronicle.names[joao, 2]) == (LENA, MARIA)


def test_tokens_end_with_their_holders(chronicle: Chronicle) -> None:
    """Ben's seat is a bot's; but Ben may still come back."""
    good = dict.fromkeys((CHLOE, BEN, ASHA, LENA, MARIA), 200)
    assert chronicle.tokens == {**good, NOAH: 401, JOAO: 401}


def test_every_actor_is_one_that_was_wanted(chronicle: Chronicle) -> None:
    """People move, bots move in two seats for a time, and one person has standing orders."""
    actors = {envelope.actor for envelope, _ in chronicle.events}
    people = {f"seat:{seat}" for seat in range(5)}
    assert actors == {"host", "system", "order:2", "bot:1", "bot:3", *people}


def test_a_claim_is_taken_back_by_consent_and_stays_in_the_log(chronicle: Chronicle, log: Log) -> None:
    ((undone, event),) = log.all(TurnTakenBack)
    claimed, _ = log.of(event.seat, RouteClaimed, 0, undone.version)[-1]
    agreed = {log.name(one.seat, where.version) for where, one in log.all(MotionAgreed, 0, undone.version)}
    assert agreed == set(FIRST) - {log.name(event.seat, undone.version)}
    events = [one for _, one in chronicle.events]
    before = replay(chronicle.ruleset, events[: claimed.version - 1])
    after = replay(chronicle.ruleset, events[: undone.version])
    assert (after.seats, after.claimed, after.phase) == (before.seats, before.claimed, before.phase)


# ---------------------------------------------------------------------------------- the clock


def deadlines(log: Log) -> Iterator[tuple[str, str, int]]:
    for _, event in log.all(DeadlineSet):
        yield event.since, event.deadline, event.allowed_ms
    for _, moved in log.all(DeadlinesMoved):
        yield from ((moved.until, one.deadline, one.allowed_ms) for one in moved.deadlines)


def test_every_deadline_leaves_the_time_that_was_agreed(log: Log) -> None:
    spans = list(deadlines(log))
    assert len(spans) > 100
    for since, deadline, allowed in spans:
        assert counted(moment(since), moment(deadline)) == allowed


def test_both_changes_of_the_clocks_lie_within_a_turn(log: Log) -> None:
    """In Europe within Noah's, in America within Ben's; both still have their full 24 hours."""
    for one, zone in zip(log.skipped(), (ZONE, ZONES[BEN]), strict=True):
        begun = one.begun[1]
        start, end = (moment(at).astimezone(ZoneInfo(zone)) for at in (begun.since, begun.deadline))
        assert start.utcoffset() != end.utcoffset()
        assert begun.allowed_ms == 24 * HOUR_MS


def test_why_somebody_was_skipped_is_answered_by_the_log_alone(chronicle: Chronicle, log: Log) -> None:
    skipped = list(log.skipped())
    assert [log.name(one.ran_out[1].seat, one.ran_out[0].version) for one in skipped] == [NOAH, BEN]
    for (begun, deadline), reminders, (ran_out, event), (passed_on, _) in skipped:
        assert ran_out.at == event.deadline == deadline.deadline
        assert [reminder.at for reminder, _ in reminders] == list(deadline.reminders)
        assert len(reminders) == 2
        assert (passed_on.version, passed_on.at) == (ran_out.version + 1, ran_out.at)
        between = chronicle.events[begun.version : ran_out.version - 1]
        assert f"seat:{event.seat}" not in {envelope.actor for envelope, _ in between}
        name = log.name(event.seat, ran_out.version)
        (answer,) = (one for one in log.answers() if one.question == f"Why does a bot play for {name}?")
        for envelope in (begun, ran_out, passed_on, *(reminder for reminder, _ in reminders)):
            assert f"version {envelope.version})" in answer.answer


def test_a_vacation_stops_the_clock_while_orders_play_on(chronicle: Chronicle, log: Log) -> None:
    """Four days of the calendar in which clocks are set back: 97 hours."""
    ((taken, vacation),), ((ended, _),) = log.all(VacationTaken), log.all(VacationEnded)
    assert log.name(vacation.seat, taken.version) == ASHA
    assert moment(ended.at) - moment(taken.at) == timedelta(hours=97)
    assert (ended.actor, ended.at) == ("system", vacation.until)
    assert log.of(vacation.seat, DeadlineSet, taken.version, ended.version) == []
    followed = log.of(vacation.seat, OrdersFollowed, taken.version, ended.version)
    outcomes = [outcome for _, event in followed for outcome in known(event.outcomes)]
    assert {(outcome.result, outcome.alternative) for outcome in outcomes} == {("played", 1), ("played", 2)}
    turns = log.of(vacation.seat, TurnStarted, taken.version, ended.version)
    assert len(turns) == 4  # three by order; the last one waited for her
    assert {
        e.actor for e, _ in chronicle.events[taken.version : ended.version] if e.actor == "seat:2"
    } == set()


def test_a_pause_leaves_everybody_what_was_left(chronicle: Chronicle, log: Log) -> None:
    ((paused, _),), ((resumed, _),) = log.all(GamePaused), log.all(GameResumed)
    assert paused.at < resumed.at
    ((_, stopped),) = log.all(ClockStopped, paused.version, resumed.version)
    assert stopped.reason is StopReason.PAUSED
    (_, again), *_ = log.of(stopped.seat, DeadlineSet, resumed.version)
    assert again.allowed_ms == stopped.left_ms
    between = {envelope.type for envelope, _ in chronicle.events[paused.version : resumed.version - 1]}
    assert between == {"clock_stopped"}


def test_nobody_loses_time_to_an_outage_over_a_deadline(log: Log) -> None:
    ((envelope, event),) = log.all(DeadlinesMoved)
    (moved,) = event.deadlines
    begun, before = log.of(moved.seat, DeadlineSet, 0, envelope.version)[-1]
    assert log.name(moved.seat, envelope.version) == CHLOE
    assert event.since < before.deadline < event.until == envelope.at
    assert moved.allowed_ms == before.allowed_ms - counted(moment(before.since), moment(event.since))
    played_on, _ = log.all(TurnStarted, envelope.version)[0]
    assert played_on.actor == f"seat:{moved.seat}"
    assert before.deadline < played_on.at < moved.deadline
    assert log.of(moved.seat, TimeRanOut, begun.version) == []


# ---------------------------------------------------------------------------------- the post


def sent(chronicle: Chronicle, kind: str) -> list[tuple[str, int]]:
    """The names of the people who got such a message, with the versions it is about."""
    return sorted((one.name, one.version) for one in chronicle.messages if one.kind == kind)


def test_every_turn_is_announced_once_to_its_player(chronicle: Chronicle, log: Log) -> None:
    """It is announced again only when the turn was taken back, and after a pause to those the game waits for."""
    expected = log.holders(TurnStarted) + log.holders(TurnTakenBack)
    ((resumed, _),) = log.all(GameResumed)
    (_, waiting), *_ = log.all(DeadlineSet, resumed.version)
    expected.append((log.name(waiting.seat, resumed.version), resumed.version))
    assert sent(chronicle, "turn.started") == sorted(expected)


def test_reminders_warnings_and_the_end_are_sent_to_those_they_are_about(
    chronicle: Chronicle, log: Log
) -> None:
    assert sent(chronicle, "turn.reminder") == log.holders(ReminderDue)
    assert sent(chronicle, "turn.next") == log.holders(NextInLineWarned)
    over = [name for name, _ in sent(chronicle, "game.scored")]
    assert over == sorted([CHLOE, BEN, ASHA, LENA, MARIA])
