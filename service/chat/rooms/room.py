"""What is known of a room: its open table, its game, its language, and who would like whose seat.

What is kept of a person beside the games: where he was last heard, and his wishes in a room; and how it goes.
"""

from collections.abc import Mapping, Sequence

import msgspec

from service.games.games import new_game_id
from service.store import Store

TABLE, GAME, LANG, OPENED_IN, WISH, HEIR = "table", "game", "lang", "opened in", "wish:", "heir:"  # items
BEGUN = "begun"  # of a table: from now on nobody can be sure to sit down in time


class Open(msgspec.Struct, frozen=True, array_like=True):
    """A table that is open; the name of its game is known from now on, so that it cannot be begun twice."""

    board: str
    game: str


class Place(msgspec.Struct, frozen=True, array_like=True):
    """Who sits at the open table: a person of the platform, or a bot."""

    name: str  # of a bot, its policy
    person: str = ""


class Wish(msgspec.Struct, frozen=True, array_like=True):
    """Somebody who would like to have a seat of the game."""

    seat: int
    name: str


class Room:
    """A drawer of the store. Each of its items is written by itself, so that two people can act at once."""

    def __init__(self, store: Store, name: str) -> None:
        self.name = name
        self._store, self._drawer = store, f"room/{name}"
        self.look()

    def look(self) -> None:
        self.items: Mapping[str, str] = self._store.drawer(self._drawer)

    def put(self, items: Mapping[str, str]) -> None:
        self._store.put(self._drawer, items)
        self.look()

    @property
    def game(self) -> str:
        """The game that is played here, or was the last; none if nobody has played here yet."""
        return self.items.get(GAME, "")

    @property
    def lang(self) -> str:
        """The language that was agreed on; without one everybody is answered in his own."""
        return self.items.get(LANG, "")

    @property
    def common_lang(self) -> str:
        """In which the room is told what nobody asked for: at least somebody speaks it."""
        return self.lang or self.items.get(OPENED_IN) or "en"

    @property
    def table(self) -> Open | None:
        text = self.items.get(TABLE)
        return msgspec.json.decode(text, type=Open) if text else None

    # the open table

    @property
    def board(self) -> str:
        return self.table.board if self.table else ""

    def open(self, board: str) -> bool:
        """Unless there is one already."""
        text = msgspec.json.encode(Open(board, new_game_id())).decode()
        fresh = self._store.put_first(self._drawer, TABLE, text)
        self.look()
        return fresh

    @property
    def places(self) -> Mapping[str, Place]:
        """By their items, in their order at the table."""
        start = self._of_table()
        return {
            item: msgspec.json.decode(self.items[item], type=Place)
            for item in sorted(self.items)
            if start and item.startswith(start) and item != start + BEGUN
        }

    @property
    def people(self) -> Sequence[tuple[str, str]]:
        """Who has joined the open table, by platform id, with names."""
        return [(place.person, place.name) for place in self.places.values() if place.person]

    @property
    def bots(self) -> Sequence[str]:
        return [place.name for place in self.places.values() if not place.person]

    @property
    def begun(self) -> bool:
        return self._of_table() + BEGUN in self.items

    def sit(self, place: Place, most: int) -> bool:
        """Takes the first place that is free, of so many; whoever comes twice at once sits down once."""
        for number in range(most):
            item = f"{self._of_table()}{number:02}"
            if self._store.put_first(self._drawer, item, msgspec.json.encode(place).decode()):
                self.look()
                return self._stay(item, place)
        return False

    def _stay(self, item: str, place: Place) -> bool:
        """The place is given back if the table is gone, or the person has another one."""
        own = [found for found, other in self.places.items() if other.person == place.person]
        if item not in own or (place.person and own[0] != item):
            self.put({item: ""})
        return bool(own)

    def get_up(self, place: Place) -> bool:
        """The last place that is taken so, if there is one."""
        found = [
            item
            for item, other in self.places.items()
            if (other.person == place.person if place.person else not other.person)
        ]
        if found:
            self.put({found[-1]: ""})
        return bool(found)

    def begin(self, table: Open) -> bool:
        """Whoever sits down after this sees it; False if the table is gone by now."""
        self.put({f"{table.game}:{BEGUN}": "1"})
        if self.table != table:
            self.not_begun(table)
        return self.table == table

    def not_begun(self, table: Open) -> None:
        self.put({f"{table.game}:{BEGUN}": ""})

    def clear(self) -> None:
        """The table is gone: the game has begun, or nobody wants it."""
        start = self._of_table()
        gone = [item for item in self.items if start and item.startswith((start, WISH, HEIR))]
        self.put(dict.fromkeys((*gone, TABLE), ""))

    def _of_table(self) -> str:
        """How the items of the open table begin."""
        table = self.table
        return f"{table.game}:" if table else ""

    # seats that pass on

    def wishes(self) -> Mapping[str, Wish]:
        """What people would like to have, by platform id."""
        return {
            item.removeprefix(WISH): msgspec.json.decode(text, type=Wish)
            for item, text in sorted(self.items.items())
            if item.startswith(WISH)
        }

    def wish(self, person: str, wish: Wish) -> None:
        self.put({WISH + person: msgspec.json.encode(wish).decode()})

    def heir(self, seat: int) -> str:
        """For whom a seat was opened."""
        return self.items.get(f"{HEIR}{seat}", "")

    def name_heir(self, seat: int, person: str) -> None:
        self.put({f"{HEIR}{seat}": person})

    def settled(self, seat: int, person: str) -> None:
        """The person has the seat."""
        self.put({f"{HEIR}{seat}": "", WISH + person: ""})

    def forget(self, person: str) -> None:
        """He sits at no table, wants no seat, and none is kept for him."""
        kept = [item for item, text in self.items.items() if item.startswith(HEIR) and text == person]
        places = [item for item, place in self.places.items() if place.person == person]
        self.put(dict.fromkeys((*kept, *places, WISH + person), ""))
        if places and not self.people:
            self.clear()


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
