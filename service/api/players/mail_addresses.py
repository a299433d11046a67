"""Mail addresses: entering, confirming and removing one's own, and signing in by mail."""

from typing import Annotated

import msgspec
from flask import Response

from service.api.access import Answer, caller_address, player_only
from service.api.players.me import CHANGE_PROBLEMS, OWN_PROBLEMS, loaded_player
from service.api.players.registration import LinkCode
from service.errors import AddressRefused, KeyReused, LinkNotFound, MailOff, TooManyRequests
from service.http.call import BODY_PROBLEMS, STORE_PROBLEMS, WRITE_PROBLEMS, Access, Answered, Resource
from service.http.kept_answers import answered_once
from service.http.request import IDEMPOTENCY_KEY, JsonBody, idempotency_key, language, services
from service.http.response import answer
from service.mail.mail import LONGEST_ADDRESS
from service.players.accounts import LINK_SECONDS
from service.players.mail_addresses import Letterhead
from service.players.player_stream import MAIL, MAIL_PENDING, LoadedPlayer
from service.runtime.web_server import address

Address = Annotated[str, msgspec.Meta(min_length=3, max_length=LONGEST_ADDRESS)]

resource = Resource("players")


class MailAddress(Answer, frozen=True, kw_only=True):
    """Your mail address, which nobody else sees."""

    address: str | None  # that counts; null: none
    confirmed_at: str | None
    pending: str | None  # one that is to be confirmed with the code that was mailed there
    offered: bool  # whether this service sends mail; if not, no address can be entered


class AddressConfirmation(Answer, frozen=True, kw_only=True):
    """The address counts from now on."""

    confirmed: bool


class SignInMail(Answer, frozen=True, kw_only=True):
    """Whether people can come back to this service by a link in a mail."""

    offered: bool  # if not, this service sends no mail, and `POST /v1/sign_ins/mail` is refused


class MailRequested(Answer, frozen=True, kw_only=True):
    """If there is a player of this address, a mail is under way. The answer is the same if there is none."""

    valid_seconds: int  # of the links in the mail


class AddressRequest(msgspec.Struct, kw_only=True):
    address: Address


class MailOnce(msgspec.Struct, frozen=True):
    """What an idempotency key stands for: hashed together with the key, so that nobody can look for an address."""

    address: str
    sent_key: str | None


class ConfirmationRequest(msgspec.Struct, kw_only=True):
    """The code from the mail."""

    code: LinkCode


ADDRESS = JsonBody(AddressRequest, {"ann": {"address": "ann@example.org"}})
CONFIRM = JsonBody(ConfirmationRequest, {"from_the_mail": {"code": "6f1c0a52be7d94c38e20b5f7a1d3c946"}})


@resource.call(
    "GET",
    "/v1/me/address",
    summary="Your mail address",
    access=Access.TOKEN,
    answers=(Answered("The address.", MailAddress),),
    problems=OWN_PROBLEMS,
)
def get_my_address() -> Response:
    return answer(seen_address(loaded_player(player_only())))


@resource.call(
    "PUT",
    "/v1/me/address",
    summary="Enter a mail address",
    description=(
        "Mails a link there, in the language of the request, that works once within 15 minutes. The address counts "
        "when its code was sent to `POST /v1/address_confirmations`; an earlier one counts until then. With it you can "
        "come back when every token is lost. At most 5 an hour for a player, and for an address."
    ),
    access=Access.TOKEN,
    body=ADDRESS,
    answers=(Answered("A mail is under way.", MailAddress, status=202),),
    problems=(*BODY_PROBLEMS, AddressRefused, MailOff, *CHANGE_PROBLEMS),
)
def enter_my_address() -> Response:
    caller, request = player_only(), ADDRESS.read()
    entered = services().addresses.enter(caller.player, request.address, _letterhead(), caller_address())
    return answer(seen_address(entered), 202)


@resource.call(
    "DELETE",
    "/v1/me/address",
    summary="Remove your mail address",
    description="The confirmed one and the one that is to be confirmed. Mails that wait to be sent are withdrawn.",
    access=Access.TOKEN,
    answers=(Answered("There is none now.", MailAddress),),
    problems=CHANGE_PROBLEMS,
)
def remove_my_address() -> Response:
    return answer(seen_address(services().addresses.remove(player_only().player)))


@resource.call(
    "POST",
    "/v1/address_confirmations",
    summary="Confirm a mail address",
    description="With the code from the mail; no token is needed, since the mail may be read on another device.",
    body=CONFIRM,
    answers=(Answered("The address counts.", AddressConfirmation),),
    problems=(*BODY_PROBLEMS, LinkNotFound, TooManyRequests, *WRITE_PROBLEMS, *STORE_PROBLEMS),
)
def confirm_address() -> Response:
    request = CONFIRM.read()
    services().creations.admit(f"players:{caller_address()}")
    services().addresses.confirm(request.code)
    return answer(AddressConfirmation(confirmed=True))


@resource.call(
    "GET",
    "/v1/sign_ins/mail",
    summary="Can one sign in by mail here?",
    description="For a page that offers what this service has. No token is needed: whoever asks has none.",
    answers=(Answered("Whether it is offered.", SignInMail),),
)
def get_sign_in_mail() -> Response:
    return answer(SignInMail(offered=services().outbox.is_on))


@resource.call(
    "POST",
    "/v1/sign_ins/mail",
    summary="Ask for a mail to sign in with",
    description=(
        "If players have confirmed this address, a mail with a link for each of them is sent there, in the language of "
        "the request. Each link works once within 15 minutes (`POST /v1/sign_ins`). The answer is the same whether or "
        "not there is anybody, and takes the same time. A caller asks for at most 20 mails an hour, 5 of them to one "
        "address; an address gets no more than 5 an hour from all callers together. Sent again with the same "
        "`Idempotency-Key`, from the same address of the network, it is the same mail."
    ),
    parameters=(IDEMPOTENCY_KEY,),
    body=ADDRESS,
    answers=(Answered("A mail is under way, if there is anybody.", MailRequested, status=202),),
    problems=(
        *BODY_PROBLEMS,
        AddressRefused,
        MailOff,
        KeyReused,
        TooManyRequests,
        *WRITE_PROBLEMS,
        *STORE_PROBLEMS,
    ),
)
def request_sign_in_mail() -> Response:
    request = ADDRESS.read()
    services().creations.admit(f"players:{caller_address()}")
    once = MailOnce(request.address, idempotency_key())
    return answered_once(
        f"address/{caller_address()}", "sign_ins/mail", once, lambda: _mailed(request.address)
    )


def _mailed(mail_address: str) -> Response:
    services().addresses.request_sign_in(mail_address, _letterhead(), caller_address())
    return answer(MailRequested(valid_seconds=LINK_SECONDS), 202)


def _letterhead() -> Letterhead:
    """With links to the address that the operator has set.

    The `Host` of a request is the sender's to choose, and the mail is somebody else's.
    """
    config = services().config
    return Letterhead(language(), config.public_url or address(config))


def seen_address(loaded: LoadedPlayer) -> MailAddress:
    return MailAddress(
        address=loaded.texts.get(MAIL),
        confirmed_at=loaded.state.address_confirmed_at or None,
        pending=loaded.texts.get(MAIL_PENDING),
        offered=services().outbox.is_on,
    )
