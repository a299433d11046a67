"""A game as text, "ttr-game/1": tags as in [Board "usa"], then a line for each turn with all that happened in it.

It holds the content of every event, so the events can be read back from it: all of them, or those that one viewer
saw. The tags hold the first event.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ttr_core.history.chain import fields
from ttr_core.history.codec import BrokenLog, upcast
from ttr_core.model.events import CardTurnedUp, Event, GameCreated, GameScored, TurnStarted
from ttr_core.model.message import type_name
from ttr_core.notation.syntax import (
    BY_WORD,
    BrokenNotation,
    lengthen,
    read_json,
    read_json_at,
    shorten,
    write_json,
)

FORMAT = "ttr-game/1"
OPEN = "*"  # the result of a game that is not over

# events that begin a line once the cards are dealt; layout only
BEGINNINGS = frozenset({"turn_started", "game_ended", "tickets_revealed", "game_scored", "seed_revealed"})
CREATED: Mapping[str, str] = {
    "Board": "board",
    "BoardHash": "board_hash",
    "Rules": "rules_version",
    "Players": "players",
    "Options": "options",
    "Commitment": "commitment",
}
RESERVED = frozenset({"Format", *CREATED, "Result"})

_TAG = re.compile(r"\[([A-Z][A-Za-z0-9]*) (.+)\]")
_NUMBERED = re.compile(r"([0-9]{1,9})\. ")
_WRITTEN_OUT = re.compile(r"([a-z][a-z0-9_]*)(?:@([0-9]{1,4}))?(?=\{)")


class TextRecord(msgspec.Struct, frozen=True):
    events: tuple[Event, ...]
    tags: Mapping[str, Any] = {}  # all others, such as the id of the game


def write_game(events: Sequence[Event], tags: Mapping[str, Any] | None = None) -> str:
    """The text; more tags may be added, such as the game's id."""
    reserved = sorted(set(tags or {}) & RESERVED)
    if reserved or not events or not isinstance(events[0], GameCreated):
        raise ValueError(f"the tag {reserved[0]} is taken" if reserved else "a game begins with its creation")
    created = fields(events[0])
    values = {"Format": FORMAT} | {tag: created[name] for tag, name in CREATED.items()}
    values |= {**(tags or {}), "Result": _result(events)}
    head = [f"[{tag} {write_json(value)}]" for tag, value in values.items()]
    return "\n".join([*head, "", *_lines(events), ""])


def _result(events: Sequence[Event]) -> Any:  # JSON values
    for event in reversed(events):
        if isinstance(event, GameScored):
            totals = [seat.total for seat in event.sheet.seats]
            return {"totals": totals, "winners": list(event.sheet.winners)}
    return OPEN


def _lines(events: Sequence[Event]) -> Iterator[str]:
    """A line for each turn; before the first one, a line for each event."""
    line, playing = "", False
    for version, event in enumerate(events[1:], 2):
        playing = playing or isinstance(event, TurnStarted)
        alone = not playing and not isinstance(event, CardTurnedUp)
        if line and (alone or type_name(type(event)) in BEGINNINGS):
            yield line
            line = ""
        line = f"{line}; {write_event(event)}" if line else f"{version}. {write_event(event)}"
    if line:
        yield line


def write_event(event: Event) -> str:
    """One event on its own."""
    kind, schema, data = type_name(type(event)), type(event).schema, fields(event)
    return shorten(kind, schema, data) or f"{kind}{'' if schema == 1 else f'@{schema}'}{write_json(data)}"


def read_game(text: str) -> TextRecord:
    """The events of a text; raises `BrokenNotation` with its line."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), 1):
        try:
            reader.read(line.rstrip("\r"))
        except (BrokenNotation, BrokenLog, msgspec.ValidationError) as error:
            raise BrokenNotation(f"line {number}: {error}") from error
    return reader.finished()


class _Reader:
    """Reads a game line by line: tags first, then events."""

    def __init__(self) -> None:
        self.tags: dict[str, Any] = {}
        self.events: list[Event] = []

    def read(self, line: str) -> None:
        if not line or line.startswith("#"):
            return
        if line.startswith("["):
            self._tag(line)
            return
        if not self.events:
            self.events.append(self._created())
        numbered = _NUMBERED.match(line)
        if not numbered or int(numbered[1]) != len(self.events) + 1:
            raise BrokenNotation(f"version {len(self.events) + 1} was to come")
        self.events += _events_at(line, numbered.end())

    def _tag(self, line: str) -> None:
        tag = _TAG.fullmatch(line)
        if not tag or self.events or tag[1] in self.tags:
            raise BrokenNotation("this is not a tag, or not where it may stand")
        self.tags[tag[1]] = read_json(tag[2])

    def _created(self) -> Event:
        missing = [tag for tag in ("Format", *CREATED, "Result") if tag not in self.tags]
        if missing or self.tags["Format"] != FORMAT:
            raise BrokenNotation(f"the tag {missing[0]} is missing" if missing else f"this is not {FORMAT}")
        data = {name: self.tags[tag] for tag, name in CREATED.items()}
        return upcast({"type": "game_created", **data}, 1)

    def finished(self) -> TextRecord:
        events = self.events or [self._created()]
        if self.tags["Result"] != _result(events):
            raise BrokenNotation("the result is not that of the events")
        return TextRecord(
            tuple(events), {tag: value for tag, value in self.tags.items() if tag not in RESERVED}
        )


def _events_at(line: str, start: int) -> Iterator[Event]:
    while True:
        event, start = _event_at(line, start)
        yield event
        if start == len(line):
            return
        if not line.startswith("; ", start):
            raise BrokenNotation(f"{line[start : start + 40]!r} follows a complete event")
        start += 2


def _event_at(line: str, start: int) -> tuple[Event, int]:
    """The event that begins at a place of the line, and where it ends."""
    written = _WRITTEN_OUT.match(line, start)
    if written:
        data, end = read_json_at(line, written.end())
        if "type" in data:
            raise BrokenNotation("the type of an event stands before its fields")
        return upcast({"type": written[1], **data}, int(written[2] or 1)), end
    end = line.find("; ", start)
    end = len(line) if end < 0 else end
    word, *arguments = line[start:end].split(" ")
    if word not in BY_WORD:
        raise BrokenNotation(f"there is no event {word[:40]!r}")
    form = BY_WORD[word]
    return upcast({"type": form.type, **lengthen(form, arguments)}, form.schema), end
