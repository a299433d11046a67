"""Lists of players' games: the same however entries of the feeds came, on every kind of store, and made anew."""

from collections.abc import Callable, Iterator

import pytest

from service.games.facts import held_by
from service.games.game_cache import Loaded
from service.games.games import Games
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.players.accounts import Players
from service.players.game_lists import GameLists, Row, ordered, place_of
from service.players.list_store import list_store_of
from service.store import MemoryStore, Store
from service.store.interface import PARTITIONS, PLAYER_FEED
from ttr_core import legal_commands
from ttr_core.by_post import ClockSettings, Resign
from ttr_core.model.actor import SYSTEM, Actor, Role
from ttr_core.model.commands import ScoreGame

NOW = "2026-11-16T12:00:00.000Z"
CLOCK = ClockSettings(kind="per_move", seconds=86_400)


class Club:
    """Two players, and games between them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.games = Games(store, lambda game, version: None, lambda: NOW)
        self.players = Players(store, lambda: NOW, 60)
        self.ann, self.ben = (self.players.create(name).owner.id for name in ("Ann", "Ben"))
        self.lists = GameLists(self.games, list_store_of(store))

    def open(self, *seats: str, clock: ClockSettings | None = None) -> Loaded:
        """A game that has begun, with seat 0 first."""
        request = GameRequest(
            board="usa", seats=tuple(SeatRequest(me=True) for _ in seats), first=0, clock=clock
        )
        more = {key: text for seat, who in enumerate(seats) for key, text in held_by(seat, who).items()}
        return open_table(self.games, request, more=more).done.loaded

    def move(self, loaded: Loaded, seat: int | None = None) -> Loaded:
        waiting = loaded.state.phase.waiting[0] if seat is None else seat
        command = legal_commands(loaded.ruleset, loaded.state, waiting)[0]
        return self.games.perform(loaded, [command], Actor(Role.SEAT, waiting)).loaded

    def resign(self, loaded: Loaded, seat: int) -> Loaded:
        command = Resign(seat=seat, kind="nobody")
        return self.games.perform(loaded, [command], Actor(Role.SEAT, seat)).loaded

    def snapshot(self) -> dict[str, dict[str, str]]:
        return {player: dict(self.lists.store.rows(player)) for player in (self.ann, self.ben)}

    def announced(self) -> Iterator[str]:
        """The games in the feeds, each as often as it moved."""
        for partition in range(PARTITIONS):
            yield from (entry.game for entry in self.store.feed(partition, "", 10_000))


@pytest.fixture
def club(store: Store) -> Club:
    return Club(store)


def played(club: Club) -> None:
    """Some games, in all states."""
    club.move(club.move(club.open(club.ann, club.ben)))
    club.open(club.ben, club.ann, clock=CLOCK)
    club.resign(club.open(club.ann, club.ben), 0)
    over = club.resign(club.resign(club.open(club.ann, club.ben), 0), 1)
    assert not over.state.present


ORDERS: dict[str, Callable[[list[str]], list[str]]] = {
    "in order": lambda games: games,
    "late": lambda games: games[::-1],
    "doubled": lambda games: [*games, *games, *games],
}


@pytest.mark.parametrize("order", sorted(ORDERS))
def test_rows_do_not_depend_on_how_entries_arrive(club: Club, order: str) -> None:
    played(club)
    club.lists.rebuild()
    expected = club.snapshot()
    for player, rows in expected.items():
        club.lists.store.remove(player, list(rows))
    for game in ORDERS[order](list(club.announced())):
        club.lists.look(game)
    assert club.snapshot() == expected
    assert len(expected[club.ann]) == 4


def test_a_rebuild_gives_the_same_and_mends_everything(club: Club) -> None:
    played(club)
    for game in club.announced():
        club.lists.look(game)
    expected, store = club.snapshot(), club.lists.store
    assert club.lists.rebuild() == (4, 8)
    assert club.snapshot() == expected
    game, other = sorted(expected[club.ann])[:2]
    stranger = club.players.create("Eve").owner.id
    store.put(
        club.ann, game, '{"version":1,"status":"open","board":"x","moved_at":"2026-01-01T00:00:00.000Z"}'
    )
    store.remove(club.ann, [other])
    store.put(club.ann, "0123456789abcdef", "{}")
    store.put(stranger, game, "{}")
    assert club.lists.rebuild() == (4, 8)
    assert club.snapshot() == expected
    assert store.rows(stranger) == {}


def test_a_late_writer_does_not_have_the_last_word(club: Club) -> None:
    """It has read an older version, writes after the newer one was written, and notices."""
    before = club.open(club.ann, club.ben)
    elsewhere = Games(club.store, lambda game, version: None, lambda: NOW)
    late = GameLists(elsewhere, club.lists.store)
    old = elsewhere.cache.read_latest(before.game)
    after = club.move(before)
    club.lists.update(after)
    expected = club.snapshot()
    late.update(old)
    assert club.snapshot() == expected
    assert all(f'"version":{after.version}' in row for rows in expected.values() for row in rows.values())


def test_a_writer_that_dies_leaves_a_mark(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    game = club.open(club.ann, club.ben)
    club.lists.update(game)
    moved = club.move(game)

    def die(*about: object) -> bool:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(club.lists.store, "put", die)
        with pytest.raises(SystemExit):
            club.lists.update(game)  # what it knows is old by now
    marks = {name: at for part in range(PARTITIONS) for name, at in club.lists.store.marks(part).items()}
    assert marks == {game.game: game.version}
    assert marks[game.game] != moved.version, "so the sweep looks again"


def finished(club: Club) -> Loaded:
    loaded = club.open(club.ann, club.ben)
    while loaded.state.phase.waiting:
        loaded = club.move(loaded)
    return loaded


def test_a_finished_game_is_unmarked_when_its_rows_are_written() -> None:
    club = Club(MemoryStore())
    loaded = finished(club)
    club.lists.update(loaded)
    assert any(club.lists.store.marks(part) for part in range(PARTITIONS))
    scored = club.games.perform(loaded, [ScoreGame()], SYSTEM).loaded
    club.lists.update(scored)
    assert not any(club.lists.store.marks(part) for part in range(PARTITIONS))
    assert [row.group for row in club.lists.of(club.ann).values()] == ["finished"]


# ------------------------------------------------------------------------------------------ what rows say


def test_rows_say_whose_turn_it_is(club: Club) -> None:
    game = club.open(club.ann, club.ben, clock=CLOCK)  # both choose tickets
    club.lists.update(game)
    ann, ben = (club.lists.of(player)[game.game] for player in (club.ann, club.ben))
    assert (ann.group, ann.seats, ann.deadline_at) == ("waiting", (0,), "2026-11-17T12:00:00.000Z")
    assert (ben.group, ben.seats) == ("waiting", (1,))
    chosen = club.move(club.move(game, 0), 1)
    club.lists.update(chosen)
    assert club.lists.of(club.ann)[game.game].group == "waiting"
    assert club.lists.of(club.ben)[game.game] == Row(
        version=chosen.version, status="playing", board="usa", moved_at=NOW, seats=(1,)
    )


def test_who_has_left_has_a_row_without_a_seat(club: Club) -> None:
    game = club.resign(club.open(club.ann, club.ben), 0)
    club.lists.update(game)
    row = club.lists.of(club.ann)[game.game]
    assert (row.seats, row.waiting) == ((), False)
    assert ordered(club.lists.of(club.ann)) == []


def test_the_order_of_a_list() -> None:
    def row(status: str, minute: int, deadline: str | None = None, *, waiting: bool = False) -> Row:
        at = f"2026-11-16T12:{minute:02}:00.000Z"
        return Row(1, status, "usa", at, (0,), waiting=waiting, deadline_at=deadline)  # type: ignore[arg-type]  # statuses are words

    rows = {
        "finished early": row("scored", 1),
        "finished late": row("abandoned", 2),
        "runs": row("playing", 3),
        "open": row("open", 5),
        "paused": row("paused", 4),
        "no clock, older": row("playing", 6, waiting=True),
        "no clock, newer": row("playing", 7, waiting=True),
        "tomorrow": row("playing", 8, "2026-11-17T12:00:00.000Z", waiting=True),
        "today": row("playing", 9, "2026-11-16T18:00:00.000Z", waiting=True),
    }
    assert [place.game for place, _ in ordered(rows)] == [
        "today",
        "tomorrow",
        "no clock, older",
        "no clock, newer",
        "open",
        "paused",
        "runs",
        "finished late",
        "finished early",
    ]
    assert place_of("a", rows["runs"]) < place_of("b", rows["runs"])


# ------------------------------------------------------------------------------------------------ erasure


def test_an_erased_player_is_removed_from_every_game(club: Club) -> None:
    games = [club.open(club.ann, club.ben), club.resign(club.open(club.ann, club.ben), 0)]
    for game in games:
        club.lists.update(game)
    entries = [club.store.read(game.game) for game in games]
    club.players.end_account(club.ann)
    for _ in range(2):  # twice is as good as once
        club.lists.erase(club.ann)
    assert club.lists.store.rows(club.ann) == {}
    for game in games:
        assert club.ann not in club.store.facts(game.game).values()
    assert [club.store.read(game.game) for game in games] == entries
    assert len(club.lists.of(club.ben)) == 2


def test_a_reference_that_the_erasure_missed_goes_with_the_next_look(club: Club) -> None:
    game = club.open(club.ann, club.ben)  # not in the list yet
    club.players.end_account(club.ann)
    club.lists.erase(club.ann)
    assert club.ann in club.store.facts(game.game).values()
    club.lists.look(game.game)
    assert club.ann not in club.store.facts(game.game).values()
    assert club.lists.store.rows(club.ann) == {}


def test_an_erasure_is_announced(club: Club) -> None:
    club.players.end_account(club.ann)
    entries = [entry for part in range(PARTITIONS) for entry in club.store.feed(part, "", 100, PLAYER_FEED)]
    assert [entry.types for entry in entries if entry.game.endswith(club.ann)][-1] == ("player_erased",)
