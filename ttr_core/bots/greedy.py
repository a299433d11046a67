"""Greedy: connects its tickets by the cheapest ways, collects for them, and takes points where it can."""

from collections.abc import Sequence

from ttr_core.bots.choosers import CHOOSERS, Rated
from ttr_core.bots.dice import Dice
from ttr_core.bots.intent import Intent
from ttr_core.bots.policy import See
from ttr_core.commands import Command
from ttr_core.ruleset import Ruleset


def choose_greedy(ruleset: Ruleset, see: See, legal: Sequence[Command], dice: Dice) -> Command:
    if len(legal) == 1:
        return legal[0]
    intent = Intent(ruleset, see())
    by_type: dict[str, list[Command]] = {}
    for command in legal:
        by_type.setdefault(str(command.__struct_config__.tag), []).append(command)
    rated = [CHOOSERS[name](intent, commands) for name, commands in by_type.items()]
    return max(rated, key=lambda r: r.rating).command
