"""What two people settle at a table, each in a browser: undo, vacation, resigning, coming back, the end, orders."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from service.services import make_services
from tests.support.http.api_calls import Table, open_table, over_http
from tests.support.http.running_service import Stack
from tests.support.page.browser import PATIENCE_MS, Window
from tests.support.page.clicking import OPEN_SHEET, ClickingPlayer
from workers.jobs.clock_actions import tick

CLOCK = {"kind": "per_move", "seconds": 86_400, "vacation_days": 7, "on_timeout": "bot_takes_over"}


@pytest.fixture
def table(stack: Stack) -> Table:
    """Two people on the USA board, both with their first tickets; the first one is to move."""
    with over_http(stack.port) as caller:
        table = open_table(caller, "usa", first=0, clock=CLOCK)
        for token in table.seats.values():
            command = caller.get(f"{table.path}/commands", token).json["moves"][0]
            caller.post(f"{table.path}/commands", command, token, {"If-Match": "*"})
    return table


@pytest.fixture
def ann(window: Window, table: Table) -> Page:
    return sit_down(window, table, 0)


@pytest.fixture
def ben(browser: Browser, stack: Stack, table: Table) -> Iterator[Page]:
    window = Window(browser, stack.url, locale="en-GB")
    yield sit_down(window, table, 1)
    window.close()
    assert window.errors == []


def sit_down(window: Window, table: Table, seat: int) -> Page:
    window.page.goto(f"/g/{table.game}#token={table.seats[seat]}")
    window.page.wait_for_selector('.map[aria-busy="false"]')
    return window.page


def ask(page: Page, name: str) -> None:
    """Chooses something among the matters of the table, and confirms it."""
    matters = page.locator("details.matters")
    if matters.get_attribute("open") is None:
        matters.locator("summary").click()
    chip = matters.get_by_role("button", name=re.compile(name, re.IGNORECASE)).first
    chip.click()
    ClickingPlayer(page).confirm()


def answer(page: Page, name: str) -> None:
    """Answers what the other has proposed."""
    page.locator(".request").get_by_role("button", name=name).click()
    ClickingPlayer(page).confirm()


def reads(page: Page, text: str) -> None:
    expect(page.locator(".log li", has_text=re.compile(text)).last).to_be_attached(timeout=PATIENCE_MS)


def test_a_claim_is_taken_back_once_the_other_agrees(
    ann: Page, ben: Page, stack: Stack, table: Table
) -> None:
    refused = ann.locator(".do details", has_text="Take back the last move")
    refused.locator("summary").click()
    expect(refused).to_contain_text("once the next player has played, a move stands")
    ann.locator(".do details", has_text="Claim").locator(".entry").first.click()
    ann.wait_for_selector(OPEN_SHEET)
    ClickingPlayer(ann).confirm()
    reads(ben, "Player 0 claims")
    undo = ann.get_by_role("button", name="Take back the last move")
    expect(undo).to_have_count(1)
    ann.locator("details.matters summary").click()
    titles = ann.locator(".people").locator("h3, h4, button").all_inner_texts()
    assert len(titles) > 5
    assert sorted(set(titles)) == sorted(titles), (
        "what may be asked of the table has one heading and one button"
    )
    undo.click()
    ClickingPlayer(ann).confirm()
    answer(ben, "Agree")
    ClickingPlayer(ann).wait()
    with over_http(stack.port) as caller:
        seat = caller.get(table.path).json["seats"][0]
    assert (seat["points"], seat["trains"]) == (0, 45)


def test_an_objection_drops_what_was_proposed(ann: Page, ben: Page) -> None:
    ask(ben, "the end of the game")
    answer(ann, "Object")
    reads(ben, "Player 0 objects")
    expect(ben.locator(".request")).to_have_count(0, timeout=PATIENCE_MS)


def test_the_game_ends_when_both_want_it(ann: Page, ben: Page) -> None:
    ask(ben, "the end of the game")
    answer(ann, "Agree")
    for page in (ann, ben):
        expect(page.get_by_role("link", name="See the result")).to_be_visible(timeout=PATIENCE_MS)


def test_somebody_resigns_and_a_bot_plays_on(ann: Page, ben: Page) -> None:
    ask(ben, "a greedy bot plays on")
    reads(ann, "has resigned")


def test_a_vacation_is_taken(ann: Page, ben: Page) -> None:
    ben.locator("details.matters summary").click()
    ben.locator("details.matters").get_by_role("button", name="Take a vacation").click()
    ClickingPlayer(ben).confirm()
    until = re.compile(
        r"away until [MTWFS][a-z]{2} \d{1,2} [A-Z][a-z]{2} \d{2}:\d{2}$"
    )  # as sentences have it
    expect(ann.locator(".people .seat").nth(1).locator("small").last).to_have_text(until, timeout=PATIENCE_MS)
    expect(ann.locator(".log")).not_to_contain_text(
        "has until"
    )  # deadlines stand beside the names, in local time


def test_somebody_whose_time_ran_out_comes_back(ann: Page, ben: Page, stack: Stack, table: Table) -> None:
    """A bot steps in and plays the turn; both see it, and both see them come back."""
    with over_http(stack.port) as caller:
        deadline = caller.get(table.path).json["seats"][0]["clock"]["deadline_at"]
    tick(make_services(stack.config, stack.store).games, table.game, deadline)
    for page in (ann, ben):
        expect(page.locator(".people .seat").first).to_contain_text("bot", timeout=PATIENCE_MS)
    ann.locator(".do").get_by_role("button", name="Come back").click()
    ClickingPlayer(ann).confirm()
    reads(ann, "You are back")
    reads(ben, "Player 0 is back")
    with over_http(stack.port) as caller:
        holders = caller.get(f"{table.path}/seats").json["items"][0]["holders"]
    assert "returned" in {holder["reason"] for holder in holders}


def test_an_order_is_given_in_the_turn_of_another_listed_and_cancelled(ann: Page, ben: Page) -> None:
    orders = ben.locator("details.orders")
    orders.locator("summary").click()
    orders.get_by_label("Do this").fill("draw 2")
    orders.get_by_role("button", name="Give the order").click()
    orders.get_by_role("button", name=re.compile("yes", re.IGNORECASE)).click()
    reads(ben, "Your standing orders are changed")
    expect(orders.get_by_label("Do this")).to_have_value("")
    orders.get_by_role("button", name="My orders").click()
    expect(orders.locator(".reply")).to_contain_text("1. draw 2", timeout=PATIENCE_MS)
    ben.locator("details.matters summary").click()
    cancelling = ben.locator("details.matters .matter", has_text="Cancel a standing order")
    expect(cancelling.get_by_role("button")).to_have_text(["order 1", "all of them"])
    cancelling.get_by_role("button", name="order 1").click()
    ClickingPlayer(ben).confirm()
    expect(cancelling).to_have_count(0, timeout=PATIENCE_MS)
    orders.get_by_role("button", name="My orders").click()
    expect(orders.locator(".reply")).to_contain_text("no standing orders", timeout=PATIENCE_MS)


def test_an_order_is_carried_out_when_the_turn_comes(ann: Page, ben: Page) -> None:
    orders = ben.locator("details.orders")
    orders.locator("summary").click()
    orders.get_by_label("Do this").fill("draw 2")
    orders.get_by_role("button", name="Give the order").click()
    orders.get_by_role("button", name=re.compile("yes", re.IGNORECASE)).click()
    reads(ben, "Your standing orders are changed")
    for _ in range(2):
        ann.locator(".market button.pile").first.click()
        ClickingPlayer(ann).confirm()
    reads(ann, "Player 1 draws")
    ClickingPlayer(ann).wait()  # it is their turn again, though Ben has touched nothing
    assert ben.locator(".hand h2").inner_text() == "Your hand (6)"
