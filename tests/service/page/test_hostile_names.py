"""Names that look like markup are words on every screen: of players, a game, a board, its cities and a festival."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from service.boards.board_library import BoardLibrary
from service.boards.map_file import read_map_file
from tests.support.boards.own_board import map_bytes, renamed_city
from tests.support.http.api_calls import open_table, over_http
from tests.support.http.api_people import Person, sign_up
from tests.support.http.api_players import Players
from tests.support.http.running_service import Stack
from tests.support.page.browser import PHONE, Window
from tests.support.page.clicking import OPEN_SHEET
from tests.support.page.inspection import settle

# The board of these names has no plan: laying it out takes a minute where others work, too.
pytestmark = pytest.mark.soak

BAIT = "<img src=x onerror=fooled=1>"
FEAST = f"Feast {BAIT}"
FESTIVAL = {
    "id": "feast",
    "name": FEAST,
    "cities": ["castle"],
    "cards": 8,
    "points": [2, 4, 6, 9, 13, 17, 22, 27],
}
BOARD = "hostile"
DRAWING_MS = 100_000  # a board without a plan is laid out when it is first drawn
SHOWN = """() => [document.querySelectorAll("img[src=x]").length, typeof fooled, document.body.textContent]"""


class Places(NamedTuple):
    """The addresses of screens that show such names, a seat at a table, and somebody who has a game."""

    screens: Sequence[str]
    seat: str
    host: Person


@pytest.fixture(scope="module")
def places(stack: Stack) -> Iterator[Places]:
    library = BoardLibrary(stack.store)
    title = {"en": BAIT, "fr": BAIT}
    rules = {"festivals": {"festivals": [FESTIVAL]}}
    named = map_bytes(BOARD, title=title, rules=rules, **renamed_city("castle", BAIT))
    library.publish(read_map_file(named), "upload")
    with over_http(stack.port) as caller:
        host = sign_up(caller, BAIT)
        people = [{"name": BAIT}, {"name": "Ben"}]
        table, over = (open_table(caller, BOARD, seats=people, title=BAIT, first=0) for _ in "ab")
        caller.post(f"{table.path}/messages", {"text": BAIT}, table.seats[1])
        Players(caller, over, seed=1).play()
        terms = {"title": BAIT, "visibility": "public", "joining": "anybody"}
        lobby = caller.post(
            "/v1/games", {"board": BOARD, "seats": [{"me": True}, {}], **terms}, host.token
        ).json
    invite = f"/g/{lobby['id']}#invite={lobby['seats'][1]['invite']}"
    here, end = f"/g/{table.game}", f"/g/{over.game}"
    around = ("/", "/open", "/new", "/help", "/settings", f"/p/{host.id}", invite)
    after = (f"{end}?at=9", f"{end}/end", f"{end}/audit", f"{end}/statistics")
    screens = (*around, here, f"{here}?at=4", f"{here}/end", *after)
    yield Places(screens, f"{here}#token={table.seats[0]}", host)
    library.withdraw(BOARD)


@pytest.fixture
def seated(browser: Browser, stack: Stack, places: Places) -> Iterator[Window]:
    """The host, who has signed in, and has a seat at the table as well."""
    with over_http(stack.port) as caller:  # a code signs in once
        code = caller.post("/v1/me/links", None, places.host.token).json["code"]
    window = Window(browser, stack.url, locale="en-GB")
    page = window.page
    page.set_default_timeout(DRAWING_MS)
    page.goto(f"/sign-in#code={code}")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_selector(".game")
    page.goto(places.seat)
    page.wait_for_selector('.map[aria-busy="false"]')
    yield window
    window.close()
    assert window.errors == []


@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_they_are_words_on_every_screen(seated: Window, places: Places, size: dict[str, int] | None) -> None:
    page, texts = seated.page, []
    if size:
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
    for screen in places.screens:
        page.goto("about:blank")  # a fragment alone loads nothing
        page.goto(screen)
        settle(page)
        expect(page.locator("body")).to_contain_text(BAIT)
        images, fooled, text = page.evaluate(SHOWN)
        assert (images, fooled) == (0, "undefined"), screen
        texts.append(text)
    assert any(FEAST in text for text in texts)


def test_they_are_words_in_a_sheet_and_in_what_people_say(seated: Window) -> None:
    page = seated.page
    expect(page.locator(".messages")).to_contain_text(BAIT)
    boxes = page.locator(".do input[type=checkbox]")
    boxes.first.wait_for()
    for box in boxes.all():
        box.check()
    page.locator("fieldset.set button.primary").click()
    expect(page.locator(OPEN_SHEET)).to_contain_text(BAIT)
    assert page.evaluate(SHOWN)[:2] == [0, "undefined"]
