"""One commit: commands become events one after the other, with the deadlines that follow, sealed onto the chain.

`check_holder` and `decide` write nothing. `prepare` turns what was decided into the commit that the store appends
whole, together with what changes beside the stream.
"""

import hmac
import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256

import msgspec

from service.clocks.deadlines import follow_up, milliseconds
from service.errors import KeyReused, TokenInvalid
from service.games.facts import Facts
from service.games.game_cache import GAMES_KEPT, Loaded
from service.games.seats import handover_changes
from service.store import Commit
from service.store.interface import ExpiringKeys, GameFacts
from ttr_core import Command, Event, RuleViolation, SeededRandomness, State, advance
from ttr_core.by_post import Holders, PeopleCode, SeatClosed, SeatHandedOver
from ttr_core.history.chain import Envelope, wrap
from ttr_core.model.actor import SYSTEM, Actor, Role
from ttr_core.model.commands import SeatCommand
from ttr_core.model.phases import Scored
from ttr_core.model.state import HUMAN


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


class Reservation(msgspec.Struct, frozen=True):
    """What a key makes, fixed before it is made: its name, and the secret that its tokens are computed from.

    The tokens themselves are not kept. The secret alone does not lead to them: the sender's own key is needed, too.
    """

    payload: str
    name: str
    secret: str
    done: bool = False
    answer: str = ""  # of a call whose answer may lie in the store

    def token_secret(self, sent_key: str, purpose: str) -> bytes:
        return hmac.digest(bytes.fromhex(self.secret), f"{purpose}/{sent_key}".encode(), "sha256")


FOR_EVER = 100 * 365 * 86_400  # seconds


def reserve(store: ExpiringKeys, key: Key, name: str, seconds: int) -> Reservation:
    """The reservation of the key: a new one under this name, or the one of the first request that was sent with it."""
    new = Reservation(key.payload, name, secrets.token_hex(32))
    if store.set_once(_kept_under(key), _encode(new).decode(), seconds or FOR_EVER):
        return new
    text = store.expiring(_kept_under(key))
    if text is None:  # it ended this very moment
        return reserve(store, key, name, seconds)
    earlier = msgspec.json.decode(text, type=Reservation)
    if earlier.payload != key.payload:
        raise KeyReused()
    return earlier


def fulfil(store: ExpiringKeys, key: Key, reservation: Reservation, seconds: int) -> None:
    """What was reserved exists now; if it is gone one day, the key does not make it again."""
    done = msgspec.structs.replace(reservation, done=True)
    store.set_expiring(_kept_under(key), _encode(done).decode(), seconds or FOR_EVER)


def keep_answer(store: ExpiringKeys, key: Key, reservation: Reservation, answer: str, seconds: int) -> str:
    """The answer that the key stands for from now on: this one, unless an equal request was answered before it."""
    done = msgspec.structs.replace(reservation, done=True, answer=answer)
    before, after = _encode(reservation).decode(), _encode(done).decode()
    if store.swap_expiring(_kept_under(key), before, after, seconds or FOR_EVER):
        return answer
    text = store.expiring(_kept_under(key))
    return msgspec.json.decode(text, type=Reservation).answer or answer if text else answer


def release(store: ExpiringKeys, key: Key, reservation: Reservation) -> None:
    """The request was refused, so that a better one may use the key."""
    store.swap_expiring(_kept_under(key), _encode(reservation).decode(), "")


def _kept_under(key: Key) -> str:
    return f"made:{key.name}"


_encode = msgspec.json.Encoder().encode
_randomness = lru_cache(maxsize=GAMES_KEPT)(SeededRandomness)  # a game's stays the same once it has started


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


def check_holder(seen: State, now: State, actor: Actor, commands: Sequence[Command | By]) -> None:
    """A seat's token acts for the person who held the seat when it was checked, and only while they hold it."""
    if actor.role is not Role.SEAT or actor.seat is None:
        return
    seat = actor.seat
    if seen.slice(Holders).numbers[seat] != now.slice(Holders).numbers[seat]:
        raise TokenInvalid("passed_on")
    if now.seats[seat].kind != HUMAN and any(isinstance(command, SeatCommand) for command in commands):
        raise RuleViolation(PeopleCode.NOT_PRESENT, seat=seat)


def _decide(loaded: Loaded, moves: Sequence[By], start: Decided) -> Decided:
    state, events, actors = start.state, list(start.events), list(start.actors)
    for move in moves:
        rng = _randomness(loaded.seed, state.entropy)
        new, state = advance(loaded.ruleset, state, move.command, rng)
        events += new
        actors += [move.actor] * len(new)
    return Decided(events, actors, state)


def fact_changes(store: GameFacts, loaded: Loaded, events: Sequence[Event]) -> Mapping[str, str]:
    """What these events change beside the stream; all of it when the game is created."""
    if not loaded.version:
        return loaded.facts.texts
    if not any(isinstance(event, SeatHandedOver | SeatClosed) for event in events):
        return {}
    facts = Facts(store.facts(loaded.game))  # read again: a name may have been erased since
    return handover_changes(facts, events)


def prepare(
    loaded: Loaded,
    decided: Decided,
    at: str,
    facts: Mapping[str, str],
    *,
    key: Key | None = None,
    key_seconds: int = 0,
    listed: bool = False,
) -> Prepared:
    """The commit; `listed` puts a new game on the public list."""
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
        listed=milliseconds(at) if listed else 0,
        moved=milliseconds(at) if listed or _is_listed(loaded) else 0,
    )
    return Prepared(loaded, decided, envelopes, commit)


def _is_listed(loaded: Loaded) -> bool:
    return loaded.version > 0 and loaded.facts.is_public


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
