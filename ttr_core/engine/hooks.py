"""The contract between a rule and the engine: what a rule module is, and when each of its hooks runs.

A module is data and functions: its settings, commands, events, phases and slice of the state, and the hooks below.
It remembers nothing outside the state. The hooks are a closed set; a new one needs two rules that use it.

Names     A function with an imperative name decides: `_take(decision, command)` refuses with a `RuleViolation` or
          emits events, and only here may randomness be drawn. A function named by a participle applies:
          `_taken(ruleset, state, event)` returns the next state and never refuses. A function named by a noun
          answers: `_offers`, `_view` and `_score` read the state and return what they are named for.
Order     Modules run in the order of `rules/registry.py`, however the map file lists them. Each command and event
          belongs to one module. `claims` and `turned_up` stop at the first module that returns True, `bars` at
          the first refusal; of all other hooks every one runs. `points`, `costs` and `payments` receive what the
          modules before made of the value.
When      compiling a ruleset     cards, routes, groups, decks, points, costs
          before the first event  slice
          StartGame               setup
          a command               bars, commands; then, if it pays for a route, payments and claims
          emitting an event       events, at once; then reacts, only while deciding
          after the command       settle, until no rule acts
          a card leaves the deck  turned_up
          listing commands        offers, bars; fallbacks if nothing else is legal
          replaying a game        events, and nothing else
          looking and counting    view, borrows, score, measures; reveals, before the final score
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
    """A module's numbers, read from its entry in the map file's `rules`."""


class Payment(msgspec.Struct, frozen=True, gc=False, order=True):
    """Cards that pay for something, in the canonical order of the ruleset's cards."""

    cards: tuple[Card, ...]
    coloured: tuple[Card, ...] = ()  # colours of which a set among the cards stands for one locomotive


class Group(msgspec.Struct, frozen=True, gc=False):
    """Routes of which one player owns at most one, and all players together at most `limit`."""

    routes: tuple[RouteId, ...]
    limit: int


class Action(msgspec.Struct, frozen=True, gc=False):
    """How a command is carried out, and in which phases: if none is named, in all while the game is played."""

    perform: Callable[[Decision, Any], None]  # `Any`: the module knows the type of its command
    phases: tuple[type[Phase], ...] = ()

    def fits(self, phase: type[Phase]) -> bool:
        return phase in self.phases or (not self.phases and phase not in OUTSIDE)


Offer = Callable[["Ruleset", State, SeatId], Iterable[Command]]
Applier = Callable[["Ruleset", State, Any], State]  # `Any`: the module knows the type of its event
Reaction = Callable[["Decision", Any], None]
Settle = Callable[["Decision"], bool]  # True if it emitted anything
Measure = Callable[["Ruleset", State], Sequence[int]]


@dataclass(frozen=True, kw_only=True)
class RuleModule:
    """One rule, or one family of rules that a board has together."""

    name: str
    settings: type[Settings] = Settings
    always: bool = False  # every board has it without naming it
    features: tuple[str, ...] = ()  # the route features that it gives a meaning

    # What the board becomes. `Any` is the module's own type of settings.
    cards: Callable[[Any], tuple[Card, ...]] | None = None  # kinds of cards in a hand besides train cards
    routes: Callable[[Board, Any], tuple[Route, ...]] | None = None  # routes derived from other data
    groups: Callable[[Board, Sequence[Route], Any], tuple[Group, ...]] | None = None
    decks: Callable[[Board, Any], Mapping[DeckName, tuple[TicketId, ...]]] | None = None  # tickets in play
    points: Callable[[Route, Any, int], int] | None = None  # a route's worth, from what it was so far
    slice: Callable[[Ruleset], Slice] | None = None  # the module's part of the state before the game
    costs: (  # the ways to pay for a route, from what they were so far
        Callable[[Ruleset, Route, tuple[Payment, ...]], tuple[Payment, ...]] | None
    ) = None

    # Playing.
    setup: Callable[[Decision], None] | None = None  # shuffles, deals, offers
    commands: Mapping[type[Command], Action] = field(default_factory=dict)
    events: Mapping[type[Event], Applier] = field(default_factory=dict)
    offers: Mapping[type[Phase], Offer] = field(default_factory=dict)
    fallbacks: Mapping[type[Phase], Offer] = field(default_factory=dict)  # only if nothing else is legal
    bars: Callable[[Ruleset, State, type[Command]], str | None] | None = None  # the code of a refusal
    payments: (  # more ways to pay that depend on the whole hand
        Callable[[Ruleset, Route, Counts, tuple[Payment, ...]], tuple[Payment, ...]] | None
    ) = None
    claims: Callable[[Decision, SeatId, Route, Payment], bool] | None = None  # True: takes the claim over
    turned_up: Callable[[Decision, Card], bool] | None = None  # True: it was no train card, and is dealt with
    reacts: Mapping[type[Event], Reaction] = field(default_factory=dict)  # consequences of a fact
    settle: Mapping[type[Phase], Settle] = field(default_factory=dict)  # by phase; `Phase`: in any

    # Looking and counting.
    view: Callable[[Ruleset, State, Viewer], Any] | None = None  # JSON values, a positive list; None: nothing
    borrows: Callable[[Ruleset, State, SeatId], RouteSet] | None = None  # rivals' routes that serve tickets
    score: Callable[[Ruleset, State], Sequence[ScoreLine | None]] | None = None  # one for each seat, or None
    reveals: Callable[[Decision], None] | None = None  # lays open what was hidden
    measures: Mapping[str, Measure] = field(default_factory=dict)  # tie-breaks: one number for each seat
