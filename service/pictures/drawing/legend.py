"""The legend below a map: each player's colour and standing, the letters of the safe colours, and what marks mean."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import cycle

import msgspec
from msgspec.structs import replace

from service.language.languages import Lang, Messages
from service.language.speech.rule_display import mark_name
from service.language.vocabulary.board_words import BoardWords, board_words
from service.pictures.drawing.alt_text import headline_of
from service.pictures.drawing.map_marks import badge, chip, piece
from service.pictures.drawing.palette import Palette, text_on
from service.pictures.drawing.result_table import ResultTable, drawn_lines, height_of, signed
from service.pictures.drawing.routes.spaces import band, letter, sign_on, tunnel_outline, wagons
from service.pictures.drawing.routes.ticket_gaps import PITCH, dots, gaps_of
from service.pictures.drawing.scene import Player, Scene
from service.pictures.drawing.svg import Attributes, number, quiet_words, tag, tile, words
from service.pictures.layout.canvas import LARGE, Canvas
from service.pictures.layout.geometry import Box, Point, Tile
from service.pictures.layout.lettering.chips import (
    HEIGHT,
    SYMBOLS,
    Appearance,
    Identity,
    appearance,
    chip_width,
    identity,
)
from service.pictures.layout.lettering.text_width import quiet_width_of, shortened, width_of, wrapped
from service.pictures.layout.paths.curves import BREADTH
from ttr_core import Ruleset
from ttr_core.model.ids import RouteId, SeatId
from ttr_core.model.marks import CityMark, Mark, RouteMark, SpaceMark, StockMark, Symbol

ROW = 30.0
SIZE = 16.0
SIDE = 14.0
INDENT = 18.0  # of what stands below a player
NAMED = (CityMark, RouteMark, SpaceMark, StockMark)  # the map itself names all others
KEY_ROW, KEY_SIZE = 22.0, 13.0
KEYS_IN_A_ROW = 3
HEADLINE_ROW = 21.0  # from line to line of the headline
STATE_SIZE = 12.0  # of the words that say whether points are final
STATE_ROW = 17.0  # where they need a line of their own
KEY_GAP = 12.0  # between two keys
SAMPLE = 34.0  # width of a mark before its name
MOST_SAMPLES = 4  # signs of one name
SMALL = 11.0
SAMPLE_SIZE = 11.0  # of letters that stand beside routes
SMALLEST_CARD = 18.0  # width of a sign on a card


class Look(StrEnum):
    """What a picture itself shows, beside the marks of rules."""

    NEW = "new"
    PATH = "path"
    LONGEST = "longest"
    GAP = "gap"


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """One mark, what it means, and what there is of it."""

    samples: tuple[Mark | Look, ...]  # one of each sign that it has on the map
    text: str
    left: int | None = None
    held: tuple[
        tuple[SeatId, int], ...
    ] = ()  # by those who have any; by all, if those who have none have used theirs


def looks_of(scene: Scene) -> list[Look]:
    """What stands out on the map."""
    longest = any(result.longest_path for result in scene.result.seats) if scene.result else False
    shown = {
        Look.NEW: bool(scene.new_routes or scene.new_marks),
        Look.PATH: bool(scene.path),
        Look.LONGEST: longest and not scene.path,
        Look.GAP: bool(gaps_of(scene)),
    }
    return [look for look, is_shown in shown.items() if is_shown]


def seats_of(look: Look, scene: Scene) -> list[SeatId]:
    """Whose trains or gaps have it on the map: a sample in another colour would name the wrong player."""
    if look == Look.GAP:
        return [seat for seat, _ in gaps_of(scene)]
    results = scene.result.seats if scene.result else ()
    routes: dict[Look, Iterable[RouteId]] = {
        Look.NEW: scene.new_routes,
        Look.PATH: scene.path,
        Look.LONGEST: [route for result in results for route in result.longest_path],
    }
    owners = {scene.owners[route] for route in routes[look] if route in scene.owners}
    if look == Look.NEW:
        owners |= {mark.seat for mark in scene.new_marks if mark.seat is not None}
    return sorted(owners)


def keys_of(marks: Sequence[Mark], words: BoardWords, say: Messages) -> list[Key]:
    """One for each thing that marks show, in their order; those with names of their own first."""
    groups: dict[Identity, list[Mark]] = {}
    for mark in marks:
        if isinstance(mark, NAMED):
            groups.setdefault(identity(mark), []).append(mark)
    named_things_first = sorted(groups.values(), key=lambda group: group[0].thing is None)
    return [_key(group, words, say) for group in named_things_first]


def _key(marks: Sequence[Mark], words: BoardWords, say: Messages) -> Key:
    on_map = [mark for mark in marks if not isinstance(mark, StockMark)]
    by_sign = {mark.sign: mark for mark in reversed(on_map or marks[:1])}
    samples = sorted(by_sign.values(), key=lambda mark: (len(mark.sign), mark.sign))
    sample = samples[0]
    cities = [words.place(mark.city) for mark in marks if isinstance(mark, CityMark) and mark.thing]
    stock = next((mark for mark in marks if isinstance(mark, StockMark)), StockMark(name=sample.name))
    of_players = any(isinstance(mark, CityMark) and mark.seat is not None for mark in on_map)
    return Key(
        samples=tuple(samples[:MOST_SAMPLES]),
        text=" · ".join([mark_name(sample, say), *cities]),
        left=stock.left,
        held=tuple(
            (seat, count)
            for seat, count in enumerate(stock.held)
            if count or (of_players and count is not None)
        ),
    )


class Legend:
    """All rows below a map; on a small canvas one column, larger than the map and with fewer words."""

    def __init__(
        self,
        ruleset: Ruleset,
        scene: Scene,
        signs: Mapping[Appearance, str],
        palette: Palette,
        lang: Lang,
        canvas: Canvas = LARGE,
        *,
        brief: bool = False,
    ) -> None:
        """A brief legend says whose turn it is and how players stand, and explains only how it ended."""
        self._board, self._scene, self._signs = ruleset.board, scene, signs
        self._players = scene.players
        self._palette, self._say = palette, Messages(lang, ruleset)
        self._words, self._canvas = board_words(ruleset, lang), canvas
        self._keys = self._all_keys(brief)
        self._columns = 1 if canvas.is_small or len(scene.players) <= 2 else 2
        self._keys_in_a_row = 1 if canvas.is_small else self._fitting_row()
        self._letters = list(self._letter_rows()) if palette.safe and not brief else []
        self._headline = wrapped(headline_of(ruleset, scene, lang), SIZE, self._width - 2 * SIDE)
        self._winners = () if scene.result is None else scene.result.winners
        table = ResultTable(ruleset, self._words, self._say, palette)
        breadth = self._column - INDENT - 10
        if scene.result is not None:
            shown = () if brief else scene.result.seats
            self._blocks = {each.seat: table.final(each, breadth) for each in shown}
            self._players = tuple(
                replace(scene.players[each.seat], points=each.total) for each in scene.result.seats
            )
        else:
            self._blocks = {}
        self._tickets = table.tickets(scene.ticket_results, self._width - 2 * SIDE, lettered=True)

    def _all_keys(self, brief: bool) -> list[Key]:
        if brief and self._scene.result is None:
            return []
        looks = [
            Key(samples=(look,), text=self._say(f"picture-key_{look}")) for look in looks_of(self._scene)
        ]
        return looks if brief else [*looks, *keys_of(self._scene.marks, self._words, self._say)]

    @property
    def _width(self) -> float:
        return self._canvas.width / self._canvas.legend

    @property
    def _column(self) -> float:
        return (self._width - 2 * SIDE) / self._columns

    def _fitting_row(self) -> int:
        """How many keys stand side by side without any being cut."""
        widest = max((self._key_width(key) for key in self._keys), default=0.0)
        room = self._width - 2 * SIDE
        return next((count for count in range(KEYS_IN_A_ROW, 1, -1) if widest <= room / count - KEY_GAP), 1)

    def _key_width(self, key: Key) -> float:
        """The width of a key whose words are as small as they may be."""
        held = [width_of(self._held_text(seat, count), SMALL) + 11.0 for seat, count in key.held]
        left = 0.0 if key.left is None else width_of(self._say("picture-left", count=key.left), SMALL) + 8.0
        return len(key.samples) * SAMPLE + 8.0 + quiet_width_of(key.text, SMALL) + sum(held) + left

    def _held_text(self, seat: SeatId, count: int) -> str:
        return f"{seat + 1}: {count}" if self._palette.safe else str(count)

    def _player_rows(self) -> list[tuple[Sequence[Player], float]]:
        """The players who stand side by side, and the height that they need."""
        rows = [
            self._players[start : start + self._columns]
            for start in range(0, len(self._players), self._columns)
        ]
        return [
            (row, ROW + max(height_of(self._blocks.get(player.seat, ())) for player in row)) for row in rows
        ]

    @property
    def height(self) -> float:
        rows = sum(height for _, height in self._player_rows()) + len(self._letters) * ROW
        rows += self._headline_height() + height_of(self._tickets)
        keys = -(-len(self._keys) // self._keys_in_a_row) * KEY_ROW
        return self._canvas.legend * (rows + keys + (8.0 if rows or keys else 0.0))

    def drawn(self, corner: Point) -> list[str]:
        """Below the lower right corner of the map."""
        if self._canvas.legend == 1.0:
            return self._parts(corner.y)
        place = f"translate(0 {number(corner.y)}) scale({self._canvas.legend:g})"
        return [tag("g", "\n".join(self._parts(0.0)), transform=place)] if self.height else []

    def _parts(self, y: float) -> list[str]:
        parts: list[str] = []
        if self._headline:
            parts += self._drawn_headline(y + 21)
            y += self._headline_height()
        for row, height in self._player_rows():
            for place, player in enumerate(row):
                at = Point(SIDE + place * self._column, y)
                won, final = player.seat in self._winners, bool(self._winners)
                standing = self._standing(player)
                parts += _player(player, self._palette, at, self._column, standing, won=won, final=final)
                lines = self._blocks.get(player.seat, ())
                parts += drawn_lines(lines, Point(at.x + INDENT, at.y + ROW))
            y += height
        parts += drawn_lines(self._tickets, Point(SIDE + 4, y))
        y += height_of(self._tickets)
        for cards in self._letters:
            parts += _letters(cards, self._palette, y)
            y += ROW
        breadth = (self._width - 2 * SIDE) / self._keys_in_a_row
        for place, key in enumerate(self._keys):
            at = Point(
                SIDE + place % self._keys_in_a_row * breadth, y + place // self._keys_in_a_row * KEY_ROW
            )
            parts += self._drawn_key(key, at, breadth - KEY_GAP)
        return parts

    def _drawn_headline(self, y: float) -> list[str]:
        """Whose turn it is or who has won, and whether points are final."""
        ink = self._palette.ink
        said = [
            words(line, SIDE + 4, y + row * HEADLINE_ROW, SIZE, fill=ink.text)
            for row, line in enumerate(self._headline)
        ]
        if self._points_state:
            below = 0.0 if self._state_fits() else (len(self._headline) - 1) * HEADLINE_ROW + STATE_ROW
            at = self._width - SIDE - 10, y + below
            said.append(quiet_words(self._points_state, *at, STATE_SIZE, fill=ink.faint, text_anchor="end"))
        return said

    @property
    def _points_state(self) -> str:
        """Whether points are final; nothing where none are shown."""
        if not any(player.shows_standing for player in self._players):
            return ""
        return self._say("picture-points_so_far" if self._scene.result is None else "picture-final_points")

    def _state_fits(self) -> bool:
        """Whether it has room beside the headline."""
        both = width_of(self._headline[0], SIZE) + width_of(self._points_state, STATE_SIZE)
        return len(self._headline) == 1 and both + 30 <= self._width - 2 * SIDE

    def _headline_height(self) -> float:
        if not self._headline:
            return 0.0
        state = 0.0 if not self._points_state or self._state_fits() else STATE_ROW
        return ROW + (len(self._headline) - 1) * HEADLINE_ROW + state

    def _standing(self, player: Player) -> str:
        if not player.shows_standing:
            return ""
        counts = [
            self._say("picture-points_short", count=signed(player.points)),
            self._say("picture-trains", count=player.trains),
            self._say("picture-cards", count=player.cards),
            self._say("picture-tickets_short", count=player.tickets),
        ]
        shown = 1 if self._winners else 2 if self._canvas.is_small else len(counts)
        return " · ".join(counts[:shown])

    def _letter_rows(self) -> Iterator[list[tuple[str, str]]]:
        """The cards with their names, in rows as wide as the legend."""
        row: list[tuple[str, str]] = []
        room = 0.0
        for card in self._board.cards.colours:
            label = self._words.card(card)
            breadth = _letter_breadth(label)
            if row and breadth > room:
                yield row
                row = []
            room = (self._width - 2 * SIDE if not row else room) - breadth
            row.append((card, label))
        if row:
            yield row

    def _drawn_key(self, key: Key, at: Point, breadth: float) -> Iterator[str]:
        """The mark, its name, how many are left, and a box with the number of each who has any."""
        palette, right = self._palette, at.x + breadth
        for place, mark in enumerate(key.samples):
            yield self._sample(mark, Point(at.x + (place + 0.5) * SAMPLE, at.y + KEY_ROW / 2))
        left = at.x + len(key.samples) * SAMPLE
        for seat, count in reversed(key.held):
            text = self._held_text(seat, count)
            width = width_of(text, SMALL) + 8.0
            fill = palette.player(self._scene.colour_of(seat))
            yield _held(text, fill, Box(right - width, at.y + 4, right, at.y + 18), palette)
            right -= width + 3.0
        text = "" if key.left is None else self._say("picture-left", count=key.left)
        note = width_of(text, SMALL) + 8.0
        if text and quiet_width_of(key.text, SMALL) <= right - left - 8.0 - note:  # the name comes first
            yield quiet_words(text, right - 2, at.y + 15.5, SMALL, fill=palette.ink.faint, text_anchor="end")
            right -= note
        room = right - left - 8.0
        size = max(SMALL, min(KEY_SIZE, KEY_SIZE * room / quiet_width_of(key.text, KEY_SIZE)))
        yield quiet_words(
            shortened(key.text, size, room + 0.01, quiet_width_of),
            left + 4,
            at.y + 15.5,
            size,
            fill=palette.ink.text,
        )

    def _look_sample(self, look: Look, place: Point) -> str:
        """Trains with their band, or dots in the colours of those who have gaps."""
        palette = self._palette
        fills = [palette.player(self._scene.colour_of(seat)) for seat in seats_of(look, self._scene)]
        if look == Look.GAP:
            places = [Point(place.x + (number - 1) * PITCH, place.y) for number in range(3)]
            return "".join(
                dots([spot], fill, palette) for spot, fill in zip(places, cycle(fills), strict=False)
            )
        tiles = tuple(Tile(place.x + side * 7.5, place.y, 12.0, BREADTH, 0.0) for side in (-1, 1))
        colour = palette.ink.new if look == Look.NEW else palette.ink.path
        first, *others = fills or [palette.ink.land]
        trains = wagons(tiles, first, palette, LARGE)
        if others:
            trains += wagons(tiles[1:], others[0], palette, LARGE)
        return band(tiles, colour, LARGE) + trains

    def _sample(self, mark: Mark | Look, place: Point) -> str:
        if isinstance(mark, Look):
            return self._look_sample(mark, place)
        palette, sign = self._palette, self._signs[appearance(mark)]
        if isinstance(mark, StockMark) and not mark.sign:  # nothing on the map looks like it
            return _pile(place, palette)
        if isinstance(mark, CityMark) and mark.seat is None:
            return badge(mark, sign, place, palette)
        if isinstance(mark, SpaceMark):
            return _space(sign, place, palette)
        if sign == Symbol.HOUSE or isinstance(mark, CityMark):
            return piece(sign, sign, place, palette.ink.land, palette.ink.rim)
        size = SAMPLE_SIZE
        width, height = max(chip_width(sign, size), SMALLEST_CARD) / 2, HEIGHT * size / 2
        box = Box(place.x - width, place.y - height, place.x + width, place.y + height)
        return chip(sign, box, palette, isinstance(mark, RouteMark) and mark.spent)


def _pile(place: Point, palette: Palette) -> str:
    """Cards upon each other, with their backs up."""
    look: Attributes = {"width": 10.0, "height": 13.0, "rx": 1.5, "fill": palette.ink.halo}
    line: Attributes = {"stroke": palette.ink.edge, "stroke_width": 1.2}
    shifts = (2.5, -0.5, -3.5)
    return "".join(
        tag("rect", x=place.x - 5.0 + shift, y=place.y - 6.5 - shift / 2, **look, **line) for shift in shifts
    )


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
    colour = text_on(fill)
    shown = sign_on(space, sign, colour) if sign in SYMBOLS else letter(space, sign, colour, SMALL)
    printed = tag("g", shown, text_anchor="middle")
    return tag("g", tile(space), fill=fill, **outline) + printed


def _player(
    player: Player, palette: Palette, at: Point, breadth: float, standing: str, *, won: bool, final: bool
) -> list[str]:
    """Their colour, name and standing; final points stand out."""
    fill, ink = palette.player(player.colour), palette.ink
    x, y = at
    size = 13.0
    right = x + breadth - 10
    shown, measured, tone = (words, width_of, ink.text) if final else (quiet_words, quiet_width_of, ink.faint)
    room = breadth - 66 - KEY_GAP - measured(standing, size)
    sign = "★" if won else "▶" if player.playing else ""
    return [
        words(sign, x, y + 20, SIZE, fill=ink.mark) if sign else "",
        tag("rect", x=x + 18, y=y + 7, width=30, height=15, rx=3, fill=fill, stroke=ink.rim),
        words(str(player.seat + 1), x + 33, y + 19, 12, fill=text_on(fill), text_anchor="middle"),
        words(shortened(player.name, SIZE, room), x + 56, y + 20, SIZE, fill=ink.text),
        shown(standing, right, y + 20, size, fill=tone, text_anchor="end") if standing else "",
    ]


def _letter_breadth(label: str) -> float:
    return 29 + width_of(label, KEY_SIZE) + 20


def _letters(row: Sequence[tuple[str, str]], palette: Palette, y: float) -> list[str]:
    """The letter of each colour."""
    parts, x = [], SIDE
    for card, label in row:
        fill = palette.card(card)
        parts += [
            tag("rect", x=x, y=y + 7, width=24, height=15, rx=3, fill=fill, stroke=palette.ink.frame),
            words(palette.letter(card), x + 12, y + 19, 11, fill=text_on(fill), text_anchor="middle"),
            words(label, x + 29, y + 19.5, KEY_SIZE, fill=palette.ink.text),
        ]
        x += _letter_breadth(label)
    return parts
