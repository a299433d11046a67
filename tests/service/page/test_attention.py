"""Where the eye and the ear are: focus that stays, one announcement for a burst, no motion for those who want none."""

from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from service.page.assets import version
from tests.support.http.api_calls import Table, act, open_table, over_http
from tests.support.http.running_service import Stack
from tests.support.http.service_games import games_on, move
from tests.support.page.browser import PATIENCE_MS, PHONE, Window
from tests.support.page.clicking import OPEN_SHEET, ClickingPlayer
from tests.support.page.finished_games import import_game
from tests.support.page.inspection import settle
from tests.support.page.measures import Tasks

BURST = 200
FRAME_MS = 1_000
PAUSE_MS = 950  # between two announcements; browsers let a timer fire a little early
MOVING = """() => {
    const moving = ({ effect }) => effect.getComputedTiming().duration > 1;
    const lasting = (element) => ["", "::before", "::after"].some((part) => {
        const style = getComputedStyle(element, part);
        return [style.transitionDuration, style.animationDuration].some((time) => parseFloat(time) > 0.001);
    });
    return [document.getAnimations().filter(moving).length, [...document.querySelectorAll("*")].filter(lasting).length];
}"""
SPOKEN = """async ([assets, count]) => {
    const { announce } = (await import(`${assets}/page.js`)).$modules["table/story.js"];
    const heard = [];
    const region = document.getElementById("announcer");
    new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true });
    for (let number = 1; number <= count; number += 1) announce([`Event ${number}.`]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    return heard;
}"""
READ_AHEAD = """async ([assets, path, looks]) => {
    const { Story } = (await import(`${assets}/page.js`)).$modules["table/story.js"];
    const store = { at: null, eyes: null, path, token: undefined, view: { value: null }, latest: { value: Infinity } };
    const story = new Story(store);
    for (const version of looks) {
        store.view.value = { version };
        await story.load();
    }
    return story.entries.value.map(({ version }) => version);
}"""
FILLS = """(cards) => cards.map((card) => getComputedStyle(card))
    .map(({ backgroundColor, backgroundImage }) => backgroundColor + backgroundImage)"""
LISTEN = """() => {
    const region = document.getElementById("announcer");
    window.spoken = [];
    new MutationObserver(() => spoken.push(performance.now())).observe(region, { childList: true });
}"""
FLOOD = """([game, version, count]) => {
    const channel = new BroadcastChannel(`ttr.${game}`);
    for (let number = 1; number <= count; number += 1) channel.postMessage({ version: version + number });
}"""

READING = """(most) => {
    const stops = [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]")]
        .filter((each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility() && !each.closest("svg, .skip"))
        .slice(0, most);
    const part = (each) => each.closest("section, fieldset, nav, form, li, .tools, dialog");
    const box = (each) => each.getBoundingClientRect();
    const above = (one, other) => box(one).bottom <= box(other).top + 6;
    const before = (one, other) => one.contains(other) || above(one, other)
        || (box(one).left <= box(other).left && !above(other, one));
    return stops.slice(1).map((stop, place) => [stops[place], stop])
        .filter(([one, other]) => one.tabIndex || other.tabIndex || (part(one) === part(other) && !before(one, other)))
        .map((pair) => pair.map((each) => each.outerHTML.slice(0, 80)));
}"""  # neighbours among what the Tab key reaches that do not follow each other for the eye

SEEN = """(element) => {
    const box = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(box.left + box.width / 2, box.top + 2));
}"""

UNCOVERED = """(element) => {
    const { left, width, top, bottom } = element.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)));
}"""

FOLLOW_FOCUS = """() => {
    window.stops = [];
    document.addEventListener("keyup", () => {
        const element = document.activeElement;
        const style = getComputedStyle(element);
        const width = style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth);
        stops.push([element.outerHTML.slice(0, 120), width]);
    });
}"""  # after each key


@pytest.fixture
def table(stack: Stack) -> Table:
    """Two people with their first tickets; the first one is to move."""
    with over_http(stack.port) as caller:
        table = open_table(caller, "usa", first=0)
        for token in table.seats.values():
            move = caller.get(f"{table.path}/commands", token).json["moves"][0]
            act(caller, table, move, token)
    return table


def sit_down(window: Window, table: Table, seat: int = 0) -> None:
    window.page.goto(f"/g/{table.game}#token={table.seats[seat]}")
    window.page.wait_for_selector('.map[aria-busy="false"]')


def test_the_focus_stays_when_the_table_changes(window: Window, stack: Stack, table: Table) -> None:
    page = window.page
    sit_down(window, table, seat=1)
    page.locator("#say").focus()
    with over_http(stack.port) as caller:
        act(caller, table, {"type": "draw_card", "seat": 0}, table.seats[0])
        act(caller, table, {"type": "draw_card", "seat": 0}, table.seats[0])
    page.wait_for_selector('.headline[data-mine="true"]')
    expect(page.locator("#say")).to_be_focused()


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE], ids=["desk", "phone"])
def test_an_answer_comes_into_sight_and_goes_with_the_turn(
    window: Window, table: Table, size: ViewportSize
) -> None:
    """Each choice in it is there once, as a button, until something else is played."""
    page, reply = window.page, window.page.locator(".say .reply")
    page.set_viewport_size(size)
    sit_down(window, table)
    if size == PHONE:
        page.locator('.tabs [data-part="do"]').click()
    page.locator("#say").fill("claim")
    page.locator("#say").press("Enter")
    choices = reply.get_by_role("button")
    expect(choices.first).to_be_visible()
    first = choices.first.inner_text().removeprefix("1. ")
    assert (reply.evaluate(SEEN), reply.inner_text().count(first)) == (True, 1)
    expect(page.locator("#say")).to_be_focused()
    page.locator(".do button.wide", has_text="Draw a card").click()
    page.wait_for_selector(OPEN_SHEET)
    ClickingPlayer(page).confirm()
    expect(choices).to_have_count(0)


def test_a_tap_on_a_route_that_cannot_be_paid_for_says_what_it_takes(window: Window, table: Table) -> None:
    page = window.page
    sit_down(window, table)
    row = page.locator('[data-routes*="seattle"][data-routes*="helena"]').first
    assert ClickingPlayer(page).click_in_picture(row)
    answer = page.locator(".map").get_by_role("status")
    expect(answer).to_contain_text("takes 6 yellow")
    expect(answer).to_contain_text("You cannot pay for it yet: you hold")


def test_nothing_covers_a_ticket_on_offer(window: Window, stack: Stack) -> None:
    """On a phone, where the button that keeps them stays in sight."""
    page = window.page
    page.set_viewport_size(PHONE)
    with over_http(stack.port) as caller:
        sit_down(window, open_table(caller, "usa", first=0))
    tickets = page.locator(".set .tick")
    for ticket in tickets.all():
        ticket.click()
    expect(page.locator(".set .primary")).to_be_enabled()
    assert [ticket.evaluate(UNCOVERED) for ticket in tickets.all()] == [True] * 3


def test_the_focus_moves_to_what_is_around_it_when_its_place_is_gone(
    window: Window, stack: Stack, table: Table
) -> None:
    """After a move of one's own, and when somebody takes the card that has the focus."""
    page, keys = window.page, ClickingPlayer(window.page)
    sit_down(window, table)
    with over_http(stack.port) as caller:
        draw = page.locator(".do button.wide", has_text="Draw a card")
        for _ in range(2):
            draw.focus()
            page.keyboard.press("Enter")
            page.wait_for_selector(OPEN_SHEET)
            keys.confirm()
        expect(page.locator('.headline[data-mine="false"]')).to_be_visible()
        expect(page.get_by_role("region", name="Your moves")).to_be_focused()
        page.locator(".log li a").last.focus()
        for _ in range(2):
            act(caller, table, {"type": "draw_card", "seat": 1}, table.seats[1])
        page.wait_for_selector('.headline[data-mine="true"]')
        expect(page.locator(".log li a:focus")).to_have_count(1)
    entry = page.locator(".do .entry").first
    entry.focus()
    entry.evaluate("(entry) => entry.closest('details').remove()")
    expect(page.get_by_role("region", name="Your moves")).to_be_focused()


def test_the_order_of_the_focus_is_that_of_reading(window: Window, table: Table) -> None:
    """Down the document, and within each part of it line by line."""
    page = window.page
    sit_down(window, table)
    assert page.evaluate(READING, 70) == []
    for screen in ("/", "/new", "/settings", "/help", "/sign-in", f"/g/{table.game}/audit"):
        page.goto(screen)
        settle(page)
        assert page.evaluate(READING, 40) == [], screen


def test_escape_closes_the_sheet_and_the_focus_returns(window: Window, table: Table) -> None:
    page = window.page
    sit_down(window, table)
    pile = page.locator(".market button.pile").first
    for leave in ("Escape", "Cancel"):
        pile.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(OPEN_SHEET)
        assert page.evaluate("document.activeElement.closest('dialog') !== null")
        if leave == "Escape":
            page.keyboard.press("Escape")
        else:
            page.get_by_role("button", name="Cancel").click()
        page.wait_for_selector(OPEN_SHEET, state="detached")
        expect(pile).to_be_focused()


def test_the_focus_can_be_seen_wherever_it_is(window: Window, table: Table) -> None:
    """By an outline that the browser draws, on every stop of the table and of the screens around it."""
    page = window.page
    sit_down(window, table)
    stops, unseen = walk(page, 60)
    assert (len(stops) > 20, unseen) == (True, [])
    for screen, least in (("/", 5), ("/new", 15), ("/settings", 8), ("/help", 5), ("/sign-in", 8)):
        page.goto(screen)
        settle(page)
        stops, unseen = walk(page, 30)
        assert (len(stops) >= least, unseen) == (True, []), screen


def walk(page: Page, keys: int) -> tuple[set[str], list[str]]:
    """What has the focus after each of so many keys, and where it cannot be seen."""
    page.evaluate(FOLLOW_FOCUS)
    for _ in range(keys):
        page.keyboard.press("Tab")
    stops = page.evaluate("stops")
    unseen = [name for name, width in stops if width < 2 and not name.startswith("<body")]
    return {name for name, _ in stops}, unseen


def test_nothing_moves_for_those_who_want_no_motion(browser: Browser, stack: Stack, table: Table) -> None:
    """Not while cards are drawn, somebody claims a route or points are counted, nor on any other screen."""
    window = Window(browser, stack.url, locale="en-GB", reduced_motion="reduce")
    page = window.page
    sit_down(window, table)
    page.locator(".do details", has_text="Claim").locator(".entry").first.click()
    page.wait_for_selector(OPEN_SHEET)
    assert page.evaluate(MOVING) == [0, 0]
    ClickingPlayer(page).confirm()
    page.wait_for_selector(".map-sheet .fresh", state="attached")
    assert page.evaluate(MOVING) == [0, 0]
    with over_http(stack.port) as caller:
        over = f"/g/{import_game(caller, 'usa').header.game}"
    page.goto(f"{over}/end")
    page.get_by_role("button", name="Watch the count").click()
    page.wait_for_selector(".film p")
    assert page.evaluate(MOVING) == [0, 0]
    for screen in ("/", "/new", "/settings", "/help", f"{over}/audit", f"{over}?at=50"):
        page.goto(screen)
        settle(page)
        assert page.evaluate(MOVING) == [0, 0], screen
    window.close()
    assert window.errors == []


def test_a_burst_is_one_announcement_and_one_look(window: Window, table: Table) -> None:
    page = window.page
    sit_down(window, table)
    heard = page.evaluate(SPOKEN, [f"/assets/{version()}", BURST])
    assert heard == [f"{BURST - 3} more before that. Event 198. Event 199. Event 200."]
    before = len(window.requests)
    with page.expect_request("**/v1/games/*?include=menu*", timeout=PATIENCE_MS):
        page.evaluate(FLOOD, [table.game, 100, BURST])
    page.wait_for_selector('.map[aria-busy="false"]')
    looks = [url for url in window.requests[before:] if "include=menu" in url]
    assert len(looks) <= 2  # what comes while it looks is looked at once more


def test_the_page_stays_awake_while_others_play_in_haste(window: Window, stack: Stack, table: Table) -> None:
    """The log has every sentence, no stretch of work is long, and the announcer speaks once a second at most."""
    page, games = window.page, games_on(stack.store)
    sit_down(window, table, seat=1)
    page.evaluate(LISTEN)
    loaded = games.cache.read_latest(table.game)
    begun = loaded.version
    with Tasks(page) as tasks:
        while loaded.version < begun + BURST:
            loaded = move(games, loaded)
        news = versions_in_log(stack, table, begun)
        page.wait_for_selector(f'.log li:last-child a[href$="?at={news[-1]}"]')
        assert tasks.longest() <= FRAME_MS
    shown = page.locator(".log li a").evaluate_all("(links) => links.map((link) => link.search)")
    assert shown[-len(news) :] == [f"?at={number}" for number in news]
    spoken = page.evaluate("spoken")
    pauses = [later - earlier for earlier, later in pairwise(spoken)]
    assert spoken
    assert all(pause >= PAUSE_MS for pause in pauses), pauses


def test_a_log_that_is_ahead_of_the_table_keeps_what_it_has(window: Window, stack: Stack) -> None:
    """In a burst the log may have read on while the table was looked at."""
    with over_http(stack.port) as caller:
        header = import_game(caller, "usa").header
    window.page.goto(f"/g/{header.game}/end")
    settle(window.page)
    shown = window.page.evaluate(
        READ_AHEAD, [f"/assets/{version()}", f"/v1/games/{header.game}", [20, 110, 120]]
    )
    assert shown[:1] == [1]
    assert shown == sorted(set(shown))
    assert len(shown) == shown[-1]
    assert len(shown) > 150


def versions_in_log(stack: Stack, table: Table, after: int) -> list[int]:
    query = f"{table.path}/events?include=said&lang=en&limit=500&after={after}"
    with over_http(stack.port) as caller:
        page = caller.get(query, table.seats[1]).json
    assert page["next"] is None
    return [item["version"] for item in page["items"] if item["news"]]


def test_it_is_playable_in_forced_colours(browser: Browser, stack: Stack, table: Table) -> None:
    """Cards keep their colours, which are played with; more than colour shows what is chosen or waits."""
    window = Window(browser, stack.url, locale="en-GB", forced_colors="active")
    page = window.page
    sit_down(window, table)
    fills = page.locator(".hand .card").evaluate_all(FILLS)
    assert len(set(fills)) == len(fills) > 1
    assert page.locator("g[data-routes].legal").count() > 0
    halo = page.locator(".halo").first.evaluate("(halo) => getComputedStyle(halo).stroke")
    assert halo != page.locator(".map-window").evaluate("(map) => getComputedStyle(map).backgroundColor")
    player = ClickingPlayer(page)
    while page.locator('.headline[data-mine="true"]').count():
        player.move()
        page.wait_for_selector('.map[aria-busy="false"]')
    assert player.sent in (1, 2)
    window.close()
    assert window.errors == []
