"""What rooms are told without asking: the status message is kept up to date, and whoever is to act is called once."""

import logging
import time
from collections.abc import Sequence

from service.chat import PLATFORMS, speaking
from service.chat.drawing import pictures, pictures_for
from service.chat.parcels import delivered, tried, unpack
from service.chat.platform import Platform, PlatformRefused
from service.config import Config
from service.games import Games
from service.later import AGAIN_SECONDS
from service.rooms import Room
from service.rooms.gathering import ROOM
from service.rooms.posts import Post
from service.rooms.status import call, news, status
from service.shelf import Loaded
from ttr_core import Event, SeatId
from ttr_core.events import TurnStarted
from workers.needs import ROOM as TELL
from workers.needs import Need
from workers.telling import Telling

log = logging.getLogger("ttr.rooms")

ROUNDS = 20  # in one job; whatever comes then has jobs of its own
NOT_YET = 404  # for an answer whose request may still be under way


def deliver(games: Games, config: Config, name: str) -> None:
    """An answer that a request left behind; one that is never taken is given up."""
    parcel = unpack(games.store, name)
    if parcel is None:
        return
    drawn = pictures_for(games, parcel.posts)
    try:
        PLATFORMS[parcel.platform](config).answer(parcel.handle, parcel.posts, drawn)
    except PlatformRefused as refused:
        last = tried(games.store, name) > len(AGAIN_SECONDS)
        if not last and (not refused.gone or refused.status == NOT_YET):
            raise
        log.warning("a platform does not take an answer: %s", refused)
    delivered(games.store, name)


def owed(games: Games, loaded: Loaded) -> tuple[Need, ...]:
    """News for the room in which the game is played, if it has not heard all."""
    name = loaded.facts.get(ROOM)
    if name is None or name.partition(":")[0] not in PLATFORMS:
        return ()
    behind = Telling(games.store, loaded.game).told < loaded.version
    return (Need(TELL, loaded.game, loaded.version),) if behind else ()


def tell(games: Games, config: Config, game: str) -> None:
    """Brings the room of a game up to date; what it was told is kept, so that nothing is told again."""
    for _ in range(ROUNDS):
        loaded, telling = games.shelf.current(game), Telling(games.store, game)
        if ROOM not in loaded.facts or telling.told >= loaded.version or not telling.claim(time.time()):
            return
        try:
            _tell(games, config, loaded, telling)
        finally:
            telling.release()  # and look again: whoever came meanwhile has left it to us


def _tell(games: Games, config: Config, loaded: Loaded, telling: Telling) -> None:
    room = Room(games.store, loaded.facts[ROOM])
    name, _, place = room.name.partition(":")
    platform = speaking(config, name)
    new = loaded.version - telling.told
    if platform is not None and room.game == loaded.game and new > 0:
        events = [event for _, event in games.shelf.events(loaded.game, telling.told, new)]
        try:
            _update(platform, room, place, loaded, events, telling)
        except PlatformRefused as refused:
            if not refused.gone:
                raise
            log.warning("a platform does not take a message: %s", refused)
    telling.put(told=str(max(telling.told, loaded.version)))


def _update(
    platform: Platform, room: Room, place: str, loaded: Loaded, events: Sequence[Event], telling: Telling
) -> None:
    lang = room.common_lang
    _show(platform, place, loaded, status(loaded, lang, news(loaded, lang, events)), telling)
    post = call(loaded, lang, _new_turns(loaded, events, telling.called))
    telling.put(called=",".join(map(str, loaded.state.phase.waiting)))
    if post:
        platform.post(place, post, {})


def _show(platform: Platform, place: str, loaded: Loaded, post: Post, telling: Telling) -> None:
    """In the one message that is there for it; if somebody has removed that, in a new one."""
    drawn = pictures(loaded, None, post)
    if telling.message:
        try:
            platform.edit(place, telling.message, post, drawn)
        except PlatformRefused as refused:
            if not refused.gone:
                raise
            telling.put(message="")
    if not telling.message:
        telling.put(message=platform.post(place, post, drawn))


def _new_turns(loaded: Loaded, events: Sequence[Event], called: Sequence[SeatId]) -> list[SeatId]:
    """Those who were not called yet, or whose turn came anew."""
    begun = {event.seat for event in events if isinstance(event, TurnStarted)}
    return [seat for seat in loaded.state.phase.waiting if seat not in called or seat in begun]
