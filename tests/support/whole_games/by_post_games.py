"""Games of people who come and go, for tests of everything that happens besides turns."""

from tests.support.boards.every_board import Case, ruleset_of
from ttr_core.engine.randomness import SeededRandomness
from ttr_core.game import Game, start_game
from ttr_core.model.commands import Command, CreateGame, KeepTickets, TakeSeat
from ttr_core.model.ids import SeatId
from ttr_core.model.phases import Phase

SEED = bytes(range(32))
ANN, BOB, CLEO = 0, 1, 2


def waiting_room(players: int = 3, taken: int = 2) -> Game:
    """A table of which some seats are taken; nothing is dealt."""
    ruleset = ruleset_of(Case("usa", players))
    game = Game(ruleset, SeededRandomness(SEED, [""] * players), ruleset.new_state(), [])
    game.do(CreateGame())
    for seat in range(taken):
        game.do(TakeSeat(seat=seat))
    return game


def dealt(board: str = "usa", players: int = 3, kinds: tuple[str, ...] = ()) -> Game:
    """All choose their first tickets."""
    return start_game(ruleset_of(Case(board, players)), SEED, kinds=kinds, first=ANN)


def playing(players: int = 3, kinds: tuple[str, ...] = ()) -> Game:
    """Ann's first turn."""
    game = dealt("usa", players, kinds)
    for seat in range(players):
        game.do(first_choice(game, seat))
    return game


def first_choice(game: Game, seat: SeatId) -> Command:
    return next(command for command in game.legal(seat) if isinstance(command, KeepTickets))


def kinds(game: Game) -> list[str]:
    return [seat.kind for seat in game.state.seats]


def phase(game: Game) -> Phase:
    """The current phase; a function, so that type checkers forget earlier comparisons."""
    return game.state.phase
