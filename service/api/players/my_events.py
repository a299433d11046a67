"""What happens in all games of a player, as one stream or page by page, in the envelope of webhooks.

The order is that of the player's advances (`service.players.list_store`): a reader costs one look for news however many
games they have, and a cursor is a place in that order, good on every process and after every restart.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from flask import Response

from service.api.access import Answer, allowed, bearer_token, player_only
from service.api.events import HEADERS, STREAM, Silence
from service.errors import (
    CursorExpired,
    Forbidden,
    GameNotFound,
    MalformedRequest,
    StreamsExhausted,
    TokenInvalid,
    TooManyRequests,
    Unauthorized,
)
from service.games.facts import game_of, is_talk, player_stream
from service.games.game_cache import Loaded
from service.games.tokens import Grant, TokenRole, fingerprint
from service.http.call import STORE_PROBLEMS, Access, Answered, Resource
from service.http.problems import NotAcceptable
from service.http.request import (
    JSON,
    LANG,
    ChoiceList,
    InHeader,
    NumberOrDefault,
    PatternText,
    base_url,
    language,
    services,
)
from service.http.response import answer, negotiated
from service.players.list_store import Advance
from service.players.scopes import Scope
from service.services import Services
from service.table_talk.heard_messages import heard_after
from service.table_talk.talk_message import Speaker
from service.webhooks.payload import (
    NewEvent,
    WebhookMessage,
    message_body,
    message_id,
    talk_body,
    talk_kind,
    talk_message_id,
)
from service.webhooks.subscriptions import DEFAULT_KINDS, GAME_EVENT, KINDS, TALK_KINDS, TURN_STARTED
from service.webhooks.triggers import Trigger
from ttr_core.model.ids import SeatId

BATCH = 50  # advances that are read at a time
REMEMBERED = 1000  # messages that a connection does not send a second time
NOW = "now"
FORM = r"^[0-9]{1,15}\.[0-9]{1,9}\.[0-9]{1,4}$"

CURSOR = PatternText(
    "cursor",
    "A place in the order of everything that happens to you: only what came after it. `now` is the end of it.",
    component="my_events_cursor",
    pattern=f"{FORM}|^{NOW}$",
    example="41.0.0",
)
LAST_ID = InHeader(
    "Last-Event-ID",
    "The last `id` of the stream that you saw. Browsers send it when they reconnect; it overrides `cursor`.",
    component="my_last_event_id",
    pattern=FORM,
    example="41.0.0",
)
WANTED = ChoiceList(
    "kinds",
    "Only messages of these kinds; by default `turn.started`, `turn.reminder`, `request.opened` and `game.scored`.",
    component="my_kinds",
    choices=KINDS,
)
LIMIT = NumberOrDefault(
    "limit",
    "The most messages on a page. A stream takes no notice of it.",
    component="my_events_limit",
    low=1,
    high=200,
    default=50,
)

resource = Resource("players")


class Cursor(NamedTuple):
    """How far a reader has come: so many whole advances, and of the next one all up to a trigger of an event."""

    advances: int = 0
    version: int = 0
    place: int = 0

    def __str__(self) -> str:
        return f"{self.advances}.{self.version}.{self.place}"


class MyEventsPage(Answer, frozen=True, kw_only=True):
    """What happened in your games, in order; `cursor` is the place after it, and `next` the same if there is more."""

    items: Sequence[WebhookMessage]
    next: str | None
    cursor: str


class Listener(msgspec.Struct, frozen=True, kw_only=True):
    """A player who reads, with a seat of theirs in the game at hand."""

    player: str
    kinds: frozenset[str]
    lang: str
    base: str
    seat: SeatId | None = None
    webhook: str | None = None


@resource.call(
    "GET",
    "/v1/me/events",
    summary="What happens in all your games",
    description=(
        "The messages of webhooks, for all games in which you have a seat: as a stream of server-sent events, from now "
        "on or from a cursor, or as a JSON page, from the earliest that is kept. Messages come without a name on the "
        "stream, each with a cursor as `id`; one may come twice, with the same `id` in its body. The stream ends with "
        "`event: end` when your token does. The latest thousand moves in your games are kept: a cursor from before is "
        "404 `cursor_expired`."
    ),
    access=Access.TOKEN,
    parameters=(CURSOR, WANTED, LANG, LIMIT, LAST_ID),
    answers=(Answered("Messages in their order.", MyEventsPage, media=(JSON, STREAM)),),
    problems=(
        MalformedRequest,
        CursorExpired,
        NotAcceptable,
        StreamsExhausted,
        Unauthorized,
        Forbidden,
        TooManyRequests,
        *STORE_PROBLEMS,
    ),
)
def get_my_events() -> Response:
    listener = Listener(
        player=allowed(player_only(Scope.ME_READ), Scope.GAMES_READ).player,
        kinds=WANTED.read() or frozenset(DEFAULT_KINDS),
        lang=LANG.read() or language(),
        base=base_url(),
    )
    cursor, limit, resumed = CURSOR.read(), LIMIT.read(), _parsed(LAST_ID.matched(), LAST_ID.name)
    sent = _now(listener) if cursor == NOW else _parsed(cursor, CURSOR.name)
    return negotiated(
        {
            JSON: lambda: _page(listener, resumed or sent or _first(listener), limit),
            STREAM: lambda: _stream(listener, resumed or sent or _now(listener)),
        }
    )


def _parsed(text: str | None, name: str) -> Cursor | None:
    if text is None:
        return None
    parts = text.split(".")
    if len(parts) != len(Cursor._fields) or not all(part.isascii() and part.isdecimal() for part in parts):
        raise MalformedRequest("cursor", parameter=name)
    return Cursor(*map(int, parts))


def _now(listener: Listener) -> Cursor:
    services().lists.of(listener.player)  # where no worker keeps the lists, brings them up to date
    return Cursor(services().lists.store.last_advance(listener.player))


def _first(listener: Listener) -> Cursor:
    """Before everything that is kept."""
    services().lists.of(listener.player)
    kept = services().lists.store.advances(listener.player, 0, 1)
    return Cursor(kept[0].number - 1 if kept else 0)


# ----------------------------------------------------------------------------------------------- messages


def _messages(
    running: Services, listener: Listener, advance: Advance, start: Cursor
) -> Iterator[tuple[Cursor, str, bytes]]:
    """What an advance gives occasion to say: each message with the cursor behind it and its id."""
    games = running.games
    try:
        latest = games.cache.read_latest(game_of(advance.game))
        now = games.cache.read_facts(latest)  # facts as new as the events
    except GameNotFound:
        return
    seats = now.facts.seats_of(listener.player)
    if not seats:
        return
    if is_talk(advance.game):
        yield from _talk(running, msgspec.structs.replace(listener, seat=seats[0]), now, advance, start)
        return
    after = advance.after or _seated(now, seats)
    until = min(advance.until, now.version)
    if after >= until:
        return
    for new in running.occasions.between(now, after, until):
        for place, trigger in enumerate(new.triggers, 1):
            behind = Cursor(advance.number - 1, new.version, place)
            if behind > start and (own := _as_seat(listener, trigger, seats)) is not None:
                name = message_id("me", advance.game, new.version, trigger, new.stored[0].hash)
                yield behind, name, _body(running, own, trigger, new, name)


def _talk(
    running: Services, listener: Listener, now: Loaded, advance: Advance, start: Cursor
) -> Iterator[tuple[Cursor, str, bytes]]:
    """What was said at a table or erased there, as the listener hears it in their seat."""
    if listener.kinds.isdisjoint(TALK_KINDS) or advance.until <= advance.after:
        return
    speaker = Speaker(Grant(TokenRole.SEAT, listener.seat), None, listener.player)
    count = advance.until - advance.after
    news, _ = heard_after(running.talk, now, speaker, advance.after, count)
    for number, entry in news:
        behind = Cursor(advance.number - 1, number, 1)
        if behind > start and talk_kind(entry) in listener.kinds:
            name = talk_message_id("me", now.game, entry)
            yield behind, name, talk_body(name, listener, now, entry)


def _body(running: Services, listener: Listener, trigger: Trigger, new: NewEvent, name: str) -> bytes:
    earlier = running.occasions.before(new) if trigger.kind == TURN_STARTED else ()
    return message_body(name, listener, trigger, new, earlier)


def _seated(now: Loaded, seats: Sequence[SeatId]) -> int:
    """The version before the player sat down: nothing of before is news to them."""
    return min(now.milestones.seated[seat] for seat in seats) - 1


def _as_seat(listener: Listener, trigger: Trigger, seats: Sequence[SeatId]) -> Listener | None:
    """The listener in the seat that a trigger is about; None if they do not want to hear of it."""
    is_own = trigger.seat in seats
    is_of_another = trigger.kind != GAME_EVENT and trigger.seat is not None and not is_own
    if trigger.kind not in listener.kinds or is_of_another:
        return None
    return msgspec.structs.replace(listener, seat=trigger.seat if is_own else seats[0])


def _page(listener: Listener, start: Cursor, limit: int) -> Response:
    running, items, names = services(), list[msgspec.Raw](), set[str]()
    while advances := running.lists.advances(listener.player, start.advances, BATCH):
        for advance in advances:
            for behind, name, body in _messages(running, listener, advance, start):
                if len(items) == limit:
                    return _answer(items, start, more=True)
                if name not in names:
                    items.append(msgspec.Raw(body))
                    names.add(name)
                start = behind
            start = Cursor(advance.number)
    return _answer(items, start, more=False)


def _answer(items: Sequence[msgspec.Raw], cursor: Cursor, *, more: bool) -> Response:
    body = {"items": items, "next": str(cursor) if more else None, "cursor": str(cursor)}  # a MyEventsPage
    return answer(body, headers=HEADERS)


# ------------------------------------------------------------------------------------------------- stream


def _stream(listener: Listener, start: Cursor) -> Response:
    running, token = services(), bearer_token() or ""
    running.lists.advances(listener.player, start.advances, 1)  # refuses a cursor that has expired
    if not running.streams.acquire(blocking=False):
        raise StreamsExhausted(seconds=10)
    headers = {**HEADERS, "X-Accel-Buffering": "no"}
    response = Response(_follow(running, listener, token, start), mimetype=STREAM, headers=headers)
    response.call_on_close(running.streams.release)  # also if nothing was ever read
    return response


def _follow(running: Services, listener: Listener, token: str, start: Cursor) -> Iterator[bytes]:
    """Everything from here on, as it happens, as long as the token works."""
    stream = player_stream(listener.player)
    running.updates.follow(stream)
    running.metrics.streams.inc()
    try:
        yield b"retry: 2000\nid: %s\n\n" % str(start).encode()
        yield from _blocks(running, listener, token, start)
    except (CursorExpired, TokenInvalid) as ended:
        yield b"event: end\ndata: %s\n\n" % msgspec.json.encode({"reason": ended.code})
    finally:
        running.metrics.streams.dec()
        running.updates.leave(stream)


def _blocks(running: Services, listener: Listener, token: str, start: Cursor) -> Iterator[bytes]:
    sent, silence, stream = OrderedDict[str, None](), Silence(), player_stream(listener.player)
    while not running.updates.stopping:
        running.players.identify(token)
        advances = running.lists.advances(listener.player, start.advances, BATCH)
        if advances and fingerprint(token) not in running.store.facts(stream):
            raise TokenInvalid()  # before news is shown, by facts that are no older
        for advance in advances:
            for behind, name, body in _messages(running, listener, advance, start):
                if name not in sent:
                    yield b"id: %s\ndata: %s\n\n" % (str(behind).encode(), body)
                    silence.end()
                sent[name] = None
                if len(sent) > REMEMBERED:
                    sent.popitem(last=False)
            start = Cursor(advance.number)
        if not silence.left:
            yield b": keep-alive\nid: %s\n\n" % str(start).encode()
            silence.end()
        if not advances:
            wait = min(running.lists.look_again, silence.left)
            running.updates.wait(stream, start.advances, wait)
