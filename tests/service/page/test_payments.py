"""Paying on the page: every payment that the service lists is three taps away, and nothing else can be sent."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from service.page.assets import version
from tests.support.boards.every_board import player_numbers
from tests.support.http.api_calls import Caller, Table, act, inside, open_table, over_http
from tests.support.http.api_players import Players
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
        .flatMap((group) => group.ways.map(({ way, laid }) => [ways.indexOf(way), String(laid)])));
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


def test_every_payment_of_every_choice_is_offered_once(window: Window, stack: Stack, table: Table) -> None:
    """In two steps: the colours, then the number of locomotives."""
    with over_http(stack.port) as caller:
        menu, cards = menu_of(caller, table), card_names(caller, table)
    assert offered_once(window, [menu], cards) > 200


@pytest.mark.soak
@pytest.mark.parametrize("board", board_names())
def test_every_payment_of_a_whole_game_is_offered_once(window: Window, board: str) -> None:
    """Whatever a board asks for: ferries, tunnels, stations, ways to pay with other cards than those of the route."""
    caller = inside().caller
    table = well_dealt(caller, board)
    players, menus, cards = Players(caller, table, seed=1), [], card_names(caller, table)
    while (choice := players.next_command()) is not None:
        version, command = choice
        menus.append(menu_of(caller, table, command["seat"]))
        cards |= card_names(caller, table)
        players.send(version, command)
    assert offered_once(window, menus, cards) > 100


def well_dealt(caller: Caller, board: str) -> Table:
    """A table at which everybody has drawn cards for some rounds, and the first seat is to move."""
    table = open_table(caller, board, player_numbers(board)[0], first=0)
    for _ in range(ROUNDS):
        for token in table.seats.values():
            while moves := caller.get(f"{table.path}/commands", token).json["moves"]:
                draws = (move for move in moves if move["type"] == "draw_card")
                act(caller, table, next(draws, moves[0]), token)
    return table


def menu_of(caller: Caller, table: Table, seat: int = 0) -> Any:
    return caller.get(f"{table.path}/menu?lang=en", table.seats[seat]).json


def card_names(caller: Caller, table: Table) -> set[str]:
    """The cards that the board shows, and those in hands, as the page knows them."""
    names = set(caller.get(f"{table.path}/board").json["card_faces"])
    for seat, token in table.seats.items():
        names |= caller.get(table.path, token).json["seats"][seat]["cards"]["hand"].keys()
    return names


def offered_once(window: Window, menus: list[Any], cards: set[str]) -> int:
    """How many payments there are; each is offered exactly once, and looks like no other of its choice."""
    paid = [entry["ways"] for menu in menus for _, entry in paid_choices(menu)]
    window.page.goto("/help")
    listed = window.page.evaluate(OFFERED, [f"/assets/{version()}", paid, sorted(cards)])
    for ways, offered in zip(paid, listed, strict=True):
        assert sorted(place for place, _ in offered) == list(range(len(ways)))
        assert len({laid for _, laid in offered}) == len(ways), ways
    return sum(len(ways) for ways in paid)


def test_every_payment_is_three_taps_away(window: Window, stack: Stack, table: Table) -> None:
    page = sit_down(window, table)
    with over_http(stack.port) as caller:
        group, entry = max(paid_choices(menu_of(caller, table)), key=number_of_ways)
    assert len(entry["ways"]) > 12
    tap_through(page, group, entry, every=6)


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize("board", board_names())
def test_every_payment_is_three_taps_away_on_every_board(window: Window, stack: Stack, board: str) -> None:
    """Of the choice with the most payments, by what it does, with features of the route and without."""
    with over_http(stack.port) as caller:
        table = well_dealt(caller, board)
        choices = paid_choices(menu_of(caller, table))
    choices.sort(key=number_of_ways)
    dearest = {(group["type"], len(entry["details"])): (group, entry) for group, entry in choices}
    page = sit_down(window, table)
    assert dearest
    for group, entry in dearest.values():
        tap_through(page, group, entry)


def paid_choices(menu: Any) -> list[tuple[Any, Any]]:
    """Choices that can be paid in several ways, each after its group: a route may be in two of them."""
    choices = [(group, entry) for group in menu["moves"] for entry in group["entries"]]
    return [choice for choice in choices if number_of_ways(choice) > 1]


def number_of_ways(choice: tuple[Any, Any]) -> int:
    return len(choice[1]["ways"])


def tap_through(page: Page, group: Any, entry: Any, every: int = 1) -> None:
    """Opens the choice: each payment is a tap on its colours and one on its cards away. Sends every so-many-th."""
    ways = {way["text"]: way["command"] for way in entry["ways"]}
    choices = page.locator("details.group", has=page.get_by_text(group["title"], exact=True))
    named = choices.locator("button.entry").filter(has=page.get_by_text(entry["title"], exact=True))
    named.filter(has_text=" · ".join(entry["details"])).first.click()
    page.wait_for_selector(OPEN_SHEET)
    commands: list[Any] = []
    page.route("**/commands", lambda route: refuse(route, commands))
    shown, sent = list[str](), list[Any]()
    colours = page.locator('dialog input[name="colours"]')
    for number in range(max(1, colours.count())):  # there is no such choice where one is enough
        if colours.count():
            colours.nth(number).check()
        for place, text in enumerate(page.locator(".ways .unseen").all_text_contents()):
            shown.append(text)
            if len(shown) % every == 0:
                sent.append(ways[text])
                page.locator('dialog input[name="way"]').nth(place).check()
                page.locator(f"{OPEN_SHEET} .primary:enabled").click()
                page.wait_for_selector(f"{OPEN_SHEET} .bar.warning >> text=No, {len(sent)} times.")
    page.unroute("**/commands")
    page.keyboard.press("Escape")
    page.wait_for_selector(OPEN_SHEET, state="detached")
    assert sorted(shown) == sorted(ways)
    assert commands == sent != []


def refuse(route: Route, commands: list[Any]) -> None:
    """Keeps the command, and leaves the sheet open."""
    commands.append(json.loads(route.request.post_data or ""))
    route.fulfill(status=409, json={"code": "refused", "detail": f"No, {len(commands)} times."})


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
