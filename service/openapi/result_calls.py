"""The calls for what came of a game: standings, score, history; and the one by which a person leaves it."""

from service.answers import (
    Erased,
    FinalScore,
    HistoryChanges,
    HistoryEvents,
    HistoryKnown,
    HistoryStatistics,
    Standings,
)
from service.api.history import CSV, SVG
from service.openapi.call import GAME, JSON, Access, Answered, Call, known

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
