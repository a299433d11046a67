"""The contract of a bot: in a situation of its seat it chooses one of the legal commands.

A situation holds what a person in the seat could know, and nothing else. What costs time to build is built when a bot
asks for it.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial

from ttr_core.engine.engine import legal_commands
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import View, view
from ttr_core.model.commands import Command
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId
from ttr_core.model.message import redact
from ttr_core.model.state import State

BUDGET = 700  # playouts for one choice: half a second at most, on most boards

_MASK = (1 << 64) - 1


class Dice:
    """SplitMix64, a small reproducible source of chance for bots; games never use it."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _MASK
        return (mixed ^ mixed >> 31) * limit >> 64


class Situation:
    """One seat's side of a game at a moment that asks it to choose."""

    def __init__(
        self,
        ruleset: Ruleset,
        seat: SeatId,
        legal: Sequence[Command],
        dice: Dice,
        *,
        see: Callable[[], View],
        recall: Callable[[], Iterable[Event]],
        budget: int = BUDGET,
    ) -> None:
        self.ruleset, self.seat, self.legal, self.dice = ruleset, seat, legal, dice
        self.budget = budget  # playouts that a bot may use, never seconds: so that the choice can be repeated
        self.best: Command | None = None  # so far: a bot that thinks long sets it as it goes
        self._see, self._recall = see, recall

    @cached_property
    def view(self) -> View:
        """The table as the seat sees it."""
        return self._see()

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """All that happened, as the seat saw it."""
        return tuple(self._recall())


Policy = Callable[[Situation], Command]
# the whole events that led to a state; read only if a bot asks for its own
Record = Callable[[], Iterable[Event]]


def situation_of(
    ruleset: Ruleset,
    state: State,
    seat: SeatId,
    dice: Dice,
    record: Record = tuple,
    budget: int = BUDGET,
) -> Situation:
    """What the seat may know of a game; without a record it remembers nothing of how the game came there."""
    return Situation(
        ruleset,
        seat,
        legal_commands(ruleset, state, seat),
        dice,
        see=partial(view, ruleset, state, seat),
        recall=lambda: (redact(event, seat) for event in record()),
        budget=budget,
    )
