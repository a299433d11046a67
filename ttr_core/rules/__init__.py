"""The registry of rule modules; its order is the order in which rules have their say."""

from ttr_core.hooks import RuleModule
from ttr_core.rules.globetrotter import globetrotter
from ttr_core.rules.lobby import lobby
from ttr_core.rules.longest_path import longest_path
from ttr_core.rules.reckoning import reckoning
from ttr_core.rules.routes import routes
from ttr_core.rules.tickets import tickets
from ttr_core.rules.train_cards import train_cards
from ttr_core.rules.turns import turns

_ORDERED = (lobby, train_cards, routes, tickets, longest_path, globetrotter, turns, reckoning)

MODULES: dict[str, RuleModule] = {module.name: module for module in _ORDERED}
