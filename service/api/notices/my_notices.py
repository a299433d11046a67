"""Of what a player is notified and when, and what they have seen."""

from typing import Annotated

import msgspec
from flask import Response
from msgspec import Meta

from service.api.access import GAME, MOST_VERSIONS, Answer, check_reached, player_only, visit
from service.api.players.me import CHANGE_PROBLEMS, OWN_PROBLEMS
from service.errors import FieldError, GameNotFound, MalformedRequest, MessageNotFound, VersionNotReached
from service.games.facts import player_stream, talk_stream
from service.http.call import BODY_PROBLEMS, Access, Answered, Resource
from service.http.request import JsonBody, services
from service.http.response import answer
from service.notices.preferences import Preferences, preferences_of, zones
from service.players.scopes import Scope
from service.table_talk.talk_message import MESSAGE_ID, message_id, message_number

MessageId = Annotated[str, Meta(pattern=MESSAGE_ID)]

resource = Resource("notices")


class SeenRequest(msgspec.Struct, kw_only=True):
    """The version and the message that the player has seen; lower ones than before change nothing."""

    version: Annotated[int, Meta(ge=0, le=MOST_VERSIONS)]
    message: MessageId | None = None


class Seen(Answer, frozen=True, kw_only=True):
    """Up to which version you have seen the game, and up to which message the talk at its table."""

    game: str
    version: int
    message: str | None  # null: none yet


PREFERENCES = JsonBody(
    Preferences,
    {
        "quiet_nights": {
            "lang": "fr",
            "zone": "Europe/Paris",
            "quiet_hours": {"start": "22:00", "end": "07:00"},
            "mail_after_seconds": 600,
            "digest": "together",
        }
    },
)
SEEN = JsonBody(
    SeenRequest,
    {"version_41": {"version": 41}, "and_what_was_said": {"version": 41, "message": "msg_12"}},
)


@resource.call(
    "GET",
    "/v1/me/notices",
    summary="How you are notified",
    description="Which channels hear of which occasions, in which language, and at which hours.",
    access=Access.TOKEN,
    answers=(Answered("Your preferences.", Preferences),),
    problems=OWN_PROBLEMS,
)
def get_my_notices() -> Response:
    player = player_only(Scope.ME_READ).player
    return answer(preferences_of(services().store.facts(player_stream(player))))


@resource.call(
    "PUT",
    "/v1/me/notices",
    summary="Say how you want to be notified",
    description=(
        "All preferences at once: what is left out has its default. Nothing is sent before you have confirmed a "
        "channel (`POST /v1/me/channels`). In quiet hours nothing is sent; what still holds comes when they end. A "
        "mail is sent when you have not seen the version after `mail_after_seconds`."
    ),
    access=Access.TOKEN,
    body=PREFERENCES,
    answers=(Answered("Your preferences.", Preferences),),
    problems=(*BODY_PROBLEMS, *CHANGE_PROBLEMS),
)
def set_my_notices() -> Response:
    player, preferences = player_only().player, PREFERENCES.read()
    if preferences.zone not in zones():
        raise MalformedRequest(errors=[FieldError("/zone", "unknown_zone")])
    services().notices.channels.set_preferences(player, preferences)
    services().notices.schedule.players([player])
    return answer(preferences)


@resource.call(
    "PUT",
    "/v1/me/games/{game}/seen",
    summary="Say what you have seen",
    description=(
        "The version of the game that you have looked at, and the last message that you have read: no mail is sent "
        "about them any more. A move or a message of yours says the same. An open event stream or a GET does not: a "
        "page that is open is not a page that somebody looks at."
    ),
    access=Access.TOKEN,
    parameters=(GAME,),
    body=SEEN,
    answers=(Answered("What you have seen.", Seen),),
    problems=(*BODY_PROBLEMS, GameNotFound, MessageNotFound, VersionNotReached, *CHANGE_PROBLEMS),
)
def see_my_game(game: str) -> Response:
    player, request = player_only(Scope.GAMES_PLAY).player, SEEN.read()
    loaded = visit(game).now
    if not loaded.facts.seats_of(player):
        raise GameNotFound()
    check_reached(loaded, request.version)
    ledger, number = services().notices.ledger, _number(game, request.message)
    seen, read = ledger.see(player, game, request.version), ledger.see(player, talk_stream(game), number)
    return answer(Seen(game=game, version=seen, message=message_id(read) if read else None))


def _number(game: str, message: str | None) -> int:
    """The number of a message that there is."""
    return services().talk.one(game, message_number(message)).number if message else 0
