"""Random: any legal command, each as likely as the others."""

from ttr_core.bots.policy import Situation
from ttr_core.model.commands import Command


def choose_random(situation: Situation) -> Command:
    return situation.legal[situation.dice.below(len(situation.legal))]
