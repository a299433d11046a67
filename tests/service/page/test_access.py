"""The page for everybody: no violation that axe knows of, on any screen, in both themes, languages and sizes."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Browser, Page, expect

from tests.support.http.api_calls import over_http
from tests.support.http.running_service import Stack
from tests.support.page.browser import DESK, PHONE, Window

RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}}
SIZES = {"phone": PHONE, "desk": DESK}
LOOKS = [
    ("light", "en", "desk"),
    ("dark", "fr", "phone"),
    pytest.param("dark", "en", "desk", marks=pytest.mark.soak),
    pytest.param("light", "fr", "phone", marks=pytest.mark.soak),
]
SCREENS = (
    "/",
    "/open",
    "/new",
    "/settings",
    "/help",
    "/sign-in",
    "{game}",
    "{game}?at=12",
    "{game}/statistics",
)


WORDS = ".market .card:not([data-card=locomotive]) span, .tabs button"  # a locomotive is a picture to the eye
CUT = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
  const words = document.createRange();
  words.selectNodeContents(element);
  const [inner, outer] = [words, element.closest('.card, button')].map((each) => each.getBoundingClientRect());
  return inner.left < outer.left || inner.right > outer.right;
}).map((element) => element.textContent)"""
SETTLED = """() => !document.querySelector('.loading, [aria-busy="true"]')"""


def violations(page: Page) -> list[str]:
    response: dict[str, Any] = Axe().run(page, options=RULES).response
    return [
        f"{violation['id']}: {node['html'][:160]}"
        for violation in response["violations"]
        for node in violation["nodes"]
    ]


@pytest.fixture(scope="module")
def seat(stack: Stack) -> tuple[str, str]:
    """The address of a table, and the token of a seat at it."""
    with over_http(stack.port) as caller:
        body = caller.post("/v1/games", {"board": "europe", "seats": [{"name": "Ann"}, {"name": "Ben"}]}).json
    return f"/g/{body['id']}", body["seats"][0]["token"]


@pytest.mark.parametrize(("theme", "lang", "size"), LOOKS)
def test_axe_finds_nothing(
    browser: Browser, stack: Stack, seat: tuple[str, str], theme: Any, lang: str, size: str
) -> None:
    window = Window(browser, stack.url, locale=lang, color_scheme=theme, viewport=SIZES[size])
    page, (game, token) = window.page, seat
    page.goto(f"{game}#token={token}")
    page.wait_for_selector('.map[aria-busy="false"]')
    faults = {}
    for screen in SCREENS:
        page.goto(screen.format(game=game))
        page.wait_for_selector("main h1")
        page.wait_for_function(SETTLED)
        faults[screen] = violations(page)
    page.goto(game)
    page.locator(".do input[type=checkbox]").nth(0).check()
    page.locator(".do input[type=checkbox]").nth(1).check()
    page.locator("fieldset.set button.primary").click()
    page.wait_for_selector("dialog[open]")
    faults["dialog"] = violations(page)
    window.close()
    assert {screen: kinds for screen, kinds in faults.items() if kinds} == {}
    assert window.errors == []


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_nothing_is_wider_than_a_small_phone(
    browser: Browser, stack: Stack, seat: tuple[str, str], lang: str
) -> None:
    window = Window(browser, stack.url, locale=lang, viewport={"width": 320, "height": 640})
    page, (game, token) = window.page, seat
    page.goto(f"{game}#token={token}")
    page.wait_for_selector("main h1")
    widths = {}
    for screen in SCREENS:
        page.goto(screen.format(game=game))
        page.wait_for_selector("main h1")
        page.wait_for_function(SETTLED)
        widths[screen] = page.evaluate("document.documentElement.scrollWidth")
    window.close()
    assert {screen: wide for screen, wide in widths.items() if wide > 320} == {}


def test_no_word_is_cut_on_a_small_phone(browser: Browser, stack: Stack, seat: tuple[str, str]) -> None:
    window = Window(browser, stack.url, locale="fr", viewport={"width": 320, "height": 640})
    page, (game, token) = window.page, seat
    page.goto(f"{game}#token={token}")
    page.get_by_role("button", name="Carte", exact=True).click()
    page.locator(".market").wait_for()
    cut = {}
    for size in ("usual", "large"):
        page.evaluate("(size) => (document.documentElement.dataset.text = size)", size)
        cut[size] = page.evaluate(CUT, WORDS)
    page.goto("/new")
    expect(page.locator(".board-choice:has(:checked)")).to_be_in_viewport(ratio=0.9)
    window.close()
    assert cut == {"usual": [], "large": []}
    assert window.errors == []
