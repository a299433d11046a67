"""The registry of rule modules; its order is the order in which rules have their say."""

from ttr_core.engine.hooks import RuleModule
from ttr_core.rules.base.final_score import reckoning
from ttr_core.rules.base.globetrotter import globetrotter
from ttr_core.rules.base.lobby import lobby
from ttr_core.rules.base.longest_path import longest_path
from ttr_core.rules.base.routes import routes
from ttr_core.rules.base.tickets import tickets
from ttr_core.rules.base.train_cards import train_cards
from ttr_core.rules.base.turns import turns
from ttr_core.rules.by_post.clock.clock import clock
from ttr_core.rules.by_post.clock.outages import outages
from ttr_core.rules.by_post.clock.vacations import vacations
from ttr_core.rules.by_post.motions import motions
from ttr_core.rules.by_post.people import people
from ttr_core.rules.by_post.standing_orders.orders import orders
from ttr_core.rules.by_post.undo import undo
from ttr_core.rules.variants.coloured_locomotives import coloured_locomotives
from ttr_core.rules.variants.drafts import drafts
from ttr_core.rules.variants.ferries import ferries
from ttr_core.rules.variants.ferry_cards import ferry_cards
from ttr_core.rules.variants.festivals import festivals
from ttr_core.rules.variants.mandalas import mandalas
from ttr_core.rules.variants.polar import polar, polar_exploration
from ttr_core.rules.variants.regions import regions
from ttr_core.rules.variants.stations.stations import station_choice, stations
from ttr_core.rules.variants.substitutes import substitutes
from ttr_core.rules.variants.tunnels import tunnels, world_tunnels
from ttr_core.rules.variants.world_tour import world_tour

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
