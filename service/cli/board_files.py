"""Boards as arguments of commands: a shipped board by name, a user's own by file."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ttr_core.boards.board import Document, inherit
from ttr_core.boards.library import board_document, whole_document
from ttr_core.model.violations import BoardDefect

OBJECTS = ("options", "by_players")  # parts that `extends` merges key by key


def is_file(name: str) -> bool:
    """Whether the argument is a file: names of shipped boards have neither dots nor slashes."""
    return name.endswith(".json") or "/" in name or "\\" in name or Path(name).is_file()


def open_board(name: str) -> Document:
    """The document of a shipped board or of a file, merged over the board that it extends."""
    return _whole(name, _parsed(name)) if is_file(name) else whole_document(name)


def _parsed(name: str) -> Mapping[str, Any]:
    try:
        document = json.loads(Path(name).read_bytes())
    except OSError as error:
        raise BoardDefect(f"{name}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise BoardDefect(f"{name}: not a text file in UTF-8") from error
    except json.JSONDecodeError as error:
        raise BoardDefect(f"{name}:{error.lineno}:{error.colno}: {error.msg}") from error
    if not isinstance(document, dict):
        raise BoardDefect(f"{name}: expected a JSON object")
    return document


def _whole(name: str, document: Mapping[str, Any]) -> Document:
    for key in OBJECTS:
        if not isinstance(document.get(key, {}), dict):
            raise BoardDefect(f"{name}: /{key}: expected an object")
    if not isinstance(document.get("extends", ""), str):
        raise BoardDefect(f"{name}: /extends: expected the name of a board")
    return inherit(document, board_document)
