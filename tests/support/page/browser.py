"""The browser for tests of the page: the one that `TTR_BROWSER` names, or whichever is on the machine."""

import asyncio.events
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

REQUIRED = (
    "required"  # as the value of TTR_BROWSER: a missing browser fails the tests instead of skipping them
)
NO_BROWSER = "no browser on this machine: install chromium, or name one in TTR_BROWSER"
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
PHONE: ViewportSize = {"width": 360, "height": 740}
DESK = {"width": 1366, "height": 850}
PATIENCE_MS = 45_000  # for a machine that does much else; what is ready is not waited for

expect.set_options(timeout=PATIENCE_MS)


def browser_path() -> str | None:
    """Where a browser is, if there is one."""
    named = os.environ.get("TTR_BROWSER", "")
    if named and named != REQUIRED:
        return named
    return next((path for program in PROGRAMS if (path := shutil.which(program))), None)


def need_browser() -> None:
    """Ends a test that cannot run here."""
    if browser_path() is None:
        _give_up(NO_BROWSER)


def _give_up(reason: str) -> NoReturn:
    if os.environ.get("TTR_BROWSER") == REQUIRED:
        pytest.fail(f"{reason}; TTR_BROWSER says that it is required")
    pytest.skip(reason)


class SharedBrowser:
    """One browser for all tests of a process.

    Its driver has an event loop in this thread. While no test uses the browser the loop is out of sight, so that other
    tests can run loops of their own.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser, self._loop = browser, asyncio.events._get_running_loop()
        asyncio.events._set_running_loop(None)

    @contextmanager
    def in_use(self) -> Iterator[Browser]:
        asyncio.events._set_running_loop(self._loop)
        try:
            yield self._browser
        finally:
            asyncio.events._set_running_loop(None)


@contextmanager
def running_browser() -> Iterator[SharedBrowser]:
    playwright = sync_playwright().start()
    shared = SharedBrowser(playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"]))
    yield shared
    with shared.in_use() as browser:
        browser.close()
        playwright.stop()


@contextmanager
def persistent_browser(profile: Path, base: str) -> Iterator[BrowserContext]:
    """A whole browser, as people have it, that may show notices; the headless shell lacks what is around a page."""
    path = next((path for program in PROGRAMS[1:] if (path := shutil.which(program))), None)
    if path is None:
        _give_up("no whole browser on this machine: install chromium")
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=path,
            args=["--no-sandbox", "--headless=new"],
            ignore_default_args=["--headless"],
            permissions=["notifications"],
            base_url=base,
        )
        yield context
        context.close()


class Window:
    """One person's browser: its page, and everything that went wrong in it."""

    def __init__(self, browser: Browser, base: str, **options: Any) -> None:
        self.context: BrowserContext = browser.new_context(base_url=base, **{"viewport": DESK, **options})
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.refused: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.context.on("request", lambda request: self._asked(request.url, base))
        self.context.on("response", lambda reply: self._answered(reply.status, reply.url))
        self.page.on("console", lambda line: self._heard(line.type, line.text))

    def _asked(self, url: str, base: str) -> None:
        self.requests.append(url)
        if not url.startswith((f"{base}/", "data:", "blob:")):
            self.errors.append(f"asks somebody else: {url}")

    def _answered(self, status: int, url: str) -> None:
        if status >= 400:
            self.refused.append(f"{status} {url}")

    def _heard(self, kind: str, text: str) -> None:
        if kind == "error" and "Failed to load resource" not in text:  # refusals are the page's to show
            self.errors.append(text)

    def close(self) -> None:
        self.context.close()
