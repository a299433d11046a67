"""Every game that was played by the rules verifies: on every board, with every option and number of players."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.audit.game_records import BOARDS, entries_of, file_of, record_of, recorded, time_of
from tests.support.boards.every_board import Case, ruleset_of
from tests.support.whole_games.golden_games import WISHES, small_ruleset
from tests.support.whole_games.played_games import Plan, Step, plans, play
from ttr_core.audit import Report, parse_head, retrace, verify, verify_bytes
from ttr_core.audit import Step as Retraced
from ttr_core.audit.report import CHECKS
from ttr_core.game import start_game
from ttr_core.history.record import Entry, write_down
from ttr_core.model.actor import HOST, SYSTEM, Actor, Role
from ttr_core.model.commands import ScoreGame

WHOLE = set(CHECKS) - {"table", "head", "clocks"}  # as played without a clock


def passed(report: Report) -> dict[str, int]:
    assert report.findings == ()
    assert {check.result for check in report.checks} == {"passed"}
    return {check.name: check.count for check in report.checks}


@pytest.mark.parametrize("board", BOARDS)
@settings(max_examples=2)
@given(data=st.data())
def test_a_random_game_verifies(board: str, data: st.DataObject) -> None:
    record = recorded(data.draw(plans(board)))
    report = verify(record)
    counts = passed(report)
    assert set(counts) == WHOLE
    assert counts["chain"] == counts["moves"] == report.events == len(record.events)
    assert report.verified
    assert (report.complete, report.finished) == (True, True)


@pytest.mark.parametrize("board", BOARDS)
def test_every_command_of_a_game_is_found_again(board: str) -> None:
    """The audit finds exactly the commands that were played, not just some that fit."""
    played = play(Plan(Case(board, 3), 11, ("builds short", "any", "collects")))
    steps = list(retrace(played.ruleset, played.events, played.rng.seed))
    retraced = [step.command for step in steps if isinstance(step, Retraced)]
    played_commands = [step.command for step in played.steps]
    assert len(steps) == len(retraced) == len(played_commands)
    assert [_meant(step) for step in played.steps] == [
        (command, step.events) for command, step in zip(retraced, played.steps, strict=True)
    ]


def _meant(step: Step) -> tuple[object, object]:
    return step.command, step.events


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: wish.name)
def test_own_boards_verify_with_a_warning(wish: object) -> None:
    """Small boards that end in every way there is; the report notes that nobody ships them, which is no fault."""
    assert hasattr(wish, "board")
    assert hasattr(wish, "players")
    played = play(Plan(Case(wish.board, wish.players), 5), small_ruleset(wish.board, wish.players))
    report = verify(write_down(played.ruleset, played.rng.seed, "own", entries_of(played)))
    assert report.verified
    assert [(finding.code, finding.severity) for finding in report.findings] == [
        ("board_not_shipped", "warning")
    ]


def test_what_was_looked_at_is_counted() -> None:
    counts = passed(verify_bytes(file_of("usa")))
    kinds = [line.type for line in record_of("usa").events]
    assert counts["shuffles"] == kinds.count("train_cards_shuffled") + kinds.count("tickets_shuffled")
    assert counts["draws"] >= kinds.count("card_drawn") + kinds.count("card_turned_up")
    assert counts["commitments"] == sum(len(line.sealed) for line in record_of("usa").events)
    assert counts["score"] == counts["seed"] == 1


def test_a_head_of_any_moment_is_recognised() -> None:
    record = record_of("usa")
    for version in (1, 57, len(record.events)):
        digits = record.events[version - 1].hash
        for text in (f"{version}:{digits[:16]}", digits[:16].upper(), digits, f"{version}:{digits}"):
            report = verify(record, parse_head(text))
            assert report.verified
            assert report.checks[-1].name == "head"
    assert parse_head(verify(record).short_head) == (len(record.events), record.header.head[:16])


def test_a_game_without_entropy_says_what_that_leaves_open() -> None:
    without = verify(recorded(Plan(Case("usa", 2), 3)))
    assert without.verified
    assert any("no player added entropy" in limit for limit in without.limits)
    assert not any("entropy" in limit for limit in verify(record_of("usa")).limits)


@pytest.mark.parametrize("first", [0, 1])
def test_naming_the_first_player_leaves_a_trace(first: int) -> None:
    """The draw chose one of the two: naming the other shows in the record, naming the same one makes no difference."""
    game = start_game(ruleset_of(Case("usa", 2)), bytes(32), first=first)
    (drawn, *_) = game.rng.shuffle("first_player", range(2))
    entries = [Entry(event, time_of(0), HOST) for event in game.events]
    while waiting := game.state.phase.waiting:
        events = game.do(game.legal(waiting[0])[-1])
        entries += [Entry(event, time_of(1), Actor(Role.SEAT, waiting[0])) for event in events]
    entries += [Entry(event, time_of(2), SYSTEM) for event in game.do(ScoreGame())]
    report = verify(write_down(game.ruleset, bytes(32), "named", entries))
    assert report.verified, report.findings
    assert any("host named" in limit for limit in report.limits) == (first != drawn)


def test_the_same_record_gives_the_same_report() -> None:
    assert verify_bytes(file_of("europe")) == verify(record_of("europe"))
