"""What every store promises, whether in memory, on one server or on a cluster: streams that only grow."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from service.store import Appended, Conflict, Repeated, Store
from service.store.interface import PARTITIONS, partition_of
from tests.support.store.commits import FULL, WEEK, commit, everything, new_game

# ------------------------------------------------------------------------------------------ versions


def test_a_game_that_nobody_created_has_nothing(store: Store) -> None:
    game = new_game()
    assert everything(store, game) == ([], {}, [], [], False)
    assert store.record(game, "key") is None
    assert store.note(game, "note") is None
    assert store.document("no such hash") is None


def test_versions_count_events_without_gaps(store: Store) -> None:
    game, version = new_game(), 0
    for size in (1, 3, 1, 2):
        entries = [f"{version + number + 1}".encode() for number in range(size)]
        assert store.append(commit(game, version, *entries)) == Appended(version + size)
        version += size
    assert store.read(game) == [b"1", b"2", b"3", b"4", b"5", b"6", b"7"]


@pytest.mark.parametrize("expected", [0, 1, 3, 100, 2**40])
def test_another_version_than_expected_writes_nothing_and_tells_the_current_one(
    store: Store, expected: int
) -> None:
    game = new_game()
    store.append(commit(game, 0, b"1", b"2"))
    before = everything(store, game)
    assert store.append(commit(game, expected, b"x", b"y", b"z", **FULL)) == Conflict(2)
    assert everything(store, game) == before
    assert store.record(game, "key") is None


def test_a_game_begins_at_no_other_version_than_zero(store: Store) -> None:
    game = new_game()
    assert store.append(commit(game, 1, b"x", **FULL)) == Conflict(0)
    assert everything(store, game) == ([], {}, [], [], False)


def test_games_do_not_touch_each_other(store: Store) -> None:
    games = [new_game() for _ in range(2 * PARTITIONS)]
    for game in games:
        store.append(commit(game, 0, game.encode(), facts={"name": game}))
    assert len({partition_of(game) for game in games}) > PARTITIONS // 4  # they do share the store
    for game in games:
        assert store.read(game) == [game.encode()]
        assert store.facts(game) == {"name": game}


def test_one_game_s_name_may_begin_with_another_s(store: Store) -> None:
    for game in ("ab", "ab:ev", "a"):
        assert store.append(commit(game, 0, game.encode(), facts={"f": game})) == Appended(1)
    for game in ("ab", "ab:ev", "a"):
        assert store.read(game) == [game.encode()]
        assert store.facts(game) == {"f": game}


# -------------------------------------------------------------------------------------------- reading


@pytest.mark.parametrize(
    ("after", "limit", "entries"),
    [
        (0, None, "12345"),
        (2, None, "345"),
        (5, None, ""),
        (9, None, ""),
        (0, 2, "12"),
        (3, 1, "4"),
        (4, 9, "5"),
        (1, 0, ""),
    ],
)
def test_a_range_is_read_as_asked_for(store: Store, after: int, limit: int | None, entries: str) -> None:
    game = new_game()
    store.append(commit(game, 0, *[digit.encode() for digit in "12345"]))
    assert b"".join(store.read(game, after, limit)).decode() == entries


def test_entries_come_back_byte_for_byte(store: Store) -> None:
    game = new_game()
    entries = [
        b"",
        b"\x00\xff\r\n$5\r\n*1",
        "Ωμέγα 🚂 – Łódź".encode(),
        b"big" * 700_000,
        b"nil",
    ]
    assert store.append(commit(game, 0, *entries)) == Appended(len(entries))
    assert store.read(game) == entries


def test_a_commit_of_many_events_is_one_commit(store: Store) -> None:
    game = new_game()
    entries = [b"%d" % number for number in range(2000)]
    assert store.append(commit(game, 0, *entries)) == Appended(2000)
    assert store.read(game) == entries
    assert [entry.version for entry in store.feed(partition_of(game), "", 10)] == [2000]


def test_a_store_knows_the_event_that_a_game_ends_with(store: Store) -> None:
    game = new_game()
    assert not store.ends_with(game, 0, "")
    store.append(commit(game, 0, b"{}", b'{"hash":"ab"}', head="ab"))
    assert store.ends_with(game, 2, "ab")
    for version, head in ((2, "cd"), (1, "ab"), (3, "ab"), (2, "")):
        assert not store.ends_with(game, version, head)
    store.append(commit(game, 2, b'{"hash":"cd"}', prev="ab", head="cd"))
    assert store.ends_with(game, 3, "cd")
    assert not store.ends_with(game, 2, "ab")


def test_a_game_does_not_end_with_the_event_before_one_of_unknown_hash(store: Store) -> None:
    game = new_game()
    store.append(commit(game, 0, b'{"hash":"ab"}', head="ab"))
    store.append(commit(game, 1, b'{"hash":"cd"}'))
    assert not store.ends_with(game, 1, "ab")
    store.append(commit(game, 2, facts={"f": "changed"}))
    assert not store.ends_with(game, 1, "ab")


def test_every_entry_knows_its_place_in_its_commit(store: Store) -> None:
    game = new_game()
    store.append(commit(game, 0, b"1", b"2", b"3"))
    store.append(commit(game, 3, b"4"))
    store.append(commit(game, 4, b"5", b"6"))
    placed = [(1, b"1"), (2, b"2"), (3, b"3"), (1, b"4"), (1, b"5"), (2, b"6")]
    assert store.read_places(game) == placed
    assert store.read_places(game, 1, 3) == placed[1:4]
    assert store.read_places(game, 4) == placed[4:]
    assert store.read_places(game, 0, 0) == store.read_places(game, 9) == []


def test_entries_of_many_commits_that_arrive_in_one_have_no_place(store: Store) -> None:
    game = new_game()
    store.append(commit(game, 0, b"1", b"2", together=False))
    store.append(commit(game, 2, b"3", b"4"))
    assert store.read_places(game) == [(0, b"1"), (0, b"2"), (1, b"3"), (2, b"4")]


# ----------------------------------------------------------------------------------------------- keys


def test_a_repeated_key_gives_the_first_answer_and_writes_nothing(store: Store) -> None:
    game = new_game()
    first = commit(game, 0, b"1", **FULL)
    assert store.append(first) == Appended(1)
    assert store.record(game, "key") == "answer"
    before = everything(store, game)
    assert store.append(first) == Repeated("answer")
    other = commit(game, 1, b"2", key="key", record="other", key_seconds=WEEK, facts={"name": "Bob"})
    assert store.append(other) == Repeated("answer")
    assert everything(store, game) == before


def test_a_key_is_recognised_whatever_version_is_expected(store: Store) -> None:
    game = new_game()
    store.append(commit(game, 0, b"1", **FULL))
    store.append(commit(game, 1, b"2"))
    for expected in (0, 1, 2, 7):
        assert store.append(commit(game, expected, b"x", **FULL)) == Repeated("answer")
    assert store.read(game) == [b"1", b"2"]


def test_a_refused_commit_does_not_use_its_key_up(store: Store) -> None:
    game = new_game()
    assert store.append(commit(game, 5, b"x", **FULL)) == Conflict(0)
    assert store.append(commit(game, 0, b"x", **FULL)) == Appended(1)


def test_keys_belong_to_one_game(store: Store) -> None:
    for game in (new_game(), new_game()):
        assert store.append(commit(game, 0, b"1", **FULL)) == Appended(1)


@pytest.mark.parametrize("seconds", [0, 60, WEEK])
@pytest.mark.parametrize("record", ["", "answer", "🚂"])
def test_any_record_is_kept_for_any_time(store: Store, record: str, seconds: int) -> None:
    """No record and no duration may stop a commit half way."""
    game = new_game()
    keyed = commit(game, 0, b"1", key="key", record=record, key_seconds=seconds, types=("t",))
    assert store.append(keyed) == Appended(1)
    assert store.append(keyed) == Repeated(record)
    assert [entry.types for entry in store.feed(partition_of(game), "", 10)] == [("t",)]


# -------------------------------------------------------------------------------------- at the same time

WRITERS = 8


def together(work: Callable[[int], object]) -> list[object]:
    """The answers of all writers, which start at the same moment."""
    start = Barrier(WRITERS)

    def run(number: int) -> object:
        start.wait()
        return work(number)

    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(run, range(WRITERS)))


def test_writers_at_the_same_time_leave_no_gap_and_no_duplicate(store: Store) -> None:
    game, commits = new_game(), 40

    def write(writer: int) -> list[tuple[int, int]]:
        done, version, number = [], 0, 0
        while number < commits:
            entries = [f"{writer}/{number}/{part}".encode() for part in range(number % 3 + 1)]
            outcome = store.append(commit(game, version, *entries))
            if isinstance(outcome, Appended):
                done.append((version, outcome.version))
                number += 1
            assert isinstance(outcome, Appended | Conflict)
            version = outcome.version
        return done

    spans = sorted(span for spans in together(write) for span in spans)  # type: ignore[attr-defined]  # as written
    assert len(spans) == WRITERS * commits
    assert [start for start, _ in spans] == [0, *[end for _, end in spans[:-1]]]
    entries = store.read(game)
    assert len(entries) == len(set(entries)) == spans[-1][1]
    assert _in_whole_commits(entries)
    feed = store.feed(partition_of(game), "", 10_000)
    assert [entry.version for entry in feed] == [end for _, end in spans]


def _in_whole_commits(entries: Sequence[bytes]) -> bool:
    """Every commit's parts stand together and in order."""
    at = 0
    while at < len(entries):
        writer, number, _ = entries[at].decode().split("/")
        size = int(number) % 3 + 1
        if entries[at : at + size] != [f"{writer}/{number}/{part}".encode() for part in range(size)]:
            return False
        at += size
    return True


def test_one_key_sent_by_many_at_once_has_one_effect(store: Store) -> None:
    game = new_game()
    outcomes = together(
        lambda writer: store.append(
            commit(game, 0, b"%d" % writer, key="key", record=f"by {writer}", key_seconds=WEEK)
        )
    )
    assert outcomes.count(Appended(1)) == 1
    winner = outcomes.index(Appended(1))
    assert outcomes.count(Repeated(f"by {winner}")) == WRITERS - 1
    assert store.read(game) == [b"%d" % winner]


def test_one_version_sent_by_many_at_once_is_won_by_one(store: Store) -> None:
    game = new_game()
    outcomes = together(lambda writer: store.append(commit(game, 0, b"%d" % writer)))
    assert outcomes.count(Appended(1)) == 1
    assert outcomes.count(Conflict(1)) == WRITERS - 1


def test_properties_are_kept_until_they_are_removed(store: Store) -> None:
    name = new_game()
    assert store.properties(name) == {}
    store.set_properties(name, {"one": "1", "two": "é"})
    store.set_properties(name, {"one": "", "three": "3", "four": ""})
    assert store.properties(name) == {"two": "é", "three": "3"}


def test_the_first_to_set_a_property_once_has_set_it(store: Store) -> None:
    name = new_game()
    assert store.set_property_once(name, "host", "Ann")
    assert not store.set_property_once(name, "host", "Ann")
    assert not store.set_property_once(name, "host", "Ben")
    assert store.properties(name) == {"host": "Ann"}
