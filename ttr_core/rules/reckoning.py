"""The reckoning: when the game has ended everything is laid open, the points are counted, and the seed is shown."""

from msgspec.structs import replace

from ttr_core.commands import ScoreGame
from ttr_core.events import GameScored, SeedRevealed
from ttr_core.hooks import Action, RuleModule
from ttr_core.phases import Ended, Scored
from ttr_core.ruleset import Ruleset
from ttr_core.scoring import score
from ttr_core.state import State
from ttr_core.table import Table


def _reckon(table: Table, command: ScoreGame) -> None:
    for reveal in table.ruleset.reveals:
        reveal(table)
    table.emit(GameScored(sheet=score(table.ruleset, table.state)))
    table.emit(SeedRevealed(seed=table.rng.seed.hex()))


def _scored(ruleset: Ruleset, state: State, event: GameScored) -> State:
    assert isinstance(state.phase, Ended)
    return replace(state, phase=Scored(state.phase.reason))


def _opened(ruleset: Ruleset, state: State, event: SeedRevealed) -> State:
    return state


reckoning = RuleModule(
    name="reckoning",
    always=True,
    commands={ScoreGame: Action(_reckon, (Ended,))},
    events={GameScored: _scored, SeedRevealed: _opened},
)
