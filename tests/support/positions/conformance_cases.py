"""Conformance cases: read them, play them, and compare the outcome with the expected one."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from tests.support.paths import ROOT
from tests.support.positions.positions import Bag, Given, JsonObject, as_json, build
from tests.support.positions.scripted_shuffles import ScriptedRandomness
from tests.support.whole_games.event_logs import decode_command
from ttr_core import (
    RULES_VERSION,
    Command,
    Event,
    Ruleset,
    RuleViolation,
    SeatId,
    State,
    advance,
    compile_ruleset,
)
from ttr_core.boards.board import merge
from ttr_core.boards.library import whole_document
from ttr_core.model.message import type_name

CASES = ROOT / "tests" / "conformance"

# Lists under these keys are compared without regard to order: what they hold has none.
UNORDERED = (
    "cards",
    "decks",
    "tickets",
    "returned",
    "offer",
    "chosen",
    "routes",
    "waiting",
    "winners",
)
# Lists under these keys may stop short: what is not named is not compared.
OPEN_ENDED = ("seats",)
# The keys under these are names of the board's own, so that nothing above is meant by them.
NAMES_BELOW = ("ticket_decks", "ticket_deck_sizes")


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Common settings: a key that nobody reads is a mistake of its author."""


class Legal(_Part, frozen=True, kw_only=True):
    """What a seat may do."""

    seat: SeatId
    has: tuple[JsonObject, ...] = ()
    lacks: tuple[JsonObject, ...] = ()
    exactly: tuple[JsonObject, ...] | None = None
    count: int | None = None


class Seen(_Part, frozen=True, kw_only=True):
    """What one viewer sees."""

    viewer: SeatId | str
    events: tuple[JsonObject, ...] = ()
    view: JsonObject = {}


class Scored(_Part, frozen=True, kw_only=True):
    """The score sheet of the position, seat by seat."""

    totals: tuple[int, ...] | None = None
    lines: tuple[dict[str, int | None], ...] = ()
    items: tuple[dict[str, dict[str, int]], ...] = ()
    measures: tuple[dict[str, int], ...] = ()
    ranks: tuple[int, ...] | None = None
    winners: tuple[SeatId, ...] | None = None
    decided_by: str | None = None


class Then(_Part, frozen=True, kw_only=True):
    refused: str | None = None
    impossible: bool = False
    events: tuple[JsonObject, ...] = ()
    events_exactly: tuple[JsonObject, ...] | None = None
    no_events: tuple[JsonObject, ...] = ()
    position: JsonObject = {}
    legal: tuple[Legal, ...] = ()
    seen_by: tuple[Seen, ...] = ()
    score: Scored | None = None
    board: JsonObject = {}
    routes: dict[str, JsonObject] = {}
    tickets: dict[str, JsonObject] = {}


class Case(_Part, frozen=True, kw_only=True):
    id: str
    title: str
    cites: tuple[str, ...]
    board: str
    players: int
    options: dict[str, str] = {}
    rules: JsonObject = {}
    rules_version: str = RULES_VERSION
    given: Given = Given()
    shuffles: dict[str, tuple[tuple[str | int, ...], ...]] = {}
    when: tuple[JsonObject, ...] = ()
    then: Then


class Step(msgspec.Struct, frozen=True):
    """One command with the state before it, and its events with the state after them unless it was refused."""

    command: Command
    before: State
    events: tuple[Event, ...] = ()
    after: State | None = None
    refusal: str | None = None


def read_cases() -> list[Case]:
    """All cases of all files, in order."""
    files = sorted(CASES.glob("*.json"))
    return [case for file in files for case in msgspec.json.decode(file.read_bytes(), type=tuple[Case, ...])]


def play(ruleset: Ruleset, case: Case) -> list[Step]:
    """The commands one after the other; the first refusal ends it."""
    state, rng = build(ruleset, case.given), ScriptedRandomness(case.shuffles)
    steps: list[Step] = []
    for written in case.when:
        command = decode_command(msgspec.json.encode(written))
        try:
            events, after = advance(ruleset, state, command, rng)
        except RuleViolation as violation:
            return [*steps, Step(command, state, refusal=violation.code)]
        steps.append(Step(command, state, events, after))
        state = after
    assert not rng.unused, f"nothing asked for these shuffles: {rng.unused}"
    return steps


def final_state(ruleset: Ruleset, case: Case, steps: Sequence[Step]) -> State:
    """The state at the end, which a refused command leaves as it was."""
    if not steps:
        return build(ruleset, case.given)
    return steps[-1].after or steps[-1].before


@cache
def _compiled(
    board: str, players: int, options: tuple[tuple[str, str], ...], rules: bytes, rules_version: str
) -> Ruleset:
    whole = merge(whole_document(board), {"rules": msgspec.json.decode(rules)})
    return compile_ruleset(whole, players, dict(options), rules_version)


def ruleset_of(case: Case) -> Ruleset:
    rules = msgspec.json.encode(case.rules, order="sorted")
    return _compiled(case.board, case.players, tuple(sorted(case.options.items())), rules, case.rules_version)


# comparing


def plain(value: Command | Event) -> JsonObject:
    """All fields as JSON values, those that have their default too."""
    fields = {name: as_json(getattr(value, name)) for name in value.__struct_fields__}
    return {"type": type_name(type(value)), **fields}


def matches(expected: Any, actual: Any, key: str = "") -> bool:  # both are JSON values
    """Objects may say less than is there, bags and lists are compared whole."""
    if isinstance(actual, Bag):
        return bool({card: count for card, count in expected.items() if count} == actual)
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        below = {name: "" if key in NAMES_BELOW else name for name in expected}
        return all(n in actual and matches(value, actual[n], below[n]) for n, value in expected.items())
    if isinstance(expected, list) and isinstance(actual, list):
        return _lists_match(expected, actual, key)
    return bool(expected == actual)


def _lists_match(expected: list[Any], actual: list[Any], key: str) -> bool:
    if key in UNORDERED:
        return sorted(expected) == sorted(actual)
    if key in OPEN_ENDED:
        actual = actual[: len(expected)]
    return len(expected) == len(actual) and all(map(matches, expected, actual))


def first_missing(expected: Iterable[JsonObject], actual: Sequence[JsonObject]) -> JsonObject | None:
    """The first of the expected objects that is not found behind the one before it."""
    place = 0
    for wanted in expected:
        while place < len(actual) and not matches(wanted, actual[place]):
            place += 1
        if place == len(actual):
            return wanted
        place += 1
    return None
