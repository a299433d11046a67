"""The names on a map: of cities, of areas, and of what lies beyond the edges."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from service.language.languages import Lang, Messages
from service.language.speech.rule_display import mark_name
from service.language.vocabulary.board_words import board_words
from service.pictures.layout.canvas import Canvas
from service.pictures.layout.geometry import Point
from service.pictures.layout.lettering.labels import Name
from service.pictures.layout.paths.route_paths import Ground
from service.pictures.layout.paths.track_bundles import Bundle, areas_of, cities_on_edges, city_marks_of
from ttr_core import Ruleset
from ttr_core.model.ids import CityId

QUIET_SHORTENING = 20.0  # the cost of a shorter form of a name that is not of a city


def names_of(
    ruleset: Ruleset,
    places: Mapping[CityId, Point],
    bundles: Sequence[Bundle],
    ground: Ground,
    lang: Lang,
    canvas: Canvas,
) -> list[Name]:
    """Those of cities first."""
    titles = city_names(ruleset, lang)
    return [
        *_beside_cities(ruleset, places, titles, canvas),
        *_beyond_edges(bundles, ground, titles, canvas),
        *_within_areas(ruleset, places, lang, canvas),
    ]


def city_names(ruleset: Ruleset, lang: Lang) -> dict[CityId, str]:
    """The text beside each city; for a part of a country, the country's name."""
    words = board_words(ruleset, lang)
    zones = {city: zone.id for zone in ruleset.board.zones for city in zone.cities}
    return {city.id: words.place(zones.get(city.id, city.id)) for city in ruleset.board.cities}


def _beside_cities(
    ruleset: Ruleset, places: Mapping[CityId, Point], titles: Mapping[CityId, str], canvas: Canvas
) -> Iterator[Name]:
    badges, on_edges = Counter(mark.city for mark in city_marks_of(ruleset)), cities_on_edges(ruleset)
    for city in ruleset.board.cities:
        if city.id not in on_edges:
            yield Name(
                key=city.id,
                text=titles[city.id],
                place=places[city.id],
                badge=canvas.badge * badges[city.id],
                badge_height=canvas.badge,
                sizes=canvas.city_sizes,
                reach=canvas.reach,
                steps=canvas.steps,
                unled=canvas.unled,
                shortening=canvas.shortening,
            )


def _beyond_edges(
    bundles: Sequence[Bundle], ground: Ground, titles: Mapping[CityId, str], canvas: Canvas
) -> Iterator[Name]:
    """The city to which a path round the world goes on."""
    for bundle in bundles:
        if bundle.beyond is not None:
            left, title = bundle.edge == "left", titles[bundle.beyond]
            spot = Point(ground.frame.left if left else ground.frame.right, ground.edge_heights[bundle.name])
            text = f"← {title}" if left else f"{title} →"
            yield Name(
                key=f"edge:{bundle.name}",
                text=text,
                place=spot,
                sizes=canvas.quiet_sizes,
                shortening=QUIET_SHORTENING,
                reach=canvas.reach,
                steps=canvas.steps,
                unled=canvas.unled,
            )


_AREA = "area:"  # with its number, the key of an area's name


def area_number(key: str) -> int | None:
    """The area whose name has this key, if it is the name of one."""
    return int(key.removeprefix(_AREA)) if key.startswith(_AREA) else None


def _within_areas(
    ruleset: Ruleset, places: Mapping[CityId, Point], lang: Lang, canvas: Canvas
) -> Iterator[Name]:
    for number, area in enumerate(areas_of(ruleset)):
        inside = [places[city] for city in area.cities]
        x, y = (sum(values) / len(inside) for values in zip(*inside, strict=True))
        text = mark_name(area, Messages(lang, ruleset))
        yield Name(
            key=f"{_AREA}{number}",
            text=text,
            place=Point(x, y),
            sizes=canvas.quiet_sizes,
            shortening=QUIET_SHORTENING,
            reach=2.0,
            steps=canvas.steps,
            unled=canvas.steps[-1] if canvas.spares_quiet else canvas.unled,
        )
