"""Jobs run twice, late, out of order and at the same time: the game is the same as if each had run once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier

import msgspec
import pytest

from service.app import create_app
from service.config import Config
from service.games.game_view import NOTE, PathsNote, longest_paths
from service.games.games import Games
from service.store.interface import partition_of
from service.store.redis_store import RedisStore
from tests.support.checks.stored_games import check_finished, check_stream, stored_facts
from tests.support.workers.background_service import BOT, PERSON, Desk, open_game, play_person
from ttr_core import score
from ttr_core.model.events import GameScored
from ttr_core.model.phases import Ended
from workers import environment, jobs
from workers.jobs import count_standings, play_bots, score_game

MANY = 10


def at_once(number: int, job: Callable[[str, int], None], *about: str | int) -> None:
    """Runs a job many times at the same moment, each in a thread of its own."""
    together = Barrier(number)

    def run(_: int) -> None:
        together.wait()
        job(*about)  # type: ignore[arg-type]  # a game and a version

    with ThreadPoolExecutor(number) as pool:
        list(pool.map(run, range(number)))


def ended_game(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game of bots that has ended and waits for its points."""
    game = open_game(desk.games)
    with monkeypatch.context() as patched:
        patched.setattr(jobs, "_score", lambda loaded: None)
        play_to_end(desk, game)
    assert isinstance(desk.current(game).state.phase, Ended)
    return game


def play_to_end(desk: Desk, game: str) -> None:
    while desk.current(game).state.phase.waiting:
        play_bots(game, 0)


def test_scoring_writes_the_sheet_once_however_often_it_runs(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ended_game(desk, monkeypatch)
    ended = desk.current(game)
    at_once(MANY, score_game, game, ended.version)
    scored = check_stream(desk.store, game)
    facts = stored_facts(desk.store, game)
    types = [kind for _, kind, _ in facts[ended.version :]]
    assert types.count("game_scored") == 1
    assert types[-1] == "seed_revealed"
    assert [actor for actor, _, _ in facts[ended.version :]] == ["system"] * len(types)
    sheets = [
        event.sheet for _, event in desk.games.cache.read_events(game, 0) if isinstance(event, GameScored)
    ]
    assert sheets == [score(ended.ruleset, ended.state)]
    assert scored.over
    assert game not in desk.store.active(partition_of(game))


def test_scoring_reveals_tickets_before_the_score_and_the_seed_last(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ended_game(desk, monkeypatch)
    ended = desk.current(game)
    score_game(game, ended.version)
    facts = stored_facts(desk.store, game)[ended.version :]
    kinds = [kind for _, kind, _ in facts]
    assert kinds.index("tickets_revealed") < kinds.index("game_scored") < kinds.index("seed_revealed")
    shown = {data["seat"]: data["tickets"] for _, kind, data in facts if kind == "tickets_revealed"}
    assert shown == {seat: list(held.tickets) for seat, held in enumerate(ended.state.seats)}


def test_scoring_a_game_that_goes_on_does_nothing(desk: Desk) -> None:
    game = open_game(desk.games)
    before = desk.store.read(game)
    score_game(game, 1)
    assert desk.store.read(game) == before


def test_bots_played_by_many_at_once_play_one_game(desk: Desk) -> None:
    game = open_game(desk.games, BOT, BOT, BOT)
    for _ in range(200):
        at_once(4, play_bots, game, 1)
        if desk.current(game).over:
            break
    check_finished(desk.store, game)


def test_jobs_twice_late_and_out_of_order_give_the_same_game(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SLICE_SECONDS", 0.0)  # one move a job
    chance = Random(5)
    game = open_game(desk.games, BOT, BOT)
    for _ in range(2000):
        version = chance.randrange(1, 500)  # long past, or far ahead
        job = chance.choice((play_bots, play_bots, score_game, count_standings))
        job(game, version)
        if desk.current(game).over:
            break
    for job in (play_bots, score_game, count_standings):
        job(game, 1)
    check_finished(desk.store, game)


def test_a_bot_moves_again_when_the_first_worker_died_after_its_append(desk: Desk) -> None:
    """The job that comes after it finds the move made and does not make it again."""
    game = open_game(desk.games, PERSON, BOT)
    play_person(desk.games, game)
    play_bots(game, 2)
    once = desk.store.read(game)
    other = Games(RedisStore(desk.store.url), lambda game, version: None, lambda: "")
    assert other.cache.read_latest(game).state.phase.waiting == (0,)
    play_bots(game, 2)
    assert desk.store.read(game) == once


def test_bots_stop_when_a_person_is_to_move(desk: Desk) -> None:
    game = open_game(desk.games, PERSON, BOT, BOT)
    play_bots(game, 1)
    assert desk.current(game).state.phase.waiting == (0,)  # the bots have chosen their first tickets
    play_person(desk.games, game)
    play_person(desk.games, game)
    while desk.current(game).state.phase.waiting == (0,):
        play_person(desk.games, game)
    play_bots(game, 1)
    assert desk.current(game).state.phase.waiting == (0,)
    assert {actor for actor, _, _ in stored_facts(desk.store, game)} == {"host", "seat:0", "bot:1", "bot:2"}


def test_with_a_pace_a_job_is_one_move(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTR_BOT_PACE", "0.5")
    environment.settings.cache_clear()
    game = open_game(desk.games, BOT, BOT)
    play_bots(game, 1)
    assert [actor for actor, _, _ in stored_facts(desk.store, game) if actor != "host"] == ["bot:0"]


def note_of(desk: Desk, game: str) -> PathsNote:
    return msgspec.json.decode(desk.store.note(game, NOTE) or "", type=PathsNote)


def test_standings_are_the_longest_paths(desk: Desk) -> None:
    game = open_game(desk.games)
    play_to_end(desk, game)
    count_standings(game, 1)
    loaded = desk.current(game)
    assert note_of(desk, game) == longest_paths(loaded)
    lengths = [path.length for path in note_of(desk, game).paths]
    assert lengths == [loaded.ruleset.trail(seat.routes)[0] for seat in loaded.state.seats]
    assert max(lengths) > 0


def test_a_late_count_does_not_leave_an_old_note(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one job counts, the game goes on and another job has written: the last word is the newest."""
    game = open_game(desk.games)
    for _ in range(40):
        monkeypatch.setattr(jobs, "SLICE_SECONDS", 0.0)
        play_bots(game, 1)

    def slow(loaded: object) -> PathsNote:
        monkeypatch.setattr(jobs, "longest_paths", longest_paths)
        counted = longest_paths(desk.current(game))
        play_to_end(desk, game)
        count_standings(game, 2)
        return counted

    monkeypatch.setattr(jobs, "longest_paths", slow)
    count_standings(game, 1)
    assert note_of(desk, game) == longest_paths(desk.current(game))


@pytest.mark.parametrize("note", ["missing", "fresh", "stale"])
def test_standings_of_the_api_are_right_with_any_note(desk: Desk, note: str) -> None:
    game = open_game(desk.games)
    if note == "stale":
        count_standings(game, 1)
    play_to_end(desk, game)
    if note == "fresh":
        count_standings(game, 1)
    client = create_app(Config(), desk.store).test_client()
    seats = client.get(f"/v1/games/{game}?include=standings").get_json()["seats"]
    loaded = desk.current(game)
    paths = longest_paths(loaded).paths
    assert [seat["longest_path"]["length"] for seat in seats] == [path.length for path in paths]
    assert [tuple(seat["longest_path"]["routes"]) for seat in seats] == [path.routes for path in paths]
    assert [seat["trains"] for seat in seats] == [held.trains for held in loaded.state.seats]


def test_the_api_uses_the_note(desk: Desk) -> None:
    game = open_game(desk.games)
    play_to_end(desk, game)
    counted = longest_paths(desk.current(game))
    other = msgspec.structs.replace(
        counted, paths=tuple(msgspec.structs.replace(p, length=77) for p in counted.paths)
    )
    desk.store.keep_note(game, NOTE, msgspec.json.encode(other).decode())
    client = create_app(Config(), desk.store).test_client()
    seats = client.get(f"/v1/games/{game}?include=standings").get_json()["seats"]
    assert [seat["longest_path"]["length"] for seat in seats] == [77, 77]
