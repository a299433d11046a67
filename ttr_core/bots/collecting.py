"""Which cards the greedy bot draws."""

from collections.abc import Sequence

from ttr_core.bots.intent import Intent
from ttr_core.bots.rating import Rated, Tier, best
from ttr_core.commands import Command, DrawCard, TakeCard
from ttr_core.words import LOCOMOTIVE

BLIND = 0.25  # as good as the third but one card for a route
LOCOMOTIVE_WISH = 0.3
NEEDED = 1.5  # a card without which a route cannot be had at all


def take_card(intent: Intent, commands: Sequence[TakeCard]) -> Rated:
    return best(Rated(Tier.COLLECT + _wish(intent, command), command) for command in commands)


def draw_card(intent: Intent, commands: Sequence[DrawCard]) -> Rated:
    return Rated(Tier.COLLECT + BLIND, commands[0])


def take_ferry_card(intent: Intent, commands: Sequence[Command]) -> Rated:
    """Worth a turn when a wanted route has waves that neither ferry cards nor locomotives cover."""
    waves = max((intent.ruleset.routes[route].feature("waves") for route in intent.targets), default=0)
    covered = 2 * intent.hand_of_extras + intent.locomotives
    return Rated(Tier.COLLECT + (NEEDED if waves > covered else 0.0), commands[0])


def _wish(intent: Intent, command: TakeCard) -> float:
    if command.card != LOCOMOTIVE:
        return intent.wishes.get(command.card, 0.0)
    return NEEDED if intent.locomotives_missing else LOCOMOTIVE_WISH
