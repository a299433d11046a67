"""The greedy bot's choices: for each type of command the best one and how good it is, by the type's name."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from ttr_core.board import Ticket
from ttr_core.bots.intent import Intent
from ttr_core.bots.plan import Plan, make_plan, with_ticket
from ttr_core.commands import ClaimRoute, Command, TakeCard, KeepTickets
from ttr_core.connections import best_goal, networks
from ttr_core.words import LOCOMOTIVE, TicketId


class Rated(NamedTuple):
    rating: float
    command: Command


Chooser = Callable[[Intent, Sequence[Any]], Rated]  # each chooser knows the type of its commands

P = dict(ticket_trains=14, ticket_turns=8.0, loco=0.6, blind=0.25, extra=7, wait=3.0, train_cost=0.35, tpts=0.5, fail=1.0)

def claim_route(intent: Intent, commands: Sequence[ClaimRoute]) -> Rated:
    best = None
    for route, ways in groupby(commands, key=lambda c: c.route):
        number = intent.ruleset.route_index[route]
        way = min(ways, key=lambda c: sum(map(intent.worth_of_card, c.cards)))
        r = Rated(rate_claim(intent, number, way), way)
        if best is None or r.rating > best.rating:
            best = r
    assert best
    return best


def rate_claim(intent: Intent, number: int, way: ClaimRoute) -> float:
    points = intent.ruleset.points[number]
    if intent.turns_left <= P['wait']:
        return 60 + points + completes(intent, number)
    if number in intent.plan.routes:
        return 100 + intent.ruleset.edges[number][2]
    length = intent.ruleset.edges[number][2]
    if intent.spare_trains < length:
        return 0
    if points >= P['extra'] and way.cards.count(LOCOMOTIVE) <= 1 and (not intent.plan.routes or all(intent.reserved.get(c, 0) == 0 for c in way.cards)):
        return 80 + points
    return 10 + points

def completes(intent: Intent, number: int) -> float:
    network = networks(intent.ruleset, intent.own | 1 << number)
    return 2 * sum(best_goal(intent.ruleset, network, t) or 0 for t in intent.unfinished)

def take_card(intent: Intent, commands: Sequence[TakeCard]) -> Rated:
    return max((Rated(rate_take(intent, c), c) for c in commands), key=lambda r: r.rating)

def rate_take(intent, c):
    if c.card == LOCOMOTIVE:
        return 50 + P['loco']
    return 50 + intent.wishes.get(c.card, 0)

def draw_card(intent, commands):
    return Rated(50 + P['blind'], commands[0])

def draw_tickets(intent, commands):
    ok = not intent.unfinished and intent.trains >= P['ticket_trains'] and intent.turns_left >= P['ticket_turns']
    return Rated(95 if ok else 1, commands[0])

def keep_tickets(intent, commands):
    best = max((Rated(rate_keep(intent, c.tickets), c) for c in commands), key=lambda r: r.rating)
    return best

def rate_keep(intent, tickets):
    plan = make_plan(intent, (*intent.unfinished, *tickets), intent.turns_left if intent.trains < 40 else 99)
    failed = [t for t in tickets if t not in plan.tickets]
    return plan.points - P['train_cost'] * plan.trains - P['tpts'] * len(plan.routes)- sum(intent.ruleset.tickets[t].penalty for t in failed) * P['fail']


CHOOSERS = dict(claim_route=claim_route, take_card=take_card, draw_card=draw_card, draw_tickets=draw_tickets, keep_tickets=keep_tickets)
