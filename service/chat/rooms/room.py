"""The stored state of a room: its open table, its game, its language, and who would like which seat.

Beside it, the room in which a person last wrote. `forget_person` removes both when a person is erased.
"""

from collections.abc import Mapping, Sequence

import msgspec

from service.games.games import new_game_id
from service.language.languages import DEFAULT_LANG
from service.store import Store

TABLE, GAME, LANG, OPENED_IN, WISH, HEIR = "table", "game", "lang", "opened in", "wish:", "heir:"  # items
BEGUN = "begun"  # item of a table: the game is being created, so that joining may come too late


class Table(msgspec.Struct, frozen=True, array_like=True):
    """An open table. Its game has an id already, so that it cannot be created twice."""

    board: str
    game: str


class Place(msgspec.Struct, frozen=True, array_like=True):
    """A place at the open table: a person of the platform, or a bot."""

    name: str  # of a bot, its policy
    person: str = ""


class Wish(msgspec.Struct, frozen=True, array_like=True):
    """A person's wish to take over a seat."""

    seat: int
    name: str


class Room:
    """A chat room's properties in the store. Each is written on its own, so that two people can act at once."""

    def __init__(self, store: Store, name: str) -> None:
        self.name = name
        self._store, self._owner = store, f"room/{name}"
        self.look()

    def look(self) -> None:
        self.items: Mapping[str, str] = self._store.properties(self._owner)

    def put(self, items: Mapping[str, str]) -> None:
        self._store.set_properties(self._owner, items)
        self.look()

    @property
    def game(self) -> str:
        """The current game of the room, or the last one; empty before the first."""
        return self.items.get(GAME, "")

    @property
    def lang(self) -> str:
        """The language that was agreed on; without one, people are answered in their own."""
        return self.items.get(LANG, "")

    @property
    def common_lang(self) -> str:
        """The language of messages to everybody: agreed on, or that of the person who opened the table."""
        return self.lang or self.items.get(OPENED_IN) or DEFAULT_LANG

    @property
    def table(self) -> Table | None:
        text = self.items.get(TABLE)
        return msgspec.json.decode(text, type=Table) if text else None

    # the open table

    @property
    def board(self) -> str:
        return self.table.board if self.table else ""

    def open(self, board: str) -> bool:
        """Open a table; False if there is one already."""
        text = msgspec.json.encode(Table(board, new_game_id())).decode()
        fresh = self._store.set_property_once(self._owner, TABLE, text)
        self.look()
        return fresh

    @property
    def places(self) -> Mapping[str, Place]:
        """The places by item, in their order at the table."""
        start = self._of_table()
        return {
            item: msgspec.json.decode(self.items[item], type=Place)
            for item in sorted(self.items)
            if start and item.startswith(start) and item != start + BEGUN
        }

    @property
    def people(self) -> Sequence[tuple[str, str]]:
        """The people at the open table: platform ids and names."""
        return [(place.person, place.name) for place in self.places.values() if place.person]

    @property
    def bots(self) -> Sequence[str]:
        return [place.name for place in self.places.values() if not place.person]

    @property
    def begun(self) -> bool:
        return self._of_table() + BEGUN in self.items

    def sit(self, place: Place, most: int) -> bool:
        """Take the first free place of `most`; a person who joins twice at once gets one place."""
        for number in range(most):
            item = f"{self._of_table()}{number:02}"
            if self._store.set_property_once(self._owner, item, msgspec.json.encode(place).decode()):
                self.look()
                return self._stay(item, place)
        return False

    def _stay(self, item: str, place: Place) -> bool:
        """Give the place back if the table is gone, or the person has another one."""
        own = [held for held, other in self.places.items() if other.person == place.person]
        if item not in own or (place.person and own[0] != item):
            self.put({item: ""})
        return bool(own)

    def get_up(self, place: Place) -> bool:
        """Free the person's place, or the last bot's; False if there is none."""
        held = [
            item
            for item, other in self.places.items()
            if (other.person == place.person if place.person else not other.person)
        ]
        if held:
            self.put({held[-1]: ""})
        return bool(held)

    def begin(self, table: Table) -> bool:
        """Mark the table as begun for everybody who joins later; False if the table is gone."""
        self.put({f"{table.game}:{BEGUN}": "1"})
        if self.table != table:
            self.not_begun(table)
        return self.table == table

    def not_begun(self, table: Table) -> None:
        self.put({f"{table.game}:{BEGUN}": ""})

    def clear(self) -> None:
        """Remove the table: the game has begun, or was cancelled."""
        start = self._of_table()
        gone = [item for item in self.items if start and item.startswith((start, WISH, HEIR))]
        self.put(dict.fromkeys((*gone, TABLE), ""))

    def _of_table(self) -> str:
        """The prefix of the open table's items."""
        table = self.table
        return f"{table.game}:" if table else ""

    # seats that change hands

    def wishes(self) -> Mapping[str, Wish]:
        """The wishes of people, by platform id."""
        return {
            item.removeprefix(WISH): msgspec.json.decode(text, type=Wish)
            for item, text in sorted(self.items.items())
            if item.startswith(WISH)
        }

    def wish(self, person: str, wish: Wish) -> None:
        self.put({WISH + person: msgspec.json.encode(wish).decode()})

    def heir(self, seat: int) -> str:
        """The person for whom a seat was opened."""
        return self.items.get(f"{HEIR}{seat}", "")

    def name_heir(self, seat: int, person: str) -> None:
        self.put({f"{HEIR}{seat}": person})

    def settled(self, seat: int, person: str) -> None:
        """The person has the seat."""
        self.put({f"{HEIR}{seat}": "", WISH + person: ""})

    def forget(self, person: str) -> None:
        """Remove the person's place, their wish, and any seat that is kept for them."""
        reserved = [item for item, text in self.items.items() if item.startswith(HEIR) and text == person]
        places = [item for item, place in self.places.items() if place.person == person]
        self.put(dict.fromkeys((*reserved, *places, WISH + person), ""))
        if places and not self.people:
            self.clear()


ROOM = "room"


class Whereabouts:
    """The room in which a person last wrote: their private messages to the bot are about its game."""

    def __init__(self, store: Store, platform: str, person: str) -> None:
        self._store, self._owner = store, f"{platform}/last/{person}"

    def last(self) -> str:
        """The platform's name of the room; empty if there is none."""
        return self._store.properties(self._owner).get(ROOM, "")

    def put(self, room: str) -> None:
        self._store.set_properties(self._owner, {ROOM: room})


def forget_person(store: Store, room: str, person: str) -> None:
    """Remove a person from the room in which they play, and all trace of where they wrote."""
    Room(store, room).forget(person)
    Whereabouts(store, room.partition(":")[0], person).put("")
