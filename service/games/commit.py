"""One commit: commands become events one after the other, with the deadlines that follow, sealed onto the chain.

`decide` asks the rules and writes nothing. `prepare` turns what was decided into the commit that the store appends
whole, together with what changes beside the stream.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256

import msgspec

from service.clocks.deadlines import follow_up
from service.games.game_cache import Loaded
from service.store import Commit
from ttr_core import Command, Event, SeededRandomness, State, advance
from ttr_core.history.chain import Envelope, wrap
from ttr_core.model.actor import SYSTEM, Actor
from ttr_core.model.phases import Scored


class Key(msgspec.Struct, frozen=True):
    """A sender's key, and the request that it stands for; both hashed."""

    name: str
    payload: str


def key_for(token: str, name: str, request: msgspec.Struct) -> Key:
    """The sender's token is part of the key: nobody learns another sender's answer by guessing one."""
    owner = sha256(token.encode()).hexdigest()
    return Key(
        sha256(f"{owner}/{name}".encode()).hexdigest(), sha256(msgspec.json.encode(request)).hexdigest()
    )


class KeyRecord(msgspec.Struct, frozen=True):
    """The request that a key was used for, and the versions of the events that it led to."""

    payload: str
    first: int
    last: int


_encode = msgspec.json.Encoder().encode


class By(msgspec.Struct, frozen=True):
    """A command that comes from another actor than the commit's own."""

    command: Command
    actor: Actor


class Decided(msgspec.Struct, frozen=True):
    """The events that commands lead to, each with its actor, and the state after them."""

    events: Sequence[Event]
    actors: Sequence[Actor]
    state: State


class Prepared(msgspec.Struct, frozen=True):
    """A commit that fits exactly on a game as it was loaded."""

    loaded: Loaded
    decided: Decided
    envelopes: Sequence[Envelope]
    commit: Commit


def decide(loaded: Loaded, commands: Sequence[Command | By], actor: Actor, at: str) -> Decided:
    """What the commands lead to, and the clock with them; raises `RuleViolation` unless all are accepted."""
    moves = [command if isinstance(command, By) else By(command, actor) for command in commands]
    decided = _decide(loaded, moves, Decided((), (), loaded.state))
    timing = follow_up(loaded.state, decided.events, decided.state, at)
    return _decide(loaded, [By(command, SYSTEM) for command in timing], decided) if timing else decided


def _decide(loaded: Loaded, moves: Sequence[By], start: Decided) -> Decided:
    state, events, actors = start.state, list(start.events), list(start.actors)
    for move in moves:
        rng = SeededRandomness(loaded.seed, state.entropy)
        new, state = advance(loaded.ruleset, state, move.command, rng)
        events += new
        actors += [move.actor] * len(new)
    return Decided(events, actors, state)


def prepare(
    loaded: Loaded,
    decided: Decided,
    at: str,
    facts: Mapping[str, str],
    *,
    key: Key | None = None,
    key_seconds: int = 0,
    listed: int = 0,
) -> Prepared:
    envelopes = _seal(loaded, decided, at)
    first, last = loaded.version + 1, loaded.version + len(envelopes)
    commit = Commit(
        game=loaded.game,
        expected=loaded.version,
        prev=loaded.head,
        head=envelopes[-1].hash,
        entries=tuple(_encode(envelope) for envelope in envelopes),
        types=tuple(envelope.type for envelope in envelopes),
        active=_activity(loaded, decided.state),
        facts=facts,
        key=key.name if key else "",
        record=_encode(KeyRecord(key.payload, first, last)).decode() if key else "",
        key_seconds=key_seconds,
        listed=listed,
    )
    return Prepared(loaded, decided, envelopes, commit)


def _seal(loaded: Loaded, decided: Decided, at: str) -> list[Envelope]:
    """The events as they continue the game's chain."""
    head, envelopes = loaded.head, list[Envelope]()
    signed = zip(decided.events, decided.actors, strict=True)
    for version, (event, actor) in enumerate(signed, loaded.version + 1):
        envelopes.append(wrap(loaded.seed, loaded.game, version, head, event, at, actor))
        head = envelopes[-1].hash
    return envelopes


def _activity(loaded: Loaded, state: State) -> bool | None:
    """A game becomes active with its first event, and inactive when it has been scored."""
    if isinstance(state.phase, Scored):
        return False
    return True if loaded.version == 0 else None
