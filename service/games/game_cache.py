"""Games as this process knows them, rebuilt from their streams and caught up by what is new.

A server can lose the end of a stream (a crash without a log, a restored copy, a failover), and another process then
plays on from there. So every look compares hashes: if the stream does not have the last event that this process knows,
the process drops what it knows and rebuilds the game. Events are only ever folded onto the event that they follow.
"""

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import NamedTuple

import msgspec
from cachetools import LRUCache, TTLCache

from service.boards.board_library import file_for
from service.errors import GameNotFound, RulesVersionUnsupported, VersionNotReached
from service.games.facts import Facts, player_stream
from service.store import Store
from ttr_core import Command, Event, Ruleset, SeatId, State, evolve, legal_commands, resolved_ruleset
from ttr_core.bots.policy import Dice, Situation, situation_of
from ttr_core.by_post import SeatHandedOver, has_changed
from ttr_core.engine.ruleset import RULES_VERSION, RULES_VERSIONS
from ttr_core.history.chain import GENESIS, Envelope, unwrap
from ttr_core.model.actor import SYSTEM, parse_actor
from ttr_core.model.events import GameCreated, GameEnded, GameScored, GameStarted, SeatTaken
from ttr_core.model.phases import Scored
from ttr_core.model.state import HUMAN

log = logging.getLogger(__name__)

GAMES_KEPT, RULESETS_KEPT = 4096, 256
# how long this process trusts facts: a token that another process revoked works until then
FACTS_SECONDS = 5.0
SUPPORTED_RULES = frozenset(RULES_VERSIONS)  # games of other versions can be read, but not played on

_decode_envelope = msgspec.json.Decoder(Envelope).decode


class _RulesetKey(NamedTuple):
    """All that a game's ruleset is compiled from."""

    board: str
    board_hash: str
    board_file: str
    players: int
    options: str
    rules_version: str


class Diverged(Exception):
    """An event does not follow the one before it: they belong to different pasts of a game."""


MILESTONES = frozenset({GameCreated, SeatTaken, SeatHandedOver, GameStarted, GameEnded, GameScored})


class Milestones(msgspec.Struct, frozen=True):
    """What the state does not remember: when the game was created, began and ended, who sits since when, the totals."""

    created_at: str = ""
    started_at: str | None = None
    ended_at: str | None = None
    totals: tuple[int, ...] = ()  # the final ones, by seat, once the game is scored
    seated: Mapping[SeatId, int] = {}  # the version at which the present holder of a seat took it

    def after(self, version: int, at: str, event: Event) -> "Milestones":
        """The milestones after one more event."""
        if type(event) not in MILESTONES:  # nearly always
            return self
        match event:
            case SeatTaken() | SeatHandedOver():
                return msgspec.structs.replace(self, seated={**self.seated, event.seat: version})
            case GameCreated():
                return msgspec.structs.replace(self, created_at=at)
            case GameStarted():
                return msgspec.structs.replace(self, started_at=at)
            case GameEnded():
                return msgspec.structs.replace(self, ended_at=at)
            case GameScored():
                return msgspec.structs.replace(self, totals=tuple(seat.total for seat in event.sheet.seats))
            case _:
                return self


class Loaded(msgspec.Struct, frozen=True):
    """A game at one version: sometimes behind its stream, and ahead of it only if the server has lost events."""

    game: str
    facts: Facts
    seed: bytes
    ruleset: Ruleset
    state: State
    version: int = 0
    head: str = GENESIS  # hash of the last event
    at: str = ""  # time of the last event
    facts_read: float = 0.0  # when, by the cache's clock
    milestones: Milestones = Milestones()

    @property
    def rules_version(self) -> str:
        """As the first event pins it."""
        return self.ruleset.rules_version

    @property
    def over(self) -> bool:
        return isinstance(self.state.phase, Scored)

    def refusal(self) -> RulesVersionUnsupported | None:
        """Why this service accepts no command at all in the game."""
        if self.rules_version in SUPPORTED_RULES:
            return None
        return RulesVersionUnsupported(rules_version=self.rules_version, supported=sorted(SUPPORTED_RULES))


def moves_of(ruleset: Ruleset, state: State, seat: SeatId) -> tuple[Command, ...]:
    """What the person of a seat may play; nothing while a bot plays for them."""
    return legal_commands(ruleset, state, seat) if state.seats[seat].kind == HUMAN else ()


def bot_situation(
    store: Store, loaded: Loaded, seat: SeatId, dice: Dice, ahead: Sequence[Event] = ()
) -> Situation:
    """What the bot of a seat is given; `ahead` are events that have led to the state and are not appended yet."""

    def record() -> list[Event]:
        entries = store.read(loaded.game, 0, loaded.version)
        return [*(unwrap(_decode_envelope(entry)) for entry in entries), *ahead]

    return situation_of(loaded.ruleset, loaded.state, seat, dice, record)


class _Decision(NamedTuple):
    """A game, and the version since which a seat has had the same decision to make."""

    game: Loaded
    since: int


class _Step(NamedTuple):
    """One event: for which seat somebody acted, and the state before and after."""

    version: int
    seat: SeatId | None
    before: State
    after: State


def fold(start: Loaded, entries: Sequence[bytes]) -> Loaded:
    """The game with more of its stream applied; raises `Diverged` if that is the stream of another past."""
    state, head, at, milestones = start.state, start.head, start.at, start.milestones
    for entry in entries:
        envelope = _decode_envelope(entry)
        if envelope.prev != head:
            raise Diverged(f"event {envelope.version} of game {start.game} does not follow {head}")
        event = unwrap(envelope)
        state = evolve(start.ruleset, state, event)
        milestones = milestones.after(envelope.version, envelope.at, event)
        head, at = envelope.hash, envelope.at
    version = start.version + len(entries)
    return msgspec.structs.replace(
        start, state=state, version=version, head=head, at=at, milestones=milestones
    )


def _pinned_rules(entries: Sequence[bytes]) -> str:
    """The rules version that the first event of a stream names."""
    created = unwrap(_decode_envelope(entries[0]))
    assert isinstance(created, GameCreated)
    return created.rules_version


def _begins_commit(place: int, before: Envelope, envelope: Envelope) -> bool:
    """Whether an event was appended by another commit than the one before it.

    The store knows, except of imported games and of streams that were written before it kept places. There, events of
    one time belong together if they have one actor, or if the system added them to that actor's.
    """
    if place:
        return place == 1
    return envelope.at != before.at or envelope.actor not in (before.actor, str(SYSTEM))


class GameCache:
    """The recently used games of a store, safe for threads."""

    def __init__(
        self, store: Store, clock: Callable[[], float] = time.monotonic, *, keeps_finished: bool = True
    ) -> None:
        """Finished games are asked for by people alone: a process of the background need not keep them."""
        self.store = store
        self._clock, self._keeps_finished = clock, keeps_finished
        self._games: LRUCache[str, Loaded] = LRUCache(GAMES_KEPT)
        self._rulesets: LRUCache[_RulesetKey, Ruleset] = LRUCache(RULESETS_KEPT)
        self._decisions: LRUCache[tuple[str, SeatId], _Decision] = LRUCache(GAMES_KEPT)
        self._people: TTLCache[str, Mapping[str, str]] = TTLCache(GAMES_KEPT, FACTS_SECONDS, clock)
        self._lock = Lock()
        self.facts_changes = 0  # how often facts that this process read again were others than before

    # what a look at a game costs

    def get_cached(self, game: str) -> Loaded:
        """The game as this process last saw it, usually without asking the store.

        For callers whose append will find out if that was too old.
        """
        return self._kept(game) or self._rebuild(game)

    def known_facts(self, game: str) -> Facts | None:
        """The facts of the game as this process last saw them, without asking the store."""
        with self._lock:
            kept = self._games.get(game)
        return kept.facts if kept else None

    def read_latest(self, game: str) -> Loaded:
        """The game as it is now, for one look whether anything is new, and a read if so."""
        kept = self._kept(game)
        return self.catch_up(kept) if kept else self._rebuild(game)

    def current(self, games: Sequence[str], ends: Sequence[str]) -> Mapping[str, Loaded]:
        """Those of the games that this process has as they are now: `ends` say where each of them ends."""
        pairs = zip(games, ends, strict=True)
        kept = ((loaded, end) for game, end in pairs for loaded in self._still_kept(game))
        return {loaded.game: loaded for loaded, end in kept if end == f"{loaded.version} {loaded.head}"}

    def _still_kept(self, game: str) -> Iterator[Loaded]:
        with suppress(GameNotFound):
            loaded = self._kept(game)
            if loaded:
                yield loaded

    def replay_to(self, game: str, version: int) -> Loaded:
        """The game as it was at a version, for a read and a replay of everything up to it."""
        latest = self.read_latest(game)
        if not 1 <= version <= latest.version:
            raise VersionNotReached(version=latest.version)
        if version == latest.version:
            return latest
        return fold(self.blank(game, latest.facts, latest.rules_version), self.store.read(game, 0, version))

    def read_events(self, game: str, after: int, limit: int | None = None) -> list[tuple[Envelope, Event]]:
        envelopes = [_decode_envelope(entry) for entry in self.store.read(game, after, limit)]
        return [(envelope, unwrap(envelope)) for envelope in envelopes]

    def read_commits(
        self, game: str, after: int, limit: int | None = None
    ) -> Iterator[Sequence[tuple[Envelope, Event]]]:
        """The events after a version, those of one commit together; the first may be the rest of a commit."""
        together: list[tuple[Envelope, Event]] = []
        for place, entry in self.store.read_places(game, after, limit):
            envelope = _decode_envelope(entry)
            if together and _begins_commit(place, together[-1][0], envelope):
                yield together
                together = []
            together.append((envelope, unwrap(envelope)))
        if together:
            yield together

    def decision(self, loaded: Loaded, seat: SeatId) -> int:
        """The version since which the seat's moves have been the same, and the seat has made none of them.

        The second matters: after a blind draw the same draw may be legal again, and must not be taken for the first.
        """
        with self._lock:
            known = self._decisions.get((loaded.game, seat))
        if known and known.game.head == loaded.head:
            return known.since
        since = self._changed(known, loaded, seat) if known and known.game.version <= loaded.version else None
        if since is None:
            blank = self.blank(loaded.game, loaded.facts, loaded.rules_version)
            since = self._changed(_Decision(blank, 1), loaded, seat) or loaded.version
        with self._lock:
            self._decisions[loaded.game, seat] = _Decision(loaded, since)
        return since

    def _changed(self, known: _Decision, now: Loaded, seat: SeatId) -> int | None:
        """Walks back from now to the event that has changed the decision; None if what is known is of another past."""
        steps = self._steps(known.game, now)
        if steps is None:
            return None
        moves = moves_of(now.ruleset, now.state, seat)
        for step in reversed(steps):
            moved = step.seat == seat and has_changed(step.after, step.before)
            if moved or moves_of(now.ruleset, step.before, seat) != moves:
                return step.version
        return known.since

    def _steps(self, start: Loaded, now: Loaded) -> list[_Step] | None:
        """Every event between two versions of a game; None unless they lead from the one to the other."""
        steps, state, head = list[_Step](), start.state, start.head
        for entry in self.store.read(now.game, start.version, now.version - start.version):
            envelope = _decode_envelope(entry)
            if envelope.prev != head:
                return None
            after = evolve(now.ruleset, state, unwrap(envelope))
            steps.append(_Step(envelope.version, parse_actor(envelope.actor).seat, state, after))
            state, head = after, envelope.hash
        return steps if head == now.head else None

    # how the cache is kept

    def blank(self, game: str, facts: Facts, rules_version: str = RULES_VERSION) -> Loaded:
        """The game before its first event, under the board document and the rules that it is created with."""
        files = facts.board, facts.board_hash, facts.board_file
        ruleset = self._ruleset(_RulesetKey(*files, facts.players, facts.options, rules_version))
        return Loaded(game, facts, facts.seed, ruleset, ruleset.new_state(), facts_read=self._clock())

    def catch_up(self, loaded: Loaded) -> Loaded:
        """The same game with everything that was appended since."""
        if self.store.ends_with(loaded.game, loaded.version, loaded.head):  # usually: cheaper than a read
            return loaded
        entries = self._read_from(loaded)
        if entries is None:
            return self._drop(loaded)
        if not entries:
            return loaded
        return self.keep(fold(self.read_facts(loaded), entries))  # facts change together with events

    def hash_at(self, game: str, version: int) -> str:
        """The hash of one event, "" if the stream does not have it."""
        entries = self.store.read(game, version - 1, 1)
        return _decode_envelope(entries[0]).hash if entries else ""

    def _read_from(self, loaded: Loaded) -> list[bytes] | None:
        """What was appended to the game since; None if its stream does not hold the last event that we know."""
        if loaded.version == 0:
            return self.store.read(loaded.game)
        last, *new = self.store.read(loaded.game, loaded.version - 1) or [b""]
        return new if last and _decode_envelope(last).hash == loaded.head else None

    def _drop(self, loaded: Loaded) -> Loaded:
        """Forgets a past of the game that the server has lost, and rebuilds the game."""
        with self._lock:
            self._games.pop(loaded.game, None)
        rebuilt = self._rebuild(loaded.game)
        log.warning(
            "the store has lost events of game %s that this process knew: version %d was %s; it has version %d, %s",
            *(loaded.game, loaded.version, loaded.head, rebuilt.version, rebuilt.head),
        )
        return rebuilt

    def read_facts(self, loaded: Loaded) -> Loaded:
        """The same version of the game with the facts of this moment."""
        read = self._clock()
        facts = self.with_names(Facts(self.store.facts(loaded.game)))
        self.facts_changes += facts != loaded.facts
        if not facts:  # the server has lost the whole game
            with self._lock:
                self._games.pop(loaded.game, None)
            raise GameNotFound()
        return self.keep(msgspec.structs.replace(loaded, facts=facts, facts_read=read))

    def with_names(self, facts: Facts) -> Facts:
        """The facts of a game together with what its players are called."""
        return facts.with_names(self._person) if facts.player_places() else facts

    def _person(self, player: str) -> Mapping[str, str]:
        """The facts of a player, trusted as long as those of a game."""
        with self._lock:
            facts = self._people.get(player)
        if facts is None:
            facts = self.store.facts(player_stream(player))
            with self._lock:
                self._people[player] = facts
        return facts

    def forget_person(self, player: str) -> None:
        """Asks again what a player is called, from the next look at each of their games."""
        with self._lock:
            self._people.pop(player, None)
            games = [game for game in self._games.values() if player in game.facts.player_places().values()]
        for game in games:
            self.read_facts(game)

    def keep(self, loaded: Loaded) -> Loaded:
        with self._lock:
            kept = self._games.get(loaded.game)
            if loaded.over and not self._keeps_finished:
                self._games.pop(loaded.game, None)
            elif kept is None or kept.version <= loaded.version:
                self._games[loaded.game] = loaded
        return loaded

    def __len__(self) -> int:
        return len(self._games)

    def _kept(self, game: str) -> Loaded | None:
        with self._lock:
            kept = self._games.get(game)
        if kept and not self.trusts(kept.facts_read):  # somebody may have been erased
            return self.read_facts(kept)
        return kept

    def trusts(self, facts_read: float) -> bool:
        """Whether facts that were read then are good enough to be shown."""
        return self._clock() - facts_read <= FACTS_SECONDS

    def _rebuild(self, game: str) -> Loaded:
        entries = self.store.read(game)  # first: facts may be newer than the events, but never older
        facts = self.with_names(Facts(self.store.facts(game)))
        if not facts:
            raise GameNotFound()
        return self.keep(fold(self.blank(game, facts, _pinned_rules(entries)), entries))

    def _ruleset(self, key: _RulesetKey) -> Ruleset:
        with self._lock:
            ruleset = self._rulesets.get(key)
        if ruleset is None:
            ruleset = self._compile(key)
            with self._lock:
                self._rulesets[key] = ruleset
        return ruleset

    def _compile(self, key: _RulesetKey) -> Ruleset:
        document = self.store.document(key.board_hash)
        if document is None:
            raise LookupError(f"the store has lost the board document {key.board_hash}")
        chosen = msgspec.json.decode(key.options, type=dict[str, str])
        file = file_for(self.store, key.board, key.board_file)
        return resolved_ruleset(msgspec.json.decode(document), key.players, chosen, key.rules_version, file)
