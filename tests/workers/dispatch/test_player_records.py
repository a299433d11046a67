"""The dispatcher counts games that are over, and those that people leave, whatever gets lost on the way."""

import pytest
from click.testing import CliRunner

from service.errors import TemporarilyUnavailable
from service.games.game_cache import Loaded
from service.ratings.records import Records, records_of
from service.store.interface import PARTITIONS, partition_of
from service.store.redis_store import feed_key
from tests.support.ratings.club import BOARD, Club
from tests.support.workers.background_service import Desk
from workers.cli import rebuild
from workers.dispatch.dispatcher import Dispatcher


@pytest.fixture
def club(desk: Desk) -> Club:
    return Club(desk.store)


def lose_feeds(desk: Desk) -> None:
    for partition in range(PARTITIONS):
        desk.store.client.xtrim(feed_key(partition), maxlen=0, approximate=False)


def swept(dispatcher: Dispatcher) -> None:
    dispatcher._sweep.hurry()
    for _ in range(2 * PARTITIONS):
        dispatcher.step()


def leave_all(club: Club, game: Loaded) -> Loaded:
    return club.play(club.resign(club.resign(game, 1), 0))


def uncounted(desk: Desk) -> set[str]:
    marks = records_of(desk.games).tallies.marks
    return {game for partition in range(PARTITIONS) for game in marks(partition)}


def test_a_game_counts_when_it_is_over(desk: Desk, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    dispatcher = desk.listener(monkeypatch)
    game = club.open(*club.members[:2])
    dispatcher.step()
    assert uncounted(desk) == {game.game}
    assert club.rating(0) is None
    leave_all(club, game)
    dispatcher.step()
    assert uncounted(desk) == set()
    winner, loser = club.rating(0), club.rating(1)
    assert winner is not None
    assert loser is not None
    assert (winner.wins, loser.wins) == (1, 0)
    expected = club.snapshot()
    result = CliRunner().invoke(rebuild)
    assert result.stdout.endswith("1 games in all, 1 of them rated\n")
    assert club.snapshot() == expected


def test_a_running_game_counts_against_those_who_leave_it(
    desk: Desk, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher = desk.listener(monkeypatch)
    game = club.open(*club.members[:3])
    dispatcher.step()
    club.resign(game, 2)
    dispatcher.step()
    assert [club.records.reliability(member).left for member in club.members[:3]] == [0, 0, 1]


def test_the_end_of_a_game_is_counted_although_every_entry_is_lost(desk: Desk, club: Club) -> None:
    """It is not active any more; its mark says that it was never counted."""
    dispatcher = desk.dispatcher()
    game = club.open(*club.members[:2])
    swept(dispatcher)
    over = leave_all(club, game)
    lose_feeds(desk)
    desk.store.client.srem(f"ttr:{{p{partition_of(game.game):02}}}:active", game.game)
    assert over.over
    heir = desk.dispatcher()
    heir.prepare()
    swept(heir)
    assert club.rating(0) is not None
    assert uncounted(desk) == set()


@pytest.mark.parametrize(
    ("failure", "level"),
    [(LookupError("a passing fault"), "ERROR"), (TemporarilyUnavailable(), "WARNING")],
    ids=["a fault", "others are faster"],
)
def test_a_game_that_could_not_be_counted_is_swept_again(
    desk: Desk,
    club: Club,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    failure: Exception,
    level: str,
) -> None:
    dispatcher = desk.dispatcher()
    game = club.open(*club.members[:2])
    dispatcher.step()

    def fail(self: Records, loaded: Loaded) -> None:
        raise failure

    with monkeypatch.context() as patched:
        patched.setattr(Records, "update", fail)
        leave_all(club, game)
        dispatcher.step()
    assert {row.levelname for row in caplog.records if "records of game" in row.message} == {level}
    assert club.records.ratings.store.entries(BOARD) == []
    swept(dispatcher)
    assert len(club.records.ratings.store.entries(BOARD)) == 1


def test_an_erased_player_loses_their_rating_and_nobody_else_does(
    desk: Desk, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher = desk.listener(monkeypatch)
    leave_all(club, club.open(*club.members[:2]))
    dispatcher.step()
    before = club.rating(1)
    club.players.end_account(club.members[0])
    dispatcher._lists.step()
    assert (club.rating(0), club.rating(1)) == (None, before)
    assert club.members[0] not in repr(club.snapshot())
