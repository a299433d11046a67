"""The service worker with a browser that is made up: what it shows when the service pushes, and what a click opens.

The long run has the same with the notices of a whole browser; the headless shell has none.
"""

from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser

GAMES = "https://trains.example"
SOURCE = files("service.page").joinpath("assets", "sw.js").read_text("utf-8")
TURN = {
    "type": "your_turn",
    "title": "Your turn",
    "text": "Europe with Ben",
    "tag": "g1",
    "url": f"{GAMES}/g/g1",
}
WORKER = """async ([source, origin, pushes, clicked, open]) => {
    const [handlers, opened, focused, told] = [{}, [], [], []];
    let shown = [];
    const windows = open.map((url) => ({ url, focus: () => focused.push(url), postMessage: (it) => told.push(it) }));
    const close = (tag) => (shown = shown.filter((notice) => notice.tag !== tag));
    const registration = {
        getNotifications: async ({ tag }) => shown.filter((notice) => notice.tag === tag),
        showNotification: async (title, { body, tag, data }) => {
            close(tag); // as browsers do
            shown.push({ title, body, tag, data, close: () => close(tag) });
        },
    };
    const self = {
        registration,
        location: { origin, href: `${origin}/sw.js` },
        clients: { matchAll: async () => windows, openWindow: async (url) => opened.push(url) },
        addEventListener: (name, handler) => (handlers[name] = handler),
    };
    new Function("self", "PAGE", source)(self, { version: "1", kept: [] });
    const happen = async (name, event) => {
        const work = [];
        handlers[name]({ ...event, waitUntil: (promise) => work.push(promise) });
        await Promise.all(work);
    };
    for (const push of pushes) await happen("push", { data: { json: () => push } });
    const seen = shown.map(({ title, body, tag }) => [title, body, tag]);
    const [notification] = shown.filter(({ tag }) => tag === clicked);
    if (notification) await happen("notificationclick", { notification });
    return { seen, opened, focused, told, left: shown.map(({ tag }) => tag) };
}"""


def worked(browser: Browser, *pushes: dict[str, str], click: str = "", windows: tuple[str, ...] = ()) -> Any:
    page = browser.new_page()
    try:
        return page.evaluate(WORKER, [SOURCE, GAMES, list(pushes), click, list(windows)])
    finally:
        page.close()


def test_a_turn_has_one_notice_which_the_next_replaces(browser: Browser) -> None:
    reminder = TURN | {"type": "reminder", "text": "One hour left"}
    other = TURN | {"tag": "g2", "text": "Lyon with Cleo"}
    assert worked(browser, TURN)["seen"] == [["Your turn", "Europe with Ben", "g1"]]
    assert worked(browser, TURN, other, reminder)["seen"] == [
        ["Your turn", "Lyon with Cleo", "g2"],
        ["Your turn", "One hour left", "g1"],
    ]


def test_it_is_closed_when_the_turn_was_played_elsewhere(browser: Browser) -> None:
    other = TURN | {"tag": "g2", "text": "Lyon with Cleo"}
    seen = worked(browser, TURN, other, {"type": "withdrawn", "tag": "g1"})["seen"]
    assert seen == [["Your turn", "Lyon with Cleo", "g2"]]


@pytest.mark.parametrize(
    ("windows", "focused", "opened"),
    [
        ((), [], [TURN["url"]]),
        ((f"{GAMES}/help", f"{GAMES}/g/g1?at=3"), [f"{GAMES}/g/g1?at=3"], []),
        ((f"{GAMES}/g/g2",), [], [TURN["url"]]),
    ],
    ids=["no window", "its window", "another table"],
)
def test_a_click_opens_the_table_or_the_window_that_shows_it(
    browser: Browser, windows: tuple[str, ...], focused: list[str], opened: list[str]
) -> None:
    after = worked(browser, TURN, click="g1", windows=windows)
    assert (after["focused"], after["opened"], after["left"]) == (focused, opened, [])


def test_the_first_push_tells_the_page_its_code(browser: Browser) -> None:
    first = TURN | {"type": "confirm", "code": "4711"}
    assert worked(browser, first, windows=(f"{GAMES}/settings",))["told"] == [{"code": "4711"}]
