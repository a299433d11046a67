"""Chat rooms are kept up to date without anybody asking: one status message, and a call to the people on turn.

A room is edited seldom and called at once; what it has been shown is kept in the store, so nothing is shown twice.
Late answers, which a request left to a worker, go out from here too.
"""

import logging
import time
from collections.abc import Callable, Sequence

from service.background.jobs import RETRY_SECONDS
from service.chat import ADAPTERS, posting_platform
from service.chat.late_answers import count_failure, forget_answer, read_answer
from service.chat.picture_attachments import BoardPicture, pictures_for
from service.chat.platform import Platform, PlatformRefused
from service.chat.rooms import Room
from service.chat.rooms.room import Post
from service.chat.rooms.status_message import ask, call, farewell, news, status
from service.config import Config
from service.games.game_cache import Loaded
from service.games.games import Games
from service.language.languages import Messages
from service.pictures.plan_store import PlanStore
from service.store import Lease, Store
from service.table_talk.table_talk import quiet_talk
from service.table_talk.talk_message import Channel, Said
from ttr_core import Event, SeatId
from ttr_core.by_post import MotionProposed
from ttr_core.model.events import GameScored, TurnStarted
from workers.room_progress import EDIT_SECONDS, RoomProgress

log = logging.getLogger("ttr.rooms")

LEASE_SECONDS = 20.0  # a worker that updates one room for longer is considered crashed
ROUNDS = 20  # in one job; later news have jobs of their own
NOT_YET = 404  # for an answer whose request may still be under way

Clock = Callable[[], float]


class RoomBusy(Exception):
    """Another worker holds the lease of a room."""


def deliver(games: Games, config: Config, name: str) -> None:
    """Sends an answer that a request left behind; after the last retry it is given up."""
    late = read_answer(games.store, name)
    if late is None:
        return
    drawn = pictures_for(games, late.posts)
    try:
        ADAPTERS[late.platform].platform(config).answer(late.handle, late.posts, drawn)
    except PlatformRefused as refused:
        last = count_failure(games.store, name, late) > len(RETRY_SECONDS)
        if not last and (not refused.gone or refused.status == NOT_YET):
            raise
        log.warning("%s refuses an answer, which is dropped: %s", late.platform, refused)
    forget_answer(games.store, name)


def room_lease(store: Store, game: str) -> Lease:
    """One worker at a time updates the room of a game."""
    return Lease(store, f"room/{game}", LEASE_SECONDS)


def update_room(games: Games, config: Config, game: str, clock: Clock = time.time) -> float:
    """Brings the room of a game up to date; returns the seconds until the rest can be shown, 0 if nothing is left."""
    lease = room_lease(games.store, game)
    for _ in range(ROUNDS):
        loaded, progress = games.cache.read_latest(game), RoomProgress(games.store, game)
        name = loaded.facts.room
        if name is None or not progress.is_behind(loaded.version):
            return 0.0
        if pause := progress.pause(clock()):
            return pause
        if progress.called >= loaded.version and (wait := progress.wait(clock())):
            return wait
        if not lease.claim():
            return LEASE_SECONDS  # its holder sees what is new and shows it, or has crashed
        try:
            loaded, progress = games.cache.read_latest(game), RoomProgress(games.store, game)
            if progress.is_ahead(loaded.version):  # nobody else writes it while we hold the lease
                progress.rewind(loaded.version)
            if pause := _update(games, config, Room(games.store, name), loaded, progress, clock()):
                return pause
        finally:
            lease.release()  # and look again: other workers have left news to us meanwhile
    return EDIT_SECONDS


def show_talk(games: Games, config: Config, game: str) -> None:
    """Posts what was said at the table into its room, each message once; the room of a closed platform gets none."""
    loaded = games.cache.read_latest(game)
    room = Room(games.store, loaded.facts.room) if loaded.facts.room else None
    platform = posting_platform(config, room.name.partition(":")[0]) if room else None
    lease = room_lease(games.store, game)
    if room is None or platform is None or room.game != game:
        return
    if not lease.claim():
        raise RoomBusy(f"another worker updates the room of game {game}")  # rq tries again
    try:
        progress = RoomProgress(games.store, game)
        talk = quiet_talk(games)
        for number, entry in enumerate(talk.after(game, progress.talk), progress.talk + 1):
            if isinstance(entry, Said) and _is_news(entry):
                post = Post(text=_spoken(loaded, room.common_lang, entry))
                platform.post(room.name.partition(":")[2], post, {})
            progress.note_talk(number)
    finally:
        lease.release()


def _is_news(said: Said) -> bool:
    posted = said.posted
    return posted.channel is Channel.TABLE and not posted.from_room and said.text is not None


def _spoken(loaded: Loaded, lang: str, said: Said) -> str:
    say, seat = Messages(lang), said.posted.seat
    who = say("room-talk_host") if seat is None else loaded.facts.name(seat) or say.seat(seat)
    return say("room-talk", who=who, text=said.text)


def _update(
    games: Games, config: Config, room: Room, loaded: Loaded, progress: RoomProgress, now: float
) -> float:
    """How long to wait before the platform is tried again; 0 if it took the update, or never will."""
    platform = posting_platform(config, room.name.partition(":")[0])
    try:
        if platform is not None and room.game == loaded.game:
            RoomUpdate(games, platform, room, loaded, progress).run(now)
            progress.note_answer()
            return 0.0
    except PlatformRefused as refused:
        if not refused.gone:
            pause = progress.note_refusal(now)
            log.warning("the room of game %s is tried again in %d s: %s", loaded.game, pause, refused)
            return pause
        log.warning("the room of game %s refuses a message, which is dropped: %s", loaded.game, refused)
    progress.give_up(loaded.version)
    return 0.0


class RoomUpdate:
    """Shows one room what has happened in its game, and calls the people on turn or with a proposal to answer."""

    def __init__(
        self, games: Games, platform: Platform, room: Room, loaded: Loaded, progress: RoomProgress
    ) -> None:
        self._games, self._platform, self._loaded, self._progress = games, platform, loaded, progress
        self._place, self._lang = room.name.partition(":")[2], room.common_lang

    def run(self, now: float) -> None:
        """People are called at once; only the first status message comes before that."""
        if not self._progress.message:
            self._show(now)
        self._call()
        if not self._progress.wait(now):
            self._show(now)

    def _call(self) -> None:
        loaded, progress = self._loaded, self._progress
        if progress.called >= loaded.version:
            return
        events = self._since(progress.called)
        post = call(loaded, self._lang, _new_turns(loaded, events, progress.called_seats))
        asked = (ask(loaded, self._lang, one.motion) for one in events if isinstance(one, MotionProposed))
        for message in filter(None, (post, *asked)):
            self._platform.post(self._place, message, {})
        if any(isinstance(event, GameScored) for event in events):
            self._platform.post(self._place, farewell(loaded, self._lang), self._picture().drawn())
        progress.note_called(loaded.version, loaded.state.phase.waiting)

    def _show(self, now: float) -> None:
        """Edits the status message; a new one replaces it if somebody has removed it."""
        loaded, progress = self._loaded, self._progress
        if progress.shown >= loaded.version:
            return
        post = status(loaded, self._lang, news(loaded, self._lang, self._since(progress.shown)))
        picture = self._picture()
        message = self._edited(post, picture) or self._platform.post(self._place, post, picture.drawn())
        progress.note_shown(loaded.version, message, picture.look, now)

    def _picture(self) -> BoardPicture:
        return BoardPicture(self._loaded, self._lang, PlanStore(self._games.store).layout_now)

    def _edited(self, post: Post, picture: BoardPicture) -> str:
        """The id of the message, empty if it is gone. A picture is drawn only if the message has another one."""
        progress = self._progress
        if not progress.message:
            return ""
        drawn = {} if progress.look == picture.look else picture.drawn()
        try:
            return self._platform.edit(self._place, progress.message, post, drawn)
        except PlatformRefused as refused:
            if not refused.gone:
                raise
            return ""

    def _since(self, version: int) -> list[Event]:
        events = self._games.cache.read_events(self._loaded.game, version, self._loaded.version - version)
        return [event for _, event in events]


def _new_turns(loaded: Loaded, events: Sequence[Event], called: Sequence[SeatId]) -> list[SeatId]:
    """The seats that were not called yet, or whose turn came anew."""
    begun = {event.seat for event in events if isinstance(event, TurnStarted)}
    return [seat for seat in loaded.state.phase.waiting if seat not in called or seat in begun]
