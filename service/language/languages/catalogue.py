"""The texts of one language, from Fluent files.

A key is the id of a message, or `id.attribute`: `event-route_claimed.me` is the sentence for the player concerned.

Most texts only insert values: `str.format` fills them in, ten times as fast as Fluent (0.5 instead of 5.5 microseconds
a sentence). Fluent formats those that choose a plural form or call a function, and the last few thousand are kept.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentType, fluent_number
from fluent.syntax import ast

# Called from texts: `{ DE($name) }`
Functions = dict[str, Callable[[Any], FluentType]]  # Any: whatever the text passes


class BrokenTexts(Exception):
    """A Fluent file has a mistake, or a text lacks an argument."""


class Catalogue:
    """All texts of one language."""

    def __init__(self, code: str, files: Iterable[Path], functions: Functions | None = None) -> None:
        self._bundle = FluentBundle([code], functions=functions, use_isolating=False)
        self.patterns: dict[str, ast.Pattern] = {}
        for file in files:
            self._read(file)
        self._templates = {key: _template(pattern) for key, pattern in self.patterns.items()}
        self._resolved = lru_cache(maxsize=1 << 12)(self._resolve)

    def __contains__(self, key: str) -> bool:
        return key in self._templates

    def format(self, key: str, facts: Mapping[str, object]) -> str:
        template = self._templates[key]
        if template is None:
            return self._resolved(key, tuple(facts.items()))
        return template.format_map(facts)

    def _read(self, file: Path) -> None:
        resource = FluentResource(file.read_text("utf-8"))
        for entry in resource.body:
            if isinstance(entry, ast.Junk):
                raise BrokenTexts(f"{file}: {entry.content}")
            if isinstance(entry, ast.Message):
                self._add(file, entry)
        self._bundle.add_resource(resource)

    def _add(self, file: Path, message: ast.Message) -> None:
        name = message.id.name
        texts = {f"{name}.{attribute.id.name}": attribute.value for attribute in message.attributes}
        texts |= {name: message.value} if message.value else {}
        if not texts.keys().isdisjoint(self.patterns):
            raise BrokenTexts(f"{file}: {name} is defined twice")
        self.patterns |= texts

    def _resolve(self, key: str, facts: tuple[tuple[str, object], ...]) -> str:
        name, _, attribute = key.partition(".")
        message = self._bundle.get_message(name)
        pattern = message.attributes[attribute] if attribute else message.value
        assert pattern is not None  # `patterns` has the key
        text, errors = self._bundle.format_pattern(pattern, {name: _value(fact) for name, fact in facts})
        if errors:
            raise BrokenTexts(f"{key}: {errors[0]}")
        return str(text)


def _value(fact: object) -> object:
    """Numbers without marks between thousands, as everywhere else in the service."""
    return fluent_number(fact, useGrouping=False) if isinstance(fact, int) else fact


def _template(pattern: ast.Pattern) -> str | None:
    """The text for `str.format`; None if it does more than to insert values."""
    parts = [_part(element) for element in pattern.elements]
    return None if None in parts else "".join(filter(None, parts))


def _part(element: ast.TextElement | ast.Placeable) -> str | None:
    match element:
        case ast.TextElement(value=str(text)):
            return _escaped(text)
        case ast.Placeable(expression=ast.StringLiteral() as literal):
            return _escaped(literal.parse()["value"])
        case ast.Placeable(expression=ast.VariableReference(id=ast.Identifier(name=str(name)))):
            return f"{{{name}}}"
        case _:
            return None


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
