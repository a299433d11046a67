"""The draft of a ruleset: what a board becomes when its rules have added to it and changed it.

Each rule's hook `compile` runs once for a ruleset, in the order of the registry. It adds cards, routes, groups and
decks at once, and leaves functions for what can be worked out only when all of these are there: points, prices,
payments with the whole hand, and commands that are closed for a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from ttr_core.boards.board import Board, Route
from ttr_core.engine.hooks import Payment
from ttr_core.model.commands import Command
from ttr_core.model.ids import Card, DeckName, RouteId, TicketId
from ttr_core.model.state import Counts, State

if TYPE_CHECKING:
    from ttr_core.engine.ruleset import Ruleset

Ways = tuple[Payment, ...]  # to pay for a route, in canonical order
Points = Callable[["Ruleset", Route, int], int]  # a route's worth, from what it was so far
Trains = Callable[["Ruleset", Route, int], int]  # how many trains a claim takes, from what it was so far
Price = Callable[["Ruleset", Route, Ways], Ways]  # the ways to pay for a route, from what they were so far
WholeHand = Callable[["Ruleset", Route, Counts, Ways], Ways]  # the ways that a hand allows, from those so far


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
        self.train_rules: list[Trains] = []
        self.price_rules: list[Price] = []
        self.hand_rules: list[WholeHand] = []
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

    def trains(self, rule: Trains) -> None:
        """Change how many trains a claim takes; rules run one after the other, from the length of the route."""
        self.train_rules.append(rule)

    def price(self, rule: Price) -> None:
        """Set or change the ways to pay for routes; rules run one after the other, from no way."""
        self.price_rules.append(rule)

    def pay_from_whole_hand(self, rule: WholeHand) -> None:
        """Change the ways to pay by what else the hand holds; this runs whenever payments are listed."""
        self.hand_rules.append(rule)

    def close(self, command: type[Command], code: str, *, when: Callable[[Ruleset, State], bool]) -> None:
        """Refuse a command, which may belong to another rule, with this code for as long as `when` is true."""
        self.closings[command] = (*self.closings.get(command, ()), Closing(code, when))
