"""Tables to draw: every board with as many players as it takes, empty and in the middle of a game."""

from functools import cache, partial
from math import cos, radians, sin

from service.pictures.geometry import Tile
from service.pictures.layout import Layout
from service.pictures.scene import Scene, scene_of
from tests.core.boards import player_numbers
from ttr_core import Ruleset, State, Viewer, load_ruleset
from ttr_core.bots import POLICIES
from ttr_core.bots.dice import Dice
from ttr_core.playing import start_game
from ttr_core.view import view
from ttr_core.words import Witness

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
    found = [game.state]
    while waiting := game.state.phase.waiting:
        see = partial(view, ruleset, game.state, waiting[0])
        game.do(POLICIES["greedy"](ruleset, see, game.legal(waiting[0]), dice))
        found.append(game.state)
    return tuple(found)


def late(board: str) -> State:
    """A position with many trains on the board."""
    found = positions(board)
    return found[int(len(found) * FULL)]


def scene_for(board: str, viewer: Viewer = Witness.SPECTATOR, state: State | None = None) -> Scene:
    ruleset = ruleset_for(board)
    return scene_of(ruleset, view(ruleset, state or late(board), viewer), NAMES)


def tiles_meet(one: Tile, other: Tile, slack: float = 2.0) -> bool:
    """Whether two spaces overlap by more than a hair."""
    a, b = _shrunk(one, slack).corners(), _shrunk(other, slack).corners()
    for angle in (one.angle, one.angle + 90, other.angle, other.angle + 90):
        c, s = cos(radians(angle)), sin(radians(angle))
        first, second = [x * c + y * s for x, y in a], [x * c + y * s for x, y in b]
        if max(first) <= min(second) or max(second) <= min(first):
            return False
    return True


def _shrunk(tile: Tile, slack: float) -> Tile:
    return tile._replace(length=tile.length - slack, breadth=tile.breadth - slack)


def crossings(layout: Layout) -> list[tuple[str, str, int]]:
    """Pairs of tracks with spaces upon each other, and how many."""
    found: list[tuple[str, str, int]] = []
    for place, row in enumerate(layout.rows):
        for other in layout.rows[:place]:
            count = sum(tiles_meet(a, b) for a in row.tiles for b in other.tiles if _near(a, b))
            if count:
                found.append((row.track.routes[0], other.track.routes[0], count))
    return found


def _near(one: Tile, other: Tile) -> bool:
    reach = (one.length + other.length) / 2 + one.breadth
    return abs(one.x - other.x) < reach and abs(one.y - other.y) < reach
