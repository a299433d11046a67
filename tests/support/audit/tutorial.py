"""The files of the tutorial, made from one game, and its commands with what they really print."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from click.testing import CliRunner

from service.cli import main
from tests.support.audit.forgery import data_with, first, forged
from tests.support.audit.game_records import entries_of
from tests.support.boards.every_board import Case
from tests.support.paths import ROOT
from tests.support.whole_games.played_games import Plan, play
from tests.support.whole_games.played_games import Record as Played
from ttr_core.audit import short_head
from ttr_core.history.record import Record, encode_record, envelopes_of, partial_record, write_down

TUTORIAL = ROOT / "docs" / "audit-tutorial.md"
SCRIPT = ROOT / "docs" / "examples" / "check_game.py"

GAME = "c0ffee0123456789"
POSTED = 120  # the version at which Ann posted the head in the chat
BOB = 1

_POSTED_HEAD = re.compile(r"(we are at `|--head )\d+:[0-9a-f-]+")
_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def played(entropy: str = "orange umbrella") -> Played:
    """Ann and Bob on the USA board; other entropy from Bob makes it another game."""
    habits = ("builds", "builds short")
    return play(Plan(Case("usa", 2), 2026, habits, entropy=("3 1 4 1 5", entropy)))


def record_of(game: Played) -> Record:
    return write_down(game.ruleset, game.rng.seed, GAME, entries_of(game))


def better_card(record: Record) -> Record:
    """Bob's first blind card after the start becomes a locomotive."""
    drawn = next(
        line.version
        for line in record.events
        if line.type == "card_drawn" and line.data["seat"] == BOB and line.data["card"] != "locomotive"
    )
    return data_with(record, drawn, card="locomotive")


def write_files(folder: Path) -> str:
    """Writes the files; returns the head that Ann posted."""
    game = played()
    record = record_of(game)
    before = envelopes_of(record)[:POSTED]
    claimed = first(record, "route_claimed", after=POSTED)
    files = {
        "ann.ndjson": partial_record(game.ruleset, game.rng.seed, GAME, before, 0),
        "archive.ndjson": data_with(record, claimed, points=21),
        "second.ndjson": forged(better_card(record)),
        "third.ndjson": record_of(played("green umbrella")),
        "service.ndjson": record,
    }
    for name, content in files.items():
        (folder / name).write_bytes(encode_record(content))
    return short_head(POSTED, before[-1].hash)


def carried_out(text: str, folder: Path) -> str:
    """The tutorial with the posted head and the output of its commands replaced by what they are."""
    posted = write_files(folder)
    text = _POSTED_HEAD.sub(lambda before: before[1] + posted, text)
    with _inside(folder):
        return _BLOCK.sub(lambda block: f"```console\n{_run_block(block[1])}```", text)


def _run_block(block: str) -> str:
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    return "".join(f"{command}\n{_run(command[2:])}" for command in commands)


def _run(command: str) -> str:
    program, *arguments = command.split()
    if program == "ttr":
        result = CliRunner().invoke(main, arguments)
        return f"{result.output}[exit code {result.exit_code}]\n"
    assert (program, arguments[0]) == ("python", "check_game.py"), command
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *arguments[1:]], capture_output=True, text=True, check=False
    )
    return f"{done.stdout}{done.stderr}[exit code {done.returncode}]\n"


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
