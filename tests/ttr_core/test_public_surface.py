"""What programs may import from `ttr_core`: a promise, so that a name is added or taken away on purpose."""

import ast
import re
from types import ModuleType

import ttr_core
from tests.support.paths import ROOT

CONSTANTS = {"RULES_VERSION"}
TYPES = {
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
}
FUNCTIONS = {
    "advance",
    "board_names",
    "commitment",
    "compile_ruleset",
    "decide",
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
    "view",
    "write_event",
    "write_game",
    "write_position",
}


def test_the_list_is_complete_and_sorted() -> None:
    assert ttr_core.__all__ == [*sorted(CONSTANTS), *sorted(TYPES), *sorted(FUNCTIONS)]


def test_no_module_hides_a_name() -> None:
    assert [name for name in ttr_core.__all__ if isinstance(getattr(ttr_core, name), ModuleType)] == []


def test_everything_imported_is_exported() -> None:
    """The package's own file imports nothing that it does not offer."""
    tree = ast.parse((ROOT / "ttr_core" / "__init__.py").read_text("utf-8"))
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    assert {alias.name for node in imports for alias in node.names} == set(ttr_core.__all__)


def test_the_examples_of_the_readme_use_only_this() -> None:
    imports = re.findall(
        r"from (ttr_core\S*) import ([a-zA-Z_, ]+)\n", (ROOT / "README.md").read_text("utf-8")
    )
    assert imports
    assert {module for module, _ in imports} == {"ttr_core"}
    assert {name.strip() for _, names in imports for name in names.split(",")} <= set(ttr_core.__all__)
