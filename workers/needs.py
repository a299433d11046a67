"""What a game waits for that no person will do: derived from its state alone, so that it can always be found again."""

import msgspec

from service.shelf import Loaded
from ttr_core.phases import Ended
from ttr_core.state import Seat

SCORE, BOT, STANDINGS = "score_game", "play_bots", "count_standings"


class Need(msgspec.Struct, frozen=True):
    """A job for one game at one version."""

    job: str
    game: str
    version: int
    urgent: bool = False  # a person is waiting for it

    @property
    def id(self) -> str:
        """The same need always has the same id: it is queued once."""
        return f"{self.job}-{self.game}-{self.version}"


def needs(loaded: Loaded) -> tuple[Need, ...]:
    """The jobs without which this game would stand still."""
    if loaded.refusal():
        return ()
    state = loaded.state
    urgent = not all(is_bot(seat) for seat in state.seats)
    if isinstance(state.phase, Ended):
        return (Need(SCORE, loaded.game, loaded.version, urgent),)
    if any(is_bot(state.seats[seat]) for seat in state.phase.waiting):
        return (Need(BOT, loaded.game, loaded.version, urgent),)
    return ()


def is_bot(seat: Seat) -> bool:
    return seat.kind.startswith("bot:")
