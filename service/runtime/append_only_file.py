"""Detects damage to append-only files that the server itself would make worse.

The server takes any length that points past the end of the file for an unfinished last record, and cuts off everything
from there on: a single wrong digit could cost all games after it. So it is started to refuse such files, and may cut
only where this module sees that the last record is unfinished. Without its manifest the server would begin anew over
the old files; that is refused here, too.
Records are Redis protocol: `*2`, then `$3` and its bytes for each part.
"""

import re
from contextlib import suppress
from pathlib import Path

FOLDER = "appendonlydir"
MANIFEST = "appendonly.aof.manifest"

_COUNT = re.compile(rb"\*(\d+)\r\n")
_LENGTH = re.compile(rb"\$(\d+)\r\n")
_UNFINISHED_HEAD = re.compile(rb"(?:[*$]\d*\r?)?\Z")
_NEXT_RECORD = re.compile(rb"\r\n\*\d+\r\n\$\d+\r\n")  # our own records hold text without line breaks


_MULTI, _EXEC = b"*1\r\n$5\r\nMULTI\r\n", b"*1\r\n$4\r\nEXEC\r\n"
# a game and a version, in a record that appends
_EVENT = re.compile(rb"ttr:\{p\d\d\}:([!-~]+):ev\r\n\$\d+\r\n(\d+)-")


class _Unfinished(Exception):
    """The file ends within a record."""


class _Damaged(Exception):
    """The bytes here begin no record."""


def lacks_manifest(data: Path) -> bool:
    """Whether there are records, but no list of the files that hold them."""
    folder = data / FOLDER
    if (folder / MANIFEST).exists():
        return False
    written = any(path.stat().st_size for path in folder.glob("*.incr.aof"))
    # a server that was killed at its very first start may leave a first base without anything in it
    return written or any(".1.base." not in path.name for path in folder.glob("*.base.*"))


def ends_unfinished(data: Path) -> bool:
    """Whether an unfinished last record can explain all that is wrong with the files."""
    path = _last_file(data / FOLDER)
    return path is not None and _only_end_is_missing(path.read_bytes())


def unfinished_tail(data: Path) -> bytes:
    """What the server will cut off: from the beginning of the commit that is not whole."""
    path = _last_file(data / FOLDER)
    log = path.read_bytes() if path else b""
    return log[_end_of_whole_commits(log) :]


def _end_of_whole_commits(log: bytes) -> int:
    at = whole = 0
    together = False
    with suppress(_Unfinished):
        while at < len(log):
            start, at = at, _end_of_record(log, at)
            record = log[start:at]
            together = record == _MULTI or (together and record != _EXEC)
            whole = whole if together else at
    return whole


def events_in(tail: bytes) -> dict[str, list[int]]:
    """The versions of each game's events that begin in a piece of a file."""
    versions: dict[str, list[int]] = {}
    for game, version in _EVENT.findall(tail):
        versions.setdefault(game.decode(), []).append(int(version))
    return versions


def _last_file(folder: Path) -> Path | None:
    """The file that the server was writing: the last one in the manifest."""
    manifest = folder / MANIFEST
    if not manifest.exists():
        return None
    names = re.findall(r"^file (\S+) seq \d+ type i", manifest.read_text("utf-8"), re.MULTILINE)
    path = folder / names[-1] if names else None
    return path if path is not None and path.exists() else None


def _only_end_is_missing(log: bytes) -> bool:
    at = 0
    try:
        while at < len(log):
            at = _end_of_record(log, at)
    except _Unfinished:
        return _NEXT_RECORD.search(log, at) is None
    except _Damaged:
        return False
    return True


def _end_of_record(log: bytes, at: int) -> int:
    count, at = _number(_COUNT, log, at)
    for _ in range(count):
        length, at = _number(_LENGTH, log, at)
        at += length + 2
        if at > len(log):
            raise _Unfinished
        if log[at - 2 : at] != b"\r\n":
            raise _Damaged
    return at


def _number(head: re.Pattern[bytes], log: bytes, at: int) -> tuple[int, int]:
    match = head.match(log, at)
    if match:
        return int(match[1]), match.end()
    raise _Unfinished if _UNFINISHED_HEAD.match(log, at) else _Damaged
