"""The legal commands as a person reads them: grouped by what they do, routes once with all ways to pay."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import click
import msgspec

from service.cli.columns import columns, visible
from service.cli.messages import Messages
from service.cli.story import Values
from service.cli.wording import BoardWords
from ttr_core.commands import ClaimRoute, Command
from ttr_core.ruleset import Ruleset
from ttr_core.words import RouteId

WIDTH = 100
SHORT = 24  # letters


class Move(NamedTuple):
    """One legal command with its words."""

    command: Command
    kind: str  # the command's type as in JSON
    subject: str  # what it is about, without the cards that pay it
    payment: str
    card_names: tuple[str, ...]  # the kinds of cards that it pays

    @property
    def text(self) -> str:
        return ": ".join(filter(None, (self.subject, self.payment)))


class Entry(NamedTuple):
    """A numbered line: one move, or one route with several ways to pay."""

    cells: tuple[str, ...]
    moves: tuple[Move, ...]


class Group(NamedTuple):
    title: str
    kind: str
    entries: tuple[Entry, ...]


class MoveWriter:
    """Puts legal commands into words."""

    def __init__(self, ruleset: Ruleset, say: Messages, words: BoardWords, values: Values) -> None:
        self._ruleset, self._say, self._words, self._values = ruleset, say, words, values

    def moves(self, legal: Sequence[Command]) -> list[Move]:
        """Equal tracks between the same cities are one choice for a person: the first of them stands for both."""
        told: dict[tuple[str, str], Move] = {}
        for command in legal:
            move = self._move(command)
            told.setdefault((move.kind, move.text), move)
        return list(told.values())

    def groups(self, moves: Sequence[Move]) -> list[Group]:
        by_kind: dict[str, list[Move]] = {}
        for move in moves:
            by_kind.setdefault(move.kind, []).append(move)
        return [
            Group(self._say.or_words(f"group.{kind}", kind), kind, tuple(self._entries(found)))
            for kind, found in by_kind.items()
        ]

    def _move(self, command: Command) -> Move:
        """The values of all fields; a command without any is its own name."""
        fields = {k: v for k, v in msgspec.structs.asdict(command).items() if v not in ((), "", None)}
        kind, cards = str(command.__struct_config__.tag), fields.pop("cards", ())
        coloured = fields.pop("coloured", ())
        told = [self._values(field, value) for field, value in fields.items() if field != "seat"]
        payment = self._words.cards(cards) + (f" [{self._words.cards(coloured)}]" if coloured else "")
        nothing = "" if payment else self._say.or_words(f"group.{kind}", kind)
        names = tuple(click.unstyle(self._words.card(card)) for card in dict.fromkeys(cards))
        return Move(command, kind, ", ".join(told) or nothing, payment, names)

    def _entries(self, moves: Sequence[Move]) -> Iterator[Entry]:
        """One for each subject; what can be paid in several ways is one entry for all of them."""
        by_subject: dict[str, list[Move]] = {}
        for move in moves:
            by_subject.setdefault(move.subject or move.payment, []).append(move)
        for subject, ways in sorted(by_subject.items(), key=lambda item: -self._worth(item[1][0])):
            command = ways[0].command
            cells = self._route_cells(command.route, ways) if isinstance(command, ClaimRoute) else (subject,)
            yield Entry(cells, tuple(ways))

    def _worth(self, move: Move) -> int:
        return self._points(move.command.route) if isinstance(move.command, ClaimRoute) else 0

    def _points(self, route: RouteId) -> int:
        return self._ruleset.points[self._ruleset.route_index[route]]

    def _route_cells(self, route: RouteId, ways: Sequence[Move]) -> tuple[str, ...]:
        found = self._ruleset.routes[self._ruleset.route_index[route]]
        points = self._say("points", points=self._points(route))
        how = ways[0].payment if len(ways) == 1 else self._say("ways", count=len(ways))
        spaces = f"{found.length} {self._words.colours(found.colour)}"
        return (self._words.ends(found), spaces, self._words.features(found), points, how)


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
