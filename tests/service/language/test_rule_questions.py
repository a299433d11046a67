"""A question that names a rule is answered by it, what lies in a place is shown with it, and a day begins a history."""

import pytest

from service.language import Effect
from tests.support.language.memory_table import ANN, BEN, dealt


@pytest.mark.parametrize(
    ("board", "text", "shown"),
    [
        ("nordic", "can I use 3 normal cards instead of a loco on a ferry here?", "any 3 cards stand for"),
        ("nordic", "je peux mettre 3 cartes à la place d'une locomotive ?", "3 cartes"),
        ("switzerland", "je peux poser une gare ici ?", "« gare »"),
        ("switzerland", "can I build a station here?", "'station'"),
        ("usa", "il s'est passé quoi depuis hier ?", "Vous gardez"),
        ("usa", "what happened this morning?", "You keep"),
    ],
)
def test_what_is_named_is_spoken_of(board: str, text: str, shown: str) -> None:
    reply = dealt(board).say(ANN, text)
    assert shown in reply.text.replace("\N{NO-BREAK SPACE}", " ")
    assert reply.did is not Effect.MOVED


@pytest.mark.parametrize(
    "text",
    [
        "If nobody grabs it before me I'll do Denver - Omaha",
        "denver omaha unless somebody takes it before me",
        "if no one beats me to it, denver omaha",
        "if it's still free on my turn claim denver omaha",
        "si personne la prend avant moi je fais denver omaha",
        "denver omaha si elle est encore libre à mon tour",
    ],
)
def test_a_move_for_when_nobody_is_faster_is_an_order(text: str) -> None:
    room = dealt()
    reply = room.say(BEN, text)
    assert reply.did is Effect.ASKED
    assert "Denver – Omaha" in reply.text
    assert room.say(BEN, "yes").did is Effect.MOVED
    assert "Denver – Omaha" in room.say(BEN, "my orders").text


@pytest.mark.parametrize("text", ["no, I don't agree, leave it as it is", "laissez ça comme ça"])
def test_to_leave_things_as_they_are_is_a_no(text: str) -> None:
    room = dealt()
    room.say(BEN, "pause")
    assert room.say(ANN, text).did is Effect.MOVED
    assert "agree" not in room.say(ANN, "who are we waiting for?").text


@pytest.mark.parametrize(
    ("board", "text", "begin"),
    [
        ("india", "wtf is a mandala", "Mandalas"),
        ("india", "wth does mandala mean", "Mandalas"),
        ("india", "c'est quoi un mandala bordel", "Mandalas"),
        ("europe", "what tf is a ferry", "Ferries"),
        ("europe", "putain c'est quoi un tunnel", "Tunnels"),
    ],
)
def test_a_curse_changes_nothing_about_a_question(board: str, text: str, begin: str) -> None:
    assert dealt(board).say(ANN, text).text.startswith(begin)


def test_a_curse_alone_is_no_question() -> None:
    assert "mandala" not in dealt("india").say(ANN, "wtf ben").text


@pytest.mark.parametrize(
    ("text", "begin"),
    [
        ("qui est sur le point de finir ?", "Le moins de wagons : "),
        ("est-ce que quelqu'un est sur le point de finir ?", "Le moins de wagons : "),
        ("who is about to finish?", "Fewest trains left: "),
        ("quelqu'un peut me couper la route ?", "Les cartes et les destinations des autres"),
        ("est-ce que Ben peut me bloquer le chemin ?", "Les cartes et les destinations des autres"),
        ("can anybody cut me off?", "What others hold"),
    ],
)
def test_what_others_are_about_to_do_is_answered_by_what_lies_open(text: str, begin: str) -> None:
    assert dealt().say(ANN, text).text.replace("\N{NO-BREAK SPACE}", " ").startswith(begin)
