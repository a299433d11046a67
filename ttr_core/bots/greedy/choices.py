"""How good a command is, so that commands of different types can be compared.

Which route the greedy bot claims, and with which cards.

Which cards the greedy bot draws.

When the greedy bot draws tickets, and which ones it keeps.

What the greedy bot makes of the actions that only some boards have, and of those that it does not know.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from itertools import groupby
from math import inf
from operator import attrgetter
from typing import Any, NamedTuple

from ttr_core.bots.greedy.plan import Intent, make_plan
from ttr_core.engine.networks import best_goal, networks
from ttr_core.model.commands import ClaimRoute, Command, DrawCard, DrawTickets, KeepTickets, TakeCard
from ttr_core.model.ids import LOCOMOTIVE, Card, TicketId
from ttr_core.model.state import RouteSet, route_set


class Tier(IntEnum):
    """What comes before what; within a tier small numbers are added."""

    HARMFUL = -100
    IDLE = 0
    FILL = 10  # better than nothing
    COLLECT = 50
    CASH = 60  # points while there is still time
    EXTRA = 80  # points on the way
    TICKETS = 95
    PLAN = 100
    FREE = 200  # costs nothing


class Rated(NamedTuple):
    rating: float
    command: Command


Chooser = Callable[[Intent, Sequence[Any]], Rated]  # each knows the type of its commands, one at least


def best(rated: Iterable[Rated]) -> Rated:
    """The highest rating; of equal ones the first, which keeps the choice reproducible."""
    return max(rated, key=lambda found: found.rating)


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


BLIND = 0.25  # as good as the third but one card for a route
LOCOMOTIVE_WISH = 0.3
NEEDED = 1.5  # a card without which a route cannot be had at all


def take_card(intent: Intent, commands: Sequence[TakeCard]) -> Rated:
    return best(Rated(Tier.COLLECT + _wish(intent, command), command) for command in commands)


def draw_card(intent: Intent, commands: Sequence[DrawCard]) -> Rated:
    return Rated(Tier.COLLECT + BLIND, commands[0])


def take_ferry_card(intent: Intent, commands: Sequence[Command]) -> Rated:
    """Worth a turn when a wanted route has waves that neither ferry cards nor locomotives cover."""
    waves = max((intent.ruleset.routes[route].feature("waves") for route in intent.targets), default=0)
    covered = 2 * intent.hand_of_extras + intent.locomotives
    return Rated(Tier.COLLECT + (NEEDED if waves > covered else 0.0), commands[0])


def _wish(intent: Intent, command: TakeCard) -> float:
    if command.card != LOCOMOTIVE:
        return intent.wishes.get(command.card, 0.0)
    return NEEDED if intent.locomotives_missing else LOCOMOTIVE_WISH


ENOUGH_TRAINS, ENOUGH_TURNS = 10, 5.0  # for another ticket
TRAIN, ROUTE = 0.9, 0.5  # what a train and a turn of the plan are worth elsewhere
WEIGHED = 40  # so many choices are weighed at most; the list begins with those that keep the fewest


def draw_tickets(intent: Intent, commands: Sequence[DrawTickets]) -> Rated:
    ready = intent.trains >= ENOUGH_TRAINS and intent.turns_left >= ENOUGH_TURNS
    return Rated(Tier.TICKETS if ready and not intent.unfinished else Tier.IDLE, commands[0])


def keep_tickets(intent: Intent, commands: Sequence[KeepTickets]) -> Rated:
    return best(Rated(_worth(intent, command.tickets), command) for command in commands[:WEIGHED])


def pick_ticket(intent: Intent, commands: Sequence[Command]) -> Rated:
    """One ticket for certain, judged with those picked before."""
    picked = intent.seen.rules.get("drafts", {}).get("picked", {})
    before = tuple(picked[intent.me.seat] or ()) if picked else ()
    return best(Rated(_worth(intent, (*before, TicketId(getattr(c, "ticket", "")))), c) for c in commands)


def _worth(intent: Intent, tickets: Sequence[TicketId]) -> float:
    """What the tickets bring together with those in hand, less what their trains and turns would bring."""
    beginning = not intent.own
    wanted = dict.fromkeys((*intent.unfinished, *tickets))
    plan = make_plan(intent, wanted, inf if beginning else intent.turns_left)
    failed = sum(intent.ruleset.tickets[ticket].penalty for ticket in wanted if ticket not in plan.tickets)
    return plan.points - failed - TRAIN * plan.trains - ROUTE * len(plan.routes)


STATION_POINTS = 4  # what a station is worth unbuilt
STATION_TURNS = 6.0  # turns left from which borrowing beats waiting for a way of one's own


def take_most(intent: Intent, commands: Sequence[Command]) -> Rated:
    """A gift; of several the one of which most lies there."""
    lying = intent.seen.rules.get("festivals", {}).get("lying", {})
    return best(
        Rated(Tier.FREE + lying.get(getattr(command, "festival", ""), 0), command) for command in commands
    )


def decline(intent: Intent, commands: Sequence[Command]) -> Rated:
    return Rated(Tier.IDLE, commands[0])


def build_station(intent: Intent, commands: Sequence[Command]) -> Rated:
    """Near the end, where a rival's route completes a ticket that has no way of its own."""
    if intent.turns_left > STATION_TURNS:
        return Rated(Tier.IDLE, commands[0])
    gains = {city: _gain(intent, city) for city in dict.fromkeys(getattr(c, "city", "") for c in commands)}
    city = max(gains, key=lambda city: gains[city])
    cheapest = min(
        (command for command in commands if getattr(command, "city", "") == city),
        key=lambda command: price(intent, getattr(command, "cards", ())),
    )
    tier = Tier.CASH if intent.turns_left <= RUSH else Tier.EXTRA
    gain = gains[city] - STATION_POINTS
    return Rated(tier + gain if gain > 0 else Tier.IDLE, cheapest)


def _gain(intent: Intent, city: str) -> int:
    """The swing in points if one route of a rival that ends in the city were one's own."""
    number = intent.ruleset.city_index.get(city)  # type: ignore[call-overload]  # a name that is no city has no gain
    if number is None:
        return 0
    theirs = [r for _, r in intent.links[number] if (intent.claimed & ~intent.own) >> r & 1]
    return max((completed_by(intent, route_set((route,))) for route in theirs), default=0)


def borrow_best(intent: Intent, commands: Sequence[Command]) -> Rated:
    """Who chooses no route has the best ones chosen at the reckoning."""
    return Rated(Tier.FREE, min(commands, key=lambda command: len(getattr(command, "routes", ()))))


def unknown(intent: Intent, commands: Sequence[Command]) -> Rated:
    """The cheapest, then the first; only when nothing better is known."""
    return best(Rated(Tier.FILL - price(intent, getattr(c, "cards", ())), c) for c in commands)
