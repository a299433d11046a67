"""The end of a game on the page: the points of the record in every cell, tickets and longest paths on the map."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.boards.every_board import MOSTLY_SOAKED
from tests.support.http.api_calls import over_http
from tests.support.http.running_service import Stack
from tests.support.page.browser import Window
from tests.support.page.finished_games import import_game, rewarding_seed
from ttr_core.boards.library import board_names

IDS = """["routes", "city"].map((kind) =>
    [...document.querySelectorAll(`.marked-map [data-${kind}]SUFFIX`)].map((thing) => thing.dataset[kind]))"""
DRAWN = f"() => {IDS.replace('SUFFIX', '')}"  # the routes of each track, and the cities
MEANT = f"""() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(
    {IDS.replace("SUFFIX", ".meant")}))))"""  # what of it is marked after the next frame
ENTRIES = ".paths button"
BARS = "() => [...document.querySelectorAll('.lane i')].map((bar) => parseFloat(bar.style.width))"  # percent
STEP_MS = 1_100  # of the film


def open_result(window: Window, stack: Stack, board: str, seed: int = 1) -> tuple[Page, Any, Any]:
    """The page, the score sheet of the record, and the result by the API."""
    with over_http(stack.port) as caller:
        record = import_game(caller, board, seed)
        result = caller.get(f"/v1/games/{record.header.game}?include=result&lang=en").json["result"]
    window.page.goto(f"/g/{record.header.game}/end")
    window.page.wait_for_selector(".result table")
    (scored,) = (event.data["sheet"] for event in record.events if event.type == "game_scored")
    return window.page, scored, result


def plain(text: str) -> str:
    return text.replace("\N{MINUS SIGN}", "-").replace(",", "").strip()


@pytest.mark.parametrize("board", MOSTLY_SOAKED)
def test_every_cell_is_what_the_record_says(window: Window, stack: Stack, board: str) -> None:
    page, sheet, result = open_result(window, stack, board)
    rows = [
        [plain(cell) for cell in row.get_by_role("cell").all_inner_texts()]
        for row in page.locator(".result tbody").get_by_role("row").all()
    ]
    reasons = list(result["reasons"])
    expected = [
        [
            *(
                sum(line["points"] for line in seat["lines"] if line["reason"] == reason)
                for reason in reasons
            ),
            seat["total"],
        ]
        for seat in sorted(sheet["seats"], key=lambda seat: seat["rank"])
    ]
    assert rows == [[str(points) for points in row] for row in expected]
    assert page.locator(".result thead th").all_inner_texts()[1:-1] == list(result["reasons"].values())


def test_no_bar_leaves_its_lane_while_points_are_counted(window: Window, stack: Stack) -> None:
    """Tickets that failed take away what routes brought: in between somebody may have more than at the end."""
    page, _, result = open_result(window, stack, "usa")
    page.clock.install()
    page.get_by_role("button", name="Watch the count").click()
    longest = 0.0
    while page.get_by_role("button", name="Pause").count():
        page.clock.run_for(STEP_MS)
        longest = max(longest, *page.evaluate(BARS))
    assert longest == 100
    assert max(seat["total"] for seat in result["sheet"]["seats"]) < 0, "a game that shows it"


def ends(board: Any, ticket: Any) -> tuple[set[str], set[str]]:
    """The cities at the beginning and at the ends of a ticket; some places stand for several cities."""
    zones = {zone["id"]: set(zone["cities"]) for zone in board["zones"]}
    goals = [end["to"] for end in ticket["ends"]] or [ticket["b"]]
    start, *others = (zones.get(place, {place}) for place in (ticket["a"], *goals))
    return start, set().union(*others)


def connects(path: list[str], board: Any, ticket: Any) -> bool:
    """Whether routes lead from one end of a ticket to another, by themselves and all of them needed in a row."""
    cities = {route["id"]: {route["a"], route["b"]} for route in board["routes"]}
    zone = {city: place["id"] for place in board["zones"] for city in place["cities"]}
    starts, goals = ends(board, ticket)
    return any(_leads(path, cities, zone, start, goals) for start in starts)


def _leads(path: list[str], ends: Any, zone: Any, here: str, goals: set[str]) -> bool:
    unused = set(path)
    while here not in goals:
        near = {here} | {city for city, place in zone.items() if place == zone.get(here)}
        step = next((route for route in unused if near & ends[route]), None)
        if step is None:
            return False
        unused.remove(step)
        (here, *_) = ends[step] - near
    return not unused


def shown_things(sheet: Any, result: Any, board: Any) -> list[tuple[list[str], list[str]]]:
    """The routes and cities of every entry below the sheet, from the API alone: player by player, reason by reason."""
    tickets = {ticket["id"]: ticket for ticket in board["tickets"]}
    routes = {route["id"] for route in board["routes"]}
    paths = {(path["seat"], path["ticket"]): path["routes"] for path in result["ticket_paths"]}
    entries = []
    for seat in sorted(sheet["seats"], key=lambda seat: seat["rank"]):
        for reason in result["reasons"]:
            lines = [line for line in seat["lines"] if line["reason"] == reason]
            items = [item["id"] for line in lines for item in line.get("items", [])]
            if reason == "tickets":
                entries += [
                    (paths.get((seat["seat"], item), []), sorted(set.union(*ends(board, tickets[item]))))
                    for item in items
                ]
            else:
                claimed = [item for item in items if item in routes]
                entries += [(claimed, [])] if claimed else []
    return entries


@pytest.mark.parametrize(
    "board_name",
    [name if name == "switzerland" else pytest.param(name, marks=pytest.mark.soak) for name in board_names()],
)
def test_tickets_and_the_longest_path_are_marked_on_the_map(
    window: Window, stack: Stack, board_name: str
) -> None:
    """Each entry marks what the API says of it and nothing else; a track may be part of several routes."""
    page, sheet, result = open_result(window, stack, board_name, rewarding_seed(board_name))
    with over_http(stack.port) as caller:
        board = caller.get(f"/v1/games/{result['game']}/board").json
    page.wait_for_selector(".marked-map svg")
    rows, places = page.evaluate(DRAWN)
    things = shown_things(sheet, result, board)
    buttons = page.locator(ENTRIES).all()
    assert len(buttons) == len(things)
    for button, (routes, cities) in zip(buttons, things, strict=True):
        button.click()
        marked_rows, marked_places = page.evaluate(MEANT)
        assert sorted(marked_rows) == sorted(row for row in rows if set(row.split()) & set(routes))
        assert sorted(marked_places) == sorted(place for place in places if place in cities)
    buttons[-1].click()
    assert page.evaluate(MEANT) == [[], []]
    tickets = {ticket["id"]: ticket for ticket in board["tickets"]}
    assert result["ticket_paths"]
    assert not page.get_by_text("null").or_(page.get_by_text("undefined")).count()
    for path in result["ticket_paths"]:
        assert connects(path["routes"], board, tickets[path["ticket"]]), path["ticket"]
