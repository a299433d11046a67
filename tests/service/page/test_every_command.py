"""Every command that the API takes is sent by the page: recorded in real games, and from a menu that lists it alone."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from service.message_types import COMMANDS
from tests.support.http.api_calls import Table, open_table, over_http
from tests.support.http.described_answers import schemas
from tests.support.http.running_service import Stack
from tests.support.http.service_games import games_on
from tests.support.page.browser import Window
from tests.support.page.clicking import OPEN_SHEET, ClickingPlayer
from ttr_core.engine.engine import legal_commands
from ttr_core.model.actor import Actor, Role
from ttr_core.model.commands import Command, SeatCommand

pytestmark = [pytest.mark.soak, pytest.mark.timeout(1800)]

EXAMPLES: Mapping[str, Any] = {
    example["type"]: example
    for kind in schemas()["Command"]["oneOf"]
    for example in schemas()[kind["$ref"].rpartition("/")[2]]["examples"][:1]
}
OF_SEATS = {kind for kind, command in COMMANDS.items() if issubclass(command, SeatCommand)}
KINDS = {command: kind for kind, command in COMMANDS.items()}
MANY_CARDS = 20  # enough to pay for what a tunnel turns up, and for sets of cards
Choose = Callable[[Sequence[Command], int, Random], Command]  # of what is legal, with so many cards in hand


def hoard(legal: Sequence[Command], cards: int, chance: Random) -> Command:
    """Draws cards until there are many, then does things of all kinds."""
    draws = [command for command in legal if KINDS[type(command)] == "draw_card"]
    if draws and (cards < MANY_CARDS or chance.random() < 0.5):
        return chance.choice(draws)
    kind = chance.choice(sorted({KINDS[type(command)] for command in legal}))
    return chance.choice([command for command in legal if KINDS[type(command)] == kind])


def spare(legal: Sequence[Command], cards: int, chance: Random) -> Command:
    """Takes all cards and tickets that there are and keeps its trains, until nothing is left but to pass."""
    for kind in ("draw_card", "take_card", "draw_tickets"):
        if commands := [command for command in legal if KINDS[type(command)] == kind]:
            return chance.choice(commands)
    return min(legal, key=lambda command: len(getattr(command, "cards", ())))


GAMES: tuple[tuple[str, int, Mapping[str, str], Choose], ...] = (  # that come to everything
    ("europe", 2, {"stations": "own"}, hoard),
    ("nordic", 2, {}, spare),
    ("world-light", 5, {}, hoard),
    ("iberia", 2, {}, hoard),
    ("italy", 2, {}, hoard),
    ("pennsylvania", 2, {}, hoard),
)
MOST_GAMES = 20  # of each: what a tunnel turns up is left to chance, and one game in three comes to a pass


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


def play_until_new(stack: Stack, table: Table, choose: Choose, done: set[str]) -> tuple[int, str] | None:
    """Until somebody may do what is not done yet: their seat, and what it is; None at the end."""
    games, chance = games_on(stack.store), Random(table.game)
    loaded = games.cache.read_latest(table.game)
    while loaded.state.phase.waiting:
        seat = loaded.state.phase.waiting[0]
        legal = legal_commands(loaded.ruleset, loaded.state, seat)
        if new := sorted({KINDS[type(command)] for command in legal} - done):
            return seat, new[0]
        command = choose(legal, sum(loaded.state.seats[seat].hand), chance)
        loaded = games.perform(loaded, [command], Actor(Role.SEAT, seat), expected=loaded.version).loaded
    return None


def menu_group(stack: Stack, table: Table, seat: int, kind: str) -> Any:
    with over_http(stack.port) as caller:
        groups = caller.get(f"{table.path}/menu?lang=en", table.seats[seat]).json["moves"]
    return next(group for group in groups if group["type"] == kind)


def test_every_move_is_sent_in_a_game(window: Window, stack: Stack, sent: list[Any]) -> None:
    """Others play beside it; as soon as something is legal that the page has not done yet, the page does it."""
    done: set[str] = set()
    for board, players, options, choose in GAMES * MOST_GAMES:
        if done == OF_SEATS:
            break
        with over_http(stack.port) as caller:
            table = open_table(caller, board, players, options=options)
        while (legal := play_until_new(stack, table, choose, done)) is not None:
            seat, kind = legal
            sit_down(window.page, table, seat)
            MenuPlayer(window.page).choose(menu_group(stack, table, seat, kind))
            assert sent[-1]["type"] == kind
            done.add(kind)
    assert done == OF_SEATS


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
