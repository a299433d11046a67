"""One game: a look at it, with what a page shows at first, and its final score."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from flask import Response

from service.api.access import (
    AS_SEAT,
    AT,
    GAME,
    Answer,
    Visit,
    visit_at,
    with_notice,
)
from service.api.commands import GROUP, LegalCommands, Menu, legal_for, menu_for
from service.errors import (
    Forbidden,
    MalformedRequest,
    NotScoredYet,
    VersionNotReached,
)
from service.games.game_cache import Loaded
from service.games.game_view import (
    NOTE,
    GameSeen,
    LongestPath,
    game_view,
    noted_paths,
)
from service.games.tokens import TokenRole
from service.http.call import (
    GAME_PROBLEMS,
    Access,
    Answered,
    Resource,
    or_not_modified,
)
from service.http.request import (
    IF_NONE_MATCH,
    LANG,
    ChoiceList,
    language,
    services,
    this_request,
)
from service.http.response import answer, answer_unless_cached
from service.language.conversation.looks import news_for
from service.language.languages import DEFAULT_LANG, Messages
from service.language.speech.result_text import FinalScore
from service.language.speech.story import voice_for
from service.pictures.game_result import TICKETS as BY_TICKETS
from service.pictures.game_result import TicketResult, ticket_routes, tickets_of
from ttr_core import ScoreSheet
from ttr_core.engine.views import view
from ttr_core.model.events import GameScored
from ttr_core.model.ids import RouteId, SeatId, TicketId
from ttr_core.model.remarks import Topic

LAST_EVENTS = 20  # the score is among the last events of a game

STANDINGS, COMMANDS, MENU, REMARKS, SAID, RESULT, TICKETS = (
    "standings",
    "commands",
    "menu",
    "remarks",
    "said",
    "result",
    "tickets",
)
IN_WORDS = frozenset({MENU, REMARKS, SAID, RESULT})
INCLUDE = ChoiceList(
    "include",
    (
        "What the answer holds besides: every seat's longest path, your legal commands, the same in words (`menu`), "
        "what came of your tickets so far, what the board's rules say about the table, what happened since your last "
        "turn in words, the final score."
    ),
    choices=(COMMANDS, MENU, STANDINGS, TICKETS, REMARKS, SAID, RESULT),
)

resource = Resource("games")


class Wish(NamedTuple):
    """What a look is to hold besides the game, and how."""

    include: frozenset[str] = frozenset()
    by_route: bool = False
    lang: str = DEFAULT_LANG


PLAIN = Wish()


class TicketPath(Answer, frozen=True, kw_only=True):
    """How a ticket was completed: by these routes of the seat, or by none if it needed those of others."""

    seat: SeatId
    ticket: TicketId
    routes: Sequence[RouteId]


class Result(Answer, frozen=True, kw_only=True):
    """How the game ended: the final sheet."""

    game: str
    version: int
    sheet: ScoreSheet
    reasons: Mapping[str, str]  # what each reason of the sheet is called, in the language asked for
    decided: str | None  # what broke the tie, in that language; null: the points alone decided
    ticket_paths: Sequence[TicketPath]  # of all tickets that were completed


class SaidEvent(Answer, frozen=True, kw_only=True):
    """An event in words."""

    version: int
    text: str


class RuleRemark(Answer, frozen=True, kw_only=True):
    """A line that a rule adds to a look at the hand, the map or the score."""

    topic: Topic
    text: str


class Game(GameSeen, frozen=True, kw_only=True):
    """A game as the viewer may see it. What follows is there if it was asked for."""

    commands: LegalCommands | msgspec.UnsetType | None = msgspec.UNSET  # null: you have no seat, or look back
    menu: Menu | msgspec.UnsetType | None = msgspec.UNSET  # null as above
    ticket_states: Sequence[TicketResult] | msgspec.UnsetType | None = (
        msgspec.UNSET
    )  # of your seat; null: none
    remarks: Sequence[RuleRemark] | msgspec.UnsetType = msgspec.UNSET
    said: Sequence[SaidEvent] | msgspec.UnsetType = msgspec.UNSET
    result: Result | msgspec.UnsetType | None = msgspec.UNSET  # null: it is not scored yet


@resource.call(
    "GET",
    "/v1/games/{game}",
    summary="Look at a game",
    description=(
        "The table as the holder of the token may see it, now or at any earlier version. With `include` one call gives "
        "a page all that it needs at first; `group` is that of the legal commands, `lang` the language of what is said."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, AT, AS_SEAT, INCLUDE, GROUP, LANG, IF_NONE_MATCH),
    answers=or_not_modified("The game.", Game, headers=("ETag", "Webhook-Off?")),
    problems=(MalformedRequest, Forbidden, VersionNotReached, *GAME_PROBLEMS),
)
def get_game(game: str) -> Response:
    wish = _read_wish() if this_request().query_string else PLAIN
    visitor = visit_at(game)
    etag = visitor.etag(variant=wish.lang if wish.include & IN_WORDS else "")
    # names may be erased while the version stays
    key = (game, etag, str(visitor.grant), visitor.names(), wish)
    response = answer_unless_cached(etag, lambda: _seen(visitor, wish), key)
    if wish.include & IN_WORDS:
        response.headers["Vary"] = "Authorization, Accept-Language"
    return with_notice(response, visitor)


def _read_wish() -> Wish:
    return Wish(INCLUDE.read(), GROUP.read() is not None, LANG.read() or language())


def _seen(visitor: Visit, wish: Wish) -> Game:
    loaded, include = visitor.loaded(), wish.include
    seen = game_view(
        loaded, visitor.now, visitor.viewer, visitor.grant, _paths(loaded) if STANDINGS in include else None
    )
    return Game(
        **msgspec.structs.asdict(seen),
        commands=_commands(visitor, wish.by_route) if COMMANDS in include else msgspec.UNSET,
        menu=_menu(visitor, wish.lang) if MENU in include else msgspec.UNSET,
        ticket_states=_tickets(visitor, loaded) if TICKETS in include else msgspec.UNSET,
        remarks=_remarks(visitor, loaded, wish.lang) if REMARKS in include else msgspec.UNSET,
        said=_said(visitor, loaded, wish.lang) if SAID in include else msgspec.UNSET,
        result=_result(visitor, wish.lang) if RESULT in include else msgspec.UNSET,
    )


def _paths(loaded: Loaded) -> Sequence[LongestPath]:
    return noted_paths(loaded, services().store.note(loaded.game, NOTE))


def _commands(visitor: Visit, by_route: bool) -> LegalCommands | None:
    if not _can_act(visitor):
        return None
    return legal_for(visitor.now, visitor.actor, by_route=by_route, hosts=visitor.hosts)


def _menu(visitor: Visit, lang: str) -> Menu | None:
    return menu_for(visitor, lang) if _can_act(visitor) else None


def _can_act(visitor: Visit) -> bool:
    acts = visitor.grant is not None and visitor.grant.role in (TokenRole.SEAT, TokenRole.HOST)
    return acts and visitor.version == visitor.now.version


def _tickets(visitor: Visit, loaded: Loaded) -> Sequence[TicketResult] | None:
    seat = visitor.grant.seat if visitor.grant else None
    if seat is None:
        return None
    return tickets_of(loaded.ruleset, view(loaded.ruleset, loaded.state, visitor.viewer), seat)


def _remarks(visitor: Visit, loaded: Loaded, lang: str) -> list[RuleRemark]:
    rules = voice_for(loaded, lang, visitor.viewer).rules
    seen = view(loaded.ruleset, loaded.state, visitor.viewer)
    return [RuleRemark(topic=topic, text=line) for topic in Topic for line in rules.lines(seen, topic)]


def _said(visitor: Visit, loaded: Loaded, lang: str) -> list[SaidEvent]:
    voice = voice_for(loaded, lang, visitor.viewer)
    return [
        SaidEvent(version=envelope.version, text=text)
        for envelope, event in news_for(services().games, loaded, visitor.viewer)
        for text in voice.story([event])
    ]


@resource.call(
    "GET",
    "/v1/games/{game}/result",
    tag="results",
    summary="The final score",
    description="One line per reason, the ranking, and what decided it.",
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, AT, LANG),
    answers=(Answered("The score sheet.", Result),),
    problems=(MalformedRequest, VersionNotReached, NotScoredYet, *GAME_PROBLEMS),
)
def get_result(game: str) -> Response:
    visitor = visit_at(game)
    result = _result(visitor, LANG.read() or language())
    if result is None:
        raise NotScoredYet(version=visitor.version)
    return answer(result)


def _result(visitor: Visit, lang: str) -> Result | None:
    """The sheet is in an event: nothing is replayed."""
    if not visitor.now.over:
        return None
    game, version = visitor.game, visitor.version
    first = max(0, version - LAST_EVENTS)
    for _, event in reversed(services().games.cache.read_events(game, first, version - first)):
        if isinstance(event, GameScored):
            return Result(
                game=game,
                version=version,
                sheet=event.sheet,
                reasons=_reasons(visitor.now, event.sheet, lang),
                decided=FinalScore(voice_for(visitor.now, lang, visitor.viewer), event.sheet).decision()
                or None,
                ticket_paths=_ticket_paths(visitor, event.sheet),
            )
    if version == visitor.now.version:
        raise LookupError(f"game {game} is over and has no score")
    return None


def _ticket_paths(visitor: Visit, sheet: ScoreSheet) -> list[TicketPath]:
    ruleset = visitor.now.ruleset
    seen = view(ruleset, visitor.now.state, visitor.viewer)
    paths = []
    for scored in sheet.seats:
        items = [item for line in scored.lines if line.reason == BY_TICKETS for item in line.items]
        for ticket in (TicketId(item.id) for item in items if item.points >= 0):
            on_path = ticket_routes(ruleset, seen.seats[scored.seat].routes, ticket)
            routes = [route.id for route in ruleset.routes if route.id in on_path]
            paths.append(TicketPath(seat=scored.seat, ticket=ticket, routes=routes))
    return paths


def _reasons(loaded: Loaded, sheet: ScoreSheet, lang: str) -> dict[str, str]:
    say = Messages(lang, loaded.ruleset)
    reasons = dict.fromkeys(line.reason for seat in sheet.seats for line in seat.lines)
    return {reason: say.or_words(f"reason-{reason}", reason) for reason in reasons}
