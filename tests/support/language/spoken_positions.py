"""Moments of games that texts are spoken in: always the same, with hands and markets that tests can rely on."""

from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from service.language.grammar.command_match import Situation, situation_of
from ttr_core import Ruleset, State, load_ruleset
from ttr_core.bots.policy import Dice
from ttr_core.game import Game, start_game
from ttr_core.model.commands import ClaimRoute
from ttr_core.model.ids import Card
from ttr_core.model.state import put

HAND: Mapping[str, int] = {
    "white": 2,
    "blue": 4,
    "yellow": 2,
    "green": 1,
    "red": 3,
    "pink": 1,
    "black": 3,
    "orange": 2,
    "locomotive": 2,
}
MARKET = ("red", "blue", "green", "black", "locomotive")
PLAYERS = {"world-light": 3, "world-dense": 3}
MOST_MOVES = 3000


def ruleset_of(board: str) -> Ruleset:
    name, _, option = board.partition("+")
    options = dict([option.split("=")]) if option else {}
    return _ruleset(name, tuple(options.items()))


@cache
def _ruleset(name: str, options: tuple[tuple[str, str], ...]) -> Ruleset:
    return load_ruleset(name, PLAYERS.get(name, 2), dict(options))


@cache
def moment(board: str, phase: str) -> tuple[Ruleset, State, int]:
    """The first time that a game at random comes to this phase with a choice, and whose it is."""
    ruleset = ruleset_of(board)
    for number in range(20):
        game, dice = start_game(ruleset, bytes([number]) * 32, first=0), Dice(number)
        for _ in range(MOST_MOVES):
            waiting = game.state.phase.waiting
            if not waiting:
                break
            if game.state.phase.name == phase and len(game.legal(waiting[0])) > 1:
                return ruleset, _prepared(ruleset, game.state, phase, waiting[0]), waiting[0]
            _play(game, waiting[0], dice, phase)
    raise LookupError(f"{board} never came to {phase}")


def _prepared(ruleset: Ruleset, state: State, phase: str, seat: int) -> State:
    """Give the seat and the market the same cards in every turn."""
    if phase not in ("playing_turn", "drawing_second"):
        return state
    hand = tuple(HAND.get(card, 1) for card in ruleset.cards)
    seats = put(state.seats, seat, replace(state.seats[seat], hand=hand))
    return replace(state, seats=seats, market=tuple(map(Card, MARKET)))


def _play(game: Game, seat: int, dice: Dice, phase: str) -> None:
    """Play at random, but prefer claims where only claims lead to the phase."""
    legal = game.legal(seat)
    claims = [command for command in legal if isinstance(command, ClaimRoute)]
    chosen = claims if claims and dice.below(2) else legal
    game.do(chosen[dice.below(len(chosen))])


def situation(board: str, phase: str) -> Situation:
    ruleset, state, seat = moment(board, phase)
    return situation_of(ruleset, state, seat)
