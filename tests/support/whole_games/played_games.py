"""Whole games with every step on the way, drawn by hypothesis or by number."""

from collections.abc import Sequence

import msgspec
from hypothesis import Phase, settings
from hypothesis import strategies as st

from tests.support.boards.every_board import Case, cases_of, ruleset_of
from tests.support.whole_games.play_styles import HABITS
from ttr_core import Ruleset
from ttr_core.bots.policy import Dice
from ttr_core.engine.randomness import SeededRandomness
from ttr_core.game import Game
from ttr_core.model.commands import Command, CreateGame, ScoreGame, StartGame, TakeSeat
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId
from ttr_core.model.state import State

GAMES = settings(
    max_examples=2,  # of each property on every board, others in every run; the soak run has many
    phases=(
        Phase.explicit,
        Phase.reuse,
        Phase.generate,
    ),  # a plan is short: shrinking games would take minutes
)


class Step(msgspec.Struct, frozen=True):
    """One command with the table before and after it."""

    before: State
    command: Command
    events: tuple[Event, ...]
    after: State


class Record(msgspec.Struct, frozen=True):
    """A complete game."""

    ruleset: Ruleset
    rng: SeededRandomness
    steps: tuple[Step, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for step in self.steps for event in step.events)

    @property
    def positions(self) -> tuple[State, ...]:
        """The states in which somebody is to act."""
        return tuple(step.before for step in self.steps if step.before.phase.waiting)

    @property
    def final(self) -> State:
        return self.steps[-1].after

    def __repr__(self) -> str:
        return f"<{len(self.steps)} commands on {self.ruleset.board.name}>"


class Plan(msgspec.Struct, frozen=True):
    """Everything that a game follows from: the same plan is the same game."""

    case: Case
    seed: int = 0
    habits: tuple[str, ...] = ("any",)  # of the seats; repeated if there are more seats
    picks: tuple[int, ...] = ()  # the first choices; those after them come from the habits
    entropy: tuple[str, ...] = ()


def most_commands(ruleset: Ruleset) -> int:
    """More than any game of these habits needs: each thing in the box may be handled several times."""
    box = len(ruleset.train_cards) + len(ruleset.tickets) + ruleset.players * ruleset.board.trains
    return 10 * box


def play(plan: Plan, ruleset: Ruleset | None = None) -> Record:
    """The game of the plan, from the first command to the score."""
    ruleset = ruleset or ruleset_of(plan.case)
    texts = [*plan.entropy, *[""] * ruleset.players][: ruleset.players]
    rng = SeededRandomness(plan.seed.to_bytes(32, "big"), texts)
    game, steps = Game(ruleset, rng, ruleset.new_state(), []), list[Step]()

    def do(command: Command) -> None:
        before = game.state
        events = game.do(command)
        steps.append(Step(before, command, events, game.state))

    do(CreateGame())
    for seat in range(ruleset.players):
        do(TakeSeat(seat=seat, entropy=texts[seat]))
    do(StartGame())
    dice = Dice(plan.seed)
    for turn in range(most_commands(ruleset)):
        waiting = game.state.phase.waiting
        if not waiting:
            break
        do(_choice(plan, turn, waiting, game, dice))
    assert not game.state.phase.waiting, f"no end after {len(steps)} commands: {plan}"
    do(ScoreGame())
    return Record(ruleset, rng, tuple(steps))


def _choice(plan: Plan, turn: int, waiting: Sequence[SeatId], game: Game, dice: Dice) -> Command:
    """Several seats that choose at the same time do so in any order."""
    seat = waiting[dice.below(len(waiting))]
    legal = game.legal(seat)
    assert legal, f"seat {seat} is waited for and can do nothing: {plan}"
    if turn < len(plan.picks):
        return legal[plan.picks[turn] % len(legal)]
    return HABITS[plan.habits[seat % len(plan.habits)]](legal, dice)


def plans(board: str) -> st.SearchStrategy[Plan]:
    """Games on a board: any number of players, any option, each player with a style of their own."""
    return st.builds(
        Plan,
        case=st.sampled_from(tuple(cases_of(board))),
        seed=st.integers(0, 2**64 - 1),
        habits=st.lists(st.sampled_from(tuple(HABITS)), min_size=1, max_size=5).map(tuple),
        picks=st.lists(st.integers(0, 999), max_size=30).map(tuple),
    )


def drawn_game(data: st.DataObject, board: str) -> tuple[Record, Dice]:
    """A game that hypothesis chooses, and dice for whatever the test then chooses itself."""
    plan = data.draw(plans(board))
    return play(plan), Dice(plan.seed)
