"""The words of the description, and the examples that nobody has to play a game for."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from ttr_core.history.chain import Shown

TITLE = "Ticket to Ride by Post"

ABOUT = """\
A game is a stream of events, and its version is their number. Clients send commands, and the rules turn them into
events or refuse them. Everybody sees his own part of a game: with the token of a seat one sees what that player sees,
without a token what lies open on the table. Nothing that is hidden leaves the server before the end.

- **Tokens** are sent as `Authorization: Bearer ttr_...`. They are shown once, when a game is created or joined.
- **Versions** come as `ETag` and go back as `If-Match`, so that nobody decides on a table that has changed, or as
  `If-None-Match`, to be told that nothing has.
- **Repeating** a command with the same `Idempotency-Key` has one effect and gives one answer.
- **Errors** are `application/problem+json` (RFC 9457). `code` is stable and what a program should look at. A command
  that the rules refuse is 422 with the code of the rule, 409 if it is only not the moment, 412 if the version is stale.
- Every answer carries an `X-Request-Id`, which finds the request in the log; send your own to choose it.
- `HEAD` goes wherever `GET` does, and `OPTIONS` everywhere. A method that an address does not take is answered with 405
  (`method_not_allowed`) and `Allow`, an address that does not exist with 404 (`not_found`).
"""

TAGS: Mapping[str, str] = {
    "boards": "Which boards there are.",
    "games": "Creating, joining, starting, listing and looking.",
    "play": "What a seat may do, doing it, and what happened.",
    "table": "People, clocks, agreements and orders: what does not wait for anybody's turn.",
    "pictures": "The board and one's own hand, drawn; what they show is also told in words inside.",
    "results": "Where everybody stands.",
    "proof": "That a game was fair, legal and unaltered.",
    "webhooks": "Being told of games from afar.",
    "operations": "For those who run the service.",
}

TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "The token of a host, seat, spectator or auditor, or an invite.",
}

REQUESTS: Mapping[str, Any] = {
    "create_game": {
        "two_people": {
            "board": "usa",
            "seats": [{"name": "Ann"}, {"name": "Ben"}],
        },
        "person_and_bot": {
            "board": "europe",
            "seats": [{"name": "Ann"}, {"kind": "bot", "bot": "greedy"}],
            "options": {},
            "visibility": "public",
        },
        "invited_friends": {
            "board": "switzerland",
            "seats": [{"name": "Ann", "entropy": "seven red dice"}, {}, {}],
            "start": "by_host",
            "first": 0,
        },
    },
    "create_webhook": {
        "your_turns": {"url": "https://example.org/hooks/ttr", "game": "5f0c1d3a9b7e2468"},
        "a_chat_room": {
            "url": "https://example.org/hooks/ttr",
            "game": "5f0c1d3a9b7e2468",
            "kinds": ["your_turn", "route_claimed", "game_over"],
            "lang": "fr",
        },
    },
    "redeliver_webhook": {"from_the_cursor": {}, "after_version_17": {"after": 17}},
    "join_game": {"join": {"name": "Ben", "entropy": "any words of your own"}},
    "start_game": {"drawn_by_lot": {}, "ann_begins": {"first": 0}},
    "post_text": {
        "a_move": {"text": "claim montreal new york blue"},
        "in_french": {"text": "prends 2 au hasard"},
        "a_look": {"text": "who are we waiting for?"},
        "asked_first": {"text": "claim mtl to", "preview": True},
        "a_choice": {"text": "2", "lang": "en"},
    },
}


def streamed(events: Iterable[Shown]) -> dict[str, str]:
    """The events as NDJSON and as server-sent events."""
    lines = [(event, msgspec.json.encode(event).decode()) for event in events]
    sent = [f"id: {event.version}\nevent: {event.type}\ndata: {line}\n\n" for event, line in lines]
    return {
        "application/x-ndjson": "".join(f"{line}\n" for _, line in lines),
        "text/event-stream": "".join(["retry: 2000\n\n", *sent, ": still here\n\n"]),
    }
