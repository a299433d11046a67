"""Events that say what no event can say, with all hashes made anew: each is a finding, and nothing fails."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.audit.forgery import data_with, first, forged
from tests.support.audit.game_records import record_of, seen_by, time_of
from tests.support.whole_games.by_post_games import ANN, BOB, CLEO, SEED, dealt, first_choice
from tests.ttr_core.audit.test_by_post_games import entries
from tests.ttr_core.audit.test_clock_times import whole_game
from ttr_core.audit import Report, moves, verify
from ttr_core.game import Game
from ttr_core.history.record import Record, write_down
from ttr_core.model.commands import Command, ScoreGame
from ttr_core.rules.by_post.motions import Agree, Motion, Propose
from ttr_core.rules.by_post.standing_orders.instruction import Stop
from ttr_core.rules.by_post.standing_orders.orders import FollowOrders, GiveOrder

FALSE = (None, "", "x", -1)
NO_TIMES = ("", "x", "2026-03-27", "2026-03-27T10:00:00.000Z\n", "٢٠٢٦-03-27T10:00:00.000Z")
FREE = {  # words that nothing in a record contradicts: only a posted head tells
    ("deadlines_moved", "reason"),
    ("seat_taken", "kind"),
}


def script(game: Game) -> Iterator[Command]:
    """Ann's first card is drawn as she has ordered; then all stop."""
    yield from (first_choice(game, seat) for seat in (ANN, BOB, CLEO))
    stops = (Stop(when="last_round"),)
    yield GiveOrder(seat=ANN, alternatives=(({"type": "draw_card"},),), stops=stops)
    yield FollowOrders(seat=ANN, now=time_of(5))
    yield Propose(seat=ANN, motion=Motion.END)
    yield from (Agree(seat=seat, motion="end") for seat in (BOB, CLEO))
    yield ScoreGame()


@cache
def ordered_game() -> Record:
    game = dealt()
    log, _ = entries(game, script(game))
    return write_down(game.ruleset, SEED, "ordered", log)


def audited(record: Record, version: int, **fields: Any) -> Report:
    """The report on the record with other fields at a version, after all hashes were made anew."""
    seed = bytes.fromhex(record.events[-1].data["seed"])
    return verify(forged(data_with(record, version, **fields), seed))


def found_at(version: int, report: Report) -> set[str]:
    assert not report.verified
    return {f"{finding.check}/{finding.code}" for finding in report.findings if finding.version == version}


def test_the_game_with_orders_verifies() -> None:
    assert verify(ordered_game()).findings == ()
    assert {"orders_changed", "orders_followed"} <= {line.type for line in ordered_game().events}


# ----------------------------------------------------------------------------- hidden fields that are null


def test_every_hidden_field_of_a_complete_record_must_be_there() -> None:
    for record in (ordered_game(), record_of("usa")):
        kinds = {line.type: line for line in reversed(record.events) if line.sealed}
        for line in kinds.values():
            for name in line.sealed:
                report = audited(record, line.version, **{name: None})
                assert "form/not_an_event" in found_at(line.version, report), (line.type, name)


def test_a_field_that_is_null_without_new_hashes() -> None:
    record = record_of("usa")
    at = first(record, "tickets_chosen")
    codes = found_at(at, verify(data_with(record, at, tickets=None)))
    assert codes == {"form/not_an_event", "commitments/commitment_differs"}


# -------------------------------------------------------------------------------- times that are no times


@pytest.mark.parametrize("text", NO_TIMES)
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("deadline_set", "since"),
        ("deadline_set", "deadline"),
        ("vacation_taken", "since"),
        ("vacation_taken", "until"),
        ("deadlines_moved", "since"),
        ("deadlines_moved", "until"),
    ],
)
def test_a_moment_that_is_none(kind: str, name: str, text: str) -> None:
    """Some are out of order too, and so refused by the rules before the clocks are judged."""
    at = first(whole_game(), kind)
    findings = found_at(at, audited(whole_game(), at, **{name: text}))
    assert findings & {"clocks/clock_wrong", "moves/illegal_move"}


@pytest.mark.parametrize("text", NO_TIMES)
def test_a_reminder_or_an_hour_of_orders_that_is_none(text: str) -> None:
    at = first(whole_game(), "deadline_set")
    assert "clocks/clock_wrong" in found_at(at, audited(whole_game(), at, reminders=[text]))
    at = first(ordered_game(), "orders_followed")
    assert "clocks/clock_wrong" in found_at(at, audited(ordered_game(), at, now=text))


def test_a_viewer_whose_number_is_longer_than_any_number() -> None:
    record = seen_by("europe", 0, 150)
    verify(replace(record, header=replace(record.header, viewer="9" * 5000)))


# --------------------------------------------------------------------------------------------- whatever else


def test_where_the_rules_fail_is_a_finding_that_names_the_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """No such data is known; should the rules fail all the same, the audit neither hides it nor crashes."""
    record = record_of("usa")
    at, check_step = first(record, "route_claimed"), moves._check_step

    def failing(ruleset: Any, lines: Any, step: Any, notebook: Any) -> None:
        if step.version == at:
            raise KeyError("no such thing")
        check_step(ruleset, lines, step, notebook)

    monkeypatch.setattr(moves, "_check_step", failing)
    report = verify(record)
    assert found_at(at, report) == {"moves/not_playable"}
    assert "KeyError: 'no such thing'" in report.findings[0].reason
    assert f"what comes after version {at} was not judged" in report.limits


@pytest.mark.parametrize(
    "record_of_game",
    [ordered_game, lambda: record_of("europe"), pytest.param(whole_game, marks=pytest.mark.soak)],
)
def test_false_data_in_each_field_of_each_kind_of_event(record_of_game: Callable[[], Record]) -> None:
    """Only the first event of each kind is changed: the same code handles later ones."""
    record = record_of_game()
    for line in {line.type: line for line in reversed(record.events)}.values():
        for name, value in line.data.items():
            for false in FALSE:
                report = audited(record, line.version, **{name: false})
                assert report.verified == (value == false) or (line.type, name) in FREE, (
                    line.type,
                    name,
                    false,
                )
