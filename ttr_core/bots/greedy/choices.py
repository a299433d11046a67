"""How the greedy bot chooses: for each type of command the best one, rated so that types can be compared.

Commands of variant rules are known by their shape alone: what they pay with, and the city, ticket or festival that they
name. A command of an unknown type is a last resort.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from itertools import groupby
from math import inf
from operator import attrgetter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from ttr_core.bots.greedy.plan import Intent, make_plan
from ttr_core.engine.networks import best_goal, networks
from ttr_core.model.commands import (
    BeginPayment,
    ClaimRoute,
    Command,
    DrawCard,
    DrawTickets,
    KeepTickets,
    TakeCard,
)
from ttr_core.model.ids import LOCOMOTIVE, Card, CityId, DeckName, RouteId, TicketId
from ttr_core.model.state import RouteSet, route_set

C = TypeVar("C")


class Tier(IntEnum):
    """What comes before what; within a tier small numbers are added."""

    IDLE = 0
    FILL = 10  # better than nothing
    COLLECT = 50
    CASH = 60  # points while there is still time
    EXTRA = 80  # points on the way
    TICKETS = 95
    PLAN = 100
    FREE = 200  # costs nothing


class Rated(NamedTuple, Generic[C]):
    rating: float
    command: C


Chooser = Callable[[Intent, Sequence[Any]], Rated[Any]]  # each knows the type of its commands, one at least


@runtime_checkable
class PaysCards(Protocol):
    @property
    def cards(self) -> tuple[Card, ...]: ...


class BuildsStation(PaysCards, Protocol):
    @property
    def city(self) -> CityId: ...


class BorrowsRoutes(Protocol):
    @property
    def routes(self) -> tuple[RouteId, ...]: ...


class PicksTicket(Protocol):
    @property
    def ticket(self) -> TicketId: ...


class TakesShare(Protocol):
    @property
    def railroad(self) -> str: ...


class TakesFestival(Protocol):
    @property
    def festival(self) -> str: ...


def best(rated: Iterable[Rated[C]]) -> Rated[C]:
    """The highest rating; of equal ones the first, which keeps the choice reproducible."""
    return max(rated, key=lambda each: each.rating)


# claiming and paying

Claim = ClaimRoute | BeginPayment

RUSH = 2.0  # turns left from which only points count
EXTRA_POINTS = 10  # a route that scores so much is worth a turn in any plan
RESERVED_CARD, SPARE_CARD, WILD_CARD, GAP = 1.5, 1.0, 3.0, 4.0


def claim_route(intent: Intent, commands: Sequence[Claim]) -> Rated[Claim]:
    rated = []
    for route, ways in groupby(commands, key=attrgetter("route")):
        number = intent.ruleset.route_index[route]
        way = min(ways, key=lambda command: _price_of_claim(intent, number, command))
        rated.append(Rated(_rating(intent, number, way), way))
    return best(rated)


def pay(intent: Intent, commands: Sequence[PaysCards]) -> Rated[PaysCards]:
    """The cheapest cards finish what has begun."""
    return best(Rated(Tier.PLAN - price(intent, command.cards), command) for command in commands)


def lay_set(intent: Intent, commands: Sequence[PaysCards]) -> Rated[PaysCards]:
    """Several cards for one: only where nothing else can be paid."""
    return best(Rated(Tier.EXTRA - price(intent, command.cards), command) for command in commands)


def withdraw(intent: Intent, commands: Sequence[Command]) -> Rated[Command]:
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


def _price_of_claim(intent: Intent, route: int, way: Claim) -> float:
    """Spaces that train cards leave open cost several cards each."""
    plain = all(card in intent.ruleset.train_kinds for card in way.cards)
    gaps = max(intent.ruleset.edges[route][2] - len(way.cards), 0) if plain else 0
    return price(intent, way.cards) + GAP * gaps


def _price_of_card(intent: Intent, card: Card) -> float:
    if card not in intent.ruleset.colours:
        return WILD_CARD
    return RESERVED_CARD if intent.reserved.get(card, 0) >= intent.hand.get(card, 0) else SPARE_CARD


def _rating(intent: Intent, route: int, way: Claim) -> float:
    points, trains = intent.ruleset.points[route], intent.ruleset.trains[route]
    if intent.turns_left <= RUSH:
        return Tier.CASH + points + completed_by(intent, 1 << route)
    if route in intent.plan.routes:
        return Tier.PLAN + trains
    if intent.spare_trains < trains:
        return Tier.IDLE
    return (Tier.EXTRA if _is_windfall(intent, points, way) else Tier.FILL) + points


def _is_windfall(intent: Intent, points: int, way: Claim) -> bool:
    """Many points for cards that the plan does not need."""
    if points < EXTRA_POINTS or way.cards.count(LOCOMOTIVE) > 1:
        return False
    if not intent.plan.routes:
        return True
    return bool(way.cards) and not any(intent.reserved.get(card) for card in way.cards)


# drawing cards

BLIND = 0.25  # as good as a card for a route that needs four more
LOCOMOTIVE_WISH = 0.3
NEEDED = 1.5  # a card without which a route cannot be claimed at all


def take_card(intent: Intent, commands: Sequence[TakeCard]) -> Rated[TakeCard]:
    return best(Rated(Tier.COLLECT + _wish(intent, command), command) for command in commands)


def draw_card(intent: Intent, commands: Sequence[DrawCard]) -> Rated[DrawCard]:
    return Rated(Tier.COLLECT + BLIND, commands[0])


def take_ferry_card(intent: Intent, commands: Sequence[Command]) -> Rated[Command]:
    """Worth a turn when a wanted route has waves that neither ferry cards nor locomotives cover."""
    waves = max((intent.ruleset.routes[route].feature("waves") for route in intent.targets), default=0)
    covered = 2 * intent.hand_of_extras + intent.locomotives
    return Rated(Tier.COLLECT + (NEEDED if waves > covered else 0.0), commands[0])


def _wish(intent: Intent, command: TakeCard) -> float:
    if command.card != LOCOMOTIVE:
        return intent.wishes.get(command.card, 0.0)
    return NEEDED if intent.locomotives_missing else LOCOMOTIVE_WISH


# tickets

ENOUGH_TRAINS, ENOUGH_TURNS = 10, 5.0  # for another ticket
TRAIN, ROUTE = 0.9, 0.5  # points that a train and a turn of the plan would bring elsewhere
WEIGHED = 40  # choices at most; the list begins with those that keep the fewest


def draw_tickets(intent: Intent, commands: Sequence[DrawTickets]) -> Rated[DrawTickets]:
    """Of several mixes of decks the middle one at the start, later the one with the cheapest tickets."""
    if not intent.tickets:
        return Rated(Tier.TICKETS, commands[len(commands) // 2])
    ready = intent.trains >= ENOUGH_TRAINS and intent.turns_left >= ENOUGH_TURNS
    mixes = [command for command in commands if len(command.decks) == len(commands[0].decks)]
    cheapest = min(mixes, key=lambda command: _usual_points(intent, command.decks))
    return Rated(Tier.TICKETS if ready and not intent.unfinished else Tier.IDLE, cheapest)


def _usual_points(intent: Intent, decks: Iterable[DeckName]) -> float:
    """What tickets from these decks cost on average if they fail."""
    tickets, boxes = intent.ruleset.tickets, intent.ruleset.decks
    return sum(sum(tickets[t].penalty for t in boxes[deck]) / len(boxes[deck]) for deck in decks)


def keep_tickets(intent: Intent, commands: Sequence[KeepTickets]) -> Rated[KeepTickets]:
    return best(Rated(_worth(intent, command.tickets), command) for command in commands[:WEIGHED])


def pick_ticket(intent: Intent, commands: Sequence[PicksTicket]) -> Rated[PicksTicket]:
    """One ticket for certain, judged with those picked before."""
    picked = intent.seen.rules.get("drafts", {}).get("picked", {})
    before = tuple(picked[intent.me.seat] or ()) if picked else ()
    return best(Rated(_worth(intent, (*before, command.ticket)), command) for command in commands)


def _worth(intent: Intent, tickets: Sequence[TicketId]) -> float:
    """The points of these tickets and those in hand, less what their trains and turns would bring elsewhere."""
    beginning = not intent.own
    wanted = dict.fromkeys((*intent.unfinished, *tickets))
    plan = make_plan(intent, wanted, inf if beginning else intent.turns_left)
    failed = sum(intent.ruleset.tickets[ticket].penalty for ticket in wanted if ticket not in plan.tickets)
    return plan.points - failed - TRAIN * plan.trains - ROUTE * len(plan.routes)


# actions of variant rules

STATION_POINTS = 4  # what a station is worth unbuilt
STATION_TURNS = 6.0  # turns left from which borrowing beats waiting for a path of one's own


def take_most(intent: Intent, commands: Sequence[TakesFestival]) -> Rated[TakesFestival]:
    """The cards are free; the festival with the most of them is best."""
    lying = intent.seen.rules.get("festivals", {}).get("lying", {})
    return best(Rated(Tier.FREE + lying.get(command.festival, 0), command) for command in commands)


def take_share(intent: Intent, commands: Sequence[TakesShare]) -> Rated[TakesShare]:
    """The share is free; the railroad of which the seat then lacks the fewest to lead, and of these the largest."""
    shown = intent.seen.rules.get("shares", {})
    hands = [*shown.get("hands", ()), shown.get("third_hand") or {}]
    left = shown.get("left", {})

    def rating(railroad: str) -> float:
        held = [len(hand.get(railroad, ())) for hand in hands]
        mine = held.pop(intent.me.seat) + 1
        size = mine - 1 + sum(held) + left.get(railroad, 0)
        behind = max(max(held) - mine, 0)
        return float(size / (1 + behind) - mine)  # a lead that is safe needs no more shares

    return best(Rated(Tier.FREE + rating(command.railroad), command) for command in commands)


def decline(intent: Intent, commands: Sequence[Command]) -> Rated[Command]:
    return Rated(Tier.IDLE, commands[0])


def build_station(intent: Intent, commands: Sequence[BuildsStation]) -> Rated[BuildsStation]:
    """Near the end, where a rival's route completes a ticket that has no path of its own."""
    if intent.turns_left > STATION_TURNS:
        return Rated(Tier.IDLE, commands[0])
    gains = {city: _gain(intent, city) for city in dict.fromkeys(command.city for command in commands)}
    city = max(gains, key=lambda city: gains[city])
    cheapest = min(
        (command for command in commands if command.city == city),
        key=lambda command: price(intent, command.cards),
    )
    tier = Tier.CASH if intent.turns_left <= RUSH else Tier.EXTRA
    gain = gains[city] - STATION_POINTS
    return Rated(tier + gain if gain > 0 else Tier.IDLE, cheapest)


def _gain(intent: Intent, city: CityId) -> int:
    """The swing in points if one rival's route that ends in the city were the bot's own."""
    here = intent.links[intent.ruleset.city_index[city]]
    theirs = [route for _, route in here if (intent.claimed & ~intent.own) >> route & 1]
    return max((completed_by(intent, route_set((route,))) for route in theirs), default=0)


def borrow_best(intent: Intent, commands: Sequence[BorrowsRoutes]) -> Rated[BorrowsRoutes]:
    """An empty choice is best: then the final score finds the best routes."""
    return Rated(Tier.FREE, min(commands, key=lambda command: len(command.routes)))


def unknown(intent: Intent, commands: Sequence[Command]) -> Rated[Command]:
    """The cheapest, then the first; only when nothing better is known."""
    prices = [price(intent, c.cards) if isinstance(c, PaysCards) else 0.0 for c in commands]
    return best(Rated(Tier.FILL - each, command) for each, command in zip(prices, commands, strict=True))
