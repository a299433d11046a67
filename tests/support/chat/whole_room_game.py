"""A whole game of two people on any platform, from the empty room to the final score."""

from collections.abc import Mapping
from typing import NamedTuple

from service.chat.rooms import Room
from service.games.game_cache import Loaded
from tests.support.chat.room_players import Table, leaks, play_to_the_end
from tests.support.http.running_service import Stack
from tests.support.http.service_games import games_on
from tests.support.store.store_servers import eventually
from workers.room_progress import RoomProgress


class Whole(NamedTuple):
    """A game that was played, and what its status message is called."""

    final: Loaded
    status: str

    def leaks(self, public: list[str]) -> list[str]:
        """What nobody should have read before the end."""
        return leaks(self.final, [text for text in public if "The game is over" not in text])


def play_whole(stack: Stack, table: Table, room: str, people: Mapping[str, str], steps: int) -> Whole:
    first, second = people
    table.say(first, "new game lyon")
    assert ", ".join(people.values()) in table.say(second, "join").public
    assert "begins" in table.say(second, "start").public
    assert "Your hand" in table.say(first, "my hand").private
    game = Room(stack.store, room).game
    eventually(
        lambda: bool(RoomProgress(stack.store, game).message), "a status message, which is to be edited"
    )
    final = play_to_the_end(games_on(stack.store), game, table, list(people), steps)
    eventually(lambda: RoomProgress(stack.store, game).shown == final.version, "the room knows how it ended")
    return Whole(final, RoomProgress(stack.store, game).message)
