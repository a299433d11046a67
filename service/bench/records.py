"""The speed of the audit, for single records and for a folder on all cores, and the size of records."""

import gzip
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from service.bench.engine import BOARD, Recorded, record
from service.bench.timing import FULL, Effort, Measure, rounded, seconds
from service.games.record_files import audit_files
from ttr_core.audit import Step, retrace, verify, verify_bytes
from ttr_core.audit.moves import actor_of
from ttr_core.engine.ruleset import Ruleset
from ttr_core.history.record import Entry, Record, encode_record, envelopes_of, partial_record, write_down
from ttr_core.load import load_ruleset

PLAYERS = 5
FOLDER = 1000  # records, a hundredth of them in a quick run
AT = "2026-01-31T18:00:00.000Z"


def audit_measures(effort: Effort) -> Iterator[Measure]:
    ruleset = load_ruleset(BOARD, PLAYERS)
    games = [record(ruleset, "random", number) for number in range(effort.games)]
    records = [record_of(ruleset, game, number) for number, game in enumerate(games)]
    files = [encode_record(one) for one in records]
    yield from _one_by_one(ruleset, games, records, files, effort)
    yield from _folder(files, FOLDER if effort.games >= FULL.games else FOLDER // 10)
    yield from _sizes(files)


def record_of(ruleset: Ruleset, game: Recorded, number: int) -> Record:
    """The record that a server would have written."""
    steps = [step for step in retrace(ruleset, game.events, game.seed) if isinstance(step, Step)]
    entries = [
        Entry(event, AT, actor_of(step.command, step.before)) for step in steps for event in step.events
    ]
    return write_down(ruleset, game.seed, f"{number:016x}", entries)


def _one_by_one(
    ruleset: Ruleset,
    games: Sequence[Recorded],
    records: Sequence[Record],
    files: Sequence[bytes],
    effort: Effort,
) -> Iterator[Measure]:
    name, events = f"{BOARD}, {PLAYERS} players", sum(len(one.events) for one in records) / len(records)
    whole = seconds(lambda: [verify_bytes(file) for file in files], effort.rounds) / len(files)
    note = f"a complete record, {events:.0f} events, one core"
    yield Measure(f"verify, {name}", rounded(whole * 1e3), "ms", note)
    seen = [
        partial_record(ruleset, game.seed, one.header.game, envelopes_of(one), 0)
        for game, one in zip(games, records, strict=True)
    ]
    partly = seconds(lambda: [verify(one) for one in seen], effort.rounds) / len(seen)
    yield Measure(f"verify, {name}, one viewer's log", rounded(partly * 1e3), "ms", "what a player holds")


def _folder(files: Sequence[bytes], count: int) -> Iterator[Measure]:
    jobs = os.cpu_count() or 1
    with TemporaryDirectory(prefix="ttr-bench-") as folder:
        names = [str(Path(folder) / f"{number:04}.ndjson") for number in range(count)]
        for number, name in enumerate(names):
            Path(name).write_bytes(files[number % len(files)])
        begun = time.perf_counter()
        reports = [one.report for one in audit_files(names, None, jobs)]
        taken = time.perf_counter() - begun
    assert all(report.verified for report in reports)
    note = f"{jobs} processes, their start included; {len(files)} different games"
    yield Measure(f"a folder of {count} records", rounded(count / taken), "records/s", note)


def _sizes(files: Sequence[bytes]) -> Iterator[Measure]:
    raw = sum(map(len, files)) / len(files)
    packed = sum(len(gzip.compress(file)) for file in files) / len(files)
    yield Measure(
        "size of a record", rounded(raw / 1024), "KiB", f"{BOARD}, {PLAYERS} players, board included"
    )
    yield Measure("size of a record, gzip", rounded(packed / 1024), "KiB", f"1/{raw / packed:.1f} of it")
