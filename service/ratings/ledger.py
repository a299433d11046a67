"""The ledger of a board: all games that count there, as they ended, each with the ratings before and after it.

The law:

1. **The order is that of the games' ends**, by time and then by id; never that in which they became known. So the same
   games always lead to the same ratings, to the last digit.
2. **A game that becomes known late is rated in its place**, and so is what follows from it: later games of those whose
   ratings it has changed, of those whom these have met since, and so on. Other games are not touched.
3. **Ratings are written together with the games that they follow from**, in one step, and only onto the ledger that
   they were computed from (`LedgerStore.write`). A process that dies leaves the ledger as it was.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from service.ratings.game_outcome import Outcome
from service.ratings.skill import NEW, Rated, Rating, kept_strength, ratings_after


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A game in the ledger."""

    game: str
    at: str  # when it ended
    seats: tuple[Rated, ...]
    before: tuple[Rating, ...] = ()
    after: tuple[Rating, ...] = ()

    @property
    def place(self) -> str:
        """Sorts as the games ended."""
        return f"{self.at} {self.game}"

    @property
    def outcome(self) -> Outcome:
        return Outcome(self.at, self.seats)

    def of(self, who: str, ratings: Sequence[Rating]) -> Rating | None:
        """The rating of somebody in the game, among those before or after it."""
        return next((ratings[place] for place, seat in enumerate(self.seats) if seat.who == who), None)

    @property
    def names(self) -> Iterator[str]:
        """All who are rated in it, each once."""
        return iter(dict.fromkeys(seat.who for seat in self.seats if seat.who))


class Rewritten(msgspec.Struct):
    """What a change of the ledger writes; None removes."""

    entries: dict[str, Entry | None] = msgspec.field(default_factory=dict)  # by place
    ratings: dict[str, Rating | None] = msgspec.field(default_factory=dict)  # by name


def blank_entry(game: str, outcome: Outcome) -> Entry:
    return Entry(game=game, at=outcome.at, seats=outcome.seats)


def rewrite(
    stored: Sequence[Entry], changes: Mapping[str, Entry | None], ratings: Mapping[str, Rating]
) -> Rewritten:
    """Rates the changed games in their places, and what follows from them.

    `stored` is the ledger from the first changed place on, in order; `ratings` are those at its end, of everybody in
    the changed games.
    """
    old = {entry.place: entry for entry in stored}
    walk = _Walk(stored, ratings)
    for place in sorted({*old, *changes}):
        walk.step(old.get(place), changes.get(place, old.get(place)), place)
    return walk.finished()


class _Walk:
    """Goes through the ledger, and remembers whose ratings differ from the stored ones at this point."""

    def __init__(self, stored: Sequence[Entry], ratings: Mapping[str, Rating]) -> None:
        self._stored, self._ratings = stored, ratings
        self._differing: dict[str, Rating] = {}
        self._written = Rewritten()

    def step(self, old: Entry | None, new: Entry | None, place: str) -> None:
        if new is not None and new is old and not any(name in self._differing for name in new.names):
            return
        after = self._rated(old, new, place) if new else None
        if after != old:
            self._written.entries[place] = after
        for name in {*(old.names if old else ()), *(after.names if after else ())}:
            self._note(name, old, after)

    def _rated(self, old: Entry | None, new: Entry, place: str) -> Entry:
        before = tuple(
            self._before(seat.who, old, place) if seat.who else kept_strength(seat.strength)
            for seat in new.seats
        )
        after = ratings_after(new.seats, before, new.at)
        return msgspec.structs.replace(new, before=before, after=after)

    def _before(self, name: str, old: Entry | None, place: str) -> Rating:
        if name in self._differing:
            return self._differing[name]
        stored = old.of(name, old.before) if old else None
        return stored or self._between(name, place)

    def _between(self, name: str, place: str) -> Rating:
        """The stored rating of somebody at a place where they had no game."""
        later = (entry for entry in self._stored if entry.place > place)
        ratings = (entry.of(name, entry.before) for entry in later)
        return next((rating for rating in ratings if rating), self._ratings.get(name, NEW))

    def _note(self, name: str, old: Entry | None, new: Entry | None) -> None:
        """Whether somebody's rating differs from here on."""
        stored = old.of(name, old.after) if old else None
        rating = new.of(name, new.after) if new else None
        if rating is None:  # their game is gone
            assert old is not None
            rating = self._differing.get(name) or old.of(name, old.before)
        if rating == stored:
            self._differing.pop(name, None)
        elif rating:
            self._differing[name] = rating

    def finished(self) -> Rewritten:
        self._written.ratings = {
            name: rating if rating.games else None for name, rating in self._differing.items()
        }
        return self._written
