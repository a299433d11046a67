"""The calls of the API as one table."""

from service.answers import (
    BoardList,
    BoardSeen,
    CommandDone,
    EventsPage,
    GameSeen,
    GamesPage,
    LegalCommands,
    NewGame,
    Status,
)
from service.api.lobby import StartRequest
from service.openapi.audit_calls import AUDIT_CALLS
from service.openapi.call import (
    BODY,
    CARRIED_OUT,
    GAME,
    JSON,
    NOT_THE_MOMENT,
    REFUSED,
    STORE,
    Access,
    Answered,
    Call,
    known,
)
from service.openapi.people_calls import PEOPLE_CALLS
from service.openapi.picture_calls import PICTURE_CALLS
from service.openapi.result_calls import RESULT_CALLS
from service.openapi.table_calls import TABLE_CALLS
from service.openapi.text_calls import TEXT_CALLS
from service.openapi.webhook_calls import WEBHOOK_CALLS
from service.schemas import schema_for
from service.tables import GameRequest

CALLS: tuple[Call, ...] = (
    Call(
        path="/v1/boards",
        name="list_boards",
        tag="boards",
        summary="All boards",
        description="Every board that can be played, with its options, its rules and where it comes from.",
        answers=(Answered(what="The boards.", body=BoardList),),
    ),
    Call(
        path="/v1/boards/{name}",
        name="get_board",
        tag="boards",
        summary="One board",
        description="Cities, routes, tickets, cards and the settings of every rule.",
        parameters=("name",),
        answers=(Answered(what="The board.", body=BoardSeen),),
        problems=("board_not_found", "internal_error"),
    ),
    Call(
        path="/v1/games",
        name="list_games",
        tag="games",
        summary="Public games",
        description="The latest first. Follow `Link: <...>; rel=next`, or pass `next` as `before`.",
        parameters=("before", "games_limit"),
        answers=(Answered(what="A page of games.", body=GamesPage, headers=("Link?",)),),
        problems=("malformed_request", *STORE),
    ),
    Call(
        method="post",
        path="/v1/games",
        name="create_game",
        tag="games",
        summary="Create a game",
        description=(
            "A person with a name gets a seat and a token at once, a person without one gets an invite to pass "
            "on, a bot needs neither. The game starts when all seats are taken, or when the host says so."
        ),
        body=schema_for(GameRequest),
        answers=(Answered(status=201, what="The game.", body=NewGame, headers=("Location",)),),
        problems=(*BODY, "board_defect", "clock_defect", "unknown_seat", "too_many_requests", *STORE),
    ),
    Call(
        path="/v1/games/{game}",
        name="get_game",
        tag="games",
        summary="Look at a game",
        description="The table as the holder of the token may see it, now or at any earlier version.",
        access=Access.ANYBODY_OR_TOKEN,
        parameters=("game", "at", "If-None-Match"),
        answers=known("The game.", GameSeen, headers=("ETag", "Webhook-Off?")),
        problems=("malformed_request", "version_not_reached", *GAME),
    ),
    Call(
        method="post",
        path="/v1/games/{game}/start",
        name="start_game",
        tag="games",
        summary="Start the game",
        description="For the host of a game that was created with `start: by_host`.",
        access=Access.TOKEN,
        parameters=("game",),
        body=schema_for(StartRequest),
        answers=(Answered(what="The first events.", body=CommandDone),),
        problems=(
            *BODY,
            "forbidden",
            *NOT_THE_MOMENT,
            "unknown_seat",
            "rules_version_unsupported",
            "stale_version",
            *GAME,
        ),
    ),
    Call(
        path="/v1/games/{game}/commands",
        name="get_commands",
        tag="play",
        summary="What you may do now",
        description="Every legal command of the seat, payments included, each ready to be posted back.",
        access=Access.TOKEN,
        parameters=("game", "If-None-Match"),
        answers=known("The commands, in a fixed order; none if it is not your moment.", LegalCommands),
        problems=("forbidden", *GAME),
    ),
    Call(
        method="post",
        path="/v1/games/{game}/commands",
        name="post_command",
        tag="play",
        summary="Do something",
        description=(
            "Carries one command out, completely or not at all. Send `If-Match` with the version that you decided "
            "on, or an `Idempotency-Key`, or both; with neither the answer is 428, because a repeated blind draw "
            "must never become two. The same key with the same command gets the first answer again."
        ),
        access=Access.TOKEN,
        parameters=("game", "dry_run", "If-Match", "Idempotency-Key"),
        body="Command",
        answers=CARRIED_OUT,
        problems=REFUSED,
    ),
    Call(
        path="/v1/games/{game}/events",
        name="get_events",
        tag="play",
        summary="What happened",
        description=(
            "The history as the holder of the token may see it: a JSON page, all of it as NDJSON, or as "
            "server-sent events a stream that goes on. One cursor serves all: the version. Hidden fields are "
            "null; `sealed` holds what proves them later."
        ),
        access=Access.ANYBODY_OR_TOKEN,
        parameters=("game", "after", "events_limit", "Last-Event-ID"),
        answers=(
            Answered(
                what="Events in their order.",
                body=EventsPage,
                media=(JSON, "application/x-ndjson", "text/event-stream"),
                headers=("Link?",),
            ),
        ),
        problems=("malformed_request", "not_acceptable", "streams_exhausted", *GAME),
    ),
    *TABLE_CALLS,
    *PEOPLE_CALLS,
    *TEXT_CALLS,
    *PICTURE_CALLS,
    *RESULT_CALLS,
    *AUDIT_CALLS,
    *WEBHOOK_CALLS,
    Call(
        path="/healthz",
        name="healthz",
        tag="operations",
        summary="Does the process answer?",
        answers=(Answered(what="It does.", body=Status),),
    ),
    Call(
        path="/readyz",
        name="readyz",
        tag="operations",
        summary="Can the service work?",
        description="Asks the store whether the next append can be expected to succeed.",
        answers=(Answered(what="It can.", body=Status),),
        problems=STORE,
    ),
    Call(
        path="/metrics",
        name="metrics",
        tag="operations",
        summary="Prometheus metrics",
        answers=(Answered(what="The metrics.", media=("text/plain",)),),
    ),
    Call(
        path="/openapi.yaml",
        name="openapi",
        tag="operations",
        summary="This description",
        parameters=("If-None-Match",),
        answers=known("OpenAPI 3.1.", media=("application/yaml",)),
    ),
    Call(
        path="/docs",
        name="docs",
        tag="operations",
        summary="Interactive documentation",
        parameters=("If-None-Match",),
        answers=known("A page.", media=("text/html",)),
    ),
    Call(
        path="/docs/{file}",
        name="docs_file",
        tag="operations",
        summary="What the documentation page is made of",
        parameters=("file", "If-None-Match"),
        answers=known("A file.", media=("text/javascript", "text/css", "text/plain")),
        problems=("not_found", "internal_error"),
    ),
)
