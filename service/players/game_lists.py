"""The games of each player, as a list that is made from the games and can be made anew.

The law:

1. **Rows come from games, never from messages.** A row says how a game stands for one player, and follows from the
   game's events and facts alone. To bring rows up to date is to read the game; a feed entry that is lost, late or
   doubled changes nothing but the delay.
2. **A mark goes before the rows.** It says which version the rows are brought to. A process that dies in between leaves
   a mark that is not the game's version, or one that is older than what another process wrote: the sweep looks again.
   A game that is over is unmarked when its last rows are written, and only then.
3. **Look again after writing.** Two processes may write rows of two versions in any order. Each looks whether what it
   wrote is still the latest, and otherwise begins anew; so the last one to write has written the latest.
4. **No row for the erased.** The store refuses rows of players who have no facts, and the game's own reference to such
   a player is removed where one is met.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from threading import Lock
from typing import Literal, NamedTuple

import msgspec
from cachetools import LRUCache

from service.errors import CursorExpired, GameNotFound
from service.games.facts import Facts, game_of, is_game, talk_stream
from service.games.game_cache import Loaded
from service.games.game_view import Status, status_of
from service.games.games import ATTEMPTS, Games
from service.players.list_store import Advance, ListStore, list_store_of
from service.ratings.records import Records, records_of
from service.store.feed_reader import FeedReader
from service.store.interface import TALK_FEED
from service.store.redis_store import RedisStore
from ttr_core.by_post import Clock
from ttr_core.model.ids import SeatId
from ttr_core.model.phases import Lobby

Group = Literal["waiting", "running", "finished"]
GROUPS: tuple[Group, ...] = ("waiting", "running", "finished")  # in the order of the list
FINISHED = ("ended", "scored", "abandoned")
SORTED = 1000  # lists that a process remembers as sorted
NEVER = 10**15  # milliseconds since 1970, in the far future


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game stands for one player."""

    version: int
    status: Status
    board: str
    moved_at: str
    seats: tuple[
        SeatId, ...
    ] = ()  # that the player holds, may return to or had at the closing; none: they have left
    kept: tuple[SeatId, ...] = ()  # for them, if they sit down
    waiting: bool = False  # for them
    deadline_at: str | None = None  # theirs

    @property
    def group(self) -> Group:
        if self.status in FINISHED:
            return "finished"
        return "waiting" if self.waiting else "running"


class Place(msgspec.Struct, frozen=True, order=True, array_like=True):
    """Where a game stands in the list of a player: waiting ones by deadline, others by their last move."""

    group: int
    rank: int
    game: str


class SortedList(NamedTuple):
    """The games in which a player has a seat, those that wait for them first; and how many of each group."""

    rows: Sequence[tuple[Place, Row]]
    counts: Mapping[str, int]
    revision: str  # of the rows; "" if that is not known


class GamePage(NamedTuple):
    """A page of a list as it was sent, and what it follows from."""

    body: bytes
    following: str | None  # the cursor of the next page
    names: Sequence[str]
    ends: Sequence[str]  # of these games
    revision: str  # of the list
    facts_read: float  # when the oldest facts of these games were read
    facts_changes: int  # of all games, as this process counts them


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Row).decode


def rows_of(loaded: Loaded) -> Mapping[str, Row]:
    """The rows of a game, by player; those who have left it have one, too, and so has its creator."""
    facts = loaded.facts
    creator = [facts.creator] if facts.creator else []
    invited = facts.invited_players().values()
    players = sorted({*facts.player_places().values(), *facts.absent_players(), *creator, *invited})
    return {player: _row(loaded, player) for player in players}


def _row(loaded: Loaded, player: str) -> Row:
    facts, state = loaded.facts, loaded.state
    held = [seat for seat in facts.seats_of(player) if facts.player(seat) == player]
    mine = [seat for seat in held if seat in state.phase.waiting]
    clocks = [state.slice(Clock).running.get(seat) for seat in mine]
    return Row(
        version=loaded.version,
        status=status_of(state.phase),
        board=facts.board,
        moved_at=loaded.at,
        seats=tuple(facts.seats_of(player) or facts.seats_until_closing(player)),
        kept=tuple(facts.seats_kept_for(player)) if isinstance(state.phase, Lobby) else (),
        waiting=bool(mine),
        deadline_at=min((clock.deadline for clock in clocks if clock), default=None),
    )


def place_of(game: str, row: Row) -> Place:
    moved = _milliseconds(row.moved_at)
    if row.group != "waiting":
        return Place(GROUPS.index(row.group), -moved, game)
    rank = NEVER + moved if row.deadline_at is None else _milliseconds(row.deadline_at)
    return Place(GROUPS.index(row.group), rank, game)


def _milliseconds(at: str) -> int:
    return int(datetime.fromisoformat(at).timestamp() * 1000)  # a tenth of the time that `moment` takes


class GameLists:
    """The lists of all players."""

    look_again = 5.0  # seconds after which a follower looks for advances even if nothing woke them

    def __init__(self, games: Games, store: ListStore, records: Records | None = None) -> None:
        self._games, self.store = games, store
        self.records = records or records_of(games)
        self._lock = Lock()
        self._sorted: LRUCache[str, SortedList] = LRUCache(SORTED)

    def update(self, loaded: Loaded) -> None:
        """Brings the rows of a game up to date, if it has players."""
        if not loaded.facts.has_players:
            return
        for _ in range(ATTEMPTS):
            self.store.mark(loaded.game, loaded.version)
            self._write(loaded)
            latest = self._games.cache.catch_up(loaded)
            if latest.head == loaded.head:
                break
            loaded = latest
        else:
            return  # the mark is behind: the sweep looks again
        self.follow_talk(loaded)
        if loaded.over:
            self.store.unmark(loaded.game)

    def follow_talk(self, loaded: Loaded) -> None:
        """Lets those who play at a table know how far the talk there has come."""
        (number,) = self._games.store.versions([talk_stream(loaded.game)])
        seats = range(loaded.facts.players) if number else ()
        for player in sorted({player for seat in seats if (player := loaded.facts.player(seat))}):
            self.store.put_talk(player, loaded.game, number)

    def look_at_talk(self, game: str) -> None:
        """As `follow_talk`, for a game that may not exist."""
        with suppress(GameNotFound):
            self.follow_talk(self._games.cache.read_latest(game))

    def _write(self, loaded: Loaded) -> None:
        for player, row in rows_of(loaded).items():
            if not self.store.put(player, loaded.game, _encode(row).decode()):
                self._forget_in([loaded.game], player)
                self._games.cache.read_facts(loaded)

    def _forget_in(self, games: Sequence[str], player: str) -> None:
        """Removes what these games know of a player; the results of others stay as they are."""
        for game in games:
            self.records.keep_strength(game, player)
        store = self._games.store
        for game in games:
            store.forget(game, Facts(store.facts(game)).player_keys(player))
        self.records.count_again(games)

    def look(self, game: str) -> Loaded | None:
        """As `update`, for a game that may not exist."""
        try:
            loaded = self._games.cache.read_latest(game)
        except GameNotFound:
            self.store.unmark(game)
            return None
        self.update(loaded)
        return loaded

    def advances(self, player: str, after: int, limit: int) -> Sequence[Advance]:
        """How the games of a player went on after a number, at most so many steps."""
        steps = self.store.advances(player, after, limit)
        is_gap = steps[0].number > after + 1 if steps else after > self.store.last_advance(player)
        if is_gap:
            raise CursorExpired()
        return steps

    def of(self, player: str) -> Mapping[str, Row]:
        """All rows of a player, by game."""
        return {game: _decode(row) for game, row in self._texts(player).items()}

    def sorted_of(self, player: str) -> SortedList:
        """The list of a player as they see it."""
        revision, _ = self.store.look(player, ())
        rows = ordered(self.of(player))
        result = SortedList(rows, Counter(row.group for _, row in rows), revision)
        with self._lock:
            self._sorted[player] = result
        return result

    def kept(self, player: str) -> SortedList | None:
        """The list as this process last read it, which is good as long as its revision is."""
        with self._lock:
            kept = self._sorted.get(player)
        return kept if kept and kept.revision else None

    def _texts(self, player: str) -> Mapping[str, str]:
        return self.store.rows(player)

    def erase(self, player: str) -> None:
        """Removes what games know of a player who was erased, and then their list. May be done twice."""
        games = list(self.store.rows(player))
        self._forget_in(games, player)
        self.records.forget(player)
        self.store.forget(player)

    def rebuild(self) -> tuple[int, int]:
        """Makes all lists anew while they are in use; returns the numbers of games with players and of rows."""
        rows: set[tuple[str, str]] = set()
        for game in set(filter(is_game, self._games.store.streams())):
            loaded = self.look(game)
            if loaded is not None:
                rows |= {(player, game) for player in rows_of(loaded)}
        for player in set(self.store.players()):
            self.store.remove(player, list(self._surplus(player, rows)))
        return len({game for _, game in rows}), len(rows)

    def _surplus(self, player: str, rows: set[tuple[str, str]]) -> Iterator[str]:
        """The games of a list that the player has nothing to do with; some may have begun a moment ago."""
        for game in self.store.rows(player):
            if (player, game) not in rows:
                loaded = self.look(game)
                if loaded is None or player not in rows_of(loaded):
                    yield game


class FollowedLists(GameLists):
    """The lists of a store that has no workers: they catch up with the feeds whenever one is read."""

    look_again = 0.5

    def __init__(self, games: Games, store: ListStore, records: Records | None = None) -> None:
        super().__init__(games, store, records)
        self._feeds, self._talk = FeedReader(games.store), FeedReader(games.store, TALK_FEED)

    def _texts(self, player: str) -> Mapping[str, str]:
        self._catch_up()
        return super()._texts(player)

    def advances(self, player: str, after: int, limit: int) -> Sequence[Advance]:
        self._catch_up()
        return super().advances(player, after, limit)

    def _catch_up(self) -> None:
        self._feeds.follow(self.look)
        self._talk.follow(lambda stream: self.look_at_talk(game_of(stream)))


def game_lists_of(games: Games, records: Records | None = None) -> GameLists:
    kind = GameLists if isinstance(games.store, RedisStore) else FollowedLists
    return kind(games, list_store_of(games.store), records)


def ordered(rows: Mapping[str, Row]) -> Sequence[tuple[Place, Row]]:
    """The games in which the player has a seat, or is expected: those that wait for them first."""
    held = [(place_of(game, row), row) for game, row in rows.items() if row.seats or row.kept]
    return sorted(held, key=lambda pair: pair[0])
