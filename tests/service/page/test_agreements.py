"""What people at a table settle on the page: a pause, a seat handed over, an order for the next turn."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.http.running_service import Stack
from tests.support.page.browser import PHONE, Window
from tests.support.page.clicking import OPEN_SHEET, ClickingPlayer

ON_SHAPE = """(shape) => {
    const point = shape.getPointAtLength(1).matrixTransform(shape.getScreenCTM());
    return [point.x, point.y];
}"""


@pytest.fixture
def others(browser: Browser, stack: Stack) -> Iterator[list[Window]]:
    """Two more people, on phones."""
    opened = [
        Window(browser, stack.url, locale="en-GB", viewport=PHONE, has_touch=True) for _ in ("Ben", "Eve")
    ]
    yield opened
    for window in opened:
        window.close()
        assert window.errors == []


def confirm(page: Page) -> None:
    page.wait_for_selector(OPEN_SHEET)
    page.locator(f"{OPEN_SHEET} .primary").click()
    page.wait_for_selector(OPEN_SHEET, state="detached")


def accept(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def sit_down(page: Page, link: str, name: str) -> None:
    """At the beginning, when everybody chooses tickets."""
    accept(page, link, name)
    page.wait_for_selector("fieldset.set")


def begin(host: Page, guest: Page) -> None:
    """Ann opens a table, and Ben joins."""
    host.goto("/new")
    host.get_by_label("Your name").fill("Ann")
    host.get_by_role("button", name="Open the table").click()
    sit_down(guest, host.get_by_label("Link for seat 2").input_value(), "Ben")
    host.wait_for_selector("fieldset.set")


def test_a_pause_is_proposed_agreed_to_and_ended(window: Window, others: list[Window]) -> None:
    host, guest = window.page, others[0].page
    begin(host, guest)
    host.locator(".matters summary").click()
    host.get_by_role("button", name="Propose something to everybody: a pause").click()
    confirm(host)
    banner = guest.locator(".request")
    assert "a pause" in banner.inner_text()
    banner.get_by_role("button", name="Agree").click()
    confirm(guest)
    for page in (host, guest):
        page.wait_for_selector("h1:has-text('Paused')")
    host.locator(".do").get_by_role("button", name="Go on with the game").click()
    confirm(host)
    guest.wait_for_selector("h1:has-text('Your turn')")
    assert guest.locator(".request").count() == 0


def test_a_seat_is_handed_over_by_a_link(window: Window, others: list[Window]) -> None:
    host, (ben, eve) = window.page, others
    begin(host, ben.page)
    host.locator(".new-links summary").click()
    host.get_by_role("button", name="Hand my seat to somebody").click()
    sit_down(eve.page, host.locator(".new-links input").input_value(), "Eve")
    host.wait_for_selector('.table[data-seated="false"]')
    assert "Eve" in host.locator(".people").inner_text()
    assert host.locator(".hand").count() == 0


def test_somebody_takes_the_seat_of_a_bot_by_a_link(window: Window, others: list[Window]) -> None:
    host, guest = window.page, others[0].page
    host.goto("/new?against=bot")
    host.get_by_role("button", name="Open the table").click()
    host.locator(".new-links summary").click()
    host.get_by_role("button", name="New link for").click()
    expect(host.locator(".new-links input")).to_have_value(re.compile("#invite="))
    accept(guest, host.locator(".new-links input").input_value(), "Ben")
    expect(host.locator(".people .seat").nth(1)).to_contain_text("Ben")


def test_a_new_link_to_the_seat_of_somebody_present_is_theirs_to_refuse(
    window: Window, others: list[Window]
) -> None:
    host, guest = window.page, others[0].page
    begin(host, guest)
    host.locator(".new-links summary").click()
    host.get_by_role("button", name="New link for Ben").click()
    expect(host.locator(".new-links input")).to_have_value(re.compile("#invite="))
    guest.locator(".request").get_by_role("button", name="Object").click()
    confirm(guest)
    expect(guest.locator(".request")).to_have_count(0)


def test_a_free_route_is_ordered_in_the_turn_of_another(window: Window, others: list[Window]) -> None:
    host, guest = window.page, others[0].page
    begin(host, guest)
    for page in (host, guest):
        ClickingPlayer(page).wait()
        ClickingPlayer(page).move()
    for page in (host, guest):
        page.wait_for_function("!document.querySelector('fieldset.set')")
        page.wait_for_selector('.map[aria-busy="false"]')
    waiting = guest if host.locator('.headline[data-mine="true"]').count() else host
    waiting.mouse.click(*waiting.locator('[data-routes="helena--winnipeg"] path').first.evaluate(ON_SHAPE))
    expect(waiting.locator(".orders li input").first).to_have_value("claim Helena Winnipeg")
    waiting.get_by_role("button", name="Give the order").click()
    waiting.locator(".orders .reply .chip").first.click()
    waiting.wait_for_selector(".orders .reply:has-text('standing orders are changed')")
