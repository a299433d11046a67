"""Greedy: connects its tickets by the cheapest paths, collects cards for them, and takes points where it can.

For each type of command a chooser names the best command and rates it; the highest rating of all is played. A rule that
adds commands may add a chooser by the name of their type; without one they are a last resort.
"""

from collections.abc import Mapping, Sequence

from ttr_core.bots.greedy.choices import (
    Chooser,
    best,
    borrow_best,
    build_station,
    claim_route,
    decline,
    draw_card,
    draw_tickets,
    keep_tickets,
    lay_set,
    pay,
    pick_ticket,
    take_card,
    take_ferry_card,
    take_most,
    take_share,
    unknown,
    withdraw,
)
from ttr_core.bots.greedy.plan import Intent
from ttr_core.bots.policy import Dice, See
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import Command

CHOOSERS: Mapping[str, Chooser] = {
    "claim_route": claim_route,
    "begin_payment": claim_route,
    "take_card": take_card,
    "draw_card": draw_card,
    "draw_tickets": draw_tickets,
    "keep_tickets": keep_tickets,
    "pick_ticket": pick_ticket,
    "pay_tunnel": pay,
    "withdraw_tunnel": withdraw,
    "take_ferry_card": take_ferry_card,
    "take_festival": take_most,
    "decline_festival": decline,
    "take_share": take_share,
    "decline_share": decline,
    "build_station": build_station,
    "choose_borrowed_routes": borrow_best,
    "lay_set": lay_set,
    "pay_rest": pay,
}


def choose_greedy(ruleset: Ruleset, see: See, legal: Sequence[Command], dice: Dice) -> Command:
    if len(legal) == 1:
        return legal[0]
    by_type: dict[str, list[Command]] = {}
    for command in legal:
        by_type.setdefault(str(command.__struct_config__.tag), []).append(command)
    intent = Intent(ruleset, see())
    rated = (CHOOSERS.get(name, unknown)(intent, commands) for name, commands in by_type.items())
    chosen: Command = best(rated).command
    return chosen
