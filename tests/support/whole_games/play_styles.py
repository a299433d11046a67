"""Styles of play that lead to rare positions: hoarding cards, collecting tickets, building everything."""

from collections.abc import Callable, Sequence

from ttr_core.bots.policy import Dice
from ttr_core.model.commands import ClaimRoute, Command, DrawCard, DrawTickets, KeepTickets, TakeCard

Rank = Callable[[Command], int]  # what is ranked lowest is preferred
Habit = Callable[[Sequence[Command], Dice], Command]

MANY = 500  # commands that are weighed one by one: a large hand can pay in thousands of ways


def by(rank: Rank) -> Habit:
    """Any of the commands that are ranked lowest."""

    def choose(legal: Sequence[Command], dice: Dice) -> Command:
        if len(legal) > MANY:  # ways to pay are in the middle, other actions before and after them
            legal = [*legal[:20], *legal[20 : -20 : len(legal) // MANY], *legal[-20:]]
        ranks = [rank(command) for command in legal]
        lowest = min(ranks)
        best = [command for command, rank in zip(legal, ranks, strict=True) if rank == lowest]
        return best[dice.below(len(best))]

    return choose


def _hoard(command: Command) -> int:
    """Train cards until there are none, then as few tickets as possible, and routes last of all."""
    if isinstance(command, KeepTickets):
        return len(command.tickets)
    return {DrawCard: 0, TakeCard: 0, DrawTickets: 1}.get(type(command), 2)


def _collect(command: Command) -> int:
    """All the tickets there are."""
    if isinstance(command, KeepTickets):
        return -len(command.tickets)
    return 0 if isinstance(command, DrawTickets) else 1


def _browse(command: Command) -> int:
    """Tickets again and again, keeping as few as possible."""
    if isinstance(command, KeepTickets):
        return len(command.tickets)
    return 0 if isinstance(command, DrawTickets) else 1


def _build(command: Command) -> int:
    return 0 if isinstance(command, ClaimRoute) else 1


def _build_short(command: Command) -> int:
    """Many short routes, which close many others and make loops."""
    return len(command.cards) if isinstance(command, ClaimRoute) else 100


def _build_long(command: Command) -> int:
    return -len(command.cards) if isinstance(command, ClaimRoute) else 0


HABITS: dict[str, Habit] = {
    "any": by(lambda command: 0),
    "hoards": by(_hoard),
    "collects": by(_collect),
    "browses": by(_browse),
    "builds": by(_build),
    "builds short": by(_build_short),
    "builds long": by(_build_long),
}
