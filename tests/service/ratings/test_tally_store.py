"""What every store promises about counts: totals are the sum of the rows."""

from service.games.facts import player_stream
from service.ratings.tally_store import RedisTallyStore, board_owner, tally_store_of
from service.store import Store
from service.store.interface import PARTITIONS, partition_of
from service.store.script import key_of
from tests.support.store.commits import commit, new_game

USA = board_owner("usa")


def test_a_new_row_replaces_what_the_old_one_has_added(store: Store) -> None:
    tallies = tally_store_of(store)
    assert (tallies.totals(USA), tallies.rows(USA)) == ({}, {})
    for row in ({"games": 1, "a b": 5}, {"games": 1, "a b": -2, "c": 1}, {"games": 1, "c": 1}):
        assert tallies.put(USA, "g1", row)
        assert tallies.put(USA, "g1", row)  # again
        assert tallies.totals(USA) == row
    tallies.put(USA, "g2", {"c": -1, "d": 7})
    assert tallies.totals(USA) == {"games": 1, "d": 7}
    assert tallies.rows(USA) == {"g1": {"games": 1, "c": 1}, "g2": {"c": -1, "d": 7}}
    tallies.put(USA, "g1", {})
    assert tallies.totals(USA) == {"c": -1, "d": 7}
    assert set(tallies.owners()) == {USA}
    tallies.remove(USA)
    assert (tallies.totals(USA), set(tallies.owners())) == ({}, set())


def test_the_erased_get_no_row(store: Store) -> None:
    tallies, ann = tally_store_of(store), player_stream("ann")
    assert not tallies.put(ann, "g1", {"late": 1})
    store.append(commit(ann, 0, b"1", facts={"name": "Ann"}))
    assert tallies.put(ann, "g1", {"late": 1})
    store.forget(ann, ["name"])
    assert not tallies.put(ann, "g1", {"late": 2})
    assert tallies.totals(ann) == {"late": 1}


def test_totals_are_mended(store: Store) -> None:
    tallies = tally_store_of(store)
    tallies.put(USA, "g1", {"a": 1})
    if isinstance(tallies, RedisTallyStore):
        tallies._client.hset(key_of(USA, "totals"), mapping={"a": 9, "b": 3})
        assert tallies.totals(USA) == {"a": 9, "b": 3}
    tallies.mend(USA)
    assert tallies.totals(USA) == {"a": 1}


def test_marks_are_of_games(store: Store) -> None:
    tallies = tally_store_of(store)
    games = [new_game() for _ in range(12)]
    for game in (*games, games[0]):
        tallies.mark(game)
    tallies.unmark(games[1])
    marks = {number: tallies.marks(number) for number in range(PARTITIONS)}
    assert {game for part in marks.values() for game in part} == {*games} - {games[1]}
    assert all(partition_of(game) == number for number, part in marks.items() for game in part)
