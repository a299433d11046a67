"""A whole game in a room of any platform, against the real service with its workers, up to the final score."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from service.chat.rooms import Room
from service.games.game_cache import Loaded
from tests.support.chat.platform_server import Fake, listening
from tests.support.chat.room_players import Table, leaks, play_to_the_end
from tests.support.http.api_calls import over_http
from tests.support.http.running_service import Stack, running
from tests.support.http.service_games import games_on
from tests.support.store.store_servers import eventually
from workers.room_progress import RoomProgress


@contextmanager
def running_with(fakes: Sequence[Fake], folder: Path) -> Iterator[Stack]:
    """The service with its workers and fake platforms, able to reach each other."""
    with ExitStack() as ending:
        for fake in fakes:
            ending.enter_context(listening(fake))
        settings = {name: value for fake in fakes for name, value in fake.settings.items()}
        stack = ending.enter_context(running(folder, background=True, processes=1, **settings))
        for fake in fakes:
            fake.caller = ending.enter_context(over_http(stack.port))
        yield stack


class Whole(NamedTuple):
    """A finished game, and the id of its status message."""

    final: Loaded
    status: str

    def leaks(self, public: list[str]) -> list[str]:
        """Public texts that hold a secret before the end."""
        return leaks(self.final, [text for text in public if "The game is over" not in text])


def begin(stack: Stack, table: Table, room: str, people: Mapping[str, str]) -> str:
    """The id of a game of two people, whose status message is posted."""
    first, second = people
    table.say(first, "new game lyon")
    assert " and ".join(people.values()) in table.say(second, "join").public
    assert "begins" in table.say(second, "start").public
    game = Room(stack.store, room).game
    eventually(lambda: bool(RoomProgress(stack.store, game).message), "a status message")
    return game


def finish(stack: Stack, table: Table, game: str, people: list[str], steps: int) -> Whole:
    """Play to the end; the status message shows it."""
    final = play_to_the_end(games_on(stack.store), game, table, people, steps)
    eventually(lambda: RoomProgress(stack.store, game).shown == final.version, "the room knows how it ended")
    return Whole(final, RoomProgress(stack.store, game).message)
