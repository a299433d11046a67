"""Greedy: connects its tickets by the cheapest paths, collects cards for them, and takes points where it can.

For each type of command a chooser names the best command and rates it; the highest rating of all is played. Commands of
the base game have choosers of their own; all others are weighed by what their rule says of their worth.
"""

from collections.abc import Mapping, Sequence

from ttr_core.bots.greedy.choices import (
    Chooser,
    best,
    claim_route,
    draw_card,
    draw_tickets,
    keep_tickets,
    take_card,
    weigh,
)
from ttr_core.bots.greedy.plan import Intent
from ttr_core.bots.policy import Dice, See
from ttr_core.engine.ruleset import Ruleset
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


def choose_greedy(ruleset: Ruleset, see: See, legal: Sequence[Command], dice: Dice) -> Command:
    if len(legal) == 1:
        return legal[0]
    by_type: dict[type[Command], list[Command]] = {}
    for command in legal:
        by_type.setdefault(type(command), []).append(command)
    intent = Intent(ruleset, see())
    rated = (CHOOSERS.get(kind, weigh)(intent, commands) for kind, commands in by_type.items())
    chosen: Command = best(rated).command
    return chosen
