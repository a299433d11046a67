"""Which route the greedy bot claims, and with which cards."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from ttr_core.bots.intent import Intent
from ttr_core.bots.rating import Rated, Tier, best
from ttr_core.commands import ClaimRoute, Command
from ttr_core.connections import best_goal, networks
from ttr_core.state import RouteSet
from ttr_core.words import LOCOMOTIVE, Card

RUSH = 2.0  # turns left from which only points count
EXTRA_POINTS = 10  # a route that scores so much is worth a turn whatever the plan
RESERVED_CARD, SPARE_CARD, WILD_CARD, GAP = 1.5, 1.0, 3.0, 4.0


def claim_route(intent: Intent, commands: Sequence[ClaimRoute]) -> Rated:
    rated = []
    for route, ways in groupby(commands, key=attrgetter("route")):
        number = intent.ruleset.route_index[route]
        way = min(ways, key=lambda command: _price_of_claim(intent, number, command))
        rated.append(Rated(_rating(intent, number, way), way))
    return best(rated)


def pay(intent: Intent, commands: Sequence[Command]) -> Rated:
    """What has been begun is finished with the cheapest cards."""
    return best(Rated(Tier.PLAN - price(intent, getattr(c, "cards", ())), c) for c in commands)


def lay_set(intent: Intent, commands: Sequence[Command]) -> Rated:
    """Several cards for one: only where nothing else can be paid."""
    return best(Rated(Tier.EXTRA - price(intent, getattr(c, "cards", ())), c) for c in commands)


def withdraw(intent: Intent, commands: Sequence[Command]) -> Rated:
    return Rated(Tier.FILL, commands[0])


def price(intent: Intent, cards: Iterable[Card]) -> float:
    """What it costs to give the cards away."""
    return sum(_price_of_card(intent, card) for card in cards)


def completed_by(intent: Intent, routes: RouteSet) -> int:
    """The swing in points of the tickets that these routes complete."""
    network = networks(intent.ruleset, intent.own | routes)
    tickets = ((ticket, best_goal(intent.ruleset, network, ticket)) for ticket in intent.unfinished)
    return sum(
        points + intent.ruleset.tickets[ticket].penalty for ticket, points in tickets if points is not None
    )


def _price_of_claim(intent: Intent, route: int, way: ClaimRoute) -> float:
    """Spaces that train cards leave open will have to be filled with several cards each."""
    plain = all(card in intent.ruleset.train_kinds for card in way.cards)
    gaps = max(intent.ruleset.edges[route][2] - len(way.cards), 0) if plain else 0
    return price(intent, way.cards) + GAP * gaps


def _price_of_card(intent: Intent, card: Card) -> float:
    if card not in intent.ruleset.colours:
        return WILD_CARD
    return RESERVED_CARD if intent.reserved.get(card, 0) >= intent.hand.get(card, 0) else SPARE_CARD


def _rating(intent: Intent, route: int, way: ClaimRoute) -> float:
    points, length = intent.ruleset.points[route], intent.ruleset.edges[route][2]
    if intent.turns_left <= RUSH:
        return Tier.CASH + points + completed_by(intent, 1 << route)
    if route in intent.plan.routes:
        return Tier.PLAN + length
    if intent.spare_trains < length:
        return Tier.IDLE
    return (Tier.EXTRA if _is_windfall(intent, points, way) else Tier.FILL) + points


def _is_windfall(intent: Intent, points: int, way: ClaimRoute) -> bool:
    """Many points for cards that the plan does not need."""
    if points < EXTRA_POINTS or way.cards.count(LOCOMOTIVE) > 1:
        return False
    if not intent.plan.routes:
        return True
    return bool(way.cards) and not any(intent.reserved.get(card) for card in way.cards)
