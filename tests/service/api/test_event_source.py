"""A game followed by a reader that knows nothing but the standard for EventSource, to the end and not beyond."""

import json
from typing import Any

import pytest

from service.api import events
from tests.support.http.api_calls import Inside, Table, inside, open_table, over_http, problem
from tests.support.http.api_players import Players
from tests.support.http.event_source import MESSAGE, EventSource, Message
from tests.support.http.running_service import Stack

SSE = {"Accept": "text/event-stream"}


def test_an_event_source_hears_a_game_to_its_end_and_stops(stack: Stack) -> None:
    """With one listener for all events, whatever their types, and one for the end."""
    with over_http(stack.port) as caller:
        table = open_table(caller, "lyon")
        heard, ends = list[dict[str, Any]](), list[dict[str, Any]]()

        def on_message(message: Message) -> None:
            event = json.loads(message.data)
            assert message.last_event_id == str(event["version"])
            heard.append(event)
            if event["version"] == 5:
                Players(caller, table).play()

        def on_end(message: Message) -> None:
            ends.append(json.loads(message.data))

        source = EventSource(stack.port, f"{table.path}/events", {MESSAGE: on_message, "end": on_end})
        source.run()
        reply = caller.get(f"{table.path}/events", None, {"Accept": "application/x-ndjson"})
        assert heard == [json.loads(line) for line in reply.body.splitlines()]
        assert heard[-1]["type"] == "seed_revealed"
        assert ends == [{"version": heard[-1]["version"]}]
        assert source.statuses == [200, 204]
        assert source.closed


@pytest.fixture
def service() -> Inside:
    return inside()


def over(service: Inside) -> tuple[Table, int]:
    table = open_table(service.caller, "lyon")
    Players(service.caller, table).play()
    service.score(table)
    return table, service.caller.get(table.path).json["version"]


def parts_of(service: Inside, path: str, **headers: str) -> list[bytes]:
    with service.app.test_client().get(path, headers={**SSE, **headers}) as answer:
        return list(answer.iter_encoded())


@pytest.mark.parametrize("most", [1, 2, 7, 1000])
def test_the_stream_of_a_finished_game_ends(
    service: Inside, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """However the last events are parted: the seed is revealed after the score."""
    table, version = over(service)
    monkeypatch.setattr(events, "MOST", most)
    for after in (0, version - 2, version - 1):
        parts = parts_of(service, f"{table.path}/events?after={after}")
        assert len(parts) == 1 + version - after + 1
        assert parts[-2].startswith(b"id: %d\ndata: {" % version)
        assert parts[-1] == b'event: end\ndata: {"version":%d}\n\n' % version


def test_after_the_end_there_is_no_stream_and_no_place_is_taken(service: Inside) -> None:
    table, version = over(service)
    limited = inside(service.store, streams=0)
    for query, headers in ((f"?after={version}", {}), ("", {"Last-Event-ID": str(version)})):
        reply = limited.caller.get(f"{table.path}/events{query}", None, {**SSE, **headers})
        assert (reply.status, reply.body) == (204, b"")
    assert limited.caller.get(f"{table.path}/events?after={version}").json["items"] == []


def test_a_stream_beyond_the_end_is_refused(service: Inside) -> None:
    running = open_table(service.caller)
    version = service.caller.get(running.path).json["version"]
    finished, last = over(service)
    for table, reached in ((running, version), (finished, last)):
        for query, headers in ((f"?after={reached + 1}", {}), ("", {"Last-Event-ID": str(reached + 1)})):
            reply = service.caller.get(f"{table.path}/events{query}", None, {**SSE, **headers})
            assert problem(reply) == (404, "version_not_reached")
            assert reply.json["facts"] == {"version": reached}


def test_an_abandoned_game_ends_its_stream(service: Inside) -> None:
    table = open_table(service.caller, seats=[{"name": "Ann"}, {}])
    abandon, any_version = {"type": "abandon_game"}, {"If-Match": "*"}
    assert service.caller.post(f"{table.path}/commands", abandon, table.host, any_version).status == 200
    service.score(table)
    assert parts_of(service, f"{table.path}/events")[-1].startswith(b"event: end\n")


def test_events_have_no_name(service: Inside) -> None:
    table, _ = over(service)
    named = [
        part for part in parts_of(service, f"{table.path}/events") if b"event: " in part.split(b"data: ")[0]
    ]
    assert len(named) == 1
