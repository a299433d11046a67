"""Playing on the page, in a browser, by clicks alone."""

import pytest

from tests.support.page.browser import Window
from tests.support.page.clicking import ClickingPlayer
from ttr_core import board_names

FEW_MOVES, MOST_MOVES = 8, 400


def test_a_new_visitor_plays_a_bot_within_three_clicks(window: Window) -> None:
    page = window.page
    page.goto("/")
    page.get_by_role("link", name="Play against a bot").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".map-sheet svg")
    assert page.get_by_role("heading", level=1).inner_text().endswith("Your turn")
    assert page.title().startswith("● Your turn")


def begin(window: Window, board: str) -> None:
    page = window.page
    page.goto("/new?against=bot")
    page.locator(f".board-choice input[value={board}]").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".map-sheet svg")


@pytest.mark.parametrize("board", ["europe", "germany", "iberia"])
def test_moves_are_made_by_clicks(window: Window, board: str) -> None:
    begin(window, board)
    player = ClickingPlayer(window.page, seed=1)
    for _ in range(FEW_MOVES):
        assert player.wait()
        player.move()
    said = window.page.locator(".log li").all_inner_texts()
    assert any(line.startswith(("You draw", "You take", "You claim")) for line in said)


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("board", board_names())
def test_a_whole_game_is_played_by_clicks(window: Window, board: str) -> None:
    begin(window, board)
    player = ClickingPlayer(window.page, seed=1)
    while player.wait():
        player.move()
        assert player.sent < MOST_MOVES
    window.page.get_by_role("link", name="See the result").click()
    table = window.page.get_by_role("table")
    table.wait_for()
    assert table.get_by_role("row").count() >= 3
