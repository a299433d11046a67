"""How the planner rates commands: claims and tickets by the points they bring, cards by what its targets lack.

Every claimable route, card and deck has a rating of its own, so that a search can look at several.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import comb
from typing import Any

from ttr_core.bots.greedy.choices import (
    NEEDED,
    RUSH,
    Claim,
    Tier,
    brought,
    cheapest_ways,
    completed_by,
)
from ttr_core.bots.judgement import Rated
from ttr_core.bots.planner.prospect import CARDS_A_TURN, TURN, Prospect
from ttr_core.model.commands import DrawCard, DrawTickets, KeepTickets, TakeCard
from ttr_core.model.ids import LOCOMOTIVE, Card

Ratings = Callable[[Prospect, Sequence[Any]], Iterable[Rated[Any]]]  # each knows the type of its commands

# claiming

CARD = TURN / CARDS_A_TURN  # points that a card of a planned colour brings
EXTRA = 4.0  # points that a route must bring by itself, to be claimed beside a plan
SPENT = 2.0  # points more for each train, if they come from what rules promise: tickets to come may need the train
LOST = 100.0  # how much sooner a route is claimed that is sure to be lost


def rate_claims(prospect: Prospect, commands: Sequence[Claim]) -> Iterator[Rated[Claim]]:
    for route, way in cheapest_ways(prospect, commands):
        yield Rated(_rating_of_claim(prospect, route, way), way)


def _rating_of_claim(prospect: Prospect, route: int, way: Claim) -> float:
    ruleset = prospect.ruleset
    promised = brought(prospect, way)
    trains, more = ruleset.trains[route], promised + prospect.lead(route)
    points = ruleset.points[route] + more
    if prospect.turns_left <= RUSH:
        return Tier.CASH + points + completed_by(prospect, 1 << route)
    if route in prospect.plan.routes:
        return Tier.PLAN + trains + more + LOST * (1 - prospect.chance_of(route))
    if prospect.spare_trains - prospect.detours < trains:
        return Tier.IDLE
    gain = points - TURN - sum(_price(prospect, card) for card in way.cards)
    least = EXTRA + min(promised, SPENT * trains) if prospect.plan.routes else _best_filler(prospect)
    return Tier.EXTRA + gain if gain >= least else Tier.FILL + points


def _price(prospect: Prospect, card: Card) -> float:
    if card == LOCOMOTIVE:
        return prospect.price_of_wild
    return CARD if prospect.reserved.get(card) else 0.0


def _best_filler(prospect: Prospect) -> float:
    """What the best filler brings that can be had for some turns."""
    if not prospect.fillers:
        return 0.0
    return -prospect.price_from_hand(prospect.fillers[0])


# drawing cards

USEFUL, NEAR = 0.3, 0.7  # a card that a target lacks; more if it lacks few
LOCOMOTIVE_DRAWN = 1.0
LOCOMOTIVE_TAKEN = 0.35  # it takes the whole turn


def rate_taking(prospect: Prospect, commands: Sequence[TakeCard]) -> Iterator[Rated[TakeCard]]:
    for command in commands:
        yield Rated(Tier.COLLECT + _wish(prospect, command.card), command)


def _wish(prospect: Prospect, card: Card) -> float:
    if card == LOCOMOTIVE:
        return NEEDED if prospect.locomotives_missing else LOCOMOTIVE_TAKEN
    return _use(prospect, card)


def _use(prospect: Prospect, card: Card) -> float:
    wish = prospect.wishes.get(card, 0.0)
    return USEFUL + NEAR * wish if wish else 0.0


def rate_drawing(prospect: Prospect, commands: Sequence[DrawCard]) -> Iterator[Rated[DrawCard]]:
    """What a card of the deck brings on average."""
    worth = total = 0.0
    for card, count in prospect.unseen.items():
        worth += count * (LOCOMOTIVE_DRAWN if card == LOCOMOTIVE else _use(prospect, card))
        total += count
    yield Rated(Tier.COLLECT + worth / max(total, 1.0), commands[0])


# tickets

DEALT = 3  # tickets of a draw, unless it names its decks
WEIGHED = 40  # choices at most; the list begins with those that keep the fewest
SECOND = 0.5  # of the gain of a second ticket, which may want the same routes
ENOUGH = 1.0  # points that a draw of tickets must bring more than the turn


def rate_keeping(prospect: Prospect, commands: Sequence[KeepTickets]) -> Iterator[Rated[KeepTickets]]:
    for command in commands[:WEIGHED]:
        yield Rated(prospect.worth_of_tickets(command.tickets), command)


def rate_ticket_draws(prospect: Prospect, commands: Sequence[DrawTickets]) -> Iterator[Rated[DrawTickets]]:
    if not prospect.tickets:
        middle = len(commands) // 2
        for number, command in enumerate(commands):
            yield Rated(Tier.TICKETS - abs(number - middle), command)
        return
    for command in commands:
        gain = 0.0 if prospect.plan.routes else gain_of_draw(prospect, command)
        yield Rated(Tier.TICKETS + gain if gain > ENOUGH else Tier.IDLE, command)


def gain_of_draw(prospect: Prospect, command: DrawTickets) -> float:
    """The mean over all draws of what the best ticket brings, and some of the second best, less a turn."""
    gains = sorted(prospect.gain_of_ticket(ticket) for ticket in prospect.unseen_tickets(command.decks))
    dealt = min(len(command.decks) or DEALT, len(gains))
    if dealt < 2:
        return sum(gains) / max(len(gains), 1) - TURN
    best = second = 0.0
    for worse, gain in enumerate(gains):  # in how many draws it is the best, and in how many the second best
        best += gain * comb(worse, dealt - 1)
        second += max(gain, 0.0) * comb(worse, dealt - 2) * (len(gains) - 1 - worse)
    return (best + SECOND * second) / comb(len(gains), dealt) - TURN
