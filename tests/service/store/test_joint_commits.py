"""Commits of several games at once: in every store each of them stands for itself."""

from service.store import Appended, Conflict, Repeated, Store
from tests.support.store.commits import FULL, commit, new_game


def test_commits_of_several_games_are_written_each_for_itself(store: Store) -> None:
    ahead, repeated, new = new_game(), new_game(), new_game()
    store.append(commit(ahead, 0, b"1", b"2"))
    store.append(commit(repeated, 0, b"1", **FULL))
    commits = [commit(ahead, 1, b"x"), commit(repeated, 0, b"1", **FULL), commit(new, 0, b"1", b"2")]
    assert store.append_all(commits) == [Conflict(2), Repeated("answer"), Appended(2)]
    assert [store.read(game) for game in (ahead, repeated, new)] == [[b"1", b"2"], [b"1"], [b"1", b"2"]]
    assert store.append_all([]) == []
    assert store.append_all([commit(new, 2, b"3")]) == [Appended(3)]
