"""What holds a table and its service together: one stream for all tabs, none for nobody, and back after an outage."""

import json
import os
import signal
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from time import time

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, expect

from service.runtime.web_server import wait_until_ready
from tests.support.http.api_calls import Table, open_table, over_http, table_of
from tests.support.http.api_people import sign_up
from tests.support.http.running_service import STARTING_SECONDS, Stack, running
from tests.support.page.browser import PATIENCE_MS, Window
from tests.support.page.clicking import OPEN_SHEET, ClickingPlayer

TABS = 7
LIVE_MS = 1_000
BACK_MS = 10_000
HIDE = """(hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
SHOWN = """() => {
    window.shown = new Promise((resolve) => {
        const log = document.querySelector(".log ol");
        new MutationObserver(() => resolve(Date.now())).observe(log, { childList: true });
    });
}"""
LAST_LINE = ".log li:last-child"
PILE = ".market button.pile >> nth=0"
CONFIRM = f"{OPEN_SHEET} .primary"
SEEN = "**/seen"
STREAM = "**/events?after=*&include=messages"


class Streams:
    """Requests for streams of events that are open now, in tabs that are open."""

    def __init__(self, context: BrowserContext) -> None:
        self._open: list[Request] = []
        context.on("request", self._begun)
        context.on("requestfinished", self._ended)
        context.on("requestfailed", self._ended)

    def _begun(self, request: Request) -> None:
        if request.headers.get("accept") == "text/event-stream":
            self._open.append(request)

    def _ended(self, request: Request) -> None:
        if request in self._open:
            self._open.remove(request)

    def __len__(self) -> int:
        return sum(not request.frame.page.is_closed() for request in self._open)


def begun(stack: Stack) -> Table:
    """A game for two in which the first is to move."""
    with over_http(stack.port) as caller:
        table = open_table(caller, "usa", first=0)
    for seat in table.seats:
        act(stack, table, seat)
    return table


def act(stack: Stack, table: Table, seat: int, kind: str = "") -> int:
    """One move of a seat by another client; the version after it."""
    with over_http(stack.port) as caller:
        moves = caller.get(f"{table.path}/commands", table.seats[seat]).json["moves"]
        command = next(move for move in moves if move["type"].startswith(kind))
        reply = caller.post(f"{table.path}/commands", command, table.seats[seat], {"If-Match": "*"})
    assert reply.status == 200, reply.body
    version: int = reply.json["version"]
    return version


def sit_down(page: Page, table: Table, seat: int = 0) -> None:
    page.goto(f"/g/{table.game}#token={table.seats[seat]}")
    page.wait_for_selector('.map[aria-busy="false"]')


def test_a_move_of_somebody_else_is_shown_at_once(window: Window, stack: Stack) -> None:
    """The quickest of a few: a machine that does much else delays some, a page that waits delays all of them."""
    table, page = begun(stack), window.page
    sit_down(page, table, seat=1)
    delays = []
    for seat in (0, 0, 1, 1):
        page.evaluate(SHOWN)
        act(stack, table, seat, "draw_card")
        committed = 1000 * time()
        delays.append(page.evaluate("shown") - committed)
    assert min(delays) <= LIVE_MS


def test_seven_tabs_share_one_stream(window: Window, stack: Stack) -> None:
    table, streams = begun(stack), Streams(window.context)
    sit_down(window.page, table)
    tabs = [window.page, *(window.context.new_page() for _ in range(TABS - 1))]
    for tab in tabs[1:]:
        tab.goto(f"/g/{table.game}")
        tab.wait_for_selector('.map[aria-busy="false"]')
    act(stack, table, 0, "draw_card")
    for tab in tabs:
        expect(tab.locator(LAST_LINE)).to_contain_text("You draw", timeout=PATIENCE_MS)
    assert len(streams) == 1
    tabs[0].close()  # the one that read it: another takes over
    act(stack, table, 0, "draw_card")
    for tab in tabs[1:]:
        tab.wait_for_selector('.headline[data-mine="false"]')
    assert len(streams) == 1


def test_a_tab_that_nobody_looks_at_has_no_stream(window: Window, stack: Stack) -> None:
    table, streams = begun(stack), Streams(window.context)
    page = window.page
    page.clock.install()
    sit_down(page, table)
    page.clock.run_for(1_000)
    assert len(streams) == 1
    page.evaluate(HIDE, True)
    with page.expect_event("requestfailed"):
        page.clock.run_for(61_000)
    assert len(streams) == 0
    act(stack, table, 0, "draw_card")
    with page.expect_request(lambda request: "after=" in request.url):
        page.evaluate(HIDE, False)
    page.clock.resume()
    expect(page.locator(LAST_LINE)).to_contain_text("You draw", timeout=PATIENCE_MS)


def recovers(window: Window, table: Table, crash: Callable[[], None], restart: Callable[[], Stack]) -> None:
    """A card is drawn while the service crashes: it is drawn once, and the page misses nothing of what follows."""
    page = window.page
    sit_down(page, table)
    player = ClickingPlayer(page)
    page.locator(PILE).click()
    player.confirm()  # the first of two
    page.locator(PILE).click()
    page.wait_for_selector(f"{CONFIRM}:enabled")
    with page.expect_response(STREAM, timeout=1000 * STARTING_SECONDS) as stream:
        crash()
        page.locator(CONFIRM).click()
        stack = restart()
        assert wait_until_ready(stack.config, lambda: False, seconds=STARTING_SECONDS)
        back = 1000 * time()
    timing = stream.value.request.timing  # of the browser, which knows it best while the machine is busy
    assert timing["startTime"] + timing["responseStart"] - back <= BACK_MS
    page.wait_for_selector(f"{OPEN_SHEET} .bar.warning, body:not(:has({OPEN_SHEET}))")
    if page.locator(OPEN_SHEET).count():
        player.confirm()
    act(stack, table, 1, "draw_card")
    version = act(stack, table, 1, "draw_card")
    with over_http(stack.port) as caller:
        events = caller.get(f"{table.path}/events?include=said&lang=en", table.seats[0]).json["items"]
    assert [event["version"] for event in events] == list(range(1, version + 1))
    lines = [(event["version"], event["said"]) for event in events if event["said"]]
    expect(page.locator(".log li a")).to_have_count(len(lines))  # the last two may read the same
    assert logged(page) == lines


def logged(page: Page) -> list[tuple[int, str]]:
    """Versions and sentences of the log."""
    links = page.locator(".log li a").evaluate_all("(links) => links.map((a) => [a.search, a.textContent])")
    return [(int(search.removeprefix("?at=")), text) for search, text in links]


def test_a_page_recovers_when_the_service_is_killed_in_mid_turn(window: Window, stack: Stack) -> None:
    """Its processes are started again by the one above them."""

    def crash() -> None:
        for process in stack.api_processes():
            os.kill(process, signal.SIGKILL)

    recovers(window, begun(stack), crash, lambda: stack)


@pytest.mark.soak
def test_a_page_recovers_when_the_power_goes_in_mid_turn(browser: Browser, tmp_path: Path) -> None:
    """Everything is started again over the same data."""
    with ExitStack() as ending:
        stack = ending.enter_context(running(tmp_path))

        def restart() -> Stack:
            return ending.enter_context(running(tmp_path, port=stack.port))

        window = Window(browser, stack.url, locale="en-GB")
        ending.callback(window.close)
        recovers(window, begun(stack), stack.kill_everything, restart)
        assert window.errors == []


def test_only_what_somebody_looks_at_counts_as_seen(window: Window, stack: Stack) -> None:
    """By what the page says was seen, no mail comes about a turn: it says nothing while it is hidden."""
    page = window.page
    with over_http(stack.port) as caller:
        ann = sign_up(caller, "Ann")
        seats = [{"me": True}, {"name": "Ben"}]
        table = table_of(caller.post("/v1/games", {"board": "usa", "seats": seats, "first": 1}, ann.token))
    table.seats[0] = ann.token
    for seat in table.seats:
        act(stack, table, seat)
    page.goto(f"/sign-in#code={ann.code}")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_selector(".game")
    with page.expect_request(SEEN) as first, page.expect_request(STREAM):
        page.goto(f"/g/{table.game}")
    later: list[Request] = []
    page.on("request", lambda request: later.append(request) if request.url.endswith("/seen") else None)
    page.wait_for_selector(LAST_LINE)
    page.evaluate(HIDE, True)
    version = act(stack, table, 1, "draw_card")
    expect(page.locator(LAST_LINE)).to_contain_text("Ben draws")
    assert later == []
    with page.expect_request(SEEN) as second:
        page.evaluate(HIDE, False)
    before, after = (json.loads(each.value.post_data or "")["version"] for each in (first, second))
    assert before < after == version


def test_a_stream_is_tried_again_as_soon_as_the_service_answers(window: Window, stack: Stack) -> None:
    page, table = window.page, begun(stack)
    page.clock.install()
    page.route(STREAM, lambda route: route.abort())
    sit_down(page, table)
    for longer_ms in (1_100, 2_100):
        with page.expect_event("requestfailed", lambda request: "after=" in request.url):
            page.clock.fast_forward(longer_ms)
    page.unroute(STREAM)
    act(stack, table, 0, "draw_card")
    with page.expect_request(STREAM) as stream, page.expect_response("**/messages") as answer:
        page.get_by_label("Write to the table").fill("Hello?")
        page.get_by_role("button", name="Send").click()
    timing = answer.value.request.timing
    answered = timing["startTime"] + timing["responseStart"]
    assert stream.value.timing["startTime"] - answered <= LIVE_MS  # four seconds before its time
    expect(page.locator(LAST_LINE)).to_contain_text("You draw", timeout=PATIENCE_MS)


def test_a_service_that_lost_the_last_moves_is_followed_from_where_it_is(
    window: Window, stack: Stack
) -> None:
    """Its server crashed before it had written them down: the page asks for what comes after a version that is gone."""
    page, table = window.page, begun(stack)
    with over_http(stack.port) as caller:
        version = caller.get(table.path).json["version"]
    refusal = {"code": "version_not_reached", "facts": {"version": version - 1}}
    asked: list[str] = []

    def refuse_the_first(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=404, json=refusal)
        else:
            route.continue_()

    page.route(STREAM, refuse_the_first)
    with page.expect_request(f"**/events?after={version - 1}&include=messages", timeout=PATIENCE_MS):
        sit_down(page, table)
    act(stack, table, 0, "draw_card")
    expect(page.locator(LAST_LINE)).to_contain_text("You draw", timeout=PATIENCE_MS)
    assert f"after={version}&" in asked[0]


def test_a_table_without_a_stream_is_asked_for_news(window: Window, stack: Stack) -> None:
    """The service has no stream to spare, but answers."""
    page, table = window.page, begun(stack)
    refusal = {"status": 503, "headers": {"Retry-After": "1"}, "json": {"code": "streams_exhausted"}}
    page.route(STREAM, lambda route: route.fulfill(**refusal))
    sit_down(page, table)
    act(stack, table, 0, "draw_card")
    expect(page.locator(LAST_LINE)).to_contain_text("You draw", timeout=PATIENCE_MS)


def test_a_stream_that_has_fallen_silent_is_opened_anew(window: Window, stack: Stack) -> None:
    """A phone that changes its network does not hear that the connection is gone."""
    page, table = window.page, begun(stack)
    page.clock.install()
    with page.expect_request(STREAM):
        sit_down(page, table)
    with page.expect_request(STREAM, timeout=PATIENCE_MS):
        page.clock.run_for(46_000)


def test_without_a_connection_the_table_stays_and_says_so(window: Window, stack: Stack) -> None:
    page = window.page
    sit_down(page, begun(stack))
    window.context.set_offline(True)
    expect(page.locator("#page > .bar.warning")).to_contain_text("No connection")
    player = ClickingPlayer(page)
    page.locator(PILE).click()
    page.locator(CONFIRM).click()
    expect(page.locator(f"{OPEN_SHEET} .bar.warning")).to_contain_text("No answer from the service")
    window.context.set_offline(False)
    player.confirm()
    expect(page.locator(LAST_LINE)).to_contain_text("You draw")


def test_my_games_are_shown_without_a_connection(window: Window) -> None:
    page = window.page
    page.goto("/new?against=bot")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".map-sheet svg")
    page.goto("/")
    page.wait_for_selector(".games .game")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()  # the worker has the page now
    page.wait_for_selector(".games .game")
    window.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".games .game")
    assert "Your games as of" in page.locator(".bar.as-of").inner_text()
    window.context.set_offline(False)
    page.reload()
    page.wait_for_selector(".games .game")
    assert page.locator(".bar").count() == 0


def test_a_screen_of_an_older_version_is_loaded_anew(window: Window) -> None:
    """The service was updated while the page was open, and has the older files no more."""
    page = window.page
    page.goto("/open")
    page.route("**/screens/help.js", lambda route: route.fulfill(status=404), times=1)
    with page.expect_navigation():
        page.get_by_role("link", name="Help").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Help")


def test_a_screen_that_cannot_be_loaded_says_so(window: Window) -> None:
    page = window.page
    page.goto("/open")
    page.evaluate("navigator.serviceWorker.ready")
    window.context.set_offline(True)
    page.get_by_role("link", name="Help").click()
    expect(page.locator("main .bar.warning")).to_contain_text("No answer from the service")
    window.context.set_offline(False)
