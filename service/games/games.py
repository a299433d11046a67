"""The one place through which anything changes a game: load, decide, append.

`perform` checks, in this order:

1. The game began under rules that this service still plays.
2. If the sender named a version, it is the latest one; if a decision of their seat, it has not changed since.
3. A seat's actor still holds the seat that they held when their token was checked.
4. The rules accept every command, each on the state that the one before it left; one refusal refuses all.
5. The store has not seen the key, and the game still has the version that all this was decided on. It checks both and
   appends events, facts, key and feed entry in one step, or nothing.

What it never trusts:

- The cached game. It may be behind its stream, or of a past that the server has lost: a refusal counts only if nothing
  else is there, an acceptance only if the append fits. Otherwise the commands are decided again on the game as it is.
- The clock. Clocks differ and are set back; the times of a game never go back.
- Cached facts when a seat changes hands: a name may have been erased, so facts are read again.
- A missing reply. The store never repeats an append by itself; the sender does, under the same key.

How a repeated key is answered: with the events that it led to the first time, as the viewer may see them now. The key
is looked up by the append, and also when the command is refused: what was done once is often illegal, or stale, the
second time. A key under which another request was sent is refused.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from service.boards.board_library import BoardLibrary
from service.errors import (
    BoardNotFound,
    GameNotFound,
    KeyReused,
    PlayersOutOfRange,
    RuleRefused,
    RulesVersionUnsupported,
    StaleVersion,
    Unacceptable,
    UnknownBoard,
    UnknownOption,
    UnplayableBoard,
)
from service.games.commit import By, Key, KeyRecord, Prepared, check_holder, decide, fact_changes, prepare
from service.games.facts import Facts, created
from service.games.game_cache import GameCache, Loaded
from service.games.seats import invitation_by, with_successors
from service.games.tokens import Grant
from service.store import Appended, Conflict, Repeated, Store
from ttr_core import BoardDefect, Command, Event, RuleViolation, State
from ttr_core.engine.engine import table_candidates
from ttr_core.engine.hooks import Template
from ttr_core.history.chain import Envelope, Shown, canonical, show
from ttr_core.model.actor import Actor
from ttr_core.model.ids import SeatId, Viewer
from ttr_core.model.violations import OptionMisfit, PlayersMisfit

ATTEMPTS = 16  # how often commands are decided because others were faster
SECONDS_A_DAY = 86_400


class Done(msgspec.Struct, frozen=True):
    """The events of one commit, and the game after it or later."""

    loaded: Loaded
    events: Sequence[tuple[Envelope, Event]]
    new: bool = True  # False: an earlier commit, under a key that was sent again

    @property
    def version(self) -> int:
        """The version after the commit's own events."""
        return self.events[-1][0].version

    @property
    def appended(self) -> int:
        """How many events this request has appended."""
        return len(self.events) if self.new else 0

    def shown(self, viewer: Viewer) -> list[Shown]:
        return [show(self.loaded.seed, envelope, event, viewer) for envelope, event in self.events]


class SameDecision(msgspec.Struct, frozen=True):
    """The sender expects that a seat has had the same decision to make since a version."""

    seat: SeatId
    since: int


Expected = int | SameDecision | None  # the version of the game, or something that outlasts it


class _Request(msgspec.Struct, frozen=True):
    """What somebody wants to have in one commit; `seen` is the game as it was when their token was checked."""

    seen: State
    commands: Sequence[Command | By]
    actor: Actor
    expected: Expected
    key: Key | None
    facts: Mapping[str, str]
    listed: bool


def new_seed() -> bytes:
    return secrets.token_bytes(32)


class Games:
    """The games of a store."""

    def __init__(
        self,
        store: Store,
        announce: Callable[
            [str, int], None
        ],  # is called with the game and version of every commit of this process
        now: Callable[[], str],
        key_days: int = 7,
        *,
        keeps_finished: bool = True,
        new_seed: Callable[[], bytes] = new_seed,
    ) -> None:
        self.store = store
        self.boards = BoardLibrary(store)
        self.cache = GameCache(store, keeps_finished=keeps_finished)
        self._announce = announce
        self.now = now
        self._new_seed = new_seed
        self.key_seconds = key_days * SECONDS_A_DAY

    def blank(self, board: str, players: int, options: Mapping[str, str], game: str | None = None) -> Loaded:
        """A new game that is not stored yet: `perform` appends its first events."""
        try:
            served = self.boards.find(board)
            ruleset = self.boards.ruleset(served, players, options)
        except (BoardNotFound, BoardDefect) as defect:
            raise self._unplayable(board, defect) from defect
        self.store.keep_document(ruleset.board_hash, canonical(ruleset.document))
        seed = self._new_seed()
        facts = created(board, ruleset.board_hash, players, ruleset.options, seed, served.hash)
        return self.cache.blank(game or new_game_id(), Facts(facts))

    def _unplayable(self, board: str, defect: BoardNotFound | BoardDefect) -> Unacceptable:
        match defect:
            case BoardNotFound():
                return UnknownBoard(board=board, choices=self.boards.names())
            case PlayersMisfit():
                return PlayersOutOfRange(min=defect.low, max=defect.high)
            case OptionMisfit():
                reason = "no_option" if defect.choice is None else "no_choice"
                return UnknownOption(reason, option=defect.option, choices=defect.choices)
            case _:
                return UnplayableBoard(problem=str(defect))

    def grant(self, loaded: Loaded, token: str | None) -> Grant | None:
        """What the token allows in this game."""
        if token is None:
            return None
        grant = loaded.facts.grant(token)
        if grant is None:  # another process may have granted it a moment ago
            loaded = self.cache.read_facts(loaded)
            grant = loaded.facts.grant(token)
        if grant is None:
            is_hidden = loaded.facts.is_private and not loaded.facts.is_spent(token)
            raise GameNotFound() if is_hidden else loaded.facts.refusal_of(token, loaded.game)
        return grant

    # one commit

    def perform(
        self,
        loaded: Loaded,
        commands: Sequence[Command | By],
        actor: Actor,
        *,
        expected: Expected = None,
        key: Key | None = None,
        facts: Mapping[str, str] | None = None,
        listed: bool = False,
    ) -> Done:
        """Carries all commands out in one commit, or none of them."""
        request = _Request(loaded.state, commands, actor, expected, key, facts or {}, listed)
        try:
            return self._retry(loaded, request)
        except (RulesVersionUnsupported, StaleVersion, RuleRefused):
            earlier = self.repeated(loaded, key)
            if earlier is None:
                raise
            return earlier

    def _retry(self, loaded: Loaded, request: _Request) -> Done:
        """Attempts until nobody else was faster."""
        if refusal := loaded.refusal():
            raise refusal
        for _ in range(ATTEMPTS):
            loaded = self._at_expected_version(loaded, request.expected)
            done = self._attempt(loaded, request)
            if done is not None:
                return done
            loaded = self.cache.read_latest(loaded.game)
        raise StaleVersion(version=loaded.version)

    def _at_expected_version(self, loaded: Loaded, expected: Expected) -> Loaded:
        if not self._is_expected(
            loaded, expected
        ):  # we may be behind, or ahead of a server that has lost events
            loaded = self.cache.catch_up(loaded)
            self._check_expected(loaded, expected)
        return loaded

    def _is_expected(self, loaded: Loaded, expected: Expected) -> bool:
        if isinstance(expected, SameDecision):
            return self.cache.decision(loaded, expected.seat) == expected.since
        return expected in (None, loaded.version)

    def _check_expected(self, loaded: Loaded, expected: Expected) -> None:
        if not self._is_expected(loaded, expected):
            raise StaleVersion(version=loaded.version)

    def _attempt(self, loaded: Loaded, request: _Request) -> Done | None:
        """Decides and appends once; None if the game has moved on."""
        at = self._time(loaded)
        try:
            check_holder(request.seen, loaded.state, request.actor, request.commands)
            decided = decide(loaded, request.commands, request.actor, at)
        except RuleViolation as violation:
            if self.cache.catch_up(loaded).head != loaded.head:
                return None
            raise RuleRefused(violation, loaded.ruleset, loaded.facts.names()) from violation
        facts = {**fact_changes(self.store, loaded, decided.events), **request.facts}
        prepared = prepare(
            loaded, decided, at, facts, key=request.key, key_seconds=self.key_seconds, listed=request.listed
        )
        match self.store.append(prepared.commit):
            case Appended(version):
                return self._done(prepared, version)
            case Repeated(record):
                return self._again(loaded, request.key, record)
            case Conflict():
                return None

    def check(self, loaded: Loaded, commands: Sequence[Command], expected: Expected, actor: Actor) -> None:
        """Raises what `perform` would, and changes nothing."""
        self._check_expected(loaded, expected)
        if refusal := loaded.refusal():
            raise refusal
        try:
            check_holder(loaded.state, loaded.state, actor, commands)
            decide(loaded, commands, actor, self._time(loaded))
        except RuleViolation as violation:
            raise RuleRefused(violation, loaded.ruleset, loaded.facts.names()) from violation

    def table_commands(self, loaded: Loaded, actor: Actor) -> Iterator[Command | Template]:
        """What may be asked of the table now, apart from the turn: whatever `check` accepts."""
        if loaded.refusal():
            return
        for candidate in table_candidates(loaded.ruleset, loaded.state, actor):
            if isinstance(candidate, Template):
                if self._accepts(loaded, candidate.command, actor):
                    yield candidate
                continue
            for command in with_successors(candidate):
                if self._accepts(loaded, command, actor):
                    yield command

    def invitable(self, loaded: Loaded, actor: Actor) -> list[SeatId]:
        """The seats that the actor may invite somebody to take over now."""
        if loaded.refusal():
            return []
        seats = range(loaded.ruleset.players)
        return [seat for seat in seats if self._accepts(loaded, invitation_by(actor, seat), actor)]

    def _accepts(self, loaded: Loaded, command: Command, actor: Actor) -> bool:
        try:
            self.check(loaded, [command], None, actor)
        except RuleRefused:
            return False
        return True

    def _time(self, loaded: Loaded) -> str:
        return max(self.now(), loaded.at)

    # commits of many games

    def prepare(self, loaded: Loaded, commands: Sequence[Command | By], actor: Actor) -> Prepared:
        """A commit for `append_all`; raises `RuleViolation` unless all commands are accepted."""
        at = self._time(loaded)
        decided = decide(loaded, commands, actor, at)
        return prepare(loaded, decided, at, fact_changes(self.store, loaded, decided.events))

    def append_all(self, prepared: Sequence[Prepared]) -> list[Loaded | None]:
        """Appends commits of different games in one round trip; None where somebody was faster."""
        outcomes = self.store.append_all([one.commit for one in prepared])
        return [
            self._done(one, outcome.version).loaded if isinstance(outcome, Appended) else None
            for one, outcome in zip(prepared, outcomes, strict=True)
        ]

    # what came of it

    def _done(self, prepared: Prepared, version: int) -> Done:
        loaded, commit, envelopes = prepared.loaded, prepared.commit, prepared.envelopes
        self._announce(loaded.game, version)
        milestones, events = loaded.milestones, list(zip(envelopes, prepared.decided.events, strict=True))
        for envelope, event in events:
            milestones = milestones.after(envelope.version, envelope.at, event)
        newer = msgspec.structs.replace(
            loaded,
            facts=self.cache.with_names(loaded.facts.changed(commit.facts)) if commit.facts else loaded.facts,
            state=prepared.decided.state,
            version=version,
            head=envelopes[-1].hash,
            at=envelopes[-1].at,
            milestones=milestones,
        )
        return Done(self.cache.keep(newer), events)

    def repeated(self, loaded: Loaded, key: Key | None) -> Done | None:
        """What the key was used for before."""
        record = self.store.record(loaded.game, key.name) if key else None
        return None if record is None else self._again(loaded, key, record)

    def _again(self, loaded: Loaded, key: Key | None, text: str) -> Done:
        record = msgspec.json.decode(text, type=KeyRecord)
        if key is None or record.payload != key.payload:
            raise KeyReused()
        events = self.cache.read_events(loaded.game, record.first - 1, record.last - record.first + 1)
        return Done(self.cache.read_latest(loaded.game), events, new=False)


def new_game_id() -> str:
    return secrets.token_hex(8)
