"""A ruleset: a board, its numbers and its rule modules, compiled for one number of players."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from ttr_core.boards.board import Board, BoardFile, Document, Route, Ticket, content_hash, to_board
from ttr_core.engine.draft import Draft, Points, StandIns
from ttr_core.engine.hooks import (
    Action,
    Applier,
    LastResort,
    MadeForRuleset,
    Offer,
    Payment,
    Perform,
    Reaction,
    RuleModule,
    Settings,
    Settle,
    SettleHook,
    WhileOpen,
)
from ttr_core.engine.longest_trail import longest_trail
from ttr_core.engine.payments import Prices, StandIn
from ttr_core.model.commands import Command, RouteCommand
from ttr_core.model.events import Draw, Event, Shuffle
from ttr_core.model.ids import LOCOMOTIVE, Card, CityId, PlaceId, SeatId, TicketId
from ttr_core.model.kinds import Thing
from ttr_core.model.message import lays_open
from ttr_core.model.phases import Phase
from ttr_core.model.state import (
    Counts,
    Part,
    RouteSet,
    Slice,
    State,
    TableSlice,
    new_state,
    route_numbers,
    route_set,
)
from ttr_core.model.violations import BoardDefect

if TYPE_CHECKING:
    from ttr_core.engine.engine import Decision

RULES_VERSIONS = ("1", "2")  # oldest first; games of all of them can be played to their end
RULES_VERSION = RULES_VERSIONS[-1]  # raised when a change of the rules changes the events of any command

NO_FILE = BoardFile()

OUT_OF_DECKS = (Draw, Shuffle)  # events whose effect the state of the decks shows

S = TypeVar("S", bound=Settings)
T = TypeVar("T")


class PhaseRules(msgspec.Struct, frozen=True):
    """What rules do in one phase, in order."""

    performs: Mapping[type[Command], Perform]  # the commands that it takes
    trusted: Mapping[type[Command], Perform]  # the same, for commands that are known to be legal
    offers: tuple[Offer, ...]
    last_resorts: tuple[Offer, ...]
    settles: tuple[Settle, ...]  # once a command is carried out


class _ByPhase(dict[type[Phase], PhaseRules]):
    """Compiled when a phase is met for the first time: any rule may have phases of its own."""

    def __init__(self, ruleset: "Ruleset") -> None:
        super().__init__()
        self._ruleset = ruleset

    def __missing__(self, phase: type[Phase]) -> PhaseRules:
        modules, actions = self._ruleset.modules, self._ruleset.actions
        offers = [m.offers[phase] for m in modules if phase in m.offers]
        fitting = {kind: action for kind, action in actions.items() if action.fits(phase)}
        self[phase] = rules = PhaseRules(
            {kind: action.perform for kind, action in fitting.items()},
            {kind: action.trusted or action.perform for kind, action in fitting.items()},
            self._compiled(offer for offer in offers if not isinstance(offer, LastResort)),
            tuple(offer.offer for offer in offers if isinstance(offer, LastResort)),
            tuple(self._settles(phase)),
        )
        return rules

    def _settles(self, phase: type[Phase]) -> Iterator[Settle]:
        modules = self._ruleset.modules
        hooks: tuple[SettleHook, ...] = _present(m.settle.get(phase) or m.settle.get(Phase) for m in modules)
        for matter, group in groupby(hooks, key=_matter):
            if matter:
                yield _while_open(*matter, [hook.settle for hook in group if isinstance(hook, WhileOpen)])
            else:
                yield from self._compiled([hook for hook in group if not isinstance(hook, WhileOpen)])

    def _compiled(self, hooks: Iterable[T | MadeForRuleset[T]]) -> tuple[T, ...]:
        return _present(
            hook.make(self._ruleset) if isinstance(hook, MadeForRuleset) else hook for hook in hooks
        )


class Ruleset:
    """Everything that `decide` and `evolve` look up, compiled once into the shape in which they need it."""

    def __init__(
        self,
        document: Document,
        players: int,
        options: Mapping[str, str],
        registry: Mapping[str, RuleModule],
        rules_version: str = RULES_VERSION,
        file: BoardFile = NO_FILE,
    ) -> None:
        self.document = document  # resolved, and stored with every game: a later map file changes none
        self.board = board = to_board(document)
        self.board_hash = content_hash(document)
        self.players = players
        self.options = dict(options)
        self.rules_version = rules_version
        self.aliases, self.close_ups = file.aliases, file.close_ups  # no part of the document
        self.modules = _modules(board, registry)
        self._settings: dict[type, Any] = {m.settings: _settings(board, m) for m in self.modules}
        self.kinds = {kind.id: kind for module in self.modules for kind in module.kinds}
        self._things: dict[object, dict[str, Thing]] = {
            kind.id: {thing.id: thing for thing in kind.things(self._settings[module.settings])}
            for module in self.modules
            for kind in module.kinds
        }
        draft = self._draft()
        self._compile_cards(draft)
        self._compile_map(draft)
        self._compile_tickets(draft)
        self._compile_hooks(draft)
        self._compile_prices(draft)
        self._table = self._lay_table()
        self.in_order = lru_cache(maxsize=1 << 12)(self._sort)  # the cards in canonical order
        self.counts = lru_cache(maxsize=1 << 12)(self._count)  # how many of each kind are among the cards
        self.trail = lru_cache(maxsize=1 << 12)(self._find_trail)  # length and routes of the longest path

    def setting(self, kind: type[S]) -> S:
        """The numbers of the module whose settings are of this type."""
        settings: S = self._settings[kind]
        return settings

    def things(self, kind: object) -> Mapping[str, Thing]:
        """The named things of a kind that a rule of this board adds, by id; `kind` is the type of their ids."""
        return self._things.get(kind, {})

    def ruled_since(self, version: str) -> bool:
        """Whether a ruling that came with this version holds; a game keeps the rulings that it began with.

        A version that is not known here is a later one: its games can be read, but not played.
        """
        if self.rules_version not in RULES_VERSIONS:
            return True
        return RULES_VERSIONS.index(self.rules_version) >= RULES_VERSIONS.index(version)

    def new_state(self) -> State:
        """The table before the first event."""
        return self._table

    def offered(self, state: State, seat: SeatId) -> list[Command]:
        """What the seat may do in this phase, last resorts not included."""
        commands: list[Command] = []
        for offer in self.phases[type(state.phase)].offers:
            commands += offer(self, state, seat)
        if self.closings:
            closed = {kind for kind in self.closings if self.refusal(state, kind)}
            return [command for command in commands if type(command) not in closed]
        return commands

    def refusal(self, state: State, command: type[Command]) -> str | None:
        """The code with which a rule closes this command for now, if one does."""
        for closing in self.closings.get(command, ()):
            if closing.when(self, state):
                return closing.code
        return None

    def _count(self, cards: tuple[Card, ...]) -> Counts:
        return tuple([cards.count(kind) for kind in self.cards])

    def _sort(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Cards in canonical order; a card that this board does not have comes last."""
        return tuple(sorted(cards, key=lambda card: self.card_index.get(card, len(self.cards))))

    def _find_trail(self, routes: RouteSet) -> tuple[int, tuple[int, ...]]:
        numbers = route_numbers(routes)
        trail = longest_trail([self.edges[number] for number in numbers])
        return trail.length, tuple(numbers[edge] for edge in trail.edges)

    def _draft(self) -> Draft:
        draft = Draft(self.board)
        for module in self.modules:
            if module.compile:
                draft.settings = self._settings[module.settings]
                module.compile(draft)
        return draft

    def _lay_table(self) -> State:
        state = new_state(self.players, self.board.trains, len(self.cards))
        parts = [part for module in self.modules for part in self.slices_of(module)]
        return msgspec.structs.replace(
            state,
            slices={type(part): part for part in parts if isinstance(part, Slice)},
            table={type(part): part for part in parts if isinstance(part, TableSlice)},
        )

    def slices_of(self, module: RuleModule) -> tuple[Part, ...]:
        """The module's parts of the state before the game."""
        parts = module.slice(self) if module.slice else None
        return parts if isinstance(parts, tuple) else _present([parts])

    def _compile_cards(self, draft: Draft) -> None:
        self.colours = self.board.cards.colours
        self.train_kinds = (*self.colours, LOCOMOTIVE)
        self.cards = (*self.train_kinds, *draft.cards)
        self.card_index = {card: index for index, card in enumerate(self.cards)}
        self.train_cards = tuple(c for c in self.colours for _ in range(self.board.cards.each)) + (
            (LOCOMOTIVE,) * self.board.cards.locomotives
        )

    def _compile_map(self, draft: Draft) -> None:
        self.routes = tuple(draft.routes)
        self.route_index = {route.id: number for number, route in enumerate(self.routes)}
        self.city_index: dict[CityId, int] = {city.id: n for n, city in enumerate(self.board.cities)}
        self.edges = tuple((self.city_index[r.a], self.city_index[r.b], r.length) for r in self.routes)
        self.points = tuple(self._route_points(route, draft.point_rules) for route in self.routes)
        more = [feature for module in self.modules for feature in module.train_features]
        self.trains = tuple(route.length + sum(map(route.feature, more)) for route in self.routes)
        self.within = tuple(
            route_set(n for n, taken in enumerate(self.trains) if taken <= trains)
            for trains in range(self.board.trains + 1)
        )
        masks = [(route_set(self.route_index[route] for route in g.routes), g.limit) for g in draft.groups]
        self.groups_of = tuple(
            tuple((mask, limit) for mask, limit in masks if mask >> number & 1)
            for number in range(len(self.routes))
        )

    def _compile_tickets(self, draft: Draft) -> None:
        self.places: dict[PlaceId, tuple[int, ...]] = {
            PlaceId(city): (number,) for city, number in self.city_index.items()
        }
        for zone in self.board.zones:
            self.places[zone.id] = tuple(self.city_index[city] for city in zone.cities)
        self.tickets: dict[TicketId, Ticket] = {ticket.id: ticket for ticket in self.board.tickets}
        self.penalties = {ticket.id: ticket.penalty for ticket in self.board.tickets}
        self.goals = {
            ticket.id: (
                self.places[ticket.a],
                tuple((self.places[to], points) for to, points in ticket.goals),
            )
            for ticket in self.board.tickets
        }
        self.decks = draft.decks
        self.deck_of = {ticket: name for name, tickets in self.decks.items() for ticket in tickets}

    def _compile_hooks(self, draft: Draft) -> None:
        modules = self.modules
        self.actions: dict[type[Command], Action] = {k: v for m in modules for k, v in m.commands.items()}
        kinds = dict.fromkeys(kind for module in modules for kind in module.events)
        self.appliers: dict[type[Event], Applier] = {
            kind: _counted(applier) if lays_open(kind) and not issubclass(kind, OUT_OF_DECKS) else applier
            for kind in kinds
            for applier in [_in_turn(_present(module.events.get(kind) for module in modules))]
        }
        self.phases = _ByPhase(self)
        self.on_event: dict[type[Event], tuple[Applier, tuple[Reaction, ...]]] = {
            kind: (applier, _present(m.reacts.get(kind) for m in modules))
            for kind, applier in self.appliers.items()
        }
        self.setups = _present(m.setup for m in modules)
        self.closings = draft.closings
        self.lenders = tuple(draft.lenders)
        self.claims = _present(m.claims for m in modules)
        self.turned_up = _present(m.turned_up for m in modules)
        self.scores = _present(m.score for m in modules)
        self.reveals = _present(m.reveals for m in modules)
        self.measures = {name: measure for m in modules for name, measure in m.measures.items()}
        self.views = {m.name: m.view for m in modules if m.view}
        self.worth = {kind: weigh for m in modules for kind, weigh in m.worth.items()}
        self.claims_bring = _present(m.worth.get(RouteCommand) for m in modules)
        self.bonus_worths = _present(m.bonus_worth for m in modules)
        self.guesses = {kind: guess for m in modules for kind, guess in m.guesses.items()}
        self.imagines = _present(m.imagine for m in reversed(modules))
        missing = [name for name in self.board.tie_breaks if name.removeprefix("-") not in self.measures]
        if missing:
            raise BoardDefect(f"{self.board.name}: no rule in use measures the tie-break {missing[0]!r}")

    def _compile_prices(self, draft: Draft) -> None:
        ways = []
        for route in self.routes:
            price: tuple[Payment, ...] = ()
            for rule in draft.price_rules:
                price = rule(self, route, price)
            ways.append(price)
        self.prices = Prices(self.cards, len(self.colours), ways)
        self.stand_ins = tuple(self._stand_in(route, draft.stand_in_rules) for route in self.routes)
        openings = [
            rule.openings(price) if rule else () for rule, price in zip(self.stand_ins, ways, strict=True)
        ]
        self.openings = Prices(self.cards, len(self.colours), openings)  # of payments in steps
        self.in_steps = route_set(number for number, rule in enumerate(self.stand_ins) if rule)

    def _stand_in(self, route: Route, rules: Iterable[StandIns]) -> StandIn | None:
        return next((stand_in for rule in rules if (stand_in := rule(self, route))), None)

    def _route_points(self, route: Route, rules: Iterable[Points]) -> int:
        """What the rules make of the route's worth, one after the other."""
        points = 0
        for rule in rules:
            points = rule(self, route, points)
        return points


def _matter(hook: object) -> tuple[type[TableSlice], TableSlice] | None:
    """What a settle is about, if it is asked only while that is open."""
    return (hook.part, hook.closed) if isinstance(hook, WhileOpen) else None


def _while_open(part: type[TableSlice], closed: TableSlice, settles: Sequence[Settle]) -> Settle:
    def settle(decision: "Decision") -> bool:
        if decision.state.table[part] is closed:
            return False
        for acts in settles:  # noqa: SIM110 - `any` makes each call dearer, also while nothing is open
            if acts(decision):
                return True
        return False

    return settle


def _in_turn(appliers: tuple[Applier, ...]) -> Applier:
    """Applies an event for every rule that has a say in it, one after the other."""
    if len(appliers) == 1:
        return appliers[0]
    *before, second, last = appliers
    if before:
        first = _in_turn(tuple(before))
        return lambda ruleset, state, event: last(
            ruleset, second(ruleset, first(ruleset, state, event), event), event
        )
    return lambda ruleset, state, event: last(ruleset, second(ruleset, state, event), event)


def _counted(apply: Applier) -> Applier:
    """The state after an event that lays something open, counted unless the deck of train cards shows it."""

    def apply_and_count(ruleset: "Ruleset", state: State, event: Event) -> State:
        after = apply(ruleset, state, event)
        if (after.drawn, after.shuffles) != (state.drawn, state.shuffles):
            return after
        return msgspec.structs.replace(after, laid_open=after.laid_open + 1)

    return apply_and_count


def _modules(board: Board, registry: Mapping[str, RuleModule]) -> tuple[RuleModule, ...]:
    """The modules that the board names, in the order of the registry."""
    unknown = sorted(set(board.rules) - set(registry))
    if unknown:
        raise BoardDefect(f"{board.name}: unknown rule {unknown[0]!r}; there are {sorted(registry)}")
    modules = tuple(m for m in registry.values() if m.name in board.rules or m.always)
    understood = {feature for module in modules for feature in module.features}
    for route in board.routes:
        strange = sorted(set(route.features) - understood)
        if strange:
            raise BoardDefect(f"{board.name}: no rule in use understands {strange[0]!r} of route {route.id}")
    return modules


def _settings(board: Board, module: RuleModule) -> Settings:
    try:
        return msgspec.convert(board.rules.get(module.name, {}), module.settings)
    except msgspec.ValidationError as error:
        raise BoardDefect(f"{board.name}: rule {module.name}: {error}") from error


def _present(hooks: Iterable[T | None]) -> tuple[T, ...]:
    return tuple(hook for hook in hooks if hook is not None)
