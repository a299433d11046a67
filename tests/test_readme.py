"""The README's session prints what it says, its picture is current, and its links lead somewhere."""

import doctest
import re
import subprocess
import sys
from typing import get_args, get_type_hints

from tests.support.boards.readme_table import MAPS, README, readme
from tests.support.paths import DOCS
from ttr_core.boards.board import Provenance

PICTURES = DOCS / "pictures"


def test_the_session_prints_what_it_says() -> None:
    (session,) = re.findall(r"```pycon\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", str(README), 0)
    assert len(test.examples) > 10
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_the_picture_is_what_the_service_draws() -> None:
    """If the drawing has changed on purpose: make pictures"""
    script, game = DOCS / "examples" / "draw_a_board.py", PICTURES / "europe.ttr-game"
    command = [sys.executable, str(script), str(game), "Ann", "Bob", "Cleo", "Dan"]
    drawn = subprocess.run(command, check=True, capture_output=True).stdout.decode()
    assert drawn == (PICTURES / "europe.svg").read_text("utf-8"), "run make generated"


def test_the_table_lists_the_boards_of_today() -> None:
    assert readme() == README.read_text("utf-8"), "run make generated"


def test_the_table_has_words_for_every_origin_of_a_map() -> None:
    statuses = get_args(get_type_hints(Provenance)["status"])
    assert set(MAPS) == set(statuses)


def test_every_file_that_the_readme_links_exists() -> None:
    text = README.read_text("utf-8")
    links = re.findall(r"\]\(([^)#:]+)\)", text) + re.findall(r'src="([^"]+)"', text)
    assert "docs/pictures/europe.svg" in links
    assert [link for link in links if not (README.parent / link).exists()] == []
