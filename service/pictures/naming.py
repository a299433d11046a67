"""The names on a map: of cities, of what lies beyond its edges, of regions."""

from collections.abc import Iterator, Mapping, Sequence

from service.pictures.geometry import Point
from service.pictures.labelling import Name
from service.pictures.phrases import Lang
from service.pictures.routing import Ground
from service.pictures.tracks import Bundle, festive_cities, pole_cities, regions_of
from service.talk.wording import BoardWords
from ttr_core import Ruleset
from ttr_core.words import CityId

BADGE = 20.0  # room for a number beside a name
QUIET = (11.5, 10.0)  # sizes of names that are not of cities


def names_of(
    ruleset: Ruleset, places: Mapping[CityId, Point], bundles: Sequence[Bundle], ground: Ground, lang: Lang
) -> list[Name]:
    titles = city_names(ruleset, lang)
    return [
        *_beside_cities(ruleset, places, titles),
        *_beyond_edges(bundles, ground, titles),
        *_within_regions(ruleset, places),
    ]


def city_names(ruleset: Ruleset, lang: Lang) -> dict[CityId, str]:
    """What is written beside each city; the name of the country where it is a part of one."""
    words = BoardWords(ruleset.board, lang)
    zones = {city: zone.id for zone in ruleset.board.zones for city in zone.cities}
    return {city.id: words.place(zones.get(city.id, city.id)) for city in ruleset.board.cities}


def _beside_cities(
    ruleset: Ruleset, places: Mapping[CityId, Point], titles: Mapping[CityId, str]
) -> Iterator[Name]:
    festive, poles = festive_cities(ruleset), pole_cities(ruleset)
    for city in ruleset.board.cities:
        if city.id not in poles:
            badge = BADGE if city.id in festive else 0.0
            yield Name(key=city.id, text=titles[city.id], place=places[city.id], badge=badge)


def _beyond_edges(bundles: Sequence[Bundle], ground: Ground, titles: Mapping[CityId, str]) -> Iterator[Name]:
    """Where a way round the world goes on."""
    for bundle in bundles:
        if bundle.beyond is not None:
            left, title = bundle.edge == "left", titles[bundle.beyond]
            spot = Point(ground.frame.left if left else ground.frame.right, ground.edge_heights[bundle.name])
            text = f"← {title}" if left else f"{title} →"
            yield Name(key=f"edge:{bundle.name}", text=text, place=spot, sizes=QUIET)


def _within_regions(ruleset: Ruleset, places: Mapping[CityId, Point]) -> Iterator[Name]:
    for region in regions_of(ruleset):
        inside = [places[city] for city in region.cities]
        x, y = (sum(values) / len(inside) for values in zip(*inside, strict=True))
        key = f"region:{region.id}"
        yield Name(key=key, text=region.name, place=Point(x, y), sizes=QUIET, reach=2.0)
