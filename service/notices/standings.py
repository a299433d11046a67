"""A look at a game: its standing is brought up to date, and with it the ledgers of those players who have channels.

The standing that is kept only saves work: lost, it is made anew from the game's events, and the ledgers stay as they
are. It is written last, after the players were scheduled: a process that dies before leaves a game that is looked at
again.
"""

from collections.abc import Callable, Mapping, Sequence
from threading import Lock

import msgspec
from cachetools import LRUCache
from msgspec.structs import replace

from service.errors import GameNotFound
from service.games.facts import player_stream, talk_stream
from service.games.game_cache import Loaded
from service.games.games import Games
from service.notices.channels import channels_of
from service.notices.notice_ledger import STANDINGS, Ledger
from service.notices.notice_occasions import Standing, folded, occurrences
from service.notices.talk_news import caught_up
from service.table_talk.table_talk import quiet_talk

GAMES_KEPT = 1024  # games whose state at the standing is kept


class Kept(msgspec.Struct, frozen=True):
    """The standing of a game, and whose ledgers have entries about it."""

    standing: Standing = Standing()
    players: tuple[str, ...] = ()


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Kept).decode


def kept_versions(texts: Mapping[str, str]) -> dict[str, tuple[int, int]]:
    """The versions at which games, and the talk at their tables, were last looked at."""
    standings = {game: _decode(text).standing for game, text in texts.items()}
    return {game: (standing.version, standing.talk.number) for game, standing in standings.items()}


class Standings:
    def __init__(self, games: Games, ledger: Ledger) -> None:
        self._games, self._ledger, self._talk = games, ledger, quiet_talk(games)
        self._states: LRUCache[str, Loaded] = LRUCache(GAMES_KEPT)
        self._lock = Lock()

    def look(self, game: str, schedule: Callable[[Sequence[str]], None]) -> None:
        """Brings the ledgers of a game's players up to date, and schedules those whose ledgers may have changed."""
        text = self._ledger.store.get(STANDINGS, game)
        kept = Kept() if text is None else _decode(text)
        try:
            loaded = self._games.cache.read_latest(game)
        except GameNotFound:
            self._ledger.store.replace(STANDINGS, game, text, None)
            return
        if not loaded.facts.has_players:
            return
        standing = self._caught_up(loaded, kept.standing)
        standing = replace(standing, talk=caught_up(self._talk, loaded, kept.standing.talk))
        players = self._write(loaded, standing, kept.players)
        schedule(sorted({*players, *kept.players}))
        new = _encode(Kept(standing, players)).decode()
        self._ledger.store.replace(STANDINGS, game, text, None if loaded.over else new)

    def _write(self, loaded: Loaded, standing: Standing, before: tuple[str, ...]) -> tuple[str, ...]:
        wanted = {
            player: about for player, about in occurrences(standing, loaded).items() if self._listens(player)
        }
        for player in sorted({*wanted, *before}):
            for seat in loaded.facts.seats_of(player):
                self._ledger.see(player, loaded.game, standing.acted.get(seat, 0))
                self._ledger.see(player, talk_stream(loaded.game), standing.talk.wrote.get(seat, 0))
            self._ledger.update(player, loaded.game, wanted.get(player, ()))
        return tuple(sorted(wanted))

    def _listens(self, player: str) -> bool:
        """Whether anything would be sent to the player at all."""
        facts: Mapping[str, str] = self._games.store.facts(player_stream(player))
        return any(channel.is_on for channel in channels_of(facts))

    def _caught_up(self, loaded: Loaded, standing: Standing) -> Standing:
        cache = self._games.cache
        if standing.version == loaded.version and standing.head == loaded.head:
            return standing
        start = self._start(loaded, standing)
        if start.version == 0:
            standing = Standing()
        commits = cache.read_commits(loaded.game, standing.version, loaded.version - standing.version)
        standing, state = folded(standing, start, commits)
        with self._lock:
            self._states[loaded.game] = replace(loaded, state=state)
        return standing

    def _start(self, loaded: Loaded, standing: Standing) -> Loaded:
        """The game at its standing; before its first event if the server has lost what the standing is about."""
        cache, game, version = self._games.cache, loaded.game, standing.version
        with self._lock:
            known = self._states.get(game)
        if 0 < version < loaded.version and cache.hash_at(game, version) == standing.head:
            if known is not None and (known.version, known.head) == (version, standing.head):
                return known
            return cache.replay_to(game, version)
        return cache.blank(game, loaded.facts, loaded.rules_version)
