"""The pure heart of the game: boards, rules, `decide`, `evolve`, views and scores. No clock, no I/O."""

from ttr_core.boards.board import Board, Route, Ticket
from ttr_core.boards.library import board_names
from ttr_core.engine.engine import advance, decide, evolve, legal_commands, replay
from ttr_core.engine.randomness import Randomness, SeededRandomness, commitment
from ttr_core.engine.ruleset import RULES_VERSION, Ruleset
from ttr_core.engine.scoring import score
from ttr_core.load import compile_ruleset, load_ruleset, resolved_ruleset
from ttr_core.model.commands import Command
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId, Viewer, Witness
from ttr_core.model.message import redact
from ttr_core.model.scoresheet import ScoreSheet
from ttr_core.model.state import State
from ttr_core.model.violations import BoardDefect, Code, RuleViolation

__all__ = [
    "RULES_VERSION",
    "Board",
    "BoardDefect",
    "Code",
    "Command",
    "Event",
    "Randomness",
    "Route",
    "RuleViolation",
    "Ruleset",
    "ScoreSheet",
    "SeatId",
    "SeededRandomness",
    "State",
    "Ticket",
    "Viewer",
    "Witness",
    "advance",
    "board_names",
    "commitment",
    "compile_ruleset",
    "decide",
    "evolve",
    "legal_commands",
    "load_ruleset",
    "redact",
    "replay",
    "resolved_ruleset",
    "score",
]
