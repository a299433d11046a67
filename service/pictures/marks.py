"""The small signs on spaces and cities: locomotives, waves, letters, houses."""

from service.pictures.geometry import Point, Tile
from service.pictures.palette import Palette, letter_of, text_on
from service.pictures.svg import Attributes, number, tag, upright, words
from service.pictures.tracks import Track

_LOCOMOTIVE = "m-5.2 2.6v-3.4h3.4v-2h-.5v-1h1.9v1h-.4v2h2.2v-2.4h-.5v-1h4v6.8z"
_WAVE = "m-5.5 1.2q1.4-3.4 2.75 0t2.75 0 2.75 0 2.75 0"
SMALL = 7.6


def locomotive(space: Tile, colour: str) -> str:
    return tag("path", d=_start(space) + _LOCOMOTIVE, fill=colour, transform=upright(space))


def wave(space: Tile, colour: str) -> str:
    line: Attributes = {"fill": "none", "stroke": colour, "stroke_width": 1.8, "stroke_linecap": "round"}
    return tag("path", d=_start(space) + _WAVE, transform=upright(space), **line)


def _start(space: Tile) -> str:
    return f"M{number(space.x)} {number(space.y)}"


def letter(space: Tile, text: str, colour: str, size: float = SMALL) -> str:
    return words(text, space.x, space.y + size * 0.36, size, fill=colour, transform=upright(space))


def signs(track: Track, tiles: tuple[Tile, ...], palette: Palette) -> list[str]:
    """What is printed on the spaces of a track; the last ones bear what they need beyond plain cards."""
    colour = text_on(palette.card(track.colour.partition("/")[0]))
    found = []
    text = letter_of(track.colour) if palette.safe else ""
    for place, space in enumerate(tiles):
        if place < track.locomotives:
            found.append(locomotive(space, colour))
        elif place < track.locomotives + track.waves:
            found.append(wave(space, colour))
        elif track.substitute:
            found.append(letter(space, str(track.substitute), colour))
        elif text:
            found.append(letter(space, text, colour))
    return found


def house(place: Point, fill: str, edge: str) -> str:
    """A station."""
    path = f"M{number(place.x)} {number(place.y)}m-8 8v-9l8-8 8 8v9z"
    return tag("path", d=path, fill=fill, stroke=edge, stroke_width=1.8, stroke_linejoin="round")
