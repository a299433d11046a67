"""What a forger may do: change anything in a record, and then make all seals and hashes anew."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from ttr_core.audit.integrity import opened_seed
from ttr_core.history.chain import GENESIS, Shown, commit, link_hash, salt
from ttr_core.history.record import Record

Change = Callable[[dict[str, Any]], None]  # of the fields of one event


def line_with(record: Record, version: int, /, **fields: Any) -> Record:
    """The record with another line at a version."""
    lines = list(record.events)
    lines[version - 1] = replace(lines[version - 1], **fields)
    return replace(record, events=tuple(lines))


def data_with(record: Record, version: int, /, **fields: Any) -> Record:
    """The record with other fields in the event of a version."""
    return line_with(record, version, data={**record.events[version - 1].data, **fields})


def with_lines(record: Record, lines: Sequence[Shown]) -> Record:
    return replace(record, events=tuple(lines))


def with_head(record: Record) -> Record:
    """The record with a header that agrees with its last line."""
    head = record.events[-1].hash if record.events else GENESIS
    return replace(record, header=replace(record.header, head=head))


def forged(record: Record, seed: bytes | None = None) -> Record:
    """All versions, seals and hashes made anew, as somebody can who knows the seed."""
    key = seed or opened_seed(record)
    assert key is not None
    lines, prev = list[Shown](), GENESIS
    for version, line in enumerate(record.events, 1):
        sealed = {
            name: commit(salt(key, line.game, version, name), line.data.get(name)) for name in line.sealed
        }
        draft = replace(line, version=version, prev=prev, sealed=sealed)
        public = {name: value for name, value in line.data.items() if name not in sealed}
        lines.append(replace(draft, hash=link_hash(draft, public, sealed)))
        prev = lines[-1].hash
    return with_head(with_lines(record, lines))


def first(record: Record, kind: str, after: int = 0) -> int:
    """The version of the first event of a type."""
    return next(line.version for line in record.events if line.type == kind and line.version > after)
