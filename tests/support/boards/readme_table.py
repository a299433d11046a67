"""The table of boards in the README, from the map files; `make generated` writes it anew."""

import re
from collections.abc import Iterator

from tests.support.paths import ROOT
from ttr_core import board_names
from ttr_core.boards.board import Document, file_part
from ttr_core.boards.library import board_document, whole_document

README = ROOT / "README.md"
BASE_GAME = board_document("base")["rules"]
MAPS = {"exact": "exact", "reconstruction": "a reconstruction", "own": "our own"}

_SECTION = re.compile(r"(<!-- generated: boards -->\n).*?(<!-- end -->)", re.DOTALL)


def readme() -> str:
    """The README as it should be: its own words, with the table of today's boards."""
    table = "".join(f"{row}\n" for row in _rows())
    return _SECTION.sub(lambda match: match[1] + table + match[2], README.read_text("utf-8"))


def _rows() -> Iterator[str]:
    yield "| board | players | beside the base game | options | the map is |"
    yield "|---|---|---|---|---|"
    for name in board_names():
        yield "| {} |".format(" | ".join((f"`{name}`", *_cells(whole_document(name)))))


def _cells(board: Document) -> tuple[str, ...]:
    fewest, most = board["players"]
    rules = ", ".join(name.replace("_", " ") for name in board["rules"] if name not in BASE_GAME)
    options = ", ".join(option.label.en.lower() for option in file_part(board).options.values())
    return f"{fewest}-{most}", rules, options, MAPS[board["provenance"]["status"]]
