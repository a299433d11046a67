"""Colours of cards, of players and of both themes; a `safe` set for colour-blind viewers."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

import msgspec

from service.language.languages import DEFAULT_LANG, Lang, Messages
from service.language.vocabulary.board_words import label_in
from ttr_core.boards.board import Board
from ttr_core.model.ids import GRAY, LOCOMOTIVE

Theme = Literal["light", "dark"]
Colours = Literal["usual", "safe"]


class Ink(msgspec.Struct, frozen=True, kw_only=True):
    """The colours of a theme."""

    page: str
    land: str
    sea: str  # also lakes
    coast: str  # the line along it
    river: str
    border: str
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
    glow: str  # around what can be chosen on the page
    new: str  # around new things; like no route and no train
    path: str  # around the trains of a path; likewise
    mark: str  # cities of the viewer's tickets
    badge: str  # beside names of cities
    done: str  # tickets that are completed
    failed: str  # tickets that are not, and never will be
    tint: float  # how strongly areas are coloured


INKS: Mapping[str, Ink] = {
    "light": Ink(
        page="#fbf8f1",
        land="#f2ebda",
        sea="#c9dde5",
        coast="#9dbccb",
        river="#a5c6d5",
        border="#cfc1a3",
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
        new="#76ff03",
        path="#00e5ff",
        mark="#d81b84",
        badge="#8e24aa",
        done="#1d6b1a",
        failed="#b3150f",
        tint=0.28,
    ),
    "dark": Ink(
        page="#12161b",
        land="#3d4a4d",
        sea="#122130",
        coast="#4c5f68",
        river="#27475c",
        border="#2c383d",
        frame="#566271",
        text="#f3f0e8",
        faint="#a9b3bf",
        halo="#12161b",
        line="#77838c",
        edge="#b4bec8",
        rim="#ded8c8",
        tunnel="#f0e9d6",
        city="#fffdf7",
        pole="#33495a",
        glow="#ffd54f",
        new="#76ff03",
        path="#00e5ff",
        mark="#ff5fb0",
        badge="#ba68c8",
        done="#8fdc89",
        failed="#ff8f86",
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
        "pink": "#dd7fb0",
        "purple": "#a85fb4",
        "black": "#3b3b3b",
        "orange": "#ea8a2e",
        "brown": "#94622d",
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
        "purple": "#cc79a7",
        "black": "#2b2b2b",
        "orange": "#e69f00",
        "brown": "#8c510a",
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

TINTS = ("#d9822b", "#3f83cc", "#58a846", "#b466b8", "#c0b02a", "#d4443c", "#3aa6a0")
AREA_TEXTS: Mapping[
    Theme, Sequence[str]
] = {  # the same hues, so dark or light that small words are read on them
    "light": ("#7a430d", "#1d4f82", "#2b5a21", "#6f3674", "#5f550a", "#88201b", "#165956"),
    "dark": ("#f2d4b5", "#bcd4ed", "#c2e3bb", "#e4c8e5", "#eee8b3", "#efb8b5", "#b3e4e2"),
}
OTHER = "#9e9e9e"
OTHER_CARDS = {"usual": "#4fa3b8", "safe": "#56b4e9"}  # kinds of cards that rules add
DARK_TEXT, LIGHT_TEXT = "#141414", "#ffffff"


ENOUGH = 3.0  # contrast of what must be seen with what lies around it
THIN, THICK = 0.9, 1.8  # outlines of spaces


class Palette(msgspec.Struct, frozen=True):
    theme: Theme = "light"
    colours: Colours = "usual"
    names: tuple[tuple[str, str], ...] = ()  # what a board calls its cards, in the English of the palette
    letters: tuple[tuple[str, str], ...] = ()  # one for each card of a board, in the viewer's language

    def named_by(self, board: Board, lang: Lang = DEFAULT_LANG) -> "Palette":
        """The same with the names of a board: a card that it calls brown is drawn brown, with the letter of brown."""
        labels = {
            str(colour): board.labels[colour] for colour in board.cards.colours if colour in board.labels
        }
        names = {colour: label.en for colour, label in labels.items()}
        letters = card_letters(
            {
                card: (names.get(card, card), label_in(labels[card], lang) if card in labels else card)
                for card in (*map(str, board.cards.colours), LOCOMOTIVE)
            },
            lang,
        )
        return msgspec.structs.replace(self, names=tuple(names.items()), letters=tuple(letters.items()))

    @property
    def ink(self) -> Ink:
        return INKS[self.theme]

    @property
    def safe(self) -> bool:
        return self.colours == "safe"

    def card(self, colour: str) -> str:
        fills = _CARDS[self.colours]
        return fills.get(self._name(colour)) or fills.get(colour, OTHER_CARDS[self.colours])

    def letter(self, colour: str) -> str:
        """The letter of a colour, two for a route that takes either of two; none for a route of any colour."""
        return "".join(self._letter(card) for card in cards_of(colour))

    def _letter(self, card: str) -> str:
        return dict(self.letters).get(card, card[:1].upper())

    def _name(self, colour: str) -> str:
        return dict(self.names).get(colour, colour)

    def outline(self, colour: str) -> tuple[str, float]:
        """Colour and breadth of the line around a space: thick if the space alone would not be seen everywhere."""
        fills = [self.card(part) for part in colour.split("/")]
        ink = self.ink
        grounds = (ink.land, ink.sea, *(_mixed(tint, ink.land, ink.tint) for tint in TINTS))
        seen = all(contrast(fill, ground) >= ENOUGH for fill in fills for ground in grounds)
        return self.ink.edge, THIN if seen else THICK

    def ticket(self, state: str) -> str:
        """The colour of a ticket that is done, open or failed."""
        return {"done": self.ink.done, "failed": self.ink.failed}.get(state, self.ink.text)

    def area_text(self, number: int) -> str:
        """The colour in which the name of an area is written."""
        return AREA_TEXTS[self.theme][number % len(TINTS)]

    def area_grounds(self, number: int) -> tuple[str, ...]:
        """What lies below it: land and sea in the tint of the area, and beyond its outline."""
        grounds, tint = (self.ink.land, self.ink.sea), TINTS[number % len(TINTS)]
        return (*grounds, *(_mixed(tint, ground, self.ink.tint) for ground in grounds))

    def player(self, colour: str) -> str:
        return _PLAYERS[self.colours].get(colour, OTHER)


def cards_of(colour: str) -> tuple[str, ...]:
    """The cards that pay a route: two for one that takes either of two colours, none for one of any colour."""
    return tuple(card for card in colour.split("/") if card != GRAY)


def card_letters(cards: Mapping[str, tuple[str, str]], lang: Lang) -> dict[str, str]:
    """A letter or two for each card, from its name in English and in the language; no two are alike.

    A language has its letters for the usual names; any other name gets as many of its own letters as it needs.
    """
    say = Messages(lang)
    letters = {
        card: say(f"letter-{name}") for card, (name, _) in cards.items() if say.knows(f"letter-{name}")
    }
    for card, (_, label) in cards.items():
        if card not in letters:
            beginnings = (label[:length].capitalize() for length in range(1, len(label) + 1))
            taken = set(letters.values())
            letters[card] = next((text for text in beginnings if text not in taken), label)
    return {card: letters[card] for card in cards}


def text_on(fill: str) -> str:
    """Black or white, whichever is easier to read on the colour."""
    red, green, blue = (int(fill[place : place + 2], 16) for place in (1, 3, 5))
    return DARK_TEXT if 0.299 * red + 0.587 * green + 0.114 * blue > 128 else LIGHT_TEXT


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21, as WCAG 2 defines it."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@cache
def _mixed(one: str, other: str, share: float) -> str:
    """A colour of which so much is the first and the rest the other."""
    pairs = [(int(one[place : place + 2], 16), int(other[place : place + 2], 16)) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs)


@cache
def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
