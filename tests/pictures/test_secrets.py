"""Pictures show what the viewer may see: redraw what is hidden, and they are the same bytes."""

import pytest

from service.pictures.board import Wanted, board_svg
from service.pictures.hand import hand_svg
from service.pictures.scene import scene_of
from tests.core.boards import PLAYABLE
from tests.core.redraw import rechosen, redrawn, reordered
from tests.pictures.tables import NAMES, positions, ruleset_for
from ttr_core import Viewer, Witness
from ttr_core.bots.dice import Dice
from ttr_core.state import State
from ttr_core.view import view


def pictures(board: str, state: State, viewer: Viewer) -> list[str]:
    ruleset = ruleset_for(board)
    shown, before = view(ruleset, state, viewer), view(ruleset, positions(board)[20], viewer)
    seat = viewer if isinstance(viewer, int) else None
    tickets = () if seat is None else shown.seats[seat].tickets or ()
    found = [board_svg(ruleset, scene_of(ruleset, shown, NAMES, before, tickets), Wanted())]
    return found if seat is None else [*found, hand_svg(ruleset, shown, seat, Wanted())]


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
