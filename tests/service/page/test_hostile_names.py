"""Names that look like markup are words on every screen: of players, a game, a board, its cities and a festival."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from service.boards.board_library import BoardLibrary
from tests.support.boards.hostile_board import BAIT, FEAST, NAME, publish
from tests.support.http.api_calls import ABANDON, Caller, Table, act, open_table, over_http, table_of
from tests.support.http.api_people import Person, sign_up
from tests.support.http.api_players import Players
from tests.support.http.running_service import Stack
from tests.support.page.browser import PHONE, Window
from tests.support.page.clicking import OPEN_SHEET
from tests.support.page.inspection import settle

FOOLED = """() => [document.querySelectorAll("img[src=x]").length, typeof fooled]"""
NOT_FOOLED = [0, "undefined"]
TAKE = {"type": "take_festival", "festival": "feast"}


class Places(NamedTuple):
    """Addresses of screens, each with a name that it shows; and somebody who has signed in."""

    screens: Mapping[str, str]
    table: str  # with the token of the seat that may take the cards of the festival
    host: Person


@pytest.fixture(scope="module")
def places(stack: Stack) -> Iterator[Places]:
    library = BoardLibrary(stack.store)
    publish(library)
    with over_http(stack.port) as caller:
        host = sign_up(caller, BAIT)
        lobby = _open_lobby(caller, host)
        table, _, seat, _ = _at_the_festival(caller)
        caller.post(f"{table.path}/messages", {"text": BAIT}, table.seats[1])
        over, players, seat_there, version = _at_the_festival(caller)
        players.send(version, {**TAKE, "seat": seat_there})
        players.play()
        here, end = f"/g/{table.game}", f"/g/{over.game}"
        screens = {
            **dict.fromkeys(("/", "/open", "/new", "/help", f"/p/{host.id}"), BAIT),
            f"/g/{lobby.game}#invite={lobby.invites[1]}": BAIT,
            here: FEAST,
            f"{here}?at=4": BAIT,
            f"{end}?at={version + 1}": FEAST,
            f"{end}/end": BAIT,  # and the festival, unless all of its cards were taken
            f"{end}/statistics": BAIT,
        }
        yield Places(screens, f"{here}#token={table.seats[seat]}", host)
        act(caller, lobby, ABANDON, lobby.host)  # other tests look at the open tables of this service
    library.withdraw(NAME)


def _open_lobby(caller: Caller, host: Person) -> Table:
    terms = {"title": BAIT, "visibility": "public", "joining": "anybody"}
    body: dict[str, Any] = {"board": NAME, "seats": [{"me": True}, {}], **terms}
    return table_of(caller.post("/v1/games", body, host.token))


def _at_the_festival(caller: Caller) -> tuple[Table, Players, int, int]:
    """A game in which a seat may take the festival's cards: table, players, that seat, the version."""
    for seed in range(10):  # the deck is the service's own: some game may end before one turns up
        table = open_table(caller, NAME, seats=[{"name": BAIT}, {"name": "Ben"}], title=BAIT)
        players = Players(caller, table, seed)
        while (choice := players.next_command()) is not None:
            version, command = choice
            if command["type"] in {TAKE["type"], "decline_festival"}:
                return table, players, command["seat"], version
            players.send(version, command)
    raise AssertionError("no game offered the festival")


@pytest.fixture
def signed_in(browser: Browser, stack: Stack, places: Places) -> Iterator[Window]:
    """The host, who has a seat at the table as well."""
    with over_http(stack.port) as caller:  # a code signs in once
        code = caller.post("/v1/me/links", None, places.host.token).json["code"]
    window = Window(browser, stack.url, locale="en-GB")
    window.page.goto(f"/sign-in#code={code}")
    window.page.get_by_role("button", name="Sign in", exact=True).click()
    window.page.wait_for_selector(".game")
    window.page.goto(places.table)
    settle(window.page)
    yield window
    window.close()
    assert window.errors == []


@pytest.mark.parametrize("size", [None, pytest.param(PHONE, marks=pytest.mark.soak)], ids=["desk", "phone"])
def test_they_are_words_on_every_screen(
    signed_in: Window, places: Places, size: dict[str, int] | None
) -> None:
    page = signed_in.page
    if size:
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
    for screen, name in places.screens.items():
        page.goto("about:blank")  # a fragment alone loads nothing
        page.goto(screen)
        settle(page)
        expect(page.locator("main")).to_contain_text(name)
        assert page.evaluate(FOOLED) == NOT_FOOLED, screen
    page.goto("/settings")
    expect(page.get_by_label("Your name")).to_have_value(BAIT)
    assert page.evaluate(FOOLED) == NOT_FOOLED


def test_they_are_words_in_moves_in_a_sheet_and_in_what_people_say(signed_in: Window) -> None:
    page = signed_in.page
    expect(page.locator(".messages")).to_contain_text(BAIT)
    page.locator(".do").get_by_role("button", name=FEAST).click()
    expect(page.locator(OPEN_SHEET)).to_contain_text(FEAST)
    assert page.evaluate(FOOLED) == NOT_FOOLED
