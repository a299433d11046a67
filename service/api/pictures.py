"""Pictures of boards and hands, as SVG and PNG."""

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Literal, get_args

import msgspec
from flask import Response
from msgspec.structs import replace

from service.api.access import (
    AS_SEAT,
    AT,
    GAME,
    MOST_VERSIONS,
    Visit,
    check_reached,
    seat_of,
    visit,
    visit_at,
)
from service.api.boards import BOARD_ID, cached
from service.errors import (
    BoardNotFound,
    Forbidden,
    MalformedRequest,
    NotScoredYet,
    PictureNotReady,
    PicturesExhausted,
    VersionNotReached,
)
from service.games.game_cache import Loaded
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
    PatternText,
    language,
    services,
    this_request,
)
from service.http.response import Kept, answer, bytes_unless_cached
from service.language.languages import Lang
from service.pictures.drawing.board_picture import NARROWEST, USUAL_WIDTH, WIDEST, PictureOptions, board_svg
from service.pictures.drawing.palette import Colours, Palette, Theme
from service.pictures.drawing.scene import empty_scene, scene_of
from service.pictures.game_result import result_of, ticket_routes
from service.pictures.hand_picture import hand_svg
from service.pictures.layout.canvas import LARGE
from service.pictures.painter import Busy, painter
from service.pictures.replays.replay_store import (
    FRAME_WIDTH,
    NARROWEST_FRAME,
    ON_SHEET,
    WIDEST_FRAME,
    ReplayForm,
    ReplayProgress,
    ReplayRequest,
    begin_replay,
    replay_file,
)
from ttr_core.engine.views import View, view
from ttr_core.model.ids import RouteId, SeatId, TicketId, Witness
from ttr_core.model.phases import Scored

SVG, PNG, WEBP = "image/svg+xml", "image/png", "image/webp"
MEDIA = {"svg": SVG, "png": PNG}
HARMLESS = {
    "Content-Security-Policy": "default-src 'none'"
}  # a picture runs no script, wherever it is opened

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
AROUND = Choice(
    "around",
    "`since`: only the part of the map around what is new since that version; all of it if nothing is.",
    choices=("since",),
)
DRAW = PatternText(
    "draw",
    "A path to highlight: `longest:{seat}`, the longest one of a seat, or `ticket:{ticket}`, the one that completes "
    "a ticket: one of your own, or anybody's once the points are counted.",
    pattern="^(longest:[0-9]+|ticket:.+)$",
    example="longest:1",
)
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
        detail = services().plans.layout(ruleset, options.lang, LARGE)
        return board_svg(ruleset, empty_scene(ruleset), options, layout, detail).encode()

    picture = services().pictures.get_or_make((board, served.hash, options), draw)
    return Response(picture, mimetype=SVG, headers={**cached(served), **HARMLESS, "Vary": "Accept-Language"})


BOARD_PARAMETERS = (GAME, AT, AS_SEAT, SINCE, AROUND, DRAW, TICKETS, LEGEND, *LOOK, IF_NONE_MATCH)
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


REPLAY_WIDTH = NumberOrDefault(
    "width",
    "Of a frame, in pixels.",
    component="replay_width",
    low=NARROWEST_FRAME,
    high=WIDEST_FRAME,
    default=FRAME_WIDTH,
)
SHEET = re.compile(rf"^[1-9][0-9]{{0,8}}(,[1-9][0-9]{{0,8}}){{0,{ON_SHEET - 1}}}$")
VERSIONS = PatternText(
    "at",
    f"Up to {ON_SHEET} versions, with commas between them; without any, turns at equal distances.",
    component="replay_versions",
    pattern=SHEET.pattern,
    example="40,80,120",
)
REPLAY_LOOK: tuple[Parameter, ...] = (THEME, COLOURS, LANG, REPLAY_WIDTH)
UNDER_WAY = Answered("A worker is drawing it.", ReplayProgress, status=202, headers=("Retry-After",))
REPLAY_SECONDS = "2"  # after which a client may ask how far it is


@resource.call(
    "GET",
    "/v1/games/{game}/replay.webp",
    costly=True,
    summary="A finished game as a moving picture",
    description=(
        "One frame for every turn, as everybody may see the game, with the final points at the end. A worker draws it: "
        "the first answers are 202 with the progress. It is kept for a day."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, *REPLAY_LOOK),
    answers=(Answered("The moving picture.", media=(WEBP,)), UNDER_WAY),
    problems=(MalformedRequest, NotScoredYet, *GAME_PROBLEMS),
)
def get_replay(game: str) -> Response:
    visitor = visit(game)
    if not isinstance(visitor.now.state.phase, Scored):
        raise NotScoredYet()
    return _replay(visitor, "webp", ())


@resource.call(
    "GET",
    "/v1/games/{game}/replay.png",
    costly=True,
    summary="The course of a game on one sheet",
    description=(
        "Several positions side by side, as everybody may see them, for chats that show no moving pictures. A worker "
        "draws it, as `replay.webp`."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, VERSIONS, *REPLAY_LOOK),
    answers=(Answered("The sheet.", media=(PNG,)), UNDER_WAY),
    problems=(MalformedRequest, VersionNotReached, *GAME_PROBLEMS),
)
def get_replay_sheet(game: str) -> Response:
    visitor = visit(game)
    return _replay(visitor, "png", _read_versions(visitor))


def _read_versions(visitor: Visit) -> tuple[int, ...]:
    text = VERSIONS.read()
    if text is None:
        return ()
    if not SHEET.fullmatch(text):
        raise MalformedRequest("not_a_choice", parameter=VERSIONS.name, choices=[VERSIONS.example])
    versions = tuple(sorted({int(part) for part in text.split(",")}))
    check_reached(visitor.now, max(versions))
    return versions


def _replay(visitor: Visit, form: ReplayForm, versions: tuple[int, ...]) -> Response:
    request = ReplayRequest(
        game=visitor.game,
        version=visitor.now.version,
        head=visitor.now.head,
        names=visitor.names(),
        form=form,
        options=replace(_read_look(), width=REPLAY_WIDTH.read()),
        at=versions,
    )
    store = services().store
    packed = replay_file(store, request)
    if packed is None:
        progress = begin_replay(store, request, services().jobs.make_replay)
        return answer(progress, 202, {"Retry-After": REPLAY_SECONDS})
    media = WEBP if form == "webp" else PNG
    headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept-Language", **HARMLESS}
    return Response(packed, mimetype=media, headers=headers)


class PictureRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a picture depends on besides game, version and viewer."""

    what: Literal["board", "hand"]
    form: Form
    options: PictureOptions
    since: int | None = None
    tickets: bool = False
    path: str = ""  # what `draw` names


def _board(game: str, form: Form) -> Response:
    since, tickets, path = SINCE.read(), TICKETS.read() is not None, _read_path()
    around = AROUND.read() is not None and since is not None
    options = replace(picture_options(), legend=LEGEND.read() is None, around=around)
    visitor = visit_at(game)
    seat = _seat(visitor) if tickets else None
    if since is not None:
        check_reached(visitor.now, since)
    options = replace(options, table=visitor.now.facts.title or "")
    request = PictureRequest(
        what="board", form=form, options=options, since=since, tickets=tickets, path=path
    )
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
    scene = replace(scene, path=_path(loaded, shown, request.path))
    lang, canvas = request.options.lang, request.options.canvas
    layout = services().plans.layout(loaded.ruleset, lang, canvas)
    detail = services().plans.layout(loaded.ruleset, lang, LARGE)
    return board_svg(loaded.ruleset, scene, request.options, layout, detail)


def _read_path() -> str:
    text = DRAW.read()
    if text is None:
        return ""
    if not re.match(DRAW.pattern, text):
        raise MalformedRequest(
            "not_a_choice", parameter=DRAW.name, choices=["longest:{seat}", "ticket:{ticket}"]
        )
    return text


def _path(loaded: Loaded, shown: View, named: str) -> tuple[RouteId, ...]:
    """The routes of a path by its name; none if there is no such path, or the viewer may not know of it."""
    kind, _, name = named.partition(":")
    ruleset = loaded.ruleset
    if kind == "longest" and int(name) < len(shown.seats):
        _, trail = ruleset.trail(loaded.state.seats[int(name)].routes)
        return tuple(ruleset.routes[number].id for number in trail)
    open_tickets = (
        view(ruleset, loaded.state, Witness.AUDITOR) if isinstance(loaded.state.phase, Scored) else shown
    )
    holder = next((seat for seat in open_tickets.seats if name in (seat.tickets or ())), None)
    if kind != "ticket" or holder is None:
        return ()
    on_path = ticket_routes(ruleset, holder.routes, TicketId(name))
    return tuple(route.id for route in ruleset.routes if route.id in on_path)


def _seat(visitor: Visit) -> SeatId:
    """The seat whose eyes the visitor has: their own, or the one that an auditor names."""
    return visitor.viewer if isinstance(visitor.viewer, int) else seat_of(visitor)


def _view_at(visitor: Visit, version: int | None) -> View | None:
    if version is None:
        return None
    loaded = services().games.cache.replay_to(visitor.game, version)
    return view(loaded.ruleset, loaded.state, visitor.viewer)


def _hand(game: str, form: Form) -> Response:
    options = picture_options()
    visitor = visit_at(game)
    seat = _seat(visitor)

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
    return replace(_read_look(), width=WIDTH.read())


def _read_look() -> PictureOptions:
    theme = msgspec.convert(THEME.read() or "light", Theme)
    colours = msgspec.convert(COLOURS.read() or "usual", Colours)
    lang = msgspec.convert(LANG.read() or language(), Lang)
    return PictureOptions(palette=Palette(theme, colours), lang=lang)
