"""What happens at a seat that nobody has: its turns are skipped; where a choice is compulsory the least is taken."""

import msgspec

from service.shelf import Loaded
from ttr_core import Command, SeatId, legal_commands
from ttr_core.holders import may_skip
from ttr_core.rules.people import SkipTurn


def stand_in(loaded: Loaded, seat: SeatId) -> Command:
    """The same for the same position, however often the job runs."""
    if may_skip(loaded.state, seat):
        return SkipTurn(seat=seat)
    return min(legal_commands(loaded.ruleset, loaded.state, seat), key=_weight)  # of equals the first


def _weight(command: Command) -> int:
    """How many cards or tickets it is about."""
    values = msgspec.structs.asdict(command).values()
    return sum(len(value) for value in values if isinstance(value, tuple))
