"""The page for everybody: no violation that axe knows of, nothing cut, covered or too small, on any screen."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from service.page.assets import words
from tests.support.http.api_calls import Caller, Table, act, open_table, over_http
from tests.support.http.api_people import sign_up
from tests.support.http.api_players import Players
from tests.support.http.running_service import Stack
from tests.support.page.browser import PHONE, Window
from tests.support.page.clicking import OPEN_SHEET
from tests.support.page.finished_games import import_game
from tests.support.page.inspection import faults, settle, violations

SMALL_PHONE = {"width": 320, "height": 640}
SMALL_DESK = {"width": 1280, "height": 800}
SIZES = {"phone": PHONE, "desk": SMALL_DESK}
LOOKS = [(theme, lang, size) for theme in ("light", "dark") for lang in ("en", "fr") for size in SIZES]
DOUBLE = {"fontSizes": {"standard": 32, "fixed": 26}}  # what people set in their browser, twice the usual
CUT = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
  const words = document.createRange();
  words.selectNodeContents(element);
  const [inner, outer] = [words, element.closest('.card, button')].map((each) => each.getBoundingClientRect());
  return inner.left < outer.left || inner.right > outer.right;
}).map((element) => element.textContent)"""
WORDS = ".card:not([data-card=locomotive]) span, .tabs button"  # a locomotive is a picture to the eye


NAMES = {"english", "city", "little", "new"}  # of the language, of Kansas City, Little Rock and New York
LONG_WORD = re.compile(r"[^\W\d_]{3,}")


class Places(NamedTuple):
    """The addresses of all screens, a table at its beginning, and one in the middle of a game."""

    screens: Sequence[str]
    table: Table
    middle: Table
    over: str
    player: Mapping[str, str]  # as the page keeps who it is


@pytest.fixture(scope="module")
def places(stack: Stack) -> Places:
    with over_http(stack.port) as caller:
        table = open_table(caller, "europe", seats=[{"name": "Ann"}, {"name": "Ben"}])
        inviting = open_table(caller, "usa", seats=[{"name": "Ann"}, {}])
        finished = import_game(caller, "usa").header.game
        middle = open_table(caller, "usa", seats=[{"name": "Ann"}, {"name": "Ben"}], first=0)
        bring_to_a_claim(caller, middle)
        player = sign_up(caller)
        caller.post("/v1/games", {"board": "india", "seats": [{"me": True}, {"kind": "bot"}]}, player.token)
    here, over = f"/g/{table.game}", f"/g/{finished}"
    screens = (
        "/",
        "/open",
        "/new",
        "/settings",
        "/help",
        "/sign-in",
        "/confirm-address",
        here,
        f"{here}?at=12",
    )
    join = f"/g/{inviting.game}#invite={inviting.invites[1]}"
    after = (f"{over}/end", f"{over}/audit", f"{over}/statistics", f"{over}?at=200", f"/p/{player.id}", join)
    kept = {"id": player.id, "name": "Ann", "token": player.token}
    return Places((*screens, *after), table, middle, over, kept)


def bring_to_a_claim(caller: Caller, table: Table) -> None:
    """Until the first player may pay for routes in several ways; somebody has proposed a pause."""
    Players(caller, table).play(len(table.seats))  # everybody keeps tickets
    while True:
        moves = caller.get(f"{table.path}/commands", table.seats[0]).json["moves"]
        claims = [move["route"] for move in moves if move["type"] == "claim_route"]
        if len(claims) > len(set(claims)):
            break
        for seat, token in table.seats.items():
            for _ in range(2):
                act(caller, table, {"type": "draw_card", "seat": seat}, token)
    act(caller, table, {"type": "propose", "motion": "pause", "seat": 1}, table.seats[1])


@pytest.fixture
def seated(
    browser: Browser, stack: Stack, places: Places, request: pytest.FixtureRequest
) -> Iterator[Window]:
    """Somebody with a seat at the table, in a browser as the test describes it."""
    window = Window(browser, stack.url, **request.param)
    window.page.goto(f"/g/{places.table.game}#token={places.table.seats[0]}")
    settle(window.page)
    yield window
    window.close()
    assert window.errors == []
    assert window.refused == [], "a screen asks for something that there is not"


def looking(theme: str, lang: str, size: str) -> dict[str, Any]:
    return {"locale": lang, "color_scheme": theme, "viewport": SIZES[size]}


def go(page: Page, screen: str) -> None:
    page.goto("about:blank")  # a fragment alone loads nothing
    page.goto(screen)
    settle(page)


def open_sheet(page: Page, places: Places) -> None:
    """The sheet that confirms which tickets are kept."""
    go(page, f"/g/{places.table.game}")
    page.locator(".do input[type=checkbox]").nth(0).check()
    page.locator(".do input[type=checkbox]").nth(1).check()
    page.locator("fieldset.set button.primary").click()
    page.wait_for_selector(f"{OPEN_SHEET} .primary:enabled")


def open_everything(page: Page, places: Places) -> None:
    """A turn, with a proposal of somebody, and all that can be unfolded but the menu, which lies over it."""
    page.goto("about:blank")
    page.goto(f"/g/{places.middle.game}#token={places.middle.seats[0]}")
    settle(page)
    for part in ("people", "do"):
        if page.locator(f'.tabs [data-part="{part}"]').count():
            page.locator(f'.tabs [data-part="{part}"]').click()
        page.evaluate("document.querySelectorAll('details:not(.home)').forEach((each) => (each.open = true))")


def open_payment(page: Page, places: Places) -> None:
    """The sheet with the ways to pay for a route."""
    open_everything(page, places)
    page.locator(".do .entry:has(.spaces)").first.click()
    page.wait_for_selector(f"{OPEN_SHEET} .primary:enabled")


def prove(page: Page, places: Places) -> None:
    go(page, f"{places.over}/audit")
    page.locator("button.primary").click()
    page.wait_for_selector(".bar.good")


def mark_a_ticket(page: Page, places: Places) -> None:
    go(page, f"{places.over}/end")
    page.locator(".paths button").nth(1).click()


def sign_in(page: Page, places: Places) -> None:
    """The games of a player."""
    page.evaluate("(kept) => localStorage.setItem('ttr.player', JSON.stringify(kept))", places.player)
    go(page, "/")
    page.wait_for_selector(".game")


def account(page: Page, places: Places) -> None:
    """The settings of somebody who is signed in."""
    sign_in(page, places)
    go(page, "/settings")
    page.wait_for_selector(".settings table")


def invite(page: Page, places: Places) -> None:
    """A table that waits for players, with links for them."""
    sign_in(page, places)
    go(page, "/new")
    page.wait_for_selector(".board-choice")
    page.locator("button[type=submit]").click()
    page.wait_for_selector(".invites")


State = Callable[[Page, Places], None]
STATES: Sequence[State] = (
    open_sheet,
    open_everything,
    open_payment,
    prove,
    mark_a_ticket,
    sign_in,
    account,
    invite,
)


FEW = (open_sheet, open_everything, account)


def visit(
    page: Page, places: Places, screens: slice = slice(None), states: Sequence[State] = STATES
) -> Iterator[str]:
    """Every screen and state, or some of them: its name, when the page shows it."""
    for screen in places.screens[screens]:
        go(page, screen)
        yield screen
    for state in states:
        state(page, places)
        settle(page)
        yield state.__name__


@pytest.mark.parametrize(
    ("seated", "turn"),
    [(looking("light", "en", "desk"), 0), (looking("dark", "fr", "phone"), 1)],
    indirect=["seated"],
)
def test_axe_finds_nothing(seated: Window, places: Places, turn: int) -> None:
    """Each screen in one of two looks; the long run has all of them in all eight."""
    half = slice(turn, None, 2)
    defects = {name: violations(seated.page) for name in visit(seated.page, places, half, STATES[half])}
    assert {name: listed for name, listed in defects.items() if listed} == {}


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "seated", [looking(*look) for look in LOOKS], ids=["-".join(look) for look in LOOKS], indirect=True
)
def test_nothing_is_wrong_in_any_look(seated: Window, places: Places) -> None:
    """By axe, and by our own measures: ids and names of images that occur twice, what is cut, covered, too small."""
    defects = {
        name: [*violations(seated.page), *inspect(seated.page).items()] for name in visit(seated.page, places)
    }
    assert {name: listed for name, listed in defects.items() if listed} == {}


@cache
def english_words() -> frozenset[str]:
    """Words of the English labels that the French ones do not have."""
    english, french = (
        set(LONG_WORD.findall(" ".join(json.loads(words(lang)).values()).lower())) for lang in ("en", "fr")
    )
    return frozenset(english - french - NAMES)


def inspect(page: Page) -> dict[str, list[Any]]:
    """What is wrong with the screen, and which of its words are of the other language."""
    kinds = faults(page)
    if page.evaluate("document.documentElement.lang") == "fr":
        text = page.locator("body").inner_text().lower()
        if english := sorted(set(LONG_WORD.findall(text)) & english_words()):
            kinds["english"] = english
    return kinds


@pytest.mark.parametrize(
    ("seated", "states"),
    [
        ({"locale": "fr", "viewport": SMALL_PHONE, "has_touch": True}, FEW),
        pytest.param(
            {"locale": "en", "viewport": SMALL_PHONE, "has_touch": True}, STATES, marks=pytest.mark.soak
        ),
        pytest.param(
            {"locale": "fr", "viewport": SMALL_PHONE, "has_touch": True}, STATES, marks=pytest.mark.soak
        ),
    ],
    indirect=["seated"],
    ids=["few", "en", "fr"],
)
def test_nothing_is_cut_covered_too_small_or_in_another_language(
    seated: Window, places: Places, states: Sequence[State]
) -> None:
    """At 320 pixels, which is a small desk at four times its size."""
    defects = {name: inspect(seated.page) for name in visit(seated.page, places, states=states)}
    assert {name: listed for name, listed in defects.items() if listed} == {}


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "seated",
    [{"locale": lang, "viewport": size} for lang in ("en", "fr") for size in (SMALL_DESK, PHONE)],
    indirect=True,
)
def test_nothing_is_cut_or_covered_in_text_of_twice_the_size(seated: Window, places: Places) -> None:
    seated.context.new_cdp_session(seated.page).send("Page.setFontSizes", DOUBLE)
    defects = {name: faults(seated.page) for name in visit(seated.page, places)}
    assert {name: listed for name, listed in defects.items() if listed} == {}


def deal(page: Page, kinds: Sequence[str]) -> None:
    """A hand with a dozen cards of each kind, whatever the service says."""

    def altered(route: Route) -> None:
        seen = (reply := route.fetch()).json()
        seen["seats"][0]["cards"] |= {"hand": dict.fromkeys(kinds, 12), "count": 12 * len(kinds)}
        route.fulfill(response=reply, json=seen)

    page.route("**/v1/games/*?include=menu*", altered)


@pytest.mark.parametrize("kinds", [5, 6, 9])
@pytest.mark.parametrize("seated", [{"locale": "fr", "viewport": SMALL_PHONE}], indirect=True)
def test_no_word_is_cut_on_a_small_phone(seated: Window, stack: Stack, places: Places, kinds: int) -> None:
    page = seated.page
    with over_http(stack.port) as caller:
        faces = caller.get(f"{places.table.path}/board").json["card_faces"]
    deal(page, sorted(faces, key=len, reverse=True)[:kinds])
    go(page, f"/g/{places.table.game}")
    page.get_by_role("button", name="Carte", exact=True).click()
    page.locator(".market").wait_for()
    assert page.locator(".hand .card").count() == kinds
    assert page.locator(".hand .cards").evaluate("(hand) => hand.scrollWidth <= hand.clientWidth")
    cut = {}
    for size in ("usual", "large"):
        page.evaluate("(size) => (document.documentElement.dataset.text = size)", size)
        cut[size] = page.evaluate(CUT, WORDS)
    assert cut == {"usual": [], "large": []}


@pytest.mark.parametrize(
    "seated", [{"locale": "en", "viewport": {"width": 1280, "height": 700}}], indirect=True
)
def test_a_small_desk_shows_the_whole_map(seated: Window) -> None:
    sizes = "(part) => [part.offsetWidth, part.offsetHeight]"
    width, height = seated.page.locator(".map-sheet").evaluate(sizes)
    seen_width, seen_height = seated.page.locator(".map-window").evaluate(sizes)
    assert (width <= seen_width, height <= seen_height) == (True, True)


@pytest.mark.parametrize("seated", [{"locale": "fr", "viewport": SMALL_PHONE}], indirect=True)
def test_the_chosen_board_is_in_sight(seated: Window) -> None:
    seated.page.goto("/new")
    expect(seated.page.locator(".board-choice:has(:checked)")).to_be_in_viewport(ratio=0.9)
