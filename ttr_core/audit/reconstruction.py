"""From events back to commands: whenever the game waits, the command that leads to exactly the events that follow.

An event repeats the fields of its command, so commands made of the coming events are tried first, then all legal ones.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ttr_core.audit.recorded_randomness import RecordedRandomness, shuffles_from
from ttr_core.engine.engine import advance, legal_commands
from ttr_core.engine.randomness import SeededRandomness
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import Command
from ttr_core.model.events import Event, GameCreated, SeedRevealed
from ttr_core.model.state import State
from ttr_core.model.violations import RuleViolation

AHEAD = 16  # events that are looked through for the fields of a command


class _Shape(msgspec.Struct, frozen=True):
    required: tuple[str, ...]
    optional: tuple[str, ...]


@cache
def _shape(kind: type[Command]) -> _Shape:
    fields = msgspec.structs.fields(kind)
    required = tuple(field.name for field in fields if field.required)
    return _Shape(required, tuple(field.name for field in fields if not field.required))


def likely_commands(ruleset: Ruleset, state: State, coming: Sequence[Event]) -> Iterator[Command]:
    """The commands of this phase, made of fields of the coming events; those that take the most fields first."""
    kinds = ruleset.phases[type(state.phase)].performs
    for kind in sorted(kinds, key=lambda kind: -len(_shape(kind).required)):
        yield from _made_of(kind, coming)


def _made_of(kind: type[Command], coming: Sequence[Event]) -> Iterator[Command]:
    shape = _shape(kind)
    for event in coming:
        present = event.__struct_fields__
        if set(shape.required) <= set(present):
            fields = {name: getattr(event, name) for name in shape.required}
            yield kind(**fields)
            more = {name: getattr(event, name) for name in shape.optional if name in present}
            if more:
                yield kind(**fields, **more)
            return


def all_legal(ruleset: Ruleset, state: State) -> Iterator[Command]:
    """Everything that anybody may do."""
    for seat in state.phase.waiting:
        yield from legal_commands(ruleset, state, seat)


class Step(NamedTuple):
    """One command of the game, and the events from `version` on that it led to."""

    version: int
    command: Command
    events: tuple[Event, ...]
    before: State
    after: State
    judged: Sequence[int]  # versions of shuffles that were compared with the seed's
    unfair: Sequence[tuple[int, str]]  # version and label of those that differ


class _Attempt(NamedTuple):
    """What a command would have led to."""

    events: tuple[Event, ...]
    unfair: Sequence[tuple[int, str]]


class Contradiction(NamedTuple):
    """Where no command leads on to the recorded events."""

    version: int  # of the first event that does not follow
    before: State
    recorded: Event | None  # none: the record ends in the middle of what a command leads to
    expected: Event | None  # what follows from the command that comes closest
    refusal: RuleViolation | None  # of the command that the event itself names
    unfair: Sequence[tuple[int, str]] = ()  # shuffles before it that do not follow from the seed


def retrace(
    ruleset: Ruleset, events: Sequence[Event], seed: bytes | None = None
) -> Iterator[Step | Contradiction]:
    """The game command by command, as far as it is one; the seed is needed to judge shuffles, not to follow them."""
    state, place = ruleset.new_state(), 0
    chance = cache(lambda entropy: SeededRandomness(seed, entropy) if seed else None)
    while place < len(events):
        step = _next(ruleset, state, events, place, chance(state.entropy))
        yield step
        if isinstance(step, Contradiction):
            return
        state, place = step.after, place + len(step.events)


def _next(
    ruleset: Ruleset, state: State, events: Sequence[Event], place: int, fair: SeededRandomness | None
) -> Step | Contradiction:
    coming = events[place : place + AHEAD]
    tried: list[list[_Attempt]] = [[], []]
    for candidates, closest in zip(
        (likely_commands(ruleset, state, coming), all_legal(ruleset, state)), tried, strict=True
    ):
        for command in candidates:
            rng = RecordedRandomness(shuffles_from(events, place + 1), fair)
            attempt = _attempt(ruleset, state, command, rng)
            if attempt is None:
                continue
            recorded = events[place : place + len(attempt[0])]
            expected = _opened(attempt[0], recorded)
            if expected == tuple(recorded):
                return Step(place + 1, command, expected, state, attempt[1], rng.judged, rng.unfair)
            closest.append(_Attempt(expected, rng.unfair))
    return _contradiction(ruleset, state, events, place, *tried)


def _attempt(
    ruleset: Ruleset, state: State, command: Command, rng: RecordedRandomness
) -> tuple[tuple[Event, ...], State] | None:
    try:
        return advance(ruleset, state, command, rng)
    except RuleViolation:
        return None


def _opened(expected: tuple[Event, ...], recorded: Sequence[Event]) -> tuple[Event, ...]:
    """Whether commitment and seed belong together is judged elsewhere."""
    first, last = expected[0], expected[-1]
    if isinstance(first, GameCreated) and isinstance(recorded[0], GameCreated):
        return (replace(first, commitment=recorded[0].commitment), *expected[1:])
    if isinstance(last, SeedRevealed) and isinstance(recorded[-1], SeedRevealed):
        return (*expected[:-1], recorded[-1])
    return expected


# contradictions


class _Close(NamedTuple):
    """An attempt, with how many events agree and how much the next one has in common; more is closer."""

    agreed: int
    same_type: bool
    same_fields: int
    attempt: _Attempt


def _contradiction(
    ruleset: Ruleset,
    state: State,
    events: Sequence[Event],
    place: int,
    guessed: Sequence[_Attempt],
    listed: Sequence[_Attempt],
) -> Contradiction:
    """The closest attempt says the most; if none is close, the refusal of what the event itself names does."""
    recorded = events[place:]
    named, best = _closest(guessed, recorded), _closest((*guessed, *listed), recorded)
    refusal = None if best.agreed or named.same_type else _refusal(ruleset, state, recorded[0])
    if refusal:
        return Contradiction(place + 1, state, recorded[0], None, refusal)
    agreed, (expected, unfair) = best.agreed, best.attempt
    actual = recorded[agreed] if agreed < len(recorded) else None
    due = expected[agreed] if agreed < len(expected) else None
    version = place + agreed + (actual is not None)
    earlier = [shuffle for shuffle in unfair if shuffle[0] < version]
    return Contradiction(version, state, actual, due, None, earlier)


def _closest(tried: Sequence[_Attempt], recorded: Sequence[Event]) -> _Close:
    none = _Close(0, False, 0, _Attempt((), ()))
    return max((none, *(_close(attempt, recorded) for attempt in tried)), key=lambda close: close[:3])


def _agreed(expected: Sequence[Event], recorded: Sequence[Event]) -> int:
    pairs = zip(expected, recorded, strict=False)
    return next(
        (n for n, (one, other) in enumerate(pairs) if one != other), min(len(expected), len(recorded))
    )


def _close(attempt: _Attempt, recorded: Sequence[Event]) -> _Close:
    agreed = _agreed(attempt.events, recorded)
    if agreed == min(len(attempt.events), len(recorded)):
        return _Close(agreed, True, 0, attempt)
    one, other = attempt.events[agreed], recorded[agreed]
    same = [getattr(one, name) == getattr(other, name, None) for name in one.__struct_fields__]
    return _Close(agreed, type(one) is type(other), sum(same), attempt)


def _refusal(ruleset: Ruleset, state: State, event: Event) -> RuleViolation | None:
    """Why the rules refuse the command that the event would come from."""
    for command in likely_commands(ruleset, state, (event,)):
        try:
            advance(ruleset, state, command, RecordedRandomness(iter(()), None))
        except RuleViolation as violation:
            return violation
    return None
