"""Stations on the board: who built where, and which of the rivals' routes they lend."""

from functools import partial
from typing import Self

import msgspec
from msgspec.structs import replace

from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import CityId, RouteId, SeatId
from ttr_core.model.state import RouteSet, State, UnseenChoices, put, route_numbers, route_set, with_slice
from ttr_core.rules.variants.stations.borrowed_routes import Choice, best_borrowing


class Station(msgspec.Struct, frozen=True):
    city: CityId
    seat: SeatId


class Sites(UnseenChoices, frozen=True, kw_only=True):
    """The stations in the order of building, and the routes that they lend, by seat."""

    built: tuple[Station, ...] = ()
    chosen: tuple[tuple[RouteId, ...] | None, ...]  # the owner's own choice, hidden until the final score
    borrowed: tuple[tuple[RouteId, ...] | None, ...]  # as the final score has revealed it

    def has_choice(self, seat: SeatId) -> bool:
        return self.chosen[seat] is not None

    def without_choice(self, seat: SeatId) -> Self:
        return replace(self, chosen=put(self.chosen, seat, None))


def borrowed_by(ruleset: Ruleset, state: State, seat: SeatId) -> RouteSet:
    """The routes already revealed, else the owner's choice, else those that bring the owner the most."""
    sites = state.slice(Sites)
    revealed = sites.borrowed[seat]
    chosen = sites.chosen[seat] if revealed is None else revealed
    if chosen or revealed is not None or not stations_built(state, seat):
        return route_set(ruleset.route_index[route] for route in chosen or ())
    me, total = state.seats[seat], None
    if ruleset.ruled_since("2"):  # before, only the points of the tickets themselves decided
        total = partial(_total, ruleset, _others_as_they_stand(ruleset, state, seat), seat)
    return best_borrowing(ruleset, me.routes, lent(ruleset, state, seat), me.tickets, total)


def _others_as_they_stand(ruleset: Ruleset, state: State, seat: SeatId) -> State:
    """Seats are looked at in order: those before this one borrow their best, those after it only what they chose."""
    for other in range(ruleset.players):
        sites = state.slice(Sites)
        if other == seat or sites.borrowed[other] is not None:
            continue
        routes = sites.chosen[other] or ()
        if other < seat:
            routes = named(ruleset, tuple(route_numbers(borrowed_by(ruleset, state, other))))
        state = replace(state, slices=with_slice(state, with_borrowed(sites, other, routes)))
    return state


def _total(ruleset: Ruleset, state: State, seat: SeatId, borrowed: RouteSet) -> int:
    """All points of the seat if it borrows these routes."""
    sites = with_borrowed(state.slice(Sites), seat, named(ruleset, tuple(route_numbers(borrowed))))
    counted = replace(state, slices=with_slice(state, sites))
    lines = [rule(ruleset, counted)[seat] for rule in ruleset.scores]
    return sum(line.points for line in lines if line)


def stations_built(state: State, seat: SeatId) -> int:
    return sum(station.seat == seat for station in state.slice(Sites).built)


def lent(ruleset: Ruleset, state: State, seat: SeatId) -> list[list[int]]:
    """For each of the seat's stations the rivals' routes that end there; a closed track has no owner."""
    numbers = route_numbers(state.claimed & ~state.seats[seat].routes)
    mine = [station.city for station in state.slice(Sites).built if station.seat == seat]
    ends = {number: (ruleset.routes[number].a, ruleset.routes[number].b) for number in numbers}
    return [[number for number in numbers if city in ends[number]] for city in mine]


def named(ruleset: Ruleset, choice: Choice) -> tuple[RouteId, ...]:
    return tuple(ruleset.routes[number].id for number in choice)


def with_chosen(sites: Sites, seat: SeatId, routes: tuple[RouteId, ...]) -> Sites:
    return replace(sites, chosen=(*sites.chosen[:seat], routes, *sites.chosen[seat + 1 :]))


def with_borrowed(sites: Sites, seat: SeatId, routes: tuple[RouteId, ...]) -> Sites:
    return replace(sites, borrowed=(*sites.borrowed[:seat], routes, *sites.borrowed[seat + 1 :]))
