"""Plain tables for a terminal or a pipe."""

from collections.abc import Sequence

import click


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
