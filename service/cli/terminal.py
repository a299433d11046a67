"""Text for a terminal or a pipe: tables, cards in their colours, numbered moves, and a progress bar.

Colours are click's: it removes them where the output is not a terminal.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import click

from service.language.languages import Messages
from service.language.speech.command_text import Entry, Group
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

    def card(self, card: str) -> str:
        return click.style(self.word(card), fg=CARD_COLOURS.get(card))


# moves

LINE_WIDTH = 100
SHORT = 24  # characters of a choice that may share a line with others


def numbered(groups: Sequence[Group], most: int, say: Messages) -> tuple[list[str], list[Entry]]:
    """The groups as lines with running numbers, and the entries behind the numbers; at most so many lines a group."""
    lines: list[str] = []
    entries: list[Entry] = []
    for group in groups:
        rows = [(f"{len(entries) + n})", *entry.cells) for n, entry in enumerate(group.entries, 1)]
        lines += _side_by_side(group, rows, say) or [f"  {group.title}", *_one_per_line(rows, most, say)]
        entries += group.entries
    return lines, entries


def _side_by_side(group: Group, rows: Sequence[tuple[str, ...]], say: Messages) -> list[str]:
    """Short choices in as few lines as they need; nothing if any of them is long."""
    if group.entries[0].cells == (group.title,):
        return [f"  {rows[0][0]} {group.title}"]
    if any(len(row) > 2 or visible_width(row[1]) > SHORT for row in rows):
        return []
    lines = ["  " + say("named", name=group.title, value="").rstrip()]
    for row in rows:
        text = " ".join(row)
        if visible_width(lines[-1]) + visible_width(text) > LINE_WIDTH:
            lines.append("   ")
        lines[-1] += f"  {text}"
    return lines


def _one_per_line(rows: Sequence[tuple[str, ...]], most: int, say: Messages) -> list[str]:
    lines = ["    " + line for line in columns(rows, right=(0,))]
    hidden = len(lines) - most
    return [*lines[:most], "    " + say("more", count=hidden)] if hidden > 0 else lines


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
