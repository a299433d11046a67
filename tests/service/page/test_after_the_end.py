"""After the end on the page: through whose eyes one looks back, what broke a tie, and playing again."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, Route, expect

from tests.support.http.api_calls import Table, act, open_table, over_http
from tests.support.http.api_players import Players
from tests.support.http.running_service import Stack
from tests.support.page.browser import PATIENCE_MS, PHONE, Window
from tests.support.store.store_servers import eventually

MOVES = 12
KEEP = "([name, game, token]) => localStorage.setItem(`ttr.${name}`, JSON.stringify({ [game]: token }))"
HAND = """() => Object.fromEntries([...document.querySelectorAll(".hand .card")].map(
    (card) => [card.dataset.card, Number(card.querySelector("b").textContent)]
))"""


@pytest.fixture(scope="module")
def table(stack: Stack) -> Table:
    """Two people who agreed to end their game after a few moves."""
    with over_http(stack.port) as caller:
        table = open_table(caller, "usa")
        Players(caller, table, seed=3).play(MOVES)
        act(caller, table, {"type": "propose", "motion": "end"}, table.seats[0])
        act(caller, table, {"type": "agree", "motion": "end"}, table.seats[1])
        eventually(lambda: caller.get(table.path).json["status"] == "scored", "the final score")
    return table


@pytest.fixture
def guest(browser: Browser, stack: Stack) -> Iterator[Window]:
    opened = Window(browser, stack.url, locale="en-GB", viewport=PHONE, has_touch=True)
    yield opened
    opened.close()
    assert opened.errors == []


def remember(page: Page, kind: str, table: Table, token: str) -> None:
    """A token that this browser has kept."""
    page.goto("/help")
    page.evaluate(KEEP, [kind, table.game, token])


def hand_of(stack: Stack, table: Table, seat: int, version: int) -> dict[str, int]:
    with over_http(stack.port) as caller:
        seats = caller.get(f"{table.path}?at={version}&as_seat={seat}", table.auditor).json["seats"]
    return {card: count for card, count in seats[seat]["cards"]["hand"].items() if count}


def test_the_auditor_looks_through_the_eyes_of_any_seat(window: Window, stack: Stack, table: Table) -> None:
    page, version = window.page, 14
    remember(page, "audits", table, table.auditor)
    page.goto(f"/g/{table.game}?at={version}")
    for seat in (0, 1):
        page.get_by_label("As seen by").select_option(str(seat))
        page.wait_for_url(f"**/g/{table.game}?at={version}&as={seat}")
        expect(page.locator('.seat[data-mine="true"]')).to_contain_text(f"Player {seat}")
        page.wait_for_selector(".hand .card")
        page.wait_for_selector('.map[aria-busy="false"]')
        assert page.evaluate(HAND) == hand_of(stack, table, seat, version) != {}
    page.get_by_role("button", name="One step back").click()
    page.wait_for_url(f"**?at={version - 1}&as=1")
    page.get_by_label("As seen by").select_option("")
    expect(page.locator(".hand")).to_have_count(0)


def test_a_seat_looks_back_on_what_it_saw_then_and_no_more(window: Window, table: Table) -> None:
    page, bodies = window.page, list[Any]()
    page.on("response", lambda response: bodies.extend(_views(response)))
    remember(page, "seats", table, table.seats[0])
    page.goto(f"/g/{table.game}?at=6")
    page.wait_for_selector('.map[aria-busy="false"]')
    for version in range(7, MOVES):
        page.keyboard.press("j")
        expect(page.locator('.history input[type="range"]')).to_have_value(str(version))
    page.wait_for_selector('.map[aria-busy="false"]')
    assert page.get_by_label("As seen by").count() == 0
    assert len(bodies) >= MOVES - 6
    assert all(body["seats"][0]["cards"]["hand"] is not None for body in bodies)
    assert all(body["seats"][1]["cards"]["hand"] is None for body in bodies)
    assert all(body["seats"][1]["tickets"].get("kept") is None for body in bodies)


def _views(response: Response) -> list[Any]:
    return [response.json()] if "include=menu" in response.url and response.ok else []


def test_what_broke_a_tie_is_said(window: Window, table: Table) -> None:
    decided: list[str | None] = [None]

    def tied(route: Route) -> None:
        seen = (reply := route.fetch()).json()
        seen["result"]["decided"] = decided[0]
        route.fulfill(response=reply, json=seen)

    window.page.route("**/v1/games/*?include=result*", tied)
    window.page.goto(f"/g/{table.game}/end")
    window.page.wait_for_selector(".result table")
    assert window.page.locator("p.decided").count() == 0
    decided[0] = "Tied on points, decided by the number of completed tickets."
    window.page.reload()
    expect(window.page.locator("p.decided")).to_contain_text("decided by the number of completed tickets")


def test_both_play_again_at_the_same_table(window: Window, guest: Window, table: Table) -> None:
    pages = [window.page, guest.page]
    for seat, page in enumerate(pages):
        remember(page, "seats", table, table.seats[seat])
        page.goto(f"/g/{table.game}/end")
        page.get_by_role("button", name="Play again").click()
        page.wait_for_selector(".headline", timeout=PATIENCE_MS)
    assert pages[0].url == pages[1].url
    assert table.game not in pages[0].url
