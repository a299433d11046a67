"""What people ask of the table in whole sentences, in both languages: written before the expressions were."""

from collections.abc import Mapping, Sequence

import pytest

from service.language.grammar.table_requests import answer_before_but, patience_asked_in, table_request_in
from tests.support.language.memory_table import ANN, dealt

ASKED: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "undo": (
        ["oops wrong route, can I take that back?", "sorry everyone, fat fingers, that was the wrong one. undo?",
         "Can we rewind? I clicked the wrong one"],
        ["je voudrais revenir sur mon dernier coup", "oups mauvais clic !!! on peut revenir en arriere svp"],
    ),
    "pause": (
        ["could we stop the clock for everybody till the weekend?", "let's take a break until Monday"],
        ["si on faisait une pause jusqu'à lundi ?", "on peut mettre la partie en pause ?"],
    ),
    "end": (
        ["shall we call it a day and stop here?", "shall we end it? I'm clearly losing"],
        ["on arrête la partie d'un commun accord ?", "et si on arrêtait là ?"],
    ),
    "resign_to_bot": (
        ["let a bot finish my game", "I'd like to quit and let the computer finish",
         "I need to leave, can a bot take over?"],
        ["j'arrête, un robot peut finir à ma place", "je vous laisse, que l'ordinateur joue pour moi"],
    ),
    "cancel_orders": (["cancel whatever orders I've set up"], ["annule tous les ordres que j'ai donnés"]),
    "notices": (
        ["only message me when it's my turn, not on every move", "mute notifications for this game",
         "stop emailing me reminders in the middle of the night", "mail me as soon as Bob has moved"],
        ["ne m'envoyez plus de message à chaque coup, juste quand c'est à moi", "coupe les notifications",
         "prévenez-moi par mail seulement quand c'est mon tour", "arrêtez de m'envoyer des mails"],
    ),
    "handover": (
        ["can my friend Dave take over my seat?", "I want to give my seat to my sister"],
        ["je voudrais passer ma place à un ami", "ma soeur peut jouer à ma place ?"],
    ),
    "replace": (
        ["Bob hasn't answered for days, can a computer take over his seat?",
         "Bob is gone for good, kick him out please"],
        ["Bob ne répond plus, on peut le remplacer par un robot ?"],
    ),
}  # fmt: skip
TALK = [
    "can I go back to Denver", "let's take a break from politics", "don't undo", "did they undo that?",
    "take the red back", "draw 2", "claim denver santa fe with red", "keep the first two", "stop",
    "I'll take the train tomorrow",
    "on fait une pause café ?", "je prends la rouge", "pioche 2", "ne reviens pas en arrière", "je garde tout",
]  # fmt: skip


@pytest.mark.parametrize("name", ASKED)
def test_what_is_asked_of_the_table(name: str) -> None:
    for lang, texts in zip(("en", "fr"), ASKED[name], strict=True):
        heard = {text: table_request_in(text, (), is_paused=False) for text in texts}
        assert {text: one and (one.name, one.lang or lang) for text, one in heard.items()} == dict.fromkeys(
            texts, (name, lang)
        )


@pytest.mark.parametrize("text", TALK)
def test_moves_and_talk_ask_nothing_of_the_table(text: str) -> None:
    assert table_request_in(text, (), is_paused=False) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I'm back, can we carry on?", "resume"),
        ("coucou je suis rentrée, on reprend ?", "resume"),
        ("are we still on hold?", "paused"),
        ("pourquoi la partie est en pause ?", "paused"),
    ],
)
def test_a_pause_is_ended_and_asked_about(text: str, name: str) -> None:
    heard = table_request_in(text, (), is_paused=True)
    assert heard is not None
    assert heard.name == name
    assert table_request_in("draw 2", (), is_paused=True) is None


@pytest.mark.parametrize(
    ("motion", "texts", "name"),
    [
        (
            "undo",
            ["what does he want to take back exactly?", "il veut annuler quoi au juste ?"],
            "undo_which",
        ),
        (
            "pause",
            ["for how long? if it's more than a week then no", "pour combien de temps ?"],
            "pause_length",
        ),
    ],
)
def test_what_others_propose_is_asked_about(motion: str, texts: Sequence[str], name: str) -> None:
    for text in texts:
        heard = table_request_in(text, [motion], is_paused=False)
        assert heard is not None
        assert heard.name == name


def test_a_yes_before_but_counts_unless_it_sets_a_condition() -> None:
    last_time = answer_before_but("bon d'accord mais c'est la dernière fois")
    assert last_time is not None
    assert last_time.yes
    assert answer_before_but("ok but only if Bob agrees") is None


@pytest.mark.parametrize(
    "text",
    [
        "give me five minutes, putting the kids to bed",
        "attendez je finis de manger",
        "j'arrive dans deux minutes",
    ],
)
def test_somebody_asks_for_a_moment(text: str) -> None:
    assert patience_asked_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "tell me the score and who plays next", "tell me about my tickets", "only tell me my score",
        "tell me if I can claim denver omaha", "tell me by how many points I'm losing",
        "tell me every route that is free", "tell me on which routes I need a loco", "can we skip tickets?",
        "what if a player never finishes a ticket?", "what if someone stops drawing cards?",
        "dis-moi le score et qui joue après", "dis-moi si mes billets sont faits", "dis-moi seulement mes points",
        "dis-moi par où passer pour mes destinations", "tu peux me rappeler mes cartes si possible ?",
        "on peut remplacer les cartes ?",
    ],
)  # fmt: skip
def test_questions_about_the_game_ask_nothing_of_the_table(text: str) -> None:
    assert table_request_in(text, (), is_paused=False) is None


@pytest.mark.parametrize(
    "text",
    [
        "mail me when ben takes a route", "notify me whenever somebody draws tickets",
        "tell me every time Ben claims a route", "préviens-moi quand ben prend une route",
        "préviens-moi dès que quelqu'un pioche des destinations",
    ],
)  # fmt: skip
def test_notices_may_be_wanted_about_what_happens_in_the_game(text: str) -> None:
    heard = table_request_in(text, (), is_paused=False)
    assert heard is not None
    assert heard.name == "notices"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("tell me the score and who plays next", ("Ann: 0 points", "It is your turn")),
        ("dis-moi le score et qui joue après", ("Ann : 0 point", "C'est à vous de jouer")),
    ],
)
def test_the_score_and_the_turn_are_answered_together(text: str, says: tuple[str, str]) -> None:
    reply = dealt().say(ANN, text).text.replace("\N{NO-BREAK SPACE}", " ")
    assert all(one in reply for one in says)


@pytest.mark.parametrize(
    "text",
    [
        "je dois quitter la partie, qu'un robot finisse à ma place",
        "j'abandonne, qu'un bot joue à ma place",
        "I quit, let a bot finish for me",
        "have to drop out, bot can play on for me",
    ],
)
def test_who_resigns_to_a_bot_is_asked_for_a_yes_and_not_which_way(text: str) -> None:
    reply = dealt().say(ANN, text)
    assert len(reply.choices) == 2  # yes, and never mind
    assert any(word in reply.choices[0].say for word in ("bot", "robot"))


@pytest.mark.parametrize("text", ["out of town mon to wed", "away mon thru wed", "absent lun à mer"])
def test_days_in_short_are_those_of_an_absence(text: str) -> None:
    answer = dealt().say(ANN, text).text
    assert any(said in answer for said in ("'vacation 3 days'", "vacances 3 jours"))
