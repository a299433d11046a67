"""The introduction of the document: title, overview, tags, the token, answers of receivers, examples of streams."""

from collections.abc import Iterable, Mapping

import msgspec

from service.api.events import NDJSON, STREAM
from ttr_core.history.chain import Shown

TITLE = "Ticket to Ride by Post"

ABOUT = """\
A game is a stream of events, and its version is their number. Clients send commands, and the rules turn them into
events or refuse them. Everybody sees their own part of a game: with the token of a seat you see what that player sees,
without a token what lies open on the table. Nothing hidden leaves the server before the end.

- **Tokens** are sent as `Authorization: Bearer ttr_...`. They are shown once, when a game is created or joined.
- **Versions** come as `ETag`. Send one back as `If-Match` so that a command fails if the table has changed, or as
  `If-None-Match` to get 304 if it has not.
- **Repeating** a command, or any other call that makes something, with the same `Idempotency-Key` has one effect
  and gives one answer.
- **Errors** are `application/problem+json` (RFC 9457). `code` is stable: programs look at it. People read `detail`,
  in the language of `lang` on calls that have it, else of `Accept-Language`, else in English. `errors` points to the
  parts of a body that do not fit. A command that the rules refuse is 422 (never as sent), 409 if it may become legal
  later, 412 if the version is stale. The `type` of a problem is the address of a page about it.
- **The promise**: calls, optional parameters, fields in answers, types of events and commands, and problem codes
  within a status may be added at any time; nothing is removed, renamed, newly required or given another meaning.
  Clients ignore fields that they do not know, skip events of unknown types and treat unknown codes by their status.
  Requests are strict: unknown fields and query parameters are refused. What has to go one day is announced with
  `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link: rel="deprecation"`, at least six months ahead.
- **Limits**: calls that are counted answer with `RateLimit-Policy` and `RateLimit`; beyond them is 429 with
  `Retry-After`.
- **Compression**: JSON and SVG come as gzip to clients that accept it; answers that carry a token never do.
- Every answer carries an `X-Request-Id` that identifies the request in the log; send your own to choose it.
- `HEAD` works wherever `GET` does, and `OPTIONS` everywhere. A method that an address does not take is 405
  (`method_not_allowed`) with `Allow`, an address that does not exist is 404 (`not_found`).
"""

TAGS: Mapping[str, str] = {
    "boards": "The boards to play on.",
    "games": "Create, join, start, list and look at games.",
    "play": "A seat's legal commands, carrying them out, and the events.",
    "table": "People, clocks, agreements and orders: matters that do not wait for a turn.",
    "tokens": "What a token is, and putting a new one in its place.",
    "pictures": "The board and your own hand; each picture also describes itself in words.",
    "results": "Standings, the final score, and the history.",
    "proof": "Evidence that a game was fair, legal and unaltered.",
    "webhooks": "Messages about games, sent to your own server.",
    "notices": "How players hear that a game waits for them: channels, preferences, feeds.",
    "moderation": "For operators: reports, suspended players, closed tables.",
    "operations": "For operators of the service.",
}

TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "A token of a host (`ttr_host_...`), a seat, to watch or to audit, or an invite.",
}

RECEIVED = {  # what receivers of our messages answer
    "2XX": {"description": "Received. After any other status the message is sent again."},
    "410": {"description": "Send nothing here any more."},
}


def streamed(events: Iterable[Shown]) -> dict[str, str]:
    """The events as NDJSON and as server-sent events."""
    lines = [(event, msgspec.json.encode(event).decode()) for event in events]
    sent = [f"id: {event.version}\ndata: {line}\n\n" for event, line in lines]
    end = msgspec.json.encode({"version": lines[-1][0].version}).decode()
    return {
        NDJSON: "".join(f"{line}\n" for _, line in lines),
        STREAM: "".join(["retry: 2000\n\n", *sent, ": keep-alive\n\n", f"event: end\ndata: {end}\n\n"]),
    }
