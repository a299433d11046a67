"""Greedy: connects its tickets by the cheapest paths, collects cards for them, and takes points where it can.

For each type of command a chooser names the best command and rates it; the highest rating of all is played. Commands of
the base game have choosers of their own; all others are weighed by what their rule says of their worth.
"""

from collections.abc import Mapping
from typing import Any

from ttr_core.bots.greedy.choices import (
    Chooser,
    by_type,
    claim_route,
    draw_card,
    draw_tickets,
    keep_tickets,
    take_card,
    weigh,
)
from ttr_core.bots.greedy.plan import Intent
from ttr_core.bots.judgement import Rated, in_order, playing_the_best
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

CHOOSERS: Mapping[type[Command], Chooser] = {
    ClaimRoute: claim_route,
    BeginPayment: claim_route,
    TakeCard: take_card,
    DrawCard: draw_card,
    DrawTickets: draw_tickets,
    KeepTickets: keep_tickets,
}


def rate_greedy(situation: Situation) -> tuple[Rated[Any], ...]:
    """The best command of each type, the best of all first."""
    intent = Intent(situation.ruleset, situation.view)
    groups = by_type(situation.legal).items()
    return in_order(CHOOSERS.get(kind, weigh)(intent, commands) for kind, commands in groups)


choose_greedy = playing_the_best(rate_greedy)
