"""The pure heart of the game: boards, rules, `decide`, `evolve`, views and scores. No clock, no I/O."""

from ttr_core.audience import redact
from ttr_core.board import Board, Route, Ticket
from ttr_core.commands import Command
from ttr_core.engine import advance, decide, evolve, legal_commands, replay
from ttr_core.events import Event
from ttr_core.fairness import Randomness, SeededRandomness, commitment
from ttr_core.library import board_names
from ttr_core.loading import compile_ruleset, load_ruleset, resolved_ruleset
from ttr_core.ruleset import RULES_VERSION, Ruleset
from ttr_core.scoresheet import ScoreSheet
from ttr_core.scoring import score
from ttr_core.state import State
from ttr_core.violations import BoardDefect, Code, RuleViolation
from ttr_core.words import SeatId, Viewer, Witness

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
