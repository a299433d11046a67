"""Whole games in one process: for simulations, tests, and programs that use the library without a server."""

from collections.abc import Sequence

import msgspec

from ttr_core.bots.policy import Dice, Policy, Situation, situation_of
from ttr_core.engine.engine import advance, legal_commands
from ttr_core.engine.randomness import SeededRandomness
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import Command, CreateGame, ScoreGame, StartGame, TakeSeat
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId
from ttr_core.model.state import State


class Game(msgspec.Struct):
    """A game in progress: its events so far, and the state after them."""

    ruleset: Ruleset
    rng: SeededRandomness
    state: State
    events: list[Event]

    def do(self, command: Command) -> tuple[Event, ...]:
        """Carry a command out, or raise `RuleViolation` and change nothing."""
        events, self.state = advance(self.ruleset, self.state, command, self.rng)
        self.events.extend(events)
        return events

    def legal(self, seat: SeatId) -> tuple[Command, ...]:
        """Everything the seat may do now."""
        return legal_commands(self.ruleset, self.state, seat)

    def situation(self, seat: SeatId, dice: Dice) -> Situation:
        """What a bot in the seat is given to choose from."""
        return situation_of(self.ruleset, self.state, seat, dice, lambda: self.events)


def start_game(
    ruleset: Ruleset,
    seed: bytes,
    kinds: Sequence[str] = (),
    entropy: Sequence[str] = (),
    first: SeatId | None = None,
) -> Game:
    """A game that is dealt and waits for the first choices."""
    texts = [*entropy, *[""] * ruleset.players][: ruleset.players]
    game = Game(ruleset, SeededRandomness(seed, texts), ruleset.new_state(), [])
    game.do(CreateGame())
    for seat in range(ruleset.players):
        game.do(TakeSeat(seat=seat, kind=kinds[seat] if kinds else "human", entropy=texts[seat]))
    game.do(StartGame(first=first))
    return game


def play_game(ruleset: Ruleset, seed: bytes, policies: Sequence[Policy], dice: Dice) -> Game:
    """A complete game between bots, with its final score."""
    game = start_game(ruleset, seed, kinds=["bot:policy"] * ruleset.players)
    while waiting := game.state.phase.waiting:
        seat = waiting[0]
        game.do(policies[seat](game.situation(seat, dice)))
    game.do(ScoreGame())
    return game
