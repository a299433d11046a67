"""The draft of a ruleset: what a board becomes when its rules have added to it and changed it.

Each rule's hook `compile` runs once for a ruleset, in the order of the registry. It adds cards, routes, groups and
decks at once, and leaves functions for what can be worked out only when all of these are there: points, prices,
cards that stand for one, routes that are lent, and commands that are closed for a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from ttr_core.boards.board import Board, Route
from ttr_core.engine.hooks import Payment
from ttr_core.engine.payments import StandIn
from ttr_core.model.commands import Command
from ttr_core.model.ids import Card, DeckName, RouteId, SeatId, TicketId
from ttr_core.model.state import RouteSet, State

if TYPE_CHECKING:
    from ttr_core.engine.ruleset import Ruleset

Ways = tuple[Payment, ...]  # to pay for a route, in canonical order
Points = Callable[["Ruleset", Route, int], int]  # a route's worth, from what it was so far
Price = Callable[["Ruleset", Route, Ways], Ways]  # the ways to pay for a route, from what they were so far
Lend = Callable[["Ruleset", State, SeatId], RouteSet]  # the rivals' routes that count for the seat's tickets
StandIns = Callable[["Ruleset", Route], StandIn | None]  # on this route, if there are any


class Group(msgspec.Struct, frozen=True, gc=False):
    """Routes of which one player owns at most one, and all players together at most `limit`."""

    routes: tuple[RouteId, ...]
    limit: int


class Closing(NamedTuple):
    """A command that a rule refuses for a while, with the code of its refusal."""

    code: str
    when: Callable[[Ruleset, State], bool]


class Draft:
    """The parts of a ruleset that rules make together. It is gone once the ruleset is compiled."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.settings: Any = None  # of the rule whose `compile` runs; the rule knows their type
        self.cards: list[Card] = []
        self.routes: list[Route] = list(board.routes)
        self.groups: list[Group] = []
        self.decks: dict[DeckName, tuple[TicketId, ...]] = {}
        self.point_rules: list[Points] = []
        self.price_rules: list[Price] = []
        self.stand_in_rules: list[StandIns] = []
        self.lenders: list[Lend] = []
        self.closings: dict[type[Command], tuple[Closing, ...]] = {}

    def add_cards(self, *kinds: Card) -> None:
        """Hands may hold cards of these kinds, beside train cards."""
        self.cards += kinds

    def add_route(self, route: Route) -> None:
        """One more route, made from other data than the board's list."""
        self.routes.append(route)

    def group(self, routes: Iterable[RouteId], limit: int) -> None:
        """A player owns at most one of these routes, and all players together at most `limit`."""
        self.groups.append(Group(tuple(routes), limit))

    def deck(self, name: DeckName, tickets: Iterable[TicketId]) -> None:
        """A deck of tickets that are in play."""
        self.decks[name] = tuple(tickets)

    def points(self, rule: Points) -> None:
        """Set or change what routes are worth; rules run one after the other, from no points."""
        self.point_rules.append(rule)

    def price(self, rule: Price) -> None:
        """Set or change the ways to pay for routes; rules run one after the other, from no way."""
        self.price_rules.append(rule)

    def stand_in(self, rule: StandIns) -> None:
        """Let several cards stand for one on some routes, which may be paid in steps; the first such rule counts."""
        self.stand_in_rules.append(rule)

    def lend(self, rule: Lend) -> None:
        """Let rivals' routes count for a seat's tickets."""
        self.lenders.append(rule)

    def close(self, command: type[Command], code: str, *, when: Callable[[Ruleset, State], bool]) -> None:
        """Refuse a command, which may belong to another rule, with this code for as long as `when` is true."""
        self.closings[command] = (*self.closings.get(command, ()), Closing(code, when))
