"""Decisions of the clock are verified: nothing before its time, no deadline shorter than agreed."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any

import pytest
from freezegun import freeze_time
from freezegun.api import FrozenDateTimeFactory

from service.clocks import deadlines
from service.clocks.deadlines import restore_lost_time
from service.clocks.running_time import after
from service.games.import_export import record_of
from tests.support.audit.forgery import data_with, first, forged, line_with
from tests.support.workers.clocked_game import PERSON, START, PostedGame
from ttr_core import legal_commands
from ttr_core.audit import Report, verify
from ttr_core.audit.clock_times import milliseconds
from ttr_core.engine.ruleset import Ruleset
from ttr_core.history.record import Record
from ttr_core.model.commands import ClaimRoute, ScoreGame
from ttr_core.model.ids import Witness
from ttr_core.rules.by_post.clock.terms import ClockSettings
from ttr_core.rules.by_post.clock.vacations import EndVacation, TakeVacation
from ttr_core.rules.by_post.motions import Agree, Motion, Propose, ResumeGame
from ttr_core.rules.by_post.undo import ProposeUndo

CLOCK = ClockSettings(
    kind="bank",
    seconds=48 * 3600,
    increment=6 * 3600,
    zone="America/St_Johns",
    quiet_from="23:00",
    quiet_until="07:30",
    weekends_off=True,
    vacation_days=5,
    reminders=(3600,),
    warn_next=True,
)


@cache
def whole_game() -> Record:
    """Nobody plays much; there are a vacation, a pause and an outage on the way."""
    with freeze_time(START) as time:
        assert isinstance(time, FrozenDateTimeFactory)
        post = PostedGame(time, CLOCK, (PERSON, PERSON))
        post.choose_tickets()
        _table_matters(post)
        _play_to_the_end(post)
        return record_of(post.games, post.loaded, Witness.AUDITOR)


def _play_to_the_end(post: PostedGame) -> None:
    """Nobody moves: the clock does all that is due."""
    while due := post.clock.next_due:
        post.until(due)
        post.tick()
    post.do(ScoreGame(), "system")


def _table_matters(post: PostedGame) -> None:
    post.do(TakeVacation(seat=0, days=2), "seat:0")
    post.until("2026-03-28T10:00:00.000Z")
    post.do(EndVacation(seat=0), "seat:0")
    post.until("2026-03-30T14:00:00.000Z")
    moved = restore_lost_time(post.clock, "2026-03-30T12:00:00.000Z", "2026-03-30T14:00:00.000Z")
    assert moved is not None
    post.do(moved, "system")
    post.move(0)
    post.do(Propose(seat=0, motion=Motion.PAUSE), "seat:0")
    post.do(Agree(seat=1, motion=Motion.PAUSE), "seat:1")
    post.until("2026-04-02T14:00:00.000Z")
    post.do(ResumeGame(seat=0), "seat:0")


def clocks_of(report: Report) -> tuple[str, int]:
    return next((check.result, check.count) for check in report.checks if check.name == "clocks")


def test_a_game_by_the_clock_verifies() -> None:
    report = verify(whole_game())
    assert report.findings == ()
    kinds = [line.type for line in whole_game().events]
    result, count = clocks_of(report)
    assert result == "passed"
    assert count >= kinds.count("deadline_set") + kinds.count("time_ran_out") > 50
    assert {"vacation_taken", "vacation_ended", "reminder_due", "deadlines_moved", "game_paused"} <= set(
        kinds
    )


Forge = Callable[[Record], tuple[Record, int]]


def _data(kind: str, **fields: Any) -> Forge:
    def forge(record: Record) -> tuple[Record, int]:
        version = first(record, kind)
        return data_with(record, version, **fields), version

    return forge


def _too_early(kind: str) -> Forge:
    """Move the first event of this kind back to the time of the event before it."""

    def forge(record: Record) -> tuple[Record, int]:
        version = first(record, kind)
        last = version
        while last < len(record.events) and record.events[last].at == record.events[version - 1].at:
            last += 1
        before = record.events[version - 2].at
        for number in range(version, last + 1):
            record = line_with(record, number, at=before)
        return record, version

    return forge


@pytest.mark.parametrize(
    "forge",
    [
        _data("deadline_set", allowed_ms=60_000),
        _data("deadline_set", deadline="2026-03-27T10:00:00.000Z"),
        _data("deadline_set", since="2026-03-26T09:00:00.000Z"),
        _data("clock_stopped", left_ms=0),
        _data("clock_stopped", left_ms=10**10),
        _data("vacation_taken", until="2026-03-27T20:00:00.000Z"),
        _data("deadlines_moved", until="2026-03-31T14:00:00.000Z"),
        _too_early("time_ran_out"),
        _too_early("reminder_due"),
    ],
)
def test_a_forged_decision_of_the_clock_is_found(forge: Forge) -> None:
    changed, version = forge(whole_game())
    report = verify(forged(changed))
    places = [(finding.version, finding.check) for finding in report.findings]
    assert not report.verified
    assert (version, "clocks") in places


def test_a_clocks_move_for_somebody_who_had_time_is_found() -> None:
    record = whole_game()
    version = next(
        line.version for line in record.events if line.type == "card_drawn" and line.actor == "seat:0"
    )
    report = verify(forged(line_with(record, version, actor="clock:0")))
    assert (version, "actor_not_plausible") in {
        (finding.version, finding.code) for finding in report.findings
    }


@pytest.mark.parametrize(
    ("one", "other", "days"),
    [
        ("2028-02-28T00:00:00.000Z", "2028-03-01T00:00:00.000Z", 2),
        ("2027-02-28T00:00:00.000Z", "2027-03-01T00:00:00.000Z", 1),
        ("2000-02-28T00:00:00.000Z", "2000-03-01T00:00:00.000Z", 2),
        ("2026-12-31T00:00:00.000Z", "2027-01-01T00:00:00.000Z", 1),
        ("2026-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z", 365),
    ],
)
def test_the_audit_counts_days_without_a_calendar(one: str, other: str, days: int) -> None:
    assert milliseconds(other) - milliseconds(one) == days * 86_400_000
    assert milliseconds("2026-01-01T01:02:03.004Z") - milliseconds("2026-01-01T00:00:00.000Z") == 3_723_004


@pytest.mark.parametrize(
    ("stretch", "rules_version", "codes"), [(False, "2", []), (True, "2", ["clock_wrong"]), (True, "1", [])]
)
def test_a_daily_deadline_that_an_interruption_stretched_is_found(
    monkeypatch: pytest.MonkeyPatch, stretch: bool, rules_version: str, codes: list[str]
) -> None:
    """A service that rounds the rest of a turn up to the next daily hour, as all did up to rules version 1."""

    def stretched(settings: ClockSettings, start: datetime, left_ms: int | None = None) -> datetime:
        return deadlines._daily(settings, after(settings, start, left_ms or settings.seconds * 1000))

    if stretch:
        monkeypatch.setattr(deadlines, "due", stretched)
    monkeypatch.setattr(Ruleset, "ruled_since", lambda _, version: version <= rules_version)
    with freeze_time(START) as time:
        assert isinstance(time, FrozenDateTimeFactory)
        post = PostedGame(time, ClockSettings(kind="daily", hour="18:00", seconds=3600, vacation_days=9))
        post.do(TakeVacation(seat=0, days=1), "seat:0")
        time.tick(1)
        post.do(EndVacation(seat=0), "seat:0")
        _play_to_the_end(post)
        report = verify(record_of(post.games, post.loaded, Witness.AUDITOR))
    assert [finding.code for finding in report.findings] == codes


def _game_with_an_undo() -> Record:
    with freeze_time(START) as time:
        assert isinstance(time, FrozenDateTimeFactory)
        post = PostedGame(time, ClockSettings(kind="bank", seconds=3600, increment=60))
        post.choose_tickets()
        loaded = post.loaded
        claim = next(
            move for move in legal_commands(loaded.ruleset, loaded.state, 0) if isinstance(move, ClaimRoute)
        )
        post.do(claim, "seat:0")
        post.do(ProposeUndo(seat=0), "seat:0")
        post.do(Agree(seat=1, motion="undo"), "seat:1")
        _play_to_the_end(post)
        return record_of(post.games, post.loaded, Witness.AUDITOR)


def test_a_turn_taken_back_verifies() -> None:
    assert verify(_game_with_an_undo()).findings == ()


@pytest.mark.parametrize("rules_version", ["1", "2"])
@pytest.mark.parametrize(
    ("change", "seat"), [({"rest_ms": None}, 0), ({"reason": "done", "left_ms": 3_720_000}, 1)]
)
def test_time_that_an_undo_brings_is_found(
    monkeypatch: pytest.MonkeyPatch, change: Mapping[str, Any], seat: int, rules_version: str
) -> None:
    """A service that notes no rest of a finished turn, or pays an increment for one that was taken back."""
    record = _game_with_an_undo()
    back = first(record, "turn_taken_back")
    if seat == 0:  # the latest stop before it is that of the claim
        stops = [line for line in record.events[:back] if line.type == "clock_stopped"]
        version = next(line.version for line in reversed(stops) if line.data["seat"] == seat)
    else:
        version = next(line.version for line in record.events[back:] if line.type == "clock_stopped")
    monkeypatch.setattr(Ruleset, "ruled_since", lambda _, since: since <= rules_version)
    data = {
        name: value
        for name, value in {**record.events[version - 1].data, **change}.items()
        if value is not None
    }
    report = verify(forged(line_with(record, version, data=data)))
    complains = (version, "clocks") in {(finding.version, finding.check) for finding in report.findings}
    assert complains == (rules_version == "2")
