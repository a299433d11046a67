"""Rewrites the plans of all boards: `python -m tests.support.boards.regenerate_plans`.

Run it whenever the code that makes plans changes. For a new or changed board `make generated` makes the missing ones.
"""

from functools import cache
from itertools import product
from pathlib import Path
from typing import get_args

import msgspec

import service.pictures
from service.language.languages import Lang
from service.pictures.layout.board_plan import Plan, fingerprint, make_plan, shipped_plans
from service.pictures.layout.canvas import CANVASES, Canvas
from tests.support.boards.every_board import CASES, ruleset_of
from tests.support.written_files import write_if_different
from ttr_core import Ruleset

PLANS = Path(service.pictures.__path__[0]) / "data" / "plans.json"


@cache
def everything_to_draw() -> dict[str, tuple[Ruleset, Lang, Canvas]]:
    """Every board with every option, in both languages and on every canvas; those that look alike only once."""
    boards: dict[str, tuple[Ruleset, Lang, Canvas]] = {}
    for case, lang, canvas in product(CASES, get_args(Lang), CANVASES):
        boards.setdefault(fingerprint(ruleset_of(case), lang, canvas), (ruleset_of(case), lang, canvas))
    return boards


def written(plans: dict[str, Plan]) -> bytes:
    """One line for each, so that changes are seen."""
    lines = (f'"{name}":'.encode() + msgspec.json.encode(plan) for name, plan in sorted(plans.items()))
    return b"{\n" + b",\n".join(lines) + b"\n}\n"


def write_missing_plans() -> None:
    """Plans of boards that look like before stay as they are; those of no board go."""
    there = shipped_plans()
    drawn = everything_to_draw()
    plans = {name: there.get(name) or make_plan(*board) for name, board in drawn.items()}
    if plans != there:
        write_if_different(PLANS, written(plans))
        shipped_plans.cache_clear()


def main() -> None:
    PLANS.write_bytes(written({name: make_plan(*drawn) for name, drawn in everything_to_draw().items()}))


if __name__ == "__main__":
    main()
