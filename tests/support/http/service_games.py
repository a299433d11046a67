"""Games played through the service's own way of changing them, without HTTP."""

from service.games.game_cache import Loaded
from service.games.games import Games
from service.store import Store
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice, situation_of
from ttr_core.model.actor import HOST, SYSTEM, Actor, Role
from ttr_core.model.commands import Command, CreateGame, ScoreGame, StartGame, TakeSeat

FACTS = {"visibility": "unlisted", "start": "when_full"}
MOST_MOVES = 2000


def games_on(store: Store) -> Games:
    return Games(store, lambda game, version: None, lambda: "2026-11-16T12:00:00.000Z")


def start(games: Games, board: str = "lyon", players: int = 2) -> Loaded:
    """A game whose first player is to choose."""
    seats = [TakeSeat(seat=seat, kind="human", entropy=f"seat {seat}") for seat in range(players)]
    commands: list[Command] = [CreateGame(), *seats, StartGame(first=0)]
    return games.perform(games.blank(board, players, {}), commands, HOST, facts=FACTS).loaded


def move(games: Games, loaded: Loaded) -> Loaded:
    """The next move, always the same one in the same position."""
    seat = loaded.state.phase.waiting[0]
    choice = POLICIES["greedy"](situation_of(loaded.ruleset, loaded.state, seat, Dice(loaded.version)))
    return games.perform(loaded, [choice], Actor(Role.SEAT, seat), expected=loaded.version).loaded


def moves(games: Games, loaded: Loaded, number: int) -> Loaded:
    for _ in range(number):
        loaded = move(games, loaded)
    return loaded


def finish(games: Games, loaded: Loaded) -> Loaded:
    """The game when it has been scored."""
    for _ in range(MOST_MOVES):
        if not loaded.state.phase.waiting:
            return games.perform(loaded, [ScoreGame()], SYSTEM).loaded
        loaded = move(games, loaded)
    raise AssertionError(f"no end after {MOST_MOVES} moves")
