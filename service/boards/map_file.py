"""A map file from outside: read strictly, merged with the shipped board that it extends, and checked.

Nothing in it is executed or fetched: it is data, and `extends` names a board that comes with the game.
"""

from collections.abc import Iterator, Mapping, Sequence
from json import JSONDecodeError

from service.strict_json import decode_json
from ttr_core import start_game
from ttr_core.boards.board import Document, file_part, inherit
from ttr_core.boards.check.defects import Defect, error
from ttr_core.boards.check.limits import excesses
from ttr_core.boards.library import board_document, is_board_name
from ttr_core.load import check_document, compile_ruleset
from ttr_core.model.violations import BoardDefect

LARGEST_FILE = 512 * 1024  # bytes; the largest board that comes with the game has 30 kB
PATCHES = ("options", "by_players")  # parts that `extends` merges key by key


class BadMapFile(BoardDefect):
    """A file that is no board, with everything that is wrong with it."""

    def __init__(self, defects: Sequence[Defect], file: str = "map file") -> None:
        first = defects[0]
        message = f"{file}: {first.place}: {first.message}" if first.place else f"{file}: {first.message}"
        super().__init__(f"{message} (and {len(defects) - 1} more)" if len(defects) > 1 else message)
        self.defects = tuple(defects)


def read_map_file(data: bytes, file: str = "map file") -> Document:
    """The document of a file, merged over the board that it extends. Its content is not checked yet."""
    document = _parsed(data, file)
    if beyond := tuple(excesses(document)):
        raise BadMapFile(beyond, file)
    if misfits := tuple(_unfit_to_merge(document)):
        raise BadMapFile(misfits, file)
    return inherit(document, board_document)


def _unfit_to_merge(document: Mapping[str, object]) -> Iterator[Defect]:
    for key in PATCHES:
        if not isinstance(document.get(key, {}), dict):
            yield error(f"/{key}", "wrong_type", "expected an object")
    if "extends" in document:
        parent = document["extends"]
        if not isinstance(parent, str):
            yield error("/extends", "wrong_type", "expected the name of a board")
        elif not is_board_name(parent):
            yield error("/extends", "unknown_board", f"unknown board {parent!r}: it must come with the game")


def _parsed(data: bytes, file: str) -> Mapping[str, object]:
    try:
        document = decode_json(data) if len(data) <= LARGEST_FILE else None
    except JSONDecodeError as fault:
        message, code = f"{file}:{fault.lineno}:{fault.colno}: {fault.msg}", "unreadable"
    except UnicodeDecodeError:
        message, code = "not a text in UTF-8", "unreadable"
    except ValueError as fault:
        message, code = str(fault), "unreadable"
    except RecursionError:
        message, code = "lists and objects are nested too deeply", "too_deep"
    else:
        if isinstance(document, dict):
            return document
        message, code = "expected a JSON object", "unreadable"
    if len(data) > LARGEST_FILE:
        message, code = f"at most {LARGEST_FILE} bytes", "too_large"
    raise BadMapFile([error("", code, message)], file)


def map_file_defects(whole: Document) -> tuple[Defect, ...]:
    """All defects of a merged document, then those of variants on which no game starts."""
    defects = check_document(whole)
    if any(defect.severity == "error" for defect in defects):
        return defects
    messages = dict.fromkeys(_refusals(whole))
    return (*(error("/rules", "not_compiled", message) for message in messages), *defects)


def _refusals(whole: Document) -> Iterator[str]:
    """Why no game starts on some variants: rules read their own settings only when they compile and deal."""
    low, high = whole["players"]
    for options in variants(whole):
        for players in range(low, high + 1):
            try:
                start_game(compile_ruleset(whole, players, options), bytes(32))
            except BoardDefect as defect:
                yield str(defect)
            except Exception as fault:  # rules read a stranger's document: if anything fails, it is no board
                yield repr(fault)


def variants(whole: Document) -> Iterator[Mapping[str, str]]:
    """The default options, then every other choice on its own."""
    yield {}
    for name, option in file_part(whole).options.items():
        yield from ({name: choice} for choice in option.choices if choice != option.default)


def check_map_file(whole: Document) -> tuple[Defect, ...]:
    """The warnings about a merged document; raises `BadMapFile` if it cannot be played."""
    defects = map_file_defects(whole)
    errors = tuple(defect for defect in defects if defect.severity == "error")
    if errors:
        raise BadMapFile(errors)
    return defects
