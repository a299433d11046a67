"""The games as the server has them, rebuilt from every event without any cache of the service."""

from collections.abc import Iterator, Sequence

import msgspec

from service.games.facts import Facts
from service.store.script import key_of, tag_of
from tests.simulator.chronicle import Finding
from tests.simulator.wire import Server
from ttr_core import Event, Ruleset, State, evolve, resolved_ruleset
from ttr_core.history.chain import GENESIS, Envelope, link_hash, seal, unwrap
from ttr_core.model.events import GameCreated

_decode = msgspec.json.Decoder(Envelope).decode
_rulesets: dict[tuple[str, int, str, str], Ruleset] = {}


class Step(msgspec.Struct, frozen=True):
    """One event, with the state after it."""

    envelope: Envelope
    event: Event
    state: State
    begins: bool  # a commit


class Commit(msgspec.Struct, frozen=True):
    """The events that were appended together."""

    before: State
    steps: Sequence[Step]

    @property
    def after(self) -> State:
        return self.steps[-1].state

    @property
    def at(self) -> str:
        return self.steps[-1].envelope.at

    @property
    def events(self) -> list[Event]:
        return [step.event for step in self.steps]

    @property
    def actors(self) -> set[str]:
        return {step.envelope.actor for step in self.steps}


class TrueGame:
    """One game, event by event."""

    def __init__(self, server: Server, game: str) -> None:
        self.game = game
        self._server = server
        self.facts = self.read_facts()
        self.ruleset: Ruleset | None = None
        self.steps: list[Step] = []

    def read_facts(self) -> Facts:
        texts = self._server.direct.hgetall(key_of(self.game, "facts"))
        return Facts({name.decode(): text.decode() for name, text in texts.items()})

    @property
    def version(self) -> int:
        return len(self.steps)

    @property
    def head(self) -> str:
        return self.steps[-1].envelope.hash if self.steps else GENESIS

    @property
    def state(self) -> State:
        return self.steps[-1].state

    @property
    def rules(self) -> Ruleset:
        assert self.ruleset is not None
        return self.ruleset

    def hash_at(self, version: int) -> str:
        return self.steps[version - 1].envelope.hash if 0 < version <= self.version else ""

    def state_at(self, version: int) -> State:
        return self.steps[version - 1].state if version else self.rules.new_state()

    def follow(self) -> list[Commit]:
        """Reads what is new, and checks that it continues the chain."""
        start, key = self.version, key_of(self.game, "ev")
        if self._server.length(key) == start:  # no entry of a game is ever removed, but by `lose`
            return []
        for entry_id, row in self._server.direct.xrange(key, f"{start + 1}-0"):
            version, _, place = entry_id.partition(b"-")
            self._add(_decode(row[b"e"]), int(version), place == b"1")
        return list(self.commits(start))

    def _add(self, envelope: Envelope, version: int, begins: bool) -> None:
        if envelope.prev != self.head or envelope.version != version or version != self.version + 1:
            raise Finding(
                "chain", f"version {version} of game {self.game} does not follow version {self.version}"
            )
        event = unwrap(envelope)
        if self.ruleset is None:
            assert isinstance(event, GameCreated)
            self.ruleset = _ruleset(self._server, self.facts, event.rules_version)
        public, sealed = seal(self.facts.seed, self.game, version, event)
        if link_hash(envelope, public, sealed) != envelope.hash:
            raise Finding(
                "chain", f"the hash of version {version} of game {self.game} is not that of its event"
            )
        state = evolve(self.rules, self.state if self.steps else self.rules.new_state(), event)
        self.steps.append(Step(envelope, event, state, begins))

    def commits(self, after: int = 0) -> Iterator[Commit]:
        """The commits after a version."""
        begins = [number for number in range(after, self.version) if self.steps[number].begins]
        for first, end in zip(begins, [*begins[1:], self.version], strict=False):
            yield Commit(self.state_at(first), self.steps[first:end])

    def lose(self) -> int:
        """Forgets what the server has lost; returns how many events that is."""
        rows = self._server.direct.xrange(key_of(self.game, "ev"))
        kept = 0
        for step, (_, row) in zip(self.steps, rows, strict=False):
            if _decode(row[b"e"]).hash != step.envelope.hash:
                break
            kept += 1
        lost = self.version - kept
        del self.steps[kept:]
        self.facts = self.read_facts()
        return lost


class Truth:
    """All games of a server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.games: dict[str, TrueGame] = {}

    def game(self, name: str) -> TrueGame:
        if name not in self.games:
            self.games[name] = TrueGame(self._server, name)
        return self.games[name]

    def exists(self, name: str) -> bool:
        return self._server.length(key_of(name, "ev")) > 0

    def is_active(self, game: str) -> bool:
        return self._server.has_member(f"{tag_of(game)}:active", game)


def _ruleset(server: Server, facts: Facts, rules_version: str) -> Ruleset:
    key = (facts.board_hash, facts.players, facts.options, rules_version)
    if key not in _rulesets:
        document = server.direct.get(f"ttr:document:{facts.board_hash}")
        options = msgspec.json.decode(facts.options, type=dict[str, str])
        _rulesets[key] = resolved_ruleset(
            msgspec.json.decode(document), facts.players, options, rules_version
        )
    return _rulesets[key]
