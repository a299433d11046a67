"""The picture of a hand, with the market, the tickets and what else the player holds."""

from collections.abc import Sequence

from service.language.languages import Lang, Messages
from service.language.speech.rule_display import mark_name
from service.language.vocabulary.board_words import BoardWords, board_words
from service.pictures.drawing.alt_text import ticket_words
from service.pictures.drawing.board_picture import PictureOptions
from service.pictures.drawing.palette import Palette, letter_of, text_on
from service.pictures.drawing.spaces import locomotive
from service.pictures.drawing.svg import Attributes, document, tag, words
from service.pictures.layout.geometry import Point, Tile
from service.pictures.layout.text_width import shortened, width_of
from ttr_core import Ruleset
from ttr_core.engine.views import View, marks_of
from ttr_core.model.ids import LOCOMOTIVE, SeatId
from ttr_core.model.marks import StockMark

WIDTH, SIDE = 640.0, 16.0
CARD, CARD_HEIGHT, STEP = 60.0, 78.0, 68.0
ROW = CARD_HEIGHT + 44.0
LINE = 24.0
IN_A_ROW = 9


def hand_svg(ruleset: Ruleset, seen: View, seat: SeatId, options: PictureOptions) -> str:
    """The picture of a seat's hand, from that seat's own view."""
    mine, palette, say = seen.seats[seat], options.palette, Messages(options.lang, ruleset)
    names = board_words(ruleset, options.lang)
    hand = {str(card): count for card, count in (mine.hand or {}).items()}
    drawn: list[str] = []
    held = say("picture-hand", cards=mine.hand_size)
    y = _cards(drawn, names, palette, held, list(hand.items()), SIDE)
    market = [(str(card) if card else "", 0) for card in seen.market]
    y = _cards(drawn, names, palette, say("picture-market", cards=seen.deck), market, y)
    for heading, tickets in (("picture-tickets", mine.tickets), ("picture-offered", mine.offer)):
        texts = [ticket_words(ruleset, ticket, names) for ticket in tickets or ()]
        y = _lines(drawn, palette, say(heading), texts, y)
    y = _lines(drawn, palette, say("picture-own"), own_things(ruleset, seen, seat, options.lang), y)
    page = tag("rect", width=WIDTH, height=y + SIDE, fill=palette.ink.page)
    title = say("picture-hand_of", who=say.seat(seat))
    description = hand_words(ruleset, seen, seat, options.lang)
    return document(WIDTH, y + SIDE, options.width, title, description, [page, *drawn])


def own_things(ruleset: Ruleset, seen: View, seat: SeatId, lang: Lang) -> list[str]:
    """What the rules of the board let a player hold besides cards and tickets, with its number."""
    stocks = [mark for mark in marks_of(ruleset, seen) if isinstance(mark, StockMark)]
    counted = [(mark_name(mark, Messages(lang, ruleset)), mark.held[seat]) for mark in stocks if mark.held]
    return [Messages(lang, ruleset)("named", name=name, value=count) for name, count in counted if count]


def hand_words(ruleset: Ruleset, seen: View, seat: SeatId, lang: Lang) -> str:
    names, say, mine = board_words(ruleset, lang), Messages(lang, ruleset), seen.seats[seat]
    text = say(
        "picture-held",
        items=", ".join(f"{count} {names.card(card)}" for card, count in (mine.hand or {}).items())
        or say("picture-none"),
        market=", ".join(names.card(card) if card else say("picture-empty") for card in seen.market),
        cards=seen.deck,
        trains=mine.trains,
    )
    for heading, tickets in (("picture-tickets_are", mine.tickets), ("picture-offered_are", mine.offer)):
        if tickets:
            items = ", ".join(ticket_words(ruleset, ticket, names) for ticket in tickets)
            text += " " + say(heading, items=items)
    own = own_things(ruleset, seen, seat, lang)
    return f"{text} {say('picture-own_are', items=', '.join(own))}" if own else text


def _heading(drawn: list[str], palette: Palette, text: str, y: float) -> float:
    drawn.append(words(text, SIDE, y + 17, 16, fill=palette.ink.faint))
    return y + 28


def _cards(
    drawn: list[str],
    names: BoardWords,
    palette: Palette,
    heading: str,
    cards: Sequence[tuple[str, int]],
    top: float,
) -> float:
    """Draw rows of cards below a heading; return where the next part begins."""
    y = _heading(drawn, palette, heading, top)
    for place, (card, count) in enumerate(cards):
        x = SIDE + place % IN_A_ROW * STEP
        drawn.append(_card(names, palette, card, count, Point(x, y + place // IN_A_ROW * ROW)))
    rows = max(1, -(-len(cards) // IN_A_ROW))
    return y + rows * ROW - (ROW - CARD_HEIGHT) + (24.0 if cards else -CARD_HEIGHT + 8.0)


def _card(names: BoardWords, palette: Palette, card: str, count: int, at: Point) -> str:
    ink = palette.ink
    shape: Attributes = {"x": at.x, "y": at.y, "width": CARD, "height": CARD_HEIGHT, "rx": 7.0}
    if not card:
        return tag("rect", fill="none", stroke=ink.line, stroke_width=2, stroke_dasharray="5 4", **shape)
    fill = palette.card(card)
    colour, middle = text_on(fill), at.x + CARD / 2
    size = max(8.0, min(11.0, 11.0 * (CARD + 6) / width_of(names.card(card), 11.0)))
    name = shortened(names.card(card), size, CARD + 6)
    parts = [
        tag("rect", fill=fill, stroke=ink.frame, stroke_width=1.5, **shape),
        words(name, middle, at.y + CARD_HEIGHT + 14, size, fill=ink.text, text_anchor="middle"),
    ]
    if card == LOCOMOTIVE:
        engine = locomotive(Tile(0, 0, 1, 1, 0), colour)
        parts.append(tag("g", engine, transform=f"translate({middle:g} {at.y + 22:g}) scale(2.6)"))
    elif palette.safe:
        parts.append(words(letter_of(card), middle, at.y + 24, 18, fill=colour, text_anchor="middle"))
    if count:
        parts.append(words(str(count), middle, at.y + 64, 30, fill=colour, text_anchor="middle"))
    return "".join(parts)


def _lines(drawn: list[str], palette: Palette, heading: str, texts: Sequence[str], top: float) -> float:
    if not texts:
        return top
    y = _heading(drawn, palette, heading, top)
    for text in texts:
        size = min(15.0, 15.0 * (WIDTH - 2 * SIDE) / width_of(text, 15.0))
        drawn.append(words(text, SIDE, y + 16, size, fill=palette.ink.text))
        y += LINE
    return y + 6
