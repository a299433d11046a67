"""`ttr verify`: check that records prove their games fair, legal and unaltered.

Arguments are files and folders of records, plain or gzipped.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from service.cli.options import echo_json, json_option
from service.cli.terminal import columns, progress
from service.games.record_files import Audited, audit_files
from ttr_core.audit import BadHead, Finding, Head, Report, parse_head

NAMES = ("*.ndjson", "*.ndjson.gz")


def record_files(names: Sequence[str]) -> list[str]:
    """The files, with folders replaced by the records in them."""
    return [str(path) for name in names for path in _inside(Path(name))]


def _inside(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    files = sorted(file for pattern in NAMES for file in path.rglob(pattern))
    if not files:
        raise click.ClickException(f"{path}: no records ({', '.join(NAMES)}) in this folder")
    yield from files


COLOURS = {"passed": "green", "failed": "red", "not_checked": "yellow", "error": "red", "warning": "yellow"}


def _read_head(ctx: click.Context, parameter: click.Parameter, text: str | None) -> Head | None:
    try:
        return None if text is None else parse_head(text.strip())
    except BadHead as error:
        raise click.BadParameter(str(error)) from error


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True), metavar="FILE...")
@click.option(
    "--head", callback=_read_head, metavar="HEAD", help="Head that somebody posted during the game."
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=lambda: os.cpu_count() or 1,
    show_default="all cores",
    help="Number of processes.",
)
@json_option
@click.pass_context
def verify(ctx: click.Context, files: Sequence[str], head: Head | None, jobs: int, as_json: bool) -> None:
    """Check records of games: chain, seals, seed, shuffles, draws, moves, score. FILE may be a folder.

    Exits with 1 if any record fails.
    """
    names = record_files(files)
    if head and len(names) > 1:
        raise click.UsageError("--head goes with a single record")
    audited = audited_files(names, head, min(jobs, len(names)))
    if as_json:
        echo_json(audited)
    else:
        for line in _single(audited[0].report) if len(audited) == 1 else _many(audited):
            click.echo(line)
    ctx.exit(int(not all(one.report.verified for one in audited)))


def audited_files(names: Sequence[str], head: Head | None, jobs: int) -> list[Audited]:
    """Audit the files with so many processes; return the reports in the order of the files."""
    audited: list[Audited] = []
    try:
        with progress(f"{len(names)} records", len(names)) as advance:
            for one in audit_files(names, head, jobs):
                audited.append(one)
                advance(1)
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror or error}") from error
    return audited


# the report in words


def _single(report: Report) -> Iterator[str]:
    """Every check of one record."""
    if report.game:
        yield f"game {report.game}: {_kind(report)}"
        yield f"head {report.short_head}"
    rows = [(_styled(check.result), check.name, check.count, check.what) for check in report.checks]
    yield from columns(rows, right=(2,))
    yield from _findings(report)
    for limit in report.limits:
        yield f"note: {limit}"
    yield _verdict(report)


def _many(audited: Sequence[Audited]) -> Iterator[str]:
    """One line for each record, and the findings of those that fail."""
    for one in audited:
        report = one.report
        yield f"{_styled('passed' if report.verified else 'failed')} {one.file} {report.short_head}".rstrip()
        yield from (f"  {line}" for line in _findings(report))
    failed = sum(not one.report.verified for one in audited)
    yield f"{len(audited)} records: {len(audited) - failed} hold, {failed} do not"


def _kind(report: Report) -> str:
    whole = "the whole record" if report.complete else "what one viewer saw"
    over = "finished" if report.finished else "not finished"
    return f"{report.board}, {report.players} players, {report.events} events, {over}, {whole}"


def _findings(report: Report) -> Iterator[str]:
    yield from map(_finding, report.findings)
    if report.left_off:
        yield f"... and {report.left_off} more"


def _finding(finding: Finding) -> str:
    place = f"version {finding.version}" if finding.version else "header"
    return f"{_styled(finding.severity)} {place}: {finding.reason} [{finding.check}/{finding.code}]"


def _verdict(report: Report) -> str:
    if not report.verified:
        return click.style("this record does not hold", fg="red")
    return click.style("verified: nothing contradicts this record", fg="green")


def _styled(word: str) -> str:
    return click.style(word.replace("_", " "), fg=COLOURS[word])
