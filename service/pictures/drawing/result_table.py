"""Tickets and final scores as blocks of the legend: points by reason, and every ticket with what came of it."""

from collections.abc import Iterator, Sequence

from service.language.languages import Messages
from service.language.vocabulary.board_words import BoardWords
from service.pictures.drawing.alt_text import reason_words, ticket_name
from service.pictures.drawing.palette import Palette
from service.pictures.drawing.svg import quiet_words
from service.pictures.game_result import SeatResult, TicketResult
from service.pictures.layout.geometry import Point
from service.pictures.layout.lettering.text_width import quiet_width_of, shortened
from ttr_core import Ruleset

SIGNS = {"done": "✓", "open": "○", "failed": "×"}
SIZE = 12.5
LINE = 19.0
GAP = 16.0  # between two tickets on a line
AFTER = 8.0  # below a block

Part = tuple[str, str]  # a text and its colour


class ResultTable:
    """The lines below a player's name, each as wide as a column."""

    def __init__(self, ruleset: Ruleset, names: BoardWords, say: Messages, palette: Palette) -> None:
        self._ruleset, self._names, self._say, self._palette = ruleset, names, say, palette

    def final(self, result: SeatResult, breadth: float) -> list[list[Part]]:
        """The breakdown of a final score, then the tickets."""
        reasons = [f"{reason_words(self._say, reason)} {signed(points)}" for reason, points in result.lines]
        breakdown = _flowed([(text, self._palette.ink.text) for text in reasons], breadth)
        return [*breakdown, *self.tickets(result.tickets, breadth)]

    def tickets(
        self, tickets: Sequence[TicketResult], breadth: float, lettered: bool = False
    ) -> list[list[Part]]:
        parts = []
        for number, ticket in enumerate(tickets):
            letter = f"{ticket_letter(number)} " if lettered else ""
            name = ticket_name(self._ruleset, ticket.ticket, self._names)
            text = f"{letter}{SIGNS[ticket.state]} {name} {signed(ticket.points)}"
            parts.append((shortened(text, SIZE, breadth, quiet_width_of), self._palette.ticket(ticket.state)))
        return _flowed(parts, breadth)


def ticket_letter(number: int) -> str:
    """A, B, C ... for the tickets of one player."""
    return chr(ord("A") + number % 26)


def signed(points: int) -> str:
    return str(points) if points >= 0 else f"−{-points}"


def _flowed(parts: Sequence[Part], breadth: float) -> list[list[Part]]:
    """The parts in as few lines as they need."""
    lines: list[list[Part]] = []
    room = 0.0
    for text, colour in parts:
        width = quiet_width_of(text, SIZE) + GAP
        if not lines or width - GAP > room:
            lines.append([])
            room = breadth
        lines[-1].append((text, colour))
        room -= width
    return lines


def drawn_lines(lines: Sequence[Sequence[Part]], at: Point) -> Iterator[str]:
    for number, line in enumerate(lines):
        x = at.x
        for text, colour in line:
            yield quiet_words(text, x, at.y + number * LINE + 13, SIZE, fill=colour)
            x += quiet_width_of(text, SIZE) + GAP


def height_of(lines: Sequence[Sequence[Part]]) -> float:
    return len(lines) * LINE + AFTER if lines else 0.0
