"""Determinization: a whole game that fits all that one seat knows of a game, with the rest dealt by chance.

A seat knows its view and its redacted events. The events are replayed with any outcome of the right size in the place
of what is hidden: that gives the phase, and all that lies open. Then each rule deals anew what the seat cannot see.
"""

from collections.abc import Iterable

from ttr_core.engine.randomness import Chance
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import View
from ttr_core.model.events import Event
from ttr_core.model.message import hidden_fields
from ttr_core.model.state import State


class Knowledge:
    """What one seat knows of a game at one time, from which any number of whole games can be drawn."""

    def __init__(self, ruleset: Ruleset, seen: View, events: Iterable[Event]) -> None:
        self._ruleset, self._seen = ruleset, seen
        self._state = ruleset.new_state()
        for event in events:
            self._learn(event)

    def _learn(self, event: Event) -> None:
        ruleset = self._ruleset
        guess, hidden = ruleset.guesses.get(type(event)), hidden_fields(type(event))
        if guess and any(getattr(event, name) is None for name in hidden):
            whole = guess(ruleset, self._state, event)
            if whole is None:
                return
            event = whole
        self._state = ruleset.appliers[type(event)](ruleset, self._state, event)

    def determinize(self, chance: Chance) -> State:
        """One of the games that the seat may be in."""
        state = self._state
        if not state.shuffles:  # nothing is dealt yet
            return state
        for imagine in self._ruleset.imagines:
            state = imagine(self._ruleset, state, self._seen, chance)
        return state


def determinize(ruleset: Ruleset, seen: View, chance: Chance, events: Iterable[Event]) -> State:
    """A state that fits the view and the redacted events of its viewer, with all that is hidden dealt by chance."""
    return Knowledge(ruleset, seen, events).determinize(chance)
