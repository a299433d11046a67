"""Deadlines as a calendar (RFC 5545): one event for each game that waits for its player, with an alarm before it."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import msgspec

MEDIA_TYPE = "text/calendar"
LONGEST_LINE = 75  # octets
ALARM_HOURS = 2


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    uid: str  # the same for all turns of one seat in one game: a later one takes its place
    sequence: int
    changed_at: str
    at: str
    title: str
    text: str
    link: str


def calendar(name: str, deadlines: Sequence[Deadline]) -> bytes:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Ticket to Ride by Post//Deadlines//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{_text(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT30M",
        *(line for deadline in deadlines for line in _event(deadline)),
        "END:VCALENDAR",
    ]
    return b"".join(_folded(line) for line in lines)


def _event(deadline: Deadline) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{deadline.uid}"
    yield f"SEQUENCE:{deadline.sequence}"
    yield f"DTSTAMP:{_moment(deadline.changed_at)}"
    yield f"DTSTART:{_moment(deadline.at)}"
    yield f"SUMMARY:{_text(deadline.title)}"
    yield f"DESCRIPTION:{_text(deadline.text)}"
    yield f"URL:{deadline.link}"
    yield "TRANSP:TRANSPARENT"
    yield "BEGIN:VALARM"
    yield "ACTION:DISPLAY"
    yield f"DESCRIPTION:{_text(deadline.title)}"
    yield f"TRIGGER:-PT{ALARM_HOURS}H"
    yield "END:VALARM"
    yield "END:VEVENT"


def _moment(at: str) -> str:
    return f"{datetime.fromisoformat(at).astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return escaped.replace("\r", "").replace("\n", "\\n")


def _folded(line: str) -> bytes:
    """The line in pieces of at most 75 octets, none of which ends within a letter."""
    pieces, piece, room = [], b"", LONGEST_LINE
    for letter in line:
        octets = letter.encode()
        if len(piece) + len(octets) > room:
            pieces.append(piece)
            piece, room = b"", LONGEST_LINE - 1  # the space that continues a line counts
        piece += octets
    return b"\r\n ".join([*pieces, piece]) + b"\r\n"
