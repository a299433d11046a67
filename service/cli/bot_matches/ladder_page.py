"""The tables of `docs/bots.md` that `ttr ladder` writes: each stands between marks and has rows for all boards."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

KEY = 2  # the first cells of a row, board and number of players: they are written together


class Table(NamedTuple):
    """A table under a name, with its heads and rows."""

    name: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def with_tables(page: str, tables: Iterable[Table]) -> str:
    """The page with these rows in the places of earlier ones of the same boards and numbers of players."""
    for table in tables:
        begin, end = f"<!-- {table.name} -->\n", f"<!-- end of {table.name} -->"
        before, has_begin, rest = page.partition(begin)
        earlier, has_end, after = rest.partition(end)
        if not (has_begin and has_end):
            raise ValueError(f"the page has no place for the table {table.name!r}")
        page = f"{before}{begin}\n{_merged(earlier, table)}\n{end}{after}"
    return page


def _merged(earlier: str, table: Table) -> str:
    written = {row[:KEY] for row in table.rows}
    kept = [row for row in _rows(earlier) if row[:KEY] not in written]
    rows = sorted([*kept, *table.rows], key=lambda row: row[:KEY])  # stable: the best bot stays first
    rule = tuple("---" for _ in table.heads)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (table.heads, rule, *rows))


def _rows(text: str) -> list[tuple[str, ...]]:
    """The rows of a table without its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [_cells(line) for line in lines[2:]]


def _cells(line: str) -> tuple[str, ...]:
    cells: Sequence[str] = re.split(r"\s*\|\s*", line.strip())[1:-1]
    return tuple(cells)
