"""What goes wrong on the way: lost answers, double clicks, a table that changes, somebody who only watches."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.http.api_calls import Table, over_http, table_of
from tests.support.http.running_service import Stack
from tests.support.page.browser import Window
from tests.support.page.clicking import OPEN_SHEET

CACHED = """async () => {
    await navigator.serviceWorker.ready;
    const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return caught.flat().map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith("/v1"));
}"""  # answers of the API that the browser has put aside
CONFIRM = f"{OPEN_SHEET} .primary"
HELD = 12  # times that a key repeats
TAP_TWICE = """(pile) => new Promise((resolve) => {
    new MutationObserver((_, observer) => {
        const button = document.querySelector("dialog .primary");
        if (!button) return;
        observer.disconnect();
        button.click();
        resolve();
    }).observe(document.body, { childList: true, subtree: true });
    pile.click();
})"""  # a pile, and what confirms as soon as it is there, however slow the machine is
LEAVE_AT_ONCE = """async (pile) => {
    pile.click();
    await null; // it is shown
    const sheet = document.querySelector("dialog");
    if (!sheet.open || sheet.matches(":modal")) throw new Error("not the moment that is meant");
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    await null;
}"""


@pytest.fixture
def table(stack: Stack) -> Table:
    """Two people on the USA board, both with their first tickets; the first one is to move."""
    with over_http(stack.port) as caller:
        seats = [{"name": "Ann"}, {"name": "Ben"}]
        table = table_of(caller.post("/v1/games", {"board": "usa", "seats": seats, "first": 0}))
        for token in table.seats.values():
            command = caller.get(f"{table.path}/commands", token).json["moves"][0]
            caller.post(f"{table.path}/commands", command, token, {"If-Match": "*"})
    return table


def sit_down(window: Window, table: Table) -> Page:
    window.page.goto(f"/g/{table.game}#token={table.seats[0]}")
    window.page.wait_for_selector('.map[aria-busy="false"]')
    return window.page


def cards(stack: Stack, table: Table) -> int:
    with over_http(stack.port) as caller:
        count: int = caller.get(table.path).json["seats"][0]["cards"]["count"]
    return count


def pick_a_draw(page: Page) -> None:
    page.locator(".market button.pile").first.click()
    page.wait_for_selector(f"{CONFIRM}:enabled")


def test_a_double_click_draws_once(window: Window, stack: Stack, table: Table) -> None:
    page = sit_down(window, table)
    pick_a_draw(page)
    page.locator(CONFIRM).dblclick()
    page.wait_for_selector(OPEN_SHEET, state="detached")
    assert cards(stack, table) == 5


def test_a_card_needs_one_tap_of_those_who_want_no_question(
    window: Window, stack: Stack, table: Table
) -> None:
    """Not two of a double click, though, and what costs something is asked about."""
    page = window.page
    page.goto("/settings")
    page.get_by_label("Ask before a move").select_option(label="except to take cards")
    sit_down(window, table)
    page.locator(".do details", has_text="Claim").locator(".entry").first.click()
    page.locator(f"{OPEN_SHEET} .quiet").click()
    page.wait_for_selector(OPEN_SHEET, state="detached")
    page.locator(".market button.pile").first.dblclick()
    expect(page.locator(".hand h2")).to_have_text("Your hand (5)")
    assert cards(stack, table) == 5


def test_a_key_that_is_held_down_sends_nothing_twice(window: Window, stack: Stack, table: Table) -> None:
    """A browser repeats a click for as long as the key is down: on what picks, and then on what confirms."""
    page = sit_down(window, table)
    page.locator(".market button.pile").first.focus()
    for _ in range(HELD):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.wait_for_selector(f"{CONFIRM}:enabled")  # none of the repeats has pressed "Cancel"
    assert cards(stack, table) == 4
    page.keyboard.press("Escape")
    pick_a_draw(page)
    page.locator(CONFIRM).focus()
    with page.expect_response("**/commands"):
        for _ in range(HELD):
            page.keyboard.down("Enter")
    page.wait_for_selector(OPEN_SHEET, state="detached")
    page.keyboard.down("Enter")  # where the focus is now
    page.keyboard.up("Enter")
    assert page.locator("dialog").count() == 0
    assert cards(stack, table) == 5


def test_escape_counts_before_the_sheet_takes_the_page_over(window: Window, table: Table) -> None:
    """Between the tap and the frame after it, in which a slow device draws the map anew."""
    page = sit_down(window, table)
    page.locator(".market button.pile").first.evaluate(LEAVE_AT_ONCE)
    assert page.locator("dialog").count() == 0


def test_a_tap_that_was_meant_for_something_else_sends_nothing(
    window: Window, stack: Stack, table: Table
) -> None:
    page = sit_down(window, table)
    page.locator(".market button.pile").first.evaluate(TAP_TWICE)
    page.wait_for_selector(f"{CONFIRM}:enabled")
    assert [url for url in window.requests if url.endswith("/commands")] == []
    assert cards(stack, table) == 4


@pytest.mark.parametrize("whole", [True, False], ids=["whole", "half"])
def test_a_lost_answer_has_one_effect(window: Window, stack: Stack, table: Table, whole: bool) -> None:
    """The command arrives, its answer does not, or breaks off: it is sent again with the same key."""
    page = sit_down(window, table)
    lost: list[Any] = []

    def lose_the_first(route: Route) -> None:
        if lost or route.request.method != "POST":
            route.continue_()
            return
        lost.append(reply := route.fetch())
        if whole:
            route.abort()
        else:
            route.fulfill(response=reply, body=reply.text()[:20])

    page.route("**/commands", lose_the_first)
    pick_a_draw(page)
    page.locator(CONFIRM).click()
    page.wait_for_selector(OPEN_SHEET, state="detached")
    assert len(lost) == 1
    assert cards(stack, table) == 5


def test_the_sheet_closes_over_the_latest_table(window: Window, table: Table) -> None:
    """News of the move make the page look again before its own look is answered; the later one counts."""
    page = sit_down(window, table)
    looks: list[Route] = []

    def answer_the_second_last(route: Route) -> None:
        looks.append(route)
        if len(looks) == 2:
            looks[0].continue_()
        if len(looks) > 2:
            route.continue_()

    pick_a_draw(page)
    page.route("**/v1/games/*?include=menu*", answer_the_second_last)
    with page.expect_response("**/v1/games/*?include=menu*"):
        page.locator(CONFIRM).click()
    page.evaluate("new Promise((resolve) => setTimeout(resolve, 50))")  # the answer is read
    assert page.locator(OPEN_SHEET).count() == 1
    looks[1].continue_()
    page.wait_for_selector(OPEN_SHEET, state="detached")
    assert "5" in page.locator("#hand-title").inner_text()


def test_a_picture_that_takes_long_comes_later(window: Window, table: Table) -> None:
    refused: list[str] = []

    def refuse_the_first(route: Route) -> None:
        if refused:
            route.continue_()
            return
        refused.append(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "1"}, json={"code": "picture_not_ready"})

    window.page.route("**/board.svg*", refuse_the_first)
    page = sit_down(window, table)
    assert len(refused) == 1
    assert page.locator(".map-sheet svg").count() == 1


def test_a_board_that_is_not_drawn_yet_is_shown_later(window: Window) -> None:
    refused: set[str] = set()

    def refuse_each_once(route: Route) -> None:
        if route.request.url in refused:
            route.continue_()
            return
        refused.add(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "1"}, json={"code": "picture_not_ready"})

    window.page.route("**/v1/boards/*.svg*", refuse_each_once)
    window.page.goto("/")
    window.page.wait_for_function("() => document.querySelector('.hero-map')?.naturalWidth > 0")
    assert len(refused) == 1


def test_a_choice_from_before_is_not_carried_out(window: Window, stack: Stack, table: Table) -> None:
    """The same person has moved on another device between choosing and confirming."""
    window.page.route(
        "**/events?after=*&include=messages", lambda route: route.abort()
    )  # no news reach this page
    page = sit_down(window, table)
    pick_a_draw(page)
    with over_http(stack.port) as caller:
        take = next(
            move
            for move in caller.get(f"{table.path}/commands", table.seats[0]).json["moves"]
            if move["type"] == "draw_card"
        )
        for _ in range(2):
            caller.post(f"{table.path}/commands", take, table.seats[0], {"If-Match": "*"})
    page.locator(CONFIRM).click()
    page.wait_for_selector(".do .bar")
    assert "the table has changed" in page.locator(".do .bar").inner_text()
    assert cards(stack, table) == 6


def test_who_watches_gets_no_secrets(window: Window, table: Table) -> None:
    bodies: list[str] = []
    window.page.on("response", lambda response: bodies.append(_text(response)))
    window.page.goto(f"/g/{table.game}")
    window.page.wait_for_selector('.map[aria-busy="false"]')
    assert window.page.locator(".do, .hand").count() == 0
    views = [body for body in bodies if '"seats":[' in body and '"table":{' in body]
    assert views
    assert all('"hand":null' in body and '"menu":null' in body for body in views)
    assert not any('"hand":{' in body or '"kept":[' in body for body in bodies)


def _text(response: Any) -> str:
    is_stream = "event-stream" in (response.headers.get("content-type") or "")
    return (
        ""
        if is_stream or response.status != 200 or "image" in response.headers["content-type"]
        else response.text()
    )


def test_no_token_is_in_an_address_a_cache_or_the_log(window: Window, stack: Stack, table: Table) -> None:
    page = sit_down(window, table)
    for screen in ("/", "/new", "/open", "/settings", "/help"):
        page.goto(screen)
        page.wait_for_selector("main h1")
    assert "#" not in page.url
    assert [url for url in window.requests if "ttr_" in url] == []
    assert page.evaluate(CACHED) == []
    assert table.seats[0] not in stack.log.read_text("utf-8")
