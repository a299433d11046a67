"""Where everybody stands, and the final score."""

from typing import Any

from flask import Blueprint, Response

from service.api.access import Visit, visit_at
from service.context import services
from service.http import answer
from service.problems import Problem
from ttr_core.events import GameScored
from ttr_core.state import route_numbers


def register(blueprint: Blueprint) -> None:
    blueprint.get("/v1/games/<game>/standings")(get_standings)
    blueprint.get("/v1/games/<game>/score")(get_score)


def get_standings(game: str) -> Response:
    """What lies open: points on the track, routes, trains, cards, and the longest path so far."""
    seen = visit_at(game)
    seats = [_standing(seen, number) for number in range(seen.loaded.ruleset.players)]
    headers = {"ETag": seen.etag(), "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    return answer({"game": game, "version": seen.loaded.version, "seats": seats}, headers=headers)


def _standing(seen: Visit, number: int) -> dict[str, Any]:
    ruleset, seat = seen.loaded.ruleset, seen.loaded.state.seats[number]
    length, path = ruleset.trail(seat.routes)
    return {
        "seat": number,
        "points": seat.points,
        "trains": seat.trains,
        "cards": sum(seat.hand),
        "tickets": len(seat.tickets),
        "routes": len(route_numbers(seat.routes)),
        "longest_path": {"length": length, "routes": [ruleset.routes[route].id for route in path]},
    }


def get_score(game: str) -> Response:
    """The final sheet, when the points have been counted."""
    seen = visit_at(game)
    if not seen.loaded.over:
        raise Problem("not_scored_yet", version=seen.loaded.version)
    for _, event in reversed(services().games.shelf.events(game, max(0, seen.loaded.version - 20))):
        if isinstance(event, GameScored):
            return answer({"game": game, "version": seen.loaded.version, "sheet": event.sheet})
    raise LookupError(f"game {game} is over and has no score")
