"""Greedy: connects its tickets by the cheapest ways, collects for them, and takes points where it can.

Each type of command has a chooser that names its best command and how good that is; the best of all is played. A
rule that adds commands may add a chooser by the name of their type; without one they are a last resort.
"""

from collections.abc import Mapping, Sequence

from ttr_core.bots.claiming import claim_route, lay_set, pay, withdraw
from ttr_core.bots.collecting import draw_card, take_card, take_ferry_card
from ttr_core.bots.dice import Dice
from ttr_core.bots.extras import borrow_best, build_station, decline, take_most, unknown
from ttr_core.bots.intent import Intent
from ttr_core.bots.policy import See
from ttr_core.bots.rating import Chooser, best
from ttr_core.bots.ticketing import draw_tickets, keep_tickets, pick_ticket
from ttr_core.commands import Command
from ttr_core.ruleset import Ruleset

CHOOSERS: Mapping[str, Chooser] = {
    "claim_route": claim_route,
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
    "build_station": build_station,
    "choose_borrowed_routes": borrow_best,
    "lay_substitute": pay,
    "lay_coloured_locomotive": lay_set,
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
    return best(rated).command
