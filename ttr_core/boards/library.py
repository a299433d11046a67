"""The boards that come with the game: map files by name. They are the only files that the core reads."""

import re
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from ttr_core.boards.board import BoardFile, Document, file_part, inherit
from ttr_core.model.violations import BoardDefect

_NAME = re.compile(r"[a-z0-9_-]+")


@cache
def board_names() -> tuple[str, ...]:
    """Every board that can be played, sorted."""
    return tuple(name for name in _file_names() if not board_document(name).get("abstract", False))


def is_board_name(name: str) -> bool:
    """Whether a map file of this name comes with the game, playable or only a parent of others."""
    return bool(_NAME.fullmatch(name)) and name in _file_names()


def board_document(name: str) -> Document:
    """The map file as written. Callers share it: read it, never change it."""
    if not is_board_name(name):
        raise BoardDefect(f"unknown board {name!r}; there are {', '.join(board_names())}")
    return _read(name)


@cache
def whole_document(name: str) -> Document:
    """The map file merged over the files that it extends."""
    return inherit(board_document(name), board_document)


def file_of(name: str) -> BoardFile:
    """What the map file says beside the game; nothing for a board that is not in the library."""
    return file_part(whole_document(name)) if name in board_names() else BoardFile()


@cache
def _file_names() -> tuple[str, ...]:
    entries = (entry.name for entry in files("maps").iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in entries if name.endswith(".json")))


@cache
def _read(name: str) -> dict[str, Any]:
    return msgspec.json.decode(files("maps").joinpath(f"{name}.json").read_bytes(), type=dict[str, Any])
