"""The picture of a board: ground, routes, cities, names and legend."""

import msgspec

from service.language.languages import DEFAULT_LANG, Lang, Messages
from service.pictures.drawing import ground
from service.pictures.drawing.alt_text import description_of, title_of
from service.pictures.drawing.legend import Legend
from service.pictures.drawing.map_marks import MapMarks
from service.pictures.drawing.palette import TINTS, Palette
from service.pictures.drawing.scene import Scene, marked_cities
from service.pictures.drawing.spaces import free_row, glow, gradients, is_new, owned_row, owner_of
from service.pictures.drawing.svg import Attributes, document, label_text, polyline, tag
from service.pictures.layout.board_layout import Layout, layout_of
from service.pictures.layout.board_names import area_number
from service.pictures.layout.chips import is_group
from service.pictures.layout.geometry import Point
from ttr_core import Ruleset
from ttr_core.model.ids import CityId

USUAL_WIDTH, NARROWEST, WIDEST = 1000, 200, 2000


class PictureOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How a viewer wants to see it."""

    palette: Palette = Palette()
    width: int = USUAL_WIDTH
    names: bool = True
    lang: Lang = DEFAULT_LANG


def board_svg(ruleset: Ruleset, scene: Scene, options: PictureOptions, layout: Layout | None = None) -> str:
    """The picture; a caller that knows the layout of the board saves the time to make one."""
    layout, palette = layout or layout_of(ruleset, options.lang), options.palette
    marks = MapMarks(layout, ruleset, scene)
    below = Legend(ruleset, scene, marks.signs, palette, options.lang)
    height = layout.height + below.height
    parts = [
        tag("defs", gradients(layout.rows, palette)) if gradients(layout.rows, palette) else "",
        *ground.sheet(layout, height, palette),
        *ground.edges(layout, Messages(options.lang, ruleset), palette),
        *ground.areas(layout, palette),
        *_routes(layout, scene, palette),
        *_cities(layout, ruleset, scene, marks, palette),
        *(_labels(layout, palette) if options.names else ()),
        *marks.drawn(palette),
        *below.drawn(Point(layout.width, layout.height)),
    ]
    title, description = title_of(ruleset, scene, options.lang), description_of(ruleset, scene, options.lang)
    return document(layout.width, height, options.width, title, description, [part for part in parts if part])


def _routes(layout: Layout, scene: Scene, palette: Palette) -> list[str]:
    """New routes glow below everything; trains lie above everything else."""
    lines = [polyline(row.line) for row in layout.rows]
    glowing = [glow(row, palette) for row in layout.rows if is_new(row, scene)]
    free, owned = [], []
    for row in layout.rows:
        owner = owner_of(row, scene)
        if owner is None:
            free.append(free_row(row, palette))
        else:
            owned.append(owned_row(row, owner, palette))
    under = tag("g", "".join(lines), stroke=palette.ink.line, stroke_width=1.4)
    letters = tag("g", "\n".join([*glowing, *free, *owned]), text_anchor="middle")
    return [under, letters]


def _cities(layout: Layout, ruleset: Ruleset, scene: Scene, marks: MapMarks, palette: Palette) -> list[str]:
    marked = marked_cities(ruleset, scene)
    return [
        _city(layout, marks, palette, city, place, city in marked) for city, place in layout.cities.items()
    ]


def _city(layout: Layout, marks: MapMarks, palette: Palette, city: CityId, place: Point, marked: bool) -> str:
    ink, ring = palette.ink, ""
    if marked:
        ring = tag("circle", cx=place.x, cy=place.y, r=9.8, fill="none", stroke=ink.mark, stroke_width=3.4)
    if city in marks.pieces:
        return ring + marks.piece(marks.pieces[city], place, palette)
    dot: Attributes = {"fill": ink.mark if marked else ink.city, "stroke": "#26221b", "stroke_width": 2}
    if city in layout.terminals:
        return ring + tag("rect", x=place.x - 6, y=place.y - 6, width=12, height=12, rx=2, **dot)
    return ring + tag("circle", cx=place.x, cy=place.y, r=6.5, **dot)


def _labels(layout: Layout, palette: Palette) -> list[str]:
    ink = palette.ink
    leaders = [polyline(label.leader) for label in layout.labels.values() if label.leader]
    parts = [tag("g", "".join(leaders), stroke=ink.text, stroke_width=1.1)] if leaders else []
    texts = []
    for key, label in layout.labels.items():
        if not is_group(key):
            texts.append(label_text(label, fill=_quiet(key, palette) if ":" in key else ink.text))
    halo: Attributes = {
        "stroke": ink.halo,
        "stroke_width": 3.2,
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }
    parts.append(tag("g", "\n".join(texts), text_anchor="middle", **halo))
    return parts


def _quiet(key: str, palette: Palette) -> str:
    """The colour of names that are not of cities: an area's own, or a faint one."""
    area = area_number(key)
    return palette.ink.faint if area is None else TINTS[area % len(TINTS)]
