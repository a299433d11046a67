"""Every refusal says what to say instead, and that is understood where it is said."""

from collections.abc import Iterable

import pytest

from service.chat.rooms.open_table import Lobby
from service.chat.rooms.room import handover_in, room_verb_in
from service.language.grammar.command_match import Situation
from service.language.grammar.phrases import plain_words, sentence
from service.language.grammar.sentences.named_turn import order_in
from service.language.grammar.sentences.table_matter import matter_heard
from service.language.grammar.sentences.yes_and_no import answer_in
from service.language.languages import Messages, codes
from service.language.speech.story import Voice
from tests.support.chat.memory_room import ANN, Parlour
from tests.support.language.readings import reading
from tests.support.language.spoken_positions import ruleset_of, situation
from ttr_core import refusal_codes
from ttr_core.engine.payments import unknown_route
from ttr_core.load import registered_rules
from ttr_core.model.ids import SeatId

# the board on which a rule's own refusals are met; all others are met on any board
BOARDS = {
    "festivals": "iberia",
    "drafts": "iberia",
    "shares": "pennsylvania",
    "ferry_cards": "italy",
    "stations": "europe",
}
# where a refusal is met in another phase than a turn, what it names is possible in that phase
PHASES = {"locomotive_is_whole_turn": "drawing_second"}
FACTS = {
    "at_least": 1, "at_most": 2, "city": "Oz", "held": {"red": 1}, "accepted": ["red"], "trains": 2, "days_left": 1,
    "market": ["red"], "route": "Oz – Ur", "nearest": "Oz – Us", "ticket": "Oz – Ur", "waiting_for": [1], "seats": [1],
    "opens_at": "18:00",
}  # fmt: skip
ANSWERS = (
    "no_seat", "no_motion", "over-look", "not_heard-hint", "negated", "nothing_asked",
    "map-unknown", "partly", "no_such_matter", "away_briefly", "not_legal",
)  # fmt: skip
ROOMS = (
    "help", "help_table", "table_open", "running", "no_table", "already", "not_here", "full", "no_bot", "too_few",
    "players_only", "nobody_waits", "which_language", "which_board", "too_long", "which_seat", "seated", "not_yours",
    "unknown_heir", "just_begun", "terms_refused", "cannot_remove", "condition", "how_many_bots", "no_options",
    "open_it", "start_later",
)  # fmt: skip


def is_understood(position: Situation, phrase: str) -> bool:
    words = plain_words(phrase)
    said = matter_heard(position, phrase) or answer_in(words) or order_in(sentence(phrase))
    return bool(said) or not reading(position, phrase).startswith(("unknown", "impossible", "several"))


def is_for_room(phrase: str) -> bool:
    room = Parlour()
    room.hear(ANN, "new game usa")
    arranged = Lobby(room.games, room.room, ANN, "en").heard(phrase)
    return bool(room_verb_in(phrase).verb or handover_in(phrase) or arranged.is_clear)


def not_understood(position: Situation, phrases: Iterable[str]) -> list[str]:
    return [phrase for phrase in phrases if not is_understood(position, phrase)]


def board_of(code: str) -> str:
    rules = [rule.name for rule in registered_rules() if code in set(rule.codes or ())]
    return next((BOARDS[rule] for rule in rules if rule in BOARDS), "usa")


@pytest.mark.parametrize("lang", codes())
@pytest.mark.parametrize("code", sorted(map(str, refusal_codes())))
def test_every_refusal_by_a_rule_says_what_to_say(code: str, lang: str) -> None:
    board = board_of(code)
    voice = Voice(ruleset_of(board), lang, {SeatId(0): "Ann", SeatId(1): "Ben"}, SeatId(0))
    for facts in ({}, FACTS):
        phrases = voice.say.quotes(voice.refusal_with_cure(code, facts))
        phrases = [phrase for phrase in phrases if "Oz" not in phrase]  # a name that the sentence repeats
        assert phrases
        assert not_understood(situation(board, PHASES.get(code, "playing_turn")), phrases) == []


@pytest.mark.parametrize("lang", codes())
@pytest.mark.parametrize("key", ANSWERS)
def test_every_answer_that_does_nothing_says_what_to_say(key: str, lang: str) -> None:
    say = Messages(lang)
    phrases = [phrase for phrase in say.quotes(say(key, text="Oz", low=1)) if phrase != "Oz"]
    phase = "keeping_tickets" if key.startswith("keep") else "playing_turn"
    assert phrases
    assert not_understood(situation("usa", phase), phrases) == []


@pytest.mark.parametrize("lang", codes())
@pytest.mark.parametrize("key", ROOMS)
def test_every_refusal_of_a_room_says_what_to_say(key: str, lang: str) -> None:
    say = Messages(lang)
    facts = {
        "name": "Ann",
        "of": "Ann",
        "names": "Ann",
        "boards": "usa",
        "board": "USA",
        "low": 2,
        "count": 1,
        "example": "usa",
    }
    phrases = say.quotes(say(f"room-{key}", **facts))
    assert phrases
    position = situation("usa", "playing_turn")
    assert [one for one in phrases if not (is_for_room(one) or is_understood(position, one))] == []


def test_an_apostrophe_quotes_nothing() -> None:
    assert Messages("en").quotes("Ann's seat isn't Ben's: say 'join', or 'I'm in'.") == ["join", "I'm in"]
    assert Messages("fr").quotes("L'ordre d'Ann : « pioche 2 ».") == ["pioche 2"]


@pytest.mark.parametrize(
    ("route", "meant"),
    [
        ("denver--el_paso", "."),  # the id of a ticket
        ("paris--brest", "."),
        (
            "saint_louis--chicago",
            "; do you mean Chicago – Saint Louis (green), Chicago – Saint Louis (white)?",
        ),
        ("dallas--el_pasa", "; do you mean Dallas – El Paso (red)?"),
    ],
)
def test_an_unknown_route_is_answered_with_the_tracks_that_may_be_meant(route: str, meant: str) -> None:
    ruleset = ruleset_of("usa")
    refusal = unknown_route(ruleset, route)
    voice = Voice(ruleset, "en", {SeatId(0): "Ann", SeatId(1): "Ben"}, SeatId(0))
    sentence = voice.refusal_detail(refusal.code, refusal.facts)
    assert sentence == f"There is no route '{route}' on this board{meant}"
