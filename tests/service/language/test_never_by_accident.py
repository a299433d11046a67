"""Whatever is typed: nothing breaks, and nothing is done that was not said."""

from itertools import pairwise
from time import thread_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from service.language.grammar.command_match import Situation
from service.language.grammar.interpretation import hear
from service.language.grammar.phrases import plain_words
from service.language.languages import Messages
from service.language.speech.command_text import CommandUtterances
from service.language.vocabulary.board_words import BoardWords
from tests.support.boards.every_board import PLAYABLE
from tests.support.language.spoken_positions import situation
from ttr_core.boards.library import file_of
from ttr_core.bots.policy import Dice
from ttr_core.model.commands import Command, DrawCard, KeepTickets, RouteCommand, TakeCard

ALIASES = {str(place): names for board in PLAYABLE for place, names in file_of(board).aliases.items()}
USA, EUROPE = situation("usa", "playing_turn"), situation("europe", "playing_turn")
KEEPING = situation("usa", "keeping_tickets")
PLACES = (
    "boston",
    "ny",
    "new york",
    "mtl",
    "la",
    "to",
    "sf",
    "dnver",
    "paris",
    "rome",
    "london",
    "brest",
    "san",
)
WORDS = (
    *(
        "claim",
        "take",
        "draw",
        "keep",
        "pay",
        "build station",
        "pick",
        "prends",
        "pioche",
        "garde",
        "route",
        "pass",
    ),
    *(
        "red",
        "blue",
        "loco",
        "bleu",
        "rouge",
        "2",
        "3",
        "one",
        "deux",
        "all",
        "tout",
        "track",
        "tickets",
        "hasard",
    ),
    *(
        "not",
        "pas",
        "don't",
        "with",
        "and",
        "the",
        "le",
        "de",
        "preview",
        "my",
        "hand",
        "undo",
        "?",
        "xqzt",
        "é",
    ),
)
SPOKEN = st.lists(st.sampled_from(PLACES + WORDS) | st.text(max_size=6), max_size=9).map(" ".join)
CAREFUL = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def spans(words: tuple[str, ...]) -> list[str]:
    return ["".join(words[a:b]) for a in range(len(words)) for b in range(a + 1, min(a + 6, len(words)) + 1)]


def is_within(short: str, name: str) -> bool:
    letters = iter(name)
    return all(letter in letters for letter in short)


def mentions(text: str, place: str) -> bool:
    """An independent, generous idea of whether a text names a place at all."""
    names = ["".join(plain_words(name)) for name in (place, *ALIASES.get(place, ()))]
    return any(
        len(said) > 1 and (is_within(said, name) or OSA.distance(said, name) <= 3)
        for said in spans(plain_words(text))
        for name in names
    )


def is_said(position: Situation, text: str, command: Command) -> bool:
    """Whether the text has all that is essential to the command."""
    words = plain_words(text)
    if isinstance(command, RouteCommand):
        route = position.ruleset.routes[position.ruleset.route_index[command.route]]
        return len(words) > 1 and mentions(text, route.a) and mentions(text, route.b)
    if isinstance(command, TakeCard | KeepTickets):
        return len(words) > 1
    return bool(words) if isinstance(command, DrawCard) else mentions(text, getattr(command, "city", text))


@CAREFUL
@given(SPOKEN)
def test_what_is_done_was_said(text: str) -> None:
    for position in (USA, EUROPE, KEEPING):
        heard = hear(position, text)
        assert all(is_said(position, text, command) for command in heard.commands)
        assert set(heard.options) <= set(position.legal)
        assert set(heard.commands[:1]) <= set(position.legal)


@CAREFUL
@given(st.text(max_size=500))
def test_no_text_breaks_anything(text: str) -> None:
    heard = hear(USA, text)
    assert len(heard.commands) <= 2


@pytest.mark.parametrize("board", PLAYABLE)
def test_an_unknown_word_or_a_negation_stops_every_command(board: str) -> None:
    position = situation(board, "playing_turn")
    phrase = CommandUtterances(
        position.ruleset, Messages("en", position.ruleset), BoardWords(position.ruleset, "en")
    )
    for command in position.legal[::29]:
        text = phrase(command)
        for spoilt in (f"{text} xqztv", f"xqztv {text}", f"don't {text}", f"{text} not", f"never {text}"):
            assert hear(position, spoilt).commands == (), spoilt


def test_what_was_said_of_one_route_is_never_done_on_another() -> None:
    """Exact names of two cities without a route lead to no command, even if similar names have a route."""
    cities = [city.name for city in USA.ruleset.board.cities]
    joined = {frozenset({route.a, route.b}) for route in USA.ruleset.routes}
    ids = {city.name: city.id for city in USA.ruleset.board.cities}
    for a, b in pairwise(cities):
        if frozenset({ids[a], ids[b]}) not in joined:
            assert hear(USA, f"claim {a} {b}").commands == ()
            assert hear(USA, f"claim {a} {b}").options == ()


@pytest.mark.parametrize("board", ["usa", "world-dense"])
def test_hearing_is_quick_with_many_legal_commands(board: str) -> None:
    position = situation(board, "playing_turn")
    assert len(position.legal) > 500
    for text in (
        "claim",
        "claim blue",
        "claim xyzzy abcdefgh",
        "prends la route de montreal avec 3 bleues",
        "la " * 30,
    ):
        quickest = 1.0
        for _ in range(5):
            start = thread_time()
            hear(position, text)
            quickest = min(quickest, thread_time() - start)
        assert quickest < 0.05, text


def slips(dice: Dice, text: str) -> str:
    """The text with one or two letters left out, swapped, added or wrong."""
    for _ in range(1 + dice.below(2)):
        at = dice.below(len(text) - 1)
        letter = "abcdefghijklmnopqrstuvwxyz"[dice.below(26)]
        kinds = (
            text[:at] + text[at + 1 :],
            text[:at] + text[at + 1] + text[at] + text[at + 2 :],
            text[:at] + letter + text[at:],
            text[:at] + letter + text[at + 1 :],
        )
        text = kinds[dice.below(len(kinds))]
    return text


@pytest.mark.parametrize("board", PLAYABLE)
def test_slips_of_the_fingers_never_claim_between_other_cities(board: str) -> None:
    position, dice, done = situation(board, "playing_turn"), Dice(11), 0
    phrase = CommandUtterances(
        position.ruleset, Messages("fr", position.ruleset), BoardWords(position.ruleset, "fr")
    )
    claims = [command for command in position.legal if isinstance(command, RouteCommand)]
    routes = {route.id: {route.a, route.b} for route in position.ruleset.routes}
    for _ in range(60):
        meant = claims[dice.below(len(claims))]
        text = slips(dice, phrase(meant))
        for command in hear(position, text).commands:
            assert isinstance(command, RouteCommand), text
            assert routes[command.route] == routes[meant.route], text
            done += 1
    assert done > 20  # most slips do no harm


STATEMENTS = {
    "usa playing_turn": (
        "ben takes red",
        "i already drew 2",
        "i took the red already",
        "i should draw 2",
        "everyone draws 2",
        "nice draw",
        "we must draw two",
        "i'll take red next turn",
        "take red or blue",
        "draw 2 if ben passes",
        "my hand is red and blue",
        "ben wants the red one",
        "draw 2 later",
        "well drawn",
        "you take the red",
        "i was going to take red",
        "brb dinner",
        "gimme a sec",
        "give me a minute",
        "donne-moi deux secondes",
        "tu prends la rouge",
        "j'ai pris la rouge",
        "tout le monde pioche 2",
        "je prends la rouge si elle reste",
        "je prendrai la rouge demain",
        "je prends la rouge ou la bleue",
        "la rouge est à moi",
        "dès que c'est à moi, pioche 2",
    ),
    "usa keeping_tickets": (
        "the first one is hard",
        "i like the first one",
        "i hate the first one",
        "j'aime la première",
    ),
    "usa drawing_second": ("i have red", "ben has the blue one", "j'ai la rouge"),
    "europe paying_tunnel": ("i have no yellow", "that's expensive", "here we go again", "let me think"),
}


@pytest.mark.parametrize("moment", STATEMENTS)
def test_what_people_say_about_moves_is_not_a_move(moment: str) -> None:
    position = situation(*moment.split())
    played = {}
    for text in STATEMENTS[moment]:
        heard = hear(position, text)
        if heard.commands and not heard.tentative:
            played[text] = heard.commands
    assert played == {}


TALK = (
    "my sister lives in Boston",
    "I'm going to Miami next week!",
    "Ben took my Denver route again lol",
    "you should have taken the red one",
    "we went from Seattle to Portland by train last summer",
    "gimme a sec",
    "ma soeur habite à Boston",
    "j'aurais dû piocher des destinations",
    "j'allais prendre la rouge !",
    "on est allés de Seattle à Portland en train l'été dernier",
)


@pytest.mark.parametrize("text", TALK)
def test_talk_of_other_things_is_not_answered_with_an_offer(text: str) -> None:
    heard = hear(situation("usa", "playing_turn"), text)
    assert not heard.commands
    assert not heard.options
