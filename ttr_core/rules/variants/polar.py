"""Polar routes: two free segments of one pole, claimed at once, are a route that is a ferry and a tunnel.

Where the poles are stations like any other, every segment is a route of its own that ends at its pole. Polar
exploration: a bonus for a network that crosses both poles.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Literal

from ttr_core.boards.board import Route
from ttr_core.engine.draft import Draft
from ttr_core.engine.hooks import RuleModule, Settings, Word
from ttr_core.engine.networks import networks
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import GRAY, CityId, RouteId
from ttr_core.model.kinds import New
from ttr_core.model.marks import EdgeMark, Mark, SpaceMark, Symbol, WayMark
from ttr_core.model.scoresheet import ScoreLine
from ttr_core.model.state import RouteSet, State, route_numbers

POLES = {"north": 1, "south": 2}  # as numbers in the feature `pole`; no other route has it
SIDES: dict[str, Literal["top", "bottom"]] = {"north": "top", "south": "bottom"}  # of the map
A_WHOLE_ROUTE = 2  # segments


class Segment(Settings, frozen=True, kw_only=True):
    """Leaves the map by its upper or its lower edge."""

    id: New[RouteId]  # of the way
    city: CityId  # where it begins
    pole: Literal["north", "south"]  # where it leads
    length: int  # spaces
    locomotives: int  # that must be paid, as for a ferry


class Polar(Settings, frozen=True, kw_only=True):
    segments: tuple[Segment, ...]  # the ways to the poles
    cap: int = 27  # points, however long the route is
    poles_are_stations: bool = False  # each pole is a city, instead of a way from segment to segment


class PolarExploration(Settings, frozen=True, kw_only=True):
    """Polar exploration: a bonus for every player with a network that crosses both poles."""

    points: int = 30  # for each player who has one


# the routes


def _compile(draft: Draft) -> None:
    settings: Polar = draft.settings
    if settings.poles_are_stations:
        for segment in settings.segments:
            draft.add_route(_to_the_pole(segment))
    else:
        for one, other in _pairs(settings):
            draft.add_route(_across(one, other))
        _group(draft, settings)
    draft.points(_points)


def _pairs(settings: Polar) -> list[tuple[Segment, Segment]]:
    return [(one, other) for one, other in combinations(settings.segments, 2) if one.pole == other.pole]


def _across(one: Segment, other: Segment) -> Route:
    a, b = sorted((one.city, other.city))
    return _route(_name(one, other), a, b, (one, other))


def _name(one: Segment, other: Segment) -> RouteId:
    a, b = sorted((one.city, other.city))
    return RouteId(f"{a}--{b}--{_pole_city(one)}")


def _to_the_pole(segment: Segment) -> Route:
    return _route(segment.id, segment.city, _pole_city(segment), (segment,))


def _pole_city(segment: Segment) -> CityId:
    return CityId(f"{segment.pole}_pole")


def _route(name: RouteId, a: CityId, b: CityId, segments: Sequence[Segment]) -> Route:
    """Lengths and locomotives add up; the cards are of one colour for all of it."""
    features = {
        "locomotives": sum(segment.locomotives for segment in segments),
        "tunnel": 1,
        "pole": POLES[segments[0].pole],
        "segments": len(segments),
    }
    length = sum(segment.length for segment in segments)
    return Route(id=name, a=a, b=b, length=length, colour=GRAY, features=features)


def _group(draft: Draft, settings: Polar) -> None:
    """A player has one route for each pole; a segment is used once, and others may use what is free."""
    pairs = _pairs(settings)
    for pole in POLES:
        across = [_name(*pair) for pair in pairs if pair[0].pole == pole]
        draft.group(across, limit=len(across))
    for segment in settings.segments:
        draft.group([_name(*pair) for pair in pairs if segment in pair], limit=1)


def _points(ruleset: Ruleset, route: Route, points: int) -> int:
    return min(points, ruleset.setting(Polar).cap) if route.feature("pole") else points


# the picture


def _marks(ruleset: Ruleset, shown: object) -> list[Mark]:
    """Each pole is an edge of the map, and each segment a way to it."""
    settings, cities = ruleset.setting(Polar), ruleset.city_index
    reached = {segment.pole: _pole_city(segment) for segment in settings.segments}
    edges = [
        EdgeMark(name=city, side=SIDES[pole], city=city if city in cities else None)
        for pole, city in reached.items()
    ]
    across = [route for route in ruleset.routes if route.feature("pole")]
    return [*edges, *(mark for segment in settings.segments for mark in _segment_marks(across, segment))]


def _segment_marks(across: Iterable[Route], segment: Segment) -> Iterator[Mark]:
    pole = _pole_city(segment)
    routes = tuple(route.id for route in across if _uses(route, segment))
    yield WayMark(
        name=pole,
        id=segment.id,
        routes=routes,
        city=segment.city,
        side=SIDES[segment.pole],
        spaces=segment.length,
    )
    yield SpaceMark(name="locomotives", sign=Symbol.LOCOMOTIVE, route=segment.id, spaces=segment.locomotives)
    yield SpaceMark(name="tunnel", sign=Symbol.TUNNEL, route=segment.id)


def _uses(route: Route, segment: Segment) -> bool:
    return segment.city in (route.a, route.b) and route.feature("pole") == POLES[segment.pole]


polar = RuleModule(
    name="polar",
    settings=Polar,
    features={
        "pole": "which pole the route crosses or ends at; set by the rule itself",
        "segments": "how many ways to the pole it is made of; set by the rule itself",
    },
    compile=_compile,
    words={
        "en": "rule-polar = Polar routes: two segments of a pole, claimed at once, lead over it.\n"
        "rule-polar-more =\n"
        "    Such a route is a ferry and a tunnel: you pay the spaces of both segments together in one colour,\n"
        "    with the\n"
        "    locomotives of both, and then cards are turned over as for any tunnel. It scores by its whole\n"
        "    length, up\n"
        "    to { $cap } points. Each pole can be crossed once by a player, and each segment be used once by all.\n"
        "mark-north_pole = North Pole\nmark-south_pole = South Pole\n"
        "feature-pole = { $count ->\n        [1] North Pole\n       *[other] South Pole\n    }\n"
        'feature-segments = { "" }',
        "fr": "rule-polar = Routes polaires : deux tronçons d'un pôle, pris à la fois, passent par-dessus.\n"
        "rule-polar-more =\n"
        "    C'est un ferry et un tunnel : on paie les cases des deux tronçons ensemble, d'une seule couleur,\n"
        "    avec les\n"
        "    locomotives des deux, puis on retourne des cartes comme pour tout tunnel. La route rapporte selon\n"
        "    toute sa\n"
        "    longueur, { $cap } points au plus. Un joueur ne passe qu'une fois par pôle, et un tronçon ne sert\n"
        "    qu'une fois.\n"
        "mark-north_pole = Pôle Nord\nmark-south_pole = Pôle Sud\n"
        "feature-pole = { $count ->\n        [1] Pôle Nord\n       *[other] Pôle Sud\n    }\n"
        'feature-segments = { "" }',
    },
    marks=_marks,
)


# the bonus


def _explored(ruleset: Ruleset, routes: RouteSet) -> bool:
    """Whether one network holds a whole way across each pole."""
    network = networks(ruleset, routes)
    held: Counter[tuple[int, int]] = Counter()
    for number in route_numbers(routes):
        route = ruleset.routes[number]
        held[network[ruleset.edges[number][0]], route.feature("pole")] += route.feature("segments")
    return any(all(held[home, pole] >= A_WHOLE_ROUTE for pole in POLES.values()) for home in network)


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    line = ScoreLine(reason="polar_exploration", points=ruleset.setting(PolarExploration).points)
    return [line if _explored(ruleset, seat.routes) else None for seat in state.seats]


polar_exploration = RuleModule(
    name="polar_exploration",
    settings=PolarExploration,
    words={
        "en": "rule-polar_exploration = Polar exploration: a bonus for a network across both poles.\n"
        "rule-polar_exploration-more =\n"
        "    One connected network of yours must hold a whole way across each pole. Points for everybody who\n"
        "    has one:\n"
        "    { $points }.\n"
        "reason-polar_exploration = Polar exploration",
        "fr": "rule-polar_exploration = Exploration polaire : un bonus pour un réseau qui traverse les deux pôles.\n"
        "rule-polar_exploration-more =\n"
        "    Un même réseau relié doit contenir un passage entier par chaque pôle. Points pour chaque joueur qui en\n"
        "    a un : { $points }.\n"
        "reason-polar_exploration = Exploration polaire",
    },
    heard={
        "polar_bonus": Word(
            is_noun=True,
            said={
                "en": ("polar bonus", "pole bonus", "bonus for the poles"),
                "fr": ("bonus du pôle", "bonus des pôles", "bonus polaire"),
            },
        )
    },
    score=_score,
)
