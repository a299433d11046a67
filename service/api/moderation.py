"""Moderation, for the operator of the service: reports, suspensions, closed tables, and the record of it all."""

from collections.abc import Iterator, Sequence

import msgspec
from flask import Response

from service.api.access import GAME, Answer, operator_only
from service.api.games.table_messages import MessageSeen, Reason, seen_messages
from service.errors import (
    Forbidden,
    GameNotFound,
    KeyReused,
    MalformedRequest,
    MessageNotFound,
    PlayerNotFound,
    ReportNotFound,
    StaleVersion,
    Unauthorized,
)
from service.games.commit import By
from service.games.facts import PLAYER_HANDLE, closed_by_operator, player_stream
from service.games.game_view import Status, status_of
from service.http.call import STORE_PROBLEMS, WRITE_PROBLEMS, Access, Answered, Resource
from service.http.kept_answers import answered_once
from service.http.page_cursor import Offset, PageCursor
from service.http.problems import TooLarge, UnsupportedMediaType
from service.http.request import IDEMPOTENCY_KEY, InPath, JsonBody, NumberOrDefault, services
from service.http.response import answer
from service.moderation.actions import Deed
from service.moderation.reports import Report, open_reports, settle
from service.moderation.suspensions import reinstate, suspend
from service.players.handles import owner_of
from ttr_core import Command, State
from ttr_core.by_post import AbandonGame, Holders, Resign
from ttr_core.model.actor import HOST, Actor, Role
from ttr_core.model.ids import SeatId
from ttr_core.model.phases import Ended, Lobby, Scored
from ttr_core.model.state import HUMAN, NOBODY

REPORT_ID = InPath(
    "report", "The id of a report.", example="rep_5f0c1d3a9b7e2468", pattern="^rep_[0-9a-f]{16}$"
)
HANDLE = InPath("player", "The id of a player.", component="suspended_player", example="ann-7k2mq")
CURSOR = PageCursor(component="actions_cursor", place=Offset, example=Offset(100))
LIMIT = NumberOrDefault(
    "limit", "The most actions on a page.", component="actions_limit", low=1, high=200, default=100
)
REASON_PROBLEMS = (MalformedRequest, TooLarge, UnsupportedMediaType)
OPERATOR_PROBLEMS = (Unauthorized, Forbidden, *STORE_PROBLEMS)

resource = Resource("moderation")


class ReportSeen(Answer, frozen=True, kw_only=True):
    """What somebody reported."""

    id: str
    game: str
    message: MessageSeen | None  # null: the game is gone
    reason: str
    at: str


class ReportsPage(Answer, frozen=True, kw_only=True):
    """All open reports, the oldest first: there is no further page."""

    items: Sequence[ReportSeen]
    next: str | None


class ReportGone(Answer, frozen=True, kw_only=True):
    """The report is dealt with."""

    id: str


class Suspension(Answer, frozen=True, kw_only=True):
    """Whether a player is suspended, and why."""

    player: str
    suspended: bool
    reason: str | None


class TableClosed(Answer, frozen=True, kw_only=True):
    """Nobody plays or writes there any more, and the game is listed no longer."""

    game: str
    version: int
    status: Status


class ActionSeen(Answer, frozen=True, kw_only=True):
    """What an operator did."""

    number: int
    deed: Deed
    at: str
    reason: str
    game: str | None
    player: str | None  # null: none, or erased
    message: str | None


class ActionsPage(Answer, frozen=True, kw_only=True):
    """Actions in their order; `next` is the `cursor` of the following page."""

    items: Sequence[ActionSeen]
    next: str | None


class ReasonRequest(msgspec.Struct, kw_only=True):
    """Why: it is kept in the record."""

    reason: Reason


BECAUSE = JsonBody(ReasonRequest, {"insults": {"reason": "insulted three tables"}})


@resource.call(
    "GET",
    "/v1/admin/reports",
    summary="Open reports",
    description="For the operator: messages that people have reported, with their reasons.",
    access=Access.TOKEN,
    answers=(Answered("The reports.", ReportsPage),),
    problems=OPERATOR_PROBLEMS,
)
def list_reports() -> Response:
    operator_only()
    reports = open_reports(services().store).items()
    return answer(ReportsPage(items=[_report(name, complaint) for name, complaint in reports], next=None))


def _report(name: str, complaint: Report) -> ReportSeen:
    try:
        now, said = (
            services().games.cache.read_latest(complaint.game),
            services().talk.one(complaint.game, complaint.message),
        )
        (message,) = seen_messages(services().store, now, [said])
    except (GameNotFound, MessageNotFound):
        return ReportSeen(
            id=name, game=complaint.game, message=None, reason=complaint.reason, at=complaint.at
        )
    return ReportSeen(id=name, game=complaint.game, message=message, reason=complaint.reason, at=complaint.at)


@resource.call(
    "DELETE",
    "/v1/admin/reports/{report}",
    summary="Close a report",
    description="For the operator, when it is dealt with. Recorded.",
    access=Access.TOKEN,
    parameters=(REPORT_ID,),
    answers=(Answered("It is closed.", ReportGone),),
    problems=(ReportNotFound, *WRITE_PROBLEMS, *OPERATOR_PROBLEMS),
)
def close_report(report: str) -> Response:
    operator_only()
    complaint = open_reports(services().store).get(report)
    if complaint is None:
        raise ReportNotFound()
    services().actions.record(
        Deed.REPORT_DISMISSED, complaint.reason, game=complaint.game, message=complaint.message
    )
    settle(services().store, report)
    return answer(ReportGone(id=report))


@resource.call(
    "PUT",
    "/v1/admin/players/{player}/suspension",
    summary="Suspend a player",
    description=(
        "For the operator. The player can look, export and erase themselves, and is refused everything else with 403 "
        "`suspended`, everywhere within 10 seconds. Recorded."
    ),
    access=Access.TOKEN,
    parameters=(HANDLE,),
    body=BECAUSE,
    answers=(Answered("The player is suspended.", Suspension),),
    problems=(*REASON_PROBLEMS, PlayerNotFound, *WRITE_PROBLEMS, *OPERATOR_PROBLEMS),
)
def suspend_player(player: str) -> Response:
    operator_only()
    request, identity = BECAUSE.read(), _player(player)
    suspend(services().players, identity, request.reason)
    services().actions.record(Deed.PLAYER_SUSPENDED, request.reason, player=identity)
    return answer(Suspension(player=player, suspended=True, reason=request.reason))


@resource.call(
    "DELETE",
    "/v1/admin/players/{player}/suspension",
    summary="Reinstate a player",
    description="For the operator. Recorded.",
    access=Access.TOKEN,
    parameters=(HANDLE,),
    answers=(Answered("The player may play again.", Suspension),),
    problems=(PlayerNotFound, *WRITE_PROBLEMS, *OPERATOR_PROBLEMS),
)
def reinstate_player(player: str) -> Response:
    operator_only()
    identity = _player(player)
    reinstate(services().players, identity)
    services().actions.record(Deed.PLAYER_REINSTATED, "", player=identity)
    return answer(Suspension(player=player, suspended=False, reason=None))


def _player(handle: str) -> str:
    identity = owner_of(services().store, handle)
    if identity is None or not services().players.load(identity).exists:
        raise PlayerNotFound()
    return identity


@resource.call(
    "POST",
    "/v1/admin/games/{game}/closure",
    summary="Close a table",
    description=(
        "For the operator. A game that has not begun is abandoned, and in one that runs every person resigns, so that "
        "it ends without them; it leaves the public list, and its talk is closed. "
        "Recorded; sent again it changes nothing."
    ),
    access=Access.TOKEN,
    parameters=(GAME, IDEMPOTENCY_KEY),
    body=BECAUSE,
    answers=(Answered("The table is closed.", TableClosed),),
    problems=(
        *REASON_PROBLEMS,
        GameNotFound,
        KeyReused,
        StaleVersion,
        *WRITE_PROBLEMS,
        *OPERATOR_PROBLEMS,
    ),
)
def close_table(game: str) -> Response:
    operator_only()
    request = BECAUSE.read()
    return answered_once("operator", f"closure/{game}", request, lambda: _closed(game, request.reason))


def _closed(game: str, reason: str) -> Response:
    games = services().games
    now = games.cache.read_latest(game)
    commands = [] if now.refusal() else list(_ending(now.state))  # what cannot be played ends by itself
    if commands:
        now = games.perform(now, commands, HOST, facts=closed_by_operator(_left(now.state))).loaded
    services().store.unlist(game)
    services().talk.close(game)
    services().actions.record(Deed.TABLE_CLOSED, reason, game=game)
    return answer(TableClosed(game=game, version=now.version, status=status_of(now.state.phase)))


def _ending(state: State) -> Iterator[Command | By]:
    """A game that has not begun is abandoned; in one that runs every person resigns, and it ends without them."""
    if isinstance(state.phase, Lobby):
        yield AbandonGame()
        return
    for number, seat in enumerate(state.seats):
        if seat.kind == HUMAN and not isinstance(state.phase, Ended | Scored):
            yield By(Resign(seat=number, kind=NOBODY), Actor(Role.SEAT, number))


def _left(state: State) -> dict[SeatId, int]:
    """The seats that people leave because the table is closed, with the number of the next holder."""
    if isinstance(state.phase, Lobby):
        return {}
    numbers = state.slice(Holders).numbers
    return {seat: numbers[seat] + 1 for seat, held in enumerate(state.seats) if held.kind == HUMAN}


@resource.call(
    "GET",
    "/v1/admin/actions",
    summary="What operators did",
    description="For the operator: every suspension, closed table, erased message and closed report, for good.",
    access=Access.TOKEN,
    parameters=(CURSOR, LIMIT),
    answers=(Answered("A page of actions.", ActionsPage, headers=("Link?",)),),
    problems=(MalformedRequest, *OPERATOR_PROBLEMS),
)
def list_actions() -> Response:
    operator_only()
    start, limit = (CURSOR.read() or Offset()).before, LIMIT.read()
    actions = services().actions.after(start, limit + 1)
    items = [
        ActionSeen(
            number=number,
            deed=action.deed,
            at=action.at,
            reason=action.reason,
            game=action.game,
            player=_handle(action.player),
            message=None if action.message is None else f"msg_{action.message}",
        )
        for number, action in enumerate(actions[:limit], start + 1)
    ]
    following = CURSOR.write(Offset(start + limit)) if len(actions) > limit else None
    return answer(ActionsPage(items=items, next=following), headers=CURSOR.link(following))


def _handle(player: str | None) -> str | None:
    return None if player is None else services().store.facts(player_stream(player)).get(PLAYER_HANDLE)
