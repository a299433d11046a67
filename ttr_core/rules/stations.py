"""Stations: built in a city for one, two, three cards; each lets its owner use one rival's route there for tickets."""

from collections.abc import Mapping
from operator import add, sub
from typing import Any

from msgspec.structs import replace

from ttr_core.audience import Public
from ttr_core.borrowing import best_borrowing
from ttr_core.commands import Command, SeatCommand
from ttr_core.events import Event
from ttr_core.hands import payable, payment_refused
from ttr_core.hooks import Action, Payment, RuleModule, Settings
from ttr_core.payments import plain_payments
from ttr_core.phases import PlayingTurn, TurnOver
from ttr_core.ruleset import Ruleset
from ttr_core.scoresheet import ScoreLine
from ttr_core.sites import Sites, Station, lent, named, stations_built, with_borrowed
from ttr_core.state import RouteSet, State, route_numbers, route_set, with_seat, with_slice
from ttr_core.table import Table
from ttr_core.violations import Code, RuleViolation
from ttr_core.words import Card, CityId, RouteId, SeatId, Viewer


class Stations(Settings, frozen=True, kw_only=True):
    each: int = 3  # for each player; 0: nobody can build any
    unbuilt_points: int = 4


class BuildStation(SeatCommand, frozen=True, kw_only=True):
    city: CityId
    cards: tuple[Card, ...]


class StationBuilt(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    city: Public[CityId]
    cards: Public[tuple[Card, ...]]


class RoutesBorrowed(Event, frozen=True, kw_only=True):
    """The rivals' routes that serve the seat's tickets in the reckoning."""

    seat: Public[SeatId]
    routes: Public[tuple[RouteId, ...]]


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
    """Any city without a station, whoever built there and whether or not a route is claimed."""
    taken = {station.city for station in state.slice(Sites).built}
    free = [city for city in ruleset.city_index if city not in taken]
    ways = _payments(ruleset, state, seat)
    return [BuildStation(seat=seat, city=city, cards=way.cards) for city in free for way in ways]


def _build(table: Table, command: BuildStation) -> None:
    ruleset, state = table.ruleset, table.state
    each = ruleset.setting(Stations).each
    if command.city not in ruleset.city_index:
        raise RuleViolation(Code.UNKNOWN_CITY, city=command.city)
    if any(station.city == command.city for station in state.slice(Sites).built):
        raise RuleViolation(Code.CITY_HAS_STATION, city=command.city)
    if stations_built(state, command.seat) >= each:
        raise RuleViolation(Code.NO_STATION_LEFT, each=each)
    payment = Payment(ruleset.in_order(command.cards))
    if payment not in _payments(ruleset, state, command.seat):
        raise payment_refused(ruleset, state.seats[command.seat].hand, payment, city=command.city)
    table.emit(StationBuilt(seat=command.seat, city=command.city, cards=payment.cards))


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


def _borrows(ruleset: Ruleset, state: State, seat: SeatId) -> RouteSet:
    """What was laid open, else the owner's own choice, else the one that is worth the most."""
    sites = state.slice(Sites)
    laid_open = sites.borrowed[seat]
    chosen = sites.chosen[seat] if laid_open is None else laid_open
    if chosen or laid_open is not None or not stations_built(state, seat):
        return route_set(ruleset.route_index[route] for route in chosen or ())
    me = state.seats[seat]
    return best_borrowing(ruleset, me.routes, lent(ruleset, state, seat), me.tickets)


def _reveal(table: Table) -> None:
    for seat in range(table.ruleset.players):
        if stations_built(table.state, seat):
            numbers = route_numbers(_borrows(table.ruleset, table.state, seat))
            table.emit(RoutesBorrowed(seat=seat, routes=named(table.ruleset, tuple(numbers))))


def _revealed(ruleset: Ruleset, state: State, event: RoutesBorrowed) -> State:
    sites = with_borrowed(state.slice(Sites), event.seat, event.routes)
    return replace(state, slices=with_slice(state, sites))


# counting and showing


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    """Every station that was not built is worth something."""
    settings = ruleset.setting(Stations)
    if not settings.each:
        return [None] * ruleset.players
    unbuilt = [settings.each - count for count in _counts(ruleset, state)]
    return [ScoreLine(reason="stations", points=settings.unbuilt_points * left) for left in unbuilt]


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> Mapping[str, Any]:
    """All stations lie open, a choice of routes only after the reckoning."""
    sites, each = state.slice(Sites), ruleset.setting(Stations).each
    return {
        "built": [{"city": station.city, "seat": station.seat} for station in sites.built],
        "left": [each - count for count in _counts(ruleset, state)],
        "borrowed": sites.borrowed,
    }


stations = RuleModule(
    name="stations",
    settings=Stations,
    slice=_sites,
    commands={BuildStation: Action(_build, (PlayingTurn,))},
    events={StationBuilt: _built, RoutesBorrowed: _revealed},
    offers={PlayingTurn: _offers},
    borrows=_borrows,
    reveals=_reveal,
    score=_score,
    measures={"stations_built": _counts},
    view=_view,
)
