"""The moves of a complete record: legal, fairly dealt, by those who may, and counted right.

A seat's command comes from the holder of the seat; a command of the table from the host or the system.
"""

from collections.abc import Sequence

import msgspec

from ttr_core.audit.clock_times import check_clocks
from ttr_core.audit.reasons import check_of, reason_for, reason_for_failure
from ttr_core.audit.reconstruction import Contradiction, Step, retrace
from ttr_core.audit.report import Notebook
from ttr_core.engine.ruleset import Ruleset
from ttr_core.history.chain import Shown, canonical, fields, sealed_fields
from ttr_core.history.codec import EVENTS, RETIRED, BrokenLog, is_current, upcast
from ttr_core.history.record import Record
from ttr_core.model.actor import HOST, SYSTEM, Actor, Role
from ttr_core.model.commands import (
    Command,
    CreateGame,
    SeatCommand,
    StartGame,
    TableCommand,
    TakeSeat,
)
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId
from ttr_core.model.message import type_name
from ttr_core.model.state import NOBODY, State
from ttr_core.rules.by_post.clock.clock import AgreeOnClock
from ttr_core.rules.by_post.clock.terms import Clock
from ttr_core.rules.by_post.people import AbandonGame, TakeOver

OWN = frozenset({Role.SEAT, Role.ORDER})  # named with the seat for which they act


def actor_of(command: Command, state: State) -> Actor:
    """Who gives the command in a game without a server."""
    return possible_actors(command, state)[0]


def possible_actors(command: Command, state: State) -> tuple[Actor, ...]:
    """Everybody who may have given the command in this state."""
    if isinstance(command, SeatCommand):
        return (_holder(state, command.seat),)
    if isinstance(command, TableCommand):
        return tuple(Actor(role, command.seat if role in OWN else None) for role in command.by)
    if isinstance(command, TakeOver):
        return (Actor(Role.SEAT, command.seat),)
    if isinstance(command, TakeSeat):
        return (HOST, Actor(Role.SEAT, command.seat))
    if isinstance(command, StartGame):  # the last one to sit down starts a game that waits for nothing else
        return (HOST, *(Actor(Role.SEAT, seat) for seat in range(len(state.seats))))
    if isinstance(command, AbandonGame):  # the system abandons games for which nobody comes
        return (HOST, SYSTEM)
    return (HOST,) if isinstance(command, CreateGame | AgreeOnClock) else (SYSTEM,)


def _holder(state: State, seat: SeatId) -> Actor:
    if seat in state.slice(Clock).out:
        return Actor(Role.CLOCK, seat)
    if state.seats[seat].kind == NOBODY:
        return SYSTEM
    return Actor(Role.BOT if state.seats[seat].kind.startswith("bot:") else Role.SEAT, seat)


JUDGED = ("moves", "draws", "shuffles", "actors", "score")


def read_events(record: Record, notebook: Notebook) -> list[Event]:
    """The events, up to the first line that holds none."""
    events: list[Event] = []
    for place, line in enumerate(record.events, 1):
        try:
            event = _event(line) if record.header.partial else _complete(_event(line))
        except (msgspec.ValidationError, BrokenLog, TypeError, ValueError) as error:
            notebook.find(place, "form", "not_an_event", f"this is no {line.type[:40]}: {error}")
            break
        events.append(event)
    return events


def _event(line: Shown) -> Event:
    if (line.type not in EVENTS and line.type not in RETIRED) or "type" in line.data:
        raise BrokenLog("there is no such event")
    if not is_current(line.type, line.schema):
        return upcast({"type": line.type, **line.data}, line.schema)
    event = msgspec.convert(line.data, EVENTS[line.type])
    if canonical(fields(event)) != canonical(line.data):
        raise BrokenLog("its fields are not written as they should be")
    return event


def _complete(event: Event) -> Event:
    """Only a viewer's record may leave hidden fields out: null cannot be replayed."""
    missing = [name for name in sealed_fields(type(event)) if getattr(event, name) is None]
    if missing:
        raise BrokenLog(f"a complete record has all fields, but {', '.join(missing)} is null")
    return event


def check_moves(
    record: Record, ruleset: Ruleset, events: Sequence[Event], seed: bytes | None, notebook: Notebook
) -> None:
    for name in JUDGED:
        notebook.look(name, 0)
    version = 1  # the first that is not judged yet
    try:
        for step in retrace(ruleset, events, seed):
            if isinstance(step, Contradiction):
                _note_contradiction(record, events, step, notebook)
                return
            _check_step(ruleset, record.events, step, notebook)
            version += len(step.events)
    except Exception as failure:  # the rules trust their events: false data may fail anywhere in them
        version = min(version, len(events))
        notebook.find(version, *reason_for_failure(events[version - 1], failure))
        _not_judged_after(version, notebook)
        return
    if len(events) < len(record.events):
        _not_judged_after(len(events), notebook)


def _note_contradiction(
    record: Record, events: Sequence[Event], contradiction: Contradiction, notebook: Notebook
) -> None:
    """Where a line holds no event, the events break off; that line has its own finding."""
    _note_unfair(contradiction.unfair, notebook)
    if contradiction.recorded is None and len(events) < len(record.events):
        _not_judged_after(len(events), notebook)
        return
    notebook.find(contradiction.version, *reason_for(contradiction))
    _not_judged_after(contradiction.version, notebook)


def _not_judged_after(version: int, notebook: Notebook) -> None:
    notebook.skip(f"what comes after version {version} was not judged", *JUDGED)


def _check_step(ruleset: Ruleset, lines: Sequence[Shown], step: Step, notebook: Notebook) -> None:
    notebook.look("moves", len(step.events))
    for event in step.events:
        check = check_of(event)
        if check in {"draws", "score"}:
            notebook.look(check)
    notebook.look("shuffles", len(step.judged))
    _note_unfair(step.unfair, notebook)
    named = isinstance(step.command, StartGame) and step.command.first is not None
    if named and step.judged:  # without the seed nobody knows who would have been drawn
        notebook.limit("the host named the first player; it was not drawn")
    own = lines[step.version - 1 : step.version - 1 + len(step.events)]
    _check_actor(own, step, notebook)
    check_clocks(ruleset, own, step, notebook)


def _note_unfair(unfair: Sequence[tuple[int, str]], notebook: Notebook) -> None:
    for version, label in unfair:
        reason = f"the shuffle {label} is not the one that follows from the seed and the entropy"
        notebook.find(version, "shuffles", "shuffle_differs", reason)


def _check_actor(lines: Sequence[Shown], step: Step, notebook: Notebook) -> None:
    """All events of one command happened at one time and by one hand."""
    first, possible = lines[0], [str(actor) for actor in possible_actors(step.command, step.before)]
    notebook.look("actors")
    if first.actor not in possible:
        name = type_name(type(step.command))
        reason = f"{name} by {first.actor[:40]!r}; it may come from {' or '.join(possible[:3])}"
        notebook.find(step.version, "actors", "actor_not_plausible", reason)
    for place, line in enumerate(lines, step.version):
        if (line.actor, line.at) != (first.actor, first.at):
            reason = (
                f"it came from the same command as version {step.version}, but names another time or actor"
            )
            notebook.find(place, "actors", "command_torn_apart", reason)
