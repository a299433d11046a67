"""Checks of what rules read: the types of their settings, the ids and numbers in them, and their own checks.

No rule is known by name here: ids are recognised by their types.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

import msgspec

from ttr_core.boards.check.defects import Defect, PartialBoard, below, error, misfits, read, warning
from ttr_core.model.ids import LOCOMOTIVE, Card, CityId, DeckName, PlaceId, RouteId, TicketId, TicketSet
from ttr_core.model.kinds import Leaf, leaves


class CheckedRule(Protocol):
    """What the checker needs to know of a rule module."""

    @property
    def name(self) -> str: ...
    @property
    def settings(self) -> type[msgspec.Struct]: ...
    @property
    def always(self) -> bool: ...
    @property
    def features(self) -> Mapping[str, str]: ...
    @property
    def train_features(self) -> tuple[str, ...]: ...
    @property
    def check(self) -> Callable[[PartialBoard, Any], Iterable[Defect]] | None: ...
    @property
    def contents(self) -> Mapping[str, Callable[[PartialBoard, Any, str], int]]: ...


Rules = Mapping[str, CheckedRule]

BOARD_KINDS: Mapping[object, str] = {  # kinds whose things are the board's own or are named in settings
    CityId: "city",
    PlaceId: "place",
    RouteId: "route",
    TicketId: "ticket",
    DeckName: "deck",
    Card: "card",
}


class _Id(NamedTuple):
    """An id in the settings of a rule, with its place."""

    leaf: Leaf
    place: str


def settings_defects(board: PartialBoard, rules: Rules) -> Iterator[Defect]:
    yield from _unknown_rules(board, rules)
    yield from _unknown_features(board, rules)
    for rule, value in _in_use(board, rules):
        yield from misfits(value, rule.settings, below("/rules", rule.name))
    yield from _wrong_leaves(board, rules)
    for rule, value in _in_use(board, rules):
        settings = read(value, rule.settings)
        if settings is not None and rule.check:
            yield from rule.check(board, settings)


def counted(board: PartialBoard, rules: Rules, name: str, detail: str) -> int | None:
    """How many of these a rule counts on this board, none if it is not in use; None if no rule counts them."""
    for rule in rules.values():
        if name in rule.contents:
            settings = read(board.at("rules", rule.name), rule.settings)
            return rule.contents[name](board, settings, detail) if settings is not None else 0
    return None


def ticket_sets(board: PartialBoard, rules: Rules) -> Iterator[tuple[str, str]]:
    """Every set of tickets that a rule names, after its place."""
    for leaf, place in _leaves(board, rules):
        if leaf.kind is TicketSet:
            yield place, str(leaf.value)


def _named(board: PartialBoard) -> Mapping[str, object]:
    named = board.at("rules")
    return named if isinstance(named, Mapping) else {}


def _in_use(board: PartialBoard, rules: Rules) -> Iterator[tuple[CheckedRule, Mapping[str, object]]]:
    for name, value in _named(board).items():
        if name in rules and isinstance(value, Mapping):
            yield rules[name], value


def _unknown_rules(board: PartialBoard, rules: Rules) -> Iterator[Defect]:
    for name in _named(board):
        if name not in rules:
            yield error(below("/rules", name), "unknown_rule", f"there is no rule {name!r}")


def train_features(board: PartialBoard, rules: Rules) -> list[str]:
    """The features that cost more trains than a route has spaces."""
    return [feature for rule in _rules_in_use(board, rules) for feature in rule.train_features]


def _rules_in_use(board: PartialBoard, rules: Rules) -> list[CheckedRule]:
    named = _named(board)
    return [rule for rule in rules.values() if rule.always or rule.name in named]


def _unknown_features(board: PartialBoard, rules: Rules) -> Iterator[Defect]:
    understood = {feature for rule in _rules_in_use(board, rules) for feature in rule.features}
    for n, route in board.routes:
        for feature in sorted(set(route.features) - understood):
            place = below(f"/routes/{n}/features", feature)
            yield error(place, "unknown_feature", f"no rule in use understands {feature!r}")


def _leaves(board: PartialBoard, rules: Rules) -> Iterator[_Id]:
    for rule, value in _in_use(board, rules):
        for leaf in leaves(rule.settings, value):
            place = below("/rules", rule.name)
            for step in leaf.path:
                place = below(place, step)
            yield _Id(leaf, place)


def _wrong_leaves(board: PartialBoard, rules: Rules) -> Iterator[Defect]:
    """Ids of things that do not exist, ids given twice, and negative numbers."""
    known = _board_ids(board)
    ids = tuple(_leaves(board, rules))
    for leaf, place in ids:
        if leaf.is_new:
            if leaf.value in known.setdefault(leaf.kind, set()):
                yield error(place, "duplicate_id", f"{leaf.value!r} is there already")
            known[leaf.kind].add(str(leaf.value))
    for leaf, place in ids:
        if isinstance(leaf.value, int | float) and leaf.value < 0:
            yield error(place, "negative_number", f"expected a number from 0 up, got {leaf.value}")
        elif leaf.kind is TicketSet and leaf.value not in known[TicketSet]:
            yield warning(place, "empty_set", f"no ticket is of the set {leaf.value!r}")
        elif leaf.kind in known and leaf.kind is not TicketSet and leaf.value not in known[leaf.kind]:
            yield _unknown(leaf, place)


def _board_ids(board: PartialBoard) -> dict[object, set[str]]:
    colours = board.cards.colours if board.cards else ()
    return {
        CityId: {str(city.id) for _, city in board.cities},
        PlaceId: set(board.places),
        RouteId: {str(route.id) for _, route in board.routes},
        TicketId: {str(ticket.id) for _, ticket in board.tickets},
        TicketSet: {str(name) for _, ticket in board.tickets for name in ticket.sets},
        DeckName: set(),
        Card: {*map(str, colours), LOCOMOTIVE},
    }


def _unknown(leaf: Leaf, place: str) -> Defect:
    """`FestivalId` is `festival` where a rule has kinds of its own."""
    name = BOARD_KINDS.get(leaf.kind) or str(getattr(leaf.kind, "__name__", "id")).removesuffix("Id").lower()
    return error(place, f"unknown_{name}", f"there is no {name} {leaf.value!r}")
