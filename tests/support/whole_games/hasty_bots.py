"""Bots in a hurry: policies that think long are given a few playouts, so that whole games stay quick."""

from ttr_core.bots import Policy, Situation
from ttr_core.model.commands import Command

PLAYOUTS = 2  # for one choice


def hasty(policy: Policy, playouts: int = PLAYOUTS) -> Policy:
    def choose(situation: Situation) -> Command:
        situation.budget = playouts
        return policy(situation)

    return choose
