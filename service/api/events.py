"""The events of a game as a page, as lines, as a table or as a stream; one cursor for all, the version."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from time import monotonic
from urllib.parse import urlencode

import msgspec
from flask import Response, url_for

from service.api.access import AS_SEAT, GAME, MOST_VERSIONS, Answer, Visit, check_reached, visit
from service.api.games.table_messages import seen_entry, speaker_of
from service.errors import Forbidden, MalformedRequest, StreamsExhausted, VersionNotReached
from service.games.facts import talk_stream
from service.http.call import GAME_PROBLEMS, Access, Answered, Resource
from service.http.problems import NotAcceptable
from service.http.request import (
    JSON,
    LANG,
    LAST_EVENT_ID,
    Choice,
    ChoiceList,
    Number,
    Text,
    base_url,
    language,
    last_event_id,
    services,
    this_request,
)
from service.http.response import CSV, answer, answer_csv, negotiated
from service.language.speech.story import sentences
from service.message_types import EVENTS, MOST_SEATS
from service.services import Services
from service.table_talk.heard_messages import heard_after
from service.webhooks.payload import talk_kind
from ttr_core import Event, Ruleset, redact
from ttr_core.history.chain import Envelope, Shown, canonical, show
from ttr_core.history.changes import EVERYTHING, Filter, matches
from ttr_core.model.events import GameScored

PAGE, MOST = 100, 1000
LOOK_AGAIN = 5.0  # seconds after which a stream asks the store even if it heard nothing
# seconds of silence after which a stream sends a comment; the server closes connections that are silent for longer
KEEP_ALIVE = 15.0
HEADERS = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept, Accept-Language"}
NDJSON, STREAM = "application/x-ndjson", "text/event-stream"

FORMATS = {"json": JSON, "ndjson": NDJSON, "csv": CSV}
SAID, MESSAGES = "said", "messages"
COLUMNS = ("version", "at", "actor", "type", "data")
REALLY_CLOSE = 0.75  # how alike a name must be to one that is not on the board, of 1

AFTER = Number("after", "Only events after this version.", low=0, high=MOST_VERSIONS)
UNTIL = Number("until", "Only events up to this version.", low=1, high=MOST_VERSIONS)
SEAT = Number("seat", "Only events of this seat.", low=0, high=MOST_SEATS)
TYPE = Choice("type", "Only events of this type.", choices=EVENTS)
CITY = Text("city", "Only events about this place, its routes or its tickets.")
CARD = Text("card", "Only events with a card of this kind.")
INCLUDE = ChoiceList(
    "include",
    (
        "`said` adds a sentence to each event, in `lang`; it is null where there is nothing to say. `news` "
        "says whether a log should show it: a table states beside it until when somebody has time. `messages` "
        "puts what people say into the stream, as `GET .../messages` shows it to you."
    ),
    component="include_in_events",
    choices=(SAID, MESSAGES),
)
MESSAGES_AFTER = Number(
    "messages_after",
    "With `include=messages`: only messages after the one of this number, as in its id; all by default.",
    low=0,
    high=MOST_VERSIONS,
)
FORMAT = Choice(
    "format", "The same as `Accept`, and stronger.", component="events_format", choices=tuple(FORMATS)
)
LIMIT = Number(
    "limit",
    "The most events; by default 100 on a JSON page and all of them otherwise. A stream takes no notice of it.",
    component="events_limit",
    low=1,
    high=MOST,
)

resource = Resource("play")

_encode = msgspec.json.Encoder().encode


class SaidEvent(Shown, frozen=True, kw_only=True):
    """An event together with what can be said of it."""

    said: str | None
    news: bool  # false: nothing is said, or only until when somebody has time


class EventsPage(Answer, frozen=True, kw_only=True):
    """Events in their order; `next` is the `after` of the following page."""

    items: Sequence[Shown]
    next: int | None
    version: int  # of the game now


class Selection(msgspec.Struct, frozen=True, kw_only=True):
    """Which events a request asks for."""

    after: int
    until: int | None
    limit: int | None
    wanted: Filter
    lang: str | None  # of the sentences, if there are to be any
    messages_after: int | None = None  # the last message that the client has; None: it wants none


@resource.call(
    "GET",
    "/v1/games/{game}/events",
    summary="Events",
    description=(
        "The history as the holder of the token may see it: a JSON page, all of it as NDJSON or CSV, or a stream of "
        "server-sent events. All use one cursor: the version. Hidden fields are null, and match no filter; `sealed` "
        "holds what proves them later. Events come without a name on the stream, so that `onmessage` of a browser's "
        "`EventSource` gets all of them. When the game is over, `event: end` follows the last one, with the `version`, "
        "and the stream ends; a reader who connects again after that is answered with 204. With `include=messages` the "
        'stream also has `{"type": "message.posted", "message": ...}` and `message.erased`, and its ids are '
        "`<version>-<message>`."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(
        *(GAME, AS_SEAT, AFTER, UNTIL, TYPE, SEAT, CITY, CARD, LIMIT),
        *(INCLUDE, MESSAGES_AFTER, LANG, FORMAT, LAST_EVENT_ID),
    ),
    answers=(
        Answered("Events in their order.", EventsPage, media=(JSON, NDJSON, CSV, STREAM), headers=("Link?",)),
        Answered("No stream: the game is over, and you have all of its events.", status=204),
    ),
    problems=(
        MalformedRequest,
        Forbidden,
        VersionNotReached,
        NotAcceptable,
        StreamsExhausted,
        *GAME_PROBLEMS,
    ),
)
def get_events(game: str) -> Response:
    visitor = visit(game)
    selection, form = _selection(visitor), FORMAT.read()
    # a browser that reconnects keeps the address it first called
    version, message = last_event_id(selection.after, selection.messages_after)
    resumed = msgspec.structs.replace(selection, after=version, messages_after=message)
    offers = {
        JSON: lambda: _page(visitor, selection),
        NDJSON: lambda: _lines(visitor, selection),
        CSV: lambda: _table(visitor, selection),
        STREAM: lambda: _stream(visitor, resumed),
    }
    return negotiated(offers) if form is None else offers[FORMATS[form]]()


def _selection(visitor: Visit) -> Selection:
    lang, include = LANG.read() or language(), INCLUDE.read()
    messages_after = MESSAGES_AFTER.read() or 0
    selection = Selection(
        after=AFTER.read() or 0,
        until=UNTIL.read(),
        limit=LIMIT.read(),
        wanted=Filter(seat=SEAT.read(), type=TYPE.read(), city=CITY.read(), card=CARD.read()),
        lang=lang if SAID in include else None,
        messages_after=messages_after if MESSAGES in include else None,
    )
    check_reached(visitor.now, max(selection.after, selection.until or 0))
    if selection.wanted.city is not None:
        _check_place(visitor.now.ruleset, selection.wanted.city)
    return selection


def _check_place(ruleset: Ruleset, name: str) -> None:
    """A place that the board does not have is a mistake, and not a place where nothing happened."""
    places = [*ruleset.city_index, *ruleset.places]
    if name not in places:
        near = get_close_matches(name.casefold(), places, n=1, cutoff=REALLY_CLOSE)
        if not near:
            raise MalformedRequest("unknown_place", parameter=CITY.name, place=name)
        raise MalformedRequest("unknown_place_like", parameter=CITY.name, place=name, nearest=near[0])


def _page(visitor: Visit, selection: Selection) -> Response:
    limit = selection.limit or PAGE
    shown, following = _selected(visitor, selection, limit)
    headers = dict(HEADERS)
    if following is not None:
        query = this_request().args.to_dict() | {"after": str(following), "limit": str(limit)}
        path = url_for(".get_events", game=visitor.game)
        headers["Link"] = f'<{base_url()}{path}?{urlencode(query)}>; rel="next"'
    return answer(EventsPage(items=shown, next=following, version=visitor.version), headers=headers)


def _lines(visitor: Visit, selection: Selection) -> Response:
    """One event a line, sent in one piece, so that a truncated body is an error."""
    shown, _ = _selected(visitor, selection, selection.limit)
    body = b"".join([_encode(event) + b"\n" for event in shown])
    return Response(body, mimetype=NDJSON, headers=HEADERS)


def _table(visitor: Visit, selection: Selection) -> Response:
    shown, _ = _selected(visitor, selection, selection.limit)
    rows = [
        (event.version, event.at, event.actor, event.type, canonical(event.data).decode()) for event in shown
    ]
    if selection.lang is None:
        return answer_csv([COLUMNS, *rows], HEADERS)
    said = [event.said if isinstance(event, SaidEvent) else None for event in shown]
    return answer_csv(
        [(*COLUMNS, SAID), *((*row, text) for row, text in zip(rows, said, strict=True))], HEADERS
    )


def _selected(visitor: Visit, selection: Selection, limit: int | None) -> tuple[list[Shown], int | None]:
    """The events, at most so many, and the version after which there may be more of them.

    Nothing newer than the visit: the token may have been revoked since.
    """
    cache, position, until = services().games.cache, selection.after, selection.until or visitor.version
    pairs: list[tuple[Envelope, Event]] = []
    while position < until and (limit is None or len(pairs) < limit):
        most = until - position
        if limit is not None:
            most = min(most, limit - len(pairs) if selection.wanted == EVERYTHING else MOST)
        read = cache.read_events(visitor.game, position, most)
        matching = [pair for pair in read if _is_wanted(visitor, pair, selection)]
        pairs += matching[: None if limit is None else limit - len(pairs)]
        is_full = limit is not None and len(pairs) == limit
        position = pairs[-1][0].version if is_full else position + most
    return _as_seen(visitor, pairs, selection), position if position < until else None


def _is_wanted(visitor: Visit, pair: tuple[Envelope, Event], selection: Selection) -> bool:
    if selection.wanted == EVERYTHING:
        return True
    return matches(visitor.now.ruleset, redact(pair[1], visitor.viewer), selection.wanted)


def _as_seen(visitor: Visit, pairs: Sequence[tuple[Envelope, Event]], selection: Selection) -> list[Shown]:
    shown = [show(visitor.now.seed, envelope, event, visitor.viewer) for envelope, event in pairs]
    if selection.lang is None:
        return shown
    said = sentences(visitor.now, selection.lang, visitor.viewer, pairs)
    return [
        SaidEvent(**msgspec.structs.asdict(line), said=text, news=text is not None and not event.states_time)
        for line, (_, event), text in zip(shown, pairs, said, strict=True)
    ]


def _stream(visitor: Visit, selection: Selection) -> Response:
    """What a browser's `EventSource` needs: it comes back after the end, unless it is answered with 204."""
    running, after = services(), selection.after
    if selection.until is not None:
        raise MalformedRequest("endless", parameter=UNTIL.name)
    check_reached(visitor.now, after)
    if visitor.now.over and after == visitor.version:
        return Response(status=204, headers=HEADERS)
    if not running.streams.acquire(blocking=False):
        raise StreamsExhausted(seconds=10)
    headers = {**HEADERS, "X-Accel-Buffering": "no"}
    response = Response(_follow(running, visitor, selection), mimetype=STREAM, headers=headers)
    response.call_on_close(running.streams.release)  # also if nothing was ever read
    return response


class _Position:
    """How far a stream has come, and the hashes of what it has sent: the server may lose events afterwards."""

    def __init__(self, running: Services, visitor: Visit, after: int, message: int | None) -> None:
        self._running, self._game, self._first = running, visitor.game, after
        self._sent: list[str] = []
        self.over = visitor.now.over  # the game: nothing follows what was read last
        self.message = message  # the last entry of the table talk; None: nobody asked for it

    @property
    def after(self) -> int:
        return self._first + len(self._sent)

    def id_at(self, version: int) -> bytes:
        """From where a client goes on that has seen all up to here."""
        return b"%d" % version if self.message is None else b"%d-%d" % (version, self.message)

    def all(self) -> Mapping[str, int]:
        """The streams that are followed, each with its position."""
        talk = {} if self.message is None else {talk_stream(self._game): self.message}
        return {self._game: self.after, **talk}

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


class Silence:
    """How long nothing was sent."""

    def __init__(self) -> None:
        self._since = monotonic()

    def end(self) -> None:
        self._since = monotonic()

    @property
    def left(self) -> float:
        """Seconds until a comment is due."""
        return max(0.0, KEEP_ALIVE - (monotonic() - self._since))


def _follow(running: Services, visitor: Visit, selection: Selection) -> Iterator[bytes]:
    """Every event from here on, as it happens, to the end of the game; comments keep the connection open."""
    followed = [visitor.game]
    followed += [] if selection.messages_after is None else [talk_stream(visitor.game)]
    for stream in followed:
        running.updates.follow(stream)
    running.metrics.streams.inc()
    try:
        yield b"retry: 2000\n\n"
        position = _Position(running, visitor, selection.after, selection.messages_after)
        yield from _blocks(running, visitor, selection, position, Silence())
    finally:
        running.metrics.streams.dec()
        for stream in followed:
            running.updates.leave(stream)


def _blocks(
    running: Services, visitor: Visit, selection: Selection, position: _Position, silence: Silence
) -> Iterator[bytes]:
    """What takes the place of events that the server has lost is sent under the same versions."""
    while not running.updates.stopping and visitor.still_welcome(running.games):
        position.check()
        pairs = running.games.cache.read_events(visitor.game, position.after, MOST)
        if pairs and not visitor.still_welcome(running.games, to_news=True):
            return  # the seat may have been handed over: these may be somebody else's cards
        wanted = [pair for pair in pairs if _is_wanted(visitor, pair, selection)]
        for event in _as_seen(visitor, wanted, selection):
            yield b"id: %s\ndata: %s\n\n" % (position.id_at(event.version), _encode(event))
            silence.end()
        position.advance(pairs)
        for block in _talk(running, visitor, position):
            yield block
            silence.end()
        if len(pairs) == MOST:
            continue
        if position.over:
            yield b"event: end\ndata: %s\n\n" % _encode({"version": position.after})
            return
        if not silence.left:
            yield b": keep-alive\n\n"
            silence.end()
        running.updates.wait_for_any(position.all(), min(LOOK_AGAIN, silence.left))


def _talk(running: Services, visitor: Visit, position: _Position) -> Iterator[bytes]:
    """What people said since, as far as the viewer hears it."""
    if position.message is None:
        return
    news, position.message = heard_after(running.talk, visitor.now, speaker_of(visitor), position.message)
    for _, entry in news:
        body = {"type": talk_kind(entry), "game": visitor.game, "message": seen_entry(entry)}
        yield b"id: %s\ndata: %s\n\n" % (position.id_at(position.after), _encode(body))
