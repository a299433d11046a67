"""What every store promises about ledgers: all of a change or nothing, and only onto the revision it was made for."""

from service.ratings.game_outcome import Outcome
from service.ratings.ledger import Entry, Rewritten, blank_entry
from service.ratings.ledger_store import ledger_store_of
from service.ratings.skill import Rated, Rating
from service.store import Store


def entry(day: int, game: str) -> Entry:
    seats = (Rated("player:a", 1), Rated("", 2, "25.0 8.0"))
    return blank_entry(game, Outcome(f"2026-11-{day:02}T12:00:00.000Z", seats))


def changes(*entries: Entry, **ratings: Rating | None) -> Rewritten:
    return Rewritten({one.place: one for one in entries}, {**ratings})


def test_entries_are_in_the_order_of_their_ends(store: Store) -> None:
    ledgers = ledger_store_of(store)
    first, second, third = entry(1, "bb"), entry(1, "cc"), entry(2, "aa")
    assert ledgers.write("usa", 0, changes(third, first, second))
    assert ledgers.entries("usa") == [first, second, third]
    assert ledgers.entries("usa", second.place) == [second, third]
    assert (ledgers.entry("usa", "cc"), ledgers.entry("usa", "dd")) == (second, None)
    assert ledgers.entries("europe") == []
    assert set(ledgers.boards()) == {"usa"}


def test_a_change_of_another_revision_is_refused_as_a_whole(store: Store) -> None:
    ledgers = ledger_store_of(store)
    assert ledgers.revision("usa") == 0
    assert ledgers.write("usa", 0, changes(entry(1, "aa"), ann=Rating(30.0, 1 / 3, 4, 2)))
    assert ledgers.revision("usa") == 1
    assert not ledgers.write("usa", 0, changes(entry(2, "bb"), ben=Rating(1.0)))
    assert [one.game for one in ledgers.entries("usa")] == ["aa"]
    assert ledgers.ratings("usa", ["ann", "ben"]) == {"ann": Rating(30.0, 1 / 3, 4, 2)}


def test_a_game_that_moves_to_another_place_is_found_there(store: Store) -> None:
    ledgers = ledger_store_of(store)
    old, new = entry(5, "aa"), entry(2, "aa")
    ledgers.write("usa", 0, changes(old))
    assert ledgers.write("usa", 1, Rewritten({new.place: new, old.place: None}))
    assert (ledgers.entries("usa"), ledgers.entry("usa", "aa")) == ([new], new)
    assert ledgers.write("usa", 2, Rewritten({new.place: None}))
    assert (ledgers.entries("usa"), ledgers.entry("usa", "aa")) == ([], None)


def test_the_best_come_first(store: Store) -> None:
    ledgers = ledger_store_of(store)
    ratings = {
        "sure": Rating(30.0, 1.0),
        "lucky": Rating(32.0, 8.0),
        "a": Rating(20.0, 2.0),
        "b": Rating(20.0, 2.0),
    }
    ledgers.write("usa", 0, changes(**ratings))
    names = [name for name, _ in ledgers.listed("usa")]
    assert names == ["sure", "lucky", "b", "a"]
    assert [name for name, _ in ledgers.listed("usa", 1, 2)] == names[1:3]
    ledgers.write("usa", 1, changes(sure=None))
    assert [name for name, _ in ledgers.listed("usa")] == names[1:]
    assert ledgers.everywhere(["europe", "usa"], "a") == {"usa": ratings["a"]}
