"""The languages that the service speaks: one folder each, and nothing elsewhere.

A folder named by its code (`en`, `fr`) holds what is said (`*.ftl`, Project Fluent) and what is heard (`words.toml`).
Whatever a language needs as code, such as elision, stands in its `functions.py` and is called from its texts.
To add a language, add a folder: tests compare its texts and words with those of English.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentType, fluent_number
from fluent.syntax import ast

from service.language.languages.heard_words import HeardWords, read_words
from ttr_core.model.ids import SeatId

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


FOLDER = Path(__file__).parent
DEFAULT_LANG = "en"  # also the language of names on the wire


class Language:
    """What is said and heard in one language, read when it is first needed."""

    def __init__(self, folder: Path) -> None:
        self.code, self._folder = folder.name, folder

    @cached_property
    def texts(self) -> Catalogue:
        return Catalogue(self.code, sorted(self._folder.glob("*.ftl")), self._functions())

    @cached_property
    def heard(self) -> HeardWords:
        return read_words(self._folder / "words.toml")

    def _functions(self) -> Functions:
        if not (self._folder / "functions.py").exists():
            return {}
        functions: Functions = import_module(f"{__name__}.{self.code}.functions").FUNCTIONS
        return functions


@cache
def languages() -> Mapping[str, Language]:
    """Every language by its code, the default one first."""
    folders = sorted(path.parent for path in FOLDER.glob("*/words.toml"))
    folders.sort(key=lambda folder: folder.name != DEFAULT_LANG)
    return {folder.name: Language(folder) for folder in folders}


@cache
def codes() -> tuple[str, ...]:
    return tuple(languages())


def language_of(locale: str | None) -> str:
    """The language for a locale such as `fr-CA`; the default one if the service does not speak it."""
    code = (locale or "").partition("-")[0].partition("_")[0].lower()
    return code if code in languages() else DEFAULT_LANG


@cache
def heard_words() -> Mapping[str, HeardWords]:
    """What is heard, by language."""
    return {code: language.heard for code, language in languages().items()}


def words_for(pick: Callable[[HeardWords], Iterable[str]]) -> frozenset[str]:
    """The words of all languages for one thing: `words_for(lambda heard: heard.yes)`."""
    return frozenset(word for heard in heard_words().values() for word in pick(heard))


@cache
def languages_by_name() -> Mapping[str, str]:
    """The code of each language by what people call it, in any language."""
    return {name: code for code, heard in heard_words().items() for name in heard.called}


if TYPE_CHECKING:
    Lang = str
else:  # requests, options and settings are checked against the folders
    Lang = Literal[codes()]


class Messages:
    """The texts of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._texts = languages()[lang].texts

    def __call__(self, key: str, **facts: object) -> str:
        return self._texts.format(key, facts)

    def named(self, key: str, value: object) -> str:
        """A text as the name of a value."""
        return self("named", name=self(key), value=value)

    def knows(self, key: str) -> bool:
        return key in self._texts

    def or_words(self, key: str, name: str) -> str:
        """The text, or the name itself as words if there is none."""
        return self(key) if self.knows(key) else as_words(name)

    def seat(self, seat: SeatId) -> str:
        """A seat that nobody has given a name: people count seats from 1."""
        return self("seat", number=seat + 1)

    def listed(self, items: Iterable[str]) -> str:
        """`a, b and c`."""
        *most, last = items
        return self("list", most=", ".join(most), last=last) if most else last


def as_words(name: str) -> str:
    """`build_station` as `Build station`."""
    text = name.replace("_", " ").replace("--", " – ")
    return text[:1].upper() + text[1:]
