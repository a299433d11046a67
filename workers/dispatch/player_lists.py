"""The dispatcher's part in the lists of players' games: rows follow every look at a game, and erasures are completed.

Lists need no messages of their own. The dispatcher looks at every game that moves, and its sweep at every game that is
active or marked as unfinished (`service.players.game_lists`).
"""

import logging
from collections.abc import Mapping
from typing import Any

from service.errors import StoreUnavailable
from service.games.facts import player_of
from service.games.game_cache import Loaded
from service.games.games import Games
from service.players.game_lists import game_lists_of
from service.players.player import PlayerErased, event_name
from service.store.interface import PLAYER_FEED
from workers.dispatch.feeds import Entries, Feeds

log = logging.getLogger("ttr.dispatcher")

ERASED = event_name(PlayerErased)


class PlayerLists:
    """The lists of all players, for one dispatcher."""

    def __init__(self, games: Games, client: Any, member: str) -> None:  # of one server or of a cluster
        self._games, self._lists = games, game_lists_of(games)
        self._feeds = Feeds(client, member, feed=PLAYER_FEED)

    def prepare(self) -> None:
        self._feeds.prepare()

    def note(self, loaded: Loaded) -> None:
        """Brings the rows of a game up to date; whatever fails there must not stop the game."""
        try:
            self._lists.update(loaded)
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("the lists of the players of game %s are behind until it moves", loaded.game)

    def note_talk(self, game: str) -> None:
        """Somebody has spoken at the table."""
        try:
            self._lists.look_at_talk(game)
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("the players of game %s hear later of what was said", game)

    def unfinished(self, partition: int) -> Mapping[str, int]:
        """Games that are to be looked at until their last rows are written, with the versions of their rows."""
        return self._lists.store.marks(partition)

    def forget(self, game: str) -> None:
        """There is no such game: the server has lost it."""
        self._lists.store.unmark(game)

    def step(self) -> None:
        """Completes the erasures that were announced."""
        self._complete(self._feeds.read(0.0))

    def tend(self, partition: int) -> None:
        """Takes over what a dead dispatcher has left, and trims the feed."""
        self._complete(self._feeds.adopt(partition))
        self._feeds.tidy(partition)

    def _complete(self, entries: Entries) -> None:
        for _, entry in entries:
            if ERASED in entry.types:
                self._erase(player_of(entry.game))
        self._feeds.acknowledge(entries)

    def _erase(self, player: str) -> None:
        from service.personal_data import personal_data_of  # with every language, and seldom needed

        personal_data_of(self._games, self._lists).erase(player)
