"""Checks of one resolved board: names, numbers, colours, decks and the contents of the box."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ttr_core.boards.board import Board
from ttr_core.boards.check.defects import Defect, PartialBoard, below, error, goals, misfits, read, warning
from ttr_core.model.ids import GRAY, LOCOMOTIVE


def board_defects(board: PartialBoard) -> Iterator[Defect]:
    yield from misfits(board.document, Board)
    for check in CHECKS:
        yield from check(board)


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
    named += _cities_in_rules(board.at("rules"), "/rules")
    for place, name in named:
        if name not in cities:
            yield error(place, "unknown_city", f"there is no city {name!r}")


def _cities_in_rules(value: object, place: str) -> Iterator[tuple[str, str]]:
    """Everything that rules name under `city` or `cities`, at any depth."""
    if isinstance(value, Mapping):
        inside = [(below(place, key), item) for key, item in value.items()]
    else:
        inside = [(f"{place}/{n}", item) for n, item in enumerate(value if isinstance(value, list) else ())]
    for where, item in inside:
        if isinstance(item, str) and _names_a_city(where):
            yield where, item
        yield from _cities_in_rules(item, where)


def _names_a_city(place: str) -> bool:
    """Whether a word at this place is a city: `city`, or an item of `cities`."""
    above, _, key = place.rpartition("/")
    return key == "city" or (key.isdecimal() and above.endswith("/cities"))


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
    table, trains = board.at("rules", "routes", "points"), board.at("trains")
    if not isinstance(table, Mapping):
        yield error("/rules/routes/points", "missing_points", "there is no table of points by length")
        return
    for n, route in board.routes:
        place = f"/routes/{n}/length"
        if route.length < 1 or str(route.length) not in table:
            yield error(place, "length_without_points", f"no points for a length of {route.length}")
        if isinstance(trains, int) and route.length > trains:
            yield error(place, "length_above_trains", f"{route.length} spaces, but only {trains} trains")


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


# ------------------------------------------------------------------------------------------- tickets


def _decks(board: PartialBoard) -> Iterator[Defect]:
    filled = {name for _, ticket in board.tickets for name in ticket.sets}
    for deck, sets in board.decks.items():
        for n, name in enumerate(sets):
            if name not in filled:
                place = below("/rules/tickets/decks", deck) + f"/{n}"
                yield warning(place, "empty_set", f"no ticket is of the set {name!r}")


def _deals(board: PartialBoard) -> Iterator[Defect]:
    for moment in ("start", "draw"):
        deal = board.at("rules", "tickets", moment, "deal")
        for deck in deal if isinstance(deal, Mapping) else ():
            if deck not in board.decks:
                place = below(f"/rules/tickets/{moment}/deal", deck)
                yield error(place, "unknown_deck", f"there is no ticket deck {deck!r}")


# ------------------------------------------------------------------------------------------ contents


def _contents(board: PartialBoard) -> Iterator[Defect]:
    contents = board.at("contents")
    for key, stated in contents.items() if isinstance(contents, Mapping) else ():
        name, _, deck = key.partition(".")
        if name not in COUNTS or bool(deck) != (name == "ticket_decks"):
            yield error(below("/contents", key), "unknown_key", f"nothing is counted as {key!r}")
        elif (counted := COUNTS[name](board, deck)) != stated:
            message = f"the contents list says {stated}, the board has {counted}"
            yield error(below("/contents", key), "contents_differ", message)


def _train_cards(board: PartialBoard, _: str) -> int:
    cards = board.cards
    return len(cards.colours) * cards.each + cards.locomotives if cards else 0


def _tickets(board: PartialBoard, deck: str) -> int:
    """The tickets of a deck, or of all."""
    decks = (board.decks.get(deck, ()),) if deck else board.decks.values()
    sets = {name for names in decks for name in names}
    return sum(not sets.isdisjoint(ticket.sets) for _, ticket in board.tickets)


def _festival_cards(board: PartialBoard, _: str) -> int:
    festivals = read(board.at("rules", "festivals", "festivals"), tuple[dict[str, Any], ...]) or ()
    return sum(read(festival.get("cards"), int) or 0 for festival in festivals)


def _size(value: object) -> int:
    return len(value) if isinstance(value, list | tuple | Mapping) else 0


COUNTS: Mapping[str, Callable[[PartialBoard, str], Any]] = {
    "train_cards": _train_cards,
    "locomotives": lambda board, _: board.at("cards", "locomotives"),
    "cards_each": lambda board, _: board.at("cards", "each"),
    "colours": lambda board, _: _size(board.at("cards", "colours")),
    "trains": lambda board, _: board.at("trains"),
    "tickets": _tickets,
    "ticket_decks": _tickets,
    "festival_cards": _festival_cards,
    "ferry_cards": lambda board, _: board.at("rules", "ferry_cards", "cards"),
    "regions": lambda board, _: _size(board.at("rules", "regions", "regions")),
    "zones": lambda board, _: len(board.zones),
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
    _decks,
    _deals,
    _contents,
)
