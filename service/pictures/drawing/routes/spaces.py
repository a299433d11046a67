"""Routes as rows of spaces: free in their colours, owned as trains, with the signs printed on them."""

from collections.abc import Sequence
from math import cos, radians, sin

from service.pictures.drawing.palette import DARK_TEXT, Palette, text_on
from service.pictures.drawing.scene import Player, Scene
from service.pictures.drawing.svg import (
    Attributes,
    line_along,
    moved,
    number,
    plain,
    tag,
    tile,
    tiles,
    upright,
    words,
)
from service.pictures.layout.board_layout import Row
from service.pictures.layout.canvas import Canvas
from service.pictures.layout.geometry import Point, Tile
from service.pictures.layout.lettering.chips import SYMBOLS
from service.pictures.layout.lettering.text_width import width_of
from service.pictures.layout.paths import curves
from ttr_core.model.marks import Symbol

# signs

_LOCOMOTIVE = "m-5.2 2.6v-3.4h3.4v-2h-.5v-1h1.9v1h-.4v2h2.2v-2.4h-.5v-1h4v6.8z"
_WAVE = "m-5.5 1.2q1.4-3.4 2.75 0t2.75 0 2.75 0 2.75 0"
_HOUSE = "m-4 3.6v-4l4-4 4 4v4z"
_CROSS = "m-3.2 -3.2l6.4 6.4m0 -6.4l-6.4 6.4"
SMALL = 7.6
NUMBERED_HOUSE = (0.54, 0.86, 0.42)  # half of its width, its walls and its roof, in sizes of its number


def sign_on(space: Tile, sign: str, colour: str) -> str:
    """A sign on a space: a symbol, or letters."""
    match sign:
        case Symbol.LOCOMOTIVE:
            return _filled(space, _LOCOMOTIVE, colour)
        case Symbol.HOUSE:
            return _filled(space, _HOUSE, colour)
        case Symbol.WAVE | Symbol.CROSS:
            line: Attributes = {
                "fill": "none",
                "stroke": colour,
                "stroke_width": 1.8,
                "stroke_linecap": "round",
            }
            path = _start(space) + (_WAVE if sign == Symbol.WAVE else _CROSS)
            return tag("path", d=path, transform=upright(space), **line)
        case Symbol.TUNNEL:  # is an outline
            return ""
        case _:
            return letter(space, sign, colour, min(SMALL, SMALL * SMALL * 3 / width_of(sign, SMALL)))


def locomotive(space: Tile, colour: str) -> str:
    return sign_on(space, Symbol.LOCOMOTIVE, colour)


def _filled(space: Tile, path: str, colour: str) -> str:
    return tag("path", d=_start(space) + path, fill=colour, transform=upright(space))


def _start(space: Tile) -> str:
    return f"M{number(space.x)} {number(space.y)}"


def letter(space: Tile, text: str, colour: str, size: float = SMALL) -> str:
    return words(text, space.x, space.y + size * 0.36, size, fill=colour, transform=upright(space))


def signs(row: Row, palette: Palette, canvas: Canvas) -> list[str]:
    """What is printed on the spaces of a track; in the safe colours, the letter of its colour on all others.

    Where there is no other space, sign and letter share one. A row whose letters stand on a plate has symbols alone.
    """
    track = row.track
    colour = text_on(palette.card(track.colour.partition("/")[0]))
    if canvas.one_letter:
        symbols = zip(row.tiles, track.signs, strict=True)
        return [sign_on(space, sign, colour) for space, sign in symbols if sign in SYMBOLS]
    text = palette.letter(track.colour) if palette.safe else ""
    if text and all(track.signs):
        return [
            sign_on(part, sign, colour)
            for space, printed in zip(row.tiles, track.signs, strict=True)
            for part, sign in zip(_halves(space), (printed, text), strict=True)
        ]
    printed = [(space, sign or text) for space, sign in zip(row.tiles, track.signs, strict=True)]
    return [sign_on(space, sign, colour) for space, sign in printed if sign]


def _halves(space: Tile) -> tuple[Tile, Tile]:
    """The left and the right one, as it is read."""
    turn = radians((space.angle + 90) % 180 - 90)
    dx, dy = space.length / 4 * cos(turn), space.length / 4 * sin(turn)
    half = space._replace(length=space.length / 2)
    return half._replace(x=space.x - dx, y=space.y - dy), half._replace(x=space.x + dx, y=space.y + dy)


def house(place: Point, fill: str, edge: str, scale: float = 1.0) -> str:
    """A building on a city."""
    return _building(place, fill, edge, (8 * scale, 9 * scale, 8 * scale))


def numbered_house(place: Point, fill: str, edge: str, text: str, size: float) -> str:
    """A building with room for a number of this size, which says whose it is where its colour does not."""
    half, wall, roof = NUMBERED_HOUSE
    building = _building(place, fill, edge, (half * size, wall * size, roof * size))
    return building + words(
        text, place.x, place.y + half * size - 0.08 * size, size, fill=text_on(fill), text_anchor="middle"
    )


def _building(place: Point, fill: str, edge: str, sides: tuple[float, float, float]) -> str:
    """From half of its width, the height of its walls and that of its roof; it stands half of its width below."""
    half, wall, roof = map(number, sides)
    path = f"M{number(place.x)} {number(place.y)}m-{half} {half}v-{wall}l{half}-{roof} {half} {roof}v{wall}z"
    return tag("path", d=path, fill=fill, stroke=edge, stroke_width=1.8, stroke_linejoin="round")


# rows of spaces

TRAIN = 12.6  # breadth of a wagon
WINDOW, PILLAR = 4.4, 2.5  # of a wagon, lengthwise
BAND, CASING, BEYOND = (
    6.4,
    1.0,
    2.4,
)  # around trains: how much broader, its rim, and how far beyond the last one


def gradients(rows: tuple[Row, ...], palette: Palette, prefix: str) -> str:
    """Fills for routes that take either of two colours."""
    mixed = sorted({row.track.colour for row in rows if "/" in row.track.colour})
    return "".join(_gradient(colour, palette, prefix) for colour in mixed)


def _gradient(colour: str, palette: Palette, prefix: str) -> str:
    """Half of each colour, lengthwise."""
    one, other = (palette.card(part) for part in colour.split("/", 1))
    stops = "".join(
        tag("stop", offset=offset, stop_color=fill)
        for offset, fill in (("0", one), ("0.5", one), ("0.5", other), ("1", other))
    )
    return tag("linearGradient", stops, id=_mixed(colour, prefix), x1="0", y1="0", x2="0", y2="1")


def _mixed(colour: str, prefix: str) -> str:
    return f"{prefix}-{colour.replace('/', '-')}"


def free_row(row: Row, palette: Palette, canvas: Canvas, prefix: str) -> str:
    """A route without an owner."""
    colour, breadth = row.track.colour, curves.BREADTH / canvas.train
    edge, line = palette.outline(colour)
    outline = tunnel_outline(palette) if row.track.tunnel else {"stroke": edge, "stroke_width": line}
    if "/" in colour:  # each space has its own half of each colour
        spaces = "".join(tile(space, 0.0, breadth) for space in row.tiles)
        shapes = tag("g", spaces, fill=f"url(#{_mixed(colour, prefix)})", **outline)
    else:
        shapes = tag("path", d=tiles(row.tiles, 0.0, breadth), fill=palette.card(colour), **outline)
    return tag("g", shapes + "".join(signs(row, palette, canvas)), class_="route", data_routes=_routes(row))


def _routes(row: Row) -> str:
    """The routes that these spaces belong to, for programs that read the picture."""
    return plain(" ".join(row.track.routes))


def tunnel_outline(palette: Palette) -> Attributes:
    return {"stroke": palette.ink.tunnel, "stroke_width": 2.2, "stroke_dasharray": "4 2.2"}


def owned_row(row: Row, player: Player, palette: Palette, canvas: Canvas) -> str:
    """Coupled wagons in the owner's colour; in the safe colours, with the number of the seat."""
    fill = palette.player(player.colour)
    roof, train = text_on(fill), wagons(row.tiles, fill, palette, canvas)
    if palette.safe and not canvas.one_letter:
        train += "".join(letter(space, str(player.seat + 1), roof, 9.5) for space in row.tiles)
    else:
        train += _windows(row.tiles, roof, canvas)
    owner = str(player.seat)
    return tag("g", train, class_="route owned", data_routes=_routes(row), data_owner=owner)


def wagons(spaces: Sequence[Tile], fill: str, palette: Palette, canvas: Canvas) -> str:
    """Coupled, one on each space."""
    coupling = line_along(spaces, stroke=palette.ink.rim, stroke_width=3.0)
    rim: Attributes = {"stroke": palette.ink.rim, "stroke_width": 1.6 * canvas.train**2}
    outlines = tiles(spaces, 0.8, TRAIN * canvas.train)
    return coupling + tag("path", d=outlines, fill=fill, **rim, class_="train")


def _windows(wagons: Sequence[Tile], colour: str, canvas: Canvas) -> str:
    """A row of windows along each wagon; on a small canvas they run together."""
    lines = "".join(_window_line(wagon) for wagon in wagons if wagon.length > WINDOW + 6)
    look: Attributes = {"stroke": colour, "stroke_opacity": 0.75, "stroke_width": 3.8}
    if canvas.is_small:
        look |= {"stroke_opacity": 0.55, "stroke_width": 2.2 * canvas.train**2}
    else:
        look["stroke_dasharray"] = f"{number(WINDOW)} {number(PILLAR)}"
    return tag("path", d=lines, fill="none", **look) if lines else ""


def _window_line(wagon: Tile) -> str:
    """From the first window to the last, in the middle of the wagon."""
    count = int((wagon.length - 6 + PILLAR) / (WINDOW + PILLAR))
    half = (count * (WINDOW + PILLAR) - PILLAR) / 2
    dx, dy = half * cos(radians(wagon.angle)), half * sin(radians(wagon.angle))
    start = f"{number(wagon.x - dx)} {number(wagon.y - dy)}"
    return f"M{start}L{number(wagon.x + dx)} {number(wagon.y + dy)}"


def owner_of(row: Row, scene: Scene) -> Player | None:
    for route in row.track.routes:
        if route in scene.owners:
            return scene.players[scene.owners[route]]
    return None


def is_new(row: Row, scene: Scene) -> bool:
    return any(route in scene.new_routes for route in row.track.routes)


def is_on_path(row: Row, scene: Scene) -> bool:
    """Whether it is part of the path to be seen, or else of one that counts as the longest."""
    if scene.path:
        return any(route in scene.path for route in row.track.routes)
    paths = [result.longest_path for result in scene.result.seats] if scene.result else []
    return any(route in path for path in paths for route in row.track.routes)


def band(spaces: Sequence[Tile], colour: str, canvas: Canvas) -> str:
    """What lies around the trains of one track: it leaves cities free, and most of the track beside it."""
    line, breadth = _with_ends(spaces), TRAIN * canvas.train + BAND / canvas.train**2
    rim = line_along(line, stroke=DARK_TEXT, stroke_width=breadth + 2 * CASING)
    return rim + line_along(line, stroke=colour, stroke_width=breadth)


def _with_ends(spaces: Sequence[Tile]) -> list[Tile]:
    """The spaces between two that lie where the first begins and the last ends."""
    first, last = spaces[0], spaces[-1]
    return [moved(first, -first.length / 2 - BEYOND), *spaces, moved(last, last.length / 2 + BEYOND)]
