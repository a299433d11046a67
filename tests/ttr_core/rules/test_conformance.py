"""Every conformance case, played; and that the suite and its table of rules name the same cases."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from tests.support.paths import DOCS
from tests.support.positions.conformance_cases import (
    Case,
    Legal,
    Scored,
    Seen,
    Step,
    Then,
    final_state,
    first_missing,
    matches,
    plain,
    play,
    read_cases,
    ruleset_of,
)
from tests.support.positions.positions import Given, JsonObject, as_json, build, describe
from tests.support.positions.scripted_shuffles import ScriptedRandomness
from ttr_core import (
    BoardDefect,
    Event,
    Ruleset,
    State,
    Witness,
    legal_commands,
    load_ruleset,
    redact,
    replay,
    score,
)
from ttr_core.engine.engine import Decision
from ttr_core.engine.views import view
from ttr_core.model.commands import Command, DrawTickets, SeatCommand
from ttr_core.model.scoresheet import SeatScore

ALL_CASES = read_cases()
PLAYABLE = [case for case in ALL_CASES if not case.then.impossible]
TABLES = sorted(DOCS.glob("conformance-table*.md"))
HEADING = re.compile(r"\|[-| :]+\|$|\| rule \|")
CASE_ID = re.compile(r"\b[A-Z]+-\d+\.\d+\b")

every_case = pytest.mark.parametrize("case", PLAYABLE, ids=[case.id for case in PLAYABLE])


@every_case
def test_outcome(case: Case) -> None:
    ruleset = ruleset_of(case)
    steps = play(ruleset, case)
    state, events = final_state(ruleset, case, steps), [event for step in steps for event in step.events]
    refusal = steps[-1].refusal if steps else None
    assert refusal == case.then.refused
    assert len(steps) == len(case.when), f"{plain(steps[-1].command)} was refused: {refusal}"
    _check_events(case.then, [plain(event) for event in events])
    _check_position(case.then.position, describe(ruleset, state))
    _check_board(case.then, ruleset)
    for legal in case.then.legal:
        _check_legal(legal, [plain(command) for command in legal_commands(ruleset, state, legal.seat)])
    for seen in case.then.seen_by:
        _check_seen(seen, ruleset, state, events)
    if case.then.score:
        _check_score(case.then.score, ruleset, state)


def _check_events(then: Then, events: list[JsonObject]) -> None:
    assert first_missing(then.events, events) is None, events
    if then.events_exactly is not None:
        assert len(then.events_exactly) == len(events), events
        assert all(map(matches, then.events_exactly, events)), events
    for unwanted in then.no_events:
        assert not any(matches(unwanted, event) for event in events), events


def _check_position(expected: JsonObject, actual: JsonObject) -> None:
    for key, value in expected.items():
        assert matches({key: value}, actual), f"{key} is {actual.get(key)}"


def _check_board(then: Then, ruleset: Ruleset) -> None:
    board = ruleset.board
    assert matches(then.board, as_json(board)), board.name
    routes: JsonObject = {route.id: as_json(route) for route in ruleset.routes}
    tickets: JsonObject = {ticket.id: as_json(ticket) for ticket in board.tickets}
    for name, route in then.routes.items():
        assert matches(route, routes[name]), routes[name]
    for name, ticket in then.tickets.items():
        assert matches(ticket, tickets[name]), tickets[name]


def _check_legal(legal: Legal, listed: list[JsonObject]) -> None:
    for wanted in (*legal.has, *(legal.exactly or ())):
        assert any(matches(wanted, command) for command in listed), f"not listed: {wanted}"
    for unwanted in legal.lacks:
        assert not any(matches(unwanted, command) for command in listed), f"listed: {unwanted}"
    if legal.exactly is not None:
        assert len(legal.exactly) == len(listed), listed
        for command in listed:
            assert any(matches(wanted, command) for wanted in legal.exactly), f"listed: {command}"
    if legal.count is not None:
        assert len(listed) == legal.count, listed


def _check_seen(seen: Seen, ruleset: Ruleset, state: State, events: Sequence[Event]) -> None:
    viewer = Witness(seen.viewer) if isinstance(seen.viewer, str) else seen.viewer
    redacted = [plain(redact(event, viewer)) for event in events]
    assert first_missing(seen.events, redacted) is None, redacted
    assert matches(seen.view, as_json(view(ruleset, state, viewer)))


def _check_score(expected: Scored, ruleset: Ruleset, state: State) -> None:
    sheet = score(ruleset, state)
    actual = {
        "totals": tuple(seat.total for seat in sheet.seats),
        "ranks": tuple(seat.rank for seat in sheet.seats),
        "winners": sheet.winners,
        "decided_by": sheet.decided_by,
    }
    for name, value in actual.items():
        assert getattr(expected, name) in (None, value), f"{name} is {value}"
    for seat, lines in zip(sheet.seats, expected.lines, strict=False):
        points = {line.reason: line.points for line in seat.lines}
        assert {reason: points.get(reason) for reason in lines} == lines, seat.lines
    for seat, items in zip(sheet.seats, expected.items, strict=False):
        assert matches(items, _items(seat)), seat.lines
    for seat, measures in zip(sheet.seats, expected.measures, strict=False):
        assert matches(measures, dict(zip(sheet.tie_breaks, seat.measures, strict=True))), seat.measures


def _items(seat: SeatScore) -> JsonObject:
    return {line.reason: {item.id: item.points for item in line.items} for line in seat.lines}


@every_case
def test_replay_equals_play(case: Case) -> None:
    ruleset = ruleset_of(case)
    for step in play(ruleset, case):
        if step.after:
            assert replay(ruleset, step.events, step.before) == step.after


@every_case
def test_accepted_exactly_when_listed(case: Case) -> None:
    ruleset = ruleset_of(case)
    for step in play(ruleset, case):
        if isinstance(step.command, SeatCommand):
            listed = [_sorted(command) for command in legal_commands(ruleset, step.before, step.command.seat)]
            assert any(form in listed for form in _forms(step)) == (step.refusal is None)


def _forms(step: Step) -> Iterator[JsonObject]:
    """The command, and without the names of decks if it was accepted: those of the only draw may be named."""
    yield _sorted(step.command)
    if step.refusal is None and isinstance(step.command, DrawTickets):
        yield _sorted(replace(step.command, decks=()))


def _sorted(command: Command) -> JsonObject:
    """The command with its cards and tickets in a fixed order."""
    return {key: sorted(value) if isinstance(value, list) else value for key, value in plain(command).items()}


@every_case
def test_given_position_is_at_rest(case: Case) -> None:
    """No rule has anything left to do in the position, so a game can really reach it."""
    ruleset = ruleset_of(case)
    decision = Decision(ruleset, build(ruleset, case.given), ScriptedRandomness({}))
    assert not any(settle(decision) for settle in ruleset.phases[type(decision.state.phase)].settles)


def test_impossible_games_cannot_be_laid_out() -> None:
    for case in ALL_CASES:
        if case.then.impossible:
            with pytest.raises(BoardDefect):
                ruleset_of(case)


def test_what_a_rule_keeps_for_each_seat_is_given_for_each() -> None:
    """Too short a list would fail much later, and without its place."""
    given = Given(rules={"shares": {"hands": [{}]}})
    with pytest.raises(AssertionError, match=r"given\.rules\.shares\.hands: 1 entries.* 3 seats"):
        build(load_ruleset("pennsylvania", 3), given)


def test_every_case_has_its_own_id_and_expects_something() -> None:
    assert [name for name, count in Counter(case.id for case in ALL_CASES).items() if count > 1] == []
    assert [case.id for case in ALL_CASES if not CASE_ID.fullmatch(case.id)] == []
    assert [case.id for case in ALL_CASES if case.then == Then() or not case.cites] == []


def test_tables_and_cases_name_each_other() -> None:
    named = {name for table in TABLES for name in CASE_ID.findall(table.read_text(encoding="utf-8"))}
    assert sorted(named ^ {case.id for case in ALL_CASES}) == []


def test_every_row_of_the_tables_has_a_case() -> None:
    for table in TABLES:
        text = table.read_text(encoding="utf-8")
        rows = [line for line in text.splitlines() if line.startswith("|") and not HEADING.match(line)]
        assert rows
        assert [row for row in rows if not CASE_ID.search(row.split("|")[-2])] == []
