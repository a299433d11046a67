"""Bots: policies that see what a person in their seat would see, and choose from the legal commands."""

from ttr_core.bots.greedy.greedy_bot import choose_greedy
from ttr_core.bots.planner.planner_bot import choose_planner
from ttr_core.bots.policy import Policy, Situation, situation_of
from ttr_core.bots.random_bot import choose_random
from ttr_core.bots.search.search_bot import choose_search

# from the weakest to the strongest
POLICIES: dict[str, Policy] = {
    "random": choose_random,
    "greedy": choose_greedy,
    "planner": choose_planner,
    "search": choose_search,
}

# raised whenever a policy plays differently: ratings are of one version of a bot
VERSIONS: dict[str, int] = {"random": 1, "greedy": 4, "planner": 5, "search": 9}

# ratings by `ttr ladder` on usa with two players; greedy stands at 1000
ELO: dict[str, int] = {"random": 355, "greedy": 1000, "planner": 1149, "search": 1311}

__all__ = ["ELO", "POLICIES", "VERSIONS", "Policy", "Situation", "situation_of"]
