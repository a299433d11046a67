"""Hidden fields: what lies open now must be what was sealed when it happened."""

import re
from collections.abc import Iterable, Mapping

from ttr_core.audit.report import Notebook
from ttr_core.chain import Shown, commit, salt, sealed_fields
from ttr_core.codec import event_types, type_name
from ttr_core.events import Event
from ttr_core.fairness import commitment
from ttr_core.record import Record

_SEED = re.compile("[0-9a-f]{64}", re.ASCII)
_KINDS: Mapping[str, type[Event]] = {type_name(kind): kind for kind in event_types()}
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
    # the seals tell which of the two was changed: they were made with the true seed
    first = next((line for line in record.events if line.sealed), None)
    genuine = first is not None and not _differing(first, seed, first.sealed)
    version = 1 if genuine else len(record.events)
    reason = f"SHA-256 of the seed that version {len(record.events)} opens is not the commitment of version 1"
    notebook.find(version, "seed", "seed_differs", reason)
    return False


def check_names(record: Record, notebook: Notebook) -> None:
    """Exactly the fields that are not for everybody are sealed."""
    notebook.look("commitments", 0)
    for place, line in enumerate(record.events, 1):
        kind = _KINDS.get(line.type)
        if kind is not None and line.schema == kind.schema and set(line.sealed) != set(sealed_fields(kind)):
            reason = f"{line.type} seals {', '.join(sorted(line.sealed)) or 'nothing'}"
            notebook.find(place, "commitments", "wrong_fields_sealed", reason[:200])


def check_opened(record: Record, seed: bytes, notebook: Notebook) -> None:
    """With the seed every salt is known, and with the salt every seal can be opened."""
    for place, line in enumerate(record.events, 1):
        open_now = [
            name for name in line.sealed if not record.header.partial or line.data.get(name) is not None
        ]
        notebook.look("commitments", len(open_now))
        for name in _differing(line, seed, open_now):
            _broken(notebook, place, line, name)


def check_own(record: Record, notebook: Notebook) -> None:
    """What a viewer sees of the hidden fields comes with its salts."""
    for place, line in enumerate(record.events, 1):
        for name in line.sealed:
            value = line.data.get(name)
            if value is None and name not in line.salts:
                continue
            notebook.look("commitments")
            if commit(line.salts.get(name, ""), value) != line.sealed[name]:
                _broken(notebook, place, line, name)


def _differing(line: Shown, seed: bytes, names: Iterable[str]) -> list[str]:
    """Those of the fields that are not what was sealed."""
    return [
        name
        for name in names
        if commit(salt(seed, line.game, line.version, name), line.data.get(name)) != line.sealed[name]
    ]


def _broken(notebook: Notebook, place: int, line: Shown, name: str) -> None:
    reason = f"{name[:40]!r} of this {line.type[:40]} is not what was sealed when it happened"
    notebook.find(place, "commitments", "commitment_differs", reason)
