"""Boards as arguments of commands: a shipped board by name, a user's own by file."""

from pathlib import Path

from service.boards.board_directory import read_file
from ttr_core.boards.board import Document
from ttr_core.boards.library import whole_document


def is_file(name: str) -> bool:
    """Whether the argument is a file: names of shipped boards have neither dots nor slashes."""
    return name.endswith(".json") or "/" in name or "\\" in name or Path(name).is_file()


def open_board(name: str) -> Document:
    """The document of a shipped board or of a file, merged over the board that it extends."""
    return read_file(Path(name)) if is_file(name) else whole_document(name)
