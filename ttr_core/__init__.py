"""The rules engine: boards, rules, `decide`, `evolve`, views and scores. No clock, no I/O.

Layers, each using only those below it (import-linter holds them):

    play                      whole games in one process
    audit, bots, notation     check a record; choose a move; write games and positions as text
    by_post, history, load    what a service shares with the rules by post; stored events; a board becomes a ruleset
    rules                     one file or folder for each rule, and the registry
    engine                    decides and applies, and knows no rule
    boards                    map files
    model                     the data that all of them share

What a program needs to play, replay, show and score games is exported here. `ttr_core.audit` checks records.
"""

from ttr_core.boards.board import Board, Route, Ticket
from ttr_core.boards.library import board_names
from ttr_core.bots.determinization import determinize
from ttr_core.engine.engine import advance, decide, evolve, legal_commands, replay, step
from ttr_core.engine.randomness import Randomness, SeededRandomness, commitment
from ttr_core.engine.ruleset import RULES_VERSION, Ruleset
from ttr_core.engine.scoring import score
from ttr_core.engine.views import SeatView, View, view
from ttr_core.game import Game, play_game, start_game
from ttr_core.load import compile_ruleset, load_ruleset, resolved_ruleset
from ttr_core.model.commands import Command
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId, Viewer, Witness
from ttr_core.model.message import redact
from ttr_core.model.phases import Phase
from ttr_core.model.scoresheet import ScoreSheet
from ttr_core.model.state import State
from ttr_core.model.violations import BoardDefect, Code, RefusalCode, RuleViolation
from ttr_core.notation import (
    BrokenNotation,
    TextRecord,
    read_game,
    read_position,
    ruleset_of_position,
    write_event,
    write_game,
    write_position,
)
from ttr_core.rules.registry import refusal_codes

__all__ = [
    "RULES_VERSION",
    "Board",
    "BoardDefect",
    "BrokenNotation",
    "Code",
    "Command",
    "Event",
    "Game",
    "Phase",
    "Randomness",
    "RefusalCode",
    "Route",
    "RuleViolation",
    "Ruleset",
    "ScoreSheet",
    "SeatId",
    "SeatView",
    "SeededRandomness",
    "State",
    "TextRecord",
    "Ticket",
    "View",
    "Viewer",
    "Witness",
    "advance",
    "board_names",
    "commitment",
    "compile_ruleset",
    "decide",
    "determinize",
    "evolve",
    "legal_commands",
    "load_ruleset",
    "play_game",
    "read_game",
    "read_position",
    "redact",
    "refusal_codes",
    "replay",
    "resolved_ruleset",
    "ruleset_of_position",
    "score",
    "start_game",
    "step",
    "view",
    "write_event",
    "write_game",
    "write_position",
]
