"""The legend below a map: each player's colour and standing, the letters of the safe colours, and what marks mean."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from service.language.languages import Lang, Messages
from service.language.speech.rule_display import mark_name
from service.language.vocabulary.board_words import BoardWords, board_words
from service.pictures.drawing.map_marks import badge, chip, piece
from service.pictures.drawing.palette import LETTERS, Palette, text_on
from service.pictures.drawing.scene import Player, Scene
from service.pictures.drawing.spaces import sign_on, tunnel_outline
from service.pictures.drawing.svg import Attributes, tag, tile, words
from service.pictures.layout.chips import HEIGHT, SIZES, Identity, chip_width, identity
from service.pictures.layout.geometry import Box, Point, Tile
from service.pictures.layout.text_width import shortened, width_of
from ttr_core import Ruleset
from ttr_core.model.ids import SeatId
from ttr_core.model.marks import CityMark, Mark, RouteMark, SpaceMark, StockMark, Symbol

ROW = 30.0
SIZE = 16.0
SIDE = 14.0
NAMED = (CityMark, RouteMark, SpaceMark, StockMark)  # the map itself names all others
KEY_ROW, KEY_SIZE = 22.0, 13.0
KEYS_IN_A_ROW = 3
SAMPLE = 34.0  # width of a mark before its name
SMALL = 11.0
SMALLEST_CARD = 18.0  # width of a sign on a card


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """One mark, what it means, and what there is of it."""

    sample: Mark
    text: str
    left: int | None
    held: tuple[tuple[SeatId, int], ...]  # by those who have any


def keys_of(marks: Sequence[Mark], words: BoardWords, say: Messages) -> list[Key]:
    """One for each thing that marks show, in their order; those with names of their own first."""
    groups: dict[Identity, list[Mark]] = {}
    for mark in marks:
        if isinstance(mark, NAMED):
            groups.setdefault(identity(mark), []).append(mark)
    named_things_first = sorted(groups.values(), key=lambda group: group[0].thing is None)
    return [_key(group, words, say) for group in named_things_first]


def _key(marks: Sequence[Mark], words: BoardWords, say: Messages) -> Key:
    sample = next((mark for mark in marks if not isinstance(mark, StockMark)), marks[0])
    cities = [words.place(mark.city) for mark in marks if isinstance(mark, CityMark) and mark.thing]
    stock = next((mark for mark in marks if isinstance(mark, StockMark)), StockMark(name=sample.name))
    return Key(
        sample=sample,
        text=" · ".join([mark_name(sample, say), *cities]),
        left=stock.left,
        held=tuple((seat, count) for seat, count in enumerate(stock.held) if count),
    )


class Legend:
    """All rows below a map."""

    def __init__(
        self, ruleset: Ruleset, scene: Scene, signs: Mapping[Identity, str], palette: Palette, lang: Lang
    ) -> None:
        self._board, self._players, self._signs = ruleset.board, scene.players, signs
        self._palette, self._say = palette, Messages(lang, ruleset)
        self._words = board_words(ruleset, lang)
        self._keys = keys_of(scene.marks, self._words, self._say)
        self._columns = 1 if len(scene.players) <= 2 else 2

    @property
    def _player_rows(self) -> int:
        return -(-len(self._players) // self._columns)

    @property
    def height(self) -> float:
        rows = self._player_rows * ROW + (ROW if self._palette.safe else 0.0)
        keys = -(-len(self._keys) // KEYS_IN_A_ROW) * KEY_ROW
        return rows + keys + (8.0 if rows or keys else 0.0)

    def drawn(self, corner: Point) -> list[str]:
        """Below the lower right corner of the map."""
        parts: list[str] = []
        breadth, y = (corner.x - 2 * SIDE) / self._columns, corner.y
        for place, player in enumerate(self._players):
            at = Point(SIDE + place % self._columns * breadth, y + place // self._columns * ROW)
            parts += _player(player, self._palette, at, breadth, self._say)
        y += self._player_rows * ROW
        if self._palette.safe:
            parts += _letters(self._words, self._board.cards.colours, self._palette, y)
            y += ROW
        breadth = (corner.x - 2 * SIDE) / KEYS_IN_A_ROW
        for place, key in enumerate(self._keys):
            at = Point(SIDE + place % KEYS_IN_A_ROW * breadth, y + place // KEYS_IN_A_ROW * KEY_ROW)
            parts += self._drawn_key(key, at, breadth - 12.0)
        return parts

    def _drawn_key(self, key: Key, at: Point, breadth: float) -> Iterator[str]:
        """The mark, its name, how many are left, and a box with the number of each who has any."""
        palette, right = self._palette, at.x + breadth
        yield self._sample(key.sample, Point(at.x + SAMPLE / 2, at.y + KEY_ROW / 2))
        for seat, count in reversed(key.held):
            text = f"{seat + 1}: {count}" if palette.safe else str(count)
            width = width_of(text, SMALL) + 8.0
            fill = palette.player(self._players[seat].colour)
            yield _held(text, fill, Box(right - width, at.y + 4, right, at.y + 18), palette)
            right -= width + 3.0
        if key.left is not None:
            text = self._say("picture-left", count=key.left)
            yield words(text, right - 2, at.y + 15.5, SMALL, fill=palette.ink.faint, text_anchor="end")
            right -= width_of(text, SMALL) + 8.0
        room = right - at.x - SAMPLE - 8.0
        size = max(SMALL, min(KEY_SIZE, KEY_SIZE * room / width_of(key.text, KEY_SIZE)))
        yield words(
            shortened(key.text, size, room), at.x + SAMPLE + 4, at.y + 15.5, size, fill=palette.ink.text
        )

    def _sample(self, mark: Mark, place: Point) -> str:
        palette, sign = self._palette, self._signs[identity(mark)]
        if isinstance(mark, StockMark) and not mark.sign:  # nothing on the map looks like it
            return ""
        if isinstance(mark, CityMark) and mark.seat is None:
            return badge(mark, sign, place, palette)
        if isinstance(mark, SpaceMark):
            return _space(sign, place, palette)
        if sign == Symbol.HOUSE or isinstance(mark, CityMark):
            return piece(sign, sign, place, palette.ink.land, palette.ink.rim)
        size = SIZES[0] + 1.0
        width, height = max(chip_width(sign, size), SMALLEST_CARD) / 2, HEIGHT * size / 2
        return chip(sign, Box(place.x - width, place.y - height, place.x + width, place.y + height), palette)


def _held(text: str, fill: str, box: Box, palette: Palette) -> str:
    size = {"width": box.right - box.left, "height": box.bottom - box.top}
    shape = tag("rect", x=box.left, y=box.top, **size, rx=3, fill=fill, stroke=palette.ink.rim)
    middle = (box.left + box.right) / 2
    return shape + words(text, middle, box.top + 11, SMALL, fill=text_on(fill), text_anchor="middle")


def _space(sign: str, place: Point, palette: Palette) -> str:
    """A space of a route with what is printed on it."""
    space, fill = Tile(place.x, place.y, 26.0, 12.0, 0.0), palette.card("gray")
    edge: Attributes = {"stroke": palette.ink.edge, "stroke_width": 0.9}
    outline = tunnel_outline(palette) if sign == Symbol.TUNNEL else edge
    printed = tag("g", sign_on(space, sign, text_on(fill)), text_anchor="middle")
    return tag("g", tile(space), fill=fill, **outline) + printed


def _player(player: Player, palette: Palette, at: Point, breadth: float, say: Messages) -> list[str]:
    fill, ink = palette.player(player.colour), palette.ink
    x, y = at
    counts = [
        say("picture-points_short", count=player.points),
        say("picture-trains", count=player.trains),
        say("picture-cards", count=player.cards),
        say("picture-tickets_short", count=player.tickets),
    ]
    standing = " · ".join(counts if player.shows_standing else ())
    size = 13.0
    right = x + breadth - 10
    room = breadth - 68 - width_of(standing, size)
    turn = words("▶", x, y + 20, SIZE, fill=ink.mark) if player.playing else ""
    return [
        turn,
        tag("rect", x=x + 18, y=y + 7, width=30, height=15, rx=3, fill=fill, stroke=ink.rim),
        words(str(player.seat + 1), x + 33, y + 19, 12, fill=text_on(fill), text_anchor="middle"),
        words(shortened(player.name, SIZE, room), x + 56, y + 20, SIZE, fill=ink.text),
        words(standing, right, y + 20, size, fill=ink.faint, text_anchor="end") if standing else "",
    ]


def _letters(names: BoardWords, cards: Sequence[str], palette: Palette, y: float) -> list[str]:
    """The letter of each colour."""
    parts, x = [], SIDE
    for card in cards:
        fill, label = palette.card(card), names.card(card)
        parts += [
            tag("rect", x=x, y=y + 7, width=24, height=15, rx=3, fill=fill, stroke=palette.ink.frame),
            words(LETTERS.get(card, card[:1]), x + 12, y + 19, 11, fill=text_on(fill), text_anchor="middle"),
            words(label, x + 29, y + 19.5, 13, fill=palette.ink.text),
        ]
        x += 29 + width_of(label, 13) + 20
    return parts
