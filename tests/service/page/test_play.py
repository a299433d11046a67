"""Playing on the page, in a browser: by clicks, by touch, by keys, and by roles and names."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from service.boards.board_library import BoardLibrary
from service.boards.map_file import read_map_file
from tests.support.boards.own_board import NAME, map_bytes, map_file
from tests.support.http.running_service import Stack
from tests.support.page.browser import Window
from tests.support.page.clicking import ClickingPlayer, ListeningPlayer, TappingPlayer, TypingPlayer
from tests.support.page.measures import PAINTED
from ttr_core import board_names

FEWEST_MOVES, FEW_MOVES, MOST_MOVES = 4, 8, 400
CLAIMING_SEED = 2  # of a player who claims a route as soon as one can be claimed, instead of drawing a card
DRAWING_MS = 100_000  # a board without a plan is laid out when it is first drawn
SMALL_PHONE = {"width": 360, "height": 640}


@pytest.fixture
def phone(browser: Browser, stack: Stack) -> Iterator[Window]:
    """A small phone, in French."""
    opened = Window(browser, stack.url, locale="fr-FR", viewport=SMALL_PHONE, has_touch=True)
    yield opened
    opened.close()
    assert opened.errors == []


def test_a_new_visitor_plays_a_bot_within_three_clicks(window: Window) -> None:
    page = window.page
    page.goto("/")
    page.get_by_role("link", name="Play against a bot").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".map-sheet svg")
    assert page.get_by_role("heading", level=1).inner_text().endswith("Your turn")
    assert page.title().startswith("● Your turn")
    for name in ("Help", "Settings"):
        expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()


def test_mail_is_offered_by_a_service_that_sends_some_alone(window: Window) -> None:
    """This one sends none."""
    page = window.page
    page.goto("/new?against=bot")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".map-sheet svg")
    page.goto("/settings")
    expect(page.get_by_role("columnheader")).to_have_text(["When", "Browser"])
    expect(page.get_by_label("Mail address")).to_have_count(0)
    expect(page.locator("main")).not_to_contain_text(re.compile("mail", re.IGNORECASE))
    with page.expect_response("**/v1/sign_ins/mail"):
        page.goto("/sign-in")
    page.evaluate(PAINTED)
    expect(page.get_by_label("Mail address")).to_have_count(0)
    page.route(
        "**/v1/sign_ins/mail", lambda route: route.fulfill(json={"offered": True})
    )  # as one that sends some
    page.reload()
    expect(page.get_by_role("button", name="Send me a link")).to_be_visible()


def test_help_teaches_the_game_of_each_board(window: Window) -> None:
    page = window.page
    page.goto("/help")
    board = page.locator(".board-rules > li").first
    board.get_by_text("How it is played").click()
    expect(board).to_contain_text("A route scores by its length: 1 space 1 point")


def begin(window: Window, board: str) -> None:
    page = window.page
    page.goto("/new?against=bot")
    page.locator(f".board-choice input[value={board}]").check()
    page.locator("button[type=submit]").click()
    page.wait_for_selector(".map-sheet svg", state="attached")


@pytest.mark.parametrize(
    "board",
    [
        "europe",
        pytest.param("germany", marks=pytest.mark.soak),
        pytest.param("iberia", marks=pytest.mark.soak),
    ],
)
def test_moves_are_made_by_clicks(window: Window, board: str) -> None:
    begin(window, board)
    play(ClickingPlayer(window.page, seed=1), FEW_MOVES)
    said = window.page.locator(".log li").all_inner_texts()
    assert any(line.startswith(("You draw", "You take", "You claim")) for line in said)


def test_moves_are_made_by_keys(window: Window) -> None:
    begin(window, "europe")
    play(TypingPlayer(window.page, seed=1), FEW_MOVES // 2)


@pytest.mark.soak
def test_moves_are_made_by_roles_and_names(window: Window) -> None:
    begin(window, "iberia")
    play(ListeningPlayer(window.page, seed=1), FEW_MOVES)


def test_moves_are_made_by_touch_in_french(phone: Window) -> None:
    begin(phone, "europe")
    phone.page.get_by_text("Menu", exact=True).tap()
    for name in ("Aide", "Réglages"):
        expect(phone.page.get_by_role("link", name=name, exact=True)).to_be_visible()
    phone.page.get_by_text("Menu", exact=True).tap()
    play(TappingPlayer(phone.page, seed=1), FEW_MOVES)
    assert sideways(phone) <= SMALL_PHONE["width"]


def test_a_board_that_is_only_a_file_is_played(window: Window, stack: Stack) -> None:
    """Nothing of the page knows it: names, cards, rules and pictures come with it."""
    library = BoardLibrary(stack.store)
    library.publish(read_map_file(map_bytes(routes=within_reach())), "upload")
    window.page.set_default_timeout(DRAWING_MS)
    begin(window, NAME)
    library.withdraw(NAME)
    play(ClickingPlayer(window.page, seed=CLAIMING_SEED), FEWEST_MOVES)
    expect(window.page.locator(".log li", has_text="You claim").first).to_be_attached()


def within_reach() -> list[dict[str, Any]]:
    """The routes of the board, the gray ones a single space long: whatever is dealt, and wherever the bot builds first,
    one of them can be claimed in the first turn."""
    routes: list[dict[str, Any]] = map_file()["routes"]
    assert sum(route["colour"] == "gray" for route in routes) == 2
    return [{**route, "length": 1} if route["colour"] == "gray" else route for route in routes]


def play(player: ClickingPlayer | ListeningPlayer, moves: int = MOST_MOVES) -> None:
    """So many moves, or the whole game."""
    while player.sent < moves and player.wait():
        player.move()


def sideways(window: Window) -> int:
    width: int = window.page.evaluate("document.documentElement.scrollWidth")
    return width


def check_result(window: Window) -> None:
    """The game is over, and its result is shown."""
    window.page.locator("a[href$='/end']").first.click()
    table = window.page.get_by_role("table")
    table.wait_for()
    assert table.get_by_role("row").count() >= 3


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("board", board_names())
def test_a_whole_game_is_played_by_clicks(window: Window, board: str) -> None:
    begin(window, board)
    play(ClickingPlayer(window.page, seed=1))
    check_result(window)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("player", [TypingPlayer, ListeningPlayer])
@pytest.mark.parametrize("board", ["usa", "europe", "iberia", "world-dense"])
def test_a_whole_game_is_played_without_a_pointer(
    window: Window, board: str, player: type[TypingPlayer | ListeningPlayer]
) -> None:
    begin(window, board)
    play(player(window.page, seed=1))
    check_result(window)


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("board", ["europe", "world-dense"])
def test_a_whole_game_is_played_by_touch_in_french(phone: Window, board: str) -> None:
    begin(phone, board)
    play(TappingPlayer(phone.page, seed=1))
    check_result(phone)
    assert sideways(phone) <= SMALL_PHONE["width"]
