"""How the greedy bot chooses: for each type of command the best one, rated so that types can be compared.

Only commands of the base game are known here. What any other is worth is said by its rule (`Worth`), from what the bot
sees; the bot weighs tickets and routes by its plan. A command of which nothing is said is a last resort.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import groupby
from math import inf
from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from ttr_core.bots.greedy.plan import Intent
from ttr_core.bots.judgement import Rated, best
from ttr_core.engine.hooks import Worth
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
from ttr_core.model.ids import LOCOMOTIVE, Card, DeckName, RouteId
from ttr_core.model.kinds import FieldKind, field_kinds
from ttr_core.model.state import RouteSet

CARDS = FieldKind(Card, several=True)


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


Chooser = Callable[[Intent, Sequence[Any]], Rated[Any]]  # each knows the type of its commands, one at least


def by_type(commands: Iterable[Command]) -> dict[type[Command], list[Command]]:
    groups: dict[type[Command], list[Command]] = {}
    for command in commands:
        groups.setdefault(type(command), []).append(command)
    return groups


# claiming and paying

Claim = ClaimRoute | BeginPayment

RUSH = 2.0  # turns left from which only points count
EXTRA_POINTS = 10  # a route that scores so much is worth a turn in any plan
RESERVED_CARD, SPARE_CARD, WILD_CARD, GAP = 1.5, 1.0, 3.0, 4.0


def claim_route(intent: Intent, commands: Sequence[Claim]) -> Rated[Claim]:
    return best(Rated(_rating(intent, route, way), way) for route, way in cheapest_ways(intent, commands))


def cheapest_ways(intent: Intent, commands: Sequence[Claim]) -> Iterator[tuple[int, Claim]]:
    """Each route that can be claimed, with the cheapest way to pay for it."""
    for route, ways in groupby(commands, key=attrgetter("route")):
        number = intent.ruleset.route_index[route]
        yield number, min(ways, key=lambda command: _price_of_claim(intent, number, command))


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
    trains, more = intent.ruleset.trains[route], brought(intent, way)
    points = intent.ruleset.points[route] + more
    if intent.turns_left <= RUSH:
        return Tier.CASH + points + completed_by(intent, 1 << route)
    if route in intent.plan.routes:
        return Tier.PLAN + trains + more
    if intent.spare_trains < trains:
        return Tier.IDLE
    return (Tier.EXTRA if _is_windfall(intent, points, way) else Tier.FILL) + points


def brought(intent: Intent, way: Claim) -> float:
    """The points that rules promise for the claim, beside those of the route."""
    return sum(weigh(intent.ruleset, intent.seen, way).points for weigh in intent.ruleset.claims_bring)


def _is_windfall(intent: Intent, points: float, way: Claim) -> bool:
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


def _wish(intent: Intent, command: TakeCard) -> float:
    if command.card != LOCOMOTIVE:
        return intent.wishes.get(command.card, 0.0)
    return NEEDED if intent.locomotives_missing else LOCOMOTIVE_WISH


# tickets

ENOUGH_TRAINS, ENOUGH_TURNS = 10, 5.0  # for another ticket
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
    return best(Rated(intent.worth_of_tickets(command.tickets), command) for command in commands[:WEIGHED])


# commands of other rules

WAITING_TURNS = 6.0  # turns left until which it is better to wait and see


def weigh(intent: Intent, commands: Sequence[Command]) -> Rated[Command]:
    """By what their rule says of them; of equal ones the cheapest."""
    worth_of = intent.ruleset.worth.get(type(commands[0]))
    if worth_of is None:
        return _last_resort(intent, commands)
    if intent.turns_left > WAITING_TURNS and worth_of(intent.ruleset, intent.seen, commands[0]).can_wait:
        return Rated(Tier.IDLE, commands[0])
    alike: dict[object, list[Command]] = {}  # apart from the cards that pay for them
    for command in commands:
        alike.setdefault(_subject(command), []).append(command)
    ratings: dict[Worth, float] = {}
    best_rating, chosen = -inf, list[Command]()
    for ways in alike.values():
        worth = worth_of(intent.ruleset, intent.seen, ways[0])
        if worth not in ratings:
            ratings[worth] = _rating_of(intent, worth)
        if ratings[worth] > best_rating:
            best_rating, chosen = ratings[worth], []
        chosen += ways if ratings[worth] == best_rating else ()
    return Rated(best_rating, min(chosen, key=lambda command: price(intent, payment_of(command))))


@cache
def _payment_fields(kind: type[Command]) -> tuple[str, ...]:
    return tuple(name for name, field in field_kinds(kind).items() if field == CARDS)


def payment_of(command: Command) -> tuple[Card, ...]:
    """The cards that it takes."""
    return tuple(card for name in _payment_fields(type(command)) for card in getattr(command, name))


def _subject(command: Command) -> object:
    """What it is about, whatever pays for it."""
    return replace(command, **dict.fromkeys(_payment_fields(type(command)), ()))


def _last_resort(intent: Intent, commands: Sequence[Command]) -> Rated[Command]:
    """The cheapest, then the first; only when nothing better is known."""
    return best(Rated(Tier.FILL - price(intent, payment_of(command)), command) for command in commands)


def _rating_of(intent: Intent, worth: Worth) -> float:
    if worth.tickets:
        return worth.points + intent.worth_of_tickets(worth.tickets)
    if worth.is_free:
        return Tier.FREE + worth.points
    if any(intent.ruleset.route_index[route] in intent.targets for route in worth.brings_nearer):
        return Tier.COLLECT + NEEDED
    points = worth.points + _swing(intent, worth.lends)
    tier = Tier.CASH if intent.turns_left <= RUSH else Tier.EXTRA
    return tier + points if points > 0 else Tier.IDLE


def _swing(intent: Intent, routes: Iterable[RouteId]) -> int:
    """In points, if one of these routes were the bot's own."""
    numbers = (intent.ruleset.route_index[route] for route in routes)
    return max((completed_by(intent, 1 << number) for number in numbers), default=0)
