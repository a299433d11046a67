"""Bots: policies that see what a person in their seat would see, and choose from the legal commands."""

from ttr_core.bots.greedy.greedy_bot import choose_greedy
from ttr_core.bots.policy import Policy
from ttr_core.bots.random_bot import choose_random

POLICIES: dict[str, Policy] = {"greedy": choose_greedy, "random": choose_random}

# raised whenever a policy plays differently: ratings are of one version of a bot
VERSIONS: dict[str, int] = {"greedy": 2, "random": 1}

__all__ = ["POLICIES", "VERSIONS", "Policy"]
