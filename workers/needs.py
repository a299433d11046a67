"""What a game needs that no person will do, derived from its state alone, so that it can always be derived again."""

from datetime import timedelta

from service.background.jobs import BOT, ORDERS, ROOM, SCORE, Need
from service.clocks.deadlines import moment, written
from service.games.game_cache import Loaded
from service.store import Store
from ttr_core.by_post import Clock, orders_due
from ttr_core.model.phases import Ended, Lobby, Scored
from ttr_core.model.state import NOBODY, Seat
from workers.environment import settings
from workers.room_progress import RoomProgress


def needs(loaded: Loaded) -> tuple[Need, ...]:
    """The jobs without which this game would stand still."""
    if loaded.refusal():
        return ()
    state = loaded.state
    urgent = bool(state.present)
    if isinstance(state.phase, Ended):
        return (Need(SCORE, loaded.game, loaded.version, urgent),)
    if any(is_played_by_workers(state.seats[seat]) for seat in state.phase.waiting):
        return (Need(BOT, loaded.game, loaded.version, urgent),)
    if any(orders_due(state, seat) for seat in state.phase.waiting):
        return (Need(ORDERS, loaded.game, loaded.version, urgent),)
    return ()


def room_needs(store: Store, loaded: Loaded) -> tuple[Need, ...]:
    """A job for the chat room of a game, if it has not been shown everything."""
    room = loaded.facts.room
    if room is None or not _is_on_platform(room):
        return ()
    is_behind = RoomProgress(store, loaded.game).is_behind(loaded.version)
    return (Need(ROOM, loaded.game, loaded.version),) if is_behind else ()


def _is_on_platform(room: str) -> bool:
    """A terminal's room is on none. Imported here, for a dispatcher without chat rooms needs no code of chats."""
    from service.chat import ADAPTERS

    return room.partition(":")[0] in ADAPTERS


def is_played_by_workers(seat: Seat) -> bool:
    """Whether the seat is a bot's, or empty."""
    return seat.kind.startswith("bot:") or seat.kind == NOBODY


def next_due(loaded: Loaded) -> str | None:
    """The next moment at which the clock acts in this game, whether anybody moves or not."""
    if loaded.refusal() or isinstance(loaded.state.phase, Ended | Scored):
        return None
    if isinstance(loaded.state.phase, Lobby):
        return _last_day(loaded, settings().lobby_days)
    return loaded.state.slice(Clock).next_due


def _last_day(loaded: Loaded, days: int) -> str | None:
    """When a game that waits for players is abandoned, unless somebody comes or goes before."""
    return written(moment(loaded.at) + timedelta(days=days)) if days else None
