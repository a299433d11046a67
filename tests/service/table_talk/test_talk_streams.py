"""Messages in the game's event stream: they arrive at once, readers hear their own channel, and nothing is lost."""

import json
from collections.abc import Iterator
from typing import Any

from tests.support.http.api_calls import Caller, Table, open_table, over_http
from tests.support.http.api_people import delete
from tests.support.http.event_stream_reader import Stream, stream
from tests.support.http.running_service import Stack

TALK = "?include=messages"


def said(caller: Caller, table: Table, token: str, text: str) -> None:
    assert caller.post(f"{table.path}/messages", {"text": text}, token).status == 201


def talk_of(followed: Stream) -> Iterator[tuple[str, dict[str, Any]]]:
    """The ids and bodies of messages, without the events of the game."""
    for block in followed.blocks():
        fields = dict(line.split(": ", 1) for line in block if ": " in line and not line.startswith(":"))
        body = json.loads(fields.get("data", "{}"))
        if body.get("type", "").startswith("message."):
            yield fields["id"], body


def test_people_hear_each_other_through_another_process(stack: Stack) -> None:
    with over_http(stack.port) as caller:
        table = open_table(caller)
        version = caller.get(table.path).json["version"]
        with (
            stream(stack.port, table, table.seats[1], query=TALK) as seat,
            stream(stack.port, table, query=TALK) as watcher,
        ):
            heard, watched = talk_of(seat), talk_of(watcher)
            said(caller, table, table.seats[0], "for the table")
            said(caller, table, table.spectator, "for those who look on")
            said(caller, table, table.seats[0], "again")
            assert delete(caller, f"{table.path}/messages/msg_1", table.seats[0]).status == 200
            blocks = [next(heard) for _ in range(3)]
            assert [body["type"] for _, body in blocks] == [
                "message.posted",
                "message.posted",
                "message.erased",
            ]
            assert [body["message"].get("text") for _, body in blocks] == ["for the table", "again", None]
            assert next(watched)[1]["message"]["text"] == "for those who look on"
        with stream(stack.port, table, table.seats[1], after=f"{version}-1", query=TALK) as resumed:
            identity, body = next(talk_of(resumed))
            assert body["message"]["text"] == "again"
            assert identity.startswith(f"{version}-")


def test_who_does_not_ask_for_messages_gets_none(stack: Stack) -> None:
    with over_http(stack.port) as caller:
        table = open_table(caller)
        version = caller.get(table.path).json["version"]
        said(caller, table, table.seats[0], "unasked")
        with stream(stack.port, table, table.seats[1]) as followed:
            assert [event["version"] for event in followed.until(version)] == list(range(1, version + 1))
