"""The legal commands as a person reads them: grouped by what they do, routes once with all ways to pay."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from service.language.speech.messages import Messages
from service.language.speech.story import Values
from service.language.vocabulary.board_words import BoardWords
from ttr_core.engine.ruleset import Ruleset
from ttr_core.history.codec import type_name
from ttr_core.model.commands import ClaimRoute, Command
from ttr_core.model.ids import Card, Kind, RouteId
from ttr_core.model.message import FieldKind, field_kinds

PAYMENT = FieldKind(Card, several=True)


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
        moves: dict[tuple[str, str], Move] = {}
        for command in legal:
            move = self._move(command)
            moves.setdefault((move.kind, move.text), move)
        return list(moves.values())

    def groups(self, moves: Sequence[Move]) -> list[Group]:
        by_kind: dict[str, list[Move]] = {}
        for move in moves:
            by_kind.setdefault(move.kind, []).append(move)
        return [
            Group(self._say.or_words(f"group-{kind}", kind), kind, tuple(self._entries(alike)))
            for kind, alike in by_kind.items()
        ]

    def _move(self, command: Command) -> Move:
        """What it is about, and the cards that pay for it; a command without either is its own name."""
        about: list[str] = []
        payment: list[str] = []
        for name, field in _shown_fields(type(command)):
            if value := getattr(command, name):
                (payment if field == PAYMENT else about).append(self._values.value(field, value))
        if isinstance(command, ClaimRoute) and not payment:  # the cards are laid step by step
            payment = [self._say("in_sets")]
        paid = " ".join([*payment[:1], *(f"[{text}]" for text in payment[1:])])
        kind = type_name(type(command))
        nothing = "" if paid else self._say.or_words(f"group-{kind}", kind)
        return Move(command, kind, ", ".join(about) or nothing, paid)

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

    def _route_cells(self, name: RouteId, ways: Sequence[Move]) -> tuple[str, ...]:
        track = self._ruleset.routes[self._ruleset.route_index[name]]
        points = self._say("points", points=self._points(name))
        how = ways[0].payment if len(ways) == 1 else self._say("ways", count=len(ways))
        spaces = f"{track.length} {self._words.colours(track.colour)}"
        return (self._words.ends(track), spaces, self._words.features(track), points, how)


@cache
def _shown_fields(kind: type[Command]) -> tuple[tuple[str, FieldKind], ...]:
    """Everything but whose command it is."""
    return tuple((name, field) for name, field in field_kinds(kind).items() if field.kind is not Kind.SEAT)
