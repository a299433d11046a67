"""Routes as rows of spaces: free in their colours, owned as trains, with the symbols printed on them."""

from service.pictures.drawing.palette import Palette, letter_of, text_on
from service.pictures.drawing.scene import Player, Scene
from service.pictures.drawing.svg import Attributes, number, polyline, tag, tile, upright, words
from service.pictures.layout.board_layout import Row
from service.pictures.layout.geometry import Point, Tile
from service.pictures.layout.track_bundles import Track

# symbols

_LOCOMOTIVE = "m-5.2 2.6v-3.4h3.4v-2h-.5v-1h1.9v1h-.4v2h2.2v-2.4h-.5v-1h4v6.8z"
_WAVE = "m-5.5 1.2q1.4-3.4 2.75 0t2.75 0 2.75 0 2.75 0"
SMALL = 7.6
CROSS = 13.0


def locomotive(space: Tile, colour: str) -> str:
    return tag("path", d=_start(space) + _LOCOMOTIVE, fill=colour, transform=upright(space))


def wave(space: Tile, colour: str) -> str:
    line: Attributes = {"fill": "none", "stroke": colour, "stroke_width": 1.8, "stroke_linecap": "round"}
    return tag("path", d=_start(space) + _WAVE, transform=upright(space), **line)


def _start(space: Tile) -> str:
    return f"M{number(space.x)} {number(space.y)}"


def letter(space: Tile, text: str, colour: str, size: float = SMALL) -> str:
    return words(text, space.x, space.y + size * 0.36, size, fill=colour, transform=upright(space))


def symbols(track: Track, tiles: tuple[Tile, ...], crosses: int, palette: Palette) -> list[str]:
    """The symbols on the spaces of a track: locomotives first, then waves, then numbers or letters; crosses last."""
    colour = text_on(palette.card(track.colour.partition("/")[0]))
    parts = []
    text = letter_of(track.colour) if palette.safe else ""
    for place, space in enumerate(tiles):
        if place < track.locomotives:
            parts.append(locomotive(space, colour))
        elif place < track.locomotives + track.waves:
            parts.append(wave(space, colour))
        elif place >= len(tiles) - crosses:
            parts.append(letter(space, "\N{MULTIPLICATION SIGN}", colour, CROSS))
        elif track.substitute:
            parts.append(letter(space, str(track.substitute), colour))
        elif text:
            parts.append(letter(space, text, colour))
    return parts


def station(place: Point, fill: str, edge: str) -> str:
    path = f"M{number(place.x)} {number(place.y)}m-8 8v-9l8-8 8 8v9z"
    return tag("path", d=path, fill=fill, stroke=edge, stroke_width=1.8, stroke_linejoin="round")


# rows of spaces

TRAIN = 12.6  # breadth of a wagon


def gradients(rows: tuple[Row, ...], palette: Palette) -> str:
    """Fills for routes that take either of two colours."""
    mixed = sorted({row.track.colour for row in rows if "/" in row.track.colour})
    return "".join(_gradient(colour, palette) for colour in mixed)


def _gradient(colour: str, palette: Palette) -> str:
    """Half of each colour, lengthwise."""
    one, other = (palette.card(part) for part in colour.split("/", 1))
    stops = "".join(
        tag("stop", offset=offset, stop_color=fill)
        for offset, fill in (("0", one), ("0.5", one), ("0.5", other), ("1", other))
    )
    return tag("linearGradient", stops, id=_mixed(colour), x1="0", y1="0", x2="0", y2="1")


def _mixed(colour: str) -> str:
    return "mixed-" + colour.replace("/", "-")


def free_row(row: Row, crosses: int, palette: Palette) -> str:
    """A route without an owner, with a cross for each train that it takes beside those on its spaces."""
    ink, colour = palette.ink, row.track.colour
    fill = f"url(#{_mixed(colour)})" if "/" in colour else palette.card(colour)
    outline: dict[str, str | float] = {"stroke": ink.edge, "stroke_width": 0.9}
    if row.track.tunnel:
        outline = {"stroke": ink.tunnel, "stroke_width": 2.2, "stroke_dasharray": "4 2.2"}
    spaces = "".join(tile(space) for space in row.tiles)
    return tag("g", spaces, fill=fill, **outline) + "".join(symbols(row.track, row.tiles, crosses, palette))


def owned_row(row: Row, player: Player, palette: Palette) -> str:
    """Coupled wagons in the owner's colour; in the safe colours, with the number of the seat."""
    fill = palette.player(player.colour)
    roof = text_on(fill)
    coupling = polyline(
        [Point(space.x, space.y) for space in row.tiles], stroke=palette.ink.rim, stroke_width=3.0
    )
    wagons = "".join(tile(space, 0.8, TRAIN) for space in row.tiles)
    train = coupling + tag("g", wagons, fill=fill, stroke=palette.ink.rim, stroke_width=1.6, class_="train")
    if palette.safe:
        return train + "".join(letter(space, str(player.seat + 1), roof, 9.5) for space in row.tiles)
    roofs = "".join(tile(space, -8.0, 2.2) for space in row.tiles if space.length > 9)
    return train + tag("g", roofs, fill=roof, fill_opacity=0.55)


def owner_of(row: Row, scene: Scene) -> Player | None:
    for route in row.track.routes:
        if route in scene.owners:
            return scene.players[scene.owners[route]]
    return None


def is_new(row: Row, scene: Scene) -> bool:
    return any(route in scene.new_routes for route in row.track.routes)


def glow(row: Row, palette: Palette) -> str:
    """The glow around a new route."""
    around = "".join(tile(space, 7.0, TRAIN + 7.0) for space in row.tiles)
    return tag("g", around, fill=palette.ink.glow, stroke=palette.ink.glow, stroke_width=2.0, class_="new")
