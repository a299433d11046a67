"""Advice on the page: the level of a bot with its sentence, a hint whose moves can be played, what decided a game."""

import re

import msgspec
from playwright.sync_api import expect

from service.advice.game_analysis import NOTE, JudgedTurn
from tests.support.http.api_calls import over_http
from tests.support.http.running_service import Stack
from tests.support.page.browser import Window
from tests.support.page.clicking import OPEN_SHEET
from tests.support.page.finished_games import import_game
from ttr_core.bots import ELO

PASS = {"type": "pass", "seat": 0}


def test_a_bot_is_chosen_with_its_sentence_and_a_hint_is_played(window: Window) -> None:
    page = window.page
    page.goto("/new?against=bot")
    page.locator(".board-choice input[value=lyon]").check()
    page.get_by_label("Seat 2").select_option("random")
    how = page.locator(".how").inner_text()
    assert how.startswith("Makes any legal move")
    assert how.endswith(f"Elo {ELO['random']}.")
    page.locator("button[type=submit]").click()
    page.wait_for_selector(".map-sheet svg", state="attached")
    assert "Ada (bot)" in page.locator(".people").inner_text()
    page.get_by_role("button", name="Ask for a hint").click()
    page.locator(".advice button").first.click()
    page.wait_for_selector(OPEN_SHEET)


def test_what_decided_a_game_is_shown_under_its_history_and_with_its_result(
    window: Window, stack: Stack
) -> None:
    with over_http(stack.port) as caller:
        game = import_game(caller, "lyon").header.game
    turns = [
        JudgedTurn(turn=turn, seat=turn % 2, version=turn, chance=0.4, lost=0.0, played=PASS, best=PASS)
        for turn in (1, 2, 3)
    ]
    stack.store.keep_note(game, NOTE, msgspec.json.encode(turns).decode())
    page = window.page
    judging = re.compile("/analysis[?]")
    page.route(judging, lambda route: route.fulfill(status=202, json={"moves": 3, "of": 90}))
    page.goto(f"/g/{game}/end")
    page.get_by_text("What decided the game").click()
    expect(page.locator(".analysis")).to_contain_text("You may leave: it goes on without you")
    page.unroute(judging)
    for address in (f"/g/{game}/end", f"/g/{game}?at=5"):
        page.goto(address)
        page.get_by_text("What decided the game").click()
        page.wait_for_selector(".analysis svg .course", state="attached")
        assert page.locator(".decided li").count() == 3
