"""The corpus: golden games played again under the rules of today, and their first difference."""

from collections.abc import Iterable, Sequence
from functools import cache

import msgspec

from tests.support.audit.game_records import time_of
from tests.support.whole_games.event_logs import decode_command, decode_log
from tests.support.whole_games.golden_games import GOLDEN, expectations, ruleset_of_log
from ttr_core import Command, Event, Ruleset, RuleViolation, SeededRandomness, advance
from ttr_core.audit.moves import actor_of
from ttr_core.history.record import Entry, Record, write_down
from ttr_core.model.commands import BeginPayment, ClaimRoute
from ttr_core.model.events import SeatTaken, SeedRevealed
from ttr_core.notation import write_event

CORPUS: tuple[str, ...] = tuple(sorted(expectations(GOLDEN)))


@cache
def events_of(name: str) -> tuple[Event, ...]:
    return decode_log((GOLDEN / f"{name}.ndjson").read_bytes())


@cache
def commands_of(name: str) -> tuple[Command, ...]:
    ruleset = ruleset_of_game(name)
    lines = (GOLDEN / f"{name}.commands.ndjson").read_bytes().splitlines()
    return tuple(_as_today(ruleset, decode_command(_renamed(line))) for line in lines)


def _renamed(line: bytes) -> bytes:
    """Sets had two names, and payments in tunnels said which of their cards were sets."""
    command = msgspec.json.decode(line)
    if command["type"] in ("lay_coloured_locomotive", "lay_substitute"):
        command["type"] = "lay_set"
    if command["type"] == "pay_tunnel":
        command.pop("coloured", None)
    return msgspec.json.encode(command)


def _as_today(ruleset: Ruleset, command: Command) -> Command:
    """A claim that left cards out began a payment in steps."""
    if not isinstance(command, ClaimRoute):
        return command
    number = ruleset.route_index[command.route]
    if ruleset.stand_ins[number] is None or len(command.cards) == ruleset.routes[number].length:
        return command
    return BeginPayment(seat=command.seat, route=command.route, cards=command.cards)


def ruleset_of_game(name: str) -> Ruleset:
    return ruleset_of_log(events_of(name)[0])


def golden_record(name: str, game: str) -> Record:
    """The golden game as a record: its commands given again, a minute apart."""
    ruleset, events, entries = ruleset_of_game(name), events_of(name), list[Entry]()
    state, rng = ruleset.new_state(), _randomness(events)
    for number, command in enumerate(commands_of(name)):
        actor = actor_of(command, state)
        decided, state = advance(ruleset, state, command, rng)
        entries += [Entry(event, time_of(number), actor) for event in decided]
    return write_down(ruleset, rng.seed, game, entries)


def _randomness(events: Sequence[Event]) -> SeededRandomness:
    (seed,) = (event.seed for event in events if isinstance(event, SeedRevealed))
    return SeededRandomness(bytes.fromhex(seed), [e.entropy for e in events if isinstance(e, SeatTaken)])


def difference(ruleset: Ruleset, commands: Iterable[Command], events: Sequence[Event]) -> str:
    """The first difference between these events and those that the commands lead to; empty if there is none."""
    state, rng, version = ruleset.new_state(), _randomness(events), 0
    for command in commands:
        try:
            decided, state = advance(ruleset, state, command, rng)
        except RuleViolation as violation:
            return _mismatch(version + 1, events, f"refused: {violation.code} for {command}")
        for event in decided:
            version += 1
            if version > len(events) or events[version - 1] != event:
                return _mismatch(version, events, write_event(event))
    return _mismatch(version + 1, events, "nothing") if version < len(events) else ""


def _mismatch(version: int, events: Sequence[Event], now: str) -> str:
    expected = write_event(events[version - 1]) if version <= len(events) else "nothing"
    return f"version {version}\n  recorded: {expected}\n  now:      {now}"
