"""The contract between a rule and the engine: what a rule module is, and when each of its hooks runs.

A module is data and functions: its settings, commands, events, phases and slice of the state, and the hooks below.
It remembers nothing outside the state. The hooks are a closed set; a new one needs two rules that use it.

Names     A function with an imperative name decides: `_take(decision, command)` refuses with a `RuleViolation` or
          emits events, and only here may randomness be drawn. A function named by a participle applies:
          `_taken(ruleset, state, event)` returns the next state and never refuses. A function named by a noun
          answers: `_offers`, `_view` and `_score` read the state and return what they are named for.
Order     Modules run in the order of `rules/registry.py`, however the map file lists them. Each command belongs to
          one module. An event may be applied by several, each to its own part of the state: one after the other.
          `claims` and `turned_up` stop at the first module that returns True; of all other hooks every one runs.
          What `compile` says of points and prices changes what the modules before made of them.
When      compiling a ruleset     compile, then slice
          StartGame               setup
          a command               commands; then, if it pays for a route, claims
          emitting an event       events, at once; then reacts, only while deciding
          after the command       settle, until no rule acts
          a card leaves the deck  turned_up
          listing commands        offers; last resorts if nothing else is legal
          listing table matters   the candidates of actions
          replaying a game        events, and nothing else
          looking and counting    view, score, measures; reveals, before the final score
          imagining a game        guesses, for events that were redacted; then imagine
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import msgspec

from ttr_core.boards.board import Route
from ttr_core.boards.check.defects import Defect, PartialBoard
from ttr_core.engine.randomness import Chance
from ttr_core.model.commands import Command
from ttr_core.model.events import Event
from ttr_core.model.ids import Card, RouteId, SeatId, TicketId, Viewer
from ttr_core.model.kinds import Kind
from ttr_core.model.marks import Mark
from ttr_core.model.phases import OUTSIDE, Phase
from ttr_core.model.remarks import Remark
from ttr_core.model.scoresheet import ScoreLine
from ttr_core.model.state import Part, RouteSet, State, TableSlice
from ttr_core.model.violations import RefusalCode

if TYPE_CHECKING:
    from ttr_core.engine.draft import Draft
    from ttr_core.engine.engine import Decision
    from ttr_core.engine.ruleset import Ruleset
    from ttr_core.engine.views import View


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A module's numbers, read from its entry in the map file's `rules`."""


class Payment(msgspec.Struct, frozen=True, gc=False, order=True):
    """Cards that pay for something, in the canonical order of the ruleset's cards."""

    cards: tuple[Card, ...]


Perform = Callable[["Decision", Any], None]  # `Any`: the module knows the type of its command


class Range(msgspec.Struct, frozen=True):
    """The values of a free field, its ends included; of a list, how many elements it has."""

    min: int
    max: int


class Template(msgspec.Struct, frozen=True, kw_only=True):
    """A command with fields that its sender fills in."""

    command: Command  # filled in one way; the template is of use if this is legal
    free: Mapping[str, Range]


Candidates = Callable[["Ruleset", State, SeatId], Iterable[Command | Template]]


class Action(msgspec.Struct, frozen=True, gc=False):
    """How a command is carried out, and in which phases: if none is named, in all while the game is played.

    A command about the table that needs more than a seat names its `candidates`, for a seat or, by the host, about it.
    They need not be legal: `perform` decides, so that no condition is written twice. Where its checks take long,
    `trusted` carries out without them a command that is known to be legal.
    """

    perform: Perform
    phases: tuple[type[Phase], ...] = ()
    candidates: Candidates | None = None
    trusted: Perform | None = None

    def fits(self, phase: type[Phase]) -> bool:
        return phase in self.phases or (not self.phases and phase not in OUTSIDE)


Offer = Callable[["Ruleset", State, SeatId], Iterable[Command]]
Applier = Callable[["Ruleset", State, Any], State]  # `Any`: the module knows the type of its event
Reaction = Callable[["Decision", Any], None]
Settle = Callable[["Decision"], bool]  # True if it emitted anything


H = TypeVar("H")


class MadeForRuleset(msgspec.Struct, Generic[H], frozen=True, gc=False):
    """A hook that is made once for a ruleset, with its numbers at hand: for what is asked at every command or list.

    Where the ruleset leaves nothing for it to do it is None, and not asked at all. The draws of a turn, made so, are
    listed in a third of the time.
    """

    make: Callable[[Ruleset], H | None]


class WhileOpen(msgspec.Struct, frozen=True, gc=False):
    """A settle about a matter of the table, asked only while that is open: while its part is not as when `closed`.

    Neighbours about the same matter share the question, which is put after every change, two or three times a command:
    84 ns for undo and motions together, where a question each took 147 ns.
    """

    part: type[TableSlice]
    closed: TableSlice
    settle: Settle


SettleHook = Settle | MadeForRuleset[Settle] | WhileOpen


Measure = Callable[["Ruleset", State], Sequence[int]]
# with the rule's settings, and what follows a dot in the name
Count = Callable[[PartialBoard, Any, str], int]


class Worth(msgspec.Struct, frozen=True, kw_only=True):
    """What a command is worth to the seat that may give it, whatever cards pay for it.

    A rule knows what its commands bring, and a bot what it plans. So a rule names points where it knows them, and
    otherwise what the bot can weigh by its plans: tickets, and routes.
    """

    points: float = 0.0  # at the end, more than without it; or a number that orders the choices of one moment
    is_free: bool = False  # it takes neither a turn nor cards nor trains
    # all commands of its type: worth as much in the last turns, and perhaps not needed then
    can_wait: bool = False
    tickets: tuple[TicketId, ...] = ()  # that the seat comes to hold, or may keep
    brings_nearer: tuple[RouteId, ...] = ()  # routes that cannot be paid for without the like of it
    lends: tuple[RouteId, ...] = ()  # routes of others, of which one may count for the seat's tickets


Guess = Callable[["Ruleset", State, Any], Event | None]  # `Any`: the module knows the type of its event
Imagine = Callable[["Ruleset", State, "View", Chance], State]


Weigh = Callable[["Ruleset", "View", Any], Worth]  # `Any`: the module knows the type of its command


class Standing(NamedTuple):
    """What bonuses depend on, of every seat: as it is, or as a bot expects it to become."""

    networks: Sequence[RouteSet]
    tickets: Sequence[int]  # completed


BonusWorth = Callable[["Ruleset", Standing, SeatId], float]


class Risk(NamedTuple):
    """Cards that are turned over for a claim: each of some kinds costs one more card."""

    turned: int
    costing: tuple[Card, ...]


Risks = Callable[["Ruleset", "Route", tuple[Card, ...]], Risk | None]  # by the cards that are laid


def chance_to_lead(numbers: Sequence[int], seat: SeatId, doubt: int) -> float:
    """That the seat's number, which grows, will be the highest; a lead by the whole doubt is certain."""
    rivals = max(number for other, number in enumerate(numbers) if other != seat)
    return min(max(0.5 + (numbers[seat] - rivals) / (2 * doubt), 0.0), 1.0)


class LastResort(msgspec.Struct, frozen=True, gc=False):
    """An offer for seats to which no other rule offers anything."""

    offer: Offer


class Word(msgspec.Struct, frozen=True, kw_only=True):
    """A verb or a noun by which people name commands: which ones it means, and how each language says it.

    A rule may bring a word of its own, or add meanings to a word that the languages have anyway, such as `take`.
    """

    means: tuple[type[Command], ...] = ()  # by itself
    may_mean: tuple[type[Command], ...] = ()  # beside other words
    is_noun: bool = False
    card: Card | None = None  # a noun that is a kind of cards, too
    said: Mapping[str, tuple[str, ...]] = {}  # by language; accents, capitals and signs do not matter


@dataclass(frozen=True, kw_only=True)
class RuleModule:
    """One rule, or one family of rules that a board has together."""

    name: str
    """Under which map files have it in `rules`, and views what it shows."""

    settings: type[Settings] = Settings
    """The type of its numbers in the map file."""

    always: bool = False
    """Every board has it without naming it."""

    features: Mapping[str, str] = field(default_factory=dict)
    """The route features to which it gives a meaning, and what the number of each says."""

    train_features: tuple[str, ...] = ()
    """Those of its features whose number says how many more trains a claim takes than the route has spaces."""

    codes: type[RefusalCode] | None = None
    """The codes with which it refuses commands, beside those of the base game."""

    kinds: tuple[Kind, ...] = ()
    """The kinds of named things that it adds; a field that names one has the type of their ids."""

    check: Callable[[PartialBoard, Any], Iterable[Defect]] | None = None
    """Defects of its settings, and of the board as far as it needs them, that their types do not show."""

    contents: Mapping[str, Count] = field(default_factory=dict)
    """What the box must contain for it, by name in the map file's `contents`."""

    shows: type[msgspec.Struct] | None = None
    """The type of what its view shows, with fields typed by kind; `marks` and `looks` then get their part as this."""

    marks: Callable[[Ruleset, Any], Iterable[Mark]] | None = None
    """What the picture shows of it, from its part of a view; from None, what an empty board shows."""

    looks: Callable[[Ruleset, Any, Viewer], Iterable[Remark]] | None = None
    """What a look at hand, map and score says of it, from its part of a view; without it, all that the view shows."""

    words: Mapping[str, str] = field(default_factory=dict)
    """What is said of it, by language: Fluent text for its commands, phases, events, score lines and refusals."""

    heard: Mapping[str, Word] = field(default_factory=dict)
    """The verbs and nouns that mean its commands, by name."""

    examples: tuple[Command | Event, ...] = ()
    """Those of its commands and events that random games seldom show, for the description of the API."""

    worth: Mapping[type[Command], Weigh] = field(default_factory=dict)
    """What a bot may know of the value of its commands, from what the seat sees; without it they are a last resort.

    Under `RouteCommand` stand the points that a claim brings beside those of the route.
    """

    bonus_worth: BonusWorth | None = None
    """The bonus that a bot may expect for the standing of a seat, beside what its routes and tickets score."""

    risks: Risks | None = None
    """What a claim that is paid in some way may cost in addition, for those who reckon its chances."""

    guesses: Mapping[type[Event], Guess] = field(default_factory=dict)
    """What its redacted events may have been: any outcome of the right size; None leaves the event out."""

    imagine: Imagine | None = None
    """Deals what a viewer cannot see of its part, after the guesses; rules are asked from the last to the first.

    It goes by who looks, not by what the rule's view shows: that may be too much, and tests look for it with this.
    """

    # What the game is made of.

    compile: Callable[[Draft], None] | None = None
    """Adds to the draft of a ruleset: cards, routes, groups, decks, points, prices, commands that are closed."""

    slice: Callable[[Ruleset], Part | tuple[Part, ...] | None] | None = None
    """The module's own part of the state before the game, or several parts; None if its settings call for none."""

    setup: Callable[[Decision], None] | None = None
    """Shuffles, deals and offers when the game starts."""

    # Playing.

    commands: Mapping[type[Command], Action] = field(default_factory=dict)
    """How each of its commands is carried out or refused, and in which phases."""

    events: Mapping[type[Event], Applier] = field(default_factory=dict)
    """The state after each of its events, and after another rule's event that changes its part of the state."""

    offers: Mapping[type[Phase], Offer | MadeForRuleset[Offer] | LastResort] = field(default_factory=dict)
    """Its legal commands in a phase; a `LastResort` only where no other rule offers any."""

    claims: Callable[[Decision, SeatId, Route, Payment], bool] | None = None
    """Takes a claim over that was just paid for, and then returns True."""

    turned_up: Callable[[Decision, Card], bool] | None = None
    """Deals with a card on top of the deck that is no train card, and then returns True."""

    reacts: Mapping[type[Event], Reaction] = field(default_factory=dict)
    """Consequences of a fact, whether its own or another rule's."""

    settle: Mapping[type[Phase], SettleHook] = field(default_factory=dict)
    """What the state calls for, by phase; `Phase` stands for those that are not named."""

    # Looking and counting.

    view: Callable[[Ruleset, State, Viewer], Any] | None = None
    """What a viewer may see of it: JSON values, a positive list, or None for nothing."""

    reveals: Callable[[Decision], None] | None = None
    """Lays open what was hidden, before the final score."""

    score: Callable[[Ruleset, State], Sequence[ScoreLine | None]] | None = None
    """One line of the score sheet for each seat, or None."""

    measures: Mapping[str, Measure] = field(default_factory=dict)
    """Tie-breaks by name: one number for each seat, more is better."""
