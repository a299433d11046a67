"""A browser for the tests of the page, and a window in it."""

from collections.abc import Generator, Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.http.running_service import Stack
from tests.support.page.browser import NO_BROWSER, SharedBrowser, Window, need_browser, running_browser


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Before anything is started that no browser would look at."""
    if "shared_browser" in getattr(item, "fixturenames", ()):
        need_browser()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tests that a missing browser skips are one line of the summary, for they have one place."""
    report = yield
    if report.skipped and call.excinfo is not None and str(call.excinfo.value) == NO_BROWSER:
        report.longrepr = (str(item.config.rootpath / "tests/service/page"), 1, NO_BROWSER)
    return report


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
