"""Pictures show what the viewer may see: redraw what is hidden, and they are the same bytes."""

import pytest

from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.drawing.scene import scene_of
from service.pictures.hand_picture import hand_svg
from tests.support.boards.every_board import PLAYABLE
from tests.support.boards.pictured_tables import NAMES, positions, ruleset_for
from tests.support.positions.redrawn_secrets import rechosen, redrawn, reordered
from ttr_core import Viewer, Witness
from ttr_core.bots.policy import Dice
from ttr_core.engine.views import view
from ttr_core.model.state import State


def pictures(board: str, state: State, viewer: Viewer) -> list[str]:
    ruleset = ruleset_for(board)
    shown, before = view(ruleset, state, viewer), view(ruleset, positions(board)[20], viewer)
    seat = viewer if isinstance(viewer, int) else None
    tickets = () if seat is None else shown.seats[seat].tickets or ()
    pictures = [board_svg(ruleset, scene_of(ruleset, shown, NAMES, before, tickets), PictureOptions())]
    return pictures if seat is None else [*pictures, hand_svg(ruleset, shown, seat, PictureOptions())]


@pytest.mark.parametrize("board", PLAYABLE)
def test_pictures_do_not_depend_on_what_is_hidden(board: str) -> None:
    ruleset, dice, states = ruleset_for(board), Dice(3), positions(board)
    for state in (states[1], states[len(states) * 2 // 3]):
        for viewer in (Witness.SPECTATOR, 0, 1):
            other = rechosen(reordered(redrawn(ruleset, state, viewer, dice), dice), viewer, dice)
            assert pictures(board, other, viewer) == pictures(board, state, viewer)


def test_the_redrawn_table_is_another_one() -> None:
    ruleset, state = ruleset_for("usa"), positions("usa")[60]
    other = redrawn(ruleset, state, Witness.SPECTATOR, Dice(3))
    assert pictures("usa", other, 0)[1] != pictures("usa", state, 0)[1]
