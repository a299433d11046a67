"""Mandalas: tickets whose cities are connected twice, by paths that share no train, pay by their number."""

from ttr_core.engine.hooks import RuleModule, Settings
from ttr_core.engine.networks import best_goal, networks
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import TicketId
from ttr_core.model.scoresheet import Item, ScoreLine
from ttr_core.model.state import RouteSet, Seat, State, route_numbers, route_set


class Mandalas(Settings, frozen=True, kw_only=True):
    points: tuple[int, ...] = (5, 10, 20, 30, 40)  # in total, for one, two ...; the last also for more


def _in_loops(ruleset: Ruleset, routes: RouteSet) -> RouteSet:
    """The routes whose ends are connected without them, too: those on a loop."""
    in_loops = []
    for number in route_numbers(routes):
        a, b, _ = ruleset.edges[number]
        network = networks(ruleset, routes ^ 1 << number)
        if network[a] == network[b]:
            in_loops.append(number)
    return route_set(in_loops)


def _mandalas(ruleset: Ruleset, seat: Seat) -> list[TicketId]:
    """Two cities have two such paths exactly if they are connected by routes that lie on loops."""
    network = networks(ruleset, _in_loops(ruleset, seat.routes))
    return [ticket for ticket in seat.tickets if best_goal(ruleset, network, ticket) is not None]


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    worth = (0, *ruleset.setting(Mandalas).points)
    lines: list[ScoreLine | None] = []
    for seat in state.seats:
        items = tuple(Item(ticket, 1) for ticket in _mandalas(ruleset, seat))
        points = worth[min(len(items), len(worth) - 1)]
        lines.append(ScoreLine(reason="mandalas", points=points, items=items) if items else None)
    return lines


mandalas = RuleModule(
    name="mandalas",
    settings=Mandalas,
    words={
        "en": "rule-mandalas = Mandalas: tickets whose cities you connect twice bring a bonus.\n"
        "rule-mandalas-more =\n"
        "    Two paths of your own routes must join its cities, without a route in common: the ticket lies on a\n"
        "    loop.\n"
        "    Points in total for one such ticket, for two and so on: { $points }.\n"
        "reason-mandalas = Mandalas",
        "fr": "rule-mandalas = Mandalas : une destination reliée par deux chemins rapporte un bonus.\n"
        "rule-mandalas-more =\n"
        "    Deux chemins de vos routes doivent relier ses villes, sans route commune : la destination est sur\n"
        "    une boucle.\n"
        "    Points au total pour une telle destination, pour deux, etc. : { $points }.\n"
        "reason-mandalas = Mandalas",
    },
    score=_score,
)
