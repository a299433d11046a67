"""Random: any legal command, each as likely as the others."""

from collections.abc import Sequence

from ttr_core.bots.dice import Dice
from ttr_core.bots.policy import See
from ttr_core.commands import Command
from ttr_core.ruleset import Ruleset


def choose_random(ruleset: Ruleset, see: See, legal: Sequence[Command], dice: Dice) -> Command:
    return legal[dice.below(len(legal))]
