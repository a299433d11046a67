"""Regions: each network of a player scores by the number of regions that it connects."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NewType

from msgspec import UNSET, UnsetType

from ttr_core.boards.check.defects import Defect, PartialBoard, below, error
from ttr_core.engine.hooks import RuleModule, Settings
from ttr_core.engine.networks import networks
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import CityId
from ttr_core.model.kinds import Kind, New, Thing, named_thing
from ttr_core.model.marks import AreaMark, Mark
from ttr_core.model.scoresheet import Item, ScoreLine
from ttr_core.model.state import RouteSet, State, route_numbers

RegionId = NewType("RegionId", str)


class Region(Settings, frozen=True, kw_only=True):
    id: New[RegionId]  # by which words and pictures name it
    name: str  # as of a city
    cities: tuple[CityId, ...]  # that lie in it; a city may lie in several
    counts_twice: bool = False  # when all its cities are in the same network
    names: Mapping[str, str] | UnsetType = UNSET  # by language, where it has another one there
    aliases: tuple[str, ...] | UnsetType = UNSET  # what else people call it


class Regions(Settings, frozen=True, kw_only=True):
    points: Mapping[str, int]  # by number of regions; more than the table has score as its last entry
    regions: tuple[Region, ...]  # named groups of cities


def _things(settings: Regions) -> list[Thing]:
    return [named_thing(region, region.cities) for region in settings.regions]


def _marks(ruleset: Ruleset, shown: object) -> list[Mark]:
    things = ruleset.things(RegionId).values()
    return [AreaMark(name="region", thing=region, cities=region.cities) for region in things]


def _check(board: PartialBoard, settings: Regions) -> Iterator[Defect]:
    for number in settings.points:
        if not number.isdecimal():
            yield error(below("/rules/regions/points", number), "wrong_key", f"{number!r} is no number")


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    return [_line(ruleset, seat.routes) for seat in state.seats]


def _line(ruleset: Ruleset, routes: RouteSet) -> ScoreLine:
    """One item for each network, named after its first city in the order of the board."""
    settings = ruleset.setting(Regions)
    cities = ruleset.board.cities
    items = tuple(
        Item(cities[min(network)].id, _points(settings, _count(ruleset, settings, network)))
        for network in _connected(ruleset, routes)
    )
    return ScoreLine(reason="regions", points=sum(item.points for item in items), items=items)


def _connected(ruleset: Ruleset, routes: RouteSet) -> list[set[int]]:
    """The networks, each as the cities that it touches, in the order of their first cities."""
    network = networks(ruleset, routes)
    touched = {city for number in route_numbers(routes) for city in ruleset.edges[number][:2]}
    members: dict[int, set[int]] = defaultdict(set)
    for city in sorted(touched):
        members[network[city]].add(city)
    return list(members.values())


def _count(ruleset: Ruleset, settings: Regions, network: set[int]) -> int:
    count = 0
    for region in settings.regions:
        inside = [ruleset.city_index[city] in network for city in region.cities]
        count += any(inside) + (region.counts_twice and all(inside))
    return count


def _points(settings: Regions, count: int) -> int:
    reached = [int(number) for number in settings.points if int(number) <= count]
    return settings.points[str(max(reached))] if reached else 0


regions = RuleModule(
    name="regions",
    settings=Regions,
    kinds=(Kind(name="region", id=RegionId, things=_things),),
    check=_check,
    contents={"regions": lambda board, settings, _: len(settings.regions)},
    words={
        "en": "rule-regions = Regions: the more of them a network connects, the more points.\n"
        "rule-regions-more = Points for a network by its number of regions: { $points }.\n"
        "reason-regions = Regions\nmark-region = Region",
        "fr": "rule-regions = Régions : plus un réseau en relie, plus il rapporte.\n"
        "rule-regions-more = Points d'un réseau selon le nombre de régions : { $points }.\n"
        "reason-regions = Régions\nmark-region = Région",
    },
    bonus_worth=lambda ruleset, standing, seat: _line(ruleset, standing.networks[seat]).points,
    score=_score,
    marks=_marks,
)
