"""The registry of rules: the engine asks them in this order, and each entry says why it stands where it stands.

It is the only list of rules. A program may register rules of its own before it loads boards that name them: whatever is
derived from the registry (rulesets, the codec, schemas, the description of the API) follows it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from ttr_core.engine.hooks import RuleModule
from ttr_core.model.violations import Code, RefusalCode
from ttr_core.rules.base.final_score import reckoning
from ttr_core.rules.base.globetrotter import globetrotter
from ttr_core.rules.base.lobby import lobby
from ttr_core.rules.base.longest_path import longest_path
from ttr_core.rules.base.routes import routes
from ttr_core.rules.base.stepwise_payment import stepwise_payment
from ttr_core.rules.base.tickets import tickets
from ttr_core.rules.base.train_cards import train_cards
from ttr_core.rules.base.turns import turns
from ttr_core.rules.by_post.clock.clock import clock
from ttr_core.rules.by_post.clock.outages import outages
from ttr_core.rules.by_post.clock.vacations import vacations
from ttr_core.rules.by_post.hints import hints
from ttr_core.rules.by_post.motions import motions
from ttr_core.rules.by_post.people import people
from ttr_core.rules.by_post.standing_orders.orders import orders
from ttr_core.rules.by_post.undo import checkpoints, undo
from ttr_core.rules.variants.bonuses.mandalas import mandalas
from ttr_core.rules.variants.bonuses.world_tour import world_tour
from ttr_core.rules.variants.coloured_locomotives import coloured_locomotives
from ttr_core.rules.variants.drafts import drafts
from ttr_core.rules.variants.ferries import ferries
from ttr_core.rules.variants.ferry_cards import ferry_cards
from ttr_core.rules.variants.festivals import festivals
from ttr_core.rules.variants.mountains import asian_explorer, mountains
from ttr_core.rules.variants.polar import polar, polar_exploration
from ttr_core.rules.variants.regions import regions
from ttr_core.rules.variants.shares import shares
from ttr_core.rules.variants.stations.stations import station_choice, stations
from ttr_core.rules.variants.substitutes import substitutes
from ttr_core.rules.variants.tunnels import tunnels, world_tunnels

# Order matters to these hooks: `settle` asks one rule after the other and starts again after every change; `claims` and
# `turned_up` stop at the first rule that says yes; prices and points of `compile` change what the rules before them
# made; `setup` numbers its shuffles, and the number decides the draw; `reacts` appends to the log one by one; `events`
# of several rules apply one after the other. Legal commands, score lines and views are listed in this order. All other
# neighbours could change places.
_ORDERED = (
    # The table: what people agree on takes effect before the game settles any further.
    lobby,  # any place would do: first, because every game begins with it
    undo,  # before motions: a request that somebody has answered by playing on lapses, and is not carried
    motions,  # before orders: a new holder of a seat is first freed from its consent, then from its orders
    people,  # from here to vacations order decides only how views list them
    orders,  # but after motions, as said there
    clock,
    outages,
    vacations,
    hints,  # any place would do: it changes nothing
    # A turn, as it is listed: cards, routes, tickets, stations.
    train_cards,  # deals first; fills the market before anything else happens
    drafts,  # before tickets: it ends a choice from a draft, which is not the start that tickets would look for
    routes,  # names the prices and points that the rules below change
    # What a route costs and what becomes of a claim.
    ferries,  # drops ways with too few locomotives from the price of routes
    ferry_cards,  # puts another price in the place of the one that routes named
    polar,  # after routes: caps the points that they gave
    coloured_locomotives,  # any place would do: what stands for a card is asked when all prices are there
    substitutes,  # likewise
    stepwise_payment,  # after routes, as they are listed: what can be paid at once, then what can be paid in steps
    tunnels,  # any place here would do: it takes over a claim that is paid for
    world_tunnels,  # likewise; no board uses both
    tickets,  # shuffles after the train cards
    stations,  # after tickets: these are revealed before the routes that they borrow
    station_choice,  # chooses what stations lend
    # Bonuses, in the order of the score sheet.
    longest_path,
    globetrotter,
    mandalas,
    regions,
    festivals,  # after train_cards: hands and market are dealt before its cards are mixed in
    shares,  # any place here would do: it asks for a choice once a route is claimed, as festivals do
    mountains,
    asian_explorer,
    world_tour,
    polar_exploration,
    # The end of everything: only when no other rule has anything left to do.
    turns,  # the next turn begins, or the game ends
    reckoning,  # counts a game that has ended
    checkpoints,  # after all that applies the event with which a choice begins: it keeps the table as they leave it
)


class Registry(Mapping[str, RuleModule]):
    """The rules by name, in order."""

    def __init__(self, modules: Iterable[RuleModule]) -> None:
        self._modules = {module.name: module for module in modules}
        self._followers: list[Callable[[], object]] = []

    def __getitem__(self, name: str) -> RuleModule:
        return self._modules[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def replace(self, modules: Iterable[RuleModule]) -> None:
        self._modules = {module.name: module for module in modules}
        for refresh in self._followers:
            refresh()

    def follow(self, refresh: Callable[[], object]) -> None:
        """Calls `refresh` now and after every change, for those who keep something derived from the list."""
        self._followers.append(refresh)
        refresh()


MODULES = Registry(_ORDERED)
SHIPPED: Mapping[str, RuleModule] = {module.name: module for module in _ORDERED}  # every process has them


def register(module: RuleModule, *, before: str | None = None) -> None:
    """Add a rule, as the last one or before another; raises `ValueError` if something of it has its name already.

    Most rules stand before `turns`: those after it settle no turn, and an undo forgets how they applied its beginning.
    """
    for other in MODULES.values():
        _check_distinct(module, other)
    if before is not None and before not in MODULES:
        raise ValueError(f"there is no rule {before!r}")
    modules = list(MODULES.values())
    place = len(modules) if before is None else list(MODULES).index(before)
    MODULES.replace([*modules[:place], module, *modules[place:]])


def unregister(name: str) -> None:
    """Take a rule out again; games on boards that name it can no longer be loaded."""
    MODULES.replace([module for module in MODULES.values() if module.name != name])


def _check_distinct(module: RuleModule, other: RuleModule) -> None:
    """Rules, messages and codes are known by their names alone; an event of another rule may be applied, too."""
    if module.name == other.name:
        raise ValueError(f"there is a rule {module.name!r} already")
    new_events = [kind for kind in module.events if kind not in other.events]
    for mine, others in ((module.commands, other.commands), (new_events, other.events)):
        taken = {kind.__struct_config__.tag for kind in others}
        for kind in mine:
            if kind.__struct_config__.tag in taken:
                raise ValueError(f"the rule {other.name!r} has a {kind.__struct_config__.tag!r} already")


def refusal_codes() -> tuple[RefusalCode, ...]:
    """Every code with which a command can be refused: the base game's, then those of each rule."""
    own = [code for module in MODULES.values() if module.codes for code in module.codes]
    return (*Code, *own)
