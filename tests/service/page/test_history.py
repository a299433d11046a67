"""Looking back on the page: any version as it was, by keys, by the slider and by a link."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.http.api_calls import Caller, over_http
from tests.support.http.running_service import Stack
from tests.support.page.browser import Window
from tests.support.page.finished_games import import_game
from ttr_core import board_names

STEPS = (1, 2, 40, 41, 120, 121, 122, 250)


def shown(page: Page, version: int) -> list[tuple[int, int]]:
    """Points and trains of every seat, once the page shows a version."""
    slider = page.locator('.history input[type="range"]')
    expect(slider).to_have_value(str(version))
    page.wait_for_selector('.map[aria-busy="false"]')
    return [
        (number_in(seat.locator(".points")), number_in(seat.locator(".of-trains .unseen")))
        for seat in page.locator(".people .seat").all()
    ]


def number_in(element: Any) -> int:
    """The first number of a text."""
    match = re.search(r"[-\N{MINUS SIGN}]?\d+", element.text_content())
    assert match
    return int(match[0].replace("\N{MINUS SIGN}", "-"))


def actual(caller: Caller, game: str, version: int) -> list[tuple[int, int]]:
    seats = caller.get(f"/v1/games/{game}?at={version}").json["seats"]
    return [(seat["points"], seat["trains"]) for seat in seats]


def test_a_link_shows_the_table_as_it_was(window: Window, stack: Stack) -> None:
    with over_http(stack.port) as caller:
        game = import_game(caller, "europe").header.game
        versions = {version: actual(caller, game, version) for version in STEPS}
    for version, seats in versions.items():
        window.page.goto(f"/g/{game}?at={version}")
        assert shown(window.page, version) == seats, version


def test_keys_step_through_the_game(window: Window, stack: Stack) -> None:
    page = window.page
    with over_http(stack.port) as caller:
        record = import_game(caller, "usa")
        game, last = record.header.game, len(record.events)
        versions = {version: actual(caller, game, version) for version in (1, 2, 99, 100, 101, last)}
    page.goto(f"/g/{game}?at=100")
    assert shown(page, 100) == versions[100]
    for key, version in (
        ("j", 101),
        ("k", 100),
        ("ArrowLeft", 99),
        ("Home", 1),
        ("ArrowRight", 2),
        ("End", last),
    ):
        page.keyboard.press(key)
        assert shown(page, version) == versions[version], key
        assert page.url.endswith(f"?at={version}")


def test_the_button_that_steps_keeps_the_focus(window: Window, stack: Stack) -> None:
    with over_http(stack.port) as caller:
        game = import_game(caller, "usa").header.game
    page = window.page
    page.goto(f"/g/{game}?at=100")
    shown(page, 100)
    button = page.get_by_role("button", name="One step on")
    button.focus()
    for version in (101, 102):
        page.keyboard.press("Enter")
        shown(page, version)
        expect(button).to_be_focused()


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("board", board_names())
def test_every_version_of_a_game_is_shown_as_it_was(window: Window, stack: Stack, board: str) -> None:
    page = window.page
    with over_http(stack.port) as caller:
        record = import_game(caller, board)
        game, last = record.header.game, len(record.events)
        page.goto(f"/g/{game}?at=1")
        for version in range(1, last + 1):
            assert shown(page, version) == actual(caller, game, version), version
            page.keyboard.press("j")
