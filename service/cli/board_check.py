"""Checking one board: the validator's findings, then whether every variant compiles into a game."""

from collections.abc import Iterator, Mapping

import click
import msgspec

from service.cli.boardfiles import open_board
from ttr_core.board import Document, file_part
from ttr_core.check import Defect, check_document
from ttr_core.loading import compile_ruleset
from ttr_core.violations import BoardDefect


class Report(msgspec.Struct, frozen=True):
    """What was found in one board; `errors` counts those that keep it from being played."""

    board: str
    errors: int
    warnings: int
    defects: tuple[Defect, ...]

    def lines(self) -> Iterator[str]:
        for defect in self.defects:
            colour = "red" if defect.severity == "error" else "yellow"
            severity = click.style(defect.severity, fg=colour)
            yield f"{self.board}: {defect.place or '/'}: {severity} {defect.code}: {defect.message}"
        verdict = click.style("not playable", fg="red") if self.errors else click.style("ok", fg="green")
        yield f"{self.board}: {verdict}, {self.errors} errors, {self.warnings} warnings"


def check_board(name: str) -> Report:
    """A file that cannot be read at all is one defect; a name that is no board is refused."""
    try:
        defects = _defects(open_board(name))
    except BoardDefect as unreadable:
        defects = (_error("unreadable", str(unreadable).removeprefix(f"{name}: ")),)
    errors = sum(defect.severity == "error" for defect in defects)
    return Report(name, errors, len(defects) - errors, defects)


def _defects(whole: Document) -> tuple[Defect, ...]:
    found = check_document(whole)
    if any(defect.severity == "error" for defect in found):
        return found
    messages = dict.fromkeys(_refusals(whole))
    return (*(_error("not_compiled", message, "/rules") for message in messages), *found)


def _refusals(whole: Document) -> Iterator[str]:
    """Why variants cannot be played: rules read their own settings only when they are put together."""
    low, high = whole["players"]
    for options in _variants(whole):
        for players in range(low, high + 1):
            try:
                compile_ruleset(whole, players, options)
            except BoardDefect as defect:
                yield str(defect)


def _variants(whole: Document) -> Iterator[Mapping[str, str]]:
    """The defaults, then every other choice on its own."""
    yield {}
    for name, option in file_part(whole).options.items():
        yield from ({name: choice} for choice in option.choices if choice != option.default)


def _error(code: str, message: str, place: str = "") -> Defect:
    return Defect(severity="error", place=place, code=code, message=message)
