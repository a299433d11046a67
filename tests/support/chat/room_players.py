"""Whole games in a room of any platform: people say what a bot would do, and now and then press buttons instead."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple, Protocol

from service.games.game_cache import Loaded
from service.games.games import Games
from service.language.speech.story import voice_for
from service.language.vocabulary.board_words import BoardWords
from tests.support.store.store_servers import eventually
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice, situation_of
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.model.ids import SeatId

MOST_STEPS = 2000
MOST_PRESSES = 5


class Answer(NamedTuple):
    """What comes back when somebody has said something."""

    public: str = ""
    private: str = ""
    buttons: Sequence[str] = ()  # what they send back


class Table(Protocol):
    """A room as people use it."""

    def say(self, person: str, text: str) -> Answer: ...

    def press(self, person: str, button: str) -> Answer: ...


def play_to_the_end(
    games: Games, game: str, table: Table, people: Sequence[str], steps: int = MOST_STEPS
) -> Loaded:
    """Until the game has been scored; people sit in the order in which they are named.

    After so many steps they leave their seats to bots, which play on by themselves.
    """
    for step in range(steps):
        loaded = games.cache.read_latest(game)
        if loaded.over:
            return loaded
        seats = [seat for seat in loaded.state.phase.waiting if seat in loaded.state.present]
        if not seats:
            eventually(partial(_moved, games, loaded), "a move of the service")
        elif step % 9 != 4 or not _by_buttons(games, loaded, table, people[seats[0]], step):
            _by_words(games, loaded, table, people[seats[0]], seats[0])
    assert steps < MOST_STEPS, "it never ends"
    for person in people:
        # a move in between ends the question, and it is asked again
        eventually(partial(_offers_to_resign, games, game, table, person), "a question")
        table.say(person, "yes")
    eventually(lambda: games.cache.read_latest(game).over, "the end of the game")
    return games.cache.read_latest(game)


def _offers_to_resign(games: Games, game: str, table: Table, person: str) -> bool:
    return _waits_for_people(games, game) and bool(table.say(person, "resign to a bot").buttons)


def _waits_for_people(games: Games, game: str) -> bool:
    state = games.cache.read_latest(game).state
    return all(seat in state.present for seat in state.phase.waiting)


def _moved(games: Games, loaded: Loaded) -> bool:
    return games.cache.read_latest(loaded.game).version > loaded.version


def _by_words(games: Games, loaded: Loaded, table: Table, person: str, seat: SeatId) -> None:
    """Every second person speaks French."""
    command = POLICIES["greedy"](situation_of(loaded.ruleset, loaded.state, seat, Dice(loaded.version)))
    words = voice_for(loaded, ("en", "fr")[seat % 2], seat).phrase(
        command, ticket_choice(loaded.state, seat).offer
    )
    answer = table.say(person, words)
    assert _moved(games, loaded), f"{words!r} does nothing: {answer}"


def _by_buttons(games: Games, loaded: Loaded, table: Table, person: str, step: int) -> bool:
    """Press a button, and say whether that led to a move."""
    answer = table.say(person, "what can i do?")
    for _ in range(MOST_PRESSES):
        if not answer.buttons or _moved(games, loaded):
            break
        answer = table.press(person, answer.buttons[step % len(answer.buttons)])
    return _moved(games, loaded)


def secrets_of(loaded: Loaded) -> list[str]:
    """What no public message may hold before the end: tickets as people read them, and the words for hands."""
    words = [BoardWords(loaded.ruleset, lang) for lang in ("en", "fr")]
    tickets = [board.ticket(ticket) for board in words for ticket in loaded.ruleset.tickets]
    return [*tickets, "Your hand", "Votre main", "Your tickets", "Vos destinations"]


def leaks(loaded: Loaded, texts: Sequence[str]) -> list[str]:
    hidden = secrets_of(loaded)
    return [text for text in texts if any(secret in text for secret in hidden)]
