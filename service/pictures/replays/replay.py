"""Replays: a game as one moving picture with a frame for every turn, or as a sheet of some of its positions.

A frame is the map above a strip with the standings. The map is painted once; the trains of each turn are painted over
it, which takes a hundredth of the time of a whole map.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from io import BytesIO
from math import ceil, floor, sqrt
from typing import NamedTuple

from msgspec.structs import replace
from PIL import Image, ImageChops

from service.pictures.drawing.board_picture import PictureOptions, Strip, board_svg, rows_svg
from service.pictures.drawing.scene import Scene, scene_of, without_standings
from service.pictures.game_result import result_of
from service.pictures.layout.board_layout import Layout, Row
from service.pictures.layout.geometry import Box, enclosing
from service.pictures.png import few_colours, rendered
from service.pictures.replays.animation import Animation
from service.pictures.replays.replay_store import FRAME_WIDTH, ON_SHEET
from ttr_core import Event, Ruleset, State
from ttr_core.engine.engine import evolve
from ttr_core.engine.views import view
from ttr_core.model.events import TurnStarted
from ttr_core.model.ids import RouteId, Witness
from ttr_core.model.marks import CityMark, Mark, RouteMark

FRAME_MILLISECONDS, LAST_MILLISECONDS = 400, 6000
LONGEST_MILLISECONDS = 60_000  # of a whole game; its frames are shorter if need be
MOST_FRAMES = 600
MANY_COLUMNS, SHEET_FRAME = 3, 440  # from so many columns on, frames are as narrow as on a phone, in pixels
GAP = 12
SOFT, FAINT = 2, 16  # pixels at the lower edge of a frame that it fills in part; a tone that is hardly seen

Progress = Callable[[int, int], None]  # frames that are done, and all


class Moment(NamedTuple):
    """A position of a game."""

    version: int
    turn: int
    state: State


def moments(ruleset: Ruleset, events: Sequence[Event]) -> list[Moment]:
    """The position at the beginning of every turn, and the last one."""
    positions: list[Moment] = []
    state, turn = ruleset.new_state(), 0
    for version, event in enumerate(events, 1):
        state = evolve(ruleset, state, event)
        turn += isinstance(event, TurnStarted)
        if isinstance(event, TurnStarted) or version == len(events):
            positions.append(Moment(version, turn, state))
    every = ceil(len(positions) / MOST_FRAMES)
    return [*positions[:-1:every], positions[-1]]


def moments_at(ruleset: Ruleset, events: Sequence[Event], versions: Sequence[int]) -> list[Moment]:
    """The positions at these versions; without any, some turns at equal distances and the last position."""
    if not versions:
        whole = moments(ruleset, events)
        step = max(1, (len(whole) - 1) / (ON_SHEET - 1))
        places = sorted({round(step * number) for number in range(ON_SHEET)})
        return [whole[place] for place in places if place < len(whole)]
    wanted, positions = set(versions), list[Moment]()
    state, turn = ruleset.new_state(), 0
    for version, event in enumerate(events, 1):
        state = evolve(ruleset, state, event)
        turn += isinstance(event, TurnStarted)
        if version in wanted:
            positions.append(Moment(version, turn, state))
    return positions


class Replay:
    """The frames of one game."""

    def __init__(
        self, ruleset: Ruleset, names: Sequence[str | None], options: PictureOptions, layout: Layout
    ) -> None:
        self._ruleset, self._names, self._options, self._layout = ruleset, names, options, layout
        rows = iter(layout.rows)
        self._parallel = [[next(rows) for _ in path.bundle.tracks] for path in layout.paths]
        self._map: Image.Image | None = None  # without what shines
        self._scene: Scene | None = None  # that it shows

    def frames(self, positions: Sequence[Moment]) -> Iterator[Image.Image]:
        """All of one size, as high as the highest strip needs."""
        last, canvas = positions[-1].turn, self._layout.canvas
        scenes = self._scenes(positions)
        strips = [Strip(self._ruleset, scene, self._options, canvas) for scene in scenes]
        height = max(strip.height for strip in strips)
        for position, scene, strip in zip(positions, scenes, strips, strict=True):
            standings = _image(strip.svg(height, position.turn, last))
            painted = self._painted(scene)
            frame = Image.new("RGB", (painted.width, painted.height + standings.height))
            frame.paste(painted, (0, 0))
            frame.paste(standings, (0, painted.height))
            yield frame

    def _scenes(self, positions: Sequence[Moment]) -> list[Scene]:
        """In each of them those routes are new that were not there in the one before."""
        scenes: list[Scene] = []
        for position in positions:
            seen = view(self._ruleset, position.state, Witness.SPECTATOR)
            result = result_of(self._ruleset, position.state)
            scene = scene_of(self._ruleset, seen, self._names, lang=self._options.lang, result=result)
            scenes.append(_with_new(scene, scenes[-1].owners if scenes else scene.owners))
        return scenes

    def _painted(self, scene: Scene) -> Image.Image:
        """The map with all trains; those of this turn shine."""
        before, self._scene = self._scene, scene
        if self._map is None or before is None or self._is_other_map(before, scene):
            self._map = self._whole(_with_new(scene, scene.owners))
            return self._whole(scene) if scene.new_routes else self._map
        rows = [row for row in self._layout.rows if set(row.track.routes) & scene.new_routes]
        if not rows:
            return self._map
        shining = self._map.copy()
        self._paste(shining, scene, rows, shines=True)
        self._paste(self._map, scene, rows, shines=False)
        return shining

    def _is_other_map(self, before: Scene, scene: Scene) -> bool:
        """Whether more than trains has changed: marks of rules, letters beside small spaces, the end."""
        is_lettered = self._layout.canvas.one_letter and bool(scene.new_routes)
        changed = _on_map(before.marks) != _on_map(scene.marks) or before.owners.keys() - scene.owners.keys()
        return bool(changed) or is_lettered or scene.result is not None

    def _whole(self, scene: Scene) -> Image.Image:
        shown = without_standings(scene) if scene.result is None else scene
        options = replace(self._options, legend=False)
        return _image(board_svg(self._ruleset, shown, options, self._layout, self._layout))

    def _paste(self, onto: Image.Image, scene: Scene, rows: Sequence[Row], *, shines: bool) -> None:
        scale = self._options.width / self._layout.width
        for row in rows:
            box = _pixels(row, scale)
            window = Box(*(edge / scale for edge in box))
            palette = self._options.palette.named_by(self._ruleset.board, self._options.lang)
            shown = next(rows for rows in self._parallel if row in rows) if shines else [row]
            svg = rows_svg(self._layout, scene, palette, shown, window, int(box.right - box.left), shines)
            train = Image.open(BytesIO(rendered(svg)))
            onto.paste(train, (int(box.left), int(box.top)), train)


def _with_new(scene: Scene, before: Collection[RouteId]) -> Scene:
    """The scene whose new routes are those that were not there before."""
    return replace(scene, new_routes=frozenset(scene.owners) - frozenset(before))


def _on_map(marks: Sequence[Mark]) -> list[Mark]:
    return [mark for mark in marks if isinstance(mark, CityMark | RouteMark)]


def _pixels(row: Row, scale: float) -> Box:
    """The whole pixels around a row and its shine."""
    along = [Box(*place, *place) for place in row.line]  # a bend may lie beside all spaces
    left, top, right, bottom = enclosing([*(tile.bounds() for tile in row.tiles), *along]).grown(12.0)
    return Box(floor(left * scale), floor(top * scale), ceil(right * scale), ceil(bottom * scale))


def _image(svg: str) -> Image.Image:
    with Image.open(BytesIO(rendered(svg))) as picture:
        return picture.convert("RGB")


# files


def animated(frames: Iterator[Image.Image], count: int, progress: Progress) -> bytes:
    """The frames as one WebP file, without loss."""
    film, each = Animation(), min(FRAME_MILLISECONDS, LONGEST_MILLISECONDS // count)
    for number, frame in enumerate(frames, 1):
        film.add(frame, LAST_MILLISECONDS if number == count else each)
        progress(number, count)
    return film.packed()


def columns_of(count: int) -> int:
    """How many of so many frames stand side by side on a sheet."""
    return ceil(sqrt(count))


def sheet_width(count: int, most: int) -> int:
    """The width of each of so many frames on a sheet: they are laid out for it, not scaled."""
    return min(most, FRAME_WIDTH if columns_of(count) < MANY_COLUMNS else SHEET_FRAME)


def sheet(frames: Iterator[Image.Image], count: int, progress: Progress) -> bytes:
    """The frames side by side and below each other, as PNG."""
    cells = []
    for number, frame in enumerate(frames, 1):
        cells.append(frame)
        progress(number, count)
    (wide, high), columns = cells[0].size, columns_of(count)
    page = cells[0].getpixel((0, 0))
    lines = [cells[start : start + columns] for start in range(0, count, columns)]
    heights = [min(high, max(_filled(cell) for cell in line) + GAP // 2) for line in lines]
    size = (GAP + columns * (wide + GAP), GAP + sum(height + GAP for height in heights))
    paper, top = Image.new("RGB", size, page), GAP
    for line, height in zip(lines, heights, strict=True):
        for place, cell in enumerate(line):
            paper.paste(cell.crop((0, 0, wide, height)), (GAP + place * (wide + GAP), top))
        top += height + GAP
    return few_colours(paper)


def _filled(cell: Image.Image) -> int:
    """How far down there is anything but the page."""
    inside = cell.crop((0, 0, cell.width, cell.height - SOFT))
    page = Image.new("RGB", inside.size, cell.getpixel((0, 0)))
    box = ImageChops.difference(inside, page).convert("L").point(lambda tone: 255 * (tone > FAINT)).getbbox()
    return box[3] if box else cell.height
