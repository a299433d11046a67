"""Boards and hands as pictures, for whoever may see them."""

from collections.abc import Callable
from hashlib import sha256
from typing import Literal, get_args

import msgspec
from flask import Blueprint, Response

from service.api.access import MOST_VERSIONS, Visit, seat_of, visit_at
from service.api.boards import CACHED
from service.api.history import HARMLESS
from service.errors import BoardNotFound, PicturesExhausted
from service.games.game_cache import shared_ruleset
from service.http.request import number_argument, text_argument
from service.http.response import bytes_unless_known
from service.language.languages import DEFAULT_LANG, Lang, codes
from service.pictures.drawing.board_picture import NARROWEST, USUAL_WIDTH, WIDEST, PictureOptions, board_svg
from service.pictures.drawing.hand_picture import hand_svg
from service.pictures.drawing.palette import Colours, Palette, Theme
from service.pictures.drawing.scene import empty_scene, scene_of
from service.pictures.painter import Busy, painter
from service.wiring import services
from ttr_core import board_names
from ttr_core.boards.library import whole_document
from ttr_core.engine.views import View, view
from ttr_core.model.ids import SeatId, TicketId

MEDIA = {"svg": "image/svg+xml", "png": "image/png"}
TICKETS = ("mine",)
Draw = Callable[[], str]


def register(blueprint: Blueprint) -> None:
    blueprint.get("/v1/boards/<name>.svg")(get_board_picture)
    blueprint.get("/v1/games/<game>/board.svg")(get_board_svg)
    blueprint.get("/v1/games/<game>/board.png")(get_board_png)
    blueprint.get("/v1/games/<game>/hand.svg")(get_hand_svg)
    blueprint.get("/v1/games/<game>/hand.png")(get_hand_png)


def get_board_picture(name: str) -> Response:
    """The board before anybody has played on it."""
    if name not in board_names():
        raise BoardNotFound(boards=list(board_names()))
    wanted = _wanted()
    ruleset = shared_ruleset(name, whole_document(name)["players"][1], ())
    drawn = services().pictures.get(
        (name, wanted), lambda: board_svg(ruleset, empty_scene(ruleset), wanted).encode()
    )
    return Response(drawn, mimetype=MEDIA["svg"], headers={**CACHED, **HARMLESS})


def get_board_svg(game: str) -> Response:
    return _board(game, "svg")


def get_board_png(game: str) -> Response:
    return _board(game, "png")


def get_hand_svg(game: str) -> Response:
    return _hand(game, "svg")


def get_hand_png(game: str) -> Response:
    return _hand(game, "png")


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a picture of a game depends on besides the game."""

    what: Literal["board", "hand"]
    form: Literal["svg", "png"]
    wanted: PictureOptions
    since: int | None = None
    tickets: bool = False


def _board(game: str, form: Literal["svg", "png"]) -> Response:
    wanted, since = _wanted(), number_argument("since", None, 1, MOST_VERSIONS)
    tickets = text_argument("tickets", TICKETS) is not None
    seen = visit_at(game)
    seat = seat_of(seen) if tickets else None
    asked = Asked(what="board", form=form, wanted=wanted, since=since, tickets=tickets)
    before = _before(seen, since)
    return _picture(seen, asked, lambda: _draw_board(seen, wanted, before, seat))


def _before(seen: Visit, since: int | None) -> View | None:
    if since is None:
        return None
    loaded = services().games.cache.replay_to(seen.loaded.game, since)
    return view(loaded.ruleset, loaded.state, seen.viewer)


def _draw_board(seen: Visit, wanted: PictureOptions, before: View | None, seat: SeatId | None) -> str:
    loaded = seen.loaded
    shown = view(loaded.ruleset, loaded.state, seen.viewer)
    names = [loaded.facts.get(f"name:{number}") for number in range(len(shown.seats))]
    tickets: tuple[TicketId, ...] = () if seat is None else shown.seats[seat].tickets or ()
    scene = scene_of(loaded.ruleset, shown, names, before, tickets, wanted.lang)
    return board_svg(loaded.ruleset, scene, wanted)


def _hand(game: str, form: Literal["svg", "png"]) -> Response:
    wanted = _wanted()
    seen = visit_at(game)
    seat = seat_of(seen)
    asked = Asked(what="hand", form=form, wanted=wanted)
    ruleset, state = seen.loaded.ruleset, seen.loaded.state
    return _picture(seen, asked, lambda: hand_svg(ruleset, view(ruleset, state, seen.viewer), seat, wanted))


def _picture(seen: Visit, asked: Asked, draw: Draw) -> Response:
    """From what was drawn lately, or drawn now; a client that has it already is told so."""
    mark = sha256(f"{seen.etag()}/{msgspec.json.encode(asked)!r}".encode()).hexdigest()[:8]
    key = (seen.loaded.game, seen.loaded.head, seen.etag(), asked)

    def made() -> bytes:
        return _painted(draw()) if asked.form == "png" else draw().encode()

    found = bytes_unless_known(
        f'"{seen.loaded.version}.{mark}"', MEDIA[asked.form], lambda: services().pictures.get(key, made)
    )
    found.headers.update(HARMLESS)
    return found


def _painted(svg: str) -> bytes:
    try:
        return painter().paint(svg)
    except Busy:
        raise PicturesExhausted(seconds=2) from None


def _wanted() -> PictureOptions:
    theme = msgspec.convert(text_argument("theme", get_args(Theme)) or "light", Theme)
    colours = msgspec.convert(text_argument("colours", get_args(Colours)) or "usual", Colours)
    width = number_argument("width", USUAL_WIDTH, NARROWEST, WIDEST)
    assert width is not None
    lang = msgspec.convert(text_argument("lang", codes()) or DEFAULT_LANG, Lang)
    return PictureOptions(palette=Palette(theme, colours), width=width, lang=lang)
