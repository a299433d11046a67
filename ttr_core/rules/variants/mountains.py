"""Mountains: each mountain space of a route costs one more train from the stock, which is set aside and scores.

Asian explorer: a bonus for every player whose network connects the most cities.
"""

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct

from ttr_core.boards.board import Route
from ttr_core.engine.hooks import RuleModule, Settings, Standing, Word, chance_to_lead
from ttr_core.engine.networks import networks
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import printed
from ttr_core.model.ids import BySeat, SeatId, Viewer
from ttr_core.model.marks import Symbol
from ttr_core.model.remarks import Remark, Topic
from ttr_core.model.scoresheet import Item, ScoreLine
from ttr_core.model.state import RouteSet, State, route_numbers

FEATURE = "mountains"
DOUBT = 6  # cities by which the network of a rival may still outgrow another


class Mountains(Settings, frozen=True, kw_only=True):
    points: int = 2  # for each train that is set aside


class AsianExplorer(Settings, frozen=True, kw_only=True):
    """Asian explorer: a bonus for every player whose network connects the most cities."""

    points: int = 10  # for all who connect the most cities


def _set_aside(ruleset: Ruleset, routes: RouteSet) -> list[Route]:
    """The routes for which trains were set aside."""
    owned = (ruleset.routes[number] for number in route_numbers(routes))
    return [route for route in owned if route.feature(FEATURE)]


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    return [_line(ruleset, seat.routes) for seat in state.seats]


def _line(ruleset: Ruleset, routes: RouteSet) -> ScoreLine | None:
    each = ruleset.setting(Mountains).points
    items = tuple(Item(route.id, each * route.feature(FEATURE)) for route in _set_aside(ruleset, routes))
    points = sum(item.points for item in items)
    return ScoreLine(reason="mountains", points=points, items=items) if items else None


def _trains_aside(ruleset: Ruleset, routes: RouteSet) -> int:
    return sum(route.feature(FEATURE) for route in _set_aside(ruleset, routes))


def _worth(ruleset: Ruleset, standing: Standing, seat: SeatId) -> float:
    return ruleset.setting(Mountains).points * _trains_aside(ruleset, standing.networks[seat])


def _mountain_trains(ruleset: Ruleset, state: State) -> list[int]:
    return [_trains_aside(ruleset, seat.routes) for seat in state.seats]


class MountainsShown(Struct, frozen=True, kw_only=True):
    """How many trains each seat has set aside."""

    set_aside: BySeat[int]


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> dict[str, object]:
    return {"set_aside": _mountain_trains(ruleset, state)}


class TrainsSetAside(Remark, frozen=True, kw_only=True):
    topic: ClassVar[Topic] = Topic.SCORE

    seat: SeatId
    trains: int
    points: int


def _looks(ruleset: Ruleset, shown: MountainsShown, viewer: Viewer) -> Iterator[Remark]:
    each = ruleset.setting(Mountains).points
    for seat, trains in enumerate(shown.set_aside):
        if trains:
            yield TrainsSetAside(seat=seat, trains=trains, points=each * trains)


ENGLISH = """
rule-mountains = Mountains: each mountain space costs one more train, which is set aside and brings points.
rule-mountains-more = Points for each train that is set aside: { $points }.
reason-mountains = Mountain trains
tie-mountain_trains = the number of trains set aside in the mountains
mark-mountains = One more train, set aside
feature-mountains = { $count ->
        [one] { $count } mountain space
       *[other] { $count } mountain spaces
    }
look-trains_set_aside = { $seat } has set { $trains ->
        [one] 1 train
       *[other] { $trains } trains
    } aside in the mountains ({ $points ->
        [one] { $points } point
       *[other] { $points } points
    }).
    .me = You have set { $trains ->
        [one] 1 train
       *[other] { $trains } trains
    } aside in the mountains ({ $points ->
        [one] { $points } point
       *[other] { $points } points
    }).
"""

FRENCH = """
rule-mountains = Montagnes : chaque case de montagne coûte un wagon de plus, mis de côté, qui rapporte des points.
rule-mountains-more = Points pour chaque wagon mis de côté : { $points }.
reason-mountains = Wagons de montagne
tie-mountain_trains = le nombre de wagons mis de côté en montagne
mark-mountains = Un wagon de plus, mis de côté
feature-mountains = { $count ->
        [one] { $count } case de montagne
       *[other] { $count } cases de montagne
    }
look-trains_set_aside = { $seat } a mis { $trains ->
        [one] 1 wagon
       *[other] { $trains } wagons
    } de côté en montagne ({ $points ->
        [one] { $points } point
       *[other] { $points } points
    }).
    .me = Vous avez mis { $trains ->
        [one] 1 wagon
       *[other] { $trains } wagons
    } de côté en montagne ({ $points ->
        [one] { $points } point
       *[other] { $points } points
    }).
"""

mountains = RuleModule(
    name="mountains",
    settings=Mountains,
    features={FEATURE: "mountain spaces, each of which takes one more train"},
    words={"en": ENGLISH, "fr": FRENCH},
    train_features=(FEATURE,),
    bonus_worth=_worth,
    score=_score,
    measures={"mountain_trains": _mountain_trains},
    view=_view,
    shows=MountainsShown,
    looks=_looks,
    heard={
        "mountain": Word(
            is_noun=True,
            said={
                "en": ("mountain", "mountains", "cross", "crosses"),
                "fr": ("montagne", "montagnes", "croix"),
            },
        )
    },
    marks=printed(FEATURE, Symbol.CROSS, at_end=True),
)


# the bonus


def _connected_cities(ruleset: Ruleset, routes: RouteSet) -> int:
    """How many cities the largest network connects; none without a route."""
    if not routes:
        return 0
    return max(Counter(networks(ruleset, routes)).values())


def _explorer_score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    """All who are tied score in full; nobody scores without a route."""
    cities = [_connected_cities(ruleset, seat.routes) for seat in state.seats]
    best = max(cities)
    line = ScoreLine(
        reason="asian_explorer",
        points=ruleset.setting(AsianExplorer).points,
        items=(Item("connected_cities", best),),
    )
    return [line if best and count == best else None for count in cities]


def _explorer_worth(ruleset: Ruleset, standing: Standing, seat: SeatId) -> float:
    cities = [_connected_cities(ruleset, routes) for routes in standing.networks]
    return ruleset.setting(AsianExplorer).points * chance_to_lead(cities, seat, DOUBT)


asian_explorer = RuleModule(
    name="asian_explorer",
    settings=AsianExplorer,
    bonus_worth=_explorer_worth,
    words={
        "en": "rule-asian_explorer = Asian explorer: a bonus for the network with the most cities.\n"
        "rule-asian_explorer-more =\n"
        "    Points for the player whose largest network connects the most cities, and for all who tie: { $points }.\n"
        "reason-asian_explorer = Asian explorer",
        "fr": "rule-asian_explorer = Explorateur asiatique : un bonus pour le réseau qui relie le plus de villes.\n"
        "rule-asian_explorer-more =\n"
        "    Points pour qui relie le plus de villes en un seul réseau, et pour tous ceux à égalité : { $points }.\n"
        "reason-asian_explorer = Explorateur asiatique",
    },
    score=_explorer_score,
)
