"""Whole sentences by which people arrange a game in a room, with what each is to change: all of it, or nothing."""

import json
from pathlib import Path

import pytest

from tests.support.chat.memory_room import ANN, BOB, Parlour
from tests.support.chat.room_changes import changes_by
from tests.support.http.service_games import finish

SPOKEN: dict[str, dict[str, dict[str, str]]] = json.loads(
    Path(__file__).with_name("arrangements.json").read_text("utf-8")
)
WORDS = {"en": ("new game usa", "join"), "fr": ("nouvelle partie usa", "je joue")}
MOMENTS = [(lang, moment) for lang, moments in SPOKEN.items() for moment in moments]


def at(moment: str, lang: str = "en") -> Parlour:
    """A room with no table, with Ann's, with one at which Bob sits as well, or two bots with them."""
    parlour, (opening, joining) = Parlour(), WORDS[lang]
    if moment != "none":
        parlour.hear(ANN, opening)
    if moment in ("two", "bots"):
        parlour.hear(BOB, joining)
    if moment == "bots":
        parlour.hear(ANN, "2 bots")
    return parlour


@pytest.mark.parametrize(("lang", "moment"), MOMENTS)
def test_what_a_sentence_changes(lang: str, moment: str) -> None:
    kind, name = moment.split()
    who = ANN if name == "Ann" else BOB
    meant = SPOKEN[lang][moment]
    changes = {text: changes_by(at(kind, lang), who, text) for text in meant}
    assert changes == meant


@pytest.mark.parametrize(("lang", "moment"), MOMENTS)
def test_people_are_answered_in_their_language(lang: str, moment: str) -> None:
    """Also at a table that was opened in the other one."""
    kind, name = moment.split()
    other = "fr" if lang == "en" else "en"
    texts = list(SPOKEN[lang][moment])[:2]
    langs = {text: at(kind, other).hear(ANN if name == "Ann" else BOB, text).lang for text in texts}
    assert langs == dict.fromkeys(texts, lang)


@pytest.mark.parametrize(
    "text",
    [
        "I need to leave in ten minutes to catch a train",
        "we played for 2 days last time",
        "my bot at work crashed",
        "are you going to europe this summer?",
        "I'm out of milk",
        "j'ai deux jours de congé la semaine prochaine",
        "il fait nuit ici",
        "on se voit à 20h ?",
    ],
)
def test_talk_beside_an_open_table_is_left_alone(text: str) -> None:
    assert changes_by(at("two"), BOB, text, addressed=False) == "silence"


def test_what_was_not_understood_is_named_with_its_number_and_nothing_is_done() -> None:
    parlour = at("two")
    assert "'2 days'" in parlour.public(ANN, "I think 2 days is too slow")
    assert parlour.public(ANN, "start in an hour").startswith("I start at once or not at all")


def test_options_are_listed_and_offered_where_one_is_not_understood() -> None:
    parlour = at("open")
    assert "Tickets: Base game / USA 1910" in parlour.public(ANN, "what options are there?")
    assert "Options of United States" in parlour.public(ANN, "without the mega tickets")


def test_another_board_keeps_the_people_the_clock_and_what_both_have() -> None:
    parlour = at("two")
    parlour.hear(ANN, "3 days per move, mega tickets, 5 players")
    assert "Bob changes the board: we play Nordic countries." in parlour.public(BOB, "nordic instead")
    terms = parlour.room.terms
    assert terms.clock is not None
    assert (terms.clock.seconds, terms.options, terms.players) == (3 * 86_400, {}, 0)
    assert [name for _, name in parlour.room.people] == ["Ann", "Bob"]


def test_a_board_for_fewer_people_is_refused() -> None:
    parlour = at("two")
    parlour.hear(ANN, "two bots")
    assert changes_by(parlour, ANN, "nordic instead") == "nothing"


@pytest.mark.parametrize(
    "text", ["rematch! but on nordic", "another one? nordic this time", "la revanche ! mais sur nordic"]
)
def test_a_rematch_may_be_on_another_board(text: str) -> None:
    parlour = at("two")
    parlour.hear(ANN, "edition 2004, no clock")
    parlour.hear(ANN, "start")
    finish(parlour.games, parlour.game)
    posts = parlour.hear(ANN, text)
    assert posts.public is not None
    assert posts.public.mentions == (BOB.person,)
    assert (parlour.room.board, parlour.room.terms.options) == ("nordic", {})
    assert parlour.room.terms.clock is None


def test_a_rematch_on_one_of_two_boards_asks_which() -> None:
    parlour = at("two")
    parlour.hear(ANN, "start")
    finish(parlour.games, parlour.game)
    assert parlour.public(ANN, "rematch on the world map").startswith("Which board?")
    assert parlour.room.table is None


def test_a_rematch_may_change_something() -> None:
    parlour = at("two")
    parlour.hear(ANN, "no clock, edition 2004")
    parlour.hear(ANN, "start")
    finish(parlour.games, parlour.game)
    assert "rematch" in parlour.public(ANN, "same as last time, but 1 day per move")
    clock = parlour.room.terms.clock
    assert clock is not None
    assert (clock.seconds, parlour.room.terms.options) == (86_400, {"edition": "2004"})
