"""Reports of messages, for the operator of the service.

A report refers to a message and copies no word of it: when its author erases it, or is erased, the words are gone
here, too.
"""

from collections.abc import Mapping
from hashlib import sha256

import msgspec

from service.store.interface import Properties

REPORTS = "reports"  # whose properties they are, by id


class Report(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    message: int
    reason: str
    at: str


def report(store: Properties, complaint: Report, by: str) -> str:
    """Keeps a report and returns its id; the same person reports a message once."""
    name = "rep_" + sha256(f"{complaint.game}/{complaint.message}/{by}".encode()).hexdigest()[:16]
    store.set_property_once(REPORTS, name, msgspec.json.encode(complaint).decode())
    return name


def open_reports(store: Properties) -> Mapping[str, Report]:
    """All reports that nobody has dealt with, the oldest first."""
    reports = {
        name: msgspec.json.decode(text, type=Report) for name, text in store.properties(REPORTS).items()
    }
    return dict(sorted(reports.items(), key=lambda item: (item[1].at, item[0])))


def settle(store: Properties, name: str) -> None:
    store.set_properties(REPORTS, {name: ""})
