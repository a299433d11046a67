"""Conditions that are known already are no conditions: the first wish is met if it can be, else the second."""

import pytest

from service.language import Effect
from service.language.grammar.interpretation import hear, is_conditional
from service.language.grammar.orders.order_sentence import hear_order
from service.language.grammar.phrases import sentence
from tests.support.language.memory_table import ANN, dealt
from tests.support.language.readings import reading
from tests.support.language.spoken_positions import ruleset_of, situation

USA = situation("usa", "playing_turn")  # face up: red, blue, green, black and a locomotive
SECOND = situation("usa", "drawing_second")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("the blue if it's still there, if not the top of the pile", "take_card blue"),
        ("take the yellow if there is one, otherwise draw two", "draw_card, then draw_card"),
        ("the yellow, or if there isn't one a blind one", "draw_card"),
        ("la bleue si elle est encore là, sinon une au hasard", "take_card blue"),
        ("la jaune s'il y en a une, sinon deux au hasard", "draw_card, then draw_card"),
        ("duluth helena if I have the cards, otherwise just draw two", "draw_card, then draw_card"),
        ("duluth helena if I can afford it, or else take the red", "take_card red"),
        ("seattle vancouver with red if I've got enough trains left", "claim_route seattle--vancouver 1 red"),
        (
            "if I have enough cards seattle vancouver with red, else draw 2",
            "claim_route seattle--vancouver 1 red",
        ),
        ("duluth helena si j'ai les cartes, sinon je prends la rouge", "take_card red"),
        ("seattle vancouver en rouge s'il me reste assez de wagons", "claim_route seattle--vancouver 1 red"),
        ("duluth helena si j'ai de quoi payer, sinon pioche deux cartes", "draw_card, then draw_card"),
    ],
)
def test_what_is_known_already_is_no_condition(text: str, meant: str) -> None:
    assert reading(USA, text).replace("--1", "").replace("--2", "") == meant
    assert not is_conditional(USA, text, hear(USA, text))


def test_the_second_card_may_depend_on_the_market() -> None:
    assert reading(SECOND, "the blue if its still there, if not top of the pile") == "take_card blue"
    assert reading(SECOND, "la jaune si elle est là, sinon une de la pile") == "draw_card"


@pytest.mark.parametrize(
    "text",
    [
        "duluth helena if I can afford it, otherwise draw two",
        "duluth helena si je peux payer, sinon pioche 2",
    ],
)
def test_why_the_first_wish_cannot_be_met_is_said_to_its_player_alone(text: str) -> None:
    reply = dealt().say(ANN, text)
    assert reply.did is Effect.MOVED
    assert reply.text.startswith(("Duluth – Helena takes 6 orange", "Duluth – Helena demande 6 orange"))
    assert reply.private
    assert "orange" not in reply.public


@pytest.mark.parametrize(
    "text",
    [
        "duluth helena if I have the cards, otherwise wait for me",
        "duluth helena si j'ai les cartes, sinon rien",
    ],
)
def test_where_nothing_is_wanted_instead_the_reason_is_the_answer(text: str) -> None:
    reply = dealt().say(ANN, text)
    assert reply.did is Effect.NOTHING
    assert reply.text.startswith(("Duluth – Helena takes 6 orange", "Duluth – Helena demande 6 orange"))


@pytest.mark.parametrize(
    "text",
    [
        "duluth helena if it's still free, else draw 2",
        "duluth helena si elle est encore libre, sinon pioche 2",
    ],
)
def test_a_route_that_is_free_and_too_dear_is_not_what_the_second_wish_was_for(text: str) -> None:
    heard = hear(USA, text)
    assert heard.tentative
    assert len(heard.commands) == 2


@pytest.mark.parametrize("text", ["atlantis to denver, otherwise draw 2", "denver atlantaa, sinon pioche 2"])
def test_after_a_mistyped_wish_the_second_is_asked_for(text: str) -> None:
    heard = hear(USA, text)
    assert heard.tentative or not heard.commands


@pytest.mark.parametrize(
    "text",
    ["seattle vancouver with red, otherwise Ben takes it", "seattle vancouver en rouge, sinon Ben la prend"],
)
def test_what_somebody_else_would_do_otherwise_is_a_reason(text: str) -> None:
    named = USA._replace(names=frozenset({"ann", "ben"}))
    assert reading(named, text) == "claim_route seattle--vancouver--1 1 red"


@pytest.mark.parametrize(
    "text",
    [
        "denver santa fe if Ben takes duluth helena",
        "denver santa fe si Ben prend duluth helena",
        "claim denver santa fe if I have 12 cards, else draw 2",
    ],
)
def test_what_has_not_happened_yet_stays_a_condition(text: str) -> None:
    heard = hear(USA, text)
    assert not heard.commands
    assert is_conditional(USA, text, heard)


@pytest.mark.parametrize(
    ("text", "spared"),
    [
        ("seattle vancouver with any colour but red", "red"),
        ("seattle vancouver with anything except blue", "blue"),
        ("seattle vancouver avec nimporte quelle couleur sauf du rouge", "red"),
        ("seattle vancouver, peu importe la couleur mais pas de bleue", "blue"),
    ],
)
def test_a_colour_that_is_not_to_pay_is_left_out(text: str, spared: str) -> None:
    heard = hear(USA, text)
    cards = [card for one in heard.options for card in getattr(one, "cards", ())]
    assert cards
    assert spared not in cards


@pytest.mark.parametrize(
    "text",
    [
        "if nobody's taken denver santa fe by my go, claim it with 2 red, otherwise wait for me",
        "if I'm not here on my next turn draw 2",
        "si je suis pas là à mon prochain tour pioche deux cartes",
        "à mon prochain tour prends denver santa fe en rouge, sinon rien",
    ],
)
def test_an_order_may_say_that_nothing_is_to_be_done_otherwise(text: str) -> None:
    order = hear_order(ruleset_of("usa"), frozenset(), sentence(text))
    assert order is not None
    assert order.is_clear
    assert len({step["type"] for steps in order.alternatives for step in steps}) == 1
