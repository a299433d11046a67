"""Games as files: exported as far as the viewer may see them, and imported from elsewhere if the audit passes."""

import re
import time

import msgspec

from service.errors import GameExists, RecordRefused
from service.games.facts import Facts, StartRule, Visibility, created, imported_at, table
from service.games.game_cache import Loaded, shared_ruleset
from service.games.games import Games
from service.store import Appended, Commit
from ttr_core import BoardDefect
from ttr_core.audit import Finding, Report, unreadable, verify
from ttr_core.audit.integrity import opened_seed
from ttr_core.boards.board import content_hash
from ttr_core.history.chain import Envelope, canonical
from ttr_core.history.record import (
    BrokenRecord,
    Header,
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


def import_record(games: Games, data: bytes) -> tuple[Loaded, bool]:
    """Stores the game of a record under the same hashes; returns it, and whether it is new here."""
    record = _accepted(games, data)
    commit = _commit(record)
    games.store.keep_document(Facts(commit.facts).board_hash, canonical(record.header.document))
    new = isinstance(games.store.append(commit), Appended)
    loaded = games.cache.read_latest(commit.game)
    if loaded.head != record.header.head:
        raise GameExists(version=loaded.version, head=loaded.head)
    return loaded, new


def _accepted(games: Games, data: bytes) -> Record:
    """The record, if this service could have written it itself."""
    try:
        record = decode_record(data)
    except BrokenRecord as broken:
        raise _refused(unreadable(broken)) from broken
    if not _is_known(games, record.header):  # a stranger's board is never compiled here
        raise RecordRefused("the game was played on a board that this service does not have")
    report = verify(record)
    if not report.verified:
        raise _refused(report)
    if record.header.partial:
        raise RecordRefused("this is what one viewer saw; only a complete record can be taken in")
    if not _GAME.fullmatch(record.header.game):
        raise RecordRefused("a game is named by 16 hexadecimal digits")
    return record


def _is_known(games: Games, header: Header) -> bool:
    """Whether this program ships the board document, or did when a game was played here."""
    board_hash = content_hash(header.document)
    options = tuple(sorted(header.options.items()))
    try:
        shipped = shared_ruleset(str(header.document.get("name")), header.players, options).board_hash
    except BoardDefect:
        shipped = ""
    return board_hash == shipped or games.store.document(board_hash) is not None


def _refused(report: Report) -> RecordRefused:
    findings: list[Finding] = list(report.findings)
    return RecordRefused(findings[0].reason, findings=msgspec.to_builtins(findings))


def _commit(record: Record) -> Commit:
    header, first, seed = record.header, record.events[0].data, opened_seed(record)
    assert seed is not None
    facts = created(first["board"], first["board_hash"], header.players, header.options, seed)
    facts |= table(Visibility.PUBLIC, StartRule.WHEN_FULL) | imported_at(record.events[-1].at)
    entries = tuple(_encode(envelope) for envelope in envelopes_of(record))
    listed = int(time.time() * 1000)
    return Commit(
        game=header.game,
        expected=0,
        head=header.head,
        entries=entries,
        facts=facts,
        listed=listed,
        together=False,
    )
