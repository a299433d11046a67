"""Games as files: exported as far as the viewer may see them, and imported from elsewhere if the audit passes."""

import re

import msgspec

from service.clocks.deadlines import milliseconds
from service.errors import GameExists, RecordRefused
from service.games.facts import Facts, StartRule, Visibility, created, imported_at, table
from service.games.game_cache import Loaded
from service.games.games import Games
from service.store import Appended, Commit
from ttr_core.audit import Finding, Report, unreadable, verify
from ttr_core.audit.integrity import opened_seed
from ttr_core.boards.board import content_hash
from ttr_core.boards.earlier_documents import was_shipped
from ttr_core.history.chain import Envelope, canonical
from ttr_core.history.record import (
    BrokenRecord,
    Record,
    complete_record,
    decode_record,
    envelopes_of,
    partial_record,
)
from ttr_core.model.ids import Viewer

_GAME = re.compile("[0-9a-f]{16}", re.ASCII)
_encode = msgspec.json.Encoder().encode


def record_of(games: Games, loaded: Loaded, viewer: Viewer) -> Record:
    """The complete record of a game that is over; before, what the viewer has seen."""
    envelopes: list[Envelope] = [
        envelope for envelope, _ in games.cache.read_events(loaded.game, 0, loaded.version)
    ]
    if loaded.over:
        return complete_record(loaded.ruleset, loaded.seed, loaded.game, envelopes)
    return partial_record(loaded.ruleset, loaded.seed, loaded.game, envelopes, viewer)


def import_record(games: Games, data: bytes, *, any_board: bool = False) -> tuple[Loaded, bool]:
    """Stores the game of a record under the same hashes; returns it, and whether it is new here.

    With `any_board` also one on a board that this service does not have: the record holds its document.
    """
    record, board_file = _accepted(games, data, any_board)
    commit = _commit(record, board_file)
    games.store.keep_document(Facts(commit.facts).board_hash, canonical(record.header.document))
    new = isinstance(games.store.append(commit), Appended)
    loaded = games.cache.read_latest(commit.game)
    if loaded.head != record.header.head:
        raise GameExists(version=loaded.version, head=loaded.head)
    return loaded, new


def _accepted(games: Games, data: bytes, any_board: bool) -> tuple[Record, str]:
    """The record, if this service could have written it itself, and the hash of its board's own map file here."""
    try:
        record = decode_record(data)
    except BrokenRecord as broken:
        raise _refused(unreadable(broken)) from broken
    board = games.boards.find_document(record.header.document, record.header.players, record.header.options)
    board_hash = content_hash(record.header.document)
    if not (board or any_board or was_shipped(board_hash) or games.store.document(board_hash)):
        # a stranger's board is never compiled here
        raise RecordRefused("unknown_board")
    report = verify(record)
    if not report.verified:
        raise _refused(report)
    if record.header.partial:
        raise RecordRefused("partial")
    if not _GAME.fullmatch(record.header.game):
        raise RecordRefused("name")
    return record, board.hash if board else ""


def _refused(report: Report) -> RecordRefused:
    findings: list[Finding] = list(report.findings)
    return RecordRefused("findings", problem=findings[0].reason, findings=msgspec.to_builtins(findings))


def _commit(record: Record, board_file: str) -> Commit:
    header, first, seed = record.header, record.events[0].data, opened_seed(record)
    assert seed is not None
    facts = created(first["board"], first["board_hash"], header.players, header.options, seed, board_file)
    facts |= table(Visibility.PUBLIC, StartRule.WHEN_FULL) | imported_at(record.events[-1].at)
    entries = tuple(_encode(envelope) for envelope in envelopes_of(record))
    return Commit(
        game=header.game,
        expected=0,
        head=header.head,
        entries=entries,
        facts=facts,
        listed=milliseconds(record.events[0].at),
        moved=milliseconds(record.events[-1].at),
        together=False,
    )
