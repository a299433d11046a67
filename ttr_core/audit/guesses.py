"""Which commands a record's events may have come from: those that name what the events name."""

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from ttr_core.commands import Command
from ttr_core.engine import legal_commands
from ttr_core.events import Event
from ttr_core.ruleset import Ruleset
from ttr_core.state import State

AHEAD = 16  # events that are looked through for the fields of a command


class _Shape(msgspec.Struct, frozen=True):
    required: tuple[str, ...]
    optional: tuple[str, ...]


@cache
def _shape(kind: type[Command]) -> _Shape:
    fields = msgspec.structs.fields(kind)
    required = tuple(field.name for field in fields if field.required)
    return _Shape(required, tuple(field.name for field in fields if not field.required))


def guesses(ruleset: Ruleset, state: State, coming: Sequence[Event]) -> Iterator[Command]:
    """The commands of this phase, made of fields of the coming events; those that take the most fields first."""
    phase = type(state.phase)
    kinds = [kind for kind, action in ruleset.actions.items() if action.fits(phase)]
    for kind in sorted(kinds, key=lambda kind: -len(_shape(kind).required)):
        yield from _made_of(kind, coming)


def _made_of(kind: type[Command], coming: Sequence[Event]) -> Iterator[Command]:
    shape = _shape(kind)
    for event in coming:
        if all(hasattr(event, name) for name in shape.required):
            fields = {name: getattr(event, name) for name in shape.required}
            yield kind(**fields)
            more = {name: getattr(event, name) for name in shape.optional if hasattr(event, name)}
            if more:
                yield kind(**fields, **more)
            return


def all_legal(ruleset: Ruleset, state: State) -> Iterator[Command]:
    """Everything that anybody may do."""
    for seat in state.phase.waiting:
        yield from legal_commands(ruleset, state, seat)
