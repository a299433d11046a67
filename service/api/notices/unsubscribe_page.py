"""The link in every mail that stops such mail: a POST does it without a sign-in (RFC 8058), a GET shows a button."""

from html import escape

from flask import Response

from service.api.access import caller_address
from service.errors import ChannelNotFound, LinkNotFound, TokenInvalid, TooManyRequests
from service.games.facts import player_stream
from service.http.call import STORE_PROBLEMS, WRITE_PROBLEMS, Answered, Resource
from service.http.request import LANG, FileBody, InPath, language, services
from service.language.languages import Messages
from service.mail.unsubscription import player_of_code
from service.notices.channels import channels_of

HTML = "text/html"
CODE = InPath(
    "code",
    "The end of the link in a mail.",
    component="unsubscribe_code",
    example="0f3a9c5d7e1b2468-0f3a9c5d7e1b24680f3a9c5d7e1b2468",
    pattern="^[0-9a-f]{16}-[0-9a-f]{32}$",
)

# `List-Unsubscribe=One-Click`, or nothing: the link itself says all, and the body is not read
ONE_CLICK = FileBody("application/x-www-form-urlencoded")

resource = Resource("notices")


@resource.call(
    "GET",
    "/v1/unsubscribe/{code}",
    summary="The page that stops mail",
    description="Shows a button and changes nothing: scanners of mail follow links.",
    parameters=(CODE, LANG),
    answers=(Answered("The page.", media=(HTML,)),),
    problems=(LinkNotFound, *STORE_PROBLEMS),
)
def show_unsubscribe_page(code: str) -> Response:
    _player(code)
    say = Messages(language())
    button = f'<form method="post"><button>{escape(say("notice-stop-button"))}</button></form>'
    return _page(say, f"<p>{escape(say('notice-stop-ask'))}</p>{button}")


@resource.call(
    "POST",
    "/v1/unsubscribe/{code}",
    summary="Stop mail",
    description=(
        "Removes the mail channel of the player to whom the mail went. It needs no token and may be done twice. Mail "
        "programs send it by themselves when somebody presses their button (`List-Unsubscribe-Post`, RFC 8058)."
    ),
    parameters=(CODE, LANG),
    body=ONE_CLICK,
    answers=(Answered("No more mail is sent.", media=(HTML,)),),
    problems=(LinkNotFound, TooManyRequests, *WRITE_PROBLEMS, *STORE_PROBLEMS),
)
def unsubscribe(code: str) -> Response:
    services().creations.admit(caller_address())
    player, say = _player(code), Messages(language())
    for channel in channels_of(services().store.facts(player_stream(player))):
        if channel.kind == "mail":
            _remove(player, channel.id)
    services().outbox.forget(player)
    return _page(say, f"<p>{escape(say('notice-stopped'))}</p>")


def _remove(player: str, channel: str) -> None:
    try:
        services().notices.channels.remove(player, channel, "unsubscribed")
    except (ChannelNotFound, TokenInvalid):  # removed at the same moment, or with the player
        return


def _player(code: str) -> str:
    player = player_of_code(services().store, code)
    if player is None:
        raise LinkNotFound()
    return player


def _page(say: Messages, body: str) -> Response:
    title = escape(say("notice-stop-title"))
    page = (
        f'<!doctype html>\n<html lang="{say.lang}">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n<h1>{title}</h1>\n{body}\n'
    )
    headers = {
        "Content-Language": say.lang,
        "Vary": "Accept-Language",
        "Referrer-Policy": "no-referrer",
        "Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
    }
    return Response(page, mimetype=HTML, headers=headers)
