"""What a bot is given and what it answers."""

from collections.abc import Callable, Sequence

from ttr_core.bots.dice import Dice
from ttr_core.commands import Command
from ttr_core.ruleset import Ruleset
from ttr_core.view import View

See = Callable[[], View]  # the seat's own view, made only if the bot looks

Policy = Callable[[Ruleset, See, Sequence[Command], Dice], Command]
