"""Records that the command line is given: files and folders, plain or compressed."""

import gzip
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import msgspec

from ttr_core.audit import Head, Report, unreadable, verify_bytes
from ttr_core.record import LARGEST_RECORD, BrokenRecord

NAMES = ("*.ndjson", "*.ndjson.gz")
GZIP = b"\x1f\x8b"


class Audited(msgspec.Struct, frozen=True):
    """A file and what the audit found in it."""

    file: str
    report: Report


def record_files(given: Sequence[str]) -> list[str]:
    """The files, with folders replaced by the records in them."""
    return [str(path) for name in given for path in _inside(Path(name))]


def _inside(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    found = sorted(file for pattern in NAMES for file in path.rglob(pattern))
    if not found:
        raise click.ClickException(f"{path}: there are no records ({', '.join(NAMES)}) in this folder")
    yield from found


def read_record(file: str) -> bytes:
    """The bytes of a record; never more than a record may have, however well they were compressed."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror or error}") from error
    if not data.startswith(GZIP):
        return data
    try:
        with gzip.open(file) as unpacked:
            return unpacked.read(LARGEST_RECORD + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise BrokenRecord(1, f"it cannot be unpacked: {error}") from error


def audit_file(file: str, head: Head | None = None) -> Audited:
    try:
        return Audited(file, verify_bytes(read_record(file), head))
    except BrokenRecord as broken:
        return Audited(file, unreadable(broken))
