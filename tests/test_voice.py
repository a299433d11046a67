"""The worst words of earlier drafts stay out of code and docs: people are "they", and names say what a value holds."""

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from ttr_core.engine.hooks import RuleModule
from ttr_core.load import registered_rules

PROSE = re.compile(r"\b(whoever|whomever|told|he|his|him|himself)\b", re.IGNORECASE)
NAMES = re.compile(r"^_*(found|made)$|(^|_)(whoever|whomever|told|he|his|him|himself)(_|$)")
PACKAGES = ("ttr_core", "ttr_client", "service", "workers", "tests")


def python_files() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def documents() -> list[Path]:
    """Pages, and the sentences that players read in English."""
    english = ROOT / "service" / "language" / "languages" / "en"
    return [
        *sorted(ROOT.glob("*.md")),
        *sorted((ROOT / "docs").rglob("*.md")),
        *sorted(english.rglob("*.ftl")),
    ]


def odd_words_in_code(source: str) -> Iterator[str]:
    """Comments and docstrings are prose; other strings are data, which may well be French or quote somebody."""
    at_start = True
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        prose = token.type == tokenize.COMMENT or (token.type == tokenize.STRING and at_start)
        if prose and (word := PROSE.search(token.string)):
            yield f"{token.start[0]}: {word.group()}"
        if token.type == tokenize.NAME and NAMES.search(token.string):
            yield f"{token.start[0]}: {token.string}"
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            at_start = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)


def odd_words_in_prose(text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        own_words = re.sub(r"`[^`]*`|«[^»]*»", "", line)  # code and French are quoted as they are
        if word := PROSE.search(own_words):
            yield f"{number}: {word.group()}"


@pytest.mark.parametrize("path", python_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_code_speaks_plainly(path: Path) -> None:
    assert list(odd_words_in_code(path.read_text("utf-8"))) == []


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_documents_speak_plainly(path: Path) -> None:
    assert list(odd_words_in_prose(path.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        '"""Whoever reads this."""',
        "x = 1  # told once",
        "found = 3",
        "made = 4",
        "def told_so() -> None: ...",
        "def test_whoever_asks() -> None: ...",
        "his_turn = True",
        '''
def f() -> None:
    """He who decides."""
''',
    ],
)
def test_an_odd_word_is_found(source: str) -> None:
    assert len(list(odd_words_in_code(source))) == 1


@pytest.mark.parametrize(
    "source", ['x = "il a pris son chapeau, he"', "foundation = not_found = history = 1  # the rest"]
)
def test_a_plain_line_passes(source: str) -> None:
    assert list(odd_words_in_code(source)) == []


@pytest.mark.parametrize("rule", registered_rules(), ids=lambda rule: rule.name)
def test_rules_speak_plainly(rule: RuleModule) -> None:
    """Their sentences are strings of code, which is not prose otherwise."""
    assert list(odd_words_in_prose(rule.words.get("en", ""))) == []
