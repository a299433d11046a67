"""Imports point inward, the core is pure, rule files do not know each other, and nobody outside knows a rule."""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any, Protocol

import pytest

from tests.support.paths import ROOT
from ttr_core import base_game, by_post

# What the core may use of the standard library: parts that calculate. Nothing here reads a clock, the
# environment, a file or a source of chance.
CORE_IMPORTS = (
    "__future__",
    "abc",
    "base64",
    "bisect",
    "collections",
    "contextlib",
    "copy",
    "dataclasses",
    "difflib",
    "enum",
    "fractions",
    "functools",
    "graphlib",
    "hashlib",
    "heapq",
    "hmac",
    "itertools",
    "json",
    "math",
    "msgspec",
    "operator",
    "re",
    "statistics",
    "string",
    "struct",
    "textwrap",
    "ttr_core",
    "types",
    "typing",
    "unicodedata",
)
CORE_EXCEPTIONS = {"ttr_core.boards.library": ("importlib.resources",)}  # reads the packaged maps
CORE_BUILTINS_REFUSED = {"__import__", "breakpoint", "eval", "exec", "input", "open", "print"}

RULES = "ttr_core.rules"
REGISTRY = "ttr_core.rules.registry"
BY_POST = "ttr_core.rules.by_post"  # one family: its rules share who sits where and what was agreed on


class Check(Protocol):
    def __call__(self, module: str, tree: ast.Module, *, package: bool = False) -> Iterator[str]: ...


def imported_names(module: str, tree: ast.Module, *, package: bool = False) -> Iterator[str]:
    """Every imported name in full: `from a import b` gives `a.b`, as does `from . import b` inside `a`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = _absolute(module, node, package=package)
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def _absolute(module: str, node: ast.ImportFrom, *, package: bool) -> str:
    if not node.level:
        return node.module or ""
    parents = module.split(".")
    climbed = parents[: len(parents) - node.level + package]
    return ".".join([*climbed, *([node.module] if node.module else [])])


def is_within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def impurities(module: str, tree: ast.Module, *, package: bool = False) -> Iterator[str]:
    """Imports and builtins by which a core module would reach the world outside."""
    allowed = CORE_IMPORTS + CORE_EXCEPTIONS.get(module, ())
    for name in imported_names(module, tree, package=package):
        if not is_within(name, *allowed):
            yield f"{module} imports {name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in CORE_BUILTINS_REFUSED:
            yield f"{module} uses {node.id}"


def acquaintances(module: str, tree: ast.Module, *, package: bool = False) -> Iterator[str]:
    """Imports by which one rule would know another, or the registry that lists them."""
    if module == REGISTRY or not is_within(module, RULES):
        return
    rule = BY_POST if is_within(module, BY_POST) else ".".join(module.split(".")[:4])
    for name in imported_names(module, tree, package=package):
        if is_within(name, RULES) and not is_within(name, rule):
            yield f"{module} imports {name}"


def upward_imports(module: str, tree: ast.Module, *, package: bool = False) -> Iterator[str]:
    """Imports inside core or service of a layer above, beside, or of the public names that gather all layers."""
    root, _, inside = module.partition(".")
    here = inside.partition(".")[0]
    if root not in ("ttr_core", "service") or not here:
        return
    layers = layers_of(root)
    for name in imported_names(module, tree, package=package):
        there = name.split(".")[1] if is_within(name, root) and "." in name else here
        if there != here and (there not in layers or layers[there] >= layers[here]):
            yield f"{module} imports {name}"


def outward_imports(module: str, tree: ast.Module, *, package: bool = False) -> Iterator[str]:
    """Imports of the workers by the service."""
    for name in imported_names(module, tree, package=package):
        if is_within(module, "service") and is_within(name, "workers"):
            yield f"{module} imports {name}"


EDGE = (
    "service.api",
    "service.app",
    "service.bench",
    "service.http",
    "service.openapi",
    "service.page",
    "service.wsgi",
)


def web_imports(module: str, tree: ast.Module, *, package: bool = False) -> Iterator[str]:
    """Imports of the web framework by anything but the HTTP edge."""
    if not is_within(module, "service") or is_within(module, *EDGE):
        return
    for name in imported_names(module, tree, package=package):
        if is_within(name, "flask", "werkzeug"):
            yield f"{module} imports {name}"


def rules_by_name(module: str, tree: ast.Module, *, package: bool = False) -> Iterator[str]:
    """Imports of rule files by code that should work with any rule; the linter lists those that remain."""
    if not is_within(module, "service", "workers", "ttr_core.bots"):
        return
    for name in imported_names(module, tree, package=package):
        if is_within(name, RULES) and not is_ignored(module, name):
            yield f"{module} imports {name}"


@cache
def importlinter() -> dict[str, Any]:
    settings: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"][
        "importlinter"
    ]
    return settings


@cache
def layers_of(package: str) -> dict[str, int]:
    """The height of every part of a package, from 0 up, as the linter's contract has it."""
    contract = next(c for c in importlinter()["contracts"] if c.get("containers") == [package])
    rows = enumerate(reversed(contract["layers"]))
    return {name: height for height, row in rows for name in row.split(" | ")}


def is_ignored(module: str, name: str) -> bool:
    """Whether the linter's contract against imports of rules makes an exception for this one."""
    contract = next(c for c in importlinter()["contracts"] if c.get("forbidden_modules") == [RULES])
    pairs = (line.split(" -> ") for line in contract.get("ignore_imports", ()))
    return any(module == source and is_within(name, rule) for source, rule in pairs)


def violations(check: Check, package: str) -> list[str]:
    problems: list[str] = []
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        module = ".".join(parts[:-1] if is_package else parts)
        problems.extend(check(module, ast.parse(path.read_text("utf-8")), package=is_package))
    return problems


def test_the_core_is_pure() -> None:
    assert violations(impurities, "ttr_core") == []


def test_rules_do_not_import_each_other() -> None:
    assert violations(acquaintances, "ttr_core/rules") == []


@pytest.mark.parametrize("package", ["ttr_core", "service"])
def test_imports_point_downward(package: str) -> None:
    assert violations(upward_imports, package) == []


@pytest.mark.parametrize("package", ["ttr_core", "service"])
def test_every_part_has_a_layer(package: str) -> None:
    parts = {path.stem for path in (ROOT / package).iterdir() if not path.name.startswith(("_", "py."))}
    assert parts == set(layers_of(package))


def test_the_service_never_imports_workers() -> None:
    assert violations(outward_imports, "service") == []


def test_only_the_edge_knows_the_web_framework() -> None:
    assert violations(web_imports, "service") == []


@pytest.mark.parametrize("package", ["service", "workers", "ttr_core/bots"])
def test_no_rule_is_known_by_name(package: str) -> None:
    assert violations(rules_by_name, package) == []


@pytest.mark.parametrize("contract", [base_game, by_post])
def test_a_contract_with_rules_holds_just_what_is_used(contract: ModuleType) -> None:
    used = {
        name.removeprefix(f"{contract.__name__}.")
        for package in ("service", "workers")
        for path in (ROOT / package).rglob("*.py")
        for name in imported_names("", ast.parse(path.read_text("utf-8")))
        if name.startswith(f"{contract.__name__}.")
    }
    assert sorted(used) == sorted(contract.__all__)


def test_maps_are_data() -> None:
    assert list((ROOT / "maps").rglob("*.py")) == []


@pytest.mark.parametrize("package", ["ttr_core", "ttr_core/rules", "service"])
def test_there_is_something_to_check(package: str) -> None:
    assert list((ROOT / package).glob("*.py"))


def test_import_linter_knows_every_package() -> None:
    """The linter silently skips a package that its settings do not name."""
    present = [
        name
        for name in ("ttr_core", "ttr_client", "service", "workers")
        if (ROOT / name / "__init__.py").exists()
    ]
    assert set(present) <= set(importlinter()["root_packages"])


@pytest.mark.parametrize(
    ("check", "module", "source"),
    [
        (impurities, "ttr_core.model.state", "import random"),
        (impurities, "ttr_core.model.state", "import os.path"),
        (impurities, "ttr_core.model.state", "from datetime import datetime"),
        (impurities, "ttr_core.model.state", "from service import cli"),
        (impurities, "ttr_core.model.state", "from ...service import cli"),
        (impurities, "ttr_core.model.state", "def late() -> None:\n    import time"),
        (impurities, "ttr_core.model.state", "from importlib import resources"),
        (impurities, "ttr_core.model.state", "text = open('a').read()"),
        (impurities, "ttr_core.boards.library", "import importlib"),
        (impurities, "ttr_core.boards.library", "from importlib import import_module"),
        (impurities, "ttr_core.model.state", "import ttr_core_extras"),
        (acquaintances, "ttr_core.rules.variants.ferries", "import ttr_core.rules.variants.tunnels"),
        (acquaintances, "ttr_core.rules.variants.ferries", "from ttr_core.rules.registry import tunnels"),
        (
            acquaintances,
            "ttr_core.rules.variants.ferries",
            "from ttr_core.rules.variants.tunnels import tunnels",
        ),
        (acquaintances, "ttr_core.rules.variants.ferries", "from ttr_core import rules"),
        (acquaintances, "ttr_core.rules.variants.ferries", "from . import tunnels"),
        (acquaintances, "ttr_core.rules.variants.ferries", "from .tunnels import tunnels"),
        (acquaintances, "ttr_core.rules.base.routes", "from ttr_core.rules.variants import ferries"),
        (acquaintances, "ttr_core.rules.by_post.undo", "from ttr_core.rules.base.turns import turns"),
        (upward_imports, "ttr_core.model.state", "from ttr_core.boards.board import Board"),
        (upward_imports, "ttr_core.boards.board", "from ttr_core.engine.ruleset import Ruleset"),
        (
            upward_imports,
            "ttr_core.engine.networks",
            "from ttr_core.rules.variants.stations.station_state import Sites",
        ),
        (upward_imports, "ttr_core.engine.views", "from ttr_core import rules"),
        (upward_imports, "ttr_core.engine.views", "from ttr_core import load_ruleset"),
        (upward_imports, "ttr_core.engine.views", "from ..rules import registry"),
        (upward_imports, "ttr_core.rules.base.routes", "from ttr_core.history.codec import encode"),
        (upward_imports, "ttr_core.rules.base.routes", "from ttr_core.by_post import Clock"),
        (upward_imports, "ttr_core.history.codec", "import ttr_core.notation.syntax"),
        (upward_imports, "ttr_core.history.codec", "from ttr_core.load import load_ruleset"),
        (upward_imports, "ttr_core.notation.position", "from ttr_core.audit import verify"),
        (upward_imports, "ttr_core.load", "from ttr_core.game import start_game"),
        (outward_imports, "service.handlers", "import workers"),
        (outward_imports, "service.handlers", "from workers.scoring import score_game"),
        (outward_imports, "service.http.routes", "from ...workers import scoring"),
        (web_imports, "service.services", "from flask import current_app"),
        (web_imports, "service.chat.slack", "import flask"),
        (
            web_imports,
            "service.games.games",
            "def late() -> None:\n    from werkzeug.exceptions import NotFound",
        ),
        (upward_imports, "service.games.erasure", "from service.chat.rooms.room import forget_person"),
        (upward_imports, "service.webhooks.payload", "from service.http.schemas import schema_for"),
        (upward_imports, "service.chat.discord", "from service.api.chat import register"),
        (upward_imports, "service.services", "from service.http.request import services"),
        (upward_imports, "service.webhooks.payload", "from service.pictures.painter import painter"),
        (upward_imports, "service.errors", "from service import store"),
        (rules_by_name, "service.games.lobby", "from ttr_core.rules.by_post.clock.terms import Clock"),
        (
            rules_by_name,
            "service.pictures.drawing.scene",
            "from ttr_core.rules.variants.regions import Region",
        ),
        (rules_by_name, "workers.needs", "import ttr_core.rules.by_post.motions"),
        (rules_by_name, "ttr_core.bots.greedy.plan", "from ttr_core.rules.registry import MODULES"),
        (rules_by_name, "ttr_core.bots.policy", "from ttr_core import rules"),
    ],
)
def test_a_bad_import_is_found(check: Check, module: str, source: str) -> None:
    assert len(list(check(module, ast.parse(source)))) == 1


@pytest.mark.parametrize(
    ("check", "module", "source"),
    [
        (impurities, "ttr_core.model.state", "import msgspec\nfrom collections.abc import Mapping"),
        (impurities, "ttr_core.model.state", "from ttr_core.model.ids import Card"),
        (impurities, "ttr_core.boards.library", "from importlib import resources"),
        (impurities, "ttr_core.boards.library", "from importlib.resources import files"),
        (acquaintances, "ttr_core.rules.registry", "from ttr_core.rules.variants import ferries, tunnels"),
        (acquaintances, "ttr_core.rules.variants.ferries", "from ttr_core.engine.hooks import RuleModule"),
        (acquaintances, "ttr_core.rules.variants.ferries", "from ttr_core.model.state import State"),
        (acquaintances, "ttr_core.rules.by_post.undo", "from ttr_core.rules.by_post.motions import Motion"),
        (acquaintances, "ttr_core.rules.variants.stations.stations", "from . import borrowing"),
        (upward_imports, "ttr_core.rules.base.routes", "from ttr_core.engine.hooks import RuleModule"),
        (upward_imports, "ttr_core.engine.engine", "from ttr_core.engine.ruleset import Ruleset"),
        (upward_imports, "ttr_core.notation.position", "from ttr_core.load import load_ruleset"),
        (upward_imports, "ttr_core", "from ttr_core.game import start_game"),
        (upward_imports, "service.games.games", "from ttr_core import decide"),
        (outward_imports, "service.handlers", "from ttr_core import decide"),
        (outward_imports, "workers.scoring", "from workers import jobs"),
        (web_imports, "service.http.request_lifecycle", "from flask import Response"),
        (web_imports, "workers.processes", "import flask"),
        (upward_imports, "service.api.games", "from service.http.request import services"),
        (upward_imports, "service.api.games", "from service.api.access import visit"),
        (upward_imports, "service.games.games", "from service.errors import StaleVersion"),
        (rules_by_name, "service.games.lobby", "from ttr_core.by_post import Clock"),
        (rules_by_name, "ttr_core.load", "from ttr_core.rules.registry import MODULES"),
    ],
)
def test_a_good_import_passes(check: Check, module: str, source: str) -> None:
    assert list(check(module, ast.parse(source))) == []


def test_a_relative_import_inside_a_package_is_resolved() -> None:
    source = ast.parse("from . import tunnels\nfrom ..state import State")
    names = list(imported_names("ttr_core.rules", source, package=True))
    assert names == ["ttr_core.rules.tunnels", "ttr_core.state.State"]
