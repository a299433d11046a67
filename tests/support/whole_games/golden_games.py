"""Golden games: whole games kept as files, one for each board and for each way in which a game can end.

A golden game is never written again: it stays a game of the rules and of the board document that it was played under,
and must come to the same for ever. Rules of a later version get games of their own.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path

import msgspec

from tests.support.boards.every_board import PLAYABLE, Case, player_numbers
from tests.support.checks.score_recount import sheet_of
from tests.support.paths import ROOT
from tests.support.positions.state_snapshots import digest
from tests.support.whole_games.play_styles import HABITS
from tests.support.whole_games.played_games import Plan, Record, play
from ttr_core import Event, Ruleset, compile_ruleset, load_ruleset, resolved_ruleset
from ttr_core.boards.board import Document, inherit
from ttr_core.boards.library import board_document
from ttr_core.model.events import GameCreated, GameEnded

GOLDEN = ROOT / "tests" / "golden"
BOARDS = GOLDEN / "boards"  # small boards of our own
RELEASED = GOLDEN / "released"  # logs of released versions
DOCUMENTS = GOLDEN / "documents"  # the resolved boards of all of them, by hash
RULED_ANEW = (  # where the rulings of rules version 2 show
    ("iberia", 2),
    ("italy", 2),
    ("usa", 2),
    ("world-dense", 7),
    ("world-light", 5),
)
PAID_IN_STEPS = (("nordic", 2), ("world-light", 5))  # begun by a command of its own

SEEDS = 20_000  # far more than any of the wishes below needs
TRIED = 20  # games from which the one with the most kinds of events is kept for a board


class Expectation(msgspec.Struct, frozen=True, kw_only=True):
    """What a golden game comes to."""

    ended: str
    decided_by: str
    winners: tuple[int, ...]
    totals: tuple[int, ...]
    digest: str


class Wish(msgspec.Struct, frozen=True):
    """A game on one of our own boards that ends in a certain way."""

    board: str
    players: int
    ended: str
    decided_by: str
    what: str

    @property
    def name(self) -> str:
        return f"{self.board}-{self.players}p-{self.what}"


WISHES = (
    Wish("islet", 2, "nobody_can_play", "points", "nobody_can_play"),
    Wish("islet", 3, "nobody_can_play", "points", "nobody_can_play"),
    Wish("ring", 2, "last_round_played", "points", "last_round"),
    Wish("ring", 2, "last_round_played", "tickets_completed", "tie_by_tickets"),
    Wish("ring", 2, "last_round_played", "longest_path", "tie_by_longest_path"),
    Wish("ring", 2, "last_round_played", "shared", "shared_victory"),
    Wish("ring", 3, "last_round_played", "shared", "shared_victory"),
)


@cache
def small_document(name: str) -> Document:
    document: dict[str, object] = msgspec.json.decode((BOARDS / f"{name}.json").read_bytes())
    return inherit(document, board_document)


@cache
def small_ruleset(name: str, players: int) -> Ruleset:
    return compile_ruleset(small_document(name), players)


@cache
def _kept_document(board_hash: str) -> Document:
    document: dict[str, object] = msgspec.json.decode((DOCUMENTS / f"{board_hash}.json").read_bytes())
    return document


def ruleset_of_log(created: Event) -> Ruleset:
    """The ruleset that the first event of a log names: its own board document and rules version."""
    assert isinstance(created, GameCreated)
    document = _kept_document(created.board_hash)
    return resolved_ruleset(document, created.players, created.options, created.rules_version)


def unused_documents(folder: Path = DOCUMENTS) -> list[Path]:
    """Board documents that no golden game was played on: left over from games that are gone."""
    logs = [path for games in (GOLDEN, RELEASED) for path in games.glob("*.ndjson")]
    created = [_first_event(path) for path in logs if not path.name.endswith(".commands.ndjson")]
    used = {event["board_hash"] for event in created}
    return sorted(path for path in folder.glob("*.json") if path.stem not in used)


def _first_event(log: Path) -> dict[str, str]:
    with log.open("rb") as lines:
        line: dict[str, dict[str, str]] = msgspec.json.decode(next(lines))
    return line["event"]


def expectation_of(record: Record) -> Expectation:
    sheet = sheet_of(record.events)
    (ended,) = (event.reason for event in record.events if isinstance(event, GameEnded))
    return Expectation(
        ended=ended,
        decided_by=sheet.decided_by,
        winners=sheet.winners,
        totals=tuple(seat.total for seat in sheet.seats),
        digest=digest(record.ruleset, record.final),
    )


def expectations(folder: Path) -> Mapping[str, Expectation]:
    return msgspec.json.decode((folder / "expected.json").read_bytes(), type=dict[str, Expectation])


def golden_games() -> Iterator[tuple[str, Callable[[], Record]]]:
    """All golden games by name, each with what plays it anew."""
    for wish in WISHES:
        yield wish.name, partial(_fulfilled, wish)
    for board in PLAYABLE:
        for players in _different_games(board):
            yield f"{board}-{players}p-whole", partial(_richest, Case(board, players))
    for board, players in RULED_ANEW:
        yield f"{board}-{players}p-rules2", partial(_richest, Case(board, players))
    for board, players in PAID_IN_STEPS:
        yield f"{board}-{players}p-steps", partial(_richest, Case(board, players))


def _different_games(board: str) -> tuple[int, ...]:
    """The fewest players, and the most where those play with rules that the others do not have."""
    fewest, most = player_numbers(board)[0], player_numbers(board)[-1]
    same = load_ruleset(board, fewest).modules == load_ruleset(board, most).modules
    return (fewest,) if same else (fewest, most)


def _fulfilled(wish: Wish) -> Record:
    """The first game that ends as wished."""
    ruleset = small_ruleset(wish.board, wish.players)
    for seed in range(SEEDS):
        record = play(Plan(Case(wish.board, wish.players), seed), ruleset)
        expectation = expectation_of(record)
        if (expectation.ended, expectation.decided_by) == (wish.ended, wish.decided_by):
            return record
    raise AssertionError(f"no game ends like {wish.name}")


def _richest(case: Case) -> Record:
    """The game in which the most kinds of things happen."""
    habits = tuple(HABITS)
    plans = [Plan(case, seed, (*habits[seed % 7 :], *habits)) for seed in range(TRIED)]
    return max(map(play, plans), key=lambda record: len({type(event) for event in record.events}))
