"""Italy and Iberia: their rulesets, positions on them as data, and commands as JSON."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
import pytest

from tests.support.positions.positions import Given, build
from tests.support.positions.scripted_shuffles import Outcomes, ScriptedRandomness
from tests.support.whole_games.event_logs import decode_command
from ttr_core import (
    RULES_VERSION,
    Event,
    RefusalCode,
    Ruleset,
    RuleViolation,
    State,
    advance,
    compile_ruleset,
    load_ruleset,
)
from ttr_core.boards.board import merge
from ttr_core.boards.library import whole_document

Json = dict[str, Any]  # a command or a part of a map file


@cache
def italy(players: int = 2, rules_version: str = RULES_VERSION) -> Ruleset:
    return load_ruleset("italy", players, rules_version=rules_version)


@cache
def iberia(players: int = 2, rules_version: str = RULES_VERSION) -> Ruleset:
    return load_ruleset("iberia", players, rules_version=rules_version)


def changed(board: str, players: int, patch: Json) -> Ruleset:
    """The board with other numbers."""
    return compile_ruleset(merge(whole_document(board), patch), players)


def position(ruleset: Ruleset, **given: Any) -> State:
    """The position of these JSON values, in the words of the conformance cases."""
    return build(ruleset, msgspec.convert(given, Given))


def play(
    ruleset: Ruleset, state: State, *commands: Json, shuffles: Outcomes | None = None
) -> tuple[tuple[Event, ...], State]:
    """The events of all commands, and the state after the last."""
    rng, happened = ScriptedRandomness(shuffles or {}), list[Event]()
    for command in commands:
        events, state = advance(ruleset, state, decode_command(msgspec.json.encode(command)), rng)
        happened += events
    return tuple(happened), state


def started(ruleset: Ruleset, shuffles: Outcomes | None = None) -> tuple[tuple[Event, ...], State]:
    """A game that has been dealt; seat 0 begins."""
    seats: list[Json] = [{"type": "take_seat", "seat": seat} for seat in range(ruleset.players)]
    commands: tuple[Json, ...] = ({"type": "create_game"}, *seats, {"type": "start_game", "first": 0})
    return play(ruleset, ruleset.new_state(), *commands, shuffles=shuffles)


def refused(ruleset: Ruleset, state: State, command: Json, code: RefusalCode, **facts: Any) -> None:
    """Asserts that the command is refused with this code and these facts, and that what pays instead is in the hand."""
    with pytest.raises(RuleViolation) as refusal:
        play(ruleset, state, command)
    others = {name: fact for name, fact in refusal.value.facts.items() if name not in ("held", "accepted")}
    assert (refusal.value.code, others) == (code, facts)
    held = Counter(refusal.value.facts.get("held", {}))
    in_hand = Counter(hand(ruleset, state, command["seat"])) if held else held
    assert Counter(refusal.value.facts.get("accepted", [])) <= held <= in_hand


def hand(ruleset: Ruleset, state: State, seat: int) -> Mapping[str, int]:
    counts = zip(ruleset.cards, state.seats[seat].hand, strict=True)
    return {card: count for card, count in counts if count}
