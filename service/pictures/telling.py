"""The picture in words: the same facts, for those who cannot see it."""

from collections.abc import Iterable

from service.pictures.scene import Player, Scene
from ttr_core import Ruleset
from ttr_core.words import RouteId, TicketId

MOST = 12_000  # characters; screen readers are patient, chat rooms are not


def title_of(ruleset: Ruleset, scene: Scene) -> str:
    name = ruleset.board.title.en
    if not scene.players:
        return f"Board: {name}"
    return f"{name}: {_listed(f'{player.name} {player.points}' for player in scene.players)}"


def description_of(ruleset: Ruleset, scene: Scene) -> str:
    names = {str(city.id): city.name for city in ruleset.board.cities}
    told = [f"{len(ruleset.board.cities)} cities and {len(ruleset.routes)} routes."]
    told += [_player(ruleset, scene, player, names) for player in scene.players]
    waiting = [player.name for player in scene.players if player.playing]
    if waiting:
        told.append(f"The game waits for {_listed(waiting)}.")
    told += [
        f"{count} cards of {festival} lie at {names[city]}."
        for city, (festival, count) in scene.festivals.items()
        if count
    ]
    new = [_route(ruleset, route, names) for route in scene.owners if route in scene.new_routes]
    new += [f"station in {names[city]}" for city in scene.stations if city in scene.new_stations]
    if new:
        told.append(f"New: {_listed(new)}.")
    if scene.tickets:
        told.append(f"Tickets: {_listed(ticket_words(ruleset, ticket) for ticket in scene.tickets)}.")
    return " ".join(told)[:MOST]


def _player(ruleset: Ruleset, scene: Scene, player: Player, names: dict[str, str]) -> str:
    routes = [_route(ruleset, route, names) for route in player.routes]
    stations = [names[city] for city, seat in scene.stations.items() if seat == player.seat]
    told = (
        f"{player.name} ({player.colour}): {player.points} points, {player.trains} trains left, "
        f"{player.cards} cards, {player.tickets} tickets, "
        f"{len(routes)} routes{': ' + _listed(routes) if routes else ''}"
    )
    return told + (f"; stations in {_listed(stations)}." if stations else ".")


def _route(ruleset: Ruleset, route: RouteId, names: dict[str, str]) -> str:
    found = ruleset.routes[ruleset.route_index[route]]
    return f"{names[found.a]}–{names[found.b]}"


def ticket_words(ruleset: Ruleset, ticket: TicketId) -> str:
    """`Paris–Wien (8)`; a ticket to several places names them all."""
    places = {str(city.id): city.name for city in ruleset.board.cities}
    places |= {str(zone.id): zone.name for zone in ruleset.board.zones}
    found = ruleset.tickets[ticket]
    goals = " / ".join(f"{places[to]} ({points})" for to, points in found.goals)
    return f"{places[found.a]}–{goals}"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)
