"""What every store promises besides the streams: facts, lists, feeds, documents, notes and failures."""

from collections.abc import Sequence

import pytest

from service.store import Appended, Conflict, Store
from service.store.interface import KEPT_FAILURES, PARTITIONS, PLAYER_FEED, Order, Place, partition_of
from service.store.redis_store import RedisStore
from tests.support.store.commits import LATE, commit, new_game

# ---------------------------------------------------------------------------------------------- facts


def test_facts_are_set_changed_and_removed(store: Store) -> None:
    game = new_game()
    store.append(commit(game, 0, b"1", facts={"a": "1", "b": "2", "ü": "🚂 x"}))
    assert store.facts(game) == {"a": "1", "b": "2", "ü": "🚂 x"}
    store.append(commit(game, 1, b"2", facts={"a": "", "b": "3", "never": ""}))
    assert store.facts(game) == {"b": "3", "ü": "🚂 x"}
    store.append(commit(game, 2, b"3"))
    assert store.facts(game) == {"b": "3", "ü": "🚂 x"}


def test_facts_can_be_changed_without_an_event(store: Store) -> None:
    game = new_game()
    store.append(commit(game, 0, b"1"))
    assert store.append(commit(game, 1, facts={"a": "1"})) == Appended(1)
    assert store.facts(game) == {"a": "1"}
    assert store.append(commit(game, 0, facts={"a": "2"})) == Conflict(1)
    assert store.facts(game) == {"a": "1"}
    assert len(store.feed(partition_of(game), "", 10)) == 1


def test_facts_are_forgotten_at_any_version_and_nothing_else_changes(store: Store) -> None:
    game, other = new_game(), new_game()
    for each in (game, other):
        store.append(commit(each, 0, b"1", facts={"name:0": "Zoë", "name:1": "Ben", "seed": "1"}))
    store.append(commit(game, 1, b"2"))
    before = store.facts(game)
    store.forget(game, ["name:0", "never", "seed"])
    store.forget(game, [])
    store.forget("no such game", ["name:0"])
    assert store.facts(game) == {"name:1": "Ben"}
    assert dict(before)["name:0"] == "Zoë"  # what somebody holds does not change under them
    assert store.facts(other) == {"name:0": "Zoë", "name:1": "Ben", "seed": "1"}
    assert store.read(game) == [b"1", b"2"]
    assert len([entry for entry in store.feed(partition_of(game), "", 10) if entry.game == game]) == 2
    assert store.append(commit(game, 2, b"3", facts={"name:0": "Cid"})) == Appended(3)
    assert store.facts(game) == {"name:0": "Cid", "name:1": "Ben"}


# -------------------------------------------------------------------------------------------- listing


def list_games(store: Store, times: Sequence[int]) -> list[Place]:
    games = [Place(time, new_game()) for time in times]
    for time, game in games:
        store.append(commit(game, 0, b"1", listed=time, moved=time))
    return games


def test_the_latest_games_are_listed_first_across_partitions(store: Store) -> None:
    games = list_games(store, [1000 + (7 * number) % 100 for number in range(100)])
    latest_first = sorted(games, reverse=True)
    assert list(store.listed(LATE, 1000)) == latest_first
    assert list(store.listed(LATE, 3)) == latest_first[:3]
    assert len({partition_of(place.game) for place in games}) > 10


@pytest.mark.parametrize("size", [1, 7, 50])
def test_pages_follow_each_other_without_gap_or_overlap(store: Store, size: int) -> None:
    games = list_games(store, range(1000, 1060))
    pages: list[Place] = []
    before = LATE
    for _ in range(len(games) // size + 1):
        page = store.listed(before, size)
        pages += page
        before = page[-1] if page else before
    assert pages == sorted(games, reverse=True)


def test_games_of_one_time_have_one_order(store: Store) -> None:
    games = list_games(store, [5000] * 30)
    expected = sorted(games, reverse=True)
    assert list(store.listed(LATE, 100)) == expected
    assert list(store.listed(Place(5001), 4)) == expected[:4]
    assert list(store.listed(Place(5000), 4)) == []
    assert list(store.listed(expected[10], 100)) == expected[11:]


def test_a_time_in_milliseconds_keeps_every_digit(store: Store) -> None:
    games = list_games(store, [1_794_800_502_743, 1_794_800_502_744])
    assert list(store.listed(Place(1_794_800_502_744), 9)) == games[:1]
    assert list(store.listed(LATE, 9)) == games[::-1]


def test_unlisted_games_are_not_shown(store: Store) -> None:
    (first, second) = list_games(store, [10, 20])
    hidden = new_game()
    store.append(commit(hidden, 0, b"1"))
    store.unlist(second.game)
    store.unlist("no such game")
    for order in Order:
        assert list(store.listed(LATE, 9, by=order)) == [first]
    assert store.read(second.game) == [b"1"]


def test_games_are_listed_by_their_last_move(store: Store) -> None:
    games = list_games(store, [10, 20, 30])
    moved = Place(40, games[0].game)
    store.append(commit(moved.game, 1, b"2", moved=40))
    store.append(commit(games[1].game, 1, b"2"))  # says nothing of a time
    assert list(store.listed(LATE, 9, by=Order.MOVED)) == [moved, games[2], games[1]]
    assert list(store.listed(games[2], 9, by=Order.MOVED)) == [games[1]]
    assert list(store.listed(LATE, 9)) == games[::-1]


@pytest.mark.parametrize("order", Order)
def test_games_that_go_on_are_listed_by_themselves(store: Store, order: Order) -> None:
    games = list_games(store, [*range(1000, 1040), *[1040] * 5])
    active = sorted(games[::3], reverse=True)
    for place in active:
        store.append(commit(place.game, 1, b"2", active=True))
    store.append(commit(new_game(), 0, b"1", active=True))  # not public
    assert list(store.listed(LATE, 100, by=order, active=True)) == active
    assert list(store.listed(active[3], 4, by=order, active=True)) == active[4:8]


def test_games_of_an_earlier_release_come_after_those_that_have_moved_since(redis_store: RedisStore) -> None:
    """Its store did not keep when games move."""
    times = [1_794_800_500_000 + number for number in range(20)]
    games = [Place(time, new_game()) for time in times]
    for time, game in games:
        redis_store.append(commit(game, 0, b"1", listed=time))
    later = Place(times[-1] + 1, games[7].game)
    redis_store.append(commit(later.game, 1, b"2", moved=int(later.time)))
    places = redis_store.listed(LATE, 100, by=Order.MOVED)
    assert [place.game for place in places] == [
        later.game,
        *(p.game for p in games[::-1] if p.game != later.game),
    ]
    page = redis_store.listed(places[4], 3, by=Order.MOVED)
    assert list(page) == list(places[5:8])


# --------------------------------------------------------------------------------------- active, feed


def test_active_games_are_those_begun_and_not_over(store: Store) -> None:
    games = sorted(new_game() for _ in range(200))
    for game in games:
        store.append(commit(game, 0, b"1", active=True))
    over = games[::3]
    for game in over:
        store.append(commit(game, 1, b"2", active=False))
    for game in games[1::3]:
        store.append(commit(game, 1, b"2"))  # says nothing about it
    for partition in range(PARTITIONS):
        expected = [game for game in games if partition_of(game) == partition and game not in over]
        assert list(store.active(partition)) == expected


def test_the_feed_tells_commits_with_their_types_in_order(store: Store) -> None:
    game = new_game()
    partition = partition_of(game)
    types = [("game_created", "seat_taken"), ("turn_started",), ()]
    for number, names in enumerate(types):
        store.append(commit(game, number, b"x", types=names))
    store.append(commit(game, 0, b"refused", types=("refused",)))
    feed = store.feed(partition, "", 10)
    assert [(entry.game, entry.version, entry.types) for entry in feed] == [
        (game, number + 1, names) for number, names in enumerate(types)
    ]
    assert store.feed(partition, feed[0].id, 10) == feed[1:]
    assert store.feed(partition, feed[0].id, 1) == feed[1:2]
    assert store.feed(partition, feed[-1].id, 10) == []
    assert store.feed(partition, "", 0) == []


def test_a_feed_is_shared_by_the_games_of_a_partition_in_the_order_of_commits(store: Store) -> None:
    first = new_game()
    second = next(game for game in iter(new_game, "") if partition_of(game) == partition_of(first))
    for version in range(3):
        for game in (first, second):
            store.append(commit(game, version, b"x"))
    feed = store.feed(partition_of(first), "", 100)
    assert [(entry.game, entry.version) for entry in feed] == [
        (game, version) for version in (1, 2, 3) for game in (first, second)
    ]
    assert len({entry.id for entry in feed}) == 6


# --------------------------------------------------------------------------- documents, notes, failures


def test_a_document_is_kept_once(store: Store) -> None:
    store.keep_document("hash", b'{"name":"caf\xc3\xa9"}')
    store.keep_document("hash", b"something else")
    assert store.document("hash") == b'{"name":"caf\xc3\xa9"}'


def test_a_note_is_replaced_by_a_later_one(store: Store) -> None:
    game, other = new_game(), new_game()
    store.keep_note(game, "paths", "[1]")
    store.keep_note(game, "paths", "[2] 🚂")
    store.keep_note(game, "other", "3")
    assert [store.note(game, name) for name in ("paths", "other", "none")] == ["[2] 🚂", "3", None]
    assert store.note(other, "paths") is None


def test_the_latest_thousand_failures_are_kept(store: Store) -> None:
    for number in range(KEPT_FAILURES + 5):
        store.report_failure(f"failure {number}")
    failures = store.failures(10 * KEPT_FAILURES)
    assert list(failures) == [f"failure {number}" for number in range(KEPT_FAILURES + 4, 4, -1)]
    assert list(store.failures(2)) == list(failures[:2])
    assert list(store.failures(0)) == []


def test_a_store_that_works_says_so(store: Store) -> None:
    store.check()


# ------------------------------------------------------------------------------- feeds and streams


def test_a_commit_is_announced_in_the_feed_that_it_names(store: Store) -> None:
    game, player = new_game(), f"player:{new_game()}"
    store.append(commit(game, 0, b"1", types=("moved",)))
    store.append(commit(player, 0, b"1", b"2", types=("came",), feed=PLAYER_FEED))
    games = [entry for number in range(PARTITIONS) for entry in store.feed(number, "", 10)]
    assert [(entry.game, entry.types) for entry in games] == [(game, ("moved",))]
    (entry,) = store.feed(partition_of(player), "", 10, PLAYER_FEED)
    assert (entry.game, entry.version, entry.types) == (player, 2, ("came",))
    assert store.feed(partition_of(player), entry.id, 10, PLAYER_FEED) == []


def test_all_streams_are_found(store: Store) -> None:
    names = {f"player:{new_game()}", *(new_game() for _ in range(2 * PARTITIONS))}
    for name in names:
        store.append(commit(name, 0, b"1", facts={"f": "x"}, key="k", record="r"))
    assert set(store.streams()) == names
