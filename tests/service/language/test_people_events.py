"""Every event about people and motions has its sentence, in both languages and for each reader."""

import pytest

from service.language.languages import Messages, languages
from service.language.speech.story import Story
from service.language.vocabulary.board_words import BoardWords, Values
from tests.support.whole_games.by_post_games import ANN, BOB, CLEO, playing
from ttr_core.engine.hooks import RuleModule
from ttr_core.model.events import Event, GameEnded
from ttr_core.model.ids import Viewer, Witness
from ttr_core.model.message import type_name
from ttr_core.rules.by_post.motions import MotionProposed, motions
from ttr_core.rules.by_post.people import ReplacementSought, people
from ttr_core.rules.by_post.seat_holders import HandoverReason, SeatHandedOver, SkipReason, TurnSkipped

NAMES = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo"}


def sentence_for(event: Event, viewer: Viewer, lang: str) -> str:
    say = Messages(lang)
    words = BoardWords(playing().ruleset, lang)
    (sentence,) = Story(say, Values(words, NAMES), viewer).tell([event])
    return sentence


@pytest.mark.parametrize("module", [people, motions], ids=lambda module: module.name)
def test_nothing_about_people_is_left_without_words(module: RuleModule) -> None:
    assert {f"event-{type_name(kind)}" for kind in module.events} <= languages()["en"].texts.patterns.keys()
    assert {f"group-{type_name(kind)}" for kind in module.commands} <= languages()["en"].texts.patterns.keys()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("reason", HandoverReason)
def test_the_sentence_says_why_a_seat_has_passed_on(reason: HandoverReason, lang: str) -> None:
    event = SeatHandedOver(seat=BOB, kind="human", holder=2, reason=reason)
    general = sentence_for(
        SeatHandedOver(seat=BOB, kind="human", holder=2, reason=""), Witness.SPECTATOR, lang
    )
    sentence = sentence_for(event, Witness.SPECTATOR, lang)
    assert sentence.startswith("Bob") if lang == "en" else "Bob" in sentence
    assert sentence != general


def test_the_sentence_depends_on_its_reader() -> None:
    assert sentence_for(TurnSkipped(seat=BOB, reason=SkipReason.TIMEOUT), BOB, "en") == (
        "You ran out of time: your turn is skipped."
    )
    assert sentence_for(TurnSkipped(seat=BOB, reason=SkipReason.NOBODY), ANN, "fr") == (
        "Personne ne joue la place de Bob\u00a0: le tour est sauté."
    )
    assert sentence_for(ReplacementSought(seat=ANN, vacant=CLEO), BOB, "en") == (
        "Somebody is invited to Cleo's seat."
    )
    assert sentence_for(MotionProposed(seat=ANN, motion="end"), BOB, "en") == (
        "Ann proposes to end the game. Everybody else: say 'yes' or 'no'."
    )
    assert sentence_for(GameEnded(reason="nobody_plays"), BOB, "en").endswith("for a whole round.")
    assert sentence_for(GameEnded(reason="last_round_played"), BOB, "en") == "The game is over."


def test_french_elides_before_names() -> None:
    say = Messages("fr")
    spoken = [
        say("room-taken_over", name="Bob", of=name) for name in ("Bob", "Aïcha", "Émile", "Henri", "Zoé")
    ]
    assert [text.removeprefix("Bob prend la place ") for text in spoken] == [
        "de Bob.",
        "d'Aïcha.",
        "d'Émile.",
        "d'Henri.",
        "de Zoé.",
    ]


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        (HandoverReason.TIMEOUT, "Zoe ran out of time: a bot plays on."),
        (HandoverReason.RESIGNED, "Zoe has resigned."),
        (HandoverReason.RETURNED, "Bob is back."),
    ],
)
def test_a_handover_names_the_person_and_not_the_bot(reason: HandoverReason, expected: str) -> None:
    """It was the bot that ran out of time, and that was back."""
    values, earlier = Values(BoardWords(playing().ruleset, "en"), NAMES), {(BOB, 1): "Zoe"}
    story = Story(Messages("en"), values, ANN, lambda seat, holder: earlier[seat, holder])
    assert story.tell([SeatHandedOver(seat=BOB, kind="human", holder=2, reason=reason)]) == [expected]
