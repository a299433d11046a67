"""Groups of moves as numbered lines for a terminal."""

from collections.abc import Sequence

from service.cli.columns import columns, visible
from service.talk.messages import Messages
from service.talk.moves import Entry, Group

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
