"""Levels of bots have names, sentences and words in every language: a new one needs words alone."""

import pytest

from service.chat.rooms.room import room_verb_in
from service.language.languages import Messages, codes, heard_words
from service.language.vocabulary.bot_levels import level_in, level_lines, level_name
from ttr_core.bots import POLICIES


@pytest.mark.parametrize("lang", codes())
def test_every_level_has_a_name_and_a_sentence(lang: str) -> None:
    say = Messages(lang)
    assert len(level_lines(say)) == len(POLICIES)
    for level in POLICIES:
        assert say.knows(f"bot-{level}")
        assert say.knows(f"bot-{level}.how")
        assert heard_words()[lang].bots[level]


@pytest.mark.parametrize("lang", codes())
def test_every_level_is_heard_by_its_name(lang: str) -> None:
    phrase = {"en": "one {} bot", "fr": "un robot {}"}[lang]
    for level in POLICIES:
        verb = room_verb_in(phrase.format(level_name(Messages(lang), level)))
        assert (verb.verb, level_in(verb.rest)) == ("bot", level)


def test_a_level_that_is_gone_goes_by_its_own_name() -> None:
    assert level_name(Messages("en"), "deep_thought") == "Deep thought"


@pytest.mark.parametrize("text", ["one greedy cat", "greedy", "a bot"])
def test_other_words_name_no_level(text: str) -> None:
    assert level_in(room_verb_in(text).rest) is None or room_verb_in(text).verb != "bot"
