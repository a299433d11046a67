"""The ledger of a board: ratings are those of the games in the order of their ends, however the games became known."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

import pytest
from openskill.models import PlackettLuce

from service.ratings.game_outcome import Outcome
from service.ratings.ledger import Entry, Rewritten, blank_entry, rewrite
from service.ratings.ledger_store import MemoryLedgerStore
from service.ratings.skill import Rated, Rating, kept_strength, written_strength

BOARD = "usa"
PEOPLE = [f"player:{name}" for name in "abcdefgh"] + ["bot:greedy/1"]


def games(chance: Random, number: int) -> Iterator[Entry]:
    """Results of two to seven, with ties; some games end in the same second."""
    for count in range(number):
        who = chance.sample(PEOPLE, chance.randint(2, 7))
        seats = tuple(Rated(name, chance.randint(1, len(who))) for name in who)
        at = f"2026-11-{chance.randint(1, 28):02}T12:00:00.000Z"
        yield blank_entry(f"{count:016x}", Outcome(at, seats))


class Ledger:
    """One ledger in memory, changed as `Ratings` does it."""

    def __init__(self) -> None:
        self.store = MemoryLedgerStore()

    def change(self, *changes: tuple[str, Entry | None]) -> Rewritten:
        first = min(place for place, _ in changes)
        stored = self.store.entries(BOARD, first)
        names = [seat.who for _, entry in changes if entry for seat in entry.seats]
        written = rewrite(stored, dict(changes), self.store.ratings(BOARD, names))
        assert self.store.write(BOARD, self.store.revision(BOARD), written)
        return written

    def add(self, entry: Entry) -> Rewritten:
        return self.change((entry.place, entry))

    def snapshot(self) -> tuple[Sequence[Entry], Sequence[tuple[str, Rating]]]:
        return self.store.entries(BOARD), self.store.listed(BOARD)


def in_order(entries: Sequence[Entry]) -> Ledger:
    ledger = Ledger()
    for entry in sorted(entries, key=lambda entry: entry.place):
        ledger.add(entry)
    return ledger


def plainly(entries: Sequence[Entry]) -> dict[str, tuple[float, float]]:
    """The same without a ledger: one game after the other."""
    model, ratings = PlackettLuce(), dict[str, tuple[float, float]]()
    for entry in sorted(entries, key=lambda entry: entry.place):
        teams = [
            [model.rating(mu=mu, sigma=sigma)]
            for mu, sigma in (ratings.get(seat.who, (model.mu, model.sigma)) for seat in entry.seats)
        ]
        results = model.rate(teams, ranks=[float(seat.rank) for seat in entry.seats])
        ratings |= {
            seat.who: (result[0].mu, result[0].sigma)
            for seat, result in zip(entry.seats, results, strict=True)
        }
    return ratings


def test_ratings_are_those_of_openskill() -> None:
    entries = list(games(Random(1), 60))
    ratings = dict(in_order(entries).snapshot()[1])
    assert {name: (one.strength, one.uncertainty) for name, one in ratings.items()} == plainly(entries)
    assert sum(one.games for one in ratings.values()) == sum(len(entry.seats) for entry in entries)


@pytest.mark.parametrize("seed", range(8))
def test_the_order_in_which_games_become_known_does_not_matter(seed: int) -> None:
    chance = Random(seed)
    entries = list(games(chance, 40))
    expected = in_order(entries).snapshot()
    ledger = Ledger()
    for entry in chance.sample(entries, len(entries)):
        ledger.add(entry)
        if chance.random() < 0.2:
            ledger.add(chance.choice([entry, *ledger.store.entries(BOARD)]))  # again
    assert ledger.snapshot() == expected


@pytest.mark.parametrize("seed", range(4))
def test_a_game_that_no_longer_counts_leaves_no_trace(seed: int) -> None:
    chance = Random(seed)
    entries = list(games(chance, 30))
    gone = chance.sample(entries, 5)
    ledger = in_order(entries)
    for entry in gone:
        ledger.change((entry.place, None))
    assert ledger.snapshot() == in_order([entry for entry in entries if entry not in gone]).snapshot()


def test_only_what_follows_from_a_late_game_is_rated_again() -> None:
    def game(number: int, *who: str) -> Entry:
        at = f"2026-11-{number:02}T12:00:00.000Z"
        return blank_entry(
            f"{number:016x}", Outcome(at, tuple(Rated(name, rank) for rank, name in enumerate(who, 1)))
        )

    ledger = in_order([game(1, "a", "b"), game(3, "c", "d"), game(4, "b", "e"), game(5, "d", "c")])
    written = ledger.add(game(2, "a", "b"))
    assert [place[8:10] for place in written.entries] == ["02", "04"]
    assert written.ratings.keys() == {"a", "b", "e"}


def test_the_erased_leave_the_ratings_of_others_as_they_are() -> None:
    entries = list(games(Random(3), 40))
    ledger = in_order(entries)
    gone = PEOPLE[0]
    before = dict(ledger.snapshot()[1])
    changes = []
    for entry in ledger.store.entries(BOARD):
        rating = entry.of(gone, entry.before)
        if rating is not None:
            seats = tuple(
                Rated("", seat.rank, written_strength(rating)) if seat.who == gone else seat
                for seat in entry.seats
            )
            changes.append((entry.place, blank_entry(entry.game, Outcome(entry.at, seats))))
    ledger.change(*changes)
    after = dict(ledger.snapshot()[1])
    assert gone not in after
    assert after == {name: rating for name, rating in before.items() if name != gone}


def test_a_strength_is_kept_to_the_last_digit() -> None:
    rating = Rating(1 / 3 * 70, 2 / 7)
    assert kept_strength(written_strength(rating)) == rating


def test_a_bot_at_two_seats_gets_the_mean() -> None:
    seats = (Rated("bot:greedy/1", 1), Rated("player:a", 2), Rated("bot:greedy/1", 3))
    entry = Ledger().add(blank_entry("1", Outcome("2026", seats))).entries["2026 1"]
    assert entry is not None
    first, person, third = entry.after
    assert first == third
    assert (first.games, first.wins, person.games, person.wins) == (1, 1, 1, 0)
    teams = [[PlackettLuce().rating()] for _ in seats]
    alone = PlackettLuce().rate(teams, ranks=[1, 2, 3])
    assert first.strength == (alone[0][0].mu + alone[2][0].mu) / 2
    assert person.strength == alone[1][0].mu


def test_ties_and_more_games_make_ratings_surer() -> None:
    shared = tuple(Rated(name, 1) for name in "abc")
    ledger = Ledger()
    deviations = []
    for number in range(12):
        ledger.add(blank_entry(str(number), Outcome(f"2026-{number:02}", shared)))
        rating = ledger.store.ratings(BOARD, ["a"])["a"]
        deviations.append(rating.deviation)
        assert rating.shown == 1500
        assert rating.is_provisional == (number < 9)
        assert rating.wins == number + 1
    assert all(earlier > later for earlier, later in pairwise(deviations))
