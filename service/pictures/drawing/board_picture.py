"""The picture of a board: ground, routes, cities, names and legend."""

from collections.abc import Sequence
from itertools import product

import msgspec
from msgspec.structs import replace

from service.language.languages import DEFAULT_LANG, Lang, Messages
from service.pictures.drawing import ground
from service.pictures.drawing.alt_text import description_of, title_of
from service.pictures.drawing.legend import Legend
from service.pictures.drawing.map_marks import MapMarks
from service.pictures.drawing.palette import Palette, text_on
from service.pictures.drawing.result_table import ticket_letter
from service.pictures.drawing.scene import Scene, marked_cities
from service.pictures.drawing.spaces import (
    free_row,
    glow,
    gradients,
    is_longest,
    is_new,
    owned_row,
    owner_of,
    row_letter,
)
from service.pictures.drawing.svg import (
    Attributes,
    document,
    id_prefix,
    label_text,
    plain,
    polyline,
    tag,
    words,
)
from service.pictures.layout.board_layout import Layout, layout_of
from service.pictures.layout.canvas import Canvas, canvas_for
from service.pictures.layout.geometry import Point, distance
from service.pictures.layout.lettering.board_names import area_number
from service.pictures.layout.lettering.chips import is_group
from service.pictures.layout.lettering.text_width import width_of
from ttr_core import Ruleset
from ttr_core.model.ids import CityId

USUAL_WIDTH, NARROWEST, WIDEST = 1000, 200, 2000
MOST_LETTERS = 3  # of tickets at one city


class PictureOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How a viewer wants to see it."""

    palette: Palette = Palette()
    width: int = USUAL_WIDTH
    names: bool = True
    legend: bool = True  # what is explained below the map
    lang: Lang = DEFAULT_LANG
    table: str = ""  # what the table is called

    @property
    def canvas(self) -> Canvas:
        return canvas_for(self.width)


def board_svg(ruleset: Ruleset, scene: Scene, options: PictureOptions, layout: Layout | None = None) -> str:
    """The picture; a caller that knows the layout of the board saves the time to make one."""
    layout = layout or layout_of(ruleset, options.lang, options.canvas)
    palette = options.palette.named_by(ruleset.board, options.lang)
    title, description = (
        title_of(ruleset, scene, options.lang, options.table),
        description_of(ruleset, scene, options.lang),
    )
    prefix = id_prefix(title, description)
    marks = MapMarks(layout, ruleset, scene)
    below = Legend(ruleset, scene, marks.signs, palette, options.lang, layout.canvas)
    height = layout.height + (below.height if options.legend else 0)
    parts = [
        tag("defs", fills) if (fills := gradients(layout.rows, palette, prefix)) else "",
        *ground.sheet(layout, height, palette),
        *ground.edges(layout, Messages(options.lang, ruleset), palette),
        *ground.areas(layout, palette),
        *_routes(layout, scene, palette, prefix),
        *_gaps(layout, scene, palette),
        *_cities(layout, ruleset, scene, marks, palette),
        *(_labels(layout, palette) if options.names else ()),
        *marks.drawn(palette),
        *(below.drawn(Point(layout.width, layout.height)) if options.legend else ()),
    ]
    return document(layout.width, height, options.width, title, description, [part for part in parts if part])


def _routes(layout: Layout, scene: Scene, palette: Palette, prefix: str) -> list[str]:
    """New routes glow below everything; trains lie above everything else."""
    lines = [polyline(row.line) for row in layout.rows]
    glowing = [glow(row, palette) for row in layout.rows if is_new(row, scene)]
    glowing += [glow(row, palette, "longest") for row in layout.rows if is_longest(row, scene)]
    free, owned = [], []
    for row in layout.rows:
        owner = owner_of(row, scene)
        if owner is None:
            free.append(free_row(row, palette, layout.canvas, prefix))
        else:
            owned.append(owned_row(row, owner, palette, layout.canvas))
    under = tag("g", "".join(lines), stroke=palette.ink.line, stroke_width=1.4)
    round_corners: Attributes = {"stroke_linejoin": "round", "text_anchor": "middle"}
    spaces = tag("g", "\n".join([*glowing, *free, *owned]), **round_corners)
    letters = [row_letter(row, owner_of(row, scene), palette, layout.canvas) for row in layout.rows]
    return [under, spaces, *_with_halo(letters, palette)]


def _with_halo(texts: Sequence[str], palette: Palette) -> list[str]:
    """Texts that stand out from what lies below them."""
    halo: Attributes = {
        "stroke": palette.ink.halo,
        "stroke_width": 3.2,
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }
    return [tag("g", "\n".join(filter(None, texts)), text_anchor="middle", **halo)] if any(texts) else []


def _gaps(layout: Layout, scene: Scene, palette: Palette) -> list[str]:
    """Where tickets were missed: a dashed line over the narrowest gap, in the colour of their owner."""
    lines = []
    for result in scene.result.seats if scene.result else ():
        fill = palette.player(scene.players[result.seat].colour)
        for ticket in result.tickets:
            pairs = product(ticket.near, ticket.far)
            ends = min(
                ([layout.cities[one], layout.cities[other]] for one, other in pairs), key=_far, default=None
            )
            if ends is not None:
                under: Attributes = {"stroke": palette.ink.halo, "stroke_width": 5.5, "stroke_opacity": 0.8}
                over: Attributes = {"stroke": fill, "stroke_width": 3.2, "stroke_dasharray": "3 7"}
                round_ends: Attributes = {"stroke_linecap": "round"}
                lines.append(
                    polyline(ends, **under, **round_ends) + polyline(ends, **over, **round_ends, class_="gap")
                )
    return lines


def _far(ends: list[Point]) -> float:
    return distance(ends[0], ends[1])


def _cities(layout: Layout, ruleset: Ruleset, scene: Scene, marks: MapMarks, palette: Palette) -> list[str]:
    marked, letters = marked_cities(ruleset, scene), _ticket_letters(ruleset, scene)
    return [
        tag(
            "g",
            _city(layout, marks, palette, city, place, city in marked)
            + _letters_on(layout, palette, place, letters.get(city, "")),
            class_="city",
            data_city=plain(city),
        )
        for city, place in layout.cities.items()
    ]


def _ticket_letters(ruleset: Ruleset, scene: Scene) -> dict[CityId, str]:
    """The letters of the viewer's tickets at their cities."""
    letters: dict[CityId, str] = {}
    for number, result in enumerate(scene.ticket_results):
        for city in marked_cities(ruleset, replace(scene, tickets=(result.ticket,))):
            letters[city] = letters.get(city, "") + ticket_letter(number)
    return letters


def _letters_on(layout: Layout, palette: Palette, place: Point, letters: str) -> str:
    """On the city, as large as words are."""
    if not letters:
        return ""
    size, mark = layout.canvas.words, palette.ink.mark
    shown = letters if len(letters) <= MOST_LETTERS else f"{letters[: MOST_LETTERS - 1]}+"
    width, height = width_of(shown, size) + 0.6 * size, 1.2 * size
    corner: Attributes = {"x": place.x - width / 2, "y": place.y - height / 2, "rx": height / 2}
    sheet = tag("rect", **corner, width=max(width, height), height=height, fill=mark)
    return sheet + words(
        shown, place.x, place.y + 0.36 * size, size, fill=text_on(mark), text_anchor="middle"
    )


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


def _labels(layout: Layout, palette: Palette) -> list[str]:
    ink = palette.ink
    leaders = [polyline(label.leader) for label in layout.labels.values() if label.leader]
    parts = [tag("g", "".join(leaders), stroke=ink.text, stroke_width=1.1)] if leaders else []
    texts = []
    for key, label in layout.labels.items():
        if not is_group(key):
            texts.append(label_text(label, fill=_quiet(key, palette) if ":" in key else ink.text))
    return [*parts, *_with_halo(texts, palette)]


def _quiet(key: str, palette: Palette) -> str:
    """The colour of names that are not of cities: an area's own, or a faint one."""
    area = area_number(key)
    return palette.ink.faint if area is None else palette.area_text(area)
