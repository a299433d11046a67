"""What is kept of a person beside the games: where he was last heard, and his wishes in a room; and how it goes."""

from service.rooms.record import Room
from service.store import Store

ROOM = "room"


class Whereabouts:
    """Where a person was last heard: what he writes to the bot alone is about the game of that room."""

    def __init__(self, store: Store, platform: str, person: str) -> None:
        self._store, self._drawer = store, f"{platform}/last/{person}"

    def last(self) -> str:
        """The platform's name of the room, if he was heard in any."""
        return self._store.drawer(self._drawer).get(ROOM, "")

    def put(self, room: str) -> None:
        self._store.put(self._drawer, {ROOM: room})


def forget_person(store: Store, room: str, person: str) -> None:
    """Takes a person out of the room in which he plays, and forgets that he was ever heard there."""
    Room(store, room).forget(person)
    Whereabouts(store, room.partition(":")[0], person).put("")
