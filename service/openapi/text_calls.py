"""The call by which a game is played in words."""

from service.api.text import TextRequest
from service.openapi.call import BODY, GAME, KEPT_ORDER, Access, Answered, Call
from service.schemas import schema_for
from service.talk import Reply

TEXT_CALLS: tuple[Call, ...] = (
    Call(
        method="post",
        path="/v1/games/{game}/text",
        name="post_text",
        tag="play",
        summary="Say something",
        description=(
            "Moves, questions about the table and matters of the table, in English or French. What is surely meant "
            "is done; what may mean several things is answered with numbered choices, and the next text may be "
            "the number of one. A text that would change the game needs `If-Match` or an `Idempotency-Key`, as a "
            "command does. `private` says that the answer is for the sender alone; `public` is for everybody."
        ),
        access=Access.TOKEN,
        parameters=("game", "If-Match", "Idempotency-Key"),
        body=schema_for(TextRequest),
        answers=(Answered(what="The answer.", body=Reply, headers=("ETag",)),),
        problems=(*BODY, *KEPT_ORDER, "rules_version_unsupported", "too_many_requests", *GAME),
    ),
)
