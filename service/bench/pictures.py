"""The speed and size of board pictures: layout, SVG and PNG."""

from collections.abc import Iterator

from service.bench.timing import Effort, Measure, rounded, seconds
from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.drawing.scene import scene_of
from service.pictures.layout.board_layout import layout_of
from service.pictures.png import png_of
from ttr_core import load_ruleset
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice
from ttr_core.engine.views import view
from ttr_core.game import play_game
from ttr_core.model.ids import Witness

# the usual ones, a tall one, a crowded one
BOARDS = (
    ("usa", 5),
    ("europe", 5),
    ("italy", 5),
    ("world-dense", 7),
)
SEED = bytes(32)


def picture_measures(effort: Effort) -> Iterator[Measure]:
    for board, players in BOARDS:
        yield from _measures(board, players, effort)


def _measures(board: str, players: int, effort: Effort) -> Iterator[Measure]:
    """A board after a whole game: no picture is fuller."""
    ruleset = load_ruleset(board, players)
    game = play_game(ruleset, SEED, [POLICIES["random"]] * players, Dice(1))
    names = [f"Player {seat + 1}" for seat in range(players)]
    scene = scene_of(ruleset, view(ruleset, game.state, Witness.SPECTATOR), names)
    layout = seconds(lambda: layout_of.__wrapped__(ruleset), 1)
    svg = board_svg(ruleset, scene, PictureOptions())
    drawn = seconds(lambda: board_svg(ruleset, scene, PictureOptions()), effort.rounds)
    rendered = seconds(lambda: png_of(svg), effort.rounds)
    yield Measure(f"{board}: layout", rounded(layout * 1000), "ms", "once per board and process")
    yield Measure(f"{board}: SVG", rounded(drawn * 1000), "ms", f"{len(svg.encode()) // 1000} kB")
    yield Measure(f"{board}: PNG", rounded(rendered * 1000), "ms", f"{len(png_of(svg)) // 1000} kB")
