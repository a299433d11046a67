"""The final score: after the last turn everything is revealed, the points are counted, and the seed is published."""

from msgspec.structs import replace

from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, RuleModule
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.scoring import score
from ttr_core.model.commands import ScoreGame
from ttr_core.model.events import GameScored, SeedRevealed
from ttr_core.model.phases import Ended, Scored
from ttr_core.model.state import State


def _count(decision: Decision, command: ScoreGame) -> None:
    for reveal in decision.ruleset.reveals:
        reveal(decision)
    decision.emit(GameScored(sheet=score(decision.ruleset, decision.state)))
    decision.emit(SeedRevealed(seed=decision.rng.seed.hex()))


def _scored(ruleset: Ruleset, state: State, event: GameScored) -> State:
    return replace(state, phase=Scored(state.phase_as(Ended).reason))


def _seed_revealed(ruleset: Ruleset, state: State, event: SeedRevealed) -> State:
    return state


reckoning = RuleModule(
    name="reckoning",
    always=True,
    commands={ScoreGame: Action(_count, (Ended,))},
    events={GameScored: _scored, SeedRevealed: _seed_revealed},
)
