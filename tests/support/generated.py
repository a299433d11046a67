"""Writes every generated file that is missing or stale: `make generated`.

Each program writes its file anew only if the content differs, so that a second run changes nothing.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from docs.examples.draw_a_board import draw
from service.openapi.client_types import TYPES, client_types
from service.openapi.document import FILE, build, text
from tests.support.audit.tutorial import TUTORIAL, carried_out
from tests.support.boards.board_manual import MANUAL, manual
from tests.support.boards.readme_table import README, readme
from tests.support.boards.regenerate_plans import write_missing_plans
from tests.support.boards.regenerate_terrain import write_terrain
from tests.support.client.command_table import CLIENT_PAGE, client_page
from tests.support.client.sync_client import sources, synchronous, twin
from tests.support.http.problem_manual import PROBLEMS, problem_manual
from tests.support.paths import DOCS
from tests.support.three_weeks.regenerate_story import play
from tests.support.three_weeks.story_document import DOCUMENT, document
from tests.support.whole_games.regenerate_golden import write_missing
from tests.support.written_files import write_if_different

PICTURE = DOCS / "pictures" / "europe.svg"
PLAYERS = ("Ann", "Bob", "Cleo", "Dan")


def openapi() -> None:
    write_if_different(FILE, text())


def client() -> None:
    write_if_different(TYPES, client_types(build()))
    for path in sources():
        write_if_different(twin(path), synchronous(path))


def commands() -> None:
    write_if_different(CLIENT_PAGE, client_page())


def boards() -> None:
    write_if_different(MANUAL, manual())


def board_table() -> None:
    write_if_different(README, readme())


def problems() -> None:
    write_if_different(PROBLEMS, problem_manual())


def picture() -> None:
    write_if_different(PICTURE, draw(PICTURE.with_suffix(".ttr-game").read_text("utf-8"), PLAYERS))


def tutorial() -> None:
    with TemporaryDirectory() as folder:
        write_if_different(TUTORIAL, carried_out(TUTORIAL.read_text("utf-8"), Path(folder)))


def three_weeks() -> None:
    write_if_different(DOCUMENT, document(play()))


PROGRAMS: dict[str, Callable[[], None]] = {
    "openapi.yaml": openapi,
    "client": client,
    "table of docs/client.md": commands,
    "tables of docs/boards.md": boards,
    "table of README.md": board_table,
    "docs/problems.md": problems,
    "plans of pictures": write_missing_plans,
    "terrain of pictures": write_terrain,
    "golden games": write_missing,
    "picture of the README": picture,
    "tutorial": tutorial,
    "three weeks": three_weeks,
}


def main() -> None:
    for name, program in PROGRAMS.items():
        sys.stdout.write(f"{name}\n")
        program()


if __name__ == "__main__":
    main()
