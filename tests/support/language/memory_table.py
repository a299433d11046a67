"""A game in memory in which people talk."""

from service.boards.map_file import read_map_file
from service.games.commit import Key
from service.games.games import Games
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.language import Reply, Talk, Utterance
from service.store import MemoryStore
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice, situation_of
from ttr_core.model.actor import SYSTEM, Actor, Role
from ttr_core.model.commands import ScoreGame
from ttr_core.model.ids import SeatId, Viewer

ANN: SeatId = 0
BEN: SeatId = 1
AT = "2026-01-31T18:00:00.000Z"


class Room:
    """Ann and Ben at a table; each message is read against the current state of the game.

    `own` is a map file that the table's operator serves.
    """

    def __init__(self, board: str = "usa", names: tuple[str, ...] = ("Ann", "Ben"), own: bytes = b"") -> None:
        self.games = Games(MemoryStore(), lambda game, version: None, lambda: AT)
        if own:
            self.games.boards.publish(read_map_file(own), "upload")
        seats = tuple(SeatRequest(name=name) for name in names)
        self.game = open_table(self.games, GameRequest(board=board, seats=seats, first=ANN)).done.loaded.game
        self.talk = Talk(self.games)

    @property
    def version(self) -> int:
        return self.games.cache.read_latest(self.game).version

    def say(
        self,
        who: Viewer,
        text: str,
        lang: str | None = None,
        *,
        preview: bool = False,
        key: Key | None = None,
        expected: int | None = None,
    ) -> Reply:
        loaded = self.games.cache.read_latest(self.game)
        return self.talk.hear(
            Utterance(
                loaded=loaded, viewer=who, text=text, lang=lang, preview=preview, key=key, expected=expected
            )
        )


def dealt(board: str = "usa") -> Room:
    """Everybody has chosen the first tickets; it is Ann's turn."""
    room = Room(board)
    for who in (ANN, BEN):
        room.say(who, "keep all")
    return room


def finished(board: str = "usa") -> Room:
    """A game that both have played to its end, and that is scored."""
    room = dealt(board)
    while (loaded := room.games.cache.read_latest(room.game)).state.phase.waiting:
        seat = loaded.state.phase.waiting[0]
        move = POLICIES["greedy"](situation_of(loaded.ruleset, loaded.state, seat, Dice(loaded.version)))
        room.games.perform(loaded, [move], Actor(Role.SEAT, seat))
    room.games.perform(loaded, [ScoreGame()], SYSTEM)
    return room
