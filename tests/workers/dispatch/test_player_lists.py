"""The dispatcher keeps the lists of players' games: whatever entries say, and whichever dispatcher dies."""

from collections.abc import Mapping

import pytest
from click.testing import CliRunner

from service.clocks.deadlines import utc_now
from service.games.facts import held_by
from service.games.game_cache import Loaded
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.players.accounts import Players
from service.players.game_lists import GameLists, Row, game_lists_of
from service.store.interface import PARTITIONS, PLAYER_FEED, partition_of
from service.store.redis_store import feed_key
from tests.support.workers.background_service import Desk
from ttr_core import legal_commands
from ttr_core.by_post import AbandonGame
from ttr_core.model.actor import HOST, Actor, Role
from workers.cli import rebuild
from workers.dispatch import feeds
from workers.dispatch.feeds import Feeds


@pytest.fixture
def ann(desk: Desk) -> str:
    return Players(desk.store, utc_now, 60).create("Ann").owner.id


def open_game(desk: Desk, player: str, *, invited: bool = False) -> Loaded:
    seats = (SeatRequest(me=True), SeatRequest() if invited else SeatRequest(name="Ben"))
    request = GameRequest(board="usa", seats=seats, first=0)
    return open_table(desk.games, request, more=held_by(0, player)).done.loaded


def move(desk: Desk, loaded: Loaded, seat: int = 0) -> Loaded:
    command = legal_commands(loaded.ruleset, loaded.state, seat)[0]
    return desk.games.perform(loaded, [command], Actor(Role.SEAT, seat)).loaded


def rows(desk: Desk, player: str) -> Mapping[str, Row]:
    return game_lists_of(desk.games).of(player)


def lose_feeds(desk: Desk) -> None:
    for partition in range(PARTITIONS):
        desk.store.client.xtrim(feed_key(partition), maxlen=0, approximate=False)


def test_a_list_follows_every_move(desk: Desk, ann: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dispatcher = desk.listener(monkeypatch)
    game = open_game(desk, ann)
    dispatcher.step()
    assert rows(desk, ann)[game.game].group == "waiting"
    moved = move(desk, move(desk, game), 1)
    moved = move(desk, move(desk, moved), 0)  # Ann draws twice
    dispatcher.step()
    row = rows(desk, ann)[game.game]
    assert (row.version, row.group) == (moved.version, "running")


def test_a_sweep_finds_what_the_feeds_have_lost(desk: Desk, ann: str) -> None:
    dispatcher = desk.dispatcher()
    new, old = open_game(desk, ann), open_game(desk, ann, invited=True)
    dispatcher.sweep()
    moved = move(desk, new)
    over = desk.games.perform(old, [AbandonGame()], HOST).loaded
    another = open_game(desk, ann)
    lose_feeds(desk)
    desk.dispatcher().sweep()
    listed = rows(desk, ann)
    assert {game: row.version for game, row in listed.items()} == {
        game.game: game.version for game in (moved, over, another)
    }
    assert listed[over.game].group == "finished"


def test_the_last_rows_of_a_game_are_found_after_its_end(desk: Desk, ann: str) -> None:
    """It is not active any more, and the entry that announced its end is lost; its mark is not."""
    dispatcher = desk.dispatcher()
    game = open_game(desk, ann, invited=True)
    dispatcher.sweep()
    desk.games.perform(game, [AbandonGame()], HOST)
    desk.work()
    lose_feeds(desk)
    desk.store.client.srem(f"ttr:{{p{partition_of(game.game):02}}}:active", game.game)
    heir = desk.dispatcher()
    for _ in range(2 * PARTITIONS):
        heir.step()
    assert rows(desk, ann)[game.game].status == "abandoned"


def test_a_quiet_game_whose_rows_are_behind_is_looked_at(desk: Desk, ann: str) -> None:
    """Another process wrote rows of an old version and died before it looked again."""
    dispatcher = desk.dispatcher()
    game = open_game(desk, ann)
    moved = move(desk, game)
    for _ in range(2 * PARTITIONS):
        dispatcher.step()
    lists = game_lists_of(desk.games)
    lists.store.mark(game.game, game.version)
    lists._write(game)
    assert rows(desk, ann)[game.game].version == game.version
    dispatcher._sweep.hurry()
    for _ in range(2 * PARTITIONS):
        dispatcher.step()
    assert rows(desk, ann)[game.game].version == moved.version


def test_a_dispatcher_that_dies_while_it_writes_rows_loses_nothing(
    desk: Desk, ann: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher = desk.dispatcher()
    game = open_game(desk, ann)

    def die(*about: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(GameLists, "_write", die)
        with pytest.raises(SystemExit):
            dispatcher.step()
    assert rows(desk, ann) == {}
    heir = desk.dispatcher()
    for _ in range(2 * PARTITIONS):
        heir.step()
    assert rows(desk, ann)[game.game].version == game.version


def test_rows_that_cannot_be_written_do_not_stop_the_game(
    desk: Desk, ann: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*about: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(GameLists, "_write", fail)
    seats = (SeatRequest(me=True), SeatRequest(kind="bot"))
    request = GameRequest(board="usa", seats=seats, first=1)
    open_table(desk.games, request, more=held_by(0, ann))
    desk.dispatcher().sweep()
    assert len(desk.queue.job_ids) == 1
    assert "are behind until it moves" in caplog.text


def test_a_look_at_a_game_removes_an_erased_player(desk: Desk, ann: str) -> None:
    """Even if the announcement of the erasure is lost, and the game was not in their list."""
    game = open_game(desk, ann)
    Players(desk.store, utc_now, 60).end_account(ann)
    for partition in range(PARTITIONS):
        desk.store.client.xtrim(feed_key(partition, PLAYER_FEED), maxlen=0, approximate=False)
    desk.dispatcher().sweep()
    assert ann not in desk.store.facts(game.game).values()


def test_an_erasure_is_completed(desk: Desk, ann: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dispatcher = desk.listener(monkeypatch)
    game = open_game(desk, ann)
    dispatcher.step()
    Players(desk.store, utc_now, 60).end_account(ann)  # and the process dies
    assert ann in desk.store.facts(game.game).values()
    dispatcher._checked = 0.0
    dispatcher.step()
    assert ann not in desk.store.facts(game.game).values()
    assert rows(desk, ann) == {}


def test_an_erasure_that_a_dead_dispatcher_had_read_is_completed(
    desk: Desk, ann: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.dispatcher()
    game = open_game(desk, ann)
    game_lists_of(desk.games).update(game)
    Players(desk.store, utc_now, 60).end_account(ann)
    assert Feeds(desk.store.client, "dead", feed=PLAYER_FEED).read(0)
    heir = desk.dispatcher()
    monkeypatch.setattr(heir._lists, "note", lambda loaded: None)  # it shall come from the feed
    heir.step()
    assert ann in desk.store.facts(game.game).values()
    monkeypatch.setattr(feeds, "ABANDONED_MS", 0)
    heir.prepare()
    for _ in range(PARTITIONS):
        heir.step()
    assert ann not in desk.store.facts(game.game).values()
    assert all(not desk.store.feed(part, "", 10, PLAYER_FEED)[1:] for part in range(PARTITIONS))


def test_the_command_makes_lists_anew(desk: Desk, ann: str) -> None:
    game = open_game(desk, ann)
    assert rows(desk, ann) == {}
    result = CliRunner().invoke(rebuild)
    lines = "1 games with players, 1 rows in their lists\n1 games in all, 0 of them rated\n"
    assert (result.exit_code, result.stdout) == (0, lines)
    assert rows(desk, ann)[game.game].version == game.version
