"""World tour: a bonus for a circuit that leaves by one side of the map and comes back by the other."""

from ttr_core.boards.board import Route
from ttr_core.engine.hooks import RuleModule, Settings
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import CityId, RouteId
from ttr_core.model.marks import Mark, Side, WayMark
from ttr_core.model.scoresheet import ScoreLine
from ttr_core.model.state import RouteSet, State, route_numbers


class WorldTour(Settings, frozen=True, kw_only=True):
    points: int = 30  # 0: it only decides ties


class _Unrolled:
    """Cities joined by routes, each knowing how many rounds it lies to the east of its network's root."""

    def __init__(self, cities: int) -> None:
        self._parent = list(range(cities))
        self._east = [0] * cities

    def root(self, city: int) -> tuple[int, int]:
        rounds = 0
        while self._parent[city] != city:
            rounds += self._east[city]
            city = self._parent[city]
        return city, rounds

    def join(self, a: int, b: int, rounds: int) -> bool:
        """Whether going so many rounds from a to b closes a circuit around the world."""
        (above_a, to_a), (above_b, to_b) = self.root(a), self.root(b)
        if above_a == above_b:
            return to_a + rounds != to_b
        self._parent[above_b] = above_a
        self._east[above_b] = to_a + rounds - to_b
        return False


def _goes_around(ruleset: Ruleset, routes: RouteSet) -> bool:
    """Own routes only, and none across a pole; from a to b a route that wraps crosses the edge eastwards."""
    unrolled = _Unrolled(len(ruleset.city_index))
    for number in route_numbers(routes):
        a, b, _ = ruleset.edges[number]
        route = ruleset.routes[number]
        if not route.feature("pole") and unrolled.join(a, b, route.feature("wraps")):
            return True
    return False


def _toured(ruleset: Ruleset, state: State) -> list[int]:
    return [int(_goes_around(ruleset, seat.routes)) for seat in state.seats]


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    points = ruleset.setting(WorldTour).points
    line = ScoreLine(reason="world_tour", points=points) if points else None
    return [line if toured else None for toured in _toured(ruleset, state)]


def _marks(ruleset: Ruleset, shown: object) -> list[Mark]:
    """A route round the world leaves the map by one side and comes back by the other, half of its spaces on each."""
    east_of = {city.id: city.lon for city in ruleset.board.cities}
    marks: list[Mark] = []
    for route in ruleset.board.routes:
        if route.feature("wraps"):
            west, east = sorted((route.a, route.b), key=lambda city: east_of[city])
            marks += [_half(route, west, east, "left"), _half(route, east, west, "right")]
    return marks


def _half(route: Route, city: CityId, beyond: CityId, side: Side) -> WayMark:
    spaces = (route.length + (side == "left")) // 2
    part = RouteId(f"{route.id}--{side}")
    return WayMark(
        name="around_the_world",
        id=part,
        routes=(route.id,),
        city=city,
        side=side,
        spaces=spaces,
        beyond=beyond,
    )


world_tour = RuleModule(
    name="world_tour",
    settings=WorldTour,
    features={"wraps": "1: it crosses the edge of the map, eastwards from `a` to `b`"},
    words={
        "en": "rule-world_tour = World tour: a bonus for a circuit around the whole map.\n"
        "rule-world_tour-more =\n"
        "    Your own routes must make a closed circuit that leaves the map by one side and comes back by the other;\n"
        "    routes to or over a pole and borrowed ones do not count. { $points ->\n"
        "        [0] It brings no points of its own: it decides ties.\n"
        "       *[other] Points for everybody who has made it: { $points }.\n"
        "    }\n"
        "reason-world_tour = World tour\ntie-world_tour = the world tour\nmark-around_the_world = Around the world\n"
        "feature-wraps = across the edge of the map",
        "fr": "rule-world_tour = Tour du monde : un bonus pour un circuit qui fait le tour de la carte.\n"
        "rule-world_tour-more =\n"
        "    Vos propres routes doivent former un circuit fermé qui sort de la carte d'un côté et revient de\n"
        "    l'autre ;\n"
        "    les routes polaires et les routes empruntées ne comptent pas. { $points ->\n"
        "        [0] Il ne rapporte pas de points : il départage les égalités.\n"
        "       *[other] Points pour chaque joueur qui l'a fait : { $points }.\n"
        "    }\n"
        "reason-world_tour = Tour du monde\ntie-world_tour = le tour du monde\n"
        "mark-around_the_world = Autour du monde\nfeature-wraps = par le bord de la carte",
    },
    score=_score,
    measures={"world_tour": _toured},
    marks=_marks,
)
