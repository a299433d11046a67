"""The events of a game as a page, as lines or as a stream; one cursor for all three, the version."""

from collections.abc import Iterator, Sequence

import msgspec
from flask import Response, url_for

from service.api.access import GAME, MOST_VERSIONS, Answer, Visit, visit
from service.errors import MalformedRequest, StreamsExhausted
from service.http.call import GAME_PROBLEMS, Access, Answered, Resource
from service.http.problems import NotAcceptable
from service.http.request import JSON, LAST_EVENT_ID, Number, base_url, last_event_id, services
from service.http.response import answer, negotiated
from service.services import Services
from ttr_core.history.chain import Shown, show

PAGE, MOST = 100, 1000
LOOK_AGAIN = 5.0  # seconds after which a stream asks the store even if it heard nothing
HEADERS = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept"}
NDJSON, STREAM = "application/x-ndjson", "text/event-stream"

AFTER = Number("after", "Only events after this version.", low=0, high=MOST_VERSIONS)
LIMIT = Number(
    "limit",
    "The most events; by default 100 on a JSON page and all of them as NDJSON. A stream has no end.",
    component="events_limit",
    low=1,
    high=MOST,
)

resource = Resource("play")

_encode = msgspec.json.Encoder().encode


class EventsPage(Answer, frozen=True, kw_only=True):
    """Events in their order; `next` is the `after` of the following page."""

    events: Sequence[Shown]
    next: int | None
    version: int  # of the game now


@resource.call(
    "GET",
    "/v1/games/{game}/events",
    summary="Events",
    description=(
        "The history as the holder of the token may see it: a JSON page, all of it as NDJSON, or an endless "
        "stream of server-sent events. All three use one cursor: the version. Hidden fields are "
        "null; `sealed` holds what proves them later."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, AFTER, LIMIT, LAST_EVENT_ID),
    answers=(
        Answered("Events in their order.", EventsPage, media=(JSON, NDJSON, STREAM), headers=("Link?",)),
    ),
    problems=(MalformedRequest, NotAcceptable, StreamsExhausted, *GAME_PROBLEMS),
)
def get_events(game: str) -> Response:
    visitor = visit(game)
    after, limit = AFTER.read() or 0, LIMIT.read()
    resumed = last_event_id(after)  # a browser that reconnects keeps the address it first called
    return negotiated(
        {
            JSON: lambda: _page(visitor, after, limit or PAGE),
            NDJSON: lambda: _lines(visitor, after, limit),
            STREAM: lambda: _stream(visitor, resumed),
        }
    )


def _page(visitor: Visit, after: int, limit: int) -> Response:
    # nothing newer than the visit: the token may have been revoked since
    shown = _shown(services(), visitor, after, min(limit, max(0, visitor.version - after)))
    following = after + len(shown) if after + len(shown) < visitor.version else None
    headers = dict(HEADERS)
    if following is not None:
        path = url_for(".get_events", game=visitor.game, after=following, limit=limit)
        headers["Link"] = f'<{base_url()}{path}>; rel="next"'
    return answer(EventsPage(events=shown, next=following, version=visitor.version), headers=headers)


def _lines(visitor: Visit, after: int, limit: int | None) -> Response:
    """One event a line, sent in one piece, so that a truncated body is an error."""
    left = max(0, visitor.version - after)
    shown = _shown(services(), visitor, after, left if limit is None else min(left, limit))
    body = b"".join([_encode(event) + b"\n" for event in shown])
    return Response(body, mimetype=NDJSON, headers=HEADERS)


def _shown(running: Services, visitor: Visit, after: int, limit: int) -> list[Shown]:
    pairs = running.games.cache.read_events(visitor.game, after, limit)
    return [show(visitor.now.seed, envelope, event, visitor.viewer) for envelope, event in pairs]


def _stream(visitor: Visit, after: int) -> Response:
    running = services()
    if not running.streams.acquire(blocking=False):
        raise StreamsExhausted(seconds=10)
    headers = {**HEADERS, "X-Accel-Buffering": "no"}
    response = Response(_follow(running, visitor, after), mimetype=STREAM, headers=headers)
    response.call_on_close(running.streams.release)  # also if nothing was ever read
    return response


class _Position:
    """How far a stream has come, and the hashes of what it has sent: the server may lose events afterwards."""

    def __init__(self, running: Services, game: str, after: int) -> None:
        self._running, self._game, self._first = running, game, after
        self._sent: list[str] = []

    @property
    def after(self) -> int:
        return self._first + len(self._sent)

    def advance(self, shown: Sequence[Shown]) -> None:
        self._sent += [event.hash for event in shown]

    def check(self) -> None:
        """Goes back behind events that were sent and that the server does not have any more."""
        cache = self._running.games.cache
        if not self._sent or cache.hash_at(self._game, self.after) == self._sent[-1]:
            return
        stored = cache.read_events(self._game, self._first, len(self._sent))
        hashes = [envelope.hash for envelope, _ in stored]
        while self._sent and self._sent != hashes[: len(self._sent)]:
            self._sent.pop()
        self._running.updates.rewind(self._game, self.after)


def _follow(running: Services, visitor: Visit, after: int) -> Iterator[bytes]:
    """Every event from here on, as it happens; a comment now and then keeps the connection open.

    What takes the place of events that the server has lost is sent under the same versions.
    """
    game, position = visitor.game, _Position(running, visitor.game, after)
    running.updates.follow(game)
    running.metrics.streams.inc()
    try:
        yield b"retry: 2000\n\n"
        while not running.updates.stopping and visitor.still_welcome(running.games):
            position.check()
            shown = _shown(running, visitor, position.after, MOST)
            if shown and not visitor.still_welcome(running.games, to_news=True):
                return  # the seat may have been handed over: these may be somebody else's cards
            for event in shown:
                yield b"id: %d\nevent: %s\ndata: %s\n\n" % (
                    event.version,
                    event.type.encode(),
                    _encode(event),
                )
            position.advance(shown)
            if not shown:
                yield b": still here\n\n"
            if len(shown) < MOST:
                running.updates.wait(game, position.after, LOOK_AGAIN)
    finally:
        running.metrics.streams.dec()
        running.updates.leave(game)
