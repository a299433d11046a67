"""People who answer with numbers and nothing else, in any channel, until a game is over."""

import re
from collections.abc import Callable

from service.games.game_cache import Loaded
from service.games.games import Games
from ttr_core.bots.policy import Dice
from ttr_core.model.actor import Actor, Role
from ttr_core.model.commands import ScoreGame
from ttr_core.model.ids import SeatId

Say = Callable[[SeatId, str], str]  # what a seat says, and what it then reads

MOST_ANSWERS = 30  # to one question after the other before something is played
MOST_MOVES = 3000
CLAIMS = ("Claim", "Prendre possession")  # so begin the choices that bring a game to its end


def play_by_numbers(games: Games, game: str, say: Say, dice: Dice) -> set[str]:
    """Play until the game is scored; return the phases in which numbers have led to a move."""
    phases: set[str] = set()
    for _ in range(MOST_MOVES):
        loaded = games.cache.read_latest(game)
        if not loaded.state.phase.waiting:
            games.perform(loaded, [ScoreGame()], Actor(Role.SYSTEM))
            return phases
        _play_one_move(games, loaded, say, dice)
        phases.add(loaded.state.phase.name)
    raise AssertionError("it never ends")


def _play_one_move(games: Games, loaded: Loaded, say: Say, dice: Dice) -> None:
    seat = loaded.state.phase.waiting[0]
    text = say(seat, "1")
    for _ in range(MOST_ANSWERS):
        if games.cache.read_latest(loaded.game).version > loaded.version:
            return
        text = say(seat, _number(text, dice))
    raise AssertionError(f"numbers lead to no move in {loaded.state.phase}: {text}")


def _number(text: str, dice: Dice) -> str:
    """One of the numbers at the beginning of a line."""
    labels: dict[str, str] = dict(re.findall(r"^([0-9]+)\) (.*)$", text, re.MULTILINE))
    assert labels, f"nothing to choose from: {text}"
    claims = [number for number, label in labels.items() if label.startswith(CLAIMS)]
    numbers = claims if claims and dice.below(3) else list(labels)
    return numbers[dice.below(len(numbers))]
