"""Every command that the API takes is sent by the page: recorded in real games, and from a menu that lists it alone."""

from collections.abc import Mapping
from typing import Any

import pytest
import yaml
from playwright.sync_api import Page, Route

from service.message_types import COMMANDS
from tests.support.boards.every_board import player_numbers
from tests.support.http.api_calls import Table, open_table, over_http
from tests.support.http.api_players import Players
from tests.support.http.running_service import Stack
from tests.support.page.browser import Window
from tests.support.page.clicking import OPEN_SHEET, ClickingPlayer
from tests.support.paths import ROOT
from ttr_core import board_names
from ttr_core.model.commands import SeatCommand

pytestmark = [pytest.mark.soak, pytest.mark.timeout(1800)]

SCHEMAS = yaml.safe_load((ROOT / "openapi.yaml").read_text("utf-8"))["components"]["schemas"]
EXAMPLES: Mapping[str, Any] = {
    example["type"]: example
    for kind in SCHEMAS["Command"]["oneOf"]
    for example in SCHEMAS[kind["$ref"].rpartition("/")[2]]["examples"][:1]
}
OF_SEATS = {kind for kind, command in COMMANDS.items() if issubclass(command, SeatCommand)}
RARE = {
    "pass",
    "pay_rest",
    "choose_borrowed_routes",
}  # no game here may come to that; the menu of the other test does


@pytest.fixture
def sent(window: Window) -> list[Any]:
    """The commands that the page has sent."""
    commands: list[Any] = []
    window.page.on(
        "request",
        lambda request: (
            commands.append(request.post_data_json)
            if request.method == "POST" and request.url.endswith("/commands")
            else None
        ),
    )
    return commands


def sit_down(page: Page, table: Table, seat: int = 0) -> None:
    page.goto("about:blank")  # a fragment alone loads nothing
    page.goto(f"/g/{table.game}#token={table.seats[seat]}")
    page.wait_for_selector('.map[aria-busy="false"]')


class MenuPlayer(ClickingPlayer):
    """Makes a move of one group of the menu, whichever of its choices comes first."""

    def choose(self, group: Any) -> None:
        moves = self._page.locator(".do")
        of_it = moves.locator("details.group", has=self._page.get_by_text(group["title"], exact=True))
        if moves.locator("fieldset.set").count():
            self._ticked()
        elif of_it.count():
            self._pick(of_it.locator("button.entry").first)
        else:
            self._pick(moves.get_by_role("button", name=group["title"], exact=True).first)
        self.confirm()


class Hoarders(Players):
    """They draw cards half of the time, and so can pay for what a tunnel turns up."""

    def _choose(self, listed: list[dict[str, Any]]) -> dict[str, Any]:
        draws = [command for command in listed if command["type"] == "draw_card"]
        if draws and self._chance.random() < 0.5:
            return self._chance.choice(draws)
        kind = self._chance.choice(sorted({command["type"] for command in listed}))
        return self._chance.choice([command for command in listed if command["type"] == kind])


def play_until_new(stack: Stack, table: Table, done: set[str]) -> tuple[int, Any] | None:
    """Until somebody may do what is not done yet: their seat, and the group of their menu; None at the end."""
    with over_http(stack.port) as caller:
        players = Hoarders(caller, table, seed=len(done))
        while (choice := players.next_command()) is not None:
            token = table.seats[seat := choice[1]["seat"]]
            listed = {each["type"] for each in caller.get(f"{table.path}/commands", token).json["moves"]}
            if new := sorted(listed - done):
                groups = caller.get(f"{table.path}/menu?lang=en", token).json["moves"]
                return seat, next(group for group in groups if group["type"] == new[0])
            players.send(*choice)
    return None


def test_every_move_is_sent_in_a_game(window: Window, stack: Stack, sent: list[Any]) -> None:
    """Others play by the API; as soon as something is legal that the page has not done yet, the page does it."""
    done: set[str] = set()
    for board in board_names():
        with over_http(stack.port) as caller:
            table = open_table(caller, board, player_numbers(board)[0])
        while (legal := play_until_new(stack, table, done)) is not None:
            seat, group = legal
            sit_down(window.page, table, seat)
            MenuPlayer(window.page).choose(group)
            assert sent[-1]["type"] == group["type"]
            done.add(group["type"])
    assert OF_SEATS - done <= RARE


def test_whatever_the_menu_lists_is_sent_as_it_is(window: Window, stack: Stack, sent: list[Any]) -> None:
    page, listed = window.page, list[Any]()
    with over_http(stack.port) as caller:
        table = open_table(caller, "usa", first=0)

    def listing_one(route: Route) -> None:
        seen = (reply := route.fetch()).json()
        way = {"text": "", "command": listed[-1]}
        entry = {"title": listed[-1]["type"], "details": [], "effect": None, "about": {}, "ways": [way]}
        seen["menu"] |= {
            "moves": [{"type": entry["title"], "title": entry["title"], "entries": [entry]}],
            "table": [],
        }
        route.fulfill(response=reply, json=seen)

    page.route("**/v1/games/*?include=menu*", listing_one)
    page.route("**/commands", lambda route: route.fulfill(status=200, json={"version": 1, "events": []}))
    for example in EXAMPLES.values():
        listed.append(example)
        sit_down(page, table)
        page.locator(".do").get_by_role("button", name=example["type"], exact=True).click()
        page.wait_for_selector(OPEN_SHEET)
        ClickingPlayer(page).confirm()
    assert len(EXAMPLES) >= 29
    assert sent == list(EXAMPLES.values())
