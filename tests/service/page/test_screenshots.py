"""The pictures of the page in the README and the docs, made by playing.

`make screenshots` writes them to `docs/pictures`; otherwise they are only made.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.support.http.api_calls import open_table, over_http
from tests.support.http.api_players import Players
from tests.support.http.running_service import Stack
from tests.support.page.browser import DESK, Window
from tests.support.page.finished_games import import_game
from tests.support.store.store_servers import eventually

PHONE = {"width": 390, "height": 780}
SETTLED_MS = 1500  # motion has ended
MIDDLE = 130  # moves into the game
pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    wanted = os.environ.get("TTR_SCREENSHOTS")
    return Path(wanted) if wanted else tmp_path_factory.mktemp("screenshots")


@pytest.fixture(scope="module")
def table(stack: Stack) -> str:
    """A game that has come half-way, for the seat whose turn it is."""
    with over_http(stack.port) as caller:
        table = open_table(caller, "europe", seats=[{"name": name} for name in ("Ann", "Ben", "Cora")])
        Players(caller, table, seed=4).play(MIDDLE)
        (seat,) = caller.get(table.path).json["waiting_for"]
        return f"/g/{table.game}#token={table.seats[seat]}"


def shoot(page: Page, path: Path) -> None:
    page.wait_for_timeout(SETTLED_MS)
    page.screenshot(path=path)
    assert path.stat().st_size > 20_000, "hardly anything is to be seen"


def test_the_table_on_a_desk(browser: Browser, stack: Stack, table: str, folder: Path) -> None:
    window = Window(browser, stack.url, locale="en-GB", viewport=DESK)
    window.page.goto(table)
    window.page.wait_for_selector('.map[aria-busy="false"]')
    shoot(window.page, folder / "page-table.png")
    window.close()


def test_the_table_on_a_phone(browser: Browser, stack: Stack, table: str, folder: Path) -> None:
    options = {"viewport": PHONE, "color_scheme": "dark", "has_touch": True}
    window = Window(browser, stack.url, locale="fr-FR", **options)
    window.page.goto(table)
    window.page.wait_for_selector('.map[aria-busy="false"]')
    shoot(window.page, folder / "page-phone.png")
    window.close()


@pytest.mark.timeout(300)
def test_the_result_with_a_ticket_on_the_map(browser: Browser, stack: Stack, folder: Path) -> None:
    with over_http(stack.port) as caller:
        game = caller.post("/v1/games", {"board": "usa", "seats": [{"kind": "bot"}] * 3}).json["id"]
        eventually(lambda: caller.get(f"/v1/games/{game}").json["status"] == "scored", "the last move", 240)
    window = Window(browser, stack.url, locale="en-GB", viewport=DESK)
    window.page.goto(f"/g/{game}/end")
    window.page.wait_for_selector(".marked-map svg")
    window.page.locator('.paths .entry[data-failed="false"]').nth(1).click()
    shoot(window.page, folder / "page-result.png")
    window.close()


def test_the_proof(browser: Browser, stack: Stack, folder: Path) -> None:
    with over_http(stack.port) as caller:
        game = import_game(caller, "usa").header.game
    window = Window(browser, stack.url, locale="en-GB", viewport={"width": 900, "height": 690})
    window.page.goto(f"/g/{game}/audit")
    window.page.get_by_role("button", name="Prove it here").click()
    window.page.wait_for_selector(".bar.good")
    shoot(window.page, folder / "page-proof.png")
    window.close()
