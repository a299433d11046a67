"""The picture of a board: ground, routes, cities, names and legend."""

from collections.abc import Sequence
from math import cos, pi, sin

import msgspec
from msgspec.structs import replace

from service.language.languages import DEFAULT_LANG, Lang, Messages
from service.pictures.drawing import ground
from service.pictures.drawing.alt_text import description_of, title_of
from service.pictures.drawing.inset_frames import inset_frames, inset_letter
from service.pictures.drawing.legend import Legend
from service.pictures.drawing.map_marks import MapMarks
from service.pictures.drawing.palette import Palette, text_on
from service.pictures.drawing.result_table import ticket_letter
from service.pictures.drawing.routes.route_plates import plates, plates_now
from service.pictures.drawing.routes.spaces import (
    band,
    free_row,
    gradients,
    is_new,
    is_on_path,
    owned_row,
    owner_of,
)
from service.pictures.drawing.routes.ticket_gaps import drawn_gaps
from service.pictures.drawing.scene import Scene, lettered_cities, marked_cities
from service.pictures.drawing.svg import (
    Attributes,
    document,
    id_prefix,
    label_text,
    number,
    plain,
    polyline,
    tag,
    words,
)
from service.pictures.layout.board_layout import Layout, Row, layout_of
from service.pictures.layout.canvas import LARGE, Canvas, canvas_for
from service.pictures.layout.city_positions import FRAME
from service.pictures.layout.geometry import Box, Point
from service.pictures.layout.lettering.board_names import area_number, city_names
from service.pictures.layout.lettering.chips import is_group
from service.pictures.layout.lettering.plates import MARGIN
from service.pictures.layout.lettering.text_width import width_of
from service.pictures.layout.map_window import (
    LEAST,
    inset_of,
    insets,
    is_legible,
    part_of,
    window_around,
    with_one_letter,
)
from ttr_core import Ruleset
from ttr_core.model.ids import CityId
from ttr_core.model.marks import CityMark

USUAL_WIDTH, NARROWEST, WIDEST = 1000, 200, 2000
MOST_LETTERS = 3  # of tickets at one city
EDGE_LINE = 2.0  # of a sheet of letters
LETTER_STEPS = (
    0.0,
    0.1,
    0.2,
    0.3,
    0.4,
    0.5,
    0.6,
    0.8,
    1.0,
)  # how far they may be from it, in sizes of their sheet
TURNS = 16  # directions in which they may be
CLOSEST = 1.6  # how much larger than the whole map a part of it is shown on a desk: words need no more
LEADER = 1.1  # pixels: breadth of the line from a city to its name


class PictureOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How a viewer wants to see it."""

    palette: Palette = Palette()
    width: int = USUAL_WIDTH
    names: bool = True
    legend: bool = True  # what is explained below the map
    around: bool = False  # only the part around what is new
    lang: Lang = DEFAULT_LANG
    table: str = ""  # what the table is called

    @property
    def canvas(self) -> Canvas:
        return canvas_for(self.width)


def board_svg(
    ruleset: Ruleset,
    scene: Scene,
    options: PictureOptions,
    layout: Layout | None = None,
    detail: Layout | None = None,
) -> str:
    """The picture; a caller that knows the layouts of the board saves the time to make them.

    `detail` is the layout on the large canvas, from which parts of a small picture are shown larger.
    """
    title = title_of(ruleset, scene, options.lang, options.table)
    description = description_of(ruleset, scene, options.lang)
    layout = layout or layout_of(ruleset, options.lang, options.canvas)
    if options.canvas.is_small and detail is None:
        detail = layout_of(ruleset, options.lang, LARGE)
    picture = _Picture(ruleset, scene, options, layout, detail or layout, id_prefix(title, description))
    parts, height = picture.drawn()
    return document(layout.width, height, options.width, title, description, [part for part in parts if part])


class _Picture:
    """The map or a window of it, insets of crowded parts, and the legend, from top to bottom."""

    def __init__(
        self,
        ruleset: Ruleset,
        scene: Scene,
        options: PictureOptions,
        layout: Layout,
        detail: Layout,
        prefix: str,
    ) -> None:
        self._ruleset, self._scene, self._options, self._prefix = ruleset, scene, options, prefix
        self._layout, self._detail = layout, detail
        self._palette = options.palette.named_by(ruleset.board, options.lang)
        self._marks = MapMarks(layout, ruleset, scene)
        self._window = self._around() if options.around else None

    def drawn(self) -> tuple[list[str], float]:
        """The parts and their height together."""
        layout, options, palette = self._layout, self._options, self._palette
        below = Legend(self._ruleset, self._scene, self._marks.signs, palette, options.lang, layout.canvas)
        whole = self._window is None
        panels = self._panels() if options.legend or not whole else []
        at = layout.height if whole else FRAME
        shown, height = self._stacked(panels, at)
        foot = below.drawn(Point(layout.width, height)) if options.legend else []
        total = height + (below.height if options.legend else 0.0)
        fills = gradients(layout.rows, palette, self._prefix)
        ground_parts = (
            ground.sheet(layout, total, palette) if whole else [ground.page(layout.width, total, palette)]
        )
        defs = tag("defs", fills) if fills else ""
        whole_map = self._whole(panels) if whole else ()
        return [defs, *ground_parts, *whole_map, *shown, *foot], total

    def _whole(self, panels: Sequence[tuple[Layout, Box]]) -> list[str]:
        layout, palette = self._layout, self._palette
        frames, letters = inset_frames(layout, self._detail, [window for _, window in panels], palette)
        return [
            *ground.edges(layout, Messages(self._options.lang, self._ruleset), palette),
            *ground.areas(layout, palette),
            *frames,
            *self._on_ground(layout, self._marks, layout.frame),
            *self._marks.drawn(palette),
            *letters,
        ]

    def _on_ground(self, layout: Layout, marks: MapMarks, frame: Box) -> list[str]:
        palette, scene = self._palette, self._scene
        named = self._options.names
        return [
            *(_leaders(layout, palette) if named else ()),
            _lines(layout, palette),
            *drawn_gaps(layout, scene, palette, frame),
            _routes(layout, scene, palette, self._prefix),
            plates(layout, scene, palette, frame),
            *_cities(layout, self._ruleset, scene, marks, palette, frame),
            *(_labels(layout, palette) if named else ()),
        ]

    # windows

    def _panels(self) -> list[tuple[Layout, Box]]:
        """The windows to be shown: what has changed, or what is crowded on a small map."""
        if self._window is not None:
            return [self._window]
        if not self._layout.canvas.is_small:
            return []
        boxes = insets(self._layout, self._detail, self._ruleset.close_ups)
        return [(self._detail, box) for box in boxes]

    def _around(self) -> tuple[Layout, Box] | None:
        """The window around what has changed, if it is smaller than the map."""
        cities = [mark.city for mark in self._scene.new_marks]
        least = LEAST[0] if self._layout.canvas.is_small else self._layout.width / CLOSEST
        for layout in (self._detail, self._layout):
            window = window_around(layout, self._scene.new_routes, cities, least)
            if window and (layout is self._layout or is_legible(layout, window, self._options.width)):
                return layout, window
        return None

    def _stacked(self, panels: Sequence[tuple[Layout, Box]], top: float) -> tuple[list[str], float]:
        """Windows as broad as the map, one below the other, and where the last one ends."""
        parts: list[str] = []
        for place, (layout, window) in enumerate(panels):
            panel, height = self._panel(layout, window, top, place if len(panels) > 1 else None)
            parts.append(panel)
            top += height + FRAME
        return parts, top

    def _panel(self, layout: Layout, window: Box, top: float, letter: int | None) -> tuple[str, float]:
        palette, small = self._palette, self._options.canvas.is_small
        wide, high = window.right - window.left, window.bottom - window.top
        width = self._layout.width - 2 * FRAME
        part = self._inset(layout, window, width) if self._window is None else part_of(layout, window)
        marks = MapMarks(part, self._ruleset, _with_marks_of(self._scene, part))
        inside = [
            *ground.window_ground(layout, window, palette),
            *ground.edges(layout, Messages(self._options.lang, self._ruleset), palette),
            *ground.areas(layout, palette),
            *self._on_ground(with_one_letter(part) if small else part, marks, window),
            *marks.drawn(palette, window, chips=not small),
            "" if letter is None else inset_letter(part, window, letter, palette),
        ]
        height = width * high / wide
        view = " ".join(number(value) for value in (window.left, window.top, wide, high))
        place: Attributes = {"x": FRAME, "y": top, "width": width, "height": height}
        edge: Attributes = {"fill": "none", "stroke": palette.ink.frame, "stroke_width": 2}
        shown = tag("svg", "\n".join(filter(None, inside)), **place, viewBox=view, class_="window")
        return shown + tag("rect", **place, **edge), height

    def _inset(self, layout: Layout, window: Box, width: float) -> Layout:
        """Part of the map with names as large as they are read best in a picture of the usual width."""
        canvas = self._layout.canvas
        pixels = width * canvas.usual / canvas.width
        scale = (window.right - window.left) / pixels
        sizes = [round(size * scale, 1) for size in canvas.inset_sizes]
        return inset_of(layout, window, city_names(self._ruleset, self._options.lang), sizes)


def _with_marks_of(scene: Scene, part: Layout) -> Scene:
    """Without the marks of cities that have no name here."""
    marks = [
        mark
        for mark in scene.marks
        if not isinstance(mark, CityMark) or mark.city in (part.labels if mark.seat is None else part.cities)
    ]
    return replace(scene, marks=tuple(marks))


BAR = 6.0  # height of the bar that shows how far a replay is


class Strip:
    """What stands below the map of a replay: how far the game is, whose turn it is, how players stand."""

    def __init__(self, ruleset: Ruleset, scene: Scene, options: PictureOptions, canvas: Canvas) -> None:
        self._palette = options.palette.named_by(ruleset.board, options.lang)
        self._legend = Legend(ruleset, scene, {}, self._palette, options.lang, canvas, brief=True)
        self._title, self._canvas, self._shown = title_of(ruleset, scene, options.lang), canvas, options.width
        self.height = BAR + self._legend.height + 6.0

    def svg(self, height: float, turn: int, turns: int) -> str:
        """So high, which may be more than it needs: all frames of a replay are of one size."""
        palette, width = self._palette, self._canvas.width
        room = width - 2 * FRAME
        bar: Attributes = {"x": FRAME, "height": BAR, "rx": BAR / 2}
        parts = [
            ground.page(width, height, palette),
            tag("rect", **bar, width=room, fill=palette.ink.line),
            tag("rect", **bar, width=max(BAR, room * turn / max(1, turns)), fill=palette.ink.mark),
            *self._legend.drawn(Point(width, BAR)),
        ]
        return document(width, height, self._shown, self._title, "", parts)


def rows_svg(
    layout: Layout,
    scene: Scene,
    palette: Palette,
    rows: Sequence[Row],
    window: Box,
    width: int,
    shines: bool,
) -> str:
    """Nothing but the spaces of these rows, in a window so many pixels wide, to be laid upon a map."""
    part = replace(layout, rows=tuple(rows))
    seen = scene if shines else replace(scene, new_routes=frozenset())
    fills = gradients(part.rows, palette, "")
    parts = [tag("defs", fills) if fills else "", _routes(part, seen, palette, "")]
    return document(
        window.right - window.left,
        window.bottom - window.top,
        width,
        "",
        "",
        [tag("g", "".join(parts), transform=f"translate({number(-window.left)} {number(-window.top)})")],
    )


def _lines(layout: Layout, palette: Palette) -> str:
    """The ways from city to city."""
    lines = [polyline(row.line) for row in layout.rows]
    return tag("g", "".join(lines), stroke=palette.ink.line, stroke_width=1.4)


def _routes(layout: Layout, scene: Scene, palette: Palette, prefix: str) -> str:
    """Trains above free routes, and all bands below: no number and no letter beside a path is cut by it."""
    bands, free, owned = list[str](), list[str](), list[str]()
    for row in layout.rows:
        owner = owner_of(row, scene)
        if owner is None:
            free.append(free_row(row, palette, layout.canvas, prefix))
            continue
        bands.append(_band(row, scene, palette, layout.canvas))
        owned.append(owned_row(row, owner, palette, layout.canvas))
    round_corners: Attributes = {"stroke_linejoin": "round", "text_anchor": "middle"}
    return tag("g", "\n".join(filter(None, [*bands, *free, *owned])), **round_corners)


def _band(row: Row, scene: Scene, palette: Palette, canvas: Canvas) -> str:
    """A path comes before what is new: it has a look of its own, and newness soon passes."""
    if is_on_path(row, scene):
        return tag("g", band(row.tiles, palette.ink.path, canvas), class_="longest")
    return tag("g", band(row.tiles, palette.ink.new, canvas), class_="new") if is_new(row, scene) else ""


def _with_halo(texts: Sequence[str], palette: Palette) -> list[str]:
    """Texts that stand out from what lies below them."""
    halo: Attributes = {
        "stroke": palette.ink.halo,
        "stroke_width": 3.2,
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }
    return [tag("g", "\n".join(filter(None, texts)), text_anchor="middle", **halo)] if any(texts) else []


def _cities(
    layout: Layout, ruleset: Ruleset, scene: Scene, marks: MapMarks, palette: Palette, frame: Box
) -> list[str]:
    letters = _ticket_letters(ruleset, scene)
    ringed = set(marked_cities(ruleset, scene)) - letters.keys()
    covered = plates_now(layout, scene, palette, frame) if letters else []
    return [
        tag(
            "g",
            _city(layout, marks, palette, city, place, city in ringed)
            + _letters_at(layout, palette, place, letters.get(city, ""), frame, covered),
            class_="city",
            data_city=plain(city),
        )
        for city, place in layout.cities.items()
    ]


def _ticket_letters(ruleset: Ruleset, scene: Scene) -> dict[CityId, str]:
    """The letters of the viewer's tickets at their cities."""
    letters: dict[CityId, str] = {}
    for place, result in enumerate(scene.ticket_results):
        for city in lettered_cities(ruleset, result.ticket):
            letters[city] = letters.get(city, "") + ticket_letter(place)
    return letters


def _letters_at(
    layout: Layout, palette: Palette, place: Point, letters: str, frame: Box, plates: Sequence[Box]
) -> str:
    """On the city or beside it, as large as words are; none outside the frame, where they would be cut."""
    if not letters or not frame.contains(place):
        return ""
    size, mark = layout.canvas.words, palette.ink.mark
    shown = letters if len(letters) <= MOST_LETTERS else f"{letters[: MOST_LETTERS - 1]}+"
    height = 1.2 * size
    width = max(width_of(shown, size) + 0.6 * size, height)
    box = _letters_box(layout, place, width, height, frame, plates)
    sheet = tag(
        "rect",
        x=box.left,
        y=box.top,
        width=box.right - box.left,
        height=height,
        rx=height / 2,
        fill=mark,
        stroke=palette.ink.halo,
        stroke_width=0.1 * size,
    )
    middle = box.middle()
    return sheet + words(
        shown, middle.x, middle.y + 0.36 * size, size, fill=text_on(mark), text_anchor="middle"
    )


def _letters_box(
    layout: Layout, place: Point, width: float, height: float, frame: Box, plates: Sequence[Box]
) -> Box:
    """As near to the middle of the city as names, the edge, and then plates and other cities leave room."""
    reach = (width + height) / 2
    around = Box(*place, *place).grown(reach + width)
    names = [label.box for key, label in layout.labels.items() if not is_group(key)]
    names = [name for name in names if name.meets(around)]
    cities = [spot for spot in layout.cities.values() if spot != place and around.contains(spot)]
    near = [plate.grown(-MARGIN * layout.canvas.words) for plate in plates if plate.meets(around)]
    turns = [
        (far * reach, turn * 2 * pi / TURNS) for far in LETTER_STEPS for turn in range(TURNS if far else 1)
    ]
    middles = [Point(place.x + far * cos(turn), place.y + far * sin(turn)) for far, turn in turns]
    inside = frame.grown(-EDGE_LINE)
    lefts = [min(max(x - width / 2, inside.left), inside.right - width) for x, _ in middles]
    tops = [min(max(y - height / 2, inside.top), inside.bottom - height) for _, y in middles]
    boxes = [Box(x, y, x + width, y + height) for x, y in zip(lefts, tops, strict=True)]

    def hidden(box: Box) -> tuple[float, ...]:
        return sum(map(box.meets, names)), sum(map(box.contains, cities)), sum(map(box.common, near))

    return min(boxes, key=hidden)


def _city(layout: Layout, marks: MapMarks, palette: Palette, city: CityId, place: Point, marked: bool) -> str:
    ink, ring, scale = palette.ink, "", layout.canvas.dot
    if marked:
        line: Attributes = {"fill": "none", "stroke": ink.mark, "stroke_width": 3.4 * scale}
        ring = tag("circle", cx=place.x, cy=place.y, r=9.8 * scale, **line)
    if city in marks.pieces:
        return ring + marks.piece(marks.pieces[city], place, palette)
    dot: Attributes = {"fill": ink.mark if marked else ink.city, "stroke": "#26221b", "stroke_width": 2}
    if city in layout.terminals:
        side = 12 * scale
        corner = Point(place.x - side / 2, place.y - side / 2)
        return ring + tag("rect", x=corner.x, y=corner.y, width=side, height=side, rx=2, **dot)
    return ring + tag("circle", cx=place.x, cy=place.y, r=6.5 * scale, **dot)


def _leaders(layout: Layout, palette: Palette) -> list[str]:
    """The lines from cities to names, below everything else: over a letter they would make another of it."""
    leaders = [polyline(label.leader) for label in layout.labels.values() if label.leader]
    thin = LEADER * layout.canvas.width / layout.canvas.usual
    return [tag("g", "".join(leaders), stroke=palette.ink.text, stroke_width=thin)] if leaders else []


def _labels(layout: Layout, palette: Palette) -> list[str]:
    texts = [
        label_text(label, fill=_quiet(key, palette) if ":" in key else palette.ink.text)
        for key, label in layout.labels.items()
        if not is_group(key)
    ]
    return _with_halo(texts, palette)


def _quiet(key: str, palette: Palette) -> str:
    """The colour of names that are not of cities: an area's own, or a faint one."""
    area = area_number(key)
    return palette.ink.faint if area is None else palette.area_text(area)
