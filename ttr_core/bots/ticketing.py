"""When the greedy bot draws tickets, and which ones it keeps."""

from collections.abc import Sequence
from math import inf

from ttr_core.bots.intent import Intent
from ttr_core.bots.plan import make_plan
from ttr_core.bots.rating import Rated, Tier, best
from ttr_core.commands import Command, DrawTickets, KeepTickets
from ttr_core.words import TicketId

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
