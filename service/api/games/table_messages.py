"""Messages at a table: read, write, erase, mute, report."""

import re
from collections.abc import Sequence
from typing import Annotated

import msgspec
from flask import Response

from service.api.access import GAME, SEAT, Answer, Visit, granted, is_administrator, visit
from service.errors import (
    Forbidden,
    KeyReused,
    MalformedRequest,
    MessageNotFound,
    RuleRefused,
    Suspended,
    TooManyRequests,
)
from service.games.commit import key_for
from service.games.game_cache import Loaded
from service.games.tokens import Grant, TokenRole
from service.http.call import BODY_PROBLEMS, GAME_PROBLEMS, WRITE_PROBLEMS, Access, Answered, Resource
from service.http.kept_answers import answered_once
from service.http.request import (
    IDEMPOTENCY_KEY,
    Choice,
    InPath,
    JsonBody,
    NumberOrDefault,
    PatternText,
    idempotency_key,
    services,
)
from service.http.response import answer
from service.moderation.actions import Deed
from service.moderation.reports import Report, report
from service.store import Store
from service.table_talk.heard_messages import MOST_READ, Heard, Withdrawn, is_heard, with_names
from service.table_talk.talk_message import (
    MESSAGE_ID,
    Channel,
    Said,
    Speaker,
    message_id,
    message_number,
)
from ttr_core import Code, RuleViolation
from ttr_core.by_post import Holders
from ttr_core.model.ids import SeatId

LONGEST_MESSAGE, LONGEST_REASON = 1000, 300  # characters
_UNSEEN = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"

MESSAGE = InPath("message", "The id of a message of this game.", example="msg_12", pattern=MESSAGE_ID)
CHANNEL = Choice(
    "channel",
    "`table`: what seats and host say. `watchers`: what those say who look on. By default the one that you write in.",
    component="talk_channel",
    choices=tuple(channel.value for channel in Channel),
)
AFTER = PatternText(
    "after",
    "Only messages after this one: the `next` of a page, or the id of a message.",
    component="after_message",
    pattern=MESSAGE_ID,
    example="msg_12",
)
LIMIT = NumberOrDefault(
    "limit", "The most messages on a page.", component="messages_limit", low=1, high=200, default=100
)
Words = Annotated[
    str, msgspec.Meta(max_length=LONGEST_MESSAGE, pattern=rf"^[^{_UNSEEN}]*[^\s{_UNSEEN}][^{_UNSEEN}]*$")
]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_REASON)]

resource = Resource("table")


class MessageSeen(Answer, frozen=True, kw_only=True):
    """Something that somebody said."""

    id: str
    channel: Channel
    seat: SeatId | None  # null: the host, or somebody who looks on
    name: str | None  # null: there is none, or it was erased
    player: str | None  # the id of a player; null: a guest, or erased
    at: str
    said_at_version: int  # of the game
    text: str | None  # null: erased


class MessagesPage(Answer, frozen=True, kw_only=True):
    """Messages in their order; `next` is the `after` of the following page."""

    items: Sequence[MessageSeen]
    next: str | None


class MessageGone(Answer, frozen=True, kw_only=True):
    """The words are gone."""

    id: str


class SeatMuted(Answer, frozen=True, kw_only=True):
    """Whether you hear a seat; of the host's, whether the seat may write."""

    seat: SeatId
    muted: bool


class Reported(Answer, frozen=True, kw_only=True):
    """A report that the operator of the service will read."""

    id: str


class MessageRequest(msgspec.Struct, kw_only=True):
    text: Words


class MuteRequest(msgspec.Struct, kw_only=True):
    muted: bool


class ReportRequest(msgspec.Struct, kw_only=True):
    reason: Reason


POST = JsonBody(MessageRequest, {"a_greeting": {"text": "Good luck, everybody!"}})
MUTE = JsonBody(MuteRequest, {"silence": {"muted": True}})
REPORT = JsonBody(ReportRequest, {"an_insult": {"reason": "insults us"}})


@resource.call(
    "GET",
    "/v1/games/{game}/messages",
    summary="What was said",
    description=(
        "Messages at the table, in their order. Seats and host hear the `table`; those who look on hear the "
        "`watchers`, and so do the seats when the game is over. Seats that you have muted are left out."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, CHANNEL, AFTER, LIMIT),
    answers=(Answered("A page of messages.", MessagesPage),),
    problems=(MalformedRequest, Forbidden, *GAME_PROBLEMS),
)
def list_messages(game: str) -> Response:
    visitor = visit(game)
    speaker, after, limit = speaker_of(visitor), _number(AFTER.read()), LIMIT.read()
    hears = speaker.hears(visitor.now.over)
    channel = Channel(CHANNEL.read() or hears[0])
    if channel not in hears:
        raise Forbidden("channel", channel=str(channel))
    entries = services().talk.after(game, after, MOST_READ)
    muted = services().talk.muted_for(game, speaker.name)
    heard = [entry for entry in entries if isinstance(entry, Said) and is_heard(entry, (channel,), muted)]
    page, is_more = heard[:limit], len(heard) > limit or len(entries) == MOST_READ
    last = page[-1].number if len(heard) > limit else after + len(entries)
    body = MessagesPage(
        items=seen_messages(services().store, visitor.now, page), next=message_id(last) if is_more else None
    )
    return answer(body)


@resource.call(
    "POST",
    "/v1/games/{game}/messages",
    summary="Say something to people",
    description=(
        "Seats and host write at the `table`; who looks on, with a token of theirs, writes for the `watchers`. A "
        "message never changes the game or its version. (`POST .../say` is for playing in words.)"
    ),
    access=Access.TOKEN,
    parameters=(GAME, IDEMPOTENCY_KEY),
    body=POST,
    answers=(Answered("The message.", MessageSeen, status=201),),
    problems=(
        *BODY_PROBLEMS,
        Forbidden,
        Suspended,
        KeyReused,
        TooManyRequests,
        *WRITE_PROBLEMS,
        *GAME_PROBLEMS,
    ),
)
def post_message(game: str) -> Response:
    visitor = visit(game)
    granted(visitor)
    request, name, speaker = POST.read(), idempotency_key(), speaker_of(visitor)
    services().messages.admit(f"{game}:{speaker.name}")
    key = key_for(visitor.token or "", f"messages/{name}", request) if name else None
    said = services().talk.post(game, visitor.now.version, speaker, request.text.strip(), key)
    return answer(seen_messages(services().store, visitor.now, [said])[0], 201)


@resource.call(
    "DELETE",
    "/v1/games/{game}/messages/{message}",
    summary="Erase a message",
    description="For its author, the host at the table, and the operator of the service. That there was one stays.",
    access=Access.TOKEN,
    parameters=(GAME, MESSAGE),
    answers=(Answered("It is gone.", MessageGone),),
    problems=(Forbidden, MessageNotFound, TooManyRequests, *WRITE_PROBLEMS, *GAME_PROBLEMS),
)
def erase_message(game: str, message: str) -> Response:
    number = _number(message)
    if not is_administrator():
        visitor = visit(game)
        said, speaker = _heard(visitor, number), speaker_of(visitor)
        is_host = visitor.grant == Grant(TokenRole.HOST)
        if not (said.is_by(speaker) or is_host):
            raise Forbidden("not_the_author")
        services().messages.admit(f"{game}:{speaker.name}")
    else:
        services().actions.record(Deed.MESSAGE_ERASED, "", game=game, message=number)
    services().talk.erase(game, number)
    return answer(MessageGone(id=message))


@resource.call(
    "PUT",
    "/v1/games/{game}/seats/{seat}/mute",
    summary="Mute a seat",
    description=(
        "With a seat's token: you no longer hear that seat, and nobody else notices. With the host's: the seat may "
        "not write. `muted: false` takes it back."
    ),
    access=Access.TOKEN,
    parameters=(GAME, SEAT),
    body=MUTE,
    answers=(Answered("So be it.", SeatMuted),),
    problems=(
        *BODY_PROBLEMS,
        Forbidden,
        Code.UNKNOWN_SEAT,
        TooManyRequests,
        *WRITE_PROBLEMS,
        *GAME_PROBLEMS,
    ),
)
def mute_seat(game: str, seat: str) -> Response:
    number, visitor = SEAT.parse(seat), visit(game)
    if granted(visitor).role not in (TokenRole.SEAT, TokenRole.HOST):
        raise Forbidden("who_mutes")
    request, speaker = MUTE.read(), speaker_of(visitor)
    if number >= visitor.now.ruleset.players:
        raise RuleRefused(RuleViolation(Code.UNKNOWN_SEAT, seat=number))
    services().messages.admit(f"{game}:{speaker.name}")
    services().talk.set_mute(game, speaker.name, number, is_on=request.muted)
    return answer(SeatMuted(seat=number, muted=request.muted))


@resource.call(
    "POST",
    "/v1/games/{game}/messages/{message}/reports",
    summary="Report a message",
    description="To the operator of the service, who sees the message, the game and your reason, but not your name.",
    access=Access.TOKEN,
    parameters=(GAME, MESSAGE, IDEMPOTENCY_KEY),
    body=REPORT,
    answers=(Answered("The report; sent again it is the same one.", Reported, status=201),),
    problems=(
        *BODY_PROBLEMS,
        Forbidden,
        MessageNotFound,
        KeyReused,
        TooManyRequests,
        *WRITE_PROBLEMS,
        *GAME_PROBLEMS,
    ),
)
def report_message(game: str, message: str) -> Response:
    visitor, number = visit(game), _number(message)
    granted(visitor)
    request, speaker = REPORT.read(), speaker_of(visitor)
    _heard(visitor, number)
    services().messages.admit(f"{game}:{speaker.name}")
    complaint = Report(game=game, message=number, reason=request.reason, at=services().games.now())

    def send() -> Response:
        return answer(Reported(id=report(services().store, complaint, speaker.name)), 201)

    return answered_once(visitor.token or "", f"reports/{game}/{message}", request, send)


def speaker_of(visitor: Visit) -> Speaker:
    grant = visitor.grant
    seat = grant.seat if grant is not None and grant.role is TokenRole.SEAT else None
    holder = None if seat is None else visitor.now.state.slice(Holders).numbers[seat]
    return Speaker(grant, holder, visitor.player)


def _heard(visitor: Visit, number: int) -> Said:
    """The message; one that they may not hear does not exist for them."""
    said = services().talk.one(visitor.game, number)
    if said.posted.channel not in speaker_of(visitor).hears(visitor.now.over):
        raise MessageNotFound()
    return said


def seen_messages(store: Store, now: Loaded, messages: Sequence[Said]) -> list[MessageSeen]:
    return [seen_message(heard) for heard in with_names(store, now, messages)]


def seen_entry(entry: Heard | Withdrawn) -> MessageSeen | MessageGone:
    if isinstance(entry, Withdrawn):
        return MessageGone(id=message_id(entry.said.number))
    return seen_message(entry)


def seen_message(heard: Heard) -> MessageSeen:
    said, posted = heard.said, heard.said.posted
    return MessageSeen(
        id=message_id(said.number),
        channel=posted.channel,
        seat=posted.seat,
        name=heard.name,
        player=heard.player,
        at=posted.at,
        said_at_version=posted.version,
        text=said.text,
    )


def _number(message: str | None) -> int:
    if message is None:
        return 0
    if not re.fullmatch(MESSAGE_ID, message, re.ASCII):
        raise MalformedRequest("message_id", parameter=MESSAGE.name)
    return message_number(message)
