"""The integrity of a record: nothing was changed, left out or added since it was written.

The chain: hashes, versions, one game, and times that do not run backwards. The seals: a hidden field that is open now
must be what was sealed when it happened.
"""

import re
from collections import Counter
from collections.abc import Iterable

from ttr_core.audit.report import Notebook
from ttr_core.engine.randomness import commitment
from ttr_core.history.chain import GENESIS, Shown, commit, link_hash, salt, sealed_fields
from ttr_core.history.codec import EVENTS
from ttr_core.history.record import Record

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


def check_chain(record: Record, notebook: Notebook) -> None:
    """Each line against the one before it; places are counted by lines, whatever version a line claims."""
    header, before = record.header, None
    (game, _), *_ = Counter(line.game for line in record.events).most_common(1) or [(header.game, 0)]
    for place, line in enumerate(record.events, 1):
        notebook.look("chain")
        _check_place(place, line, before, notebook)
        if line.game != game:
            _broken(notebook, place, "other_game", f"it belongs to game {line.game[:40]!r}")
        _check_hash(place, line, before, notebook)
        _check_time(place, line, before, notebook)
        before = line
    if header.game != game:
        _broken(
            notebook, 0, "other_game", f"the header names game {header.game[:40]!r}, its events {game[:40]!r}"
        )
    last = before.hash if before else GENESIS
    if header.head != last:
        reason = f"the header says that the last hash is {header.head[:16]}..., but it is {last[:16]}..."
        _broken(notebook, 0, "last_hash_differs", reason)


def _broken(notebook: Notebook, place: int, code: str, reason: str) -> None:
    notebook.find(place, "chain", code, reason)


def _check_place(place: int, line: Shown, before: Shown | None, notebook: Notebook) -> None:
    """A missing or added line is one finding, where it happened."""
    expected = before.version + 1 if before else 1
    if line.version != expected:
        _broken(notebook, place, "version_gap", f"version {line.version} stands where {expected} is due")


def _check_hash(place: int, line: Shown, before: Shown | None, notebook: Notebook) -> None:
    prev = before.hash if before else GENESIS
    if line.prev != prev:
        _broken(notebook, place, "prev_differs", "it does not carry the hash of the event before it")
    public = {name: value for name, value in line.data.items() if name not in line.sealed}
    if line.hash != link_hash(line, public, line.sealed):
        _broken(notebook, place, "hash_differs", f"its hash is not that of its content ({line.type[:40]})")


def _check_time(place: int, line: Shown, before: Shown | None, notebook: Notebook) -> None:
    if not MOMENT.fullmatch(line.at):
        notebook.find(place, "actors", "bad_time", f"{line.at[:40]!r} is no time in UTC to the millisecond")
    elif before and line.at < before.at:
        notebook.find(place, "actors", "time_backwards", f"it happened at {line.at}, before the one above it")


# the seals

_SEED = re.compile("[0-9a-f]{64}", re.ASCII)
CREATED, OPENED = "game_created", "seed_revealed"


def opened_seed(record: Record) -> bytes | None:
    """The seed as the record opens it, if it does."""
    last = record.events[-1] if record.events else None
    text = last.data.get("seed") if last and last.type == OPENED else None
    return bytes.fromhex(text) if isinstance(text, str) and _SEED.fullmatch(text) else None


def check_seed(record: Record, seed: bytes, notebook: Notebook) -> bool:
    """Whether the opened seed is the one that was committed to."""
    notebook.look("seed")
    promised = record.events[0].data.get("commitment")
    if promised == commitment(seed):
        return True
    # the seals show which of the two was changed: they were made with the true seed
    first = next((line for line in record.events if line.sealed), None)
    genuine = first is not None and not _differing(first, seed, first.sealed)
    version = 1 if genuine else len(record.events)
    reason = f"SHA-256 of the seed that version {len(record.events)} opens is not the commitment of version 1"
    notebook.find(version, "seed", "seed_differs", reason)
    return False


def check_names(record: Record, notebook: Notebook) -> None:
    """Exactly the fields that are not public are sealed."""
    notebook.look("commitments", 0)
    for place, line in enumerate(record.events, 1):
        kind = EVENTS.get(line.type)
        if kind is not None and line.schema == kind.schema and set(line.sealed) != set(sealed_fields(kind)):
            reason = f"{line.type} seals {', '.join(sorted(line.sealed)) or 'nothing'}"
            notebook.find(place, "commitments", "wrong_fields_sealed", reason[:200])


def check_opened(record: Record, seed: bytes, notebook: Notebook) -> None:
    """The seed gives every salt, and the salt opens every seal."""
    for place, line in enumerate(record.events, 1):
        open_now = [
            name for name in line.sealed if not record.header.partial or line.data.get(name) is not None
        ]
        notebook.look("commitments", len(open_now))
        for name in _differing(line, seed, open_now):
            _seal_broken(notebook, place, line, name)


def check_own(record: Record, notebook: Notebook) -> None:
    """Hidden fields that the viewer may see come with their salts."""
    for place, line in enumerate(record.events, 1):
        for name in line.sealed:
            value = line.data.get(name)
            if value is None and name not in line.salts:
                continue
            notebook.look("commitments")
            if commit(line.salts.get(name, ""), value) != line.sealed[name]:
                _seal_broken(notebook, place, line, name)


def _differing(line: Shown, seed: bytes, names: Iterable[str]) -> list[str]:
    """Those of the fields that are not what was sealed."""
    return [
        name
        for name in names
        if commit(salt(seed, line.game, line.version, name), line.data.get(name)) != line.sealed[name]
    ]


def _seal_broken(notebook: Notebook, place: int, line: Shown, name: str) -> None:
    reason = f"{name[:40]!r} of this {line.type[:40]} is not what was sealed when it happened"
    notebook.find(place, "commitments", "commitment_differs", reason)
