"""Checks of one resolved board: names, numbers, colours, the settings of its rules and the contents of the box."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ttr_core.boards.board import Board
from ttr_core.boards.check.defects import Defect, PartialBoard, below, error, goals, misfits
from ttr_core.boards.check.settings import Rules, counted, settings_defects
from ttr_core.model.ids import GRAY, LOCOMOTIVE


def board_defects(board: PartialBoard, rules: Rules) -> Iterator[Defect]:
    yield from misfits(board.document, Board)
    for check in CHECKS:
        yield from check(board)
    yield from settings_defects(board, rules)
    yield from _contents(board, rules)


# ---------------------------------------------------------------------------------------------- names


def _duplicates(board: PartialBoard) -> Iterator[Defect]:
    """Cities, zones and routes share their ids, because commands name them; tickets have their own."""
    named = [(f"/cities/{n}/id", str(city.id)) for n, city in board.cities]
    named += [(f"/zones/{n}/id", str(zone.id)) for n, zone in board.zones]
    named += [(f"/routes/{n}/id", str(route.id)) for n, route in board.routes]
    tickets = [(f"/tickets/{n}/id", str(ticket.id)) for n, ticket in board.tickets]
    colours = [
        (f"/cards/colours/{n}", str(c)) for n, c in enumerate(board.cards.colours if board.cards else ())
    ]
    for group in (named, tickets, colours):
        first: dict[str, str] = {}
        for place, name in group:
            if first.setdefault(name, place) != place:
                yield error(place, "duplicate_id", f"{name!r} is also at {first[name]}")


def _unknown_cities(board: PartialBoard) -> Iterator[Defect]:
    cities = {str(city.id) for _, city in board.cities}
    named: list[tuple[str, str]] = []
    for n, route in board.routes:
        named += [(f"/routes/{n}/a", route.a), (f"/routes/{n}/b", route.b)]
    for n, zone in board.zones:
        named += [(f"/zones/{n}/cities/{k}", city) for k, city in enumerate(zone.cities)]
    for place, name in named:
        if name not in cities:
            yield error(place, "unknown_city", f"there is no city {name!r}")


def _unknown_places(board: PartialBoard) -> Iterator[Defect]:
    places = board.places
    for n, ticket in board.tickets:
        for place, name in ((f"/tickets/{n}/a", str(ticket.a)), *goals(n, ticket)):
            if name not in places:
                yield error(place, "unknown_place", f"there is no city or zone {name!r}")


def _to_itself(board: PartialBoard) -> Iterator[Defect]:
    for n, route in board.routes:
        if route.a == route.b:
            yield error(f"/routes/{n}/b", "route_to_itself", f"{route.id} begins and ends in {route.a}")
    for n, ticket in board.tickets:
        for place, name in goals(n, ticket):
            if name == ticket.a:
                yield error(place, "ticket_to_itself", f"{ticket.id} begins and ends in {ticket.a}")


# --------------------------------------------------------------------------------- routes and colours


def _lengths(board: PartialBoard) -> Iterator[Defect]:
    trains = board.at("trains")
    for n, route in board.routes:
        if isinstance(trains, int) and route.length > trains:
            message = f"{route.length} spaces, but only {trains} trains"
            yield error(f"/routes/{n}/length", "length_above_trains", message)


def _features(board: PartialBoard) -> Iterator[Defect]:
    for n, route in board.routes:
        for name, number in route.features.items():
            if number < 0:
                place = below(f"/routes/{n}/features", name)
                yield error(place, "negative_feature", f"expected a number from 0 up, got {number}")


def _colours(board: PartialBoard) -> Iterator[Defect]:
    colours = board.cards.colours if board.cards else ()
    for n, colour in enumerate(colours):
        if colour in {LOCOMOTIVE, GRAY}:
            yield error(f"/cards/colours/{n}", "reserved_colour", f"{colour!r} has a meaning of its own")
    for n, route in board.routes if colours else ():
        for colour in route.colours(colours):
            if colour not in colours:
                yield error(f"/routes/{n}/colour", "unknown_colour", f"there are no {colour!r} cards")


def _labels(board: PartialBoard) -> Iterator[Defect]:
    words: list[str] = [*(board.cards.colours if board.cards else ()), LOCOMOTIVE]
    if any(route.colour == GRAY for _, route in board.routes):
        words.append(GRAY)
    for word in words:
        if board.at("labels", word) is None:
            yield error(below("/labels", word), "missing_label", f"{word!r} has no label")


def _player_colours(board: PartialBoard) -> Iterator[Defect]:
    colours = board.at("player_colours")
    if isinstance(colours, list) and len(colours) < board.players:
        message = f"{len(colours)} colours for {board.players} players"
        yield error("/player_colours", "too_few_player_colours", message)


# ------------------------------------------------------------------------------------------ contents


def _contents(board: PartialBoard, rules: Rules) -> Iterator[Defect]:
    contents = board.at("contents")
    for key, stated in contents.items() if isinstance(contents, Mapping) else ():
        name, _, detail = key.partition(".")
        count = COUNTS[name](board) if name in COUNTS else counted(board, rules, name, detail)
        if count is None or (detail and name in COUNTS):
            yield error(below("/contents", key), "unknown_key", f"nothing is counted as {key!r}")
        elif count != stated:
            message = f"the contents list says {stated}, the board has {count}"
            yield error(below("/contents", key), "contents_differ", message)


def _train_cards(board: PartialBoard) -> int:
    cards = board.cards
    return len(cards.colours) * cards.each + cards.locomotives if cards else 0


def _size(value: object) -> int:
    return len(value) if isinstance(value, list | tuple | Mapping) else 0


COUNTS: Mapping[str, Callable[[PartialBoard], Any]] = {  # rules count what they add
    "train_cards": _train_cards,
    "locomotives": lambda board: board.at("cards", "locomotives") or 0,
    "cards_each": lambda board: board.at("cards", "each") or 0,
    "colours": lambda board: _size(board.at("cards", "colours")),
    "trains": lambda board: board.at("trains") or 0,
    "zones": lambda board: len(board.zones),
}
CHECKS = (
    _duplicates,
    _unknown_cities,
    _unknown_places,
    _to_itself,
    _lengths,
    _features,
    _colours,
    _labels,
    _player_colours,
)
