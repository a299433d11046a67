"""Text for a terminal or a pipe: tables, cards in their colours, and a progress bar.

Colours are click's: it removes them where the output is not a terminal.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import click

from service.language.vocabulary.board_words import SEVERAL, board_words
from ttr_core.engine.ruleset import Ruleset

# tables


def columns(rows: Sequence[Sequence[object]], right: Sequence[int] = (), gap: str = "  ") -> list[str]:
    """The rows as lines of aligned columns; the columns in `right` are aligned to the right."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(visible_width, cells)) for cells in zip(*texts, strict=True)]
    return [
        gap.join(_padded(cell, widths[n], n in right) for n, cell in enumerate(row)).rstrip() for row in texts
    ]


def visible_width(text: str) -> int:
    """The width of a text without its colour codes."""
    return len(click.unstyle(text))


def _padded(text: str, width: int, right: bool) -> str:
    space = " " * (width - visible_width(text))
    return space + text if right else text + space


# cards

CARD_COLOURS: Mapping[str, str] = {
    "white": "bright_white",
    "blue": "bright_blue",
    "yellow": "bright_yellow",
    "green": "green",
    "red": "red",
    "pink": "magenta",
    "black": "bright_black",
    "orange": "yellow",
    "locomotive": "bright_cyan",
}


class CardPaint:
    """Puts the names of a board's cards in their colours.

    Lines are painted when they are whole: a text chooses its words by the name of a card, as in « une carte verte » and
    « une locomotive », and would not know a painted one.
    """

    def __init__(self, ruleset: Ruleset, lang: str) -> None:
        words = board_words(ruleset, lang)
        coloured = [(card, colour) for card in ruleset.cards if (colour := CARD_COLOURS.get(card))]
        self._colours = {
            words.card(card, count): colour for card, colour in coloured for count in (1, SEVERAL)
        }
        self._names = re.compile(rf"\b(?:{'|'.join(map(re.escape, self._colours))})\b")

    def __call__(self, line: str) -> str:
        return self._names.sub(lambda name: click.style(name[0], fg=self._colours[name[0]]), line)


# progress

Advance = Callable[[int], None]  # takes how many more steps are done


@contextmanager
def progress(title: str, total: int) -> Iterator[Advance]:
    """A progress bar on stderr, so that stdout can be piped; silent unless stderr is a terminal."""
    if not sys.stderr.isatty():
        yield lambda steps: None
        return
    with click.progressbar(length=total, label=title, file=sys.stderr) as bar:
        yield bar.update
