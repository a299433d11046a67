"""Colours of cards, of players and of both themes; a `safe` set for colour-blind viewers."""

from collections.abc import Mapping
from typing import Literal

import msgspec

Theme = Literal["light", "dark"]
Colours = Literal["usual", "safe"]


class Ink(msgspec.Struct, frozen=True, kw_only=True):
    """The colours of a theme."""

    page: str
    land: str
    frame: str
    text: str
    faint: str
    halo: str
    line: str  # thin lines below the spaces
    edge: str  # around spaces
    rim: str  # around trains and stations
    tunnel: str
    city: str
    pole: str
    glow: str  # around new things
    mark: str  # cities of the viewer's tickets
    badge: str  # beside names of cities
    tint: float  # how strongly areas are coloured


INKS: Mapping[str, Ink] = {
    "light": Ink(
        page="#fbf8f1",
        land="#efe8d8",
        frame="#8d7f66",
        text="#1d1a15",
        faint="#6b604d",
        halo="#fdfbf5",
        line="#a89b82",
        edge="#5c5342",
        rim="#101010",
        tunnel="#14110c",
        city="#fffdf7",
        pole="#d5e6f0",
        glow="#ffb300",
        mark="#d81b84",
        badge="#8e24aa",
        tint=0.28,
    ),
    "dark": Ink(
        page="#14181d",
        land="#222a33",
        frame="#566271",
        text="#f3f0e8",
        faint="#a9b3bf",
        halo="#14181d",
        line="#5f6b79",
        edge="#8d99a8",
        rim="#ded8c8",
        tunnel="#f0e9d6",
        city="#fffdf7",
        pole="#33495a",
        glow="#ffd54f",
        mark="#ff5fb0",
        badge="#ba68c8",
        tint=0.3,
    ),
}

_CARDS: Mapping[str, Mapping[str, str]] = {
    "usual": {
        "white": "#f8f8f4",
        "blue": "#3f83cc",
        "yellow": "#f3d038",
        "green": "#58a846",
        "red": "#d4443c",
        "pink": "#b466b8",
        "black": "#3b3b3b",
        "orange": "#ea8a2e",
        "gray": "#b3b0a8",
        "locomotive": "#8a8f98",
    },
    "safe": {  # after Okabe and Ito
        "white": "#ffffff",
        "blue": "#0072b2",
        "yellow": "#f0e442",
        "green": "#009e73",
        "red": "#d55e00",
        "pink": "#cc79a7",
        "black": "#2b2b2b",
        "orange": "#e69f00",
        "gray": "#b8b8b8",
        "locomotive": "#8a8f98",
    },
}

_PLAYERS: Mapping[str, Mapping[str, str]] = {
    "usual": {
        "blue": "#1252b3",
        "red": "#b3150f",
        "green": "#1d6b1a",
        "yellow": "#e8b800",
        "black": "#161616",
        "white": "#ffffff",
        "pink": "#d14fa0",
    },
    "safe": {
        "blue": "#0072b2",
        "red": "#d55e00",
        "green": "#009e73",
        "yellow": "#f0e442",
        "black": "#000000",
        "white": "#ffffff",
        "pink": "#cc79a7",
    },
}

LETTERS: Mapping[str, str] = {
    "white": "W",
    "blue": "B",
    "yellow": "Y",
    "green": "G",
    "red": "R",
    "pink": "P",
    "black": "K",
    "orange": "O",
    "locomotive": "L",
}
TINTS = ("#d9822b", "#3f83cc", "#58a846", "#b466b8", "#c0b02a", "#d4443c", "#3aa6a0")
OTHER = "#9e9e9e"
OTHER_CARDS = {"usual": "#4fa3b8", "safe": "#56b4e9"}  # kinds of cards that rules add
DARK_TEXT, LIGHT_TEXT = "#141414", "#ffffff"


class Palette(msgspec.Struct, frozen=True):
    theme: Theme = "light"
    colours: Colours = "usual"

    @property
    def ink(self) -> Ink:
        return INKS[self.theme]

    @property
    def safe(self) -> bool:
        return self.colours == "safe"

    def card(self, colour: str) -> str:
        return _CARDS[self.colours].get(colour, OTHER_CARDS[self.colours])

    def player(self, colour: str) -> str:
        return _PLAYERS[self.colours].get(colour, OTHER)


def letter_of(colour: str) -> str:
    """One letter for a colour, two for a route that takes either of two; none for a route of any colour."""
    return "".join(LETTERS.get(part, part[:1].upper()) for part in colour.split("/") if part != "gray")


def text_on(fill: str) -> str:
    """Black or white, whichever is easier to read on the colour."""
    red, green, blue = (int(fill[place : place + 2], 16) for place in (1, 3, 5))
    return DARK_TEXT if 0.299 * red + 0.587 * green + 0.114 * blue > 128 else LIGHT_TEXT
