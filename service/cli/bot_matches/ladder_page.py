"""The tables of `docs/bots.md` that `ttr ladder` writes, each between its marks, and the results that they show.

The results of all matches are kept in a file beside the page. Deals that are played later are joined to those of the
same match, later versions of a bot take the place of earlier ones, and the ratings follow from all results.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from service.cli.bot_matches.bot_games import Pace
from service.cli.bot_matches.match_results import Match, MatchResult, can_join, joined, rungs_of
from service.cli.terminal import columns
from ttr_core.bots import POLICIES

PAGE = Path("docs/bots.md")
RESULTS = Path("docs/ladder.json")
NAMES = ("board", "bot", "against")  # columns of words; all others are figures


class Table(NamedTuple):
    """A table under a name, with its heads and rows."""

    name: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(results: Sequence[MatchResult]) -> tuple[Table, Table]:
    """The ratings of the bots, and their matches."""
    bots = ("board", "players", "bot", "version", "games", "Elo", "±", "mean points", "ms", "p95", "max")
    rungs = [
        (r.board, r.players, r.bot, r.version, r.games, r.elo, r.error, r.mean, *_times(r.ms))
        for r in rungs_of(results)
    ]
    against = ("board", "players", "bot", "against", "games", "wins", "±", "ahead", "mean points")
    rows = [
        (m.board, m.players, m.bot, m.rival, m.games, *_percent(m), f"{m.mean:.1f} : {m.rival_mean:.1f}")
        for m in results
    ]
    return Table("ratings", bots, _texts(rungs)), Table("matches", against, _texts(rows))


def _times(pace: Pace) -> tuple[str, ...]:
    return tuple(f"{value:.3g}" if value < 100 else f"{value:.0f}" for value in msgspec.structs.astuple(pace))


def _percent(result: MatchResult) -> tuple[str, ...]:
    return tuple(f"{share:.1%}" for share in (result.wins, result.error, result.score))


def _texts(rows: Sequence[Sequence[object]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(str(cell) for cell in row) for row in rows)


def page_lines(results: Sequence[MatchResult]) -> Iterator[str]:
    """The tables for a terminal."""
    for table in tables(results):
        right = [n for n, name in enumerate(table.heads) if name not in NAMES]
        yield from columns([[head.upper() for head in table.heads], *table.rows], right=right)
        yield ""


# the files


def on_record(match: Match) -> MatchResult | None:
    """What is known of the match between the bots as they are."""
    return next((result for result in _read(RESULTS) if result.subject == match.subject), None)


def write_down(result: MatchResult) -> None:
    """Put the result among those of earlier matches, and into the tables of the page."""
    _write(with_result(_read(RESULTS), result))


def take_over(file: Path) -> None:
    """Put results of matches that were played elsewhere among those here, as far as they are news."""
    results = _read(RESULTS)
    for result in _read(file):
        if is_news(result, results):
            results = with_result(results, result)
    _write(results)


def _read(file: Path) -> list[MatchResult]:
    return msgspec.json.decode(file.read_bytes() if file.exists() else b"[]", type=list[MatchResult])


def _write(results: Sequence[MatchResult]) -> None:
    lines = ",\n".join(msgspec.json.encode(each).decode() for each in results)
    _replace(RESULTS, f"[\n{lines}\n]\n")
    _replace(PAGE, with_tables(PAGE.read_text("utf-8"), tables(results)))


def _replace(file: Path, text: str) -> None:
    """In one step: a run that is ended at any time leaves the old text or the new one."""
    new = file.with_name(f"{file.name}.new")
    new.write_text(text, "utf-8")
    new.replace(file)


def is_news(result: MatchResult, known: Iterable[MatchResult]) -> bool:
    """Whether it is of other deals, of later versions than all that it would replace, or of as late and more games."""
    replaced = [other for other in known if _replaces(result, other)]
    return all(can_join(result, other) or _later(result, other) for other in replaced)


def _later(result: MatchResult, other: MatchResult) -> bool:
    ages = [
        version - other.versions[bot] for bot, version in result.versions.items() if bot in other.versions
    ]
    return min(ages) >= 0 and (max(ages) > 0 or result.games > other.games)


def with_result(earlier: Iterable[MatchResult], result: MatchResult) -> list[MatchResult]:
    """Joined to that of other deals of the match, and without those that it replaces.

    They are of deals of the same match that it has as well, and of other versions of its bots on the same board.
    """
    earlier = list(earlier)
    part = next((other for other in earlier if can_join(other, result)), None)
    kept = [other for other in earlier if not _replaces(result, other)]
    if part:
        result = joined(part, result)
    levels = list(POLICIES)
    return sorted(
        [*kept, result],
        key=lambda each: (each.board, each.players, levels.index(each.rival), levels.index(each.bot)),
    )


def _replaces(result: MatchResult, other: MatchResult) -> bool:
    if (result.board, result.players) != (other.board, other.players):
        return False
    if (result.bot, result.rival) == (other.bot, other.rival):
        return True
    if result.players == 2 and result.versions.keys() == other.versions.keys():  # from the other side
        return True
    return any(version != result.versions.get(bot, version) for bot, version in other.versions.items())


def with_tables(page: str, tables: Iterable[Table]) -> str:
    """The page with the tables between their marks."""
    for table in tables:
        begin, end = f"<!-- {table.name} -->\n", f"<!-- end of {table.name} -->"
        before, has_begin, rest = page.partition(begin)
        _, has_end, after = rest.partition(end)
        if not (has_begin and has_end):
            raise ValueError(f"the page has no place for the table {table.name!r}")
        page = f"{before}{begin}\n{_markdown(table)}\n{end}{after}"
    return page


def _markdown(table: Table) -> str:
    rule = tuple("---" for _ in table.heads)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (table.heads, rule, *table.rows))
