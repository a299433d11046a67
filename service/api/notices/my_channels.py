"""Channels: mail, browsers, webhooks, topics of ntfy and chats that notify a player. Each is off until confirmed."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from flask import Response
from msgspec import Meta

from service.api.access import Answer, player_only
from service.api.players.me import CHANGE_PROBLEMS, OWN_PROBLEMS
from service.chat.mentions import Mentions
from service.errors import (
    AddressNotConfirmed,
    ChannelNotFound,
    ChatOff,
    CodeRefused,
    KeyReused,
    MailOff,
    MalformedRequest,
    PushKeysRefused,
    ServiceError,
    TooManyChannels,
    UrlRefused,
)
from service.games.commit import fulfil, key_for, release, reserve
from service.games.lobby import NameOrNone
from service.http.call import BODY_PROBLEMS, STORE_PROBLEMS, Access, Answered, Resource
from service.http.request import IDEMPOTENCY_KEY, InPath, JsonBody, base_url, idempotency_key, services
from service.http.response import answer
from service.notices.channels import Channel, PushKeys, chat_code, new_channel_id
from service.notices.preferences import Kind
from service.notices.web_push import check_keys
from service.players.accounts import Caller
from service.webhooks.subscriptions import check_url

CHANNEL = InPath(
    "channel", "The id of a channel of yours.", example="ch_5f0c1d3a9b7e2468", pattern="^ch_[0-9a-f]{16}$"
)
Base64 = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,200}={0,2}$")]
Address = Annotated[str, Meta(max_length=2000, pattern="^(https?://[!-~]+)?$")]

resource = Resource("notices")


class PushKeysRequest(msgspec.Struct, kw_only=True):
    """As `PushSubscription.toJSON().keys` of a browser has them."""

    p256dh: Base64
    auth: Base64


class ChannelRequest(msgspec.Struct, kw_only=True):
    """A new channel: `push` needs `url` (the endpoint) and `keys`, `webhook` and `ntfy` a `url`, `mail` and `chat`
    nothing."""

    kind: Kind
    url: Address = ""
    keys: PushKeysRequest | None = None
    name: NameOrNone = ""


class CodeRequest(msgspec.Struct, kw_only=True):
    code: Annotated[str, Meta(min_length=1, max_length=40)]


class ChannelSeen(Answer, frozen=True, kw_only=True):
    """A channel, without its secrets."""

    id: str
    kind: Kind
    status: Literal["unconfirmed", "on"]
    name: str | None
    url: str | None  # null: mail goes to your confirmed address; of a chat, the room: "discord:4711"
    created_at: str
    confirmed_at: str | None


class NewChannel(Answer, frozen=True, kw_only=True):
    """A channel, with the secret that signs messages to a webhook, or the code to write in a chat; shown this once."""

    channel: ChannelSeen
    secret: str | None
    code: str | None


class ChannelList(Answer, frozen=True, kw_only=True):
    """Your channels, the oldest first."""

    items: Sequence[ChannelSeen]
    next: str | None


class ChannelGone(Answer, frozen=True, kw_only=True):
    """Nothing more is sent there."""

    id: str


class PushKey(Answer, frozen=True, kw_only=True):
    """What a browser subscribes with (`applicationServerKey`), in base64url."""

    public_key: str


NEW_CHANNEL = JsonBody(
    ChannelRequest,
    {
        "ntfy": {"kind": "ntfy", "url": "https://ntfy.sh/my-trains-7f31"},
        "mail": {"kind": "mail"},
    },
)
CODE = JsonBody(CodeRequest, {"the_code_that_arrived": {"code": "k7m2-p9qd"}})


@resource.call(
    "GET",
    "/v1/push_key",
    summary="The key for push subscriptions",
    description="Pass it to `pushManager.subscribe` as `applicationServerKey`. It stays the same.",
    answers=(Answered("The key.", PushKey),),
    problems=STORE_PROBLEMS,
)
def get_push_key() -> Response:
    return answer(PushKey(public_key=services().notices.signer.public_key))


@resource.call(
    "GET",
    "/v1/me/channels",
    summary="Your channels",
    access=Access.TOKEN,
    answers=(Answered("The channels.", ChannelList),),
    problems=OWN_PROBLEMS,
)
def list_my_channels() -> Response:
    channels = services().notices.channels.of(player_only().player)
    return answer(ChannelList(items=[channel_seen(channel) for channel in channels], next=None))


@resource.call(
    "POST",
    "/v1/me/channels",
    summary="Add a channel",
    description=(
        "It is off until it is confirmed: a code is sent to it, which comes back by "
        "`POST /v1/me/channels/{channel}/confirm`. Mail needs no code: it goes to your confirmed address. For a chat "
        "write `notices` and the `code` of the answer in a room that the service is in, or to it in private: you are "
        "mentioned there from then on. The same address again is the same channel, so a browser may send its "
        "subscription at every visit. Addresses in private networks are refused. If you did not get the answer, repeat "
        "the request with the same `Idempotency-Key` and you get the same channel, secret and code."
    ),
    access=Access.TOKEN,
    parameters=(IDEMPOTENCY_KEY,),
    body=NEW_CHANNEL,
    answers=(Answered("The channel.", NewChannel, status=201, headers=("Location",)),),
    problems=(
        *BODY_PROBLEMS,
        UrlRefused,
        PushKeysRefused,
        AddressNotConfirmed,
        MailOff,
        ChatOff,
        TooManyChannels,
        ChannelNotFound,
        KeyReused,
        *CHANGE_PROBLEMS,
    ),
)
def add_my_channel() -> Response:
    caller, request, sent_key = player_only(), NEW_CHANNEL.read(), idempotency_key()
    keys = _checked(request)
    if sent_key is None:
        channel, code = _added(caller.player, request, keys)
    else:
        channel, code = _added_once(caller, request, keys, sent_key)
    body = NewChannel(channel=channel_seen(channel), secret=channel.secret or None, code=code)
    return answer(body, 201, {"Location": f"{base_url()}/v1/me/channels/{channel.id}"})


def _added(
    player: str, request: ChannelRequest, keys: PushKeys | None, name: str = "", secret: bytes | None = None
) -> tuple[Channel, str | None]:
    """The channel, and the code to write in a chat."""
    notices = services().notices
    channel = notices.channels.add(
        player, request.kind, url=request.url, keys=keys, label=request.name, name=name
    )
    if channel.kind == "chat":
        return channel, notices.channels.new_chat_code(player, channel.id, secret)
    if not channel.is_on:
        notices.schedule.confirmation(player, channel.id)
    return channel, None


def _added_once(
    caller: Caller, request: ChannelRequest, keys: PushKeys | None, sent_key: str
) -> tuple[Channel, str | None]:
    """The channel that the key added the first time, as it is now; one that was removed since is not added again."""
    store, seconds = services().store, services().games.key_seconds
    key = key_for(caller.token_id, f"channels/{sent_key}", request)
    reservation = reserve(store, key, new_channel_id(), seconds)
    secret = reservation.token_secret(sent_key, "chat code")
    if reservation.done:
        channel = services().notices.channels.find(caller.player, reservation.name)
        return channel, chat_code(secret) if channel.kind == "chat" else None
    try:
        channel, code = _added(caller.player, request, keys, reservation.name, secret)
    except ServiceError:
        release(store, key, reservation)
        raise
    fulfil(store, key, msgspec.structs.replace(reservation, name=channel.id), seconds)
    return channel, code


@resource.call(
    "POST",
    "/v1/me/channels/{channel}/confirm",
    summary="Confirm a channel",
    description="With the code that arrived there. After five wrong codes remove the channel and add it again.",
    access=Access.TOKEN,
    parameters=(CHANNEL,),
    body=CODE,
    answers=(Answered("The channel is on.", ChannelSeen),),
    problems=(*BODY_PROBLEMS, ChannelNotFound, CodeRefused, *CHANGE_PROBLEMS),
)
def confirm_my_channel(channel: str) -> Response:
    player, request = player_only().player, CODE.read()
    return answer(channel_seen(services().notices.channels.confirm(player, channel, request.code)))


@resource.call(
    "DELETE",
    "/v1/me/channels/{channel}",
    summary="Remove a channel",
    access=Access.TOKEN,
    parameters=(CHANNEL,),
    answers=(Answered("The channel is gone.", ChannelGone),),
    problems=(ChannelNotFound, *CHANGE_PROBLEMS),
)
def remove_my_channel(channel: str) -> Response:
    player = player_only().player
    services().notices.channels.remove(player, channel)
    services().notices.schedule.players([player])
    return answer(ChannelGone(id=channel))


def _checked(request: ChannelRequest) -> PushKeys | None:
    """The keys of a push subscription; refuses whatever could never be sent to."""
    if request.kind == "mail":
        services().outbox.check_on()
    if request.kind == "chat" and not Mentions(services().config).is_on:
        raise ChatOff()
    needs_url, needs_keys = request.kind not in ("mail", "chat"), request.kind == "push"
    if needs_url != bool(request.url) or needs_keys != (request.keys is not None):
        raise MalformedRequest("channel")
    if request.url:
        check_url(request.url, services().config.webhook_private)
    if request.keys is None:
        return None
    keys = PushKeys(p256dh=request.keys.p256dh, auth=request.keys.auth)
    check_keys(keys)
    return keys


def channel_seen(channel: Channel) -> ChannelSeen:
    return ChannelSeen(
        id=channel.id,
        kind=channel.kind,
        status="on" if channel.is_on else "unconfirmed",
        name=channel.label or None,
        url=channel.url or None,
        created_at=channel.added_at,
        confirmed_at=channel.confirmed_at or None,
    )
