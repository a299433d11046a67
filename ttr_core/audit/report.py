"""The report of an audit, for people and programs: each check with its result, each finding with its version."""

from collections.abc import Mapping
from typing import Literal

import msgspec

MOST_FINDINGS = 100  # a longer list seldom says more about a record

Severity = Literal["error", "warning"]
Result = Literal["passed", "failed", "not_checked"]

CHECKS: Mapping[str, str] = {  # in the order of the report
    "form": "the file is a record, each line written as the format asks",
    "board": "the board document is the one that the first event pins",
    "chain": "every event carries the hash of the one before it; versions have no gap",
    "seed": "the seed that was opened is the one committed to before the deal",
    "commitments": "hidden fields are what was sealed when they happened",
    "shuffles": "every shuffle follows from the seed and the players' entropy",
    "draws": "every card and ticket came from the top of its deck",
    "moves": "every event follows from a command that the pinned rules allow",
    "actors": "every command came from somebody who may give it, at a time that does not run backwards",
    "clocks": "no deadline was shorter than agreed, and nothing happened before it was due",
    "score": "the final score is what the board counts to",
    "end": "the record goes on to the opened seed",
    "table": "what lies open on the table agrees with itself",
    "head": "the head that was given is the hash of one of the events",
}


class Finding(msgspec.Struct, frozen=True, kw_only=True, order=True):
    """Something that should not be so. Version 0 is the header, or the record as a whole."""

    version: int
    check: str
    code: str  # stable, for programs
    reason: str
    severity: Severity = "error"


class Check(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    result: Result
    count: int  # how many things were looked at
    what: str


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """`verified` says that everything the record claims was checked as far as it can be, and nothing contradicts it."""

    format: str = "ttr-audit/1"
    verified: bool
    game: str
    board: str
    players: int
    events: int
    complete: bool  # the whole record, and not what one viewer saw
    finished: bool  # the seed is open
    head: str
    short_head: str  # for a chat
    checks: tuple[Check, ...]
    findings: tuple[Finding, ...]
    left_off: int = 0  # findings beyond those that are listed
    limits: tuple[str, ...]  # what this record cannot prove by itself


def printable(text: str, longest: int = 300) -> str:
    """A stranger's text without anything that could act on the terminal that shows it."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text[:longest]
    )


class Notebook:
    """Collects what the checks count and find."""

    def __init__(self) -> None:
        self._findings: list[Finding] = []
        self._counts: dict[str, int] = {}
        self._skipped: set[str] = set()
        self._limits: dict[str, None] = {}

    def look(self, check: str, count: int = 1) -> None:
        self._counts[check] = self._counts.get(check, 0) + count

    def find(self, version: int, check: str, code: str, reason: str, severity: Severity = "error") -> None:
        self.look(check, 0)
        finding = Finding(
            version=version, check=check, code=code, reason=printable(reason), severity=severity
        )
        self._findings.append(finding)

    def skip(self, why: str, *checks: str) -> None:
        """These checks could not be made, or not to the end."""
        self._skipped.update(checks)
        self.limit(why)

    def limit(self, what: str) -> None:
        self._limits[what] = None

    def failed(self, check: str) -> bool:
        return any(finding.check == check and finding.severity == "error" for finding in self._findings)

    @property
    def verified(self) -> bool:
        return not any(finding.severity == "error" for finding in self._findings)

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(sorted(self._findings)[:MOST_FINDINGS])

    @property
    def left_off(self) -> int:
        return max(0, len(self._findings) - MOST_FINDINGS)

    @property
    def limits(self) -> tuple[str, ...]:
        return tuple(self._limits)

    @property
    def checks(self) -> tuple[Check, ...]:
        touched = [name for name in CHECKS if name in self._counts or name in self._skipped]
        return tuple(
            Check(name=name, result=self._result(name), count=self._counts.get(name, 0), what=CHECKS[name])
            for name in touched
        )

    def _result(self, check: str) -> Result:
        if self.failed(check):
            return "failed"
        return "not_checked" if check in self._skipped else "passed"
