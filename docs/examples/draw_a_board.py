"""Draws the board of a game written in notation (docs/notation.md), as a spectator sees it.

    python draw_a_board.py GAME NAME... > board.svg

The picture in the README: `make pictures`.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.drawing.scene import scene_of
from ttr_core import Witness, load_ruleset, read_game, replay, view
from ttr_core.model.events import GameCreated


def draw(text: str, names: Sequence[str]) -> str:
    events = read_game(text).events
    created = events[0]
    assert isinstance(created, GameCreated)
    ruleset = load_ruleset(created.board, created.players, created.options, created.rules_version)
    table = view(ruleset, replay(ruleset, events), Witness.SPECTATOR)
    return board_svg(ruleset, scene_of(ruleset, table, names), PictureOptions())


if __name__ == "__main__":
    file, *names = sys.argv[1:]
    sys.stdout.write(draw(Path(file).read_text("utf-8"), names))
