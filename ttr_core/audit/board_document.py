"""The board of a record: its document is the one that the first event pins, and it can be played."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from ttr_core.audit.report import Notebook
from ttr_core.boards.board import content_hash
from ttr_core.boards.check.limits import excesses
from ttr_core.boards.earlier_documents import was_shipped
from ttr_core.engine.ruleset import RULES_VERSIONS, Ruleset
from ttr_core.history.chain import canonical
from ttr_core.history.record import Header
from ttr_core.load import check_resolved, load_ruleset, resolved_ruleset
from ttr_core.model.events import GameCreated
from ttr_core.model.violations import BoardDefect

RULESETS = 32  # kept in memory: a folder of records has few boards


def check_board(header: Header, created: GameCreated, notebook: Notebook) -> Ruleset | None:
    """The ruleset under which the moves are to be judged, if there is one."""
    notebook.look("board")
    _compare(header, created, notebook)
    if content_hash(header.document) != created.board_hash:
        reason = "the board document in the header is not the one whose hash the first event pins"
        notebook.find(0, "board", "document_differs", reason)
    elif created.rules_version not in RULES_VERSIONS:
        known = " and ".join(map(repr, RULES_VERSIONS))
        reason = f"the game was played under rules {created.rules_version[:40]!r}; this program knows {known}"
        notebook.find(1, "board", "rules_unknown", reason)
    else:
        ruleset = _compiled(header, created, notebook)
        if ruleset:
            _check_shipped(created, notebook)
            return ruleset
    return None


def _compare(header: Header, created: GameCreated, notebook: Notebook) -> None:
    pairs = {
        "players": (header.players, created.players),
        "options": (header.options, created.options),
        "rules_version": (header.rules_version, created.rules_version),
        "board": (header.document.get("name"), created.board),
    }
    for name, (stated, pinned) in pairs.items():
        if stated != pinned:
            reason = f"the header has other {name} than the first event"
            notebook.find(0, "board", "header_differs", reason)


def _compiled(header: Header, created: GameCreated, notebook: Notebook) -> Ruleset | None:
    options = tuple(sorted(created.options.items()))
    document = canonical(header.document)
    ruleset = _playable(document, created.players, options, created.rules_version)
    if isinstance(ruleset, Ruleset):
        return ruleset
    notebook.find(0, "board", "board_defect", f"no game can be played on this board: {ruleset}")
    return None


@lru_cache(maxsize=RULESETS)
def _playable(
    document: bytes, players: int, options: tuple[tuple[str, str], ...], rules_version: str
) -> Ruleset | str:
    """The ruleset, or why there is none; records of one board share it."""
    read: dict[str, Any] = msgspec.json.decode(document)
    try:
        refusal = next(_refusals(read, players), None)
        return refusal or resolved_ruleset(read, players, dict(options), rules_version)
    except Exception as error:  # rules read a stranger's document: if anything fails, it is no board
        return repr(error)


def _refusals(document: Mapping[str, Any], players: int) -> Iterator[str]:
    yield from (f"{defect.place}: {defect.message}" for defect in excesses(document))
    low, high = document["players"]
    if not 1 <= low <= players <= high <= 20:
        yield f"it is for {low} to {high} players, not {players}"
    yield from (defect.message for defect in check_resolved(document, players) if defect.severity == "error")


def _check_shipped(created: GameCreated, notebook: Notebook) -> None:
    """Somebody's own board is fine, but a reader should know that it is one."""
    shipped = _shipped_hash(created.board, created.players, tuple(sorted(created.options.items())))
    if created.board_hash != shipped and not was_shipped(created.board_hash):
        reason = (
            f"the board document is not what this program ships as {created.board[:40]!r} with these options"
        )
        notebook.find(0, "board", "board_not_shipped", reason, "warning")


@lru_cache(maxsize=RULESETS)
def _shipped_hash(board: str, players: int, options: tuple[tuple[str, str], ...]) -> str | None:
    try:
        return load_ruleset(board, players, dict(options)).board_hash
    except BoardDefect:
        return None
