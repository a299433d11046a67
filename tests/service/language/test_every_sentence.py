"""Every sentence with awkward names and counts of 0, 1 and 2, in both languages: elision, agreement, spacing."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from service.language.languages import Messages, codes, languages
from service.language.languages.catalogue import Catalogue
from service.language.vocabulary.board_words import board_words
from tests.support.boards.every_board import CASES, ruleset_of
from tests.support.language.every_text import Arguments
from ttr_core.load import registered_rules

NUMBERS = frozenset(
    (
        "points", "trains", "cards", "tickets", "days", "hours", "minutes", "players", "count", "turns", "low", "high",
        "number", "length", "games", "rank", "deck", "discard", "at_least", "at_most", "routes", "min", "max",
        "version", "retry_after_seconds", "most", "replicas", "needed", "days_left", "chance",
    )
)  # fmt: skip
HEARD_AGAIN = re.compile(
    r"(say|order|column)-|.*-say$|.*\.name$"
)  # said by people as they stand, or no sentences
NAME = "Aïcha"
HOUR = "20 h"
MOMENTS = frozenset({"deadline", "until", "since", "moment", "opens_at", "hour"})
FRENCH_FAULTS = {
    "elision": re.compile(r"\b([dD]e|[qQ]ue|[lL]e|[lL]a|[jJ]e) (?=Aïcha)"),
    "no space before a sign": re.compile(r"[^\s\u00a0:!?]([;?!»]|:(?=\s|$))"),
    "a space that breaks the line": re.compile(r" [:;?!»]|« "),
    "plural of one": re.compile(
        r"\b[01][ \u00a0](points|wagons|cartes|destinations|jours|heures|minutes|tours|gares|places)\b"
    ),
    "singular of two": re.compile(
        r"\b2[ \u00a0](point|wagon|carte|destination|jour|heure|minute|gare|locomotive|verte|bleue|noire|rouge|jaune)\b"
    ),
    "dots": re.compile(r"\.\.\."),
}
ENGLISH_FAULTS = {
    "plural of one": re.compile(
        r"\b1 (points|trains|cards|tickets|days|hours|minutes|turns|players|stations)\b"
    ),
    "singular of two": re.compile(
        r"\b[02] (point|train|card|ticket|day|hour|minute|player|station|locomotive)\b"
    ),
    "a space before a sign": re.compile(r" [:;?!](?:\s|$)"),
    "dots": re.compile(r"\.\.\."),
}
FAULTS = {"en": ENGLISH_FAULTS, "fr": FRENCH_FAULTS}


@cache
def spoken(lang: str) -> Mapping[str, str]:
    """All sentences of a language with each count, by their key and the count."""
    sentences: dict[str, str] = {}
    for say, texts in catalogues(lang):
        for key, arguments in texts.items():
            for number in (0, 1, 2) if arguments & NUMBERS else (2,):
                facts = {name: _fact(name, number) for name in arguments}
                if not HEARD_AGAIN.match(key):
                    sentences[f"{key} {number}"] = say(key, **facts)
    return sentences


def _fact(name: str, number: int) -> str | int:
    if name in ("high", "max"):  # of a range
        return number + 2
    return number if name in NUMBERS else HOUR if name in MOMENTS else NAME


def catalogues(lang: str) -> Iterator[tuple[Messages, Arguments]]:
    """The texts of the language itself, and those of each rule."""
    yield Messages(lang), languages()[lang].texts.arguments
    for rule in registered_rules():
        own = Catalogue(lang, {rule.name: rule.words.get(lang, "")}, languages()[lang].functions)
        yield Messages.with_words(lang, [rule]), own.arguments


@pytest.mark.parametrize("lang", codes())
def test_no_sentence_has_a_fault(lang: str) -> None:
    faults = {
        f"{key}: {fault}": sentence
        for key, sentence in spoken(lang).items()
        for fault, pattern in FAULTS[lang].items()
        if pattern.search(sentence)
    }
    assert faults == {}


@pytest.mark.parametrize("lang", codes())
def test_every_card_of_every_board_agrees_with_its_number(lang: str) -> None:
    for line in cards(lang):
        for fault, pattern in FAULTS[lang].items():
            assert not pattern.search(line), (fault, line)


def cards(lang: str) -> Iterator[str]:
    for case in CASES:
        ruleset = ruleset_of(case)
        words = board_words(ruleset, lang)
        yield from (words.cards([card] * count) for card in ruleset.cards for count in (1, 2))


def test_the_faults_would_be_seen() -> None:
    """Each pattern finds the fault that it is named for."""
    for sentence in ("la place de Aïcha", "visible: blanche", "Et :", "1 cartes", "2 verte", "a ..."):
        assert any(pattern.search(sentence) for pattern in FRENCH_FAULTS.values()), sentence
    for sentence in ("1 cards", "2 locomotive", "Why ?", "a ..."):
        assert any(pattern.search(sentence) for pattern in ENGLISH_FAULTS.values()), sentence
