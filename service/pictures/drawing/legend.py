"""The legend below a map: each player's colour and standing, and the letters of the safe colours."""

from collections.abc import Sequence

from service.language.languages import Lang, Messages
from service.language.vocabulary.board_words import BoardWords, board_words
from service.pictures.drawing.palette import LETTERS, Palette, text_on
from service.pictures.drawing.scene import Player
from service.pictures.drawing.svg import tag, words
from service.pictures.layout.geometry import Point
from service.pictures.layout.text_width import shortened, width_of
from ttr_core.engine.ruleset import Ruleset

ROW = 30.0
SIZE = 16.0
SIDE = 14.0


def legend_height(players: int, palette: Palette) -> float:
    rows = -(-players // _columns(players)) + (1 if palette.safe else 0)
    return rows * ROW + (8.0 if rows else 0.0)


def _columns(players: int) -> int:
    return 1 if players <= 2 else 2


def legend(
    ruleset: Ruleset, players: Sequence[Player], palette: Palette, corner: Point, lang: Lang
) -> list[str]:
    """Below the lower right corner of the map."""
    parts = []
    columns, top = _columns(len(players)), corner.y
    breadth = (corner.x - 2 * SIDE) / columns
    for place, player in enumerate(players):
        x, y = SIDE + place % columns * breadth, top + place // columns * ROW
        parts += _player(player, palette, Point(x, y), breadth, Messages(lang))
    if palette.safe:
        parts += _letters(
            board_words(ruleset, lang), ruleset.colours, palette, top + -(-len(players) // columns) * ROW
        )
    return parts


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
