"""What a rule module may do: the closed set of hooks between a rule and the engine.

A module is data plus functions. Those marked "once" run when a ruleset is compiled for a board, an option and a
number of players; all others run in a game. Whatever a hook decides becomes an event through `Decision.emit`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from ttr_core.boards.board import Board, Route
from ttr_core.model.commands import Command
from ttr_core.model.events import Event
from ttr_core.model.ids import Card, DeckName, RouteId, SeatId, TicketId, Viewer
from ttr_core.model.phases import OUTSIDE, Phase
from ttr_core.model.scoresheet import ScoreLine
from ttr_core.model.state import Counts, RouteSet, Slice, State

if TYPE_CHECKING:
    from ttr_core.engine.decision import Decision
    from ttr_core.engine.ruleset import Ruleset


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A module's numbers, as its entry in the map file's `rules` gives them."""


class Payment(msgspec.Struct, frozen=True, gc=False, order=True):
    """Cards that pay for something, in the canonical order of the ruleset's cards."""

    cards: tuple[Card, ...]
    coloured: tuple[Card, ...] = ()  # colours of which a set among the cards stands for one locomotive


class Group(msgspec.Struct, frozen=True, gc=False):
    """Routes of which one player owns at most one, and all players together at most `limit`."""

    routes: tuple[RouteId, ...]
    limit: int


class Action(msgspec.Struct, frozen=True, gc=False):
    """How a command is carried out, and in which phases it may be given: in all of a game's own if none is named."""

    perform: Callable[[Decision, Any], None]  # the command's own type is known to the module
    phases: tuple[type[Phase], ...] = ()

    def fits(self, phase: type[Phase]) -> bool:
        return phase in self.phases or (not self.phases and phase not in OUTSIDE)


Offer = Callable[["Ruleset", State, SeatId], Iterable[Command]]
Applier = Callable[["Ruleset", State, Any], State]  # the event's own type is known to the module
Reaction = Callable[["Decision", Any], None]
Settle = Callable[["Decision"], bool]  # True if it emitted; the key `Phase` means any phase
Measure = Callable[["Ruleset", State], Sequence[int]]


@dataclass(frozen=True, kw_only=True)
class RuleModule:
    """One rule. The order of modules is the order of the registry."""

    name: str
    settings: type[Settings] = Settings
    always: bool = False  # part of every board without being named
    features: tuple[str, ...] = ()  # the route features that it understands

    # once: what the board becomes; `Any` is the module's own type of settings
    cards: Callable[[Any], tuple[Card, ...]] | None = None  # kinds in a hand besides the train cards
    routes: Callable[[Board, Any], tuple[Route, ...]] | None = None  # routes made from other data
    groups: Callable[[Board, Sequence[Route], Any], tuple[Group, ...]] | None = None
    decks: Callable[[Board, Any], Mapping[DeckName, tuple[TicketId, ...]]] | None = None  # tickets in play
    points: Callable[[Route, Any, int], int] | None = None  # what a route is worth; given what it was so far
    slice: Callable[[Ruleset], Slice] | None = None  # its part of the state before the game
    costs: Callable[[Ruleset, Route, tuple[Payment, ...]], tuple[Payment, ...]] | None = None

    # playing
    setup: Callable[[Decision], None] | None = None
    commands: Mapping[type[Command], Action] = field(default_factory=dict)
    events: Mapping[type[Event], Applier] = field(default_factory=dict)
    offers: Mapping[type[Phase], Offer] = field(default_factory=dict)
    fallbacks: Mapping[type[Phase], Offer] = field(default_factory=dict)  # only if nothing else is legal
    bars: Callable[[Ruleset, State, type[Command]], str | None] | None = None  # why an action is closed now
    payments: (  # further ways to pay that depend on the whole hand
        Callable[[Ruleset, Route, Counts, tuple[Payment, ...]], tuple[Payment, ...]] | None
    ) = None
    claims: Callable[[Decision, SeatId, Route, Payment], bool] | None = None  # True: it takes the claim over
    turned_up: Callable[[Decision, Card], bool] | None = None  # True: the deck's card was not a train card
    reacts: Mapping[type[Event], Reaction] = field(default_factory=dict)  # consequences of a fact
    settle: Mapping[type[Phase], Settle] = field(default_factory=dict)  # what the state calls for, by phase

    # showing and counting
    view: Callable[[Ruleset, State, Viewer], Any] | None = None  # JSON values, a positive list; None: nothing
    borrows: Callable[[Ruleset, State, SeatId], RouteSet] | None = None  # rivals' routes for tickets
    score: Callable[[Ruleset, State], Sequence[ScoreLine | None]] | None = None  # one for each seat
    reveals: Callable[[Decision], None] | None = None  # what is laid open before the points are counted
    measures: Mapping[str, Measure] = field(default_factory=dict)  # for tie-breaks, one for each seat
