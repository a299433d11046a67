"""The numbers of the base game, as a board sets them, for a service that explains how it is played."""

from ttr_core.rules.base.globetrotter import Globetrotter
from ttr_core.rules.base.longest_path import LongestPath
from ttr_core.rules.base.routes import Routes
from ttr_core.rules.base.tickets import Tickets
from ttr_core.rules.base.train_cards import TrainCards
from ttr_core.rules.base.turns import Turns

__all__ = ["Globetrotter", "LongestPath", "Routes", "Tickets", "TrainCards", "Turns"]
