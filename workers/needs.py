"""What a game waits for that no person will do: derived from its state alone, so that it can always be found again."""

from hashlib import sha256

import msgspec

from service.games.game_cache import Loaded
from ttr_core.by_post import orders_due
from ttr_core.model.phases import Ended
from ttr_core.model.state import NOBODY, Seat

SCORE, BOT, STANDINGS = "score_game", "play_bots", "count_standings"
CLOCK, CLOCKS, ORDERS = "run_clock", "run_clocks", "follow_orders"
ROOM, PARCEL = "tell_room", "deliver_parcel"


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

    @property
    def arguments(self) -> tuple[object, ...]:
        return self.game, self.version


class Batch(msgspec.Struct, frozen=True):
    """One job for several games, each at its version."""

    job: str
    games: tuple[tuple[str, int], ...]
    urgent: bool = False

    @property
    def id(self) -> str:
        return f"{self.job}-{sha256(msgspec.json.encode(self.games)).hexdigest()[:32]}"

    @property
    def arguments(self) -> tuple[object, ...]:
        return (self.games,)


def needs(loaded: Loaded) -> tuple[Need, ...]:
    """The jobs without which this game would stand still."""
    if loaded.refusal():
        return ()
    state = loaded.state
    urgent = bool(state.present)
    if isinstance(state.phase, Ended):
        return (Need(SCORE, loaded.game, loaded.version, urgent),)
    if any(is_ours(state.seats[seat]) for seat in state.phase.waiting):
        return (Need(BOT, loaded.game, loaded.version, urgent),)
    if any(orders_due(state, seat) for seat in state.phase.waiting):
        return (Need(ORDERS, loaded.game, loaded.version, urgent),)
    return ()


def is_ours(seat: Seat) -> bool:
    """Whether workers play the seat: a bot's, or one that nobody has."""
    return seat.kind.startswith("bot:") or seat.kind == NOBODY
