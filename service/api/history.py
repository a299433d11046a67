"""Looking back at a game: changes between versions, its course in figures, and who knew what when."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from flask import Response

from service.api.access import AS_SEAT, GAME, MOST_VERSIONS, Answer, Visit, check_reached, granted, visit
from service.api.pictures import HARMLESS, LOOK, SVG, picture_options
from service.errors import Forbidden, MalformedRequest, VersionNotReached
from service.games.game_view import GameSeen, game_view
from service.http.call import GAME_PROBLEMS, Access, Answered, Problem, Resource
from service.http.problems import NotAcceptable
from service.http.request import JSON, Choice, Number, RequiredText, services
from service.http.response import CSV, answer, answer_csv, negotiated
from service.language.languages import Messages
from service.message_types import EVENTS
from service.pictures.drawing.chart import ChartLook, chart
from service.pictures.point_gains import point_course
from ttr_core import Event, Ruleset, SeatId
from ttr_core.history.changes import Change, Learned, changes_between, knowledge, known_since
from ttr_core.history.statistics import MEASURES, Line, Statistics, rows, statistics
from ttr_core.model.ids import Witness
from ttr_core.model.message import audiences

FORMATS = {"json": JSON, "csv": CSV}
HEADERS = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept, Accept-Language"}
PROBLEMS: tuple[Problem, ...] = (MalformedRequest, VersionNotReached, *GAME_PROBLEMS)

FROM = Number("from", "The first version; 1 by default.", low=1, high=MOST_VERSIONS)
TO = Number("to", "The last version; the latest by default.", low=1, high=MOST_VERSIONS)
ITEM = RequiredText("item", "A ticket, a kind of card, or a field of an event such as `card_drawn.card`.")
BY = Choice("by", "One figure per turn (the default) or per version.", choices=("turn", "version"))
MEASURE = Choice("measure", "What the picture shows; points by default.", choices=MEASURES)
FORMAT = Choice(
    "format", "The same as `Accept`, and stronger.", component="statistics_format", choices=tuple(FORMATS)
)

resource = Resource("results")


class Changes(Answer, frozen=True, kw_only=True):
    """The differences between what the viewer saw of the game at two versions.

    `path` is a JSON Pointer into the game as `GET /v1/games/{game}` shows it.
    """

    game: str
    from_: int = msgspec.field(name="from")
    to: int
    changes: Sequence[Change]


class GameStatistics(Answer, frozen=True, kw_only=True):
    """The course of the game in figures that lie open on the table."""

    game: str
    version: int  # of the last figures
    by: Literal["turn", "version"]
    versions: Sequence[int]
    turns: Sequence[int]  # how many turns had begun by then
    seats: Sequence[Line]


class KnownSince(Answer, frozen=True, kw_only=True):
    """From which version on a seat knew of something; null if it never did."""

    seat: SeatId
    since_version: int | None


class Knowledge(Answer, frozen=True, kw_only=True):
    """Who knew of a ticket, a card or a field, and from which version on."""

    game: str
    version: int
    item: str
    seats: Sequence[KnownSince]
    mentions: Sequence[Learned]


@resource.call(
    "GET",
    "/v1/games/{game}/changes",
    costly=True,
    summary="Changes between two versions",
    description=(
        "The differences between what the holder of the token saw of the game at two versions. Each has its place in "
        "the game as a JSON Pointer, the value `before` and the value `after`; lists of names also say what was "
        "`added` and `removed`."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, AS_SEAT, FROM, TO),
    answers=(Answered("The changes.", Changes),),
    problems=(Forbidden, *PROBLEMS),
)
def get_changes(game: str) -> Response:
    visitor = visit(game)
    first, last = FROM.read() or 1, TO.read() or visitor.version
    check_reached(visitor.now, max(first, last))
    changes = changes_between(*(_seen_at(visitor, version) for version in (first, last)))
    return answer(Changes(game=game, from_=first, to=last, changes=changes), headers=HEADERS)


def _seen_at(visitor: Visit, version: int) -> GameSeen:
    loaded = services().games.cache.replay_to(visitor.game, version)
    return game_view(loaded, visitor.now, visitor.viewer, visitor.grant)


@resource.call(
    "GET",
    "/v1/games/{game}/statistics",
    costly=True,
    summary="The course of a game in figures",
    description="Points, trains, cards, routes and tickets of every seat over time, as JSON or CSV.",
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, BY, TO, FORMAT),
    answers=(Answered("The figures.", GameStatistics, media=(JSON, CSV)),),
    problems=(*PROBLEMS, NotAcceptable),
)
def get_statistics(game: str) -> Response:
    visitor, form = visit(game), FORMAT.read()
    last, figures = _figures(visitor)
    by: Literal["turn", "version"] = "version" if BY.read() == "version" else "turn"
    body = GameStatistics(
        game=game, version=last, by=by, versions=figures.versions, turns=figures.turns, seats=figures.seats
    )
    offers = {
        JSON: lambda: answer(body, headers=HEADERS),
        CSV: lambda: answer_csv(rows(figures), HEADERS),
    }
    return negotiated(offers) if form is None else offers[FORMATS[form]]()


@resource.call(
    "GET",
    "/v1/games/{game}/statistics.svg",
    costly=True,
    summary="The course of a game as a picture",
    description="A chart of one measure over time, in the players' colours. It depends on figures and names alone.",
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, MEASURE, BY, TO, *LOOK),
    answers=(Answered("The chart.", media=(SVG,)),),
    problems=PROBLEMS,
)
def get_statistics_picture(game: str) -> Response:
    visitor = visit(game)
    options, measure = picture_options(), MEASURE.read() or "points"
    say = Messages(options.lang)
    last, figures = _figures(visitor)
    names = [name or say.seat(seat) for seat, name in enumerate(visitor.names())]
    ruleset = visitor.now.ruleset
    course = point_course(ruleset, _read(visitor, last), Messages(say.lang, ruleset))
    look = ChartLook(colours=ruleset.board.player_colours, palette=options.palette, width=options.width)
    picture = chart(figures, measure, names, say, look, course)
    return Response(picture, mimetype=SVG, headers={**HEADERS, **HARMLESS})


def _figures(visitor: Visit) -> tuple[int, Statistics]:
    """The last version that they are about, and the figures."""
    last = TO.read() or visitor.version
    check_reached(visitor.now, last)
    return last, statistics(visitor.now.ruleset, _read(visitor, last), by_turn=BY.read() != "version")


def _read(visitor: Visit, last: int) -> list[Event]:
    return [event for _, event in services().games.cache.read_events(visitor.game, 0, last)]


@resource.call(
    "GET",
    "/v1/games/{game}/knowledge",
    costly=True,
    summary="Who knew what when",
    description=(
        "From which version on each seat knew of a ticket, a kind of card or a field of an event, and every event "
        "that mentions it. For the auditor, when the game is over."
    ),
    access=Access.TOKEN,
    parameters=(GAME, ITEM, TO),
    answers=(Answered("Who knew of it.", Knowledge),),
    problems=(Forbidden, *PROBLEMS),
)
def get_knowledge(game: str) -> Response:
    visitor = visit(game)
    granted(visitor)
    item, last = ITEM.read(), TO.read() or visitor.version
    if visitor.viewer is not Witness.AUDITOR:
        raise Forbidden("auditor_only")
    check_reached(visitor.now, last)
    _check_item(visitor.now.ruleset, item)
    mentions = knowledge(_read(visitor, last), item)
    since = known_since(mentions, visitor.now.ruleset.players)
    seats = [KnownSince(seat=seat, since_version=version) for seat, version in enumerate(since)]
    body = Knowledge(game=game, version=last, item=item, seats=seats, mentions=mentions)
    return answer(body, headers=HEADERS)


def _check_item(ruleset: Ruleset, item: str) -> None:
    """An item that no game on this board has is a mistake, and not something that nobody knew of."""
    kind, _, name = item.partition(".")
    is_field = kind in EVENTS and name in audiences(EVENTS[kind])
    if not (is_field or item in ruleset.tickets or item in ruleset.cards):
        raise MalformedRequest("unknown_item", parameter=ITEM.name, item=item)
