"""The history of a game: pages, lines, or a stream that goes on; one cursor for all, the version."""

from collections.abc import Iterator

import msgspec
from flask import Blueprint, Response, url_for

from service.api.access import MOST_VERSIONS, Visit, visit
from service.api.answers import EventsPage
from service.errors import StreamsExhausted
from service.http.request import base_url, last_event_id, number_argument
from service.http.response import answer, ask_for
from service.wiring import Services, services
from ttr_core.history.chain import Shown, show

PAGE, MOST = 100, 1000
LOOK_AGAIN = 5.0  # seconds after which a stream asks the store even if it heard nothing
HEADERS = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept"}

_encode = msgspec.json.Encoder().encode


def register(blueprint: Blueprint) -> None:
    blueprint.get("/v1/games/<game>/events")(get_events)


def get_events(game: str) -> Response:
    seen = visit(game)
    after, limit = number_argument("after", None, 0, MOST_VERSIONS), number_argument("limit", None, 1, MOST)
    resumed = last_event_id(after or 0)  # a browser that comes back keeps the address it first asked
    return ask_for(
        {
            "application/json": lambda: _page(seen, after or 0, limit or PAGE),
            "application/x-ndjson": lambda: _lines(seen, after or 0, limit),
            "text/event-stream": lambda: _stream(seen, resumed),
        }
    )


def _page(seen: Visit, after: int, limit: int) -> Response:
    # not what has happened since: the token may have been revoked in the meantime
    events = _shown(services(), seen, after, min(limit, max(0, seen.loaded.version - after)))
    following = after + len(events) if after + len(events) < seen.loaded.version else None
    headers = dict(HEADERS)
    if following is not None:
        path = url_for(".get_events", game=seen.loaded.game, after=following, limit=limit)
        headers["Link"] = f'<{base_url()}{path}>; rel="next"'
    body = EventsPage(events=events, next=following, version=seen.loaded.version)
    return answer(body, headers=headers)


def _lines(seen: Visit, after: int, limit: int | None) -> Response:
    """All that is there, one event a line; in one piece, so that what was cut off is never taken for whole."""
    there = max(0, seen.loaded.version - after)
    events = _shown(services(), seen, after, there if limit is None else min(there, limit))
    body = b"".join([_encode(event) + b"\n" for event in events])
    return Response(body, mimetype="application/x-ndjson", headers=HEADERS)


def _shown(found: Services, seen: Visit, after: int, limit: int) -> list[Shown]:
    pairs = found.games.cache.read_events(seen.loaded.game, after, limit)
    return [show(seen.loaded.seed, envelope, event, seen.viewer) for envelope, event in pairs]


def _stream(seen: Visit, after: int) -> Response:
    found = services()
    if not found.streams.acquire(blocking=False):
        raise StreamsExhausted(seconds=10)
    headers = {**HEADERS, "X-Accel-Buffering": "no"}
    response = Response(_follow(found, seen, after), mimetype="text/event-stream", headers=headers)
    response.call_on_close(found.streams.release)  # also if nothing was ever read
    return response


def _follow(found: Services, seen: Visit, after: int) -> Iterator[bytes]:
    """Every event from here on, as it happens; a comment now and then keeps the connection open."""
    game = seen.loaded.game
    found.news.follow(game)
    found.metrics.streams.inc()
    try:
        yield b"retry: 2000\n\n"
        while not found.news.ending and seen.still_welcome(found.games):
            events = _shown(found, seen, after, MOST)
            if events and not seen.still_welcome(found.games, to_news=True):
                return  # among them may be cards of whoever has the seat now
            for event in events:
                yield b"id: %d\nevent: %s\ndata: %s\n\n" % (
                    event.version,
                    event.type.encode(),
                    _encode(event),
                )
            after += len(events)
            if not events:
                yield b": still here\n\n"
            if not events or len(events) < MOST:
                found.news.wait(game, after, LOOK_AGAIN)
    finally:
        found.metrics.streams.dec()
        found.news.leave(game)
