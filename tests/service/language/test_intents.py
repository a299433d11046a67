"""Intents are learned from examples: texts that were kept apart are recognized, and what is called sure is right."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from service.language import Effect
from service.language.languages import DEFAULT_LANG, FOLDER, codes, heard_words
from service.language.recognition.features import features_of
from service.language.recognition.intent_model import examples_in, fingerprint, models
from service.language.recognition.intents import MATTERS, intents_of, rule_nouns, sought
from tests.support.language.memory_table import ANN, BEN, dealt
from tests.support.language.spoken_positions import ruleset_of

APART = Path(__file__).parent / "intents"
SURE = 0.8
NAMES = {
    "place": "Denver",
    "place2": "Omaha",
    "person": "Ben",
    "colour": "red",
    "number": "3",
    "rule": "station",
}


def spoken(lang: str) -> Iterable[tuple[str, str]]:
    """The intent and the text of each line that nothing was learned from."""
    for line in (APART / f"{lang}.tsv").read_text("utf-8").splitlines():
        intent, text = line.split("\t")
        for slot, name in NAMES.items():
            text = text.replace(f"{{{slot}}}", name)
        yield intent, text


def test_models_belong_to_their_examples() -> None:
    """If this fails, examples were changed since: `make intents` learns from them again."""
    for lang, model in models().items():
        examples = examples_in(FOLDER / lang)
        assert model.learned_from == fingerprint(examples)
        assert set(model.intents) == set(examples)


def test_every_language_of_ours_has_learned_the_same_intents() -> None:
    learned = [set(model.intents) for model in models().values()]
    assert len(learned) == len(codes())
    assert all(intents == learned[0] for intents in learned)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_was_kept_apart_is_recognized(lang: str) -> None:
    ruleset, people = ruleset_of("europe"), frozenset({"ben"})
    likely = [(intent, intents_of(ruleset, text, people)) for intent, text in spoken(lang)]
    first = [chances[0].intent == intent for intent, chances in likely]
    among = [intent in [one.intent for one in chances[:3]] for intent, chances in likely]
    sure = [chances[0].intent == intent for intent, chances in likely if chances[0].chance >= SURE]
    assert sum(first) / len(first) >= 0.8
    assert sum(among) / len(among) >= 0.9
    assert sum(sure) / len(sure) >= 0.92
    assert len(sure) / len(likely) >= 0.6


def test_a_name_is_a_name_whatever_it_is() -> None:
    for lang, model in models().items():
        written = "what did {person} do in {place}" if lang == "en" else "qu'a fait {person} à {place}"
        named = written.replace("{person}", "ben").replace("{place}", "oslo")
        known = {"slotperson": [("ben",)], "slotplace": [("oslo",)]}
        assert features_of(written, {}) == features_of(named, known)
        assert model.chances(features_of(named, known))[0].intent == "history_person"


def test_every_intent_leads_to_something_that_is_known() -> None:
    ruleset = ruleset_of("europe")
    for intent in models()[DEFAULT_LANG].intents:
        asked = sought(ruleset, intent, "what about stations between Paris and Dieppe?")
        topics = heard_words()[DEFAULT_LANG].basics_asked
        assert asked.look != "basics" or asked.about in topics
        assert asked.matter in ("", *MATTERS.values())


def test_nouns_of_rules_are_known_on_every_board() -> None:
    assert ("station",) in rule_nouns(ruleset_of("europe"))
    assert ("station",) in rule_nouns(ruleset_of("usa"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("what did I miss while I was asleep", "You keep "),
        ("who's ahead by how much", "are level, with 0 points each"),
        ("j'ai loupé quoi pendant que je dormais", "Vous gardez "),
        ("je sais plus ce que j'ai comme cartes", "Votre main"),
    ],
)
def test_a_question_without_known_phrases_is_answered(text: str, shown: str) -> None:
    assert shown in dealt().say(ANN, text).text


def test_a_question_that_may_be_several_is_asked_about() -> None:
    reply = dealt().say(ANN, "is the loco any use to me at the end?")
    assert reply.did is Effect.ASKED
    assert "how do locomotives work" in [choice.say for choice in reply.choices]


def test_a_matter_that_is_only_recognized_is_confirmed_first() -> None:
    room = dealt()
    before = room.version
    reply = room.say(ANN, "what about a time-out, everybody")
    assert "a pause" in reply.choices[0].label
    assert room.say(ANN, "1").did is Effect.ASKED
    assert room.version == before
    assert room.say(ANN, "yes").did is Effect.MOVED


def test_a_hint_is_never_taken_by_likeness() -> None:
    """The others see that somebody took one."""
    room = dealt()
    before = room.version
    assert room.say(ANN, "hmm would you rather go north or south if you were me").did is not Effect.MOVED
    assert room.version == before


def test_talk_at_the_table_is_left_at_that() -> None:
    assert dealt().say(BEN, "my sister is getting married on Saturday, so excited").did is Effect.NOTHING
