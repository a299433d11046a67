"""The languages that the service speaks: one folder each, and nothing elsewhere.

A folder named by its code (`en`, `fr`) holds what is said (`*.ftl`, Project Fluent) and what is heard (`words.toml`).
Whatever a language needs as code, such as elision, stands in its `functions.py` and is called from its texts.
To add a language, add a folder: tests compare its texts and words with those of English.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from service.language.languages.catalogue import Catalogue, Functions
from service.language.languages.heard_words import HeardWords, read_words

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
