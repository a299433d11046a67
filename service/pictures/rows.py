"""Routes: rows of spaces in their colours, and the trains of whoever owns them."""

from service.pictures.geometry import Point
from service.pictures.layout import Row
from service.pictures.marks import letter, signs
from service.pictures.palette import Palette, text_on
from service.pictures.scene import Player, Scene
from service.pictures.svg import polyline, tag, tile

TRAIN = 12.6  # breadth of a wagon


def gradients(rows: tuple[Row, ...], palette: Palette) -> str:
    """Fills for routes that take either of two colours."""
    mixed = sorted({row.track.colour for row in rows if "/" in row.track.colour})
    return "".join(_gradient(colour, palette) for colour in mixed)


def _gradient(colour: str, palette: Palette) -> str:
    """Half of each, lengthwise."""
    one, other = (palette.card(part) for part in colour.split("/", 1))
    stops = "".join(
        tag("stop", offset=offset, stop_color=fill)
        for offset, fill in (("0", one), ("0.5", one), ("0.5", other), ("1", other))
    )
    return tag("linearGradient", stops, id=_mixed(colour), x1="0", y1="0", x2="0", y2="1")


def _mixed(colour: str) -> str:
    return "mixed-" + colour.replace("/", "-")


def free_row(row: Row, palette: Palette) -> str:
    """A route that nobody has."""
    ink, colour = palette.ink, row.track.colour
    fill = f"url(#{_mixed(colour)})" if "/" in colour else palette.card(colour)
    outline: dict[str, str | float] = {"stroke": ink.edge, "stroke_width": 0.9}
    if row.track.tunnel:
        outline = {"stroke": ink.tunnel, "stroke_width": 2.2, "stroke_dasharray": "4 2.2"}
    spaces = "".join(tile(space) for space in row.tiles)
    return tag("g", spaces, fill=fill, **outline) + "".join(signs(row.track, row.tiles, palette))


def owned_row(row: Row, player: Player, palette: Palette) -> str:
    """Wagons in the owner's colour, coupled; in the safe colours with the number of the seat."""
    fill = palette.player(player.colour)
    roof = text_on(fill)
    coupling = polyline(
        [Point(space.x, space.y) for space in row.tiles], stroke=palette.ink.rim, stroke_width=3.0
    )
    wagons = "".join(tile(space, 0.8, TRAIN) for space in row.tiles)
    found = coupling + tag("g", wagons, fill=fill, stroke=palette.ink.rim, stroke_width=1.6, class_="train")
    if palette.safe:
        return found + "".join(letter(space, str(player.seat + 1), roof, 9.5) for space in row.tiles)
    roofs = "".join(tile(space, -8.0, 2.2) for space in row.tiles if space.length > 9)
    return found + tag("g", roofs, fill=roof, fill_opacity=0.55)


def owner_of(row: Row, scene: Scene) -> Player | None:
    for route in row.track.routes:
        if route in scene.owners:
            return scene.players[scene.owners[route]]
    return None


def is_new(row: Row, scene: Scene) -> bool:
    return any(route in scene.new_routes for route in row.track.routes)


def glow(row: Row, palette: Palette) -> str:
    """Round what is new."""
    around = "".join(tile(space, 7.0, TRAIN + 7.0) for space in row.tiles)
    return tag("g", around, fill=palette.ink.glow, stroke=palette.ink.glow, stroke_width=2.0, class_="new")
