"""How far the chat room of a game has been brought up to date."""

from collections.abc import Sequence

from service.store import Store
from ttr_core import SeatId

EDIT_SECONDS = 2.0  # between two changes of a status message: platforms refuse faster ones

# the names of the properties, as they are stored
SHOWN, MESSAGE, LOOK, SHOWN_AT, CALLED, CALLED_SEATS = "told", "message", "look", "shown", "heard", "called"
TALK, REFUSALS, PAUSED_UNTIL = "talk", "refusals", "paused"
PAUSES = (5, 20, 60, 300, 900, 3600)  # seconds before a platform that does not answer is tried again


class RoomProgress:
    """What the room of one game has been shown, and which seats were called there."""

    def __init__(self, store: Store, game: str) -> None:
        self._store, self._owner = store, f"telling/{game}"
        self._items = store.properties(self._owner)

    @property
    def shown(self) -> int:
        """The version that the status message shows."""
        return int(self._items.get(SHOWN, 0))

    @property
    def called(self) -> int:
        """The version up to which everybody was called whom the game waits for."""
        return int(self._items.get(CALLED, 0))

    @property
    def called_seats(self) -> Sequence[SeatId]:
        """The seats that the game waited for at the last call."""
        return [SeatId(int(seat)) for seat in self._items.get(CALLED_SEATS, "").split(",") if seat]

    @property
    def message(self) -> str:
        """The platform's id of the status message."""
        return self._items.get(MESSAGE, "")

    @property
    def look(self) -> str:
        """The fingerprint of the picture in the status message."""
        return self._items.get(LOOK, "")

    @property
    def talk(self) -> int:
        """The last entry of the table talk that the room was shown."""
        return int(self._items.get(TALK, 0))

    def note_talk(self, number: int) -> None:
        self._store.set_properties(self._owner, {TALK: str(number)})

    def is_behind(self, version: int) -> bool:
        return min(self.shown, self.called) < version or self.is_ahead(version)

    def is_ahead(self, version: int) -> bool:
        """Whether the room was shown what the server has lost since."""
        return max(self.shown, self.called) > version

    def wait(self, now: float) -> float:
        """For how many seconds the status message must stay as it is."""
        since = now - float(self._items.get(SHOWN_AT, 0))
        return EDIT_SECONDS - since if 0 <= since < EDIT_SECONDS else 0.0

    def pause(self, now: float) -> float:
        """For how many seconds the platform is left alone, since it did not answer."""
        return max(0.0, float(self._items.get(PAUSED_UNTIL) or 0) - now)

    def note_refusal(self, now: float) -> float:
        """How long to wait for the platform this time: the longer, the more often it did not answer in a row."""
        refusals = int(self._items.get(REFUSALS) or 0)
        pause = PAUSES[min(refusals, len(PAUSES) - 1)]
        self._put({REFUSALS: str(refusals + 1), PAUSED_UNTIL: str(now + pause)})
        return pause

    def note_answer(self) -> None:
        if self._items.get(REFUSALS):
            self._put({REFUSALS: "", PAUSED_UNTIL: ""})

    def note_shown(self, version: int, message: str, look: str, now: float) -> None:
        self._put({SHOWN: str(version), MESSAGE: message, LOOK: look, SHOWN_AT: str(now)})

    def note_called(self, version: int, seats: Sequence[SeatId]) -> None:
        self._put({CALLED: str(version), CALLED_SEATS: ",".join(map(str, seats))})

    def rewind(self, version: int) -> None:
        """The room is to be shown this version, and everybody called whom the game waits for."""
        before = str(max(0, version - 1))
        self._put({SHOWN: before, CALLED: before, CALLED_SEATS: ""})

    def give_up(self, version: int) -> None:
        """The room will not be shown what happened up to this version."""
        self._put({SHOWN: str(max(self.shown, version)), CALLED: str(max(self.called, version))})

    def _put(self, items: dict[str, str]) -> None:
        self._store.set_properties(self._owner, items)
        self._items = self._store.properties(self._owner)
