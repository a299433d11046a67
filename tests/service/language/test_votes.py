"""Yes and no to what others propose, in everyday words, and what is no vote; each thing is said once."""

import pytest

from service.language import Effect
from tests.support.language.memory_table import ANN, BEN, dealt

FOR_A_PAUSE = [
    "ok for the pause", "sure, pause away", "fine w me", "yeah go on then", "I don't mind", "i have no objection",
    "no objections", "not against it", "agred", "aggreed", "be my guest",
    "daccord pour la pause", "jsuis daccord", "vas y met en pause", "ça me dérange pas", "aucune objection",
    "je ne m'oppose nullement à la pause", "je suis pas contre", "pas d'objection", "je vote pour", "dakor",
]  # fmt: skip
AGAINST_IT = [
    "nope lets keep playing", "im against it", "no pause pls", "I vote no", "i object",
    "je suis contre", "plutôt pas", "non je veux pas de pause", "je vote contre", "je m'oppose",
]  # fmt: skip
NO_VOTE = [
    "who has agreed so far?", "who voted?", "I agree on one condition: back by monday",
    "I only agree if everyone agrees. Who has voted?", "I agree only if we play on tomorrow",
    "qui a déjà dit oui ?", "qui a voté ?", "d'accord à une condition : on reprend lundi",
    "Je n'accepte qu'à une condition : que tout le monde soit d'accord. Qui a déjà voté ?",
]  # fmt: skip


@pytest.mark.parametrize("text", FOR_A_PAUSE)
def test_it_is_agreed(text: str) -> None:
    room = dealt()
    room.say(ANN, "pause")
    assert [event.type for event in room.say(BEN, text).events][:1] == ["motion_agreed"]


@pytest.mark.parametrize("text", AGAINST_IT)
def test_it_is_objected(text: str) -> None:
    room = dealt()
    room.say(ANN, "pause")
    assert [event.type for event in room.say(BEN, text).events] == ["motion_refused"]


@pytest.mark.parametrize("text", NO_VOTE)
def test_a_condition_and_a_question_are_no_vote(text: str) -> None:
    room = dealt()
    room.say(ANN, "pause")
    reply = room.say(BEN, text)
    assert not reply.events
    assert "Ann" in reply.text
    lines = reply.text.splitlines()
    assert len(lines) == len(set(lines))


@pytest.mark.parametrize("text", ["the weather is awful today", "il fait froid ici"])
def test_what_is_asked_is_said_once(text: str) -> None:
    room = dealt()
    room.say(ANN, "pause")
    lines = room.say(BEN, text).text.splitlines()
    assert len(lines) == len(set(lines))


@pytest.mark.parametrize("text", ["draw 2, I don't mind which", "pioche 2, peu importe"])
def test_a_move_is_no_vote(text: str) -> None:
    room = dealt()
    room.say(BEN, "pause")
    assert not any(event.type.startswith("motion") for event in room.say(ANN, text).events)


@pytest.mark.parametrize("text", ["wait nvm undo that", "nvm undo", "je me suis gouré annule", "udno"])
def test_a_move_is_taken_back(text: str) -> None:
    reply = dealt().say(ANN, text)
    assert "take back" in reply.text or "annul" in reply.text or "arrière" in reply.text


@pytest.mark.parametrize(
    "text",
    [
        "gotta quit guys, bye",
        "i give my seat up sorry",
        "dsl jarete je laisse ma place les enfants dorment pas",
        "jabandonne",
        "resing",
    ],
)
def test_who_leaves_is_asked(text: str) -> None:
    reply = dealt().say(BEN, text)
    assert reply.did is Effect.ASKED
    assert not reply.events


@pytest.mark.parametrize(
    "text", ["going on holliday for 10 days can u pause me", "jpars 10 jours en vacence, jouez sans moi"]
)
def test_an_absence_is_asked_about(text: str) -> None:
    assert "10" in dealt().say(BEN, text).text


@pytest.mark.parametrize("text", ["I'm back, is it my turn?", "Me revoilà. C'est à moi ?"])
def test_who_never_left_hears_whose_turn_it_is(text: str) -> None:
    reply = dealt().say(ANN, text)
    assert "It is your turn" in reply.text or "C'est à vous de jouer" in reply.text
