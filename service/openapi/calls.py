"""The calls of the API as one table.

The calls that prove a game: its audit, its record as a file, and records from elsewhere.

The calls about who has which seat.

The calls that answer with pictures.

The calls for what came of a game: standings, score, history; and the one by which a person leaves it.

The calls about people, clocks and everything else that is a matter of the table.

The call by which a game is played in words.

The calls by which one is told of games from afar.
"""

from service.api.answers import (
    BoardList,
    BoardSeen,
    CommandDone,
    Erased,
    EventsPage,
    FinalScore,
    GameSeen,
    GamesPage,
    HistoryChanges,
    HistoryEvents,
    HistoryKnown,
    HistoryStatistics,
    ImportedGame,
    Invited,
    LegalCommands,
    NewGame,
    NewSeat,
    NewWebhook,
    People,
    Standings,
    Status,
    WebhookAsked,
    WebhookGone,
    WebhookList,
    WebhookSeen,
)
from service.api.commands import TextRequest
from service.api.games import JoinRequest, StartRequest
from service.api.history import CSV, SVG
from service.api.pictures import MEDIA
from service.api.records import NDJSON
from service.api.webhooks import RedeliverRequest
from service.games.lobby import GameRequest
from service.http.schemas import schema_for
from service.language import Reply
from service.openapi.call import (
    BODY,
    CARRIED_OUT,
    GAME,
    JSON,
    KEPT_ORDER,
    NOT_THE_MOMENT,
    REFUSED,
    STORE,
    Access,
    Answered,
    Call,
    known,
)
from service.webhooks.subscriptions import WebhookRequest
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


LOOK = ("theme", "colours", "lang", "width")
SVG_MEDIA, PNG_MEDIA = (MEDIA["svg"],), (MEDIA["png"],)
PICTURE_REFUSED = ("malformed_request", "version_not_reached", "forbidden", *GAME)
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
        answers=(Answered(what="The picture.", media=SVG_MEDIA),),
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
            problems=(*PICTURE_REFUSED, *BUSY[form]),
        )
        for form, media in (("svg", SVG_MEDIA), ("png", PNG_MEDIA))
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
            problems=(*PICTURE_REFUSED, *BUSY[form]),
        )
        for form, media in (("svg", SVG_MEDIA), ("png", PNG_MEDIA))
    ),
)


RESULT_CALLS: tuple[Call, ...] = (
    Call(
        path="/v1/games/{game}/standings",
        name="get_standings",
        tag="results",
        summary="Where everybody stands",
        description="Points on the track, routes, trains, cards and the longest path so far.",
        access=Access.ANYBODY_OR_TOKEN,
        parameters=("game", "at", "If-None-Match"),
        answers=known("The standings.", Standings),
        problems=("malformed_request", "version_not_reached", *GAME),
    ),
    Call(
        path="/v1/games/{game}/score",
        name="get_score",
        tag="results",
        summary="The final score",
        description="One line for each reason, the ranking, and what decided it.",
        access=Access.ANYBODY_OR_TOKEN,
        parameters=("game", "at"),
        answers=(Answered(what="The score sheet.", body=FinalScore),),
        problems=("malformed_request", "version_not_reached", "not_scored_yet", *GAME),
    ),
    Call(
        path="/v1/games/{game}/history",
        name="get_history",
        tag="results",
        summary="Looking back",
        description=(
            "`show=events`: what happened, by seat, type, place and card, as far as the viewer may see it. "
            "`show=changes`: what is not the same in what the viewer saw at two versions. `show=statistics`: points, "
            "trains, cards, routes and tickets over time, as JSON, CSV or a picture. `show=known`: who knew of a "
            "ticket or a card from which version on; for the auditor, when the game is over."
        ),
        access=Access.ANYBODY_OR_TOKEN,
        parameters=(
            *("game", "show", "from", "to", "seat", "type", "city", "card"),
            *("item", "by", "measure", "format"),
        ),
        answers=(
            Answered(
                what="What was asked for.",
                body=(HistoryEvents, HistoryChanges, HistoryKnown, HistoryStatistics),
                media=(JSON, CSV, SVG),
            ),
        ),
        problems=("malformed_request", "forbidden", "version_not_reached", "not_acceptable", *GAME),
    ),
    Call(
        method="delete",
        path="/v1/games/{game}/seats/{seat}/person",
        name="erase_person_of",
        tag="games",
        summary="Erase a person",
        description=(
            "Removes the names of all who have had the seat and revokes its tokens, for its holder, the host or "
            "whoever runs the service; with `holder` only what is known of that one. The game and its hashes stay "
            "as they are. The tokens stop working everywhere within 10 seconds."
        ),
        access=Access.TOKEN,
        parameters=("game", "seat_number", "holder"),
        answers=(Answered(what="What is left.", body=Erased),),
        problems=("malformed_request", "forbidden", "unknown_seat", *GAME),
    ),
)


TABLE_CALLS: tuple[Call, ...] = (
    Call(
        method="post",
        path="/v1/games/{game}/table",
        name="post_table",
        tag="table",
        summary="Settle a matter of the table",
        description=(
            "What does not wait for anybody's turn: motions, people, clocks, standing orders. The same headers as "
            "for a command. A seat's token speaks for the seat; the host's names the seat that it is about."
        ),
        access=Access.TOKEN,
        parameters=("game", "dry_run", "If-Match", "Idempotency-Key"),
        body="TableCommand",
        answers=CARRIED_OUT,
        problems=REFUSED,
    ),
)


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


SENT = {  # what the service itself sends, to whoever has subscribed
    "post": {
        "tags": ["webhooks"],
        "summary": "What a receiver gets",
        "description": "With the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`.",
        "requestBody": {
            "required": True,
            "content": {JSON: {"schema": {"$ref": "#/components/schemas/WebhookMessage"}}},
        },
        "responses": {
            "2XX": {"description": "It has arrived. Anything else, and it comes again."},
            "410": {"description": "Nothing is to be sent here any more."},
        },
    }
}
OWN = ("unauthorized", "webhook_not_found", *STORE)
PATH = "/v1/webhooks/{webhook}"


def _own(method: str, path: str, name: str, summary: str, answered: Answered, *problems: str) -> Call:
    """A call about one webhook that takes nothing."""
    return Call(
        method=method,
        path=PATH + path,
        name=name,
        tag="webhooks",
        summary=summary,
        access=Access.TOKEN,
        parameters=("webhook",),
        answers=(answered,),
        problems=(*problems, *OWN),
    )


WEBHOOK_CALLS: tuple[Call, ...] = (
    Call(
        method="post",
        path="/v1/webhooks",
        name="create_webhook",
        tag="webhooks",
        summary="Subscribe",
        description=(
            "With a seat's token one is told what the seat may see, with any other one of the game what lies open on "
            "the table, and with the service's own token, without a game, the same of all games. Messages are signed "
            "as Standard Webhooks describes it and sent at least once, in order, under ids that never change."
        ),
        access=Access.TOKEN,
        body=schema_for(WebhookRequest),
        answers=(Answered(status=201, what="The webhook.", body=NewWebhook, headers=("Location",)),),
        problems=(*BODY, "forbidden", "too_many_webhooks", "url_refused", "too_many_requests", *GAME),
    ),
    Call(
        path="/v1/webhooks",
        name="list_webhooks",
        tag="webhooks",
        summary="Your webhooks",
        description="Those of the token, with the latest attempts to deliver; also those that were given up.",
        access=Access.TOKEN,
        parameters=("game_asked",),
        answers=(Answered(what="The webhooks.", body=WebhookList),),
        problems=("malformed_request", "forbidden", *GAME),
    ),
    _own("get", "", "get_webhook", "One webhook", Answered(what="The webhook.", body=WebhookSeen)),
    _own(
        "delete",
        "",
        "delete_webhook",
        "Unsubscribe",
        Answered(what="Nothing is kept of it.", body=WebhookGone),
    ),
    _own(
        "post",
        "/rotate",
        "rotate_webhook",
        "A new secret",
        Answered(
            what="The new secret. For a day messages are signed with the old one, too.", body=NewWebhook
        ),
    ),
    _own(
        "post",
        "/ping",
        "ping_webhook",
        "Send a test",
        Answered(status=202, what="It is on its way; the attempts tell what comes of it.", body=WebhookAsked),
        "too_many_requests",
    ),
    Call(
        method="post",
        path=f"{PATH}/redeliver",
        name="redeliver_webhook",
        tag="webhooks",
        summary="Send everything again",
        description=(
            "Everything after a version, or after the cursor if none is given, under the same ids as before. A webhook "
            "that was given up is switched on again by it."
        ),
        access=Access.TOKEN,
        parameters=("webhook",),
        body=schema_for(RedeliverRequest),
        answers=(Answered(status=202, what="It is on its way.", body=WebhookAsked),),
        problems=(*BODY, "version_not_reached", "game_not_found", "too_many_requests", *OWN),
    ),
)


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
