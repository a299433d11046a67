"""Looking back on the page: any version as it was, by keys, by the slider and by a link."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.http.api_calls import Caller, over_http
from tests.support.http.running_service import Stack
from tests.support.page.browser import Window
from tests.support.page.finished_games import import_game
from ttr_core import board_names

STEPS = (1, 2, 40, 41, 120, 121, 122, 250)
TABLE = """(version) => {
    if (document.querySelector(".history input")?.value !== String(version)) return null;
    if (!document.querySelector('.map[aria-busy="false"]')) return null;
    const number = (element) => Number(element.textContent.replace("\u2212", "-").match(/-?\\d+/)[0]);
    const counts = [".points", ".of-trains .unseen", ".of-cards .unseen", ".of-tickets .unseen"];
    const cards = [...document.querySelectorAll(".market .card:not(.pile)")];
    return {
        seats: [...document.querySelectorAll(".people .seat")].map((seat) => ({
            counts: counts.map((name) => number(seat.querySelector(name))),
            acts: seat.dataset.acts === "true",
        })),
        market: cards.map(({ dataset }) => dataset.card ?? null),
        deck: number(document.querySelector('.market [data-pile="deck"] b')),
        tracks: [...document.querySelectorAll(".map-sheet [data-owner]")].map(({ dataset }) =>
            [Number(dataset.owner), dataset.routes.split(" ")]),
    };
}"""  # what the page shows of a version, once it shows it


def shown(page: Page, version: int) -> dict[str, Any]:
    """The table as the page has it."""
    table: dict[str, Any] = page.wait_for_function(TABLE, arg=version).json_value()
    return table


def check(page: Page, caller: Caller, game: str, version: int) -> None:
    """The page shows what the API says: points, trains, cards, who acts, the market, and who owns which routes."""
    view, table = caller.get(f"/v1/games/{game}?at={version}").json, shown(page, version)
    owned = {(seat["seat"], route) for seat in view["seats"] for route in seat["routes"]}
    tracks = [{(owner, route) for route in routes} for owner, routes in table.pop("tracks")]
    assert all(track & owned for track in tracks), version  # a piece of track may be part of several routes
    assert owned <= set().union(*tracks), version
    assert table == {
        "seats": [
            {
                "counts": [
                    seat["points"],
                    seat["trains"],
                    seat["cards"]["count"],
                    seat["tickets"]["count"],
                ],
                "acts": seat["seat"] in view["waiting_for"],
            }
            for seat in view["seats"]
        ],
        "market": view["table"]["market"],
        "deck": view["table"]["deck"],
    }, version


def test_a_link_shows_the_table_as_it_was(window: Window, stack: Stack) -> None:
    with over_http(stack.port) as caller:
        game = import_game(caller, "europe").header.game
        for version in STEPS:
            window.page.goto(f"/g/{game}?at={version}")
            check(window.page, caller, game, version)


def test_a_key_is_not_lost_before_it_is_known_how_far_the_game_goes(window: Window, stack: Stack) -> None:
    page, held = window.page, list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    with over_http(stack.port) as caller:
        game = import_game(caller, "usa").header.game
        page.route(f"**/v1/games/{game}", hold)
        page.goto(f"/g/{game}?at=100")
        page.wait_for_selector('.history input[max="100"]')
        page.keyboard.press("j")
        for route in held:
            route.continue_()
        check(page, caller, game, 101)


def test_keys_step_through_the_game(window: Window, stack: Stack) -> None:
    page = window.page
    with over_http(stack.port) as caller:
        record = import_game(caller, "usa")
        game, last = record.header.game, len(record.events)
        page.goto(f"/g/{game}?at=100")
        check(page, caller, game, 100)
        for key, version in (
            ("j", 101),
            ("k", 100),
            ("ArrowLeft", 99),
            ("Home", 1),
            ("ArrowRight", 2),
            ("End", last),
        ):
            page.keyboard.press(key)
            check(page, caller, game, version)
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
            check(page, caller, game, version)
            page.keyboard.press("j")
