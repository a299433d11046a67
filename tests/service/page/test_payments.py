"""Paying on the page: every payment that the service lists is three taps away, and nothing else can be sent."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Request

from service.page.assets import version
from tests.support.boards.every_board import player_numbers
from tests.support.http.api_calls import Table, act, open_table, over_http
from tests.support.http.running_service import Stack
from tests.support.page.browser import DESK, PHONE, Window
from tests.support.page.clicking import OPEN_SHEET
from ttr_core import board_names

CARDS = 40
ROUNDS = 9
APART = 16  # pixels between the tap that picks and the button that does it
GAP = """([x, y]) => {
    const { left, right, top, bottom } = document.querySelector("dialog[open] .primary").getBoundingClientRect();
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}"""

OFFERED = """async ([assets, choices, cards]) => {
    const { payments } = (await import(`${assets}/page.js`)).$modules["table/picks.js"];
    return choices.map((ways) => payments(ways, cards, "locomotive")
        .flatMap((group) => group.ways.map(({ way }) => ways.indexOf(way))));
}"""


@pytest.fixture(scope="module")
def table(stack: Stack) -> Table:
    """The first of two people has many cards, and is to move: the Nordic board takes almost any of them."""
    with over_http(stack.port) as caller:
        table = open_table(caller, "nordic", first=0)
        for token in table.seats.values():
            act(caller, table, caller.get(f"{table.path}/commands", token).json["moves"][0], token)
        for turn in range(CARDS):
            seat = turn % 2
            for _ in range(2):
                act(caller, table, {"type": "draw_card", "seat": seat}, table.seats[seat])
    return table


def sit_down(window: Window, table: Table) -> Page:
    window.page.goto(f"/g/{table.game}#token={table.seats[0]}")
    window.page.wait_for_selector('.map[aria-busy="false"]')
    return window.page


def dearest(stack: Stack, table: Table) -> tuple[Any, Any]:
    """The choice with the most ways to pay for it, after its group: a route may be in two of them."""
    with over_http(stack.port) as caller:
        menu = caller.get(f"{table.path}/menu?lang=en", table.seats[0]).json
    choices = [(group, entry) for group in menu["moves"] for entry in group["entries"]]
    return max(choices, key=lambda choice: len(choice[1]["ways"]))


def test_every_payment_of_every_choice_is_offered_once(window: Window, stack: Stack, table: Table) -> None:
    """In two steps: the colours, then the number of locomotives."""
    assert offered_once(window, stack, table) > 200


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize("board", board_names())
def test_every_payment_is_offered_once_on_every_board(window: Window, stack: Stack, board: str) -> None:
    """In a hand that has grown for some rounds."""
    with over_http(stack.port) as caller:
        table = open_table(caller, board, player_numbers(board)[0], first=0)
        for _ in range(ROUNDS):
            for token in table.seats.values():
                while moves := caller.get(f"{table.path}/commands", token).json["moves"]:
                    act(
                        caller,
                        table,
                        next((move for move in moves if move["type"] == "draw_card"), moves[0]),
                        token,
                    )
    assert offered_once(window, stack, table) > 30


def offered_once(window: Window, stack: Stack, table: Table) -> int:
    """How many payments there are; each is offered exactly once."""
    with over_http(stack.port) as caller:
        menu = caller.get(f"{table.path}/menu?lang=en", table.seats[0]).json
        cards = list(caller.get(f"{table.path}/board").json["card_faces"])
    ways = [entry["ways"] for group in menu["moves"] for entry in group["entries"]]
    window.page.goto("/help")
    offered = window.page.evaluate(OFFERED, [f"/assets/{version()}", ways, cards])
    assert [sorted(each) for each in offered] == [list(range(len(each))) for each in ways]
    return sum(len(each) for each in ways)


def test_every_payment_is_three_taps_away(window: Window, stack: Stack, table: Table) -> None:
    page, (group, entry) = sit_down(window, table), dearest(stack, table)
    ways = {way["text"]: way["command"] for way in entry["ways"]}
    assert len(ways) > 12
    choices = page.locator("details.group", has=page.get_by_text(group["title"], exact=True))
    named = choices.locator("button.entry").filter(has=page.get_by_text(entry["title"], exact=True))
    named.filter(has_text=" · ".join(entry["details"])).first.click()
    page.wait_for_selector(OPEN_SHEET)
    page.wait_for_selector('dialog input[name="colours"]')
    shown = []
    for colours in page.locator('dialog input[name="colours"]').all():
        colours.check()
        shown += page.locator(".ways .unseen").all_text_contents()
    assert sorted(shown) == sorted(ways)
    page.locator('dialog input[name="way"]').last.check()
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    page.route(
        "**/commands", lambda route: route.fulfill(status=409, json={"code": "refused", "detail": "No."})
    )
    page.locator(f"{OPEN_SHEET} .primary").click()
    page.wait_for_selector(f"{OPEN_SHEET} .bar.warning")
    commands = [json.loads(request.post_data or "") for request in sent if request.url.endswith("/commands")]
    assert commands == [ways[shown[-1]]]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_what_confirms_is_never_below_the_finger_that_picked(window: Window, table: Table, size: Any) -> None:
    page = window.page
    page.set_viewport_size(size)
    sit_down(window, table)
    if size is PHONE:
        page.locator('.tabs [data-part="map"]').click()
    gaps = []
    for card in page.locator(".market button.card").all():
        card.click()
        gaps.append(gap(page, card.bounding_box()))
    if size is PHONE:
        page.locator('.tabs [data-part="do"]').click()
    for entry in page.locator(".do button.entry").all()[::6]:
        entry.click()
        gaps.append(gap(page, entry.bounding_box()))
    assert len(gaps) > 8
    assert min(gaps) >= APART


def gap(page: Page, box: Any) -> float:
    """How far the button is from the middle of what was clicked; leaves the sheet."""
    page.wait_for_selector(OPEN_SHEET)
    distance: float = page.evaluate(GAP, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
    page.keyboard.press("Escape")
    page.wait_for_selector(OPEN_SHEET, state="detached")
    return distance
