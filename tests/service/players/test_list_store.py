"""What every store promises about the lists of players' games."""

from service.games.facts import player_stream
from service.players.list_store import Advance, list_store_of
from service.store import Store
from service.store.interface import PARTITIONS, partition_of
from tests.support.store.commits import commit, new_game


def known(store: Store, *players: str) -> None:
    for player in players:
        store.append(commit(player_stream(player), 0, b"1", facts={"name": player}))


def test_a_row_is_set_replaced_and_removed(store: Store) -> None:
    lists = list_store_of(store)
    known(store, "ann", "ben")
    assert lists.rows("ann") == {}
    assert all([lists.put("ann", "g1", "1"), lists.put("ann", "g2", "x"), lists.put("ben", "g1", "ü")])
    assert lists.put("ann", "g1", "2")
    assert lists.rows("ann") == {"g1": "2", "g2": "x"}
    lists.remove("ann", ["g1", "never"])
    assert (lists.rows("ann"), lists.rows("ben")) == ({"g2": "x"}, {"g1": "ü"})
    assert set(lists.players()) == {"ann", "ben"}
    lists.remove("ben", ["g1"])
    assert set(lists.players()) == {"ann"}


def test_rows_of_other_versions_are_advances(store: Store) -> None:
    lists = list_store_of(store)
    known(store, "ann", "ben")
    assert (lists.advances("ann", 0, 9), lists.last_advance("ann")) == ([], 0)
    for game, version in (("g1", 3), ("g2", 1), ("g1", 3), ("g1", 7), ("g1", 5)):
        lists.put("ann", game, f'{{"version":{version},"status":"open"}}')
    lists.put("ben", "g1", '{"version":3}')
    steps = [Advance(1, "g1", 0, 3), Advance(2, "g2", 0, 1), Advance(3, "g1", 3, 7), Advance(4, "g1", 7, 5)]
    assert lists.advances("ann", 0, 9) == steps
    assert lists.advances("ann", 1, 2) == steps[1:3]
    assert (lists.last_advance("ann"), lists.last_advance("ben")) == (4, 1)
    lists.forget("ann")
    assert (lists.advances("ann", 0, 9), lists.rows("ann")) == ([], {})
    assert lists.advances("ben", 0, 9) == [Advance(1, "g1", 0, 3)]


def test_an_erased_player_gets_no_row(store: Store) -> None:
    lists = list_store_of(store)
    known(store, "ann")
    assert lists.put("ann", "g1", "1")
    store.forget(player_stream("ann"), ["name"])
    assert not lists.put("ann", "g2", "1")
    assert not lists.put("never", "g2", "1")
    assert lists.rows("ann") == {"g1": "1"}


def test_marks_are_of_games(store: Store) -> None:
    lists = list_store_of(store)
    games = [new_game() for _ in range(20)]
    for version, game in enumerate(games):
        lists.mark(game, version)
    lists.mark(games[0], 99)
    lists.unmark(games[1])
    marks = {number: lists.marks(number) for number in range(PARTITIONS)}
    expected = {game: at for at, game in enumerate(games)} | {games[0]: 99}
    del expected[games[1]]
    assert {game: at for part in marks.values() for game, at in part.items()} == expected
    assert all(partition_of(game) == number for number, part in marks.items() for game in part)


def test_every_change_of_rows_raises_the_revision(store: Store) -> None:
    lists = list_store_of(store)
    known(store, "ann")
    game = new_game()
    store.append(commit(game, 0, b'{"hash":"aa"}'))
    revisions = [lists.look("ann", [game])[0]]
    for change in (
        lambda: lists.put("ann", "g1", "1"),
        lambda: lists.put("ann", "g1", "2"),
        lambda: lists.remove("ann", ["g1"]),
    ):
        change()
        revisions.append(lists.look("ann", [])[0])
    assert len(set(revisions)) == 4 or set(revisions) == {""}, "a store that keeps none says so"
    lists.put("ann", "g1", "2")
    unchanged = lists.look("ann", [])[0]
    lists.put("ann", "g1", "2")
    assert lists.look("ann", [])[0] == unchanged
    lists.forget("ann")
    assert lists.look("ann", [])[0] == ""


def test_a_look_says_where_games_end(store: Store) -> None:
    lists = list_store_of(store)
    games = [new_game() for _ in range(3)]
    for number, game in enumerate(games):
        store.append(commit(game, 0, b'{"hash":"%d"}' % number, head=str(number)))
    never = new_game()
    assert list(lists.look("ann", [*games, never])[1]) == ["1 0", "1 1", "1 2", ""]
    assert list(store.ends([never, games[2]])) == ["", "1 2"]
    assert list(store.ends([])) == []
