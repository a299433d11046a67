"""A browser for the tests of the page, and a window in it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.http.running_service import Stack
from tests.support.page.browser import SharedBrowser, Window, running_browser


@pytest.fixture(scope="session")
def shared_browser() -> Iterator[SharedBrowser]:
    with running_browser() as started:
        yield started


@pytest.fixture
def browser(shared_browser: SharedBrowser) -> Iterator[Browser]:
    with shared_browser.in_use() as browser:
        yield browser


@pytest.fixture
def window(browser: Browser, stack: Stack) -> Iterator[Window]:
    """A window on a desk, in English; nothing may go wrong in it."""
    opened = Window(browser, stack.url, locale="en-GB")
    yield opened
    opened.close()
    assert opened.errors == []
