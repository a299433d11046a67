"""The calls about who has which seat."""

from service.answers import CommandDone, NewSeat
from service.api.lobby import JoinRequest
from service.openapi.call import BODY, GAME, KEPT_ORDER, NOT_THE_MOMENT, Access, Answered, Call
from service.people_answers import Invited, People
from service.schemas import schema_for

PEOPLE_CALLS: tuple[Call, ...] = (
    Call(
        method="post",
        path="/v1/games/{game}/seats",
        name="join_game",
        tag="games",
        summary="Join with an invite",
        description=(
            "The bearer token is the invite, which is good for this once. If somebody else has the seat it is taken "
            "over, with its cards; entropy is then of no use. With an `Idempotency-Key` whoever did not hear the "
            "answer may ask again, and gets the same token."
        ),
        access=Access.TOKEN,
        parameters=("game", "Idempotency-Key"),
        body=schema_for(JoinRequest),
        answers=(Answered(status=201, what="Your seat.", body=NewSeat, headers=("Location",)),),
        problems=(
            *BODY,
            "forbidden",
            *NOT_THE_MOMENT,
            "stale_version",
            "rules_version_unsupported",
            "key_reused",
            *GAME,
        ),
    ),
    Call(
        path="/v1/games/{game}/people",
        name="get_people",
        tag="table",
        summary="Who has had which seat",
        description=(
            "Everybody who has had each seat, persons, bots and nobody, since which version and why. Names are kept "
            "beside the game and can be erased; all else is in its events."
        ),
        access=Access.ANYBODY_OR_TOKEN,
        parameters=("game",),
        answers=(Answered(what="The seats.", body=People),),
        problems=GAME,
    ),
    Call(
        method="post",
        path="/v1/games/{game}/seats/{seat}/invite",
        name="invite_to_seat",
        tag="table",
        summary="Invite somebody to a seat",
        description=(
            "With the seat's own token: whoever joins with the invite takes the seat over, and the old token ends. "
            "With the host's or another seat's token, for a seat that no person has: all who are present have to agree "
            "(motion `replace:<seat>`) before the invite can be used, because whoever joins will see the seat's cards. "
            "A person who has a seat cannot be replaced. A new invite voids the one before."
        ),
        access=Access.TOKEN,
        parameters=("game", "seat_number", "Idempotency-Key"),
        answers=(Answered(status=201, what="The invite.", body=Invited),),
        problems=(
            *("malformed_request", "forbidden", "unknown_seat", "seat_held", "motion_open", "not_present"),
            *NOT_THE_MOMENT,
            *(code for code in KEPT_ORDER if code != "precondition_required"),
            *("rules_version_unsupported", "too_many_requests"),
            *GAME,
        ),
    ),
    Call(
        method="post",
        path="/v1/games/{game}/abandon",
        name="abandon_game",
        tag="table",
        summary="Give up a game that has not begun",
        description=(
            "For the host. The game is over with the reason `abandoned`. A game that has begun ends early only if all "
            "who are present agree (motion `end`)."
        ),
        access=Access.TOKEN,
        parameters=("game",),
        answers=(Answered(what="What happened.", body=CommandDone),),
        problems=("forbidden", *NOT_THE_MOMENT, "rules_version_unsupported", "stale_version", *GAME),
    ),
)
