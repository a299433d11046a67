"""The whole audit of a record, each check after those that it rests on.

A complete record is judged move by move. A partial one, as one viewer has it during the game or after it, is judged as
far as that viewer can see.
"""

from collections.abc import Sequence

from ttr_core.audit.board_document import check_board
from ttr_core.audit.consistency import check_table
from ttr_core.audit.heads import Head, check_head, short_head
from ttr_core.audit.integrity import (
    OPENED,
    check_chain,
    check_names,
    check_opened,
    check_own,
    check_seed,
    opened_seed,
)
from ttr_core.audit.moves import JUDGED, check_moves, read_events
from ttr_core.audit.report import Notebook, Report, printable
from ttr_core.history.chain import GENESIS
from ttr_core.history.record import BrokenRecord, Record, decode_record
from ttr_core.model.events import Event, GameCreated, SeatTaken

LATER = "hidden fields of others, shuffles and the legality of moves are judged on the complete record, after the end"


REWRITTEN = (
    "a game rewritten as a whole, with all hashes made anew, shows only against a head that somebody kept"
)
NO_ENTROPY = (
    "no player added entropy: that the seed was not picked for its shuffles rests on the server alone"
)


def verify_bytes(data: bytes, head: Head | None = None) -> Report:
    """The report on a file, whatever it holds."""
    try:
        record = decode_record(data)
    except BrokenRecord as broken:
        return unreadable(broken)
    return verify(record, head)


def verify(record: Record, head: Head | None = None) -> Report:
    """The report on a record: complete, or as one viewer has seen the game so far."""
    notebook = Notebook()
    notebook.look("form", len(record.events) + 1)
    check_chain(record, notebook)
    check_names(record, notebook)
    if record.header.partial:
        _check_partial(record, notebook)
    else:
        _check_complete(record, notebook)
    if head is None:
        notebook.limit(REWRITTEN)
    else:
        check_head(record, head, notebook)
    return _report(record, notebook)


def _check_complete(record: Record, notebook: Notebook) -> None:
    events = read_events(record, notebook)
    created = events[0] if events else None
    if not isinstance(created, GameCreated):
        notebook.find(1, "moves", "event_not_due", "a game begins with game_created")
        return
    seed = _seed(record, notebook)
    _check_end(record, notebook)
    ruleset = check_board(record.header, created, notebook)
    if ruleset is None:
        notebook.skip("without its board no move can be judged", *JUDGED)
        return
    if seed is None:
        notebook.skip("without the seed no shuffle can be repeated", "shuffles")
    check_moves(record, ruleset, events, seed, notebook)
    _note_entropy(events, notebook)


def _seed(record: Record, notebook: Notebook) -> bytes | None:
    """The seed, if it is the promised one; the fields that it seals are checked on the way."""
    seed, last = opened_seed(record), record.events[-1]
    if seed is None and last.type == OPENED:
        notebook.find(len(record.events), "seed", "seed_malformed", "what it opens is no seed of 32 bytes")
    if seed is None or not check_seed(record, seed, notebook):
        notebook.skip("without the seed no hidden field can be proved", "seed", "commitments")
        return None
    check_opened(record, seed, notebook)
    return seed


def _check_end(record: Record, notebook: Notebook) -> None:
    notebook.look("end")
    if record.events[-1].type != OPENED:
        reason = "the record stops before the seed is opened: it was cut off, or the game is not over"
        notebook.find(len(record.events), "end", "unfinished", reason)


def _note_entropy(events: Sequence[Event], notebook: Notebook) -> None:
    if not any(event.entropy for event in events if isinstance(event, SeatTaken)):
        notebook.limit(NO_ENTROPY)


def _check_partial(record: Record, notebook: Notebook) -> None:
    check_own(record, notebook)
    seed = opened_seed(record)
    if seed is None:
        notebook.skip("the seed is opened when the game is over", "seed")
    elif check_seed(record, seed, notebook):
        check_opened(record, seed, notebook)
    events = read_events(record, notebook)
    created = events[0] if events else None
    if not isinstance(created, GameCreated):
        notebook.find(1, "table", "event_not_due", "a game begins with game_created")
        return
    ruleset = check_board(record.header, created, notebook)
    if ruleset is not None:
        viewer = record.header.viewer
        me = next((seat for seat in range(ruleset.players) if str(seat) == viewer), None)
        check_table(ruleset, events, me, notebook)
    notebook.skip(LATER, "shuffles", "draws", "moves", "score")


def _report(record: Record, notebook: Notebook) -> Report:
    header, lines = record.header, record.events
    last = lines[-1].hash if lines else GENESIS
    return Report(
        verified=notebook.verified,
        game=printable(header.game, 100),
        board=printable(str(header.document.get("name", "")), 100),
        players=header.players,
        events=len(lines),
        complete=not header.partial,
        finished=bool(lines) and lines[-1].type == OPENED,
        head=last,
        short_head=short_head(len(lines), last),
        checks=notebook.checks,
        findings=notebook.findings,
        left_off=notebook.left_off,
        limits=notebook.limits,
    )


def unreadable(broken: BrokenRecord) -> Report:
    """The report on something that is no record."""
    notebook = Notebook()
    notebook.find(broken.line - 1, "form", "broken_record", str(broken))
    notebook.limit("nothing else was checked: a record is judged only as a whole")
    return Report(
        verified=False,
        game="",
        board="",
        players=0,
        events=0,
        complete=False,
        finished=False,
        head="",
        short_head="",
        checks=notebook.checks,
        findings=notebook.findings,
        limits=notebook.limits,
    )
