"""Bots that stand in for absent people: they keep the pace of a game by post, so that people can come back to it.

A turn during which a person ran out of time is played at once, for its deadline has passed. Each later turn of the bot
waits a while. Without that, the bots would finish a game in seconds once the last person has timed out.

How long it still waits follows from the events of the game and the time: a dispatcher plans by it, and a job that
was queued for something else, maybe by another dispatcher, leaves the turn alone.
"""

from collections.abc import Sequence

from service.clocks.deadlines import moment
from service.games.game_cache import Loaded
from service.games.games import Games
from ttr_core import Event, SeatId
from ttr_core.by_post import Clock, HandoverReason, Holders, SeatHandedOver
from ttr_core.model.events import TurnStarted
from ttr_core.model.phases import PlayingTurn

SHARES = {"per_move": 10, "bank": 100, "daily": 1}  # of the time on a clock, one is the most that a bot waits
LOOKED_AT = 50  # events; one that looks further back finds a turn that is long under way
SHORTEST_REST = 1.0  # seconds; less is over when a job is there that was queued for its end


def rest(games: Games, loaded: Loaded, most: float) -> float:
    """Seconds for which the bot whose turn has begun lets an absent person come back; 0 if it is no such turn."""
    seat = absent_seat(loaded) if most else None
    if seat is None:
        return 0.0
    stored = list(games.cache.read_events(loaded.game, max(0, loaded.version - LOOKED_AT)))
    if began_with_a_person([event for _, event in stored], seat):
        return 0.0
    turn = next(envelope for envelope, event in reversed(stored) if isinstance(event, TurnStarted))
    gone = (moment(games.now()) - moment(turn.at)).total_seconds()
    left = longest_wait(loaded, most) - gone
    return left if left >= SHORTEST_REST else 0.0


def absent_seat(loaded: Loaded) -> SeatId | None:
    """The seat whose turn begins, if a bot plays it for a person who ran out of time."""
    phase = loaded.state.phase
    if not isinstance(phase, PlayingTurn):
        return None
    seat, reasons = phase.seat, loaded.state.slice(Holders).reasons
    by_bot = loaded.state.seats[seat].kind.startswith("bot:")
    return seat if by_bot and reasons[seat] == HandoverReason.TIMEOUT else None


def longest_wait(loaded: Loaded, most: float) -> float:
    """Seconds before a turn of a stand-in: at most so many, and few where turns are quick."""
    settings = loaded.state.slice(Clock).settings
    return min(most, settings.seconds / SHARES[settings.kind]) if settings else 0.0


def began_with_a_person(events: Sequence[Event], seat: SeatId) -> bool:
    """Whether a person had the seat when its turn began, by the latest events."""
    for event in reversed(events):
        if isinstance(event, SeatHandedOver) and event.seat == seat:
            return True
        if isinstance(event, TurnStarted) and event.seat == seat:
            return False
    return True
