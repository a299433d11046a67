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


class Move(NamedTuple):
    """One legal command with its words."""

    command: Command
    kind: str  # the command's type as in JSON
    text: str
    spoken: str  # everything by which it may be called, without colours
    card_names: tuple[str, ...]  # the kinds of cards that it pays


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
        kind = str(command.__struct_config__.tag)
        text = self._text(command)
        cards = dict.fromkeys(getattr(command, "cards", ()) or ())
        names = tuple(click.unstyle(self._words.card(card)) for card in cards)
        return Move(command, kind, text, click.unstyle(text), names)

    def _text(self, command: Command) -> str:
        """The values of all fields; a command without any is its own name."""
        if isinstance(command, ClaimRoute):
            return f"{self._words.route(command.route)}: {self._payment(command)}"
        fields = {
            k: v
            for k, v in msgspec.structs.asdict(command).items()
            if k != "seat" and v not in ((), "", None)
        }
        told = [self._values(field, value) for field, value in fields.items()]
        name = str(command.__struct_config__.tag)
        return ": ".join(told) or self._say.or_words(f"group.{name}", name)

    def _payment(self, command: ClaimRoute) -> str:
        coloured = f" [{self._words.cards(command.coloured)}]" if command.coloured else ""
        return self._words.cards(command.cards) + coloured

    def _entries(self, moves: Sequence[Move]) -> Iterator[Entry]:
        by_route: dict[RouteId, list[Move]] = {}
        for move in moves:
            if isinstance(move.command, ClaimRoute):
                by_route.setdefault(move.command.route, []).append(move)
            else:
                yield Entry((move.text,), (move,))
        for route, ways in sorted(by_route.items(), key=lambda item: -self._points(item[0])):
            yield Entry(self._route_cells(route, ways), tuple(ways))

    def _points(self, route: RouteId) -> int:
        return self._ruleset.points[self._ruleset.route_index[route]]

    def _route_cells(self, route: RouteId, ways: Sequence[Move]) -> tuple[str, ...]:
        found = self._ruleset.routes[self._ruleset.route_index[route]]
        points = self._say("points", points=self._points(route))
        payment = ways[0].text.rpartition(": ")[2]
        how = payment if len(ways) == 1 else self._say("ways", count=len(ways))
        spaces = f"{found.length} {self._words.colours(found.colour)}"
        return (self._words.ends(found), spaces, self._words.features(found), points, how)


def numbered(groups: Sequence[Group], most: int) -> tuple[list[str], list[Entry]]:
    """The groups as lines with running numbers, and the entries behind the numbers; each shows at most so many."""
    lines: list[str] = []
    entries: list[Entry] = []
    for group in groups:
        rows = [(f"{len(entries) + n})", *entry.cells) for n, entry in enumerate(group.entries, 1)]
        lines += _in_one_line(group, rows) or [f"  {group.title}", *_in_columns(rows)[:most]]
        entries += group.entries
    return lines, entries


def _in_one_line(group: Group, rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Short choices side by side, or nothing if they do not fit."""
    if group.entries[0].cells == (group.title,):
        return [f"  {rows[0][0]} {group.title}"]
    line = f"  {group.title}:  " + "   ".join(" ".join(row) for row in rows)
    return [line] if len(rows[0]) == 2 and visible(line) <= WIDTH else []


def _in_columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    return ["    " + line for line in columns(rows, right=(0,))]
