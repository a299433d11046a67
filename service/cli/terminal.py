"""Plain tables for a terminal or a pipe.

The names of cards in their colours, for a terminal.

A progress bar on a terminal, silence in a pipe.

Groups of moves as numbered lines for a terminal.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import click

from service.language.speech.messages import Messages
from service.language.speech.move_list import Entry, Group
from service.language.vocabulary.board_words import BoardWords


def columns(rows: Sequence[Sequence[object]], right: Sequence[int] = (), gap: str = "  ") -> list[str]:
    """The rows as lines of equal columns; those named in `right` are aligned to the right."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(visible, cells)) for cells in zip(*texts, strict=True)]
    return [
        gap.join(_fill(cell, widths[n], n in right) for n, cell in enumerate(row)).rstrip() for row in texts
    ]


def visible(text: str) -> int:
    """The width of a text without its colours."""
    return len(click.unstyle(text))


def _fill(text: str, width: int, right: bool) -> str:
    space = " " * (width - visible(text))
    return space + text if right else text + space


INKS: Mapping[str, str] = {
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


class InkedWords(BoardWords):
    """The words of a board, cards in colour."""

    def card(self, card: str) -> str:
        return click.style(self.word(card), fg=INKS.get(card))


Advance = Callable[[int], None]


@contextmanager
def progress(title: str, total: int) -> Iterator[Advance]:
    """Gives a function that is told how much more is done; the bar is on stderr, so that output can be piped."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.advance(task, done)


WIDTH = 100
SHORT = 24  # letters


def numbered(groups: Sequence[Group], most: int, say: Messages) -> tuple[list[str], list[Entry]]:
    """The groups as lines with running numbers, and the entries behind the numbers; long groups are cut short."""
    lines: list[str] = []
    entries: list[Entry] = []
    for group in groups:
        rows = [(f"{len(entries) + n})", *entry.cells) for n, entry in enumerate(group.entries, 1)]
        lines += _flowing(group, rows, say) or [f"  {group.title}", *_in_columns(rows, most, say)]
        entries += group.entries
    return lines, entries


def _flowing(group: Group, rows: Sequence[tuple[str, ...]], say: Messages) -> list[str]:
    """Short choices side by side, or nothing if they are not short."""
    if group.entries[0].cells == (group.title,):
        return [f"  {rows[0][0]} {group.title}"]
    if any(len(row) > 2 or visible(row[1]) > SHORT for row in rows):
        return []
    lines = ["  " + say("named", name=group.title, value="").rstrip()]
    for row in rows:
        text = " ".join(row)
        if visible(lines[-1]) + visible(text) > WIDTH:
            lines.append("   ")
        lines[-1] += f"  {text}"
    return lines


def _in_columns(rows: Sequence[tuple[str, ...]], most: int, say: Messages) -> list[str]:
    lines = ["    " + line for line in columns(rows, right=(0,))]
    hidden = len(lines) - most
    return [*lines[:most], "    " + say("more", count=hidden)] if hidden > 0 else lines
