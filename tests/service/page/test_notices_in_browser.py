"""The page away from its window: installed, and with notices that the service pushes.

Needs a whole Chromium: the headless shell has neither notices nor a check whether a page can be installed. Part of
the long run, for a quick one has the shell alone.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, CDPSession, Page

from tests.support.http.running_service import Stack
from tests.support.page.browser import PATIENCE_MS, persistent_browser

pytestmark = pytest.mark.soak

SHOWN = """async (bodies) => {
    const registration = await navigator.serviceWorker.ready;
    for (;;) {
        const notices = await registration.getNotifications();
        const shown = notices.map(({ body }) => body).sort().join();
        if (shown === bodies.sort().join()) return notices.map(({ title, body, tag }) => [title, body, tag]);
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
}"""  # until these and no others are shown
CLICK = """async () => {
    let notification;
    while (!notification) [notification] = await self.registration.getNotifications();
    const opened = [];
    self.clients.openWindow = async (url) => opened.push(url);
    const finished = [];
    const event = new NotificationEvent("notificationclick", { notification });
    event.waitUntil = (work) => finished.push(work);
    self.dispatchEvent(event);
    await Promise.all(finished);
    return opened;
}"""


@pytest.fixture
def context(stack: Stack, tmp_path: Path) -> Iterator[BrowserContext]:
    """A browser with a profile that it keeps: private windows install nothing."""
    with persistent_browser(tmp_path, stack.url) as opened:
        yield opened


@pytest.fixture
def page(context: BrowserContext) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto("/help")
    page.wait_for_selector("main h1")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return page


class Pusher:
    """The push service of the browser."""

    def __init__(self, page: Page, origin: str) -> None:
        self._page, self._origin = page, origin
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._registrations: list[Any] = []
        self._session.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: self._registrations.extend(event["registrations"]),
        )
        self._session.send("ServiceWorker.enable")
        page.wait_for_function(
            "navigator.serviceWorker.ready.then(({ active }) => active?.state === 'activated')"
        )

    def push(self, **notice: str) -> None:
        self._session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": self._origin,
                "registrationId": self._registrations[0]["registrationId"],
                "data": json.dumps(notice),
            },
        )

    def shown(self, *bodies: str) -> list[list[str]]:
        """The notices on the screen, once they are those with these texts; the test's time limit ends the wait."""
        notices: list[list[str]] = self._page.evaluate(SHOWN, list(bodies))
        return notices


def test_the_browser_offers_to_install_the_page(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}


def test_a_notice_is_shown_replaced_and_withdrawn(page: Page, stack: Stack) -> None:
    pusher = Pusher(page, stack.url)
    pusher.push(type="your_turn", title="Your turn", text="Europe with Ben", tag="g1", url="/g/g1")
    assert pusher.shown("Europe with Ben") == [["Your turn", "Europe with Ben", "g1"]]
    pusher.push(type="your_turn", title="Your turn", text="Lyon with Cleo", tag="g2", url="/g/g2")
    pusher.shown("Europe with Ben", "Lyon with Cleo")
    pusher.push(type="withdrawn", tag="g2")
    pusher.shown("Europe with Ben")
    pusher.push(type="reminder", title="Your turn", text="One hour left", tag="g1", url="/g/g1")
    assert pusher.shown("One hour left") == [["Your turn", "One hour left", "g1"]]


def test_a_click_on_a_notice_opens_the_table(page: Page, stack: Stack) -> None:
    pusher = Pusher(page, stack.url)
    pusher.push(type="your_turn", title="Your turn", text="Europe with Ben", tag="g1", url="/g/g1")
    pusher.shown("Europe with Ben")
    (worker,) = page.context.service_workers
    assert worker.evaluate(CLICK) == ["/g/g1"]
    assert pusher.shown() == []
