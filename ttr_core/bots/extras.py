"""What the greedy bot makes of the actions that only some boards have, and of those that it does not know."""

from collections.abc import Sequence

from ttr_core.bots.claiming import RUSH, completed_by, price
from ttr_core.bots.intent import Intent
from ttr_core.bots.rating import Rated, Tier, best
from ttr_core.commands import Command
from ttr_core.state import route_set

STATION_POINTS = 4  # what a station is worth unbuilt
STATION_TURNS = 6.0  # turns left from which borrowing beats waiting for a way of one's own


def take_most(intent: Intent, commands: Sequence[Command]) -> Rated:
    """A gift; of several the one of which most lies there."""
    lying = intent.seen.rules.get("festivals", {}).get("lying", {})
    return best(
        Rated(Tier.FREE + lying.get(getattr(command, "festival", ""), 0), command) for command in commands
    )


def decline(intent: Intent, commands: Sequence[Command]) -> Rated:
    return Rated(Tier.IDLE, commands[0])


def build_station(intent: Intent, commands: Sequence[Command]) -> Rated:
    """Near the end, where a rival's route completes a ticket that has no way of its own."""
    if intent.turns_left > STATION_TURNS:
        return Rated(Tier.IDLE, commands[0])
    gains = {city: _gain(intent, city) for city in dict.fromkeys(getattr(c, "city", "") for c in commands)}
    city = max(gains, key=lambda city: gains[city])
    cheapest = min(
        (command for command in commands if getattr(command, "city", "") == city),
        key=lambda command: price(intent, getattr(command, "cards", ())),
    )
    tier = Tier.CASH if intent.turns_left <= RUSH else Tier.EXTRA
    gain = gains[city] - STATION_POINTS
    return Rated(tier + gain if gain > 0 else Tier.IDLE, cheapest)


def _gain(intent: Intent, city: str) -> int:
    """The swing in points if one route of a rival that ends in the city were one's own."""
    number = intent.ruleset.city_index.get(city)  # type: ignore[call-overload]  # a name that is no city has no gain
    if number is None:
        return 0
    theirs = [r for _, r in intent.links[number] if (intent.claimed & ~intent.own) >> r & 1]
    return max((completed_by(intent, route_set((route,))) for route in theirs), default=0)


def borrow_best(intent: Intent, commands: Sequence[Command]) -> Rated:
    """Who chooses no route has the best ones chosen at the reckoning."""
    return Rated(Tier.FREE, min(commands, key=lambda command: len(getattr(command, "routes", ()))))


def unknown(intent: Intent, commands: Sequence[Command]) -> Rated:
    """The cheapest, then the first; only when nothing better is known."""
    return best(Rated(Tier.FILL - price(intent, getattr(c, "cards", ())), c) for c in commands)
