"""Playing on the page, in a browser, by clicks alone."""

import pytest

from tests.support.page.browser import Window
from tests.support.page.clicking import ClickingPlayer
from ttr_core import board_names

MOST_MOVES = 400


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


@pytest.mark.parametrize(
    "board", ["usa", *(pytest.param(name, marks=pytest.mark.soak) for name in board_names() if name != "usa")]
)
def test_a_whole_game_is_played_by_clicks(window: Window, board: str) -> None:
    begin(window, board)
    player = ClickingPlayer(window.page, seed=1)
    while player.wait():
        player.move()
        assert player.sent < MOST_MOVES
    window.page.get_by_role("link", name="See the result").click()
    table = window.page.get_by_role("table")
    table.wait_for()
    assert table.get_by_role("row").count() == 3
