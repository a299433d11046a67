"""What rooms are told without asking: the status message is kept up to date, and whoever is to act is called once.

How far the room of a game has been told what happens, and who is just telling it.
"""

import logging
import time
from collections.abc import Callable, Sequence

from service.background.jobs import RETRY_SECONDS, Need
from service.background.jobs import ROOM as TELL
from service.chat import ADAPTERS, posting_platform
from service.chat.late_answers import count_failure, forget_answer, read_answer
from service.chat.picture_attachments import BoardPicture, pictures_for
from service.chat.platform import Platform, PlatformRefused
from service.chat.rooms import Room
from service.chat.rooms.open_table import ROOM
from service.chat.rooms.posts import Post
from service.chat.rooms.status_message import call, news, status
from service.config import Config
from service.games.game_cache import Loaded
from service.games.games import Games
from service.store import Lease, Store
from ttr_core import Event, SeatId
from ttr_core.model.events import TurnStarted

TOLD, MESSAGE, LOOK, SHOWN, HEARD, CALLED = ("told", "message", "look", "shown", "heard", "called")
EDIT_SECONDS = 2.0  # between two changes of a status message: platforms refuse those who are faster
LEASE_SECONDS = 20.0  # a worker that updates one room for longer is considered crashed


class Telling:
    """A drawer of the store."""

    def __init__(self, store: Store, game: str) -> None:
        self._store, self._drawer = store, f"telling/{game}"
        self._items = store.drawer(self._drawer)

    @property
    def told(self) -> int:
        """The version that the status message shows."""
        return int(self._items.get(TOLD, 0))

    @property
    def heard(self) -> int:
        """The version up to which everybody was called who was to act."""
        return int(self._items.get(HEARD, 0))

    @property
    def message(self) -> str:
        """The platform's id of the status message."""
        return self._items.get(MESSAGE, "")

    def is_behind(self, version: int) -> bool:
        return min(self.told, self.heard) < version

    @property
    def look(self) -> str:
        """Of the picture that the status message has."""
        return self._items.get(LOOK, "")

    def wait(self, now: float) -> float:
        """For how many seconds the status message is to stay as it is."""
        since = now - float(self._items.get(SHOWN, 0))
        return EDIT_SECONDS - since if 0 <= since < EDIT_SECONDS else 0.0

    @property
    def called(self) -> Sequence[SeatId]:
        """Whom the game waited for when somebody was last called."""
        return [SeatId(int(seat)) for seat in self._items.get(CALLED, "").split(",") if seat]

    def put(self, **items: str) -> None:
        self._store.put(self._drawer, items)
        self._items = self._store.drawer(self._drawer)

    def give_up(self, version: int) -> None:
        """What the room was not told until now it will not be told."""
        self.put(told=str(max(self.told, version)), heard=str(max(self.heard, version)))


log = logging.getLogger("ttr.rooms")

ROUNDS = 20  # in one job; whatever comes then has jobs of its own
NOT_YET = 404  # for an answer whose request may still be under way

Clock = Callable[[], float]


def deliver(games: Games, config: Config, name: str) -> None:
    """An answer that a request left behind; one that is never taken is given up."""
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
        log.warning("a platform does not take an answer: %s", refused)
    forget_answer(games.store, name)


def owed(games: Games, loaded: Loaded) -> tuple[Need, ...]:
    """News for the room in which the game is played, if it has not heard all."""
    name = loaded.facts.get(ROOM)
    if name is None or name.partition(":")[0] not in ADAPTERS:
        return ()
    behind = Telling(games.store, loaded.game).is_behind(loaded.version)
    return (Need(TELL, loaded.game, loaded.version),) if behind else ()


def room_lease(store: Store, game: str) -> Lease:
    """One worker at a time updates the room of a game."""
    return Lease(store, f"room/{game}", LEASE_SECONDS)


def tell(games: Games, config: Config, game: str, clock: Clock = time.time) -> float:
    """Brings the room of a game up to date; what it was told is kept, so that nothing is told again.

    The status message changes only now and then: after so many seconds it can show what is new. 0: it shows all.
    """
    lease = room_lease(games.store, game)
    for _ in range(ROUNDS):
        loaded, telling = games.cache.read_latest(game), Telling(games.store, game)
        if ROOM not in loaded.facts or not telling.is_behind(loaded.version):
            return 0.0
        if telling.heard >= loaded.version and (wait := telling.wait(clock())):
            return wait
        if not lease.claim():
            return LEASE_SECONDS  # its holder sees what is new and shows it, or has crashed
        try:
            _tell(games, config, loaded, Telling(games.store, game), clock())
        finally:
            lease.release()  # and look again: other workers have left news to us meanwhile
    return EDIT_SECONDS


def _tell(games: Games, config: Config, loaded: Loaded, telling: Telling, now: float) -> None:
    room = Room(games.store, loaded.facts[ROOM])
    platform = posting_platform(config, room.name.partition(":")[0])
    try:
        if platform is not None and room.game == loaded.game:
            Crier(games, platform, room, loaded, telling).tell(now)
            return
    except PlatformRefused as refused:
        if not refused.gone:
            raise
        log.warning("a platform does not take a message: %s", refused)
    telling.give_up(loaded.version)


class Crier:
    """Tells one room what has happened in its game."""

    def __init__(
        self, games: Games, platform: Platform, room: Room, loaded: Loaded, telling: Telling
    ) -> None:
        self._games, self._platform, self._loaded, self._telling = games, platform, loaded, telling
        self._place, self._lang = room.name.partition(":")[2], room.common_lang

    def tell(self, now: float) -> None:
        """Whoever is to act is called at once; only the first status message comes before that."""
        if not self._telling.message:
            self._show(now)
        self._call()
        if not self._telling.wait(now):
            self._show(now)

    def _call(self) -> None:
        loaded, telling = self._loaded, self._telling
        if telling.heard >= loaded.version:
            return
        post = call(loaded, self._lang, _new_turns(loaded, self._since(telling.heard), telling.called))
        if post:
            self._platform.post(self._place, post, {})
        telling.put(heard=str(loaded.version), called=",".join(map(str, loaded.state.phase.waiting)))

    def _show(self, now: float) -> None:
        """In the one message that is there for it; if somebody has removed that, in a new one."""
        loaded, telling = self._loaded, self._telling
        if telling.told >= loaded.version:
            return
        post = status(loaded, self._lang, news(loaded, self._lang, self._since(telling.told)))
        picture = BoardPicture(loaded, self._lang)
        message = self._edited(post, picture) or self._platform.post(self._place, post, picture.drawn())
        telling.put(message=message, look=picture.look, told=str(loaded.version), shown=str(now))

    def _edited(self, post: Post, picture: BoardPicture) -> str:
        """The message, unless it is gone; what it shows is drawn only if that is not what it shows already."""
        telling = self._telling
        if not telling.message:
            return ""
        drawn = {} if telling.look == picture.look else picture.drawn()
        try:
            return self._platform.edit(self._place, telling.message, post, drawn)
        except PlatformRefused as refused:
            if not refused.gone:
                raise
            return ""

    def _since(self, version: int) -> list[Event]:
        loaded = self._loaded
        return [
            event
            for _, event in self._games.cache.read_events(loaded.game, version, loaded.version - version)
        ]


def _new_turns(loaded: Loaded, events: Sequence[Event], called: Sequence[SeatId]) -> list[SeatId]:
    """Those who were not called yet, or whose turn came anew."""
    begun = {event.seat for event in events if isinstance(event, TurnStarted)}
    return [seat for seat in loaded.state.phase.waiting if seat not in called or seat in begun]
