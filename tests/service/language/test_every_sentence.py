"""Every sentence with awkward names and counts of 0, 1 and 2, in both languages: elision, agreement, spacing."""

import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

import pytest

from service.language.conversation.lookups.open_ways import cost_of
from service.language.languages import Messages, codes, languages
from service.language.languages.catalogue import Catalogue
from service.language.speech.story import Voice
from service.language.vocabulary.board_words import board_words
from tests.support.boards.every_board import CASES, ruleset_of
from tests.support.language.every_text import Arguments
from ttr_core import load_ruleset, start_game
from ttr_core.boards.library import board_names, whole_document
from ttr_core.engine.views import view
from ttr_core.game import Game
from ttr_core.load import registered_rules
from ttr_core.model.commands import DrawCard, DrawTickets
from ttr_core.model.events import CardTaken
from ttr_core.model.ids import SeatId
from ttr_core.model.remarks import Topic

NUMBERS = frozenset(
    (
        "points", "trains", "cards", "tickets", "days", "hours", "minutes", "players", "count", "turns", "low", "high",
        "number", "length", "games", "rank", "deck", "discard", "at_least", "at_most", "routes", "min", "max",
        "version", "retry_after_seconds", "most", "replicas", "needed", "days_left", "chance",
    )
)  # fmt: skip
# said by people as they stand, or no sentences
HEARD_AGAIN = re.compile(
    r"(say|column)-|order-(say|else|then|any_cards|colour|locomotives|each|once|until|stop(-.*)?|listed)$|.*-say$|.*\.name$"
)
NAMES = ("Aïcha", "Henri", "O'Brien", "Ben 2")
HOUR = "20 h"
MOMENTS = frozenset({"deadline", "until", "since", "moment", "opens_at"})
CLOCK = {"hour": "07", "minute": "00"}
FRENCH_FAULTS = {
    "elision": re.compile(r"\b([dD]e|[qQ]ue|[lL]e|[lL]a|[jJ]e) (?=Aïcha|Henri|O'Brien)"),
    "elision before a consonant": re.compile(r"\b[dDlL]'(?=Ben)"),
    "no space before a sign": re.compile(r"[^\s\u00a0:!?]([;?!»]|:(?=\s|$))"),
    "a space that breaks the line": re.compile(r" [:;?!»]|« "),
    "plural of one": re.compile(
        r"\b[01][ \u00a0](points|wagons|cartes|destinations|jours|heures|minutes|tours|gares|places)\b"
    ),
    "singular of two": re.compile(
        r"\b2[ \u00a0](point|wagon|carte|destination|jour|heure|minute|gare|locomotive|verte|bleue|noire|rouge|jaune)\b"
    ),
    "dots": re.compile(r"\.\.\."),
    "a time as machines write it": re.compile(r"\b\d\d h 00\b"),
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
    """All sentences of a language with each count and each name, by their key, the count and the name."""
    sentences: dict[str, str] = {}
    for say, texts in catalogues(lang):
        for key, arguments in texts.items():
            numbers = (0, 1, 2) if arguments & NUMBERS else (2,)
            for number, person in product(numbers, NAMES if arguments - NUMBERS - MOMENTS else NAMES[:1]):
                facts = {name: _fact(name, number, person) for name in arguments}
                if not HEARD_AGAIN.match(key):
                    sentences[f"{key} {number} {person}"] = say(key, **facts)
    return sentences


def _fact(name: str, number: int, person: str) -> str | int:
    if name in ("high", "max"):  # of a range
        return number + 2
    if name in CLOCK:
        return CLOCK[name]
    return number if name in NUMBERS else HOUR if name in MOMENTS else person


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


@pytest.mark.parametrize("lang", codes())
def test_every_card_is_asked_for_and_reported_without_a_fault(lang: str) -> None:
    """Before a colour that begins with a vowel: `prendre l'orange`, `an orange face-up card`."""
    before_vowel = re.compile(r"\b(la|le|de|a) (?=[aeiouéè])")
    for case in CASES:
        ruleset = ruleset_of(case)
        voice = Voice(ruleset, lang, dict.fromkeys(range(ruleset.players), "Ben"), SeatId(0))
        for card in ruleset.train_kinds:
            taken = CardTaken(seat=SeatId(1), card=card, slot=0, last=False)
            for line in (voice.phrase.card(card), *voice.story([taken])):
                assert not before_vowel.search(line), line


def cards(lang: str) -> Iterator[str]:
    for case in CASES:
        ruleset = ruleset_of(case)
        words = board_words(ruleset, lang)
        yield from (words.cards([card] * count) for card in ruleset.cards for count in (1, 2))


# what the code assembles: nothing of it may be an id, a code or a word of another language

ID = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b|\w--\w")
ENGLISH_ONLY = re.compile(
    r"\b(the|and|with|of|left|greedy|planner|search|draws?|takes?|claims?|keeps?|route taken|tickets?|stations?)\b"
)
TWICE = re.compile(r"\b(\w[\w .]*) \(\1\)")  # "Amsterdam (Amsterdam)"


def games() -> Iterator[Game]:
    """A game of each board, in which bots have played some turns."""
    for board, whole in ((name, whole_document(name)) for name in board_names()):
        game = start_game(load_ruleset(board, players=whole["players"][0]), seed=bytes(32))
        dice = random.Random(7)
        for _ in range(60):
            if waiting := game.state.phase.waiting:
                legal = game.legal(waiting[0])
                claims = [command for command in legal if not isinstance(command, DrawCard | DrawTickets)]
                game.do(dice.choice(claims or legal))
        yield game


def assembled(game: Game, lang: str) -> Iterator[str]:
    """What is said of a game: its events, what can be done, and the remarks of rules."""
    ruleset, state = game.ruleset, game.state
    voice = Voice(ruleset, lang, dict(enumerate(("Aïcha", "Ben 2", "O'Brien"))), SeatId(0))
    yield from voice.story(game.events)
    yield from (line for topic in Topic for line in voice.rules.lines(view(ruleset, state, SeatId(0)), topic))
    for seat in state.phase.waiting[:1]:
        for command in game.legal(seat)[::7]:
            yield from (voice.label(command), voice.phrase(command))
    for route in ruleset.routes:
        yield from (voice.words.route(route.id), cost_of(voice, route))


@pytest.fixture(scope="module")
def played() -> list[Game]:
    return list(games())


@pytest.mark.parametrize("lang", codes())
def test_what_is_assembled_has_no_fault_and_no_id(lang: str, played: list[Game]) -> None:
    patterns = {**FAULTS[lang], "an id": ID, "twice the same": TWICE}
    if lang == "fr":
        patterns["English"] = ENGLISH_ONLY
    faults = {
        f"{game.ruleset.board.name}: {fault}: {line}"
        for game in played
        for line in assembled(game, lang)
        for fault, pattern in patterns.items()
        if pattern.search(line)
    }
    assert sorted(faults) == []


def test_every_feature_of_every_board_has_words() -> None:
    """Only a word of the board's own file may stand for a feature that its rule gives none."""
    missing = {
        name
        for case in CASES
        for route in ruleset_of(case).routes
        for name in route.features
        if not Messages("en", ruleset_of(case)).knows(f"feature-{name}")
    }
    assert missing == set()


def test_the_faults_would_be_seen() -> None:
    """Each pattern finds the fault that it is named for."""
    for sentence in ("la place de Aïcha", "visible: blanche", "Et :", "1 cartes", "2 verte", "a ..."):
        assert any(pattern.search(sentence) for pattern in FRENCH_FAULTS.values()), sentence
    for sentence in ("1 cards", "2 locomotive", "Why ?", "a ..."):
        assert any(pattern.search(sentence) for pattern in ENGLISH_FAULTS.values()), sentence
    assert ID.search("new_york--boston")
    assert TWICE.search("Amsterdam (Amsterdam)")
    assert not TWICE.search("Ontario (Erie)")
