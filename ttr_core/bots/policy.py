"""The contract of a bot: from its view, the legal commands and dice of its own it chooses one command.

The dice are a small reproducible source of chance for bots; games never use them.
"""

from collections.abc import Callable, Sequence

from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import View
from ttr_core.model.commands import Command

_MASK = (1 << 64) - 1


class Dice:
    """SplitMix64: one 64-bit number after another from a seed."""

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


See = Callable[[], View]  # the seat's own view, built only if the bot asks for it

Policy = Callable[[Ruleset, See, Sequence[Command], Dice], Command]
