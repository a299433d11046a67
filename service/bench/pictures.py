"""The speed and size of pictures: of every board in every size and theme."""

from collections.abc import Iterator

from service.bench.timing import Effort, Measure, rounded, seconds
from service.language.languages import DEFAULT_LANG
from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.drawing.palette import Palette, Theme
from service.pictures.drawing.scene import Scene, scene_of
from service.pictures.game_result import result_of
from service.pictures.layout.board_layout import layout_on
from service.pictures.layout.board_plan import plan_of
from service.pictures.layout.canvas import LARGE
from service.pictures.png import png_of
from ttr_core import Ruleset, load_ruleset
from ttr_core.boards.library import board_names, whole_document
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice
from ttr_core.engine.views import view
from ttr_core.game import play_game
from ttr_core.model.ids import Witness

Look = tuple[int, Theme]
LOOKS: tuple[Look, ...] = (
    (400, "light"),
    (400, "dark"),
    (1000, "light"),
    (1000, "dark"),
    (1600, "light"),
    (1600, "dark"),
)
QUICK_LOOKS: tuple[Look, ...] = ((400, "dark"), (1000, "light"))
SEED = bytes(32)


def picture_measures(effort: Effort) -> Iterator[Measure]:
    for board in board_names():
        yield from _measures(board, effort)


def _measures(board: str, effort: Effort) -> Iterator[Measure]:
    """A board with the final points of as many players as it takes: no picture is fuller."""
    players = whole_document(board)["players"][1]
    ruleset = load_ruleset(board, players)
    game = play_game(ruleset, SEED, [POLICIES["greedy"]] * players, Dice(1))
    names = [f"Player {seat + 1}" for seat in range(players)]
    shown = view(ruleset, game.state, Witness.SPECTATOR)
    scene = scene_of(ruleset, shown, names, result=result_of(ruleset, game.state))
    layout = seconds(lambda: layout_on(ruleset, plan_of(ruleset, DEFAULT_LANG), LARGE), 1)
    svg = board_svg(ruleset, scene, PictureOptions())
    drawn = seconds(lambda: board_svg(ruleset, scene, PictureOptions()), effort.rounds)
    yield Measure(f"{board}: layout", rounded(layout * 1000), "ms", "once per board and process")
    yield Measure(f"{board}: SVG", rounded(drawn * 1000), "ms", f"{len(svg.encode()) // 1000} kB")
    for width, theme in QUICK_LOOKS if effort.is_quick else LOOKS:
        yield _rendered(ruleset, scene, PictureOptions(palette=Palette(theme), width=width), effort)


def _rendered(ruleset: Ruleset, scene: Scene, options: PictureOptions, effort: Effort) -> Measure:
    svg = board_svg(ruleset, scene, options)
    files: list[bytes] = []
    rendered = seconds(lambda: files.append(png_of(svg)), effort.rounds)
    name = f"{ruleset.board.name}: PNG {options.width} {options.palette.theme}"
    return Measure(name, rounded(rendered * 1000), "ms", f"{len(files[0]) // 1000} kB")
