"""The languages that the service speaks: one folder each.

A folder named by its code (`en`, `fr`) holds what is said (`*.ftl`, Project Fluent) and what is heard (`words.toml`) of
the base game and the table. Other rules bring their own words, which come before those of the folders in their games.
Whatever a language needs as code, such as elision, stands in its `functions.py` and is called from its texts.
To add a language, add a folder: tests compare its texts and words, and those of rules, with English.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Literal, Self

from service.language.languages.catalogue import Catalogue, Functions, Texts
from service.language.languages.heard_words import HeardWords, read_words
from ttr_core.engine.hooks import RuleModule
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import SeatId

FOLDER = Path(__file__).parent
DEFAULT_LANG = "en"  # also the language of names on the wire


class Language:
    """What is said and heard in one language, read when it is first needed."""

    def __init__(self, folder: Path) -> None:
        self.code, self._folder = folder.name, folder

    @cached_property
    def texts(self) -> Catalogue:
        files = sorted(self._folder.glob("*.ftl"))
        return self.catalogue({str(file): file.read_text("utf-8") for file in files})

    def catalogue(self, sources: Mapping[str, str]) -> Catalogue:
        return Catalogue(self.code, sources, self.functions, getattr(self._code, "typeset", None))

    @cached_property
    def heard(self) -> HeardWords:
        return read_words(self._folder / "words.toml")

    @cached_property
    def _code(self) -> ModuleType | None:
        has_code = (self._folder / "functions.py").exists()
        return import_module(f"{__name__}.{self.code}.functions") if has_code else None

    @property
    def functions(self) -> Functions:
        functions: Functions = getattr(self._code, "FUNCTIONS", {})
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


RuleWords = tuple[tuple[str, str, str], ...]  # rule, language, text


def _words_of_rules(modules: Iterable[RuleModule]) -> RuleWords:
    return tuple((module.name, code, text) for module in modules for code, text in module.words.items())


@lru_cache(maxsize=256)
def texts_of(lang: str, ruleset: Ruleset) -> Texts:
    """The texts of a language for games with this ruleset; those with the same rules share them."""
    return texts_in(lang, _words_of_rules(ruleset.modules))


@lru_cache(maxsize=256)
def texts_in(lang: str, rules: RuleWords = ()) -> Texts:
    """The texts of rules over our own; what rules do not say in this language is said in another."""
    first, *others = (_texts_of_rules(code, rules) for code in sorted(codes(), key=lambda code: code != lang))
    return Texts([first, languages()[lang].texts, *others])


@lru_cache(maxsize=256)
def _texts_of_rules(code: str, rules: RuleWords) -> Catalogue:
    sources = {f"rule {rule}, {lang}": text for rule, lang, text in rules if lang == code}
    return languages()[code].catalogue(sources)


class Messages:
    """The texts of one language; those of a game with the words of its rules."""

    def __init__(self, lang: str, ruleset: Ruleset | None = None) -> None:
        self.lang = lang
        self._texts = texts_in(lang) if ruleset is None else texts_of(lang, ruleset)

    @classmethod
    def with_words(cls, lang: str, modules: Iterable[RuleModule]) -> Self:
        """The texts outside a game, with the words of these rules."""
        say = cls(lang)
        say._texts = texts_in(lang, _words_of_rules(modules))
        return say

    def __call__(self, key: str, **facts: object) -> str:
        return self._texts.format(key, facts)

    def named(self, key: str, value: object) -> str:
        """A text as the name of a value."""
        return self("named", name=self(key), value=value)

    def knows(self, key: str) -> bool:
        return key in self._texts

    def can_say(self, key: str, facts: Mapping[str, object]) -> bool:
        """Whether there is the text, and nothing that it mentions is missing."""
        return key in self._texts and self._texts.arguments(key) <= facts.keys()

    def or_words(self, key: str, name: str) -> str:
        """The text, or the name itself as words if there is none."""
        return self(key) if self.knows(key) else as_words(name)

    def seat(self, seat: SeatId) -> str:
        """A seat that nobody has given a name: people count seats from 1."""
        return self("seat", number=seat + 1)

    def quotes(self, text: str) -> list[str]:
        """The words that a text quotes, since they can be said: an apostrophe within a word quotes nothing."""
        before, after = (re.escape(mark.strip()) for mark in self("quoted", text="\n").split("\n"))
        return re.findall(rf"(?<!\w){before}\s*(.+?)\s*{after}(?!\w)", text)

    def listed(self, items: Iterable[str]) -> str:
        """`a, b and c`."""
        *most, last = items
        return self("list", most=", ".join(most), last=last) if most else last


def as_words(name: str) -> str:
    """`build_station` as `Build station`."""
    text = name.replace("_", " ").replace("--", " – ")
    return text[:1].upper() + text[1:]
