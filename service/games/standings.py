"""Standings: everybody's running score, by what lies open on the table."""

import msgspec

from service.games.game_cache import Loaded
from ttr_core.model.ids import RouteId, SeatId


class LongestPath(msgspec.Struct, frozen=True):
    length: int
    routes: tuple[RouteId, ...]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One seat, with nothing but what every viewer may know."""

    seat: SeatId
    points: int
    trains: int
    cards: int
    tickets: int
    routes: int
    longest_path: LongestPath


NOTE = "longest_paths"


class PathsNote(msgspec.Struct, frozen=True):
    """The longest paths of all seats, for the routes that were claimed then."""

    claimed: str
    paths: tuple[LongestPath, ...]


def longest_paths(loaded: Loaded) -> PathsNote:
    ruleset, paths = loaded.ruleset, []
    for seat in loaded.state.seats:
        length, path = ruleset.trail(seat.routes)
        paths.append(LongestPath(length, tuple(ruleset.routes[route].id for route in path)))
    return PathsNote(hex(loaded.state.claimed), tuple(paths))


def standings(loaded: Loaded, note: str | None) -> tuple[Standing, ...]:
    """Longest paths come from a worker's note if no route was claimed since; everything else is counted here."""
    paths = msgspec.json.decode(note, type=PathsNote) if note else None
    if paths is None or paths.claimed != hex(loaded.state.claimed):
        paths = longest_paths(loaded)
    return tuple(_standing(loaded, seat, path) for seat, path in enumerate(paths.paths))


def _standing(loaded: Loaded, number: SeatId, path: LongestPath) -> Standing:
    seat = loaded.state.seats[number]
    return Standing(
        seat=number,
        points=seat.points,
        trains=seat.trains,
        cards=sum(seat.hand),
        tickets=len(seat.tickets),
        routes=seat.routes.bit_count(),
        longest_path=path,
    )
