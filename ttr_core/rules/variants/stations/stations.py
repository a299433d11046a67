"""Stations: built in a city for one, two or three cards; each lets its owner use one rival's route there for tickets.

At the end the routes that bring their borrower the most points in all are borrowed, bonuses for completed tickets
included. With the rule `station_choice` the owners choose instead.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from operator import add, sub
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, Payment, RuleModule, Settings, Word, Worth
from ttr_core.engine.payments import nearest_payment, payable, payment_refused, plain_payments
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import View
from ttr_core.model.commands import Command, SeatCommand
from ttr_core.model.events import Event
from ttr_core.model.ids import BySeat, Card, CityId, RouteId, SeatId, Viewer
from ttr_core.model.marks import CityMark, Mark, StockMark, Symbol
from ttr_core.model.message import Private, Public, known
from ttr_core.model.phases import Ended, PlayingTurn, SeatsPhase, TurnOver
from ttr_core.model.remarks import Remark, Topic
from ttr_core.model.scoresheet import ScoreLine
from ttr_core.model.state import State, route_numbers, with_seat, with_slice
from ttr_core.model.violations import Code, RefusalCode, RuleViolation
from ttr_core.rules.variants.stations.borrowed_routes import choices
from ttr_core.rules.variants.stations.station_state import (
    Sites,
    Station,
    borrowed_by,
    lent,
    named,
    stations_built,
    with_borrowed,
    with_chosen,
)


class Stations(Settings, frozen=True, kw_only=True):
    each: int = 3  # for each player; 0: nobody can build any
    unbuilt_points: int = 4  # for each station that was not built


class StationChoice(Settings, frozen=True, kw_only=True):
    """Station choice: after the last turn the owners choose the routes that their stations borrow."""


class StationCode(RefusalCode):
    CITY_HAS_STATION = "city_has_station"
    NO_STATION_LEFT = "no_station_left"


class BuildStation(SeatCommand, frozen=True, kw_only=True):
    """Builds a station in a city, with all cards that pay for it."""

    city: CityId
    cards: tuple[Card, ...]


class StationBuilt(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    city: Public[CityId]
    cards: Public[tuple[Card, ...]]


class RoutesBorrowed(Event, frozen=True, kw_only=True):
    """The rivals' routes that count for the seat's tickets in the final score."""

    seat: Public[SeatId]
    routes: Public[tuple[RouteId, ...]]

    @property
    def is_news(self) -> bool:
        return bool(self.routes)


def _sites(ruleset: Ruleset) -> Sites:
    nothing = (None,) * ruleset.players
    return Sites(chosen=nothing, borrowed=nothing)


def _counts(ruleset: Ruleset, state: State) -> list[int]:
    return [stations_built(state, seat) for seat in range(ruleset.players)]


# building


def _payments(ruleset: Ruleset, state: State, seat: SeatId) -> tuple[Payment, ...]:
    """One card for the first, two of one colour for the second, and so on; locomotives stand for any."""
    price = stations_built(state, seat) + 1
    if price > ruleset.setting(Stations).each:
        return ()
    return payable(ruleset, state.seats[seat].hand, plain_payments(ruleset.colours, price, wild=True))


def _offers(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    """Any city without a station, whether or not a route there is claimed."""
    taken = {station.city for station in state.slice(Sites).built}
    free = [city for city in ruleset.city_index if city not in taken]
    ways = _payments(ruleset, state, seat)
    return [BuildStation(seat=seat, city=city, cards=way.cards) for city in free for way in ways]


def _build(decision: Decision, command: BuildStation) -> None:
    ruleset, state = decision.ruleset, decision.state
    each = ruleset.setting(Stations).each
    if command.city not in ruleset.city_index:
        raise RuleViolation(Code.UNKNOWN_CITY, city=command.city)
    if any(station.city == command.city for station in state.slice(Sites).built):
        raise RuleViolation(StationCode.CITY_HAS_STATION, city=command.city)
    if stations_built(state, command.seat) >= each:
        raise RuleViolation(StationCode.NO_STATION_LEFT, each=each)
    payment = Payment(ruleset.in_order(command.cards))
    ways = _payments(ruleset, state, command.seat)
    if payment not in ways:
        hand, nearest = state.seats[command.seat].hand, nearest_payment(ways, payment)
        raise payment_refused(ruleset, hand, payment, city=command.city, accepted=nearest)
    decision.emit(StationBuilt(seat=command.seat, city=command.city, cards=payment.cards))


def _built(ruleset: Ruleset, state: State, event: StationBuilt) -> State:
    me, sites, paid = state.seats[event.seat], state.slice(Sites), ruleset.counts(event.cards)
    seat = replace(me, hand=tuple(map(sub, me.hand, paid)))
    return replace(
        state,
        seats=with_seat(state.seats, event.seat, seat),
        discard=tuple(map(add, state.discard, paid)),
        slices=with_slice(state, replace(sites, built=(*sites.built, Station(event.city, event.seat)))),
        phase=TurnOver(event.seat),
    )


# borrowing


def _reveal(decision: Decision) -> None:
    for seat in range(decision.ruleset.players):
        if stations_built(decision.state, seat):
            numbers = route_numbers(borrowed_by(decision.ruleset, decision.state, seat))
            decision.emit(RoutesBorrowed(seat=seat, routes=named(decision.ruleset, tuple(numbers))))


def _revealed(ruleset: Ruleset, state: State, event: RoutesBorrowed) -> State:
    sites = with_borrowed(state.slice(Sites), event.seat, event.routes)
    return replace(state, slices=with_slice(state, sites))


# counting and showing


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    """Every station that was not built scores."""
    settings = ruleset.setting(Stations)
    if not settings.each:
        return [None] * ruleset.players
    unbuilt = [settings.each - count for count in _counts(ruleset, state)]
    return [ScoreLine(reason="stations", points=settings.unbuilt_points * left) for left in unbuilt]


def _worth(ruleset: Ruleset, seen: View, command: BuildStation) -> Worth:
    """One route of another player from this city, for what the station is worth unbuilt."""
    rivals = (seat for seat in seen.seats if seat.seat != command.seat)
    routes = [route for rival in rivals for route in rival.routes]
    here = _routes_at(ruleset)[command.city]
    lent = tuple(route for route in routes if route in here)
    return Worth(points=-ruleset.setting(Stations).unbuilt_points, can_wait=True, lends=lent)


@lru_cache(maxsize=16)
def _routes_at(ruleset: Ruleset) -> Mapping[CityId, frozenset[RouteId]]:
    """The routes that end in each city."""
    return {
        city.id: frozenset(route.id for route in ruleset.routes if city.id in (route.a, route.b))
        for city in ruleset.board.cities
    }


class StationShown(Struct, frozen=True, kw_only=True):
    city: CityId
    seat: SeatId


class StationsShown(Struct, frozen=True, kw_only=True):
    """The stations on the map, how many each player has left, and the routes that count for their tickets."""

    built: tuple[StationShown, ...]
    left: BySeat[int]
    borrowed: BySeat[tuple[RouteId, ...] | None]  # None before the final score


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> Mapping[str, Any]:
    """All stations are open; a choice of routes is shown with the final score."""
    sites, each = state.slice(Sites), ruleset.setting(Stations).each
    return {
        "built": [{"city": station.city, "seat": station.seat} for station in sites.built],
        "left": [each - count for count in _counts(ruleset, state)],
        "borrowed": sites.borrowed,
    }


def _marks(ruleset: Ruleset, shown: StationsShown | None) -> list[Mark]:
    """A house in each city that has a station, and how many each player has left."""
    if not ruleset.setting(Stations).each:
        return []
    stock = StockMark(name="station", sign=Symbol.HOUSE)
    if shown is None:
        return [stock]
    houses = [
        CityMark(name="station", sign=Symbol.HOUSE, city=station.city, seat=station.seat)
        for station in shown.built
    ]
    return [*houses, replace(stock, held=shown.left)]


class StationsStand(Remark, frozen=True, kw_only=True):
    topic: ClassVar[Topic] = Topic.MAP

    seat: SeatId
    cities: tuple[CityId, ...]


class StationsLeft(Remark, frozen=True, kw_only=True):
    topic: ClassVar[Topic] = Topic.SCORE

    seat: SeatId
    count: int
    cards: int  # that the next one costs


class RoutesLent(Remark, frozen=True, kw_only=True):
    """Rivals' routes that count for the seat's tickets."""

    topic: ClassVar[Topic] = Topic.SCORE

    seat: SeatId
    routes: tuple[RouteId, ...]


def _looks(ruleset: Ruleset, shown: StationsShown, viewer: Viewer) -> Iterator[Remark]:
    for seat, borrowed in enumerate(shown.borrowed):
        cities = tuple(station.city for station in shown.built if station.seat == seat)
        if cities:
            yield StationsStand(seat=seat, cities=cities)
        if ruleset.setting(Stations).each:
            left = shown.left[seat]
            yield StationsLeft(seat=seat, count=left, cards=ruleset.setting(Stations).each - left + 1)
        if borrowed:
            yield RoutesLent(seat=seat, routes=borrowed)


# words

ENGLISH = """
rule-stations = Stations: one in a city lets your tickets use one route of somebody else.
rule-stations-more =
    Everybody has { $each }. The first costs 1 card, the second 2 and the third 3 of one colour; points at
    the end for each that is left: { $unbuilt_points }.
event-station_built = { $who } builds a station in { $city } with { $cards }.
    .me = You build a station in { $city } with { $cards }.
event-routes_borrowed = { $who } uses { $routes }.
    .me = You use { $routes }.
group-build_station = Build a station
say-build_station = build a station in
reason-stations = Unbuilt stations
tie-stations_built = the number of stations built, fewer being better
refused-city_has_station = There is a station already.
    .detail = There is a station in { $city } already.
refused-no_station_left = You have no station left.
    .detail = { $each ->
        [0] There are no stations in this game.
       *[other] You have no station left.
    }
mark-station = Stations left
    .at = stations in { $places }
look-stations_stand = { $seat } has stations in { $cities }.
    .me = You have stations in { $cities }.
look-stations_left = { $seat } has { $count ->
        [one] { $count } station left.
       *[other] { $count } stations left.
    }
    .me = You have { $count ->
        [0] no station left.
        [one] { $count } station left; it costs { $cards ->
            [one] { $cards } card.
           *[other] { $cards } cards of one colour.
        }
       *[other] { $count } stations left; the next one costs { $cards ->
            [one] { $cards } card.
           *[other] { $cards } cards of one colour.
        }
    }
look-routes_lent = { $seat } uses { $routes }.
    .me = You use { $routes }.
"""

FRENCH = """
rule-stations = Gares : une gare dans une ville prête à vos destinations une route de quelqu'un d'autre.
rule-stations-more =
    Chacun en a { $each }. La première coûte 1 carte, la deuxième 2 et la troisième 3 d'une même couleur ;
    points à la fin pour chacune qui reste : { $unbuilt_points }.
event-station_built = { $who } construit une gare { A($city) } avec { $cards }.
    .me = Vous construisez une gare { A($city) } avec { $cards }.
event-routes_borrowed = { $who } emprunte { $routes }.
    .me = Vous empruntez { $routes }.
group-build_station = Construire une gare
say-build_station = construire une gare à
reason-stations = Gares non construites
tie-stations_built = le nombre de gares construites, le plus petit l'emportant
refused-city_has_station = Il y a déjà une gare ici.
    .detail = Il y a déjà une gare { A($city) }.
refused-no_station_left = Vous n'avez plus de gare.
    .detail = { $each ->
        [0] Il n'y a pas de gares dans cette partie.
       *[other] Vous n'avez plus de gare.
    }
mark-station = Gares à bâtir
    .at = gares : { $places }
look-stations_stand = { $seat } a des gares ici : { $cities }.
    .me = Vous avez des gares ici : { $cities }.
look-stations_left = Il reste { $count ->
        [one] { $count } gare
       *[other] { $count } gares
    } à { $seat }.
    .me = { $count ->
        [0] Il ne vous reste aucune gare.
        [one] Il vous reste { $count } gare ; elle coûte { $cards ->
            [one] { $cards } carte.
           *[other] { $cards } cartes d'une même couleur.
        }
       *[other] Il vous reste { $count } gares ; la prochaine coûte { $cards ->
            [one] { $cards } carte.
           *[other] { $cards } cartes d'une même couleur.
        }
    }
look-routes_lent = { $seat } emprunte { $routes }.
    .me = Vous empruntez { $routes }.
"""

HEARD = {
    "build": Word(means=(BuildStation,)),
    "lay": Word(may_mean=(BuildStation,)),
    "station": Word(
        is_noun=True,
        means=(BuildStation,),
        said={"en": ("station", "stations"), "fr": ("gare", "gares")},
    ),
}


stations = RuleModule(
    name="stations",
    settings=Stations,
    codes=StationCode,
    words={"en": ENGLISH, "fr": FRENCH},
    heard=HEARD,
    compile=lambda draft: draft.lend(borrowed_by),
    slice=_sites,
    commands={BuildStation: Action(_build, (PlayingTurn,))},
    events={StationBuilt: _built, RoutesBorrowed: _revealed},
    offers={PlayingTurn: _offers},
    reveals=_reveal,
    score=_score,
    measures={"stations_built": _counts},
    view=_view,
    worth={BuildStation: _worth},
    shows=StationsShown,
    marks=_marks,
    looks=_looks,
)


# station choice


class StationChoiceCode(RefusalCode):
    BORROWING_NOT_ACCEPTED = "borrowing_not_accepted"


class ChooseBorrowedRoutes(SeatCommand, frozen=True, kw_only=True):
    """At most one route for each station; an empty choice leaves it to the final score to find the best."""

    routes: tuple[RouteId, ...]


class BorrowingAsked(Event, frozen=True, kw_only=True):
    """These owners of stations choose at the same time."""

    quiet: ClassVar[bool] = True

    seats: Public[tuple[SeatId, ...]]


class BorrowedRoutesChosen(Event, frozen=True, kw_only=True):
    quiet: ClassVar[bool] = True

    seat: Public[SeatId]
    routes: Private[tuple[RouteId, ...]]


class ChoosingBorrowedRoutes(SeatsPhase, frozen=True):
    """No more turns; owners of stations choose the routes that they use."""

    reason: str = ""  # why the game ended


def _ask(decision: Decision) -> bool:
    """Only owners of stations at a rival's route have a choice."""
    ruleset, state = decision.ruleset, decision.state
    undecided = [seat for seat, choice in enumerate(state.slice(Sites).chosen) if choice is None]
    choosers = tuple(seat for seat in undecided if any(lent(ruleset, state, seat)))
    if choosers:
        decision.emit(BorrowingAsked(seats=choosers))
    return bool(choosers)


def _asked(ruleset: Ruleset, state: State, event: BorrowingAsked) -> State:
    return replace(state, phase=ChoosingBorrowedRoutes(event.seats, state.phase_as(Ended).reason))


def _choice_offers(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    listed = choices(lent(ruleset, state, seat))
    return [ChooseBorrowedRoutes(seat=seat, routes=named(ruleset, choice)) for choice in listed]


def _choose(decision: Decision, command: ChooseBorrowedRoutes) -> None:
    ruleset = decision.ruleset
    choice = tuple(sorted(ruleset.route_index.get(route, -1) for route in command.routes))
    if choice not in choices(lent(ruleset, decision.state, command.seat)):
        raise RuleViolation(StationChoiceCode.BORROWING_NOT_ACCEPTED, routes=list(command.routes))
    decision.emit(BorrowedRoutesChosen(seat=command.seat, routes=named(ruleset, choice)))


def _chosen(ruleset: Ruleset, state: State, event: BorrowedRoutesChosen) -> State:
    before = state.phase_as(ChoosingBorrowedRoutes)
    sites = with_chosen(state.slice(Sites), event.seat, known(event.routes))
    left = tuple(seat for seat in before.seats if seat != event.seat)
    phase = ChoosingBorrowedRoutes(left, before.reason) if left else Ended(before.reason)
    return replace(state, phase=phase, slices=with_slice(state, sites))


def _choice_worth(ruleset: Ruleset, seen: View, command: ChooseBorrowedRoutes) -> Worth:
    """An empty choice is best: then the final score finds the best routes."""
    return Worth(points=-len(command.routes), is_free=True)


CHOICE_ENGLISH = """
phase-choosing_borrowed_routes = Your stations
doing-choosing_borrowed_routes = the routes for the stations
group-choose_borrowed_routes = Choose the routes that your stations use
say-choose_borrowed_routes = borrow
refused-borrowing_not_accepted = Choose at most one route for each station, from its city.
"""

CHOICE_FRENCH = """
phase-choosing_borrowed_routes = Vos gares
doing-choosing_borrowed_routes = les routes des gares
group-choose_borrowed_routes = Choisir les routes empruntées par vos gares
say-choose_borrowed_routes = emprunter
refused-borrowing_not_accepted = Choisissez au plus une route par gare, au départ de sa ville.
"""

CHOICE_HEARD = {
    "borrow": Word(
        means=(ChooseBorrowedRoutes,),
        said={"en": ("borrow", "use"), "fr": ("emprunte", "emprunter", "utilise", "utiliser")},
    ),
    "pick": Word(may_mean=(ChooseBorrowedRoutes,)),
    "route": Word(may_mean=(ChooseBorrowedRoutes,)),
}


station_choice = RuleModule(
    name="station_choice",
    settings=StationChoice,
    codes=StationChoiceCode,
    words={"en": CHOICE_ENGLISH, "fr": CHOICE_FRENCH},
    heard=CHOICE_HEARD,
    commands={ChooseBorrowedRoutes: Action(_choose, (ChoosingBorrowedRoutes,))},
    events={BorrowingAsked: _asked, BorrowedRoutesChosen: _chosen},
    offers={ChoosingBorrowedRoutes: _choice_offers},
    settle={Ended: _ask},
    worth={ChooseBorrowedRoutes: _choice_worth},
    guesses={BorrowedRoutesChosen: lambda ruleset, state, event: replace(event, routes=())},
)
