"""Texts in Project Fluent: those of one language, and several catalogues looked up one after the other."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentType, fluent_number
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

# Called from texts: `{ DE($name) }`
Functions = dict[str, Callable[..., FluentType]]  # called with whatever the text passes
Typeset = Callable[[str], str]
# texts that people say as they stand: moves, orders and their clauses, but not the answers to orders
HEARD_AGAIN = re.compile(
    r"say-|order-(say|else|then|any_cards|colour|locomotives|each|once|until|stop(-.*)?)$|.*-say$"
)


class BrokenTexts(Exception):
    """A Fluent text has a mistake, or lacks an argument."""


class Catalogue:
    """Texts of one language, from files or from rules: Fluent by the name of its source."""

    def __init__(
        self,
        code: str,
        sources: Mapping[str, str],
        functions: Functions | None = None,
        typeset: Typeset | None = None,
    ) -> None:
        self._typeset = typeset
        self._bundle = FluentBundle([code], functions=functions, use_isolating=False)
        self.patterns: dict[str, ast.Pattern] = {}
        for source, text in sources.items():
            self._read(source, text)
        self._templates = {key: _template(pattern) for key, pattern in self.patterns.items()}
        self._resolved = lru_cache(maxsize=1 << 12)(self._resolve)

    def format(self, key: str, facts: Mapping[str, object]) -> str:
        template = self._templates[key]
        if template is None:
            return self._resolved(key, tuple(facts.items()))
        return template.format_map(facts)

    @cached_property
    def arguments(self) -> Mapping[str, frozenset[str]]:
        """What each text is to be filled with."""
        return {key: _arguments(pattern, self.patterns) for key, pattern in self.patterns.items()}

    def _read(self, source: str, text: str) -> None:
        resource = FluentResource(text)
        for entry in resource.body:
            if isinstance(entry, ast.Junk):
                raise BrokenTexts(f"{source}: {entry.content}")
            if isinstance(entry, ast.Message):
                if self._typeset and not HEARD_AGAIN.match(entry.id.name):
                    _Typesetting(self._typeset).visit(entry)
                self._add(source, entry)
        self._bundle.add_resource(resource)

    def _add(self, source: str, message: ast.Message) -> None:
        name = message.id.name
        texts = {f"{name}.{attribute.id.name}": attribute.value for attribute in message.attributes}
        texts |= {name: message.value} if message.value else {}
        if not texts.keys().isdisjoint(self.patterns):
            raise BrokenTexts(f"{source}: {name} is defined twice")
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


class _Typesetting(Visitor):
    """Gives the words of a text the signs and spaces of its language."""

    def __init__(self, typeset: Typeset) -> None:
        self._typeset = typeset

    def visit_TextElement(self, node: ast.TextElement) -> None:  # noqa: N802 - named by the library
        node.value = self._typeset(str(node.value))


class Texts:
    """Catalogues one after the other: the first that has a text says it."""

    def __init__(self, catalogues: Sequence[Catalogue]) -> None:
        self._holders = {key: one for one in reversed(catalogues) for key in one.patterns}

    def __contains__(self, key: str) -> bool:
        return key in self._holders

    def format(self, key: str, facts: Mapping[str, object]) -> str:
        return self._holders[key].format(key, facts)

    def arguments(self, key: str) -> frozenset[str]:
        return self._holders[key].arguments[key]


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


class _Variables(Visitor):
    """The variables of a text, and of the texts that it refers to."""

    def __init__(self, patterns: Mapping[str, ast.Pattern]) -> None:
        self.names: set[str] = set()
        self._patterns = patterns

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 - named by the library
        self.names.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802 - as above
        self.visit(self._patterns[node.id.name])


def _arguments(pattern: ast.Pattern, patterns: Mapping[str, ast.Pattern]) -> frozenset[str]:
    variables = _Variables(patterns)
    variables.visit(pattern)
    return frozenset(variables.names)
