"""`ttr boards draw`, `ttr boards new` and `ttr rules new`."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from service.cli import main
from tests.support.paths import ROOT
from ttr_core.boards.board import inherit
from ttr_core.boards.library import board_document
from ttr_core.load import check_document

FOLDERS = ("maps", "docs", "tests/conformance", "ttr_core/rules/variants", "tests/ttr_core/rules/variants")
REGISTRY = Path("ttr_core/rules/registry.py")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for folder in FOLDERS:
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / REGISTRY).write_bytes((ROOT / REGISTRY).read_bytes())
    return tmp_path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_a_new_board_is_faultless_and_has_a_case(project: Path) -> None:
    assert run("boards", "new", "my_town", "--root", project).exit_code == 0
    document = msgspec.json.decode((project / "maps/my_town.json").read_bytes(), type=dict[str, object])
    assert check_document(inherit(document, board_document)) == ()
    (case,) = msgspec.json.decode((project / "tests/conformance/90-my_town.json").read_bytes())
    assert (case["id"], case["board"]) == ("MYTOWN-1.1", "my_town")


def test_a_new_board_can_be_played_and_drawn(project: Path) -> None:
    run("boards", "new", "my_town", "--root", project)
    file = project / "maps/my_town.json"
    assert run("simulate", file, "--players", 2, "--games", 2).exit_code == 0
    for name, beginning in (("town.svg", b"<svg"), ("town.png", b"\x89PNG")):
        assert run("boards", "draw", file, "-o", project / name).exit_code == 0
        assert (project / name).read_bytes().startswith(beginning)


def test_a_new_rule_runs_as_it_is_written_with_its_test_and_its_cases(project: Path) -> None:
    """In a process of its own, with the files of the skeleton before those of the project."""
    assert run("rules", "new", "extra_points", "--root", project).exit_code == 0
    for part in ("maps", "service", "tests", "ttr_core"):
        shutil.copytree(ROOT / part, project / part, dirs_exist_ok=True, ignore=_unless_new(project))
    for page in (ROOT / "docs").glob("conformance-table*.md"):
        shutil.copy(page, project / "docs")
    tests = ["tests/ttr_core/rules/variants/test_extra_points.py", "tests/ttr_core/rules/test_conformance.py"]
    chosen = ["-k", "extra_points or EXTRAPOINTS or tables_and_cases or every_row"]
    shutil.copy(ROOT / "pyproject.toml", project)
    command = [sys.executable, "-m", "pytest", "-q", *chosen]
    done = subprocess.run([*command, *tests], cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "18 passed" in done.stdout  # four tests, three cases in four ways each, and the table twice


@pytest.mark.parametrize("kind", ["boards", "rules"])
def test_every_file_that_is_written_or_changed_is_named(project: Path, kind: str) -> None:
    before = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
    named = run(kind, "new", "extra_points", "--root", project).output.partition("Next:")[0].split()
    after = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
    changed = [path for path, content in after.items() if before.get(path) != content]
    assert sorted(named) == sorted(str(path.relative_to(project)) for path in changed)


def _unless_new(project: Path) -> Callable[[str, list[str]], set[str]]:
    """Leaves out what the skeleton has written, and what no test reads."""

    def ignored(folder: str, names: list[str]) -> set[str]:
        there = project / Path(folder).relative_to(ROOT)
        return {name for name in names if name in ("__pycache__", "golden") or (there / name).is_file()}

    return ignored


@pytest.mark.parametrize("kind", ["boards", "rules"])
def test_nothing_is_overwritten(project: Path, kind: str) -> None:
    assert run(kind, "new", "twice", "--root", project).exit_code == 0
    again = run(kind, "new", "twice", "--root", project)
    assert again.exit_code == 1
    assert "exists already" in again.output


@pytest.mark.parametrize("name", ["My", "../up", "a b", "1st"])
def test_a_name_must_be_usable_in_files_and_code(project: Path, name: str) -> None:
    assert run("boards", "new", name, "--root", project).exit_code == 2
    assert list((project / "maps").iterdir()) == []


def test_outside_the_project_nothing_is_written(tmp_path: Path) -> None:
    refused = run("rules", "new", "extra", "--root", tmp_path)
    assert refused.exit_code == 1
    assert "project's folder" in refused.output
    assert list(tmp_path.iterdir()) == []


def test_a_picture_is_svg_or_png(tmp_path: Path) -> None:
    refused = run("boards", "draw", "usa", "-o", tmp_path / "usa.gif")
    assert refused.exit_code == 2
    assert ".svg or .png" in refused.output
