"""The analysis of a game: nothing before its end, then slice by slice by a worker, kept, in words and as a curve."""

from collections.abc import Callable
from itertools import count
from xml.etree import ElementTree

import pytest

from service.advice import game_analysis
from service.advice.game_analysis import AnalysisProgress, begin_analysis, go_on_analysing, kept_analysis
from service.language.speech.story import voice_for
from service.language.speech.verdict import verdict
from service.store import MemoryStore
from tests.support.http.api_calls import Inside, inside, problem
from tests.support.ratings.club import Club
from ttr_core.engine.scoring import score
from ttr_core.model.ids import Witness


@pytest.fixture(scope="module")
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture(scope="module")
def game(store: MemoryStore) -> str:
    """Played to its end, and analysed in slices of twenty moves."""
    club = Club(store)
    loaded = club.play(club.open(*club.members[:2], rated=False))
    patch = pytest.MonkeyPatch()
    patch.setattr(game_analysis, "ROLLOUTS", 4)
    assert begin_analysis(store, loaded.game, lambda game: None) == AnalysisProgress(moves=0, of=None)
    slices = 1
    while not go_on_analysing(club.games, loaded.game, after_moves(20)):
        progress = begin_analysis(store, loaded.game, pytest.fail)
        assert progress.moves == 20 * slices < (progress.of or 0)
        slices += 1
    patch.undo()
    assert slices > 1
    return loaded.game


@pytest.fixture
def service(store: MemoryStore) -> Inside:
    return inside(store)


def after_moves(number: int) -> Callable[[], bool]:
    moves = count(1)
    return lambda: next(moves) >= number


def test_every_turn_has_a_chance_and_what_it_lost(store: MemoryStore, game: str) -> None:
    turns = kept_analysis(store, game)
    assert turns
    assert {turn.seat for turn in turns} == {0, 1}
    assert [turn.turn for turn in turns] == sorted(turn.turn for turn in turns)
    assert all(0 <= turn.chance <= 1 and turn.lost >= 0 for turn in turns)
    assert all(turn.lost == 0 or turn.played != turn.best for turn in turns)


def test_it_is_made_once(store: MemoryStore, game: str) -> None:
    before = store.note(game, game_analysis.NOTE)
    assert go_on_analysing(inside(store).games, game, pytest.fail)
    assert store.note(game, game_analysis.NOTE) == before


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_three_sentences_say_what_decided_it(service: Inside, game: str, lang: str) -> None:
    answer = service.caller.get(f"/v1/games/{game}/analysis?lang={lang}").json
    assert len(answer["decided"]) == 3
    assert all(sentence.endswith(".") for sentence in answer["decided"])
    assert {"turn", "seat", "version", "chance", "lost", "played", "best"} == set(answer["turns"][0])


def test_a_verdict_on_a_game_without_turns(service: Inside, game: str) -> None:
    loaded = service.games.cache.read_latest(game)
    sentences = verdict(voice_for(loaded, "en", Witness.SPECTATOR), (), score(loaded.ruleset, loaded.state))
    assert sentences[1] == "Nobody made a move that cost more than a few points."


def test_the_curve_has_a_line_for_each_seat(service: Inside, game: str) -> None:
    picture = service.caller.get(f"/v1/games/{game}/analysis.svg?lang=fr")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    root = ElementTree.fromstring(picture.body)
    courses = [line for line in root.iter() if line.get("class") == "course"]
    assert len(courses) == 2
    assert "Chances de gagner" in picture.body.decode()


def test_there_is_nothing_before_the_end(store: MemoryStore) -> None:
    club = Club(store)
    running = club.open(*club.members[:2], rated=False)
    caller = inside(store).caller
    paths = [f"/v1/games/{running.game}/analysis{form}" for form in ("", ".svg", ".png")]
    assert {problem(caller.get(path)) for path in paths} == {(404, "not_scored_yet")}
    assert go_on_analysing(club.games, running.game, pytest.fail)
    assert kept_analysis(store, running.game) is None
