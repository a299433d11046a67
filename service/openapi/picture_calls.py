"""The calls that answer with pictures."""

from service.api.pictures import MEDIA
from service.openapi.call import GAME, Access, Answered, Call, known

LOOK = ("theme", "colours", "lang", "width")
SVG, PNG = (MEDIA["svg"],), (MEDIA["png"],)
REFUSED = ("malformed_request", "version_not_reached", "forbidden", *GAME)
BUSY = {"svg": (), "png": ("pictures_exhausted",)}

BOARD = (
    "Routes, trains, stations and whatever else lies on the board, as the holder of the token may see it, now or "
    "at any earlier version."
)
HAND = "The seat's own cards and tickets, and the market."

PICTURE_CALLS: tuple[Call, ...] = (
    Call(
        path="/v1/boards/{name}.svg",
        name="get_board_picture",
        tag="pictures",
        summary="A board without a game",
        parameters=("name", *LOOK),
        answers=(Answered(what="The picture.", media=SVG),),
        problems=("malformed_request", "board_not_found", "internal_error"),
    ),
    *(
        Call(
            path=f"/v1/games/{{game}}/board.{form}",
            name=f"get_board_{form}",
            tag="pictures",
            summary=f"The board as {form.upper()}",
            description=BOARD,
            access=Access.ANYBODY_OR_TOKEN,
            parameters=("game", "at", "since", "tickets", *LOOK, "If-None-Match"),
            answers=known("The picture.", media=media),
            problems=(*REFUSED, *BUSY[form]),
        )
        for form, media in (("svg", SVG), ("png", PNG))
    ),
    *(
        Call(
            path=f"/v1/games/{{game}}/hand.{form}",
            name=f"get_hand_{form}",
            tag="pictures",
            summary=f"Your hand as {form.upper()}",
            description=HAND,
            access=Access.TOKEN,
            parameters=("game", "at", *LOOK, "If-None-Match"),
            answers=known("The picture.", media=media),
            problems=(*REFUSED, *BUSY[form]),
        )
        for form, media in (("svg", SVG), ("png", PNG))
    ),
)
