"""Deciding a commit: commands one after the other, each by its own hand, and what the clocks add to them."""

from collections.abc import Sequence

import msgspec

from service.clocks.deadlines import follow_up
from service.games.game_cache import Loaded
from service.store import Commit
from ttr_core import Command, Event, SeededRandomness, State, advance
from ttr_core.history.chain import Envelope, wrap
from ttr_core.model.actor import SYSTEM, Actor
from ttr_core.model.phases import Scored


class By(msgspec.Struct, frozen=True):
    """A command of somebody else than whoever the commit is for."""

    command: Command
    actor: Actor


class Decided(msgspec.Struct, frozen=True):
    events: Sequence[Event]
    actors: Sequence[Actor]  # one for each event
    state: State


class Ready(msgspec.Struct, frozen=True):
    """A commit that fits exactly on a game as it was loaded."""

    loaded: Loaded
    decided: Decided
    commit: Commit
    envelopes: Sequence[Envelope]


def decide_all(loaded: Loaded, commands: Sequence[Command | By], actor: Actor, at: str) -> Decided:
    """Raises `RuleViolation` unless all of them are accepted."""
    given = [one if isinstance(one, By) else By(one, actor) for one in commands]
    decided = _decided(loaded, given, Decided((), (), loaded.state))
    timed = follow_up(loaded.state, decided.events, decided.state, at)
    return _decided(loaded, [By(command, SYSTEM) for command in timed], decided) if timed else decided


def _decided(loaded: Loaded, given: Sequence[By], start: Decided) -> Decided:
    state, events, actors = start.state, list(start.events), list(start.actors)
    for one in given:
        rng = SeededRandomness(loaded.seed, state.entropy)
        new, state = advance(loaded.ruleset, state, one.command, rng)
        events += new
        actors += [one.actor] * len(new)
    return Decided(events, actors, state)


def sealed(loaded: Loaded, decided: Decided, at: str) -> list[Envelope]:
    """The events as they continue the game's chain."""
    head, envelopes = loaded.head, list[Envelope]()
    signed = zip(decided.events, decided.actors, strict=True)
    for version, (event, actor) in enumerate(signed, loaded.version + 1):
        envelopes.append(wrap(loaded.seed, loaded.game, version, head, event, at, actor))
        head = envelopes[-1].hash
    return envelopes


def activity(loaded: Loaded, state: State) -> bool | None:
    """A game becomes active with its first event, and stops being so when it has been scored."""
    if isinstance(state.phase, Scored):
        return False
    return True if loaded.version == 0 else None
