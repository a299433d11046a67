"""One board in words and as data."""

from collections.abc import Iterator
from typing import Any

import click
import msgspec

from service.cli.columns import columns
from service.cli.inks import InkedWords
from service.talk.messages import Messages
from service.talk.wording import BoardWords
from ttr_core.board import Board, BoardFile


def board_facts(board: Board, file: BoardFile, players: int) -> dict[str, Any]:
    """The resolved board, its options, and the number of players that it was resolved for."""
    options = {
        name: {
            "label": option.label,
            "default": option.default,
            "choices": {choice: found.label for choice, found in option.choices.items()},
        }
        for name, option in file.options.items()
    }
    return {**msgspec.to_builtins(board), "options": msgspec.to_builtins(options), "shown_for": players}


def board_lines(board: Board, file: BoardFile, players: int, lang: str) -> Iterator[str]:
    say, words = Messages(lang), InkedWords(board, lang)
    yield click.style(f"{words.label(board.title)} ({board.name})", bold=True)
    yield say(
        "board.players", low=board.players[0], high=board.players[1], trains=board.trains, shown=players
    )
    yield f"{say('board.provenance.' + board.provenance.status)}: {words.label(board.provenance.statement)}"
    sections = {
        "board.options": _options(file, words),
        "board.rules": _rules(board),
        "board.cities": _cities(board, words),
        "board.routes": _routes(board, words),
        "board.tickets": _tickets(board, words),
    }
    for title, lines in sections.items():
        if lines:
            yield ""
            yield click.style(say(title), bold=True)
            yield from ("  " + line for line in lines)


def _options(file: BoardFile, words: BoardWords) -> list[str]:
    rows = [
        (
            "*" if choice == option.default else "",
            f"{name}={choice}",
            f"{words.label(option.label)}: {words.label(found.label)}",
        )
        for name, option in file.options.items()
        for choice, found in option.choices.items()
    ]
    return columns(rows)


def _rules(board: Board) -> list[str]:
    rows = [(name, _settings(settings)) for name, settings in board.rules.items()]
    return columns(rows)


def _settings(settings: Any, width: int = 100) -> str:  # a rule's numbers may have any shape
    text = msgspec.json.encode(settings).decode()
    return text if len(text) <= width else text[: width - 3] + "..."


def _cities(board: Board, words: BoardWords) -> list[str]:
    rows = [(city.id, words.place(city.id)) for city in board.cities]
    zones = [(zone.id, f"{words.place(zone.id)}: {', '.join(zone.cities)}") for zone in board.zones]
    return columns([*rows, *zones])


def _routes(board: Board, words: BoardWords) -> list[str]:
    rows = [(words.ends(r), r.length, words.colours(r.colour), words.features(r), r.id) for r in board.routes]
    return columns(rows, right=(1,))


def _tickets(board: Board, words: BoardWords) -> list[str]:
    rows = [(words.ticket_ends(t), words.ticket_points(t), ", ".join(t.sets), t.id) for t in board.tickets]
    return columns(rows, right=(1,))
