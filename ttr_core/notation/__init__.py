"""Games and positions as text that people can read and compare, as specified in docs/notation.md."""

from ttr_core.notation.game_text import TextRecord, read_game, write_event, write_game
from ttr_core.notation.position import read_position, ruleset_of_position, write_position
from ttr_core.notation.syntax import BrokenNotation

__all__ = [
    "BrokenNotation",
    "TextRecord",
    "read_game",
    "read_position",
    "ruleset_of_position",
    "write_event",
    "write_game",
    "write_position",
]
