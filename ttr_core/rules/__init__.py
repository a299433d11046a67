"""The registry of rule modules; its order is the order in which rules have their say."""

from ttr_core.hooks import RuleModule
from ttr_core.rules.clock import clock
from ttr_core.rules.coloured_locomotives import coloured_locomotives
from ttr_core.rules.drafts import drafts
from ttr_core.rules.ferries import ferries
from ttr_core.rules.ferry_cards import ferry_cards
from ttr_core.rules.festivals import festivals
from ttr_core.rules.globetrotter import globetrotter
from ttr_core.rules.lobby import lobby
from ttr_core.rules.longest_path import longest_path
from ttr_core.rules.mandalas import mandalas
from ttr_core.rules.motions import motions
from ttr_core.rules.orders import orders
from ttr_core.rules.outages import outages
from ttr_core.rules.people import people
from ttr_core.rules.polar import polar, polar_exploration
from ttr_core.rules.reckoning import reckoning
from ttr_core.rules.regions import regions
from ttr_core.rules.routes import routes
from ttr_core.rules.station_choice import station_choice
from ttr_core.rules.stations import stations
from ttr_core.rules.substitutes import substitutes
from ttr_core.rules.tickets import tickets
from ttr_core.rules.train_cards import train_cards
from ttr_core.rules.tunnels import tunnels
from ttr_core.rules.turns import turns
from ttr_core.rules.undo import undo
from ttr_core.rules.vacations import vacations
from ttr_core.rules.world_tour import world_tour
from ttr_core.rules.world_tunnels import world_tunnels

_ORDERED = (
    lobby,
    undo,
    motions,
    people,
    orders,
    clock,
    outages,
    vacations,
    train_cards,
    drafts,
    routes,
    ferries,
    ferry_cards,
    polar,
    coloured_locomotives,
    substitutes,
    tunnels,
    world_tunnels,
    tickets,
    stations,
    station_choice,
    longest_path,
    globetrotter,
    mandalas,
    regions,
    festivals,
    world_tour,
    polar_exploration,
    turns,
    reckoning,
)

MODULES: dict[str, RuleModule] = {module.name: module for module in _ORDERED}
