"""The dispatcher's part in ratings, reliability and statistics of boards: records follow every look at a game.

They need no messages of their own. A finished game is counted when it is looked at, and the sweep looks at games that
are marked until that was done; a running one is counted when somebody ran out of time or left (`service.ratings`).
"""

import logging

from service.errors import StoreUnavailable, TryLater
from service.games.game_cache import Loaded
from service.games.games import Games
from service.ratings.records import records_of
from service.ratings.reliability import has_lapsed

log = logging.getLogger("ttr.dispatcher")


class PlayerRecords:
    """The records of all games, for one dispatcher."""

    def __init__(self, games: Games) -> None:
        self._games, self._records = games, records_of(games)
        self._looked_at: dict[str, int] = {}  # up to which version a running game was counted

    def note(self, loaded: Loaded) -> None:
        """Counts the game if that changes anything; whatever fails there must not stop the game."""
        try:
            if loaded.over or self._has_lapsed(loaded):
                self._records.update(loaded)
            self._looked_at[loaded.game] = loaded.version
        except StoreUnavailable:
            raise
        except TryLater:
            log.warning("the records of game %s are behind until it is swept: it moves too fast", loaded.game)
        except Exception:
            log.exception("the records of game %s are behind until it is swept", loaded.game)
        if loaded.over:
            self.forget(loaded.game)

    def _has_lapsed(self, loaded: Loaded) -> bool:
        """The first look at a running game marks it."""
        seen = self._looked_at.get(loaded.game, 0)
        if not seen:
            self._records.tallies.mark(loaded.game)
        if not loaded.facts.has_players:
            return False
        new = self._games.cache.read_events(loaded.game, min(seen, loaded.version))
        return has_lapsed([event for _, event in new])

    def uncounted(self, partition: int) -> frozenset[str]:
        """Games that are to be looked at until they were counted to the end."""
        return self._records.tallies.marks(partition)

    def forget(self, game: str) -> None:
        self._looked_at.pop(game, None)

    def lose(self, game: str) -> None:
        """There is no such game: the server has lost it."""
        self.forget(game)
        self._records.tallies.unmark(game)

    def __len__(self) -> int:
        return len(self._looked_at)
