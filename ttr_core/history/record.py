"""The record of a game as one file, "ttr-record/1": a header line and one line for each event.

The header names the game and holds the resolved board document, so that the file is all that is needed to check the
game. Each line is an event as the chain seals it: `data` with its fields, `sealed` with the commitments of the hidden
ones. A complete record has all fields. The log of one viewer has null for the fields that they may not see and
`salts` for the rest, and its header says so (`partial`, `viewer`). There is one way to write a record: objects of the
format in the order below, the keys of all others sorted, no white space, a line feed after every line.

Nothing that is read here is trusted: any line that does not fit is a `BrokenRecord`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from ttr_core.engine.ruleset import Ruleset
from ttr_core.history.chain import GENESIS, Envelope, Shown, canonical, show, unwrap, wrap
from ttr_core.model.actor import Actor
from ttr_core.model.events import Event
from ttr_core.model.ids import Viewer, Witness

FORMAT = "ttr-record/1"
LARGEST_RECORD = 64 << 20  # bytes; ten times the longest game ever played
LONGEST_LINE = 2 << 20
MOST_EVENTS = 100_000


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The first line: the game, and the board that it is played on."""

    format: str
    game: str
    players: int
    options: dict[str, str]
    rules_version: str
    head: str  # hash of the last event
    partial: bool = False
    viewer: str = ""  # of a partial record: a seat's number, or "spectator"
    document: dict[str, Any]


class Record(msgspec.Struct, frozen=True):
    header: Header
    events: tuple[Shown, ...]


class Entry(NamedTuple):
    """An event with its time and its actor."""

    event: Event
    at: str
    actor: Actor


class BrokenRecord(ValueError):
    """A line that breaks the format; line 1 is the header, line n + 1 is version n."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


_encode = msgspec.json.Encoder(order="deterministic").encode
_read_header = msgspec.json.Decoder(Header).decode
_read_event = msgspec.json.Decoder(Shown).decode
_plain = msgspec.json.Decoder(dict[str, Any]).decode

T = TypeVar("T", Header, Shown)


def encode_record(record: Record) -> bytes:
    return b"".join(_encode(part) + b"\n" for part in (record.header, *record.events))


def decode_record(data: bytes) -> Record:
    """The record, well formed; whether it is true is for the audit to decide."""
    if len(data) > LARGEST_RECORD:
        raise BrokenRecord(1, f"the file has more than {LARGEST_RECORD} bytes")
    *lines, rest = data.split(b"\n", MOST_EVENTS + 2)
    if len(lines) > MOST_EVENTS + 1:
        raise BrokenRecord(MOST_EVENTS + 2, f"there are more than {MOST_EVENTS} events")
    if rest or not lines:
        raise BrokenRecord(len(lines) + 1, "the file ends in the middle of a line")
    header = _read(1, lines[0], _read_header)
    if header.format != FORMAT:
        raise BrokenRecord(1, f"the format is {header.format[:40]!r}, not {FORMAT!r}")
    return Record(header, tuple(_read(number, line, _read_event) for number, line in enumerate(lines[1:], 2)))


def _read(number: int, line: bytes, read: Callable[[bytes], T]) -> T:
    if len(line) > LONGEST_LINE:
        raise BrokenRecord(number, f"the line has more than {LONGEST_LINE} bytes")
    try:
        part = read(line)
        written = _encode(part)
    except RecursionError as error:
        raise BrokenRecord(number, "it is nested too deeply") from error
    except (msgspec.MsgspecError, ValueError, OverflowError) as error:
        raise BrokenRecord(number, str(error)) from error
    if written != line:
        raise BrokenRecord(number, "it says the same as a line of this format, but is written differently")
    return part


# making records


def write_down(ruleset: Ruleset, seed: bytes, game: str, entries: Iterable[Entry]) -> Record:
    """The complete record of a game that was played without a server."""
    envelopes: list[Envelope] = []
    for version, (event, at, actor) in enumerate(entries, 1):
        prev = envelopes[-1].hash if envelopes else GENESIS
        envelopes.append(wrap(seed, game, version, prev, event, at, actor))
    return complete_record(ruleset, seed, game, envelopes)


def complete_record(ruleset: Ruleset, seed: bytes, game: str, envelopes: Iterable[Envelope]) -> Record:
    """All events, without salts: they follow from the seed that the game itself reveals."""
    seen = _seen(seed, envelopes, Witness.AUDITOR)
    lines = tuple(msgspec.structs.replace(line, salts={}) for line in seen)
    return Record(_header(ruleset, game, lines), lines)


def partial_record(
    ruleset: Ruleset, seed: bytes, game: str, envelopes: Iterable[Envelope], viewer: Viewer
) -> Record:
    """The record of what one viewer has seen so far."""
    lines = _seen(seed, envelopes, viewer)
    header = msgspec.structs.replace(_header(ruleset, game, lines), partial=True, viewer=str(viewer))
    return Record(header, lines)


def _seen(seed: bytes, envelopes: Iterable[Envelope], viewer: Viewer) -> tuple[Shown, ...]:
    """The events as the viewer may see them, as JSON values."""
    shown = (show(seed, envelope, unwrap(envelope), viewer) for envelope in envelopes)
    return tuple(msgspec.structs.replace(line, data=_plain(canonical(line.data))) for line in shown)


def _header(ruleset: Ruleset, game: str, lines: tuple[Shown, ...]) -> Header:
    document: Mapping[str, Any] = ruleset.document
    return Header(
        format=FORMAT,
        game=game,
        players=ruleset.players,
        options=ruleset.options,
        rules_version=str(lines[0].data["rules_version"]) if lines else ruleset.rules_version,
        head=lines[-1].hash if lines else GENESIS,
        document=dict(document),
    )


def envelopes_of(record: Record) -> tuple[Envelope, ...]:
    """The events of a complete record as a store keeps them."""
    return tuple(
        Envelope(
            game=line.game,
            version=line.version,
            type=line.type,
            schema=line.schema,
            at=line.at,
            actor=line.actor,
            data=msgspec.Raw(canonical(line.data)),
            prev=line.prev,
            hash=line.hash,
        )
        for line in record.events
    )
