"""Pictures of boards and hands, as SVG and PNG."""

from collections.abc import Callable
from hashlib import sha256
from typing import Literal, get_args

import msgspec
from flask import Response
from msgspec.structs import replace

from service.api.access import AS_SEAT, AT, GAME, MOST_VERSIONS, Visit, check_reached, seat_of, visit_at
from service.api.boards import BOARD_ID, cached
from service.api.history import HARMLESS
from service.errors import (
    BoardNotFound,
    Forbidden,
    MalformedRequest,
    PictureNotReady,
    PicturesExhausted,
    VersionNotReached,
)
from service.http.call import (
    GAME_PROBLEMS,
    STORE_PROBLEMS,
    Access,
    Answered,
    Problem,
    Resource,
    or_not_modified,
)
from service.http.request import (
    IF_NONE_MATCH,
    LANG,
    Choice,
    Number,
    NumberOrDefault,
    Parameter,
    language,
    services,
    this_request,
)
from service.http.response import Kept, bytes_unless_cached
from service.language.languages import Lang
from service.pictures.drawing.board_picture import NARROWEST, USUAL_WIDTH, WIDEST, PictureOptions, board_svg
from service.pictures.drawing.hand_picture import hand_svg
from service.pictures.drawing.palette import Colours, Palette, Theme
from service.pictures.drawing.scene import empty_scene, scene_of
from service.pictures.game_result import result_of
from service.pictures.painter import Busy, painter
from ttr_core.engine.views import View, view
from ttr_core.model.ids import SeatId, TicketId

SVG, PNG = "image/svg+xml", "image/png"
MEDIA = {"svg": SVG, "png": PNG}

Form = Literal["svg", "png"]

THEME = Choice("theme", "Light by default.", choices=get_args(Theme))
COLOURS = Choice(
    "colours",
    "`safe`: colours that the colour-blind can tell apart, with a letter for each and a number for each seat.",
    choices=get_args(Colours),
)
WIDTH = NumberOrDefault(
    "width", "In pixels; the height follows.", low=NARROWEST, high=WIDEST, default=USUAL_WIDTH
)
LEGEND = Choice("legend", "`none`: the map alone, for pages that explain it themselves.", choices=("none",))
SINCE = Number("since", "Highlights everything new since this version.", low=1, high=MOST_VERSIONS)
TICKETS = Choice("tickets", "`mine`: marks the cities of the seat's own tickets.", choices=("mine",))

LOOK: tuple[Parameter, ...] = (THEME, COLOURS, LANG, WIDTH)
PROBLEMS: tuple[Problem, ...] = (MalformedRequest, VersionNotReached, Forbidden, *GAME_PROBLEMS)

resource = Resource("pictures")


@resource.call(
    "GET",
    "/v1/boards/{board}.svg",
    summary="A board without a game",
    parameters=(BOARD_ID, *LOOK),
    answers=(Answered("The picture.", media=(SVG,)),),
    problems=(MalformedRequest, BoardNotFound, PictureNotReady, *STORE_PROBLEMS),
    answers_options=True,
)
def get_board_picture(board: str) -> Response:
    if this_request().method == "OPTIONS":
        return Response(headers={"Allow": "GET, HEAD, OPTIONS"})
    library = services().games.boards
    served, options = library.find(board), picture_options()
    ruleset = library.ruleset(served, served.whole["players"][1], {})

    def draw() -> bytes:
        layout = services().plans.layout(ruleset, options.lang, options.canvas)
        return board_svg(ruleset, empty_scene(ruleset), options, layout).encode()

    picture = services().pictures.get_or_make((board, served.hash, options), draw)
    return Response(picture, mimetype=SVG, headers={**cached(served), **HARMLESS, "Vary": "Accept-Language"})


BOARD_PARAMETERS = (GAME, AT, AS_SEAT, SINCE, TICKETS, LEGEND, *LOOK, IF_NONE_MATCH)
BOARD = (
    "Routes, trains, stations and everything else on the board, as the holder of the token may see it, now or "
    "at any earlier version."
)


@resource.call(
    "GET",
    "/v1/games/{game}/board.svg",
    costly=True,
    summary="The board as SVG",
    description=BOARD,
    access=Access.ANYBODY_OR_TOKEN,
    parameters=BOARD_PARAMETERS,
    answers=or_not_modified("The picture.", media=(SVG,)),
    problems=(*PROBLEMS, PictureNotReady),
)
def get_board_svg(game: str) -> Response:
    return _board(game, "svg")


@resource.call(
    "GET",
    "/v1/games/{game}/board.png",
    costly=True,
    summary="The board as PNG",
    description=BOARD,
    access=Access.ANYBODY_OR_TOKEN,
    parameters=BOARD_PARAMETERS,
    answers=or_not_modified("The picture.", media=(PNG,)),
    problems=(*PROBLEMS, PictureNotReady, PicturesExhausted),
)
def get_board_png(game: str) -> Response:
    return _board(game, "png")


HAND_PARAMETERS = (GAME, AT, AS_SEAT, *LOOK, IF_NONE_MATCH)
HAND = "The seat's own cards and tickets, and the market."


@resource.call(
    "GET",
    "/v1/games/{game}/hand.svg",
    costly=True,
    summary="Your hand as SVG",
    description=HAND,
    access=Access.TOKEN,
    parameters=HAND_PARAMETERS,
    answers=or_not_modified("The picture.", media=(SVG,)),
    problems=PROBLEMS,
)
def get_hand_svg(game: str) -> Response:
    return _hand(game, "svg")


@resource.call(
    "GET",
    "/v1/games/{game}/hand.png",
    costly=True,
    summary="Your hand as PNG",
    description=HAND,
    access=Access.TOKEN,
    parameters=HAND_PARAMETERS,
    answers=or_not_modified("The picture.", media=(PNG,)),
    problems=(*PROBLEMS, PicturesExhausted),
)
def get_hand_png(game: str) -> Response:
    return _hand(game, "png")


class PictureRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a picture depends on besides game, version and viewer."""

    what: Literal["board", "hand"]
    form: Form
    options: PictureOptions
    since: int | None = None
    tickets: bool = False


def _board(game: str, form: Form) -> Response:
    options = replace(picture_options(), legend=LEGEND.read() is None)
    since, tickets = SINCE.read(), TICKETS.read() is not None
    visitor = visit_at(game)
    seat = seat_of(visitor) if tickets else None
    if since is not None:
        check_reached(visitor.now, since)
    options = replace(options, table=visitor.now.facts.title or "")
    request = PictureRequest(what="board", form=form, options=options, since=since, tickets=tickets)
    return _picture(visitor, request, lambda: _draw_board(visitor, request, seat))


def _draw_board(visitor: Visit, request: PictureRequest, seat: SeatId | None) -> str:
    loaded = visitor.loaded()
    shown = view(loaded.ruleset, loaded.state, visitor.viewer)
    tickets: tuple[TicketId, ...] = () if seat is None else shown.seats[seat].tickets or ()
    before = _view_at(visitor, request.since)
    result = result_of(loaded.ruleset, loaded.state)
    scene = scene_of(
        loaded.ruleset, shown, list(visitor.names()), before, tickets, request.options.lang, result
    )
    layout = services().plans.layout(loaded.ruleset, request.options.lang, request.options.canvas)
    return board_svg(loaded.ruleset, scene, request.options, layout)


def _view_at(visitor: Visit, version: int | None) -> View | None:
    if version is None:
        return None
    loaded = services().games.cache.replay_to(visitor.game, version)
    return view(loaded.ruleset, loaded.state, visitor.viewer)


def _hand(game: str, form: Form) -> Response:
    options = picture_options()
    visitor = visit_at(game)
    seat = seat_of(visitor)

    def draw() -> str:
        loaded = visitor.loaded()
        return hand_svg(loaded.ruleset, view(loaded.ruleset, loaded.state, visitor.viewer), seat, options)

    return _picture(visitor, PictureRequest(what="hand", form=form, options=options), draw)


def _picture(visitor: Visit, request: PictureRequest, draw: Callable[[], str]) -> Response:
    """From the cache, or drawn now; 304 for clients that have it."""
    seen = visitor.etag()
    mark = sha256(f"{seen}/{msgspec.json.encode(request)!r}".encode()).hexdigest()[:8]
    key = (visitor.game, seen, request)

    def make() -> bytes:
        return painted(draw()) if request.form == "png" else draw().encode()

    etag = f'"{visitor.version}.{mark}"'
    response = bytes_unless_cached(etag, MEDIA[request.form], make, Kept(services().pictures, key))
    response.headers.update(HARMLESS)
    response.headers["Vary"] += ", Accept-Language"
    return response


def painted(svg: str) -> bytes:
    try:
        return painter().paint(svg)
    except Busy:
        raise PicturesExhausted(seconds=2) from None


def picture_options() -> PictureOptions:
    theme = msgspec.convert(THEME.read() or "light", Theme)
    colours = msgspec.convert(COLOURS.read() or "usual", Colours)
    lang = msgspec.convert(LANG.read() or language(), Lang)
    return PictureOptions(palette=Palette(theme, colours), width=WIDTH.read(), lang=lang)
