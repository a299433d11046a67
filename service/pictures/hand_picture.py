"""The picture of a hand, with the market, the tickets and what else the player holds."""

from collections.abc import Sequence

from service.language.languages import Lang, Messages
from service.language.speech.rule_display import mark_name
from service.language.vocabulary.board_words import BoardWords, board_words
from service.pictures.drawing.alt_text import ticket_words
from service.pictures.drawing.board_picture import PictureOptions
from service.pictures.drawing.palette import Palette, text_on
from service.pictures.drawing.result_table import SIGNS, ticket_letter
from service.pictures.drawing.routes.spaces import locomotive
from service.pictures.drawing.svg import Attributes, document, polyline, tag, words
from service.pictures.game_result import tickets_of
from service.pictures.layout.geometry import Point, Tile
from service.pictures.layout.lettering.text_width import shortened, width_of, wrapped
from ttr_core import Ruleset
from ttr_core.engine.views import View, marks_of
from ttr_core.model.ids import LOCOMOTIVE, SeatId
from ttr_core.model.marks import StockMark

WIDE, NARROW, SIDE = 640.0, 400.0, 16.0  # widths of the sheet; a narrow picture has fewer cards in a row
CARD, CARD_HEIGHT, STEP = 60.0, 78.0, 74.0
TEXT, SMALLEST = 15.0, 11.0  # sizes of words
ROW = CARD_HEIGHT + 30.0
WIDEST = 1.6 * CARD  # where a row has few
HEADING = 3  # cards are at least as wide as a heading
PILE, SHIFT = 3, 3.0  # cards of a kind that are seen at most, and how far each is shifted
LINE = 24.0


def hand_svg(ruleset: Ruleset, seen: View, seat: SeatId, options: PictureOptions) -> str:
    """The picture of a seat's hand, from that seat's own view."""
    mine, say = seen.seats[seat], Messages(options.lang, ruleset)
    palette = options.palette.named_by(ruleset.board, options.lang)
    names = board_words(ruleset, options.lang)
    hand = {str(card): count for card, count in (mine.hand or {}).items()}
    sheet = _Sheet(WIDE if options.width >= WIDE else NARROW, names, palette)
    market = [(str(card) if card else "", 0) for card in seen.market]
    sheet.add_cards(
        [
            (say("picture-hand", cards=mine.hand_size), list(hand.items())),
            (say("picture-market", cards=seen.deck), market),
        ]
    )
    tickets = [
        (
            f"{ticket_letter(place)} {SIGNS[each.state]} {ticket_words(ruleset, each.ticket, names)}",
            palette.ticket(each.state),
        )
        for place, each in enumerate(tickets_of(ruleset, seen, seat))
    ]
    offered = [ticket_words(ruleset, ticket, names) for ticket in mine.offer or ()]
    trains = say("picture-trains", count=mine.trains)
    own = [trains, *own_things(ruleset, seen, seat, options.lang)]
    sheet.add_lists(
        [
            (say("picture-tickets"), tickets),
            (say("picture-offered"), [(text, palette.ink.text) for text in offered]),
            (say("picture-own"), [(text, palette.ink.text) for text in own]),
        ]
    )
    height = sheet.y + SIDE
    page = tag("rect", width=sheet.width, height=height, fill=palette.ink.page)
    title = say("picture-hand_of", who=say.seat(seat))
    description = hand_words(ruleset, seen, seat, options.lang)
    return document(sheet.width, height, options.width, title, description, [page, *sheet.drawn])


def own_things(ruleset: Ruleset, seen: View, seat: SeatId, lang: Lang) -> list[str]:
    """What the rules of the board let a player hold besides cards and tickets, with its number."""
    stocks = [mark for mark in marks_of(ruleset, seen) if isinstance(mark, StockMark)]
    counted = [(mark_name(mark, Messages(lang, ruleset)), mark.held[seat]) for mark in stocks if mark.held]
    return [Messages(lang, ruleset)("named", name=name, value=count) for name, count in counted if count]


def hand_words(ruleset: Ruleset, seen: View, seat: SeatId, lang: Lang) -> str:
    names, say, mine = board_words(ruleset, lang), Messages(lang, ruleset), seen.seats[seat]
    text = say(
        "picture-held",
        items=", ".join(f"{count} {names.card(card, count)}" for card, count in (mine.hand or {}).items())
        or say("picture-none"),
        market=", ".join(names.card(card) if card else say("picture-empty") for card in seen.market),
        cards=seen.deck,
        trains=mine.trains,
    )
    results = tickets_of(ruleset, seen, seat)
    tickets = [
        say(f"picture-ticket_{each.state}", ticket=ticket_words(ruleset, each.ticket, names))
        for each in results
    ]
    offered = [ticket_words(ruleset, ticket, names) for ticket in mine.offer or ()]
    for heading, items in (("picture-tickets_are", tickets), ("picture-offered_are", offered)):
        if items:
            text += " " + say(heading, items=", ".join(items))
    own = own_things(ruleset, seen, seat, lang)
    return f"{text} {say('picture-own_are', items=', '.join(own))}" if own else text


class _Sheet:
    """The sheet on which parts are drawn one below the other."""

    def __init__(self, width: float, names: BoardWords, palette: Palette) -> None:
        self.width, self._names, self._palette = width, names, palette
        self.drawn: list[str] = []
        self.y = SIDE  # where the next part begins

    def _add_heading(self, text: str, x: float, room: float) -> None:
        if text:
            shown = shortened(text, 16, room)
            self.drawn.append(words(shown, x, self.y + 17, 16, fill=self._palette.ink.faint))
        self.y += 28

    def add_cards(self, groups: Sequence[tuple[str, Sequence[tuple[str, int]]]]) -> None:
        """Rows of cards below headings; the groups stand side by side if one row is enough for all."""
        in_a_row = int((self.width - 2 * SIDE + STEP - CARD) / STEP)
        step = (self.width - 2 * SIDE - CARD) / (in_a_row - 1)
        if sum(max(HEADING, len(cards)) for _, cards in groups) <= in_a_row:
            top, first = self.y, 0
            for heading, cards in groups:
                self.y = top
                room = max(HEADING, len(cards))
                if first:
                    self._add_line(SIDE + first * step - (step - CARD) / 2)
                self._add_group(heading, cards, SIDE + first * step, room, step)
                first += room
            self.y = top + 28 + ROW
            return
        for heading, cards in groups:
            count = min(in_a_row, max(HEADING, len(cards)))
            breadth = min(WIDEST, (self.width - 2 * SIDE + STEP - CARD) / count - (STEP - CARD))
            broad = max(step, breadth + STEP - CARD)
            self._add_group(heading, cards, SIDE, count, broad, max(CARD, breadth))

    def _add_line(self, x: float) -> None:
        """Between two groups of cards, whose distance is that of cards."""
        ends = [Point(x, self.y), Point(x, self.y + 28 + CARD_HEIGHT)]
        self.drawn.append(polyline(ends, stroke=self._palette.ink.line, stroke_width=1.5))

    def _add_group(
        self,
        heading: str,
        cards: Sequence[tuple[str, int]],
        left: float,
        in_a_row: int,
        step: float,
        breadth: float = CARD,
    ) -> None:
        self._add_heading(heading, left, in_a_row * step - (STEP - CARD))
        for place, (card, count) in enumerate(cards):
            at = Point(left + place % in_a_row * step, self.y + place // in_a_row * ROW)
            self.drawn.append(_card(self._names, self._palette, card, count, at, breadth, step - 2))
        self.y += -(-len(cards) // in_a_row) * ROW if cards else 8.0

    def add_lists(self, lists: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> None:
        """Texts in their colours below headings, two lists side by side on a wide sheet; no empty ones."""
        lists = [each for each in lists if each[1]]
        half, whole = (self.width - 3 * SIDE) / 2, self.width - 2 * SIDE
        columns, room = (2, half) if self.width == WIDE else (1, whole)
        for start in range(0, len(lists), columns):
            row = lists[start : start + columns]
            self._add_row(_halves(*row[0]) if len(row) < columns else row, room)

    def _add_row(self, lists: Sequence[tuple[str, Sequence[tuple[str, str]]]], room: float) -> None:
        top, bottom = self.y, self.y
        for place, (heading, lines) in enumerate(lists):
            self.y = top
            self._add_lines(heading, lines, SIDE + place * (room + SIDE), room)
            bottom = max(bottom, self.y)
        self.y = bottom

    def _add_lines(self, heading: str, lines: Sequence[tuple[str, str]], x: float, room: float) -> None:
        self._add_heading(heading, x, room)
        for text, colour in lines:
            size = max(SMALLEST, min(TEXT, TEXT * room / width_of(text, TEXT)))
            for line in wrapped(text, size, room):
                self.drawn.append(words(line, x, self.y + 16, size, fill=colour))
                self.y += LINE
        self.y += 6


def _halves(heading: str, lines: Sequence[tuple[str, str]]) -> list[tuple[str, Sequence[tuple[str, str]]]]:
    """A list that has no other beside it, in two columns."""
    middle = -(-len(lines) // 2)
    return [(heading, lines[:middle]), ("", lines[middle:])]


def _card(
    names: BoardWords, palette: Palette, card: str, count: int, at: Point, breadth: float, room: float
) -> str:
    """A card so broad, with its name below, which has more room."""
    ink = palette.ink
    shape: Attributes = {"x": at.x, "y": at.y, "width": breadth, "height": CARD_HEIGHT, "rx": 7.0}
    if not card:
        return tag("rect", fill="none", stroke=ink.line, stroke_width=2, stroke_dasharray="5 4", **shape)
    fill = palette.card(card)
    colour, middle = text_on(fill), at.x + breadth / 2
    name = shortened(names.card(card), SMALLEST, room)
    look: Attributes = {"fill": fill, "stroke": ink.frame, "stroke_width": 1.5}
    below = [
        tag("rect", **look, **{**shape, "x": at.x + SHIFT * far, "y": at.y - SHIFT * far})
        for far in range(min(count, PILE) - 1, 0, -1)
    ]
    parts = [
        *below,
        tag("rect", **look, **shape),
        words(name, middle, at.y + CARD_HEIGHT + 14, SMALLEST, fill=ink.text, text_anchor="middle"),
    ]
    if card == LOCOMOTIVE:
        engine = locomotive(Tile(0, 0, 1, 1, 0), colour)
        parts.append(tag("g", engine, transform=f"translate({middle:g} {at.y + 22:g}) scale(2.6)"))
    elif palette.safe:
        parts.append(words(palette.letter(card), middle, at.y + 24, 18, fill=colour, text_anchor="middle"))
    if count:
        parts.append(words(str(count), middle, at.y + 64, 30, fill=colour, text_anchor="middle"))
    return "".join(parts)
