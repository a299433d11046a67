"""The client stands alone: it installs and imports without the rest of this project, and its two halves are alike."""

import ast
import inspect
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import ttr_client
from service.openapi.client_types import TYPES, client_types
from service.openapi.document import build
from tests.support.client.sync_client import CLIENT, sources, synchronous, twin
from tests.support.paths import ROOT

# An interpreter in which nothing can be imported but the standard library, httpx and what httpx needs.
ALONE = """
import sys
class Wall:
    allowed = {"ttr_client", "httpx", "httpcore", "h11", "anyio", "certifi", "idna", "typing_extensions"}
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in self.allowed and top not in sys.stdlib_module_names:
            raise ImportError(f"{name} is not there")
sys.meta_path.insert(0, Wall())
sys.path.insert(0, sys.argv[1])
import ttr_client
print(ttr_client.__file__)
for name in sys.argv[2:]:
    try:
        __import__(name)
    except ImportError:
        continue
    print(name, "could be imported")
"""


def imported_from(place: Path) -> str:
    names = ["service", "workers", "ttr_core", "flask", "redis", "msgspec", "click", "requests"]
    command = [sys.executable, "-P", "-c", ALONE, str(place), *names]
    return subprocess.run(
        command, cwd=place, capture_output=True, text=True, timeout=60, check=True
    ).stdout.strip()


def test_it_is_imported_without_anything_else_of_this_project() -> None:
    assert imported_from(ROOT) == str(CLIENT / "__init__.py")


def test_it_is_a_distribution_of_its_own(tmp_path: Path) -> None:
    """Its own pyproject.toml puts every file of the package where Python finds it, and asks for httpx alone."""
    source, library = tmp_path / "source", tmp_path / "library"
    shutil.copytree(CLIENT, source, ignore=shutil.ignore_patterns("__pycache__"))
    build_py = [
        sys.executable,
        "-P",
        "-W",
        "ignore",
        "-c",
        "import setuptools; setuptools.setup()",
        "-q",
        "build_py",
    ]
    subprocess.run(
        [*build_py, "--build-lib", library], cwd=source, capture_output=True, timeout=60, check=True
    )
    assert files_in(library / "ttr_client") == files_in(source)
    assert imported_from(library) == str(library / "ttr_client" / "__init__.py")


def files_in(folder: Path) -> set[Path]:
    paths = (path for path in folder.rglob("*") if path.suffix in (".py", ".typed"))
    return {path.relative_to(folder) for path in paths}


def test_both_distributions_agree() -> None:
    whole, alone = (
        tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"] for folder in (ROOT, CLIENT)
    )
    assert [alone["version"], alone["requires-python"]] == [whole["version"], whole["requires-python"]]
    assert len(alone["dependencies"]) == 1
    assert set(alone["dependencies"]) <= set(whole["dependencies"])


# ------------------------------------------------------------------------------------- written files


def test_the_types_are_those_of_the_description() -> None:
    assert TYPES.read_text("utf-8") == client_types(build()), "run `make generated`"


@pytest.mark.parametrize("source", sources(), ids=lambda path: path.stem)
def test_the_synchronous_half_is_written_from_the_asynchronous_one(source: Path) -> None:
    assert twin(source).read_text("utf-8") == synchronous(source), "run `make generated`"
    nodes = ast.walk(ast.parse(twin(source).read_text("utf-8")))
    assert not [node for node in nodes if isinstance(node, ast.AsyncFunctionDef | ast.Await | ast.AsyncFor)]


@pytest.mark.parametrize("name", [name for name in ttr_client.__all__ if name.startswith("Async")])
def test_both_halves_have_the_same_calls(name: str) -> None:
    other = name.removeprefix("Async")
    assert parameters(getattr(ttr_client, name)) == parameters(getattr(ttr_client, other))
    assert other in ttr_client.__all__


def parameters(kind: type) -> dict[str, Any]:
    calls = inspect.getmembers(kind, inspect.isfunction)
    return {name: list(inspect.signature(call).parameters) for name, call in calls if name[0] != "_"}
