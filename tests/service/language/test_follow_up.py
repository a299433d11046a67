"""A short question may go on from the one before; a move never does."""

import pytest

from service.language import Effect
from tests.support.language.memory_table import ANN, BEN, dealt


@pytest.mark.parametrize(
    ("first", "second", "shown"),
    [
        ("which routes leave Denver?", "and Omaha?", "Chicago – Omaha"),
        ("quelles routes partent de Denver ?", "et depuis Chicago ?", "Chicago – Duluth"),
        ("is Denver Omaha free?", "what about Dallas Houston?", "Dallas – Houston"),
        ("what did Ben do?", "and Ann?", "You keep"),
    ],
)
def test_a_question_goes_on_from_the_last_one(first: str, second: str, shown: str) -> None:
    room = dealt()
    assert shown not in room.say(ANN, first).text
    assert shown in room.say(ANN, second).text


def test_it_goes_on_from_ones_own_question_alone() -> None:
    room = dealt()
    room.say(BEN, "how many trains does Ann have?")
    assert "45 trains" not in room.say(ANN, "and Ben?").text
    room.say(ANN, "how many trains does Ann have?")
    assert "Ben has 45 trains" in room.say(ANN, "and Ben?").text


def test_after_a_move_a_question_starts_anew() -> None:
    room = dealt()
    room.say(ANN, "how many trains does Ann have?")
    assert room.say(ANN, "draw 2").did is Effect.MOVED
    assert "45 trains" not in room.say(ANN, "and Ben?").text


@pytest.mark.parametrize("move", ["and draw 2", "draw 2"])
def test_a_move_does_not_go_on_from_a_question(move: str) -> None:
    room = dealt()
    room.say(ANN, "which routes leave Denver?")
    assert room.say(ANN, move).did is Effect.MOVED


def test_more_than_names_is_a_question_of_its_own() -> None:
    room = dealt()
    room.say(ANN, "which routes leave Denver?")
    assert room.say(ANN, "and what do I hold?").text.startswith("Your hand")
