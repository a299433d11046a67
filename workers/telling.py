"""How far the room of a game has been told what happens, and who is just telling it."""

from collections.abc import Sequence

from service.store import Store
from ttr_core import SeatId

TOLD, MESSAGE, LOOK, SHOWN, HEARD, CALLED, BUSY = (
    "told",
    "message",
    "look",
    "shown",
    "heard",
    "called",
    "busy",
)
EDIT_SECONDS = 2.0  # between two changes of a status message: platforms refuse those who are faster
DOUBT_SECONDS, LEASE_SECONDS = 5.0, 20.0  # nobody needs so long; whoever does is dead


class SomebodyElse(Exception):  # noqa: N818 - who it is
    """Another worker has begun to tell the room and does not come to an end; it is worth coming back."""


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

    def claim(self, now: float) -> bool:
        """Whether nobody else tells the room at this time; one who died over it is replaced."""
        if not self._store.put_first(self._drawer, BUSY, str(now)):
            held = self._store.drawer(self._drawer).get(BUSY)
            since = now - float(held) if held else 0.0  # whoever is done at this moment looks once more
            if since < DOUBT_SECONDS:
                return False
            if since < LEASE_SECONDS:
                raise SomebodyElse
            self.put(busy=str(now))
        self._items = self._store.drawer(self._drawer)
        return True

    def release(self) -> None:
        self.put(busy="")
