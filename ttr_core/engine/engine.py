"""The engine: decides commands, applies events, replays games and lists legal commands. It knows no rule.

Decide    A command becomes events, or is refused with `RuleViolation` and nothing has changed. In this order: does
          the board know the command, does the phase take it, is it the seat's turn, does a rule close it for now.
          Then the command's own rule decides, and the state settles.
Evolve    One event makes one new state. It never refuses, decides nothing and draws no random number, because the
          event holds every outcome.
Step      `decide` for bots that imagine games: a legal command is taken on trust, and only the state is kept.
Replay    Evolving all events in order. The state after `decide` is always the replay of its events: `decide`
          applies each event the moment it is emitted, by the same functions.
Settle    Once the command is carried out, rules do what the state calls for: fill the market, end a turn, begin the
          last round, end the game. After every change the first rule in order is asked again, until none acts. What
          they do is emitted as events like anything else.
List      `legal_commands` computes what a seat may do from the state and never tries a command: every command
          that it lists will be accepted. `table_candidates` lists what might be asked of the table besides; whether
          the rules accept it, only deciding it shows.

It never happens that a state changes in place, that the engine catches a violation, reads a clock or a file, or
imports a rule. Rules reach the engine only through `hooks`.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import fields

from ttr_core.engine.hooks import Template
from ttr_core.engine.payments import unknown_route
from ttr_core.engine.randomness import Chance, ImaginedRandomness, Randomness
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.actor import Actor
from ttr_core.model.commands import Command, SeatCommand, TableCommand
from ttr_core.model.events import Event
from ttr_core.model.ids import Card, CityId, RouteId, SeatId
from ttr_core.model.phases import Ended, Scored
from ttr_core.model.state import State
from ttr_core.model.violations import Code, RuleViolation


class Decision:
    """One command being decided: the state as it changes, and the events emitted so far. Nothing of it is kept."""

    __slots__ = ("events", "rng", "ruleset", "state")

    def __init__(self, ruleset: Ruleset, state: State, rng: Randomness) -> None:
        self.ruleset = ruleset
        self.state = state
        self.rng = rng
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Record a fact: apply it to the state at once, then let rules react to it."""
        ruleset = self.ruleset
        apply, reactions = ruleset.on_event[type(event)]
        self.state = apply(ruleset, self.state, event)
        self.events.append(event)
        if reactions:  # most events have none, and a loop over nothing costs more than the question
            for react in reactions:
                react(self, event)


def decide(ruleset: Ruleset, state: State, command: Command, rng: Randomness) -> tuple[Event, ...]:
    """The events that the command leads to; raises `RuleViolation` and changes nothing if it is refused."""
    return advance(ruleset, state, command, rng)[0]


def advance(
    ruleset: Ruleset, state: State, command: Command, rng: Randomness
) -> tuple[tuple[Event, ...], State]:
    """`decide`, with the state after its events, so that callers who append them need not apply them again."""
    kind = type(command)
    perform = ruleset.phases[type(state.phase)].performs.get(kind)
    if perform is None:
        raise _unknown_reference(ruleset, command) or _not_taken(ruleset, state, kind)
    if isinstance(command, SeatCommand) and command.seat not in state.phase.waiting:
        raise _unknown_reference(ruleset, command) or _not_your_turn(ruleset, state, command.seat)
    if kind in ruleset.closings and (refusal := ruleset.refusal(state, kind)):
        raise RuleViolation(refusal)
    decision = Decision(ruleset, state, rng)
    perform(decision, command)
    _settle(decision)
    return tuple(decision.events), decision.state


def step(ruleset: Ruleset, state: State, command: Command, chance: Chance) -> State:
    """The state after a command as `legal_commands` lists it, taken on trust: for bots that imagine whole games.

    It is the state of `advance` under the same chance, without the checks and without a record of the events.
    """
    decision = _Imagined(ruleset, state, ImaginedRandomness(chance))
    ruleset.phases[type(state.phase)].trusted[type(command)](decision, command)
    _settle(decision)
    return decision.state


class _Imagined(Decision):
    """A decision of which only the state matters."""

    __slots__ = ()

    def emit(self, event: Event) -> None:
        ruleset = self.ruleset
        apply, reactions = ruleset.on_event[type(event)]
        self.state = apply(ruleset, self.state, event)
        if reactions:  # most events have none, and a loop over nothing costs more than the question
            for react in reactions:
                react(self, event)


def evolve(ruleset: Ruleset, state: State, event: Event) -> State:
    """The state after one more event. It never refuses: the event holds its outcome."""
    return ruleset.appliers[type(event)](ruleset, state, event)


def replay(ruleset: Ruleset, events: Iterable[Event], state: State | None = None) -> State:
    """The state after all events, from an earlier state or from the beginning."""
    appliers = ruleset.appliers
    current = ruleset.new_state() if state is None else state
    for event in events:
        current = appliers[type(event)](ruleset, current, event)
    return current


def legal_commands(ruleset: Ruleset, state: State, seat: SeatId) -> tuple[Command, ...]:
    """Everything the seat may do now, each payment separately, in canonical order. Only the seat may see it."""
    if seat not in state.phase.waiting:
        return ()
    commands = ruleset.offered(state, seat)
    if not commands:
        last_resorts = ruleset.phases[type(state.phase)].last_resorts
        commands = [command for offer in last_resorts for command in offer(ruleset, state, seat)]
    return tuple(commands)


def table_candidates(ruleset: Ruleset, state: State, actor: Actor) -> Iterator[Command | Template]:
    """What might be asked of the table now; a command that needs no more than a seat is a candidate by itself."""
    seats = range(ruleset.players) if actor.seat is None else (actor.seat,)
    for kind in ruleset.phases[type(state.phase)].performs:
        if issubclass(kind, SeatCommand) or not kind.posted or actor.role not in kind.by:
            continue
        for seat in seats if issubclass(kind, TableCommand) else seats[:1]:
            if candidates := ruleset.actions[kind].candidates:
                yield from candidates(ruleset, state, seat)
            elif {field.name for field in fields(kind) if field.required} <= {"seat"}:
                yield kind(seat=seat) if issubclass(kind, TableCommand) else kind()


def _settle(decision: Decision) -> None:
    """Bring the state to rest: after every change the first rule in order is asked again."""
    phases = decision.ruleset.phases
    while True:
        for settle in phases[type(decision.state.phase)].settles:
            if settle(decision):
                break
        else:
            return


def _unknown_reference(ruleset: Ruleset, command: Command) -> RuleViolation | None:
    """A route, city or card that the board does not have: no later phase or turn makes such a command legal."""
    if type(command) not in ruleset.actions:
        return None
    for field in fields(type(command)):
        name = getattr(command, field.name)
        if field.type is RouteId and name not in ruleset.route_index:
            return unknown_route(ruleset, name)
        if field.type is CityId and name not in ruleset.city_index:
            return RuleViolation(Code.UNKNOWN_CITY, city=name)
        if field.type is Card and name not in ruleset.cards:
            return RuleViolation(Code.UNKNOWN_CARD, card=name, cards=list(ruleset.cards))
    return None


def _not_taken(ruleset: Ruleset, state: State, command: type[Command]) -> RuleViolation:
    if command not in ruleset.actions:
        return RuleViolation(Code.UNKNOWN_COMMAND, board=ruleset.board.name)
    over = isinstance(state.phase, Ended | Scored)
    return RuleViolation(Code.GAME_OVER if over else Code.NOT_NOW, phase=state.phase.name)


def _not_your_turn(ruleset: Ruleset, state: State, seat: SeatId) -> RuleViolation:
    if not 0 <= seat < ruleset.players:
        return RuleViolation(Code.UNKNOWN_SEAT, seat=seat)
    if state.has_chosen_unseen(seat):
        return RuleViolation(Code.ALREADY_CHOSEN, seat=seat)
    return RuleViolation(Code.NOT_YOUR_TURN, seat=seat, waiting_for=list(state.phase.waiting))
