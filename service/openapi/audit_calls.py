"""The calls that prove a game: its audit, its record as a file, and records from elsewhere."""

from service.answers import ImportedGame
from service.api.audits import NDJSON
from service.openapi.call import GAME, STORE, Access, Answered, Call, known
from ttr_core.audit import Report

AUDIT_CALLS: tuple[Call, ...] = (
    Call(
        path="/v1/games/{game}/audit",
        name="get_audit",
        tag="proof",
        summary="Was it fair, legal and unaltered?",
        description=(
            "Checks the game's record: hashes, seals, seed, shuffles, draws, moves, actors and score. During the game "
            "only what the holder of the token may know is checked; when it is over, all of it, for anybody who may "
            "see the game. With `head` it says whether this is the game of which that head was posted."
        ),
        access=Access.ANYBODY_OR_TOKEN,
        parameters=("game", "head"),
        answers=(Answered(what="The report.", body=Report),),
        problems=("malformed_request", "too_many_requests", *GAME),
    ),
    Call(
        path="/v1/games/{game}/export",
        name="get_export",
        tag="proof",
        summary="The record as a file",
        description=(
            "`ttr-record/1`: one JSON object a line, a header and then the events. When the game is over it is the "
            "complete record, for `ttr verify` and for other services; before, what the holder of the token has seen, "
            "marked as partial."
        ),
        access=Access.ANYBODY_OR_TOKEN,
        parameters=("game", "If-None-Match"),
        answers=known("The record.", media=(NDJSON,)),
        problems=("too_many_requests", *GAME),
    ),
    Call(
        method="post",
        path="/v1/games/import",
        name="import_game",
        tag="proof",
        summary="Take in a game from elsewhere",
        description=(
            "The body is the complete record of a finished game. It is taken in with the same name and hashes, listed "
            "publicly and marked as imported, if every check of the audit passes; otherwise `facts.findings` tells "
            "what is wrong with it. Sending it again changes nothing."
        ),
        takes=NDJSON,
        answers=(
            Answered(status=201, what="The game is here now.", body=ImportedGame, headers=("Location",)),
            Answered(what="It was here already.", body=ImportedGame, headers=("Location",)),
        ),
        problems=(
            *("unsupported_media_type", "too_large", "record_refused", "game_exists", "too_many_requests"),
            *STORE,
        ),
    ),
)
