"""The legal commands as a person reads them: grouped by what they do, routes once with all ways to pay."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from service.language.speech.messages import Messages
from service.language.speech.story import Values
from service.language.vocabulary.board_words import BoardWords
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import ClaimRoute, Command
from ttr_core.model.ids import RouteId


class Move(NamedTuple):
    """One legal command with its words."""

    command: Command
    kind: str  # the command's type as in JSON
    subject: str  # what it is about, without the cards that pay it
    payment: str

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
            Group(self._say.or_words(f"group-{kind}", kind), kind, tuple(self._entries(found)))
            for kind, found in by_kind.items()
        ]

    def _move(self, command: Command) -> Move:
        """The values of all fields; a command without any is its own name."""
        fields = {k: v for k, v in msgspec.structs.asdict(command).items() if v not in ((), "", None)}
        kind, cards = str(command.__struct_config__.tag), fields.pop("cards", ())
        coloured = fields.pop("coloured", ())
        told = [self._values(field, value) for field, value in fields.items() if field != "seat"]
        payment = self._words.cards(cards) + (f" [{self._words.cards(coloured)}]" if coloured else "")
        if isinstance(command, ClaimRoute) and not cards:  # what pays for it is laid step by step
            payment = self._say("in_sets")
        nothing = "" if payment else self._say.or_words(f"group-{kind}", kind)
        return Move(command, kind, ", ".join(told) or nothing, payment)

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
