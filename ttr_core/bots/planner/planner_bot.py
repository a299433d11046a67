"""Planner: aims at the network that brings the most points for its turns, and keeps an eye on what it may lose."""

from collections.abc import Mapping
from typing import Any

from ttr_core.bots.greedy.choices import by_type, weigh
from ttr_core.bots.judgement import Rated, in_order, playing_the_best
from ttr_core.bots.planner.appraisal import (
    Ratings,
    rate_claims,
    rate_drawing,
    rate_keeping,
    rate_taking,
    rate_ticket_draws,
)
from ttr_core.bots.planner.prospect import Prospect
from ttr_core.bots.policy import Situation
from ttr_core.model.commands import (
    BeginPayment,
    ClaimRoute,
    Command,
    DrawCard,
    DrawTickets,
    KeepTickets,
    TakeCard,
)

RATINGS: Mapping[type[Command], Ratings] = {
    ClaimRoute: rate_claims,
    BeginPayment: rate_claims,
    TakeCard: rate_taking,
    DrawCard: rate_drawing,
    DrawTickets: rate_ticket_draws,
    KeepTickets: rate_keeping,
}


def rate_planner(situation: Situation) -> tuple[Rated[Any], ...]:
    """Every claim, card and draw of tickets, and the best of other commands, the best of all first."""
    prospect = Prospect(situation.ruleset, situation.view)
    rated = list[Rated[Any]]()
    for kind, commands in by_type(situation.legal).items():
        rate = RATINGS.get(kind)
        rated += rate(prospect, commands) if rate else [weigh(prospect, commands)]
    return in_order(rated)


choose_planner = playing_the_best(rate_planner)
