"""How fast the page answers on a cheap phone: taps, steps through history, the proof. Part of the long run."""

from collections.abc import Iterator
from statistics import quantiles
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page

from service.page.assets import version
from tests.support.audit.game_records import file_of, record_of
from tests.support.http.api_calls import Table, act, open_table, over_http
from tests.support.http.running_service import Stack
from tests.support.page.browser import PHONE, Window
from tests.support.page.clicking import OPEN_SHEET, TappingPlayer
from tests.support.page.finished_games import import_game
from tests.support.page.measures import make_cpu_slow, measure, measures

pytestmark = [pytest.mark.soak, pytest.mark.timeout(300)]

CARDS, COMMANDS = 60, 1_700
FEEDBACK_MS, TASK_MS = 100, 200
STEP_MS, CACHED_STEP_MS = 400, 150
PROOF_SECONDS, EVENTS = 3, 300
STEPPED = """(version) => new Promise((resolve) => {
    const begun = performance.now();
    const shows = () => document.querySelector('.history input').value === String(version) &&
        document.querySelector('.map[aria-busy="false"]');
    const observer = new MutationObserver(() => shows() && (observer.disconnect(), resolve(performance.now() - begun)));
    observer.observe(document.querySelector(".table"), { subtree: true, childList: true, attributes: true });
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
})"""
PROVE = """async ([assets, text]) => {
    const { prove } = await import(`${assets}/proof/proof.js`);
    const begun = performance.now();
    prove(text);
    return performance.now() - begun;
}"""


@pytest.fixture
def phone(browser: Browser, stack: Stack) -> Iterator[Window]:
    window = Window(browser, stack.url, locale="en-GB", viewport=PHONE, has_touch=True)
    measure(window.page)
    yield window
    window.close()
    assert window.errors == []


@pytest.fixture(scope="module")
def table(stack: Stack) -> Table:
    """The densest board, and somebody with so many cards that almost everything is legal."""
    with over_http(stack.port) as caller:
        table = open_table(caller, "world-dense", first=0)
        for token in table.seats.values():
            act(caller, table, caller.get(f"{table.path}/commands", token).json["moves"][0], token)
        for turn in range(CARDS):
            seat = turn % 2
            for _ in range(2):
                act(caller, table, {"type": "draw_card", "seat": seat}, table.seats[seat])
        moves = caller.get(f"{table.path}/commands", table.seats[0]).json["moves"]
    assert len(moves) >= COMMANDS
    return table


def sit_down(page: Page, table: Table) -> None:
    page.goto(f"/g/{table.game}#token={table.seats[0]}")
    page.wait_for_selector('.map[aria-busy="false"]')


def test_a_tap_is_felt_at_once_however_much_is_legal(phone: Window, table: Table) -> None:
    page = phone.page
    sit_down(page, table)
    make_cpu_slow(page)
    page.evaluate("measures.longest = 0")
    legal = page.locator("g[data-routes].legal")
    player = TappingPlayer(page)
    for number in range(0, legal.count(), max(1, legal.count() // 24)):
        if player.click_in_picture(legal.nth(number)):
            page.wait_for_selector(f"{OPEN_SHEET}, .offered .chip")
            page.keyboard.press("Escape")
            page.locator(".offered .chip.quiet").or_(page.locator(".headline")).last.tap()
    seen = measures(page)
    assert len(seen["taps"]) >= 20
    assert quantiles(seen["taps"], n=20)[-1] <= FEEDBACK_MS, seen
    assert seen["longest"] <= TASK_MS, seen


def test_steps_through_history_are_quick(phone: Window, stack: Stack) -> None:
    page = phone.page
    with over_http(stack.port) as caller:
        game = import_game(caller, "world-dense").header.game
    page.goto(f"/g/{game}?at=100")
    page.wait_for_selector('.map[aria-busy="false"]')
    first = page.evaluate(STEPPED, 101)
    steps = []
    for at in range(102, 122):
        page.wait_for_load_state("networkidle")  # what lies beside this step is at hand
        steps.append(page.evaluate(STEPPED, at))
    assert first <= STEP_MS
    assert quantiles(steps, n=20)[-1] <= CACHED_STEP_MS, steps


def test_the_proof_of_a_long_game_takes_seconds(phone: Window) -> None:
    board = next(
        board for board in ("europe", "usa", "world-dense") if len(record_of(board).events) >= EVENTS
    )
    page = phone.page
    page.goto("/help")
    page.wait_for_selector("main h1")
    make_cpu_slow(page)
    page.evaluate("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    taken = page.evaluate(PROVE, [f"/assets/{version()}", file_of(board).decode()])
    assert taken <= PROOF_SECONDS * 1000


def test_the_page_stays_awake_while_it_proves(
    phone: Window, tmp_path_factory: pytest.TempPathFactory
) -> None:
    page, file = phone.page, tmp_path_factory.mktemp("proof") / "game.ndjson"
    file.write_bytes(file_of("europe"))
    page.goto("/g/0123456789abcdef/audit")
    page.wait_for_selector("main h1")
    make_cpu_slow(page)
    page.evaluate("measures.longest = 0")
    begun = monotonic()
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector(".bar.good")
    assert monotonic() - begun <= 2 * PROOF_SECONDS
    assert measures(page)["longest"] <= TASK_MS
