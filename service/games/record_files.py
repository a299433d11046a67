"""Audits files of records, plain or gzipped, with several processes."""

import gzip
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import msgspec

from ttr_core.audit import Head, Report, unreadable, verify_bytes
from ttr_core.history.record import LARGEST_RECORD, BrokenRecord

GZIP = b"\x1f\x8b"
CHUNK = 4  # files that a process audits before it reports


class Audited(msgspec.Struct, frozen=True):
    """A file and the report of its audit."""

    file: str
    report: Report


def audit_files(names: Sequence[str], head: Head | None, jobs: int) -> Iterator[Audited]:
    """The reports in the order of the files."""
    audit = partial(audit_file, head=head)
    if jobs == 1:
        yield from map(audit, names)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(audit, names, chunksize=CHUNK)


def audit_file(file: str, head: Head | None = None) -> Audited:
    try:
        return Audited(file, verify_bytes(read_record(file), head))
    except BrokenRecord as broken:
        return Audited(file, unreadable(broken))


def read_record(file: str) -> bytes:
    """The bytes of a record, unpacked only up to the size that a record may have."""
    data = Path(file).read_bytes()
    if not data.startswith(GZIP):
        return data
    try:
        with gzip.open(file) as unpacked:
            return unpacked.read(LARGEST_RECORD + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise BrokenRecord(1, f"it cannot be unpacked: {error}") from error
