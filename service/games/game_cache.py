"""The shelf: games as this process knows them, rebuilt from their streams and caught up by what is new."""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from threading import Lock

import msgspec

from service.errors import GameNotFound, RulesVersionUnsupported, VersionNotReached
from service.store import Store
from ttr_core import Event, Ruleset, State, evolve, load_ruleset, resolved_ruleset
from ttr_core.engine.ruleset import RULES_VERSION
from ttr_core.history.chain import GENESIS, Envelope, unwrap
from ttr_core.model.events import GameCreated
from ttr_core.model.phases import Scored

SYSTEM = "system"  # the actor of what follows from a move by itself
GAMES_AT_HAND = 4096
FACTS_SECONDS = 5.0  # how long facts are believed, and so a token that was revoked in another process
SUPPORTED_RULES = frozenset({RULES_VERSION})  # games of other versions can be read, but not played on

_decode_envelope = msgspec.json.Decoder(Envelope).decode


class Loaded(msgspec.Struct, frozen=True):
    """A game at one version: never ahead of its stream, sometimes behind it."""

    game: str
    facts: Mapping[str, str]
    seed: bytes
    ruleset: Ruleset
    state: State
    version: int = 0
    head: str = GENESIS  # hash of the last event
    at: str = ""  # time of the last event
    facts_read: float = 0.0  # when, by the shelf's clock
    rules_version: str = RULES_VERSION  # as the first event pins it

    @property
    def over(self) -> bool:
        return isinstance(self.state.phase, Scored)

    def refusal(self) -> RulesVersionUnsupported | None:
        """Why no command can be carried out here, whatever it is."""
        if self.rules_version in SUPPORTED_RULES:
            return None
        known = sorted(SUPPORTED_RULES)
        return RulesVersionUnsupported(rules_version=self.rules_version, supported=known)


@lru_cache(maxsize=256)
def shared_ruleset(board: str, players: int, options: tuple[tuple[str, str], ...]) -> Ruleset:
    """The ruleset of a new game."""
    return load_ruleset(board, players, dict(options))


def fold(start: Loaded, entries: Sequence[bytes]) -> Loaded:
    """The game with more of its stream applied."""
    state, head, at, rules = start.state, start.head, start.at, start.rules_version
    for entry in entries:
        envelope = _decode_envelope(entry)
        event = unwrap(envelope)
        state = evolve(start.ruleset, state, event)
        head, at = envelope.hash, envelope.at
        if isinstance(event, GameCreated):
            rules = event.rules_version
    return msgspec.structs.replace(
        start, state=state, version=start.version + len(entries), head=head, at=at, rules_version=rules
    )


def _begins_commit(place: int, before: Envelope, envelope: Envelope) -> bool:
    """Whether an event was appended by another commit than the one before it.

    The store knows, except of imported games and of streams that were written before it kept places. There, events of
    one time belong together if they have one actor, or if the system added them to that actor's.
    """
    if place:
        return place == 1
    return envelope.at != before.at or envelope.actor not in (before.actor, SYSTEM)


class Shelf:
    """The recently used games of a store."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self.store = store
        self._clock = clock
        self._games: OrderedDict[str, Loaded] = OrderedDict()
        self._rulesets: dict[tuple[str, int, str], Ruleset] = {}
        self._lock = Lock()

    def blank(self, game: str, facts: Mapping[str, str]) -> Loaded:
        """The game before its first event, under the board document that it was created with."""
        which = (facts["board_hash"], int(facts["players"]), facts["options"])
        if which not in self._rulesets:
            self._rulesets[which] = self._kept_ruleset(*which)
        ruleset = self._rulesets[which]
        seed, read = bytes.fromhex(facts["seed"]), self._clock()
        return Loaded(game, facts, seed, ruleset, ruleset.new_state(), facts_read=read)

    def _kept_ruleset(self, board_hash: str, players: int, options: str) -> Ruleset:
        document = self.store.document(board_hash)
        if document is None:
            raise LookupError(f"the store has lost the board document {board_hash}")
        return resolved_ruleset(
            msgspec.json.decode(document), players, msgspec.json.decode(options, type=dict[str, str])
        )

    def current(self, game: str) -> Loaded:
        """The game as it is now; costs one read of what is new."""
        known = self._at_hand(game)
        return self.catch_up(known) if known else self._rebuild(game)

    def glance(self, game: str) -> Loaded:
        """The game as this process last saw it: for those whose append will tell if that was too old."""
        return self._at_hand(game) or self._rebuild(game)

    def at(self, game: str, version: int) -> Loaded:
        """The game as it was at a version."""
        now = self.current(game)
        if not 1 <= version <= now.version:
            raise VersionNotReached(version=now.version)
        if version == now.version:
            return now
        return fold(self.blank(game, now.facts), self.store.read(game, 0, version))

    def events(self, game: str, after: int, limit: int | None = None) -> list[tuple[Envelope, Event]]:
        found = [_decode_envelope(entry) for entry in self.store.read(game, after, limit)]
        return [(envelope, unwrap(envelope)) for envelope in found]

    def commits(
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

    def catch_up(self, known: Loaded) -> Loaded:
        entries = self.store.read(known.game, known.version)
        if not entries:
            return known
        return self.keep(fold(self.with_new_facts(known), entries))  # facts change together with events

    def with_new_facts(self, known: Loaded) -> Loaded:
        read = self._clock()
        facts = self.store.facts(known.game)
        return self.keep(msgspec.structs.replace(known, facts=facts, facts_read=read))

    def keep(self, loaded: Loaded) -> Loaded:
        with self._lock:
            known = self._games.get(loaded.game)
            if known is None or known.version <= loaded.version:
                self._games[loaded.game] = loaded
            self._games.move_to_end(loaded.game)
            if len(self._games) > GAMES_AT_HAND:
                self._games.popitem(last=False)
        return loaded

    def _rebuild(self, game: str) -> Loaded:
        entries = self.store.read(game)  # first: facts may be newer than the events, but never older
        facts = self.store.facts(game)
        if not facts:
            raise GameNotFound()
        return self.keep(fold(self.blank(game, facts), entries))

    def _at_hand(self, game: str) -> Loaded | None:
        with self._lock:
            known = self._games.get(game)
            if known:
                self._games.move_to_end(game)
        if known and self._clock() - known.facts_read > FACTS_SECONDS:  # somebody may have been erased
            return self.with_new_facts(known)
        return known
