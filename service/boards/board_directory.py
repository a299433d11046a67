"""A directory of map files that a service offers beside the boards that come with the game (`--boards`)."""

import logging
from pathlib import Path

from service.boards.board_library import BoardLibrary, Published, check
from service.boards.map_file import LARGEST_FILE, BadMapFile, read_map_file
from service.errors import BoardNameTaken
from ttr_core.boards.board import Document
from ttr_core.boards.check.defects import error
from ttr_core.model.violations import BoardDefect

log = logging.getLogger(__name__)


def check_directory(folder: str) -> None:
    """Raises `BoardDefect` with a line for each defect of each file that cannot be offered; "" is no directory."""
    if folder and not Path(folder).is_dir():
        raise BoardDefect(f"{folder} is no directory")
    lines: list[str] = []
    files: dict[str, str] = {}
    for file in map_files(folder):
        try:
            whole = read_file(file)
            check(whole)
        except BadMapFile as bad:
            lines += [
                f"{file.name}: {defect.place or '/'}: {defect.code}: {defect.message}"
                for defect in bad.defects
            ]
        except BoardNameTaken as taken:
            lines.append(f"{file.name}: /name: {taken.code}: a board that comes with the game has this name")
        else:
            other = files.setdefault(whole["name"], file.name)
            lines += [] if other == file.name else [f"{file.name}: /name: {other} has the same name"]
    if lines:
        raise BoardDefect("\n".join([f"boards in {folder} cannot be offered:", *lines]))


def offer_directory(library: BoardLibrary, folder: str) -> list[Published]:
    """Offers what is in the directory, and no longer what has left it.

    A file that has become unreadable is logged, and then nothing is withdrawn: its board may be any of them.
    """
    published: list[Published] = []
    files = map_files(folder)
    for file in files:
        try:
            published.append(library.publish(read_file(file), "directory"))
        except (BadMapFile, BoardNameTaken) as refusal:
            log.error("%s is not offered: %s", file, refusal)
    if len(published) == len(files):
        library.withdraw_all_but({one.board.name for one in published}, "directory")
    return published


def map_files(folder: str) -> list[Path]:
    files = Path(folder).glob("*.json") if folder else ()
    return sorted(path for path in files if path.is_file())


def read_file(file: Path) -> Document:
    """A merged document; no more of the file is read than may be there."""
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST_FILE + 1)
    except OSError as fault:
        raise BadMapFile([error("", "unreadable", fault.strerror or str(fault))], str(file)) from fault
    return read_map_file(data, str(file))
