"""The picture of a board: ground, routes, cities, names and legend."""

import msgspec

from service.language.languages import DEFAULT_LANG, Lang, Messages
from service.pictures.drawing import ground
from service.pictures.drawing.alt_text import description_of, title_of
from service.pictures.drawing.legend import legend, legend_height
from service.pictures.drawing.palette import TINTS, Palette, text_on
from service.pictures.drawing.scene import Scene, marked_cities
from service.pictures.drawing.spaces import free_row, glow, gradients, is_new, owned_row, owner_of, station
from service.pictures.drawing.svg import Attributes, document, label_text, polyline, tag, words
from service.pictures.layout.board_layout import Layout, layout_of
from service.pictures.layout.geometry import Point
from service.pictures.layout.labels import BADGE, Label
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
    below = legend_height(len(scene.players), palette)
    height = layout.height + below
    parts = [
        tag("defs", gradients(layout.rows, palette)) if gradients(layout.rows, palette) else "",
        *ground.sheet(layout, height, palette),
        *ground.poles(layout, _pole_names(options.lang), palette),
        *ground.regions(layout, palette),
        *_routes(layout, ruleset, scene, palette),
        *_cities(layout, ruleset, scene, palette),
        *(_labels(layout, scene, palette) if options.names else ()),
        *legend(ruleset, scene.players, palette, Point(layout.width, layout.height), options.lang),
    ]
    title, description = title_of(ruleset, scene, options.lang), description_of(ruleset, scene, options.lang)
    return document(layout.width, height, options.width, title, description, [part for part in parts if part])


def _pole_names(lang: Lang) -> dict[str, str]:
    say = Messages(lang)
    return {"top": say("picture-north_pole"), "bottom": say("picture-south_pole")}


def _routes(layout: Layout, ruleset: Ruleset, scene: Scene, palette: Palette) -> list[str]:
    """New routes glow below everything; trains lie above everything else."""
    extra = {route.id: ruleset.trains[n] - route.length for n, route in enumerate(ruleset.routes)}
    lines = [polyline(row.line) for row in layout.rows]
    glowing = [glow(row, palette) for row in layout.rows if is_new(row, scene)]
    free, owned = [], []
    for row in layout.rows:
        owner = owner_of(row, scene)
        if owner is None:
            free.append(free_row(row, max(extra.get(route, 0) for route in row.track.routes), palette))
        else:
            owned.append(owned_row(row, owner, palette))
    under = tag("g", "".join(lines), stroke=palette.ink.line, stroke_width=1.4)
    letters = tag("g", "\n".join([*glowing, *free, *owned]), text_anchor="middle")
    return [under, letters]


def _cities(layout: Layout, ruleset: Ruleset, scene: Scene, palette: Palette) -> list[str]:
    marked = marked_cities(ruleset, scene)
    return [
        _city(layout, scene, palette, city, place, city in marked) for city, place in layout.cities.items()
    ]


def _city(layout: Layout, scene: Scene, palette: Palette, city: CityId, place: Point, marked: bool) -> str:
    ink, ring = palette.ink, ""
    if marked:
        ring = tag("circle", cx=place.x, cy=place.y, r=9.8, fill="none", stroke=ink.mark, stroke_width=3.4)
    if city in scene.stations:
        fill = palette.player(scene.players[scene.stations[city]].colour)
        return ring + station(place, fill, ink.glow if city in scene.new_stations else ink.rim)
    dot: Attributes = {"fill": ink.mark if marked else ink.city, "stroke": "#26221b", "stroke_width": 2}
    if city in layout.terminals:
        return ring + tag("rect", x=place.x - 6, y=place.y - 6, width=12, height=12, rx=2, **dot)
    return ring + tag("circle", cx=place.x, cy=place.y, r=6.5, **dot)


def _labels(layout: Layout, scene: Scene, palette: Palette) -> list[str]:
    ink = palette.ink
    leaders = [polyline(label.leader) for label in layout.labels.values() if label.leader]
    parts = [tag("g", "".join(leaders), stroke=ink.text, stroke_width=1.1)] if leaders else []
    texts = []
    for key, label in layout.labels.items():
        texts.append(label_text(label, fill=_quiet(layout, key, palette) if ":" in key else ink.text))
    halo: Attributes = {
        "stroke": ink.halo,
        "stroke_width": 3.2,
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }
    parts.append(tag("g", "\n".join(texts), text_anchor="middle", **halo))
    for city, (_, count) in scene.festivals.items():
        parts.append(_badge(layout.labels[city], count, palette))
    return parts


def _quiet(layout: Layout, key: str, palette: Palette) -> str:
    """The colour of names that are not of cities: a region's own, or a faint one."""
    kind, _, name = key.partition(":")
    places = [place for place, region in enumerate(layout.regions) if region.id == name]
    return TINTS[places[0] % len(TINTS)] if kind == "region" and places else palette.ink.faint


def _badge(label: Label, count: int, palette: Palette) -> str:
    """The number of festival cards here; an empty ring if there are none."""
    ink, radius = palette.ink, BADGE / 2 - 2
    x, y = label.box.right - BADGE / 2 + 1, (label.box.top + label.box.bottom) / 2
    fill = ink.festival if count else ink.halo
    ring = tag("circle", cx=x, cy=y, r=radius, fill=fill, stroke=ink.festival, stroke_width=1.8)
    if not count:
        return ring
    return ring + words(str(count), x, y + 4.2, 12, fill=text_on(fill), text_anchor="middle")
