"""Records: the same however games became known, made anew, and after somebody was erased; on every kind of store."""

from collections.abc import Callable

import pytest

from service.errors import TemporarilyUnavailable
from service.games.erasure import erase_person
from service.ratings.game_outcome import PLAYER
from service.ratings.ledger import Rewritten
from service.ratings.skill import Rating
from service.store import MemoryStore, Store
from service.store.interface import PARTITIONS
from tests.support.ratings.club import BOARD, Club


@pytest.fixture
def club(store: Store) -> Club:
    return Club(store)


def played(club: Club) -> None:
    """Rated games between different people and a bot, an unrated one, and one that goes on."""
    a, b, c, d = club.members
    club.decided(a, b)
    club.decided(b, c, a)
    club.decided(c, d)
    club.decided(a, "greedy")
    club.decided(d, a, b)
    club.play(club.resign(club.resign(club.open(a, c, rated=False), 0), 1))
    club.resign(club.open(c, d, b), 1)


ORDERS: dict[str, Callable[[list[str]], list[str]]] = {
    "in order": lambda games: games,
    "late": lambda games: games[::-1],
    "doubled": lambda games: [*games, *games],
    "lost but for one each": lambda games: sorted(set(games)),
}


@pytest.mark.parametrize("order", sorted(ORDERS))
def test_records_do_not_depend_on_how_entries_arrive(club: Club, order: str) -> None:
    played(club)
    for game in ORDERS[order](list(club.announced())):
        club.records.look(game)
    snapshot = club.snapshot()
    assert club.records.rebuild() == (7, 5)
    assert club.snapshot() == snapshot
    entries, listed, _ = snapshot
    assert len(entries) == 5  # type: ignore[arg-type]  # a list
    assert len(listed) == 5  # type: ignore[arg-type]  # a list: four people and a bot


def test_a_rebuild_mends_everything(club: Club) -> None:
    played(club)
    club.records.rebuild()
    expected, tallies, ledger = club.snapshot(), club.records.tallies, club.records.ratings.store
    stranger = club.players.create("Eve").owner.id
    for owner in set(tallies.owners()):
        tallies.put(owner, "0123456789abcdef", {"2026-11:late": 5})
    tallies.put(f"player:{stranger}", "0123456789abcdef", {"2026-11:late": 5})
    entries = ledger.entries(BOARD)
    club.records.ratings.put(BOARD, {entries[0].game: None})
    assert ledger.write(BOARD, ledger.revision(BOARD), Rewritten({}, {"player:x": Rating(99.0, 1.0, 3)}))
    assert club.snapshot() != expected
    club.records.rebuild()
    assert club.snapshot() == expected


def test_games_that_ended_while_a_rebuild_ran_stay(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    played(club)
    running = club.open(*club.members[:2])
    rebuild, streams = club.records.rebuild, club.store.streams

    def meanwhile() -> object:
        names = list(streams())
        if running.version == club.games.cache.read_latest(running.game).version:
            over = club.play(club.resign(club.resign(running, 1), 0))
            club.records.update(over)
            names.remove(running.game)
        return iter(names)

    monkeypatch.setattr(club.store, "streams", meanwhile)
    rebuild()
    assert club.records.ratings.store.entry(BOARD, running.game)
    expected = club.snapshot()
    monkeypatch.undo()
    rebuild()
    assert club.snapshot() == expected


# ------------------------------------------------------------------------------------------------ erasure


def test_others_keep_their_ratings_when_somebody_is_erased(club: Club) -> None:
    played(club)
    for game in dict.fromkeys(club.announced()):
        club.records.look(game)
        club.lists.look(game)
    before = [club.rating(member) for member in range(4)]
    gone = club.members[0]
    club.players.end_account(gone)
    for _ in range(2):  # twice is as good as once
        club.lists.erase(gone)
    assert [club.rating(member) for member in range(4)] == [None, *before[1:]]
    assert all(gone not in club.store.facts(game).values() for game in set(club.announced()))
    owners = set(club.records.tallies.owners())
    assert f"player:{gone}" not in owners
    expected = club.snapshot()
    assert gone not in repr(expected)
    club.records.rebuild()
    assert club.snapshot() == expected


def test_a_player_who_was_erased_in_a_running_game_counts_as_strong_as_they_were(club: Club) -> None:
    played(club)
    club.records.rebuild()
    gone, strong = club.members[0], club.rating(0)
    running = club.open(club.members[1], gone)
    club.lists.update(running)
    club.players.end_account(gone)
    club.lists.erase(gone)
    over = club.play(club.resign(club.resign(club.games.cache.read_latest(running.game), 1), 0))
    club.records.update(over)
    entry = club.records.ratings.store.entry(BOARD, running.game)
    assert entry is not None
    assert strong is not None
    assert [seat.who for seat in entry.seats] == [f"{PLAYER}{club.members[1]}", ""]
    assert (entry.before[1].strength, entry.before[1].uncertainty) == (strong.strength, strong.uncertainty)
    expected = club.snapshot()
    club.records.rebuild()
    assert club.snapshot() == expected


def test_a_reference_that_the_erasure_missed_goes_with_the_next_look(club: Club) -> None:
    game = club.decided(club.members[0], club.members[1])  # not in any list yet
    club.players.end_account(club.members[0])
    club.lists.erase(club.members[0])
    club.records.look(game.game)
    club.lists.look(game.game)
    assert club.members[0] not in repr(club.snapshot())
    assert club.rating(1) is not None
    expected = club.snapshot()
    club.records.rebuild()
    assert club.snapshot() == expected


# -------------------------------------------------------------------------------------------------- marks


def marked(club: Club) -> set[str]:
    return {game for partition in range(PARTITIONS) for game in club.records.tallies.marks(partition)}


def test_a_game_is_marked_until_it_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club(MemoryStore())
    game = club.open(*club.members[:2])
    club.records.update(game)
    assert marked(club) == {game.game}
    over = club.play(club.resign(club.resign(game, 1), 0))

    def die(*about: object) -> bool:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(club.records.ratings.store, "write", die)
        with pytest.raises(SystemExit):
            club.records.update(over)
    assert marked(club) == {game.game}, "so the sweep looks again"
    club.records.update(over)
    assert marked(club) == set()
    assert club.rating(0) is not None


def test_a_late_writer_does_not_have_the_last_word() -> None:
    """It has read an older version of the game, and writes after the newer one was counted."""
    club = Club(MemoryStore())
    old = club.open(*club.members[:3])
    over = club.play(club.resign(club.resign(club.resign(old, 2), 1), 0))
    club.records.update(over)
    expected = club.snapshot()
    club.records.update(old)
    assert club.snapshot() == expected


def test_a_ledger_that_others_always_change_first_is_left_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club(MemoryStore())
    over = club.decided(*club.members[:2])
    monkeypatch.setattr(club.records.ratings.store, "write", lambda *about: False)
    with pytest.raises(TemporarilyUnavailable):
        club.records.update(over)
    assert marked(club) == {over.game}


def test_who_erases_their_name_in_a_game_keeps_the_result(club: Club) -> None:
    club.decided(club.members[0], club.members[1])
    lost = club.decided(club.members[1], club.members[0])
    club.records.rebuild()
    before = club.rating(0), club.rating(1)
    club.records.keep_beginner(lost.game, 1)
    left = erase_person(club.games, lost, 1, lambda room, person: None)
    club.records.count_without(left, club.members[:2])
    expected = club.snapshot()
    club.records.rebuild()
    assert club.snapshot() == expected
    assert (club.rating(0), club.rating(1)) == before
    assert club.members[0] not in left.facts.player_places().values()
    club.lists.rebuild()
    club.players.end_account(club.members[0])
    club.lists.erase(club.members[0])
    assert club.members[0] not in club.store.facts(lost.game).values()
    assert (club.rating(0), club.rating(1)) == (None, before[1])
