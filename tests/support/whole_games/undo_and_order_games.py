"""Whole games of people who take moves back and leave standing orders, with every step on the way."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tests.support.boards.every_board import ruleset_of
from tests.support.whole_games.play_styles import HABITS
from tests.support.whole_games.played_games import Plan, Record, Step, most_commands
from ttr_core import RuleViolation
from ttr_core.bots.policy import Dice
from ttr_core.engine.randomness import SeededRandomness
from ttr_core.game import Game
from ttr_core.model.commands import Command, CreateGame, ScoreGame, SeatCommand, StartGame, TakeSeat
from ttr_core.model.ids import SeatId
from ttr_core.rules.by_post.motions import Agree, Motions, Object
from ttr_core.rules.by_post.standing_orders.orders import CancelOrder, FollowOrders, GiveOrder
from ttr_core.rules.by_post.standing_orders.progress import Orders, orders_due
from ttr_core.rules.by_post.undo import ProposeUndo

NOW = "2026-01-31T18:00:00.000Z"
MOST_UNDONE = 60  # in a game, so that it ends
RESTLESS = ("builds short", "browses", "builds", "any")  # who do much that no deck is needed for


class Restless:
    """Plays a game in which players change their minds."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.dice = plan, Dice(plan.seed)
        ruleset = ruleset_of(plan.case)
        rng = SeededRandomness(plan.seed.to_bytes(32, "big"), [""] * ruleset.players)
        self.game = Game(ruleset, rng, ruleset.new_state(), [])
        self.steps: list[Step] = []
        self.undone = 0

    def do(self, command: Command) -> None:
        before = self.game.state
        events = self.game.do(command)
        self.steps.append(Step(before, command, events, self.game.state))

    def attempt(self, command: Command) -> bool:
        try:
            self.do(command)
        except RuleViolation:
            return False
        return True

    def chance(self, one_in: int) -> bool:
        return self.dice.below(one_in) == 0

    def play(self) -> Record:
        ruleset = self.game.ruleset
        self.do(CreateGame())
        for seat in range(ruleset.players):
            self.do(TakeSeat(seat=seat))
        self.do(StartGame())
        for _ in range(3 * most_commands(ruleset)):
            waiting = self.game.state.phase.waiting
            if not waiting:
                break
            self.move(waiting[self.dice.below(len(waiting))])
            self.change_minds()
        assert not self.game.state.phase.waiting, f"no end: {self.plan}"
        self.do(ScoreGame())
        return Record(ruleset, self.game.rng, tuple(self.steps))

    def move(self, seat: SeatId) -> None:
        if orders_due(self.game.state, seat):
            self.do(FollowOrders(seat=seat, now=NOW))
            return
        legal = self.game.legal(seat)
        habit = self.plan.habits[seat % len(self.plan.habits)]
        chosen = HABITS[habit](legal, self.dice)
        if self.chance(12):
            self.order(seat, legal)
        self.do(chosen)

    def order(self, seat: SeatId, legal: Sequence[Command]) -> None:
        steps = [as_step(legal[self.dice.below(len(legal))]) for _ in range(3)]
        alternatives = ((steps[0],), (steps[1], steps[2]), ({"type": "draw_card"},) * 2)
        turns, repeat = 1 + self.dice.below(3), self.chance(2)
        self.attempt(GiveOrder(seat=seat, alternatives=alternatives, turns=turns, repeat=repeat))
        if self.chance(4):
            number = self.game.state.slice(Orders).numbers[seat]
            self.attempt(CancelOrder(seat=seat, order=number))

    def change_minds(self) -> None:
        """The seat that acted last usually asks for an undo: it is the likeliest to regret a move."""
        seats = range(self.game.ruleset.players)
        seat = next((c.seat for s in reversed(self.steps) if isinstance(c := s.command, SeatCommand)), 0)
        if self.chance(3):
            seat = self.dice.below(len(seats))
        if self.undone >= MOST_UNDONE or not self.chance(2) or not self.attempt(ProposeUndo(seat=seat)):
            return
        self.undone += 1
        for other in seats:
            if "undo" in self.game.state.slice(Motions).agreed and other != seat and not self.chance(8):
                self.do((Object if self.chance(10) else Agree)(seat=other, motion="undo"))


def as_step(command: Command) -> dict[str, Any]:
    """The command as somebody would post it."""
    step: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(command))
    return step


def restless(plan: Plan) -> Record:
    return Restless(plan).play()
