"""A browser's own EventSource follows a public game to its end with one listener, and stops there."""

import json

from tests.support.http.api_calls import open_table, over_http
from tests.support.http.api_players import Players
from tests.support.http.running_service import Stack
from tests.support.page.browser import Window

LISTEN = """(address) => {
    const { dataset } = document.body;
    const source = new EventSource(address);
    window.heard = [];
    source.onmessage = (message) => { dataset.heard = window.heard.push(message.lastEventId); };
    source.addEventListener("end", (message) => { dataset.ended = JSON.parse(message.data).version; });
    source.onerror = () => { dataset.closed = source.readyState === EventSource.CLOSED; };
}"""


def test_it_hears_every_event_and_the_end(window: Window, stack: Stack) -> None:
    page = window.page
    page.goto("/help")
    with over_http(stack.port) as caller:
        table = open_table(caller, "lyon", visibility="public")
        page.evaluate(LISTEN, f"{table.path}/events")
        page.wait_for_selector("body[data-heard]")
        Players(caller, table).play()
        page.wait_for_selector("body[data-ended]")
        reply = caller.get(f"{table.path}/events", None, {"Accept": "application/x-ndjson"})
        versions = [str(json.loads(line)["version"]) for line in reply.body.splitlines()]
    assert page.evaluate("window.heard") == versions
    assert page.locator("body").get_attribute("data-ended") == versions[-1]
    page.wait_for_selector('body[data-closed="true"]')  # 204 after the end: it gives up
