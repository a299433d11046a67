"""Occasions: the events between two versions of a game, each with its triggers, for all who bring them to somebody.

States at the ends of earlier spans are kept, so that the next span of a game usually needs no replay.
"""

from collections.abc import Iterator, Sequence
from threading import Lock

import msgspec
from cachetools import LRUCache

from service.games.game_cache import Loaded
from service.games.games import Games
from service.webhooks.payload import LOOK_BACK, NewEvent, StoredEvent
from service.webhooks.triggers import Change, triggers_of_commit
from ttr_core import evolve

STATES_KEPT = 1024


class Occasions:
    """What happens in games, for several threads at once."""

    def __init__(self, games: Games, most: int = STATES_KEPT) -> None:
        self._games = games
        self._states: LRUCache[tuple[str, int], Loaded] = LRUCache(most)
        self._lock = Lock()

    def between(self, loaded: Loaded, after: int, until: int) -> Iterator[NewEvent]:
        """The events after one version and up to another; `loaded` is the game as it is now."""
        game, state = loaded.game, self._state_at(loaded, after).state
        for commit in self._games.cache.read_commits(game, after, until - after):
            changes = []
            for _, event in commit:
                changes.append(Change(state, event, evolve(loaded.ruleset, state, event)))
                state = changes[-1].after
            last, _ = commit[-1]
            then = msgspec.structs.replace(loaded, state=state)
            for stored, triggers in zip(commit, triggers_of_commit(changes), strict=True):
                yield NewEvent(stored, triggers, then)
            if last.version == until:
                self._keep(msgspec.structs.replace(then, version=until, head=last.hash))

    def before(self, new: NewEvent) -> Sequence[StoredEvent]:
        """The events that a text about the turn may begin with."""
        last = new.version - 1
        start = max(0, last - LOOK_BACK)
        return self._games.cache.read_events(new.loaded.game, start, last - start)

    def _keep(self, loaded: Loaded) -> Loaded:
        with self._lock:
            self._states[loaded.game, loaded.version] = loaded
        return loaded

    def _state_at(self, loaded: Loaded, version: int) -> Loaded:
        """A replayed state is kept, too: a message that fails is sent again, and others wait at the same version."""
        with self._lock:
            kept = self._states.get((loaded.game, version))
        if kept is not None and kept.head == self._hash_at(loaded, version):
            return kept
        if version == 0:
            return self._games.cache.blank(loaded.game, loaded.facts, loaded.rules_version)
        return self._keep(self._games.cache.replay_to(loaded.game, version))

    def _hash_at(self, loaded: Loaded, version: int) -> str:
        """Which past a version belongs to: the server may have lost the one that we remember."""
        cache = self._games.cache
        return loaded.head if version == loaded.version else cache.hash_at(loaded.game, version)
