"""Text for a terminal or a pipe: tables, cards in their colours, and a progress bar.

Colours are click's: it removes them where the output is not a terminal.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import click

from service.language.vocabulary.board_words import BoardWords

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


class ColouredWords(BoardWords):
    """The words of a board, with cards in their colours."""

    def card(self, card: str, count: int = 1) -> str:
        return click.style(super().card(card, count), fg=CARD_COLOURS.get(card))


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
