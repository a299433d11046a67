"""A browser for the tests of the page.

One for each module: while it runs, its driver has an event loop of its own in this thread, in which no other test could
start another.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.http.running_service import Stack
from tests.support.page.browser import Window, running_browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browser() as started:
        yield started


@pytest.fixture
def window(browser: Browser, stack: Stack) -> Iterator[Window]:
    """A window on a desk, in English; nothing may go wrong in it."""
    opened = Window(browser, stack.url, locale="en-GB")
    yield opened
    opened.close()
    assert opened.errors == []
