"""Golden games: replayed they come to the same; `test_golden_corpus.py` decides them again, event by event.

They change only on purpose: see `regenerate_golden`.
"""

from pathlib import Path

import pytest

from tests.support.audit.golden_corpus import events_of
from tests.support.boards.every_board import PLAYABLE
from tests.support.checks.score_recount import compare, sheet_of
from tests.support.positions.state_snapshots import digest
from tests.support.whole_games.golden_games import (
    BOARDS,
    DOCUMENTS,
    GOLDEN,
    WISHES,
    expectations,
    ruleset_of_log,
    small_document,
    unused_documents,
)
from tests.support.whole_games.regenerate_golden import remove_unused_documents
from ttr_core import load_ruleset, replay, score
from ttr_core.boards.earlier_documents import was_shipped
from ttr_core.load import check_document
from ttr_core.model.events import GameCreated, GameEnded

EXPECTED = expectations(GOLDEN)

for_every_game = pytest.mark.parametrize("name", sorted(EXPECTED))


@for_every_game
def test_a_golden_game_comes_to_what_it_came_to(name: str) -> None:
    events, expected = events_of(name), EXPECTED[name]
    ruleset = ruleset_of_log(events[0])
    state, sheet = replay(ruleset, events), sheet_of(events)
    assert digest(ruleset, state) == expected.digest
    assert score(ruleset, state) == sheet
    assert (sheet.decided_by, sheet.winners) == (expected.decided_by, expected.winners)
    assert tuple(seat.total for seat in sheet.seats) == expected.totals
    assert [event.reason for event in events if isinstance(event, GameEnded)] == [expected.ended]
    compare(ruleset, events)


def test_every_way_to_end_and_to_win_has_its_game() -> None:
    endings = {(game.ended, game.decided_by) for game in EXPECTED.values()}
    assert {ended for ended, _ in endings} == {"last_round_played", "nobody_can_play"}
    assert {decided for _, decided in endings} >= {"points", "tickets_completed", "longest_path", "shared"}
    for wish in WISHES:
        assert (EXPECTED[wish.name].ended, EXPECTED[wish.name].decided_by) == (wish.ended, wish.decided_by)


def test_a_victory_is_shared_by_all_who_are_equal() -> None:
    for game in EXPECTED.values():
        assert (len(game.winners) > 1) == (game.decided_by == "shared")
        assert {game.totals[winner] for winner in game.winners} == {max(game.totals)}


def test_every_board_has_its_game() -> None:
    """A new board: write its game with `make generated`."""
    boards = {name.rsplit("-", 2)[0] for name in EXPECTED}
    assert sorted(set(PLAYABLE) - boards) == [], "run make generated"


def test_every_file_belongs_to_a_game() -> None:
    names = {path.name.removesuffix(".ndjson").removesuffix(".commands") for path in GOLDEN.glob("*.ndjson")}
    assert names == set(EXPECTED)


def test_every_document_belongs_to_a_game() -> None:
    assert unused_documents() == [], "run make generated"


def test_a_document_without_a_game_is_removed(tmp_path: Path) -> None:
    used = next(DOCUMENTS.glob("*.json"))
    for name in (used.name, f"{'0' * 64}.json"):
        (tmp_path / name).write_text("{}", "utf-8")
    remove_unused_documents(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [used.name]


@for_every_game
def test_the_board_of_a_game_is_known_although_its_map_file_has_changed(name: str) -> None:
    """Before a map file changes, its documents go into `ttr_core/boards/earlier_documents.py`."""
    created = events_of(name)[0]
    assert isinstance(created, GameCreated)
    if created.board in PLAYABLE:
        today = load_ruleset(created.board, created.players, created.options).board_hash
        assert created.board_hash == today or was_shipped(created.board_hash)


@pytest.mark.parametrize("name", sorted(path.stem for path in BOARDS.glob("*.json")))
def test_our_small_boards_are_sound(name: str) -> None:
    assert [defect for defect in check_document(small_document(name)) if defect.severity == "error"] == []
