"""Ratings of players and bots by board: the ledgers, brought in line with games."""

from collections.abc import Callable, Mapping

from service.errors import TemporarilyUnavailable
from service.games.games import ATTEMPTS
from service.ratings.game_outcome import Outcome
from service.ratings.ledger import Entry, blank_entry, rewrite
from service.ratings.ledger_store import LedgerStore
from service.ratings.skill import NEW, Rating

Changes = Mapping[str, Entry | None]  # by place
Outcomes = Mapping[str, Outcome | None]  # by game; None: it does not count


class Ratings:
    """The ledgers of all boards."""

    def __init__(self, store: LedgerStore) -> None:
        self.store = store

    def put(self, board: str, outcomes: Outcomes) -> None:
        """Brings the board's ledger in line with these games; nothing is written if it is."""
        for _ in range(ATTEMPTS):
            revision = self.store.revision(board)
            changes = self._changes(board, outcomes)
            if not changes or self._written(board, revision, changes):
                return
        raise TemporarilyUnavailable()

    def _changes(self, board: str, outcomes: Outcomes) -> Changes:
        changes: dict[str, Entry | None] = {}
        for game, outcome in outcomes.items():
            old = self.store.entry(board, game)
            if (old.outcome if old else None) == outcome:
                continue
            if old:
                changes[old.place] = None
            if outcome:
                entry = blank_entry(game, outcome)
                changes[entry.place] = entry
        return changes

    def _written(self, board: str, revision: int, changes: Changes) -> bool:
        stored = self.store.entries(board, min(changes))
        names = {name for entry in changes.values() if entry for name in entry.names}
        ratings = self.store.ratings(board, sorted(names))
        return self.store.write(board, revision, rewrite(stored, changes, ratings))

    def of(self, board: str, name: str) -> Rating | None:
        return self.store.ratings(board, [name]).get(name)

    def before(self, board: str, game: str, name: str) -> Rating:
        """How strong somebody was as they entered a game, or is, if the game has not been rated yet."""
        entry = self.store.entry(board, game)
        rating = entry.of(name, entry.before) if entry else self.of(board, name)
        return rating or NEW

    def rebuild(self, board: str, read_outcomes: Callable[[], Mapping[str, Outcome]]) -> None:
        """Makes the ledger of a board anew from the games that count, and no others; writes only what differs."""
        for _ in range(ATTEMPTS):
            revision = self.store.revision(board)
            entries = [blank_entry(game, outcome) for game, outcome in read_outcomes().items()]
            fresh = rewrite((), {entry.place: entry for entry in entries}, {})
            stored = {entry.place: entry for entry in self.store.entries(board)}
            fresh.entries |= dict.fromkeys(stored.keys() - fresh.entries.keys())
            fresh.entries = {
                place: entry for place, entry in fresh.entries.items() if entry != stored.get(place)
            }
            listed = dict(self.store.listed(board))
            fresh.ratings |= dict.fromkeys(listed.keys() - fresh.ratings.keys())
            fresh.ratings = {
                name: rating for name, rating in fresh.ratings.items() if rating != listed.get(name)
            }
            if not (fresh.entries or fresh.ratings) or self.store.write(board, revision, fresh):
                return
        raise TemporarilyUnavailable()
