"""A browser's own EventSource follows a public game to its end with one listener, and stops there."""

import json

from tests.support.http.api_calls import open_table, over_http
from tests.support.http.api_players import Players
from tests.support.http.running_service import Stack
from tests.support.page.browser import Window

LISTEN = """(address) => {
    window.heard = [];
    window.ended = null;
    const source = new EventSource(address);
    source.onmessage = (message) => window.heard.push(message.lastEventId);
    source.addEventListener("end", (message) => { window.ended = JSON.parse(message.data).version; });
    source.onerror = () => { window.state = source.readyState; };
    window.source = source;
}"""


def test_it_hears_every_event_and_the_end(window: Window, stack: Stack) -> None:
    page = window.page
    page.goto("/help")
    with over_http(stack.port) as caller:
        table = open_table(caller, "lyon", visibility="public")
        page.evaluate(LISTEN, f"{table.path}/events")
        page.wait_for_function("() => window.heard.length > 0")
        Players(caller, table).play()
        page.wait_for_function("() => window.ended !== null")
        reply = caller.get(f"{table.path}/events", None, {"Accept": "application/x-ndjson"})
        versions = [str(json.loads(line)["version"]) for line in reply.body.splitlines()]
    assert page.evaluate("window.heard") == versions
    assert page.evaluate("window.ended") == int(versions[-1])
    page.wait_for_function(
        "window.source.readyState === EventSource.CLOSED"
    )  # 204 after the end: it gives up
