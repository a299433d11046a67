"""A rule that only some boards use is known by name nowhere outside its own files."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.support.paths import ROOT
from ttr_core.engine.hooks import RuleModule
from ttr_core.model.message import snake_case, type_name
from ttr_core.rules.registry import MODULES

PLACES = ("service", "workers", "ttr_core/bots")
VARIANTS = "ttr_core.rules.variants."
# Names of settings and features that are words for other things, too: of the base game, of drawing, of Python.
EVERYDAY = {
    "cap",
    "cards",
    "deal",
    "deck",
    "each",
    "keep",
    "not_on",
    "pole",
    "reveal",
    "segments",
    "tunnel",
    "wagons",
    "wraps",
}


def is_variant(module: RuleModule) -> bool:
    types = (module.settings, *module.commands, *module.events)
    return any(kind.__module__.startswith(VARIANTS) for kind in types)


def names_of(module: RuleModule) -> Iterator[str]:
    """What a rule adds: its commands, events, phases, codes, kinds, features, measures and settings."""
    yield module.name
    yield from (type_name(kind) for kind in (*module.commands, *module.events))
    phases = {phase for action in module.commands.values() for phase in action.phases}
    yield from (snake_case(phase.__name__) for phase in phases if phase.__module__.startswith(VARIANTS))
    yield from (kind.name for kind in module.kinds)
    yield from (*module.features, *module.measures)
    yield from (field.name for field in msgspec.structs.fields(module.settings))
    yield from (str(code) for code in module.codes or ())


def names_of_variants() -> set[str]:
    by_origin: dict[bool, set[str]] = {True: set(), False: set()}
    for module in MODULES.values():
        by_origin[is_variant(module)] |= set(names_of(module))
    return by_origin[True] - by_origin[False] - EVERYDAY


def words_of(node: ast.AST) -> list[str]:
    """The names in a piece of code, and the strings that could be names; prose is none."""
    match node:
        case ast.Constant(value=str(text)):
            return [] if " " in text else re.findall(r"\w+", text)
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
            return [name]
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.keyword(arg=str(name)):
            return [name]
        case _:
            return []


def code_in(place: str) -> Iterator[tuple[Path, set[str]]]:
    for file in sorted((ROOT / place).rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        yield file, {snake_case(word) for node in ast.walk(tree) for word in words_of(node)}


def texts_in(place: str) -> Iterator[tuple[Path, set[str]]]:
    """The ids of texts and of words that are heard; the texts themselves are prose."""
    for file in sorted((ROOT / place).rglob("*")):
        if file.suffix in (".ftl", ".toml"):
            keys = re.findall(r"^([\w-]+) *=", file.read_text("utf-8"), re.MULTILINE)
            yield file, {word for key in keys for word in key.split("-")}


@pytest.mark.parametrize("place", PLACES)
def test_variants_are_known_by_name_to_themselves_alone(place: str) -> None:
    names = names_of_variants()
    known = {
        str(file.relative_to(ROOT)): sorted(words & names)
        for file, words in (*code_in(place), *texts_in(place))
        if words & names
    }
    assert known == {}


def test_the_names_of_variants_are_many() -> None:
    assert {
        "festivals",
        "take_share",
        "tunnel_revealed",
        "choosing_festival",
        "railroad",
    } <= names_of_variants()
