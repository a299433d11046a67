"""Games on the server: load, decide, append. Whatever changes a game, by whomever, goes through here."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256

import msgspec

from service.errors import (
    GameNotFound,
    KeyReused,
    RuleRefused,
    ServiceError,
    StaleVersion,
    Unauthorized,
    UnplayableBoard,
)
from service.games.commit import By, Decided, Ready, activity, decide_all, sealed
from service.games.facts import Facts, Visibility, created
from service.games.game_cache import GameCache, Loaded, shared_ruleset
from service.games.seats import check_holder, fact_changes
from service.games.tokens import Grant
from service.store import Appended, Commit, Conflict, Repeated, Store
from ttr_core import BoardDefect, Command, Event, RuleViolation
from ttr_core.history.chain import Envelope, Shown, canonical, show
from ttr_core.model.actor import Actor
from ttr_core.model.ids import Viewer

ATTEMPTS = 16  # how often a command is decided anew because others were faster
SECONDS_A_DAY = 86_400

_encode = msgspec.json.Encoder().encode


class Key(msgspec.Struct, frozen=True):
    """What makes a repeated command recognisable: the sender's key, and what it was used for."""

    name: str
    payload: str


def key_for(token: str, name: str, request: msgspec.Struct) -> Key:
    """Keys belong to their sender: nobody learns another's answer by guessing one."""
    owner = sha256(token.encode()).hexdigest()
    return Key(
        sha256(f"{owner}/{name}".encode()).hexdigest(), sha256(msgspec.json.encode(request)).hexdigest()
    )


class Done(msgspec.Struct, frozen=True):
    """What a commit led to."""

    loaded: Loaded
    events: Sequence[tuple[Envelope, Event]]
    new: bool = True  # not a repetition of what was done before

    @property
    def version(self) -> int:
        """After its own events, whatever came later."""
        return self.events[-1][0].version

    @property
    def appended(self) -> int:
        """How many events are new by it."""
        return len(self.events) if self.new else 0

    def shown(self, viewer: Viewer) -> list[Shown]:
        return [show(self.loaded.seed, envelope, event, viewer) for envelope, event in self.events]


class _Record(msgspec.Struct, frozen=True):
    """Which events a key stands for."""

    payload: str
    first: int
    last: int


class Games:
    """The games of a store."""

    def __init__(
        self,
        store: Store,
        tell: Callable[[str, int], None],  # hears of every commit of this process
        now: Callable[[], str],
        key_days: int = 7,
    ) -> None:
        self.store = store
        self.cache = GameCache(store)
        self._tell = tell
        self._now = now
        self._key_seconds = key_days * SECONDS_A_DAY

    def blank(self, board: str, players: int, options: Mapping[str, str], game: str | None = None) -> Loaded:
        """A new game that is not stored yet: `perform` appends its first events."""
        try:
            ruleset = shared_ruleset(board, players, tuple(sorted(options.items())))
        except BoardDefect as defect:
            raise UnplayableBoard(str(defect)) from defect
        self.store.keep_document(ruleset.board_hash, canonical(ruleset.document))
        facts = created(board, ruleset.board_hash, players, ruleset.options, secrets.token_bytes(32))
        return self.cache.blank(game or new_game_id(), Facts(facts))

    def grant(self, loaded: Loaded, token: str | None) -> Grant | None:
        """What the token allows in this game."""
        if token is None:
            return None
        grant = loaded.facts.grant(token)
        if grant is None:  # another process may have granted it a moment ago
            loaded = self.cache.read_facts(loaded)
            grant = loaded.facts.grant(token)
        if grant is None:
            raise GameNotFound if loaded.facts.visibility is Visibility.PRIVATE else Unauthorized
        return grant

    def perform(
        self,
        loaded: Loaded,
        commands: Sequence[Command | By],
        actor: Actor,
        *,
        expected: int | None = None,
        key: Key | None = None,
        facts: Mapping[str, str] | None = None,
        listed: int = 0,
    ) -> Done:
        """Carries the commands out in one commit, or none of them."""
        if refusal := loaded.refusal():
            return self._earlier(loaded, key, refusal)
        asked = loaded.state
        for _ in range(ATTEMPTS):
            if expected is not None and loaded.version < expected:
                loaded = self.cache.catch_up(loaded)
            if expected is not None and loaded.version != expected:
                return self._earlier(loaded, key, StaleVersion(version=loaded.version))
            at = self._time(loaded)
            try:
                check_holder(asked, loaded.state, actor, commands)
                decided = decide_all(loaded, commands, actor, at)
            except RuleViolation as violation:
                newer = self.cache.catch_up(loaded)
                if newer.version == loaded.version:
                    return self._earlier(loaded, key, RuleRefused(violation))
                loaded = newer
                continue
            ready = self._ready(loaded, decided, at, key, facts or {}, listed)
            match self.store.append(ready.commit):
                case Appended(version):
                    return self._done(ready, version)
                case Repeated(record):
                    return self._again(loaded, key, record)
                case Conflict():
                    loaded = self.cache.read_latest(loaded.game)
        raise StaleVersion(version=loaded.version)

    def check(self, loaded: Loaded, commands: Sequence[Command], expected: int | None, actor: Actor) -> None:
        """Raises what `perform` would, and changes nothing."""
        if expected is not None and expected != loaded.version:
            raise StaleVersion(version=loaded.version)
        if refusal := loaded.refusal():
            raise refusal
        try:
            check_holder(loaded.state, loaded.state, actor, commands)
            decide_all(loaded, commands, actor, self._time(loaded))
        except RuleViolation as violation:
            raise RuleRefused(violation) from violation

    def _time(self, loaded: Loaded) -> str:
        """Clocks differ and are set back; the times of a game never go back."""
        return max(self._now(), loaded.at)

    def prepare(self, loaded: Loaded, commands: Sequence[Command | By], actor: Actor) -> Ready:
        """What the commands lead to, for `append_all`; raises `RuleViolation` unless all are accepted."""
        at = self._time(loaded)
        return self._ready(loaded, decide_all(loaded, commands, actor, at), at, None, {}, 0)

    def _ready(
        self,
        loaded: Loaded,
        decided: Decided,
        at: str,
        key: Key | None,
        facts: Mapping[str, str],
        listed: int,
    ) -> Ready:
        envelopes = sealed(loaded, decided, at)
        first, last = loaded.version + 1, loaded.version + len(envelopes)
        commit = Commit(
            game=loaded.game,
            expected=loaded.version,
            entries=tuple(_encode(envelope) for envelope in envelopes),
            types=tuple(envelope.type for envelope in envelopes),
            active=activity(loaded, decided.state),
            facts={**fact_changes(self.store, loaded, decided.events), **facts},
            key=key.name if key else "",
            record=_encode(_Record(key.payload, first, last)).decode() if key else "",
            key_seconds=self._key_seconds,
            listed=listed,
        )
        return Ready(loaded, decided, commit, envelopes)

    def append_all(self, ready: Sequence[Ready]) -> list[Loaded | None]:
        """Writes commits of different games together, each for itself; None where somebody was faster."""
        outcomes = self.store.append_all([one.commit for one in ready])
        return [
            self._done(one, outcome.version).loaded if isinstance(outcome, Appended) else None
            for one, outcome in zip(ready, outcomes, strict=True)
        ]

    def _done(self, ready: Ready, version: int) -> Done:
        loaded, commit, decided, envelopes = ready.loaded, ready.commit, ready.decided, ready.envelopes
        self._tell(loaded.game, version)
        facts = loaded.facts.changed(commit.facts) if commit.facts else loaded.facts
        newer = msgspec.structs.replace(
            loaded,
            facts=facts,
            state=decided.state,
            version=version,
            head=envelopes[-1].hash,
            at=envelopes[-1].at,
        )
        return Done(self.cache.keep(newer), list(zip(envelopes, decided.events, strict=True)))

    def _earlier(self, loaded: Loaded, key: Key | None, error: ServiceError) -> Done:
        """A command that is refused now may be one that was carried out before."""
        done = self.repeated(loaded, key)
        if done is None:
            raise error
        return done

    def repeated(self, loaded: Loaded, key: Key | None) -> Done | None:
        """What the key was used for before."""
        record = self.store.record(loaded.game, key.name) if key else None
        return None if record is None else self._again(loaded, key, record)

    def _again(self, loaded: Loaded, key: Key | None, text: str) -> Done:
        record = msgspec.json.decode(text, type=_Record)
        if key is None or record.payload != key.payload:
            raise KeyReused()
        events = self.cache.read_events(loaded.game, record.first - 1, record.last - record.first + 1)
        return Done(self.cache.read_latest(loaded.game), events, new=False)


def new_game_id() -> str:
    return secrets.token_hex(8)
