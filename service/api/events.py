"""The events of a game as a page, as lines or as a stream; one cursor for all three, the version."""

from collections.abc import Iterator, Sequence
from time import monotonic

import msgspec
from flask import Response, url_for

from service.api.access import GAME, MOST_VERSIONS, Answer, Visit, check_reached, visit
from service.errors import MalformedRequest, StreamsExhausted, VersionNotReached
from service.http.call import GAME_PROBLEMS, Access, Answered, Resource
from service.http.problems import NotAcceptable
from service.http.request import JSON, LAST_EVENT_ID, Number, base_url, last_event_id, services
from service.http.response import answer, negotiated
from service.services import Services
from ttr_core import Event
from ttr_core.history.chain import Envelope, Shown, show
from ttr_core.model.events import GameScored

PAGE, MOST = 100, 1000
LOOK_AGAIN = 5.0  # seconds after which a stream asks the store even if it heard nothing
# seconds of silence after which a stream sends a comment; the server closes connections that are silent for longer
KEEP_ALIVE = 15.0
HEADERS = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept"}
NDJSON, STREAM = "application/x-ndjson", "text/event-stream"

AFTER = Number("after", "Only events after this version.", low=0, high=MOST_VERSIONS)
LIMIT = Number(
    "limit",
    "The most events; by default 100 on a JSON page and all of them as NDJSON. A stream takes no notice of it.",
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
        "The history as the holder of the token may see it: a JSON page, all of it as NDJSON, or a stream of "
        "server-sent events. All three use one cursor: the version. Hidden fields are null; `sealed` holds what "
        "proves them later. Events come without a name on the stream, so that `onmessage` of a browser's "
        "`EventSource` gets all of them. When the game is over, `event: end` follows the last one, with the `version`, "
        "and the stream ends; a reader who connects again after that is answered with 204."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, AFTER, LIMIT, LAST_EVENT_ID),
    answers=(
        Answered("Events in their order.", EventsPage, media=(JSON, NDJSON, STREAM), headers=("Link?",)),
        Answered("No stream: the game is over, and you have all of its events.", status=204),
    ),
    problems=(MalformedRequest, VersionNotReached, NotAcceptable, StreamsExhausted, *GAME_PROBLEMS),
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
    return _as_seen(visitor, running.games.cache.read_events(visitor.game, after, limit))


def _as_seen(visitor: Visit, pairs: Sequence[tuple[Envelope, Event]]) -> list[Shown]:
    return [show(visitor.now.seed, envelope, event, visitor.viewer) for envelope, event in pairs]


def _stream(visitor: Visit, after: int) -> Response:
    """What a browser's `EventSource` needs: it comes back after the end, unless it is answered with 204."""
    running = services()
    check_reached(visitor.now, after)
    if visitor.now.over and after == visitor.version:
        return Response(status=204, headers=HEADERS)
    if not running.streams.acquire(blocking=False):
        raise StreamsExhausted(seconds=10)
    headers = {**HEADERS, "X-Accel-Buffering": "no"}
    response = Response(_follow(running, visitor, after), mimetype=STREAM, headers=headers)
    response.call_on_close(running.streams.release)  # also if nothing was ever read
    return response


class _Position:
    """How far a stream has come, and the hashes of what it has sent: the server may lose events afterwards."""

    def __init__(self, running: Services, visitor: Visit, after: int) -> None:
        self._running, self._game, self._first = running, visitor.game, after
        self._sent: list[str] = []
        self.over = visitor.now.over  # the game: nothing follows what was read last

    @property
    def after(self) -> int:
        return self._first + len(self._sent)

    def advance(self, pairs: Sequence[tuple[Envelope, Event]]) -> None:
        self._sent += [envelope.hash for envelope, _ in pairs]
        self.over = self.over or any(isinstance(event, GameScored) for _, event in pairs)

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


class _Silence:
    """How long nothing was sent."""

    def __init__(self) -> None:
        self._since = monotonic()

    def end(self) -> None:
        self._since = monotonic()

    @property
    def left(self) -> float:
        """Seconds until a comment is due."""
        return max(0.0, KEEP_ALIVE - (monotonic() - self._since))


def _follow(running: Services, visitor: Visit, after: int) -> Iterator[bytes]:
    """Every event from here on, as it happens, to the end of the game; comments keep the connection open."""
    running.updates.follow(visitor.game)
    running.metrics.streams.inc()
    try:
        yield b"retry: 2000\n\n"
        yield from _blocks(running, visitor, _Position(running, visitor, after), _Silence())
    finally:
        running.metrics.streams.dec()
        running.updates.leave(visitor.game)


def _blocks(running: Services, visitor: Visit, position: _Position, silence: _Silence) -> Iterator[bytes]:
    """What takes the place of events that the server has lost is sent under the same versions."""
    while not running.updates.stopping and visitor.still_welcome(running.games):
        position.check()
        pairs = running.games.cache.read_events(visitor.game, position.after, MOST)
        if pairs and not visitor.still_welcome(running.games, to_news=True):
            return  # the seat may have been handed over: these may be somebody else's cards
        for event in _as_seen(visitor, pairs):
            yield b"id: %d\ndata: %s\n\n" % (event.version, _encode(event))
            silence.end()
        position.advance(pairs)
        if len(pairs) == MOST:
            continue
        if position.over:
            yield b"event: end\ndata: %s\n\n" % _encode({"version": position.after})
            return
        if not silence.left:
            yield b": keep-alive\n\n"
            silence.end()
        running.updates.wait(visitor.game, position.after, min(LOOK_AGAIN, silence.left))
