"""Heads for a chat: the version and the first sixteen digits of its hash, `812:3fa9-0b1c-77d2-e410`."""

import re
from typing import NamedTuple

from ttr_core.audit.report import Notebook
from ttr_core.history.record import Record

DIGITS = 16  # the fewest: a forger would have to try 2 to the power of 64 of them
HEAD = "^([0-9]{1,9}:)?[0-9a-fA-F]{4}(-?[0-9a-fA-F]{4}){3,15}$"  # as the description of the API states it


class Head(NamedTuple):
    """A posted head; without a version it may be that of any event."""

    version: int | None
    digits: str


class BadHead(ValueError):
    """A text that is no head."""


def short_head(version: int, digest: str) -> str:
    return f"{version}:" + "-".join(digest[place : place + 4] for place in range(0, DIGITS, 4))


def parse_head(text: str) -> Head:
    """A head as it was posted: with or without its version and dashes, short or in full."""
    if not re.fullmatch(HEAD, text):
        raise BadHead(
            f"a head is a version and at least {DIGITS} digits, like {short_head(12, 'a' * DIGITS)}"
        )
    version, _, digits = text.lower().rpartition(":")
    return Head(int(version) if version else None, digits.replace("-", ""))


def check_head(record: Record, head: Head, notebook: Notebook) -> None:
    """A head that was posted at any moment of the game fixes everything up to that moment."""
    notebook.look("head")
    lines = record.events if head.version is None else record.events[head.version - 1 : head.version]
    if head.version is not None and not 1 <= head.version <= len(record.events):
        lines = ()
    if not any(line.hash.startswith(head.digits) for line in lines):
        place = "no event has the" if head.version is None else f"version {head.version} has not the"
        reason = f"{place} hash {head.digits[:DIGITS]}...: this is not the game whose head was posted"
        notebook.find(head.version or len(record.events), "head", "head_differs", reason)
