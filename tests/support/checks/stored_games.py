"""Checks that every stored game must pass, no matter who played it and which processes died meanwhile."""

from collections.abc import Sequence
from typing import Any

import msgspec

from service.games.game_cache import Loaded
from service.games.games import Games
from service.store import MemoryStore, Store
from tests.support.checks.hash_chain import broken_links
from ttr_core import Command, replay, score
from ttr_core.history.chain import Envelope, unwrap
from ttr_core.model.actor import HOST, SYSTEM, Actor, Role
from ttr_core.model.commands import CreateGame, ScoreGame, StartGame, TakeSeat
from ttr_core.model.events import GameScored, SeatTaken, SeedRevealed
from workers.jobs.bot_turns import choose

Fact = tuple[str, str, Any]  # actor, type and content of an event


def stored_facts(store: Store, game: str) -> list[Fact]:
    envelopes = [msgspec.json.decode(entry, type=Envelope) for entry in store.read(game)]
    return [(envelope.actor, envelope.type, msgspec.json.decode(envelope.data)) for envelope in envelopes]


def check_stream(store: Store, game: str) -> Loaded:
    """Versions without gaps, an unbroken chain, and a replay that gives the same state and score."""
    entries = store.read(game)
    loaded = Games(store, lambda game, version: None, lambda: "").cache.read_latest(game)
    envelopes = [msgspec.json.decode(entry, type=Envelope) for entry in entries]
    assert [envelope.version for envelope in envelopes] == list(range(1, len(entries) + 1))
    assert broken_links(loaded.seed, entries) == []
    events = [unwrap(envelope) for envelope in envelopes]
    assert replay(loaded.ruleset, events) == loaded.state
    sheets = [event.sheet for event in events if isinstance(event, GameScored)]
    if loaded.over:
        counted = next(place for place, event in enumerate(events) if isinstance(event, GameScored))
        assert sheets == [score(loaded.ruleset, replay(loaded.ruleset, events[:counted]))]
        assert isinstance(events[-1], SeedRevealed)
        assert events[-1].seed == loaded.seed.hex()
    else:
        assert sheets == []
    return loaded


def check_finished(store: Store, game: str) -> None:
    """A game of bots is over, and is event for event the one that they play in a single process."""
    assert check_stream(store, game).over
    assert stored_facts(store, game) == played_alone(store, game)


def played_alone(store: Store, game: str) -> list[Fact]:
    """A game of bots with the same name and seed, played from its beginning to its end in memory."""
    original = Games(store, lambda game, version: None, lambda: "").cache.read_latest(game)
    alone = MemoryStore()
    games = Games(alone, lambda game, version: None, lambda: "2026-11-16T12:00:00.000Z")
    document = store.document(original.facts.board_hash)
    assert document is not None
    alone.keep_document(original.facts.board_hash, document)
    loaded = games.perform(
        games.cache.blank(game, original.facts, original.rules_version), _opening(store, original), HOST
    ).loaded
    while waiting := loaded.state.phase.waiting:
        choice = choose(alone, loaded, waiting[0])
        loaded = games.perform(loaded, [choice], Actor(Role.BOT, waiting[0])).loaded
    games.perform(loaded, [ScoreGame()], SYSTEM)
    assert alone.failures(1) == []
    return stored_facts(alone, game)


def _opening(store: Store, original: Loaded) -> Sequence[Command]:
    events = [unwrap(msgspec.json.decode(entry, type=Envelope)) for entry in store.read(original.game)]
    seated = [event for event in events if isinstance(event, SeatTaken)]
    first = original.facts.first
    return [
        CreateGame(),
        *(TakeSeat(seat=event.seat, kind=event.kind, entropy=event.entropy) for event in seated),
        StartGame(first=first),
    ]
