"""Random: any legal command, each as likely as the others."""

from collections.abc import Sequence

from ttr_core.bots.policy import Dice, See
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import Command


def choose_random(ruleset: Ruleset, see: See, legal: Sequence[Command], dice: Dice) -> Command:
    return legal[dice.below(len(legal))]
