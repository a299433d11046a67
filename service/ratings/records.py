"""What games add to ratings, reliability and statistics of boards, brought in line with each game.

The law is that of the lists of players' games (`service.players.game_lists`): whatever is written follows from a game's
events and facts alone, a mark goes before it, a writer looks again afterwards, and the erased get no row. A game is
marked while it runs, and unmarked when it was counted to the end. So an announcement that is lost, late or doubled
changes nothing but the delay, and everything can be made anew.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial

import msgspec

from service.errors import GameNotFound, TemporarilyUnavailable
from service.games.facts import Changes, Facts, begun_by, is_game, player_stream, strength_kept
from service.games.game_cache import Loaded
from service.games.games import ATTEMPTS, Games
from service.ratings.board_statistics import BoardFigures, board_counts, figures_of
from service.ratings.game_outcome import PLAYER, Course, Outcome, beginner, course_of, outcome_of
from service.ratings.ledger_store import ledger_store_of
from service.ratings.ratings import Ratings
from service.ratings.reliability import Counts, Reliability, counts_of, reliability_of
from service.ratings.skill import written_strength
from service.ratings.tally_store import TallyStore, board_owner, tally_store_of
from service.store import Appended, Commit
from service.store.feed_reader import FeedReader
from service.store.redis_store import RedisStore
from ttr_core import Event
from ttr_core.model.ids import SeatId
from ttr_core.model.state import HUMAN


class Contribution(msgspec.Struct, frozen=True, kw_only=True):
    """What one game adds."""

    board: str
    outcome: Outcome | None
    board_counts: Counts
    players: Mapping[str, Counts]


class Records:
    """The records of all players, bots and boards."""

    def __init__(self, games: Games, ratings: Ratings, tallies: TallyStore) -> None:
        self._games, self.ratings, self.tallies = games, ratings, tallies

    # one game

    def contribution(self, loaded: Loaded) -> Contribution:
        events = self._events(loaded)
        course = course_of(loaded.ruleset.players, events)
        counts = counts_of(loaded.facts, loaded.ruleset.players, events)
        return Contribution(
            board=loaded.facts.board,
            outcome=outcome_of(loaded, course),
            board_counts=board_counts(loaded, course),
            players=counts if loaded.facts.is_counted else {player: {} for player in counts},
        )

    def _events(self, loaded: Loaded) -> Sequence[tuple[str, Event]]:
        envelopes = self._games.cache.read_events(loaded.game, 0, loaded.version)
        return [(envelope.at, event) for envelope, event in envelopes]

    def update(self, loaded: Loaded) -> None:
        """Brings everything in line with the game."""
        self.tallies.mark(loaded.game)
        latest, adds = self._counted(loaded)
        if latest.over:  # before that, another process may know better
            self.ratings.put(adds.board, {loaded.game: adds.outcome})
            self.tallies.unmark(loaded.game)

    def _counted(self, loaded: Loaded) -> tuple[Loaded, Contribution]:
        """Counts the game as it is when nobody has played on meanwhile."""
        for _ in range(ATTEMPTS):
            adds = self.contribution(loaded)
            for player, counts in adds.players.items():
                self.tallies.put(player_stream(player), loaded.game, counts)
            if loaded.over:
                self.tallies.put(board_owner(adds.board), loaded.game, adds.board_counts)
            latest = self._games.cache.catch_up(loaded)
            if latest.head == loaded.head:
                return loaded, adds
            loaded = latest
        raise TemporarilyUnavailable()

    def look(self, game: str) -> Loaded | None:
        """As `update`, for a game that may not exist."""
        try:
            loaded = self._games.cache.read_latest(game)
        except GameNotFound:
            self.tallies.unmark(game)
            return None
        self.update(loaded)
        return loaded

    # what is known

    def catch_up(self) -> None:
        """Before a look: workers bring records in line."""

    def reliability(self, player: str) -> Reliability:
        return reliability_of(self.tallies.totals(player_stream(player)), self._games.now())

    def board(self, board: str, players: int | None, has_bots: bool | None) -> BoardFigures:
        return figures_of(self.tallies.totals(board_owner(board)), players, has_bots)

    def known_about(self, player: str) -> Mapping[str, object]:
        """All that records hold about a player: ratings by board, and counts by month."""
        self.catch_up()
        boards = sorted(set(self.ratings.store.boards()))
        ratings = self.ratings.store.everywhere(boards, f"{PLAYER}{player}")
        shown = {
            board: {"rating": one.shown, "deviation": one.deviation, "games": one.games, "wins": one.wins}
            for board, one in ratings.items()
        }
        return {"ratings": shown, "counts": self.tallies.totals(player_stream(player))}

    # the erased

    def keep_strength(self, game: str, player: str) -> None:
        """Notes beside a rated game how strong a player was who is about to be forgotten; others keep their ratings."""

        def strengths(loaded: Loaded, facts: Facts) -> Changes:
            rating = self.ratings.before(facts.board, game, f"{PLAYER}{player}")
            changes: Changes = {}
            for seat, who in self._beginners(loaded, facts):
                if who == player:
                    changes |= strength_kept(seat, written_strength(rating))
            return changes

        self._keep(game, strengths)

    def keep_beginner(self, game: str, seat: SeatId) -> None:
        """Notes beside a rated game for whom it counts, before their name is erased there: nobody loses a loss."""

        def counted_for(loaded: Loaded, facts: Facts) -> Changes:
            players = dict(self._beginners(loaded, facts))
            return begun_by(seat, players[seat]) if seat in players else {}

        self._keep(game, counted_for)

    def _keep(self, game: str, changes_of: Callable[[Loaded, Facts], Changes]) -> None:
        """Changes facts of a rated game."""
        for _ in range(ATTEMPTS):
            facts = Facts(self._games.store.facts(game))
            if not (facts and facts.is_rated):
                return
            loaded = self._games.cache.read_latest(game)
            changes = changes_of(loaded, facts)
            commit = Commit(game=game, expected=loaded.version, entries=(), facts=changes)
            if not changes or isinstance(self._games.store.append(commit), Appended):
                return
        raise TemporarilyUnavailable()

    def _beginners(self, loaded: Loaded, facts: Facts) -> Iterator[tuple[SeatId, str]]:
        """Seats and the players who began the game there."""
        course = self._course(loaded)
        for seat, seating in course.seatings.items() if course.is_begun else ():
            player = beginner(facts, seat, seating) if seating.kind == HUMAN else None
            if player:
                yield seat, player

    def count_without(self, loaded: Loaded, players: Collection[str]) -> None:
        """After names were erased in a game: it no longer adds to the reliability of those whom it has forgotten."""
        adds = self.contribution(loaded).players
        for player in players:
            self.tallies.put(player_stream(player), loaded.game, adds.get(player, {}))

    def count_again(self, games: Sequence[str]) -> None:
        """After a player was forgotten in some games: all of a board together, as each changes what follows from it."""
        outcomes: dict[str, dict[str, Outcome | None]] = {}
        for game in games:
            try:
                loaded = self._games.cache.read_facts(self._games.cache.read_latest(game))
            except GameNotFound:
                continue
            outcome = outcome_of(loaded, self._course(loaded))
            outcomes.setdefault(loaded.facts.board, {})[game] = outcome
        for board, of_board in outcomes.items():
            self.ratings.put(board, of_board)

    def _course(self, loaded: Loaded) -> Course:
        return course_of(loaded.ruleset.players, self._events(loaded))

    def forget(self, player: str) -> None:
        """Removes what is counted for a player who was erased."""
        self.tallies.remove(player_stream(player))

    # all games

    def rebuild(self) -> tuple[int, int]:
        """Makes all of it anew while it is in use; returns the numbers of games and of those that are rated."""
        outcomes: dict[str, dict[str, Outcome]] = {}
        rows: set[tuple[str, str]] = set()
        games = set(filter(is_game, self._games.store.streams()))
        for game in games:
            adds = self._counted_anew(game)
            if adds is None:
                continue
            rows |= set(_rows(game, adds))
            if adds.outcome:
                outcomes.setdefault(adds.board, {})[game] = adds.outcome
        self._rebuild_tallies(rows)
        for board in {*outcomes, *self.ratings.store.boards()}:
            self.ratings.rebuild(board, partial(self._complete, board, outcomes.get(board, {})))
        return len(games), sum(map(len, outcomes.values()))

    def _counted_anew(self, game: str) -> Contribution | None:
        try:
            return self._counted(self._games.cache.read_latest(game))[1]
        except GameNotFound:
            return None

    def _rebuild_tallies(self, rows: set[tuple[str, str]]) -> None:
        for owner in set(self.tallies.owners()):
            for game in self.tallies.rows(owner):
                if (owner, game) not in rows and not self._adds_to(owner, game):
                    self.tallies.put(owner, game, {})
            self.tallies.mend(owner)

    def _adds_to(self, owner: str, game: str) -> bool:
        """Whether a game that began or ended a moment ago adds to an owner's counts."""
        adds = self._counted_anew(game)
        return adds is not None and (owner, game) in _rows(game, adds)

    def _complete(self, board: str, outcomes: Mapping[str, Outcome]) -> Mapping[str, Outcome]:
        """Besides the games that were looked at, those that ended a moment ago."""
        newer = [entry.game for entry in self.ratings.store.entries(board) if entry.game not in outcomes]
        adds = {game: self._counted_anew(game) for game in newer}
        return {**outcomes, **{game: one.outcome for game, one in adds.items() if one and one.outcome}}


def _rows(game: str, adds: Contribution) -> Iterator[tuple[str, str]]:
    """Whose counts a game adds to."""
    yield from ((player_stream(player), game) for player, counts in adds.players.items() if counts)
    if adds.board_counts:
        yield board_owner(adds.board), game


class FollowedRecords(Records):
    """The records of a store that has no workers: they catch up with the feeds whenever one is read."""

    def __init__(self, games: Games, ratings: Ratings, tallies: TallyStore) -> None:
        super().__init__(games, ratings, tallies)
        self._feeds = FeedReader(games.store)

    def catch_up(self) -> None:
        self._feeds.follow(self.look)


def records_of(games: Games) -> Records:
    kind = Records if isinstance(games.store, RedisStore) else FollowedRecords
    return kind(games, Ratings(ledger_store_of(games.store)), tally_store_of(games.store))
