"""The next turn wherever it is named, two turns in one sentence, and two moves that do not fit in one."""

import pytest

from service.language import Effect
from tests.support.language.memory_table import ANN, BEN, Room, dealt
from tests.support.language.readings import reading
from tests.support.language.spoken_positions import situation
from ttr_core.rules.by_post.standing_orders.progress import Orders

SECOND = situation("usa", "drawing_second")
USA = situation("usa", "playing_turn")


def orders(room: Room, seat: int) -> list[str]:
    state = room.games.cache.read_latest(room.game).state
    given = state.slice(Orders).in_force[seat]
    return [step["type"] for order in given for step in order.alternatives[0]]


@pytest.mark.parametrize(
    "text",
    [
        "claim seattle vancouver next turn with red",
        "grab seattle vancouver with red next turn, else draw two",
        "seattle vancouver in red the turn after",
        "on my next go seattle vancouver with red",
        "come my turn, seattle vancouver with red",
        "seattle vancouver en rouge le tour d'après",
        "au tour suivant seattle vancouver en rouge",
        "lors de mon prochain tour je fais seattle vancouver en rouge",
        "des que c mon tour seattle vancouver en rouge",
        "qd c à moi jprends seattle vancouver en rouge",
        "quand ce sera mon tour tu prends seattle vancouver en rouge",
    ],
)
def test_the_next_turn_may_be_named_anywhere(text: str) -> None:
    room = dealt()
    reply = room.say(BEN, text)
    assert "Seattle – Vancouver" in reply.text
    assert not room.say(BEN, "yes" if reply.lang == "en" else "oui").public.count("Seattle")
    assert orders(room, BEN)[0] == "claim_route"


@pytest.mark.parametrize(
    "text",
    [
        "who plays next turn?",
        "what happens next turn",
        "can I claim seattle vancouver next turn?",
        "maybe next turn",
        "see you next turn",
        "forget what I said about next turn",
        "je ferai mieux au prochain tour",
        "qui joue au prochain tour ?",
    ],
)
def test_talk_of_the_next_turn_is_no_order(text: str) -> None:
    room = dealt()
    room.say(BEN, text)
    room.say(BEN, "yes")
    assert orders(room, BEN) == []


@pytest.mark.parametrize(
    "text",
    [
        "draw 2 and next turn claim montreal new york in blue",
        "draw two, then montreal new york in blue next turn",
        "pioche 2 et au prochain tour je fais montréal new york en bleu",
        "pioche 2, puis montréal new york en bleu le tour d'après",
    ],
)
def test_a_move_and_an_order_are_one_question(text: str) -> None:
    room = dealt()
    reply = room.say(ANN, text)
    assert reply.did is Effect.ASKED
    assert not reply.events
    done = room.say(ANN, "yes")
    assert [event.type for event in done.events if event.type != "turn_started"] == [
        "card_drawn",
        "card_drawn",
        "orders_changed",
    ]
    assert orders(room, ANN) == ["claim_route"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("draw two now, next turn seattle vancouver", "'order: seattle vancouver'"),
        ("pioche 2 puis seattle vancouver le tour d'après", "« ordre : seattle vancouver »"),
    ],
)
def test_where_the_second_turn_is_not_clear_the_words_are_said(text: str, words: str) -> None:
    reply = dealt().say(ANN, text)
    assert reply.did is Effect.NOTHING
    assert words in reply.text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    "text",
    [
        "draw 2 and draw tickets",
        "draw tickets and draw a card",
        "draw tickets and a card",
        "prends des destinations et une carte",
        "take a card from the deck and then draw tickets",
    ],
)
def test_tickets_are_a_whole_turn(text: str) -> None:
    reply = dealt().say(ANN, text)
    assert not reply.events
    assert "whole turn" in reply.text or "tout un tour" in reply.text


@pytest.mark.parametrize(
    "text",
    ["seattle vancouver with red and then draw a card", "seattle vancouver en rouge et pioche une carte"],
)
def test_nothing_is_played_of_a_claim_and_a_draw(text: str) -> None:
    assert reading(USA, text) == "several moves"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("I take one card face hidden and after I take the red one.", "draw_card, then take_card red"),
        ("the red one first, and for the second one a blind one", "ask: take_card red, then draw_card"),
        ("first red, second from the deck", "ask: take_card red, then draw_card"),
        (
            "Je prends la carte rouge du marché et, pour la seconde, je m'en remets au hasard de la pioche.",
            "take_card red, then draw_card",
        ),
    ],
)
def test_the_two_cards_of_a_turn_in_their_order(text: str, meant: str) -> None:
    assert reading(USA, text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("pareil, dans la pioche", "draw_card"),
        ("same again, from the deck", "draw_card"),
        ("the same, blind", "draw_card"),
        ("la même chose, au hasard", "draw_card"),
        ("same thing but the blue", "take_card blue"),
        ("pareil mais la bleue", "take_card blue"),
    ],
)
def test_what_is_said_beside_same_again_decides(text: str, meant: str) -> None:
    assert reading(SECOND, text) == meant


@pytest.mark.parametrize("text", ["same again", "idem", "pareil", "la même chose"])
def test_same_again_is_like_the_first_card(text: str) -> None:
    room = dealt()
    room.say(ANN, "draw")
    assert next(event.type for event in room.say(ANN, text).events) == "card_drawn"


@pytest.mark.parametrize("text", ["same again", "pareil"])
def test_same_again_is_asked_about_in_the_next_turn(text: str) -> None:
    room = dealt()
    for who in (ANN, BEN):
        room.say(who, "draw 2")
    reply = room.say(ANN, text)
    assert reply.did is Effect.ASKED
    assert len([event for event in room.say(ANN, "yes").events if event.type == "card_drawn"]) == 2


ABOUT = [
    "cancel what i said about montreal",
    "forget what I said about new york",
    "cancel the order for montreal new york",
    "drop my montreal order",
    "cancel my order",
    "oublie ce que j'ai dit pour montréal",
    "annule l'ordre pour montréal new york",
    "annule mon ordre",
]


@pytest.mark.parametrize("text", ABOUT)
def test_an_order_is_taken_back_by_what_it_is_about(text: str) -> None:
    room = dealt()
    room.say(BEN, "order: claim montreal new york with blue")
    room.say(BEN, "yes")
    assert orders(room, BEN)
    assert room.say(BEN, text).did is Effect.MOVED
    assert orders(room, BEN) == []


@pytest.mark.parametrize("text", ["cancel what I said about montreal", "annule l'ordre pour montréal"])
def test_other_orders_stay(text: str) -> None:
    room = dealt()
    for order in ("order: claim montreal new york with blue", "order: draw 2"):
        room.say(BEN, order)
        room.say(BEN, "yes")
    room.say(BEN, text)
    assert orders(room, BEN) == ["draw_card", "draw_card"]


@pytest.mark.parametrize("text", ["cancel my order", "annule mon ordre", "cancel the order about denver"])
def test_which_order_is_taken_back_is_asked(text: str) -> None:
    room = dealt()
    for order in ("order: claim montreal new york with blue", "order: draw 2"):
        room.say(BEN, order)
        room.say(BEN, "yes")
    assert room.say(BEN, text).did is Effect.ASKED
    room.say(BEN, "2")
    assert orders(room, BEN) == ["claim_route"]


@pytest.mark.parametrize("text", ["cancel what I said about denver", "annule mon ordre"])
def test_without_an_order_that_is_said(text: str) -> None:
    assert dealt().say(BEN, text).did is Effect.NOTHING
