"""What a player knows and decides about themselves: name, tokens, export and erasure."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

import msgspec
from flask import Response

from service.api.access import Answer, player_only
from service.api.players.registration import Link, seen_link
from service.clocks.deadlines import written
from service.errors import (
    FieldError,
    Forbidden,
    KeyReused,
    MalformedRequest,
    TokenInvalid,
    TokenNotFound,
    TooManyRequests,
    TooManyTokens,
    Unauthorized,
)
from service.games.commit import key_for
from service.games.facts import player_stream
from service.games.lobby import Name, NameOrNone
from service.http.call import BODY_PROBLEMS, STORE_PROBLEMS, WRITE_PROBLEMS, Access, Answered, Resource
from service.http.request import IDEMPOTENCY_KEY, InPath, JsonBody, base_url, idempotency_key, services
from service.http.response import answer
from service.players.accounts import Caller, TokenTerms
from service.players.player_stream import LoadedPlayer
from service.players.scopes import EVERYTHING, Scope, ordered_scopes

TOKEN_ID = InPath(
    "token", "The id of a token of yours.", example="tok_5f0c1d3a9b7e2468", pattern="^tok_[0-9a-f]{16}$"
)
Moment = Annotated[
    str, msgspec.Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z$")
]
OWN_PROBLEMS = (Unauthorized, Forbidden, TooManyRequests, *STORE_PROBLEMS)
CHANGE_PROBLEMS = (*WRITE_PROBLEMS, *OWN_PROBLEMS)

resource = Resource("players")


class ShowsSeen(Answer, frozen=True, kw_only=True):
    """What others may see of you: your profile at all, and what is in it."""

    profile: bool
    ratings: bool
    reliability: bool


class Me(Answer, frozen=True, kw_only=True):
    """The player whose token was sent."""

    id: str
    name: str
    created_at: str
    shows: ShowsSeen


class PlayerToken(Answer, frozen=True, kw_only=True):
    """A token that works, without the token itself."""

    id: str
    name: str | None  # as its owner calls it
    origin: Literal["creation", "link", "mail", "passkey", "token"]
    scopes: Sequence[Scope]
    created_at: str
    expires_at: str | None  # null: it does not end by itself
    last_used_at: str | None  # to the hour; null: not within a year
    current: bool  # the one that this request was sent with


class PlayerTokens(Answer, frozen=True, kw_only=True):
    """Your tokens, the oldest first."""

    items: Sequence[PlayerToken]
    next: str | None


class NewPlayerToken(Answer, frozen=True, kw_only=True):
    """A token that is shown this once and never again."""

    id: str
    name: str | None
    scopes: Sequence[Scope]
    expires_at: str | None
    token: str


class TokenGone(Answer, frozen=True, kw_only=True):
    """The token no longer works."""

    id: str


class ShowsRequest(msgspec.Struct, kw_only=True):
    """What others may see of you; what is left out stays as it is."""

    profile: bool | None = None
    ratings: bool | None = None
    reliability: bool | None = None


class MyChanges(msgspec.Struct, kw_only=True):
    """What is left out stays as it is."""

    name: Name | None = None
    shows: ShowsRequest | None = None


class TokenRequest(msgspec.Struct, kw_only=True):
    """What to call the token, the device or the program that will use it, what it allows and when it ends.

    By default it allows everything, and does not end by itself.
    """

    name: NameOrNone = ""
    scopes: Annotated[Sequence[Scope], msgspec.Meta(min_length=1)] = EVERYTHING
    expires_at: Moment | None = None


class TokenNameRequest(msgspec.Struct, kw_only=True):
    """What to call the token."""

    name: NameOrNone = ""


class LinkWish(msgspec.Struct):
    """All requests for a link are the same."""


CHANGES = JsonBody(
    MyChanges,
    {"a_new_name": {"name": "Ann-Sophie"}, "no_ratings": {"shows": {"ratings": False}}},
)
TOKEN = JsonBody(
    TokenRequest,
    {
        "for_a_bot": {"name": "my bot", "scopes": ["games:read", "games:play", "me:read"]},
        "for_a_device": {"name": "tablet"},
    },
)
TOKEN_NAME = JsonBody(TokenNameRequest, {"another_name": {"name": "laptop"}})


@resource.call(
    "GET",
    "/v1/me",
    summary="Yourself",
    access=Access.TOKEN,
    answers=(Answered("The player.", Me),),
    problems=OWN_PROBLEMS,
)
def get_me() -> Response:
    return answer(seen_player(loaded_player(player_only(Scope.ME_READ))))


@resource.call(
    "PATCH",
    "/v1/me",
    summary="Change your name, and what others see",
    description=(
        "Every game shows the new name within 10 seconds, finished ones too: games refer to players and copy "
        "no name. Your id stays. `shows` says what others may see of you; without `profile` nobody finds you by your "
        "id, and lists leave you out."
    ),
    access=Access.TOKEN,
    body=CHANGES,
    answers=(Answered("The player.", Me),),
    problems=(*BODY_PROBLEMS, *CHANGE_PROBLEMS),
)
def change_me() -> Response:
    caller, request = player_only(), CHANGES.read()
    if request.shows is not None:
        wishes = msgspec.structs.asdict(request.shows).items()
        services().players.show(caller.player, {name: wish for name, wish in wishes if wish is not None})
    if request.name is not None:
        services().players.rename(caller.player, request.name)
        services().games.cache.forget_person(caller.player)
    return answer(seen_player(loaded_player(caller)))


# -------------------------------------------------------------------------------------- tokens and links


@resource.call(
    "GET",
    "/v1/me/tokens",
    summary="Your tokens",
    description="Every device and program that is signed in as you.",
    access=Access.TOKEN,
    answers=(Answered("The tokens.", PlayerTokens),),
    problems=OWN_PROBLEMS,
)
def list_my_tokens() -> Response:
    caller = player_only()
    return answer(PlayerTokens(items=seen_tokens(loaded_player(caller), caller), next=None))


@resource.call(
    "POST",
    "/v1/me/tokens",
    summary="One more token",
    description=(
        "For a bot or a script. `scopes` say what it allows: `games:read` (look at games, from your seats), "
        "`games:join` (take a seat), `games:play` (act at the table), `games:host` (create games as yourself), "
        "`webhooks` (subscribe), `me:read` (who you are, and your games) and `me:write` (your account). Without them "
        "it can do everything; "
        "so can one with `me:write`, which makes tokens. With `expires_at` it ends by itself."
    ),
    access=Access.TOKEN,
    parameters=(IDEMPOTENCY_KEY,),
    body=TOKEN,
    answers=(Answered("The token.", NewPlayerToken, status=201, headers=("Location",)),),
    problems=(*BODY_PROBLEMS, TooManyTokens, KeyReused, *CHANGE_PROBLEMS),
)
def create_my_token() -> Response:
    caller, request, sent_key = player_only(), TOKEN.read(), idempotency_key()
    key = key_for(caller.token_id, f"tokens/{sent_key}", request) if sent_key else None
    terms = TokenTerms(
        label=request.name,
        scopes=ordered_scopes(request.scopes),
        expires_at=_to_come(request.expires_at) if request.expires_at else "",
    )
    new = services().players.issue(caller, terms, sent_key or "", key)
    body = NewPlayerToken(
        id=new.id,
        name=new.owner.label(new.id) or None,
        scopes=new.owner.scopes(new.id),
        expires_at=new.owner.expires_at(new.id),
        token=new.token,
    )
    return answer(body, 201, {"Location": f"{base_url()}/v1/me/tokens/{new.id}"})


def _to_come(text: str) -> str:
    """A moment in the future, to the millisecond."""
    try:
        moment = written(datetime.fromisoformat(text))
    except ValueError as error:  # the 31st of June
        raise MalformedRequest("fields", errors=[FieldError("/expires_at", "invalid")]) from error
    if moment <= services().games.now():
        raise MalformedRequest("fields", errors=[FieldError("/expires_at", "passed")])
    return moment


@resource.call(
    "PATCH",
    "/v1/me/tokens/{token}",
    summary="Name a token",
    access=Access.TOKEN,
    parameters=(TOKEN_ID,),
    body=TOKEN_NAME,
    answers=(Answered("The token.", PlayerToken),),
    problems=(*BODY_PROBLEMS, TokenNotFound, *CHANGE_PROBLEMS),
)
def rename_my_token(token: str) -> Response:
    caller, request = player_only(), TOKEN_NAME.read()
    loaded = services().players.rename_token(caller.player, token, request.name)
    return answer(_token(loaded, token, caller))


@resource.call(
    "DELETE",
    "/v1/me/tokens/{token}",
    summary="Revoke a token",
    description="It stops working everywhere within 10 seconds. You may revoke the one that you send.",
    access=Access.TOKEN,
    parameters=(TOKEN_ID,),
    answers=(Answered("The token is revoked.", TokenGone),),
    problems=(TokenNotFound, *CHANGE_PROBLEMS),
)
def revoke_my_token(token: str) -> Response:
    player = player_only().player
    services().players.revoke(player, token)
    services().webhooks.prune_player(player, services().store.facts(player_stream(player)))
    return answer(TokenGone(id=token))


@resource.call(
    "POST",
    "/v1/me/links",
    summary="A link for another device",
    description=(
        "It signs one device in, once, within 15 minutes: open `url` there, or send the code to `POST /v1/sign_ins`. "
        "Sent again with the same `Idempotency-Key` it is the same link."
    ),
    access=Access.TOKEN,
    parameters=(IDEMPOTENCY_KEY,),
    answers=(Answered("The link, which is shown this once.", Link, status=201),),
    problems=(MalformedRequest, *CHANGE_PROBLEMS),
)
def create_my_link() -> Response:
    caller, sent_key = player_only(), idempotency_key()
    key = key_for(caller.token_id, f"links/{sent_key}", LinkWish()) if sent_key else None
    return answer(seen_link(services().players.link(caller.player, sent_key or "", key)), 201)


def loaded_player(caller: Caller) -> LoadedPlayer:
    loaded = services().players.load(caller.player)
    if not loaded.exists:  # erased at this very moment
        raise TokenInvalid()
    return loaded


def seen_player(loaded: LoadedPlayer) -> Me:
    shows = loaded.shows
    return Me(
        id=loaded.handle,
        name=loaded.name,
        created_at=loaded.state.created_at,
        shows=ShowsSeen(profile=shows.profile, ratings=shows.ratings, reliability=shows.reliability),
    )


def seen_tokens(loaded: LoadedPlayer, caller: Caller) -> list[PlayerToken]:
    return [_token(loaded, token_id, caller) for token_id in loaded.state.tokens]


def _token(loaded: LoadedPlayer, token_id: str, caller: Caller) -> PlayerToken:
    issued = loaded.state.tokens[token_id]
    return PlayerToken(
        id=token_id,
        name=loaded.label(token_id) or None,
        origin=issued.origin.value,
        scopes=loaded.scopes(token_id),
        created_at=issued.issued_at,
        expires_at=loaded.expires_at(token_id),
        last_used_at=services().players.last_used(token_id),
        current=token_id == caller.token_id,
    )
