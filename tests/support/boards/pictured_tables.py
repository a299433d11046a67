"""Tables to draw: every board with as many players as it takes, empty and in the middle of a game."""

from functools import cache

from service.pictures.drawing.scene import Scene, scene_of
from service.pictures.layout.board_layout import Layout
from service.pictures.layout.geometry import enclosing, tiles_meet
from tests.support.boards.every_board import player_numbers
from ttr_core import Ruleset, State, Viewer, load_ruleset
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice
from ttr_core.engine.views import view
from ttr_core.game import start_game
from ttr_core.model.ids import Witness

NAMES = ("Ann", "Ben & <Co>", "Chloé", "Dan", "Eve", "Flo", "Gus")
FULL = 0.8  # of a game


@cache
def ruleset_for(board: str) -> Ruleset:
    return load_ruleset(board, player_numbers(board)[-1])


@cache
def positions(board: str) -> tuple[State, ...]:
    """A game between bots, position by position."""
    ruleset, dice = ruleset_for(board), Dice(7)
    game = start_game(ruleset, bytes(32))
    states = [game.state]
    while waiting := game.state.phase.waiting:
        game.do(POLICIES["greedy"](game.situation(waiting[0], dice)))
        states.append(game.state)
    return tuple(states)


def late(board: str) -> State:
    """A position with many trains on the board."""
    states = positions(board)
    return states[int(len(states) * FULL)]


def scene_for(board: str, viewer: Viewer = Witness.SPECTATOR, state: State | None = None) -> Scene:
    ruleset = ruleset_for(board)
    return scene_of(ruleset, view(ruleset, state or late(board), viewer), NAMES)


def crossings(layout: Layout) -> list[tuple[str, str, int]]:
    """Pairs of tracks with spaces upon each other, and how many."""
    crossings: list[tuple[str, str, int]] = []
    bounds = [[tile.bounds() for tile in row.tiles] for row in layout.rows]
    wholes = [enclosing(boxes) for boxes in bounds]
    for place, row in enumerate(layout.rows):
        for number, other in enumerate(layout.rows[:place]):
            if not wholes[place].meets(wholes[number]):
                continue
            count = sum(
                one_box.meets(other_box) and tiles_meet(one, two, 0.0)
                for one, one_box in zip(row.tiles, bounds[place], strict=True)
                for two, other_box in zip(other.tiles, bounds[number], strict=True)
            )
            if count:
                crossings.append((row.track.routes[0], other.track.routes[0], count))
    return crossings
