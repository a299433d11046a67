"""What programs may import from `ttr_core`: a promise, so that a name is added or taken away on purpose."""

import ast
import inspect
import re
from types import ModuleType

import pytest

import ttr_core
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "library.md").read_text("utf-8")

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


def test_the_page_about_the_library_names_everything_and_nothing_else() -> None:
    """Functions with their parameters."""
    rows = re.findall(r"^\| (`.+`) \| .+ \|$", PAGE, re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`([^`]+)`", row)]
    described = {name.partition("(")[0] for name in named}
    assert described == set(ttr_core.__all__)
    assert len(named) == len(described)
    assert {name for name in named if "(" in name} == {_call(name) for name in FUNCTIONS}


def _call(name: str) -> str:
    return f"{name}({', '.join(inspect.signature(getattr(ttr_core, name)).parameters)})"


def test_the_example_of_that_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(example, "library.md", "exec"), {})
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_the_examples_of_the_readme_use_only_this() -> None:
    imports = re.findall(
        r"from (ttr_core\S*) import ([a-zA-Z_, ]+)\n", (ROOT / "README.md").read_text("utf-8")
    )
    assert imports
    assert {module for module, _ in imports} == {"ttr_core"}
    assert {name.strip() for _, names in imports for name in names.split(",")} <= set(ttr_core.__all__)
