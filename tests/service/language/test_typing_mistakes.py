"""Words of every day may be mistyped: they are read as they are meant, and nothing is done before a yes."""

import pytest

from service.language import Effect
from service.language.recognition.typing_mistakes import nearest_word, without_mistakes
from tests.support.language.memory_table import ANN, dealt


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("going on hloiday", "going on holiday"),
        ("pleaze draw", "please draw"),
        ("cobmien de desitnations il me reste", "combien de destinations il me reste"),
        ("je vuex piocher", "je veux piocher"),
    ],
)
def test_mistyped_words_are_read_as_they_are_meant(text: str, meant: str) -> None:
    assert without_mistakes(text, lambda _: False) == meant


def test_names_are_not_looked_at() -> None:
    assert without_mistakes("Frist plays", {"frist"}.__contains__) == "Frist plays"


@pytest.mark.parametrize("word", ["the", "trains", "xq", "zzyzx"])
def test_a_word_that_is_known_or_far_from_all_stays(word: str) -> None:
    assert nearest_word(word, "en") == ""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("how mayn pts do i hvae", "You have 0 points"),
        ("il me reste cmobien de wagosn", "45 wagons"),
    ],
)
def test_a_mistyped_question_is_answered(text: str, shown: str) -> None:
    assert shown in dealt().say(ANN, text).text


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("draw two cardz pleaze", "draw 2"),
        ("undo thta pleaze", "undo that please"),
        ("lets pause the gaem", "lets pause the game"),
    ],
)
def test_a_mistyped_act_is_done_only_after_a_yes(text: str, offered: str) -> None:
    room = dealt()
    before = room.version
    reply = room.say(ANN, text)
    assert reply.did is Effect.ASKED
    assert offered in reply.text
    assert room.version == before
