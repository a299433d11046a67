"""How people become players: by a name, and on another device by a link."""

from typing import Annotated

import msgspec
from flask import Response

from service.api.access import Answer, caller_address
from service.errors import KeyReused, LinkNotFound, TooManyRequests, TooManyTokens
from service.games.commit import key_for
from service.games.lobby import Name, NameOrNone
from service.http.call import BODY_PROBLEMS, STORE_PROBLEMS, WRITE_PROBLEMS, Answered, Resource
from service.http.request import IDEMPOTENCY_KEY, JsonBody, base_url, idempotency_key, services
from service.http.response import answer
from service.players.accounts import NewLink, NewToken

resource = Resource("players")

LinkCode = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Link(Answer, frozen=True, kw_only=True):
    """Signs another device in, once. Nothing happens when the address is opened: a button there sends the code."""

    code: str
    url: str
    expires_at: str


class NewPlayer(Answer, frozen=True, kw_only=True):
    """A new player. Token and link are shown this once and never again."""

    id: str  # the handle: from the name, with a random end
    name: str
    token: str
    token_id: str
    link: Link


class SignedIn(Answer, frozen=True, kw_only=True):
    """A token of the same player for another device, which is shown this once."""

    id: str
    name: str
    token: str
    token_id: str


class PlayerRequest(msgspec.Struct, kw_only=True):
    name: Name


class SignInRequest(msgspec.Struct, kw_only=True):
    """The code of a link, and what to call the new token: the device, say."""

    code: LinkCode
    name: NameOrNone = ""


CREATE = JsonBody(PlayerRequest, {"ann": {"name": "Ann"}})
SIGN_IN = JsonBody(
    SignInRequest, {"on_the_phone": {"code": "6f1c0a52be7d94c38e20b5f7a1d3c946", "name": "My phone"}}
)


@resource.call(
    "POST",
    "/v1/players",
    summary="Become a player",
    description=(
        "A name is all it takes. The answer holds your token, which works for every seat that you take with it, "
        "and a link that signs one other device in within 15 minutes. Nobody else learns the token, "
        "not even the service: keep it, or add a second device. If you did not get the answer, repeat the request "
        "with the same `Idempotency-Key`, from the same address, and you get the same player and token."
    ),
    parameters=(IDEMPOTENCY_KEY,),
    body=CREATE,
    answers=(Answered("The player.", NewPlayer, status=201, headers=("Location",)),),
    problems=(*BODY_PROBLEMS, KeyReused, TooManyRequests, *WRITE_PROBLEMS, *STORE_PROBLEMS),
)
def create_player() -> Response:
    request, sent_key = CREATE.read(), idempotency_key()
    services().creations.admit(f"players:{caller_address()}")
    players = services().players
    if sent_key is None:
        new = players.create(request.name)
    else:
        key = key_for(f"address/{caller_address()}", f"players/{sent_key}", request)
        new = players.create_once(request.name, sent_key, key)
    owner = new.owner
    body = NewPlayer(
        id=owner.handle,
        name=owner.name,
        token=new.token,
        token_id=new.id,
        link=seen_link(players.link(owner.id)),
    )
    return answer(body, 201, {"Location": f"{base_url()}/v1/me"})


@resource.call(
    "POST",
    "/v1/sign_ins",
    summary="Sign in with a link",
    description=(
        "Uses a link up and answers a new token of its player. A link works once, within 15 minutes. If you did not "
        "get the answer, repeat the request with the same `Idempotency-Key` and you get the same token."
    ),
    parameters=(IDEMPOTENCY_KEY,),
    body=SIGN_IN,
    answers=(Answered("Your token.", SignedIn, status=201, headers=("Location",)),),
    problems=(
        *BODY_PROBLEMS,
        LinkNotFound,
        TooManyTokens,
        KeyReused,
        TooManyRequests,
        *WRITE_PROBLEMS,
        *STORE_PROBLEMS,
    ),
)
def sign_in() -> Response:
    request, sent_key = SIGN_IN.read(), idempotency_key()
    services().creations.admit(f"players:{caller_address()}")
    key = key_for(f"link/{request.code}", f"sign_ins/{sent_key}", request) if sent_key else None
    new = services().players.sign_in(request.code, request.name, sent_key or "", key)
    return answer(signed_in(new), 201, {"Location": f"{base_url()}/v1/me"})


def seen_link(link: NewLink) -> Link:
    """The code stands behind the `#`: browsers send that to no server."""
    return Link(code=link.code, url=f"{base_url()}/sign-in#code={link.code}", expires_at=link.expires_at)


def signed_in(new: NewToken) -> SignedIn:
    return SignedIn(id=new.owner.handle, name=new.owner.name, token=new.token, token_id=new.id)
