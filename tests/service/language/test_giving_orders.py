"""Giving standing orders in words: read back, confirmed, followed, listed and taken back."""

import pytest

from tests.service.language.test_order_grammar import COLOURS, DRAW, ORDER, claim
from tests.support.language.memory_table import ANN, AT, BEN, Room, dealt
from ttr_core.model.actor import Actor, Role
from ttr_core.model.ids import SeatId, Witness
from ttr_core.rules.by_post.standing_orders.instruction import Order
from ttr_core.rules.by_post.standing_orders.orders import FollowOrders
from ttr_core.rules.by_post.standing_orders.progress import Orders

NO_SEAT = "You have no seat in this game, but you can watch: 'map', 'score', 'history'."


def given(room: Room, seat: SeatId) -> tuple[Order, ...]:
    return room.games.cache.read_latest(room.game).state.slice(Orders).in_force[seat]


@pytest.mark.parametrize(
    "text",
    [
        "order",
        "next turn",
        "order dance",
        "order: don't draw",
        "order draw, else dance",
        "order claim boston miami",
        "order claim montreal new york with red",
        "order claim montreal new york with 4 blue",
        "order claim los angeles las vegas red if I have 3 blue",
        "order claim los angeles las vegas red when ready",
        "order claim los angeles las vegas red after toronto",
        "order draw tickets then draw",
        "order draw 2 then draw",
        "order keep all",
        "order every turn draw 2",
        "order draw for 3 turns for 4 turns",
        "order draw until 2026-02-31 18:00",
        "order draw for 0 turns",
        "order draw for 101 turns",
        "order take red" + "".join(f", else take {card} then take red" for card in COLOURS),
        "order stop if duluth toronto is taken",
        "order draw 2 tomorrow",
        "ordre : ne pioche pas",
        "ordre : pioche si c'est dimanche",
    ],
)
def test_what_is_not_understood_as_a_whole_is_not_ordered(text: str) -> None:
    room = dealt()
    before = room.version
    reply = room.say(BEN, text)
    assert "?" not in reply.text or "For how many turns" in reply.text
    assert not room.say(BEN, "yes").events
    assert room.version == before


# asking and confirming


def test_an_order_is_read_back_and_given_only_after_yes() -> None:
    room = dealt()
    before = room.version
    question = room.say(BEN, ORDER)
    assert question.private
    assert "claim Montréal – New York with blue, else draw 2" in question.text
    assert "by itself" in question.text
    assert (room.version, question.public) == (before, "")
    done = room.say(BEN, "yes")
    assert [event.type for event in done.events] == ["orders_changed"]
    assert done.private
    assert done.public == "Ben changes standing orders."
    (order,) = given(room, BEN)
    assert order.alternatives == (claim("montreal--new_york", **{"with": "blue"}), (DRAW, DRAW))
    assert (order.turns, order.repeat) == (1, False)


@pytest.mark.parametrize("answer", ["no", "non", "2", "never mind"])
def test_an_order_that_is_declined_is_not_given(answer: str) -> None:
    room = dealt()
    room.say(BEN, ORDER)
    assert not room.say(BEN, answer).events
    assert not room.say(BEN, "yes").events
    assert given(room, BEN) == ()


def test_others_may_play_on_before_the_yes() -> None:
    room = dealt()
    room.say(BEN, ORDER)
    room.say(ANN, "draw")
    assert room.say(BEN, "yes").events


def test_a_yes_after_the_turn_has_come_gives_nothing() -> None:
    room = dealt()
    room.say(BEN, ORDER)
    room.say(ANN, "draw 2")
    assert not room.say(BEN, "yes").events
    assert given(room, BEN) == ()


def test_in_ones_own_turn_it_is_said_that_it_plays_at_once() -> None:
    room = dealt()
    assert "right away, in this turn" in room.say(ANN, "order draw 2").text
    room.say(ANN, "draw")
    assert not any(event.type == "orders_changed" for event in room.say(ANN, "yes").events)
    assert "at once" not in room.say(BEN, "order draw 2").text


def test_what_two_tracks_fit_is_asked_and_answered_by_number() -> None:
    room = dealt()
    question = room.say(BEN, "order claim boston new york, else draw 2, for 3 turns")
    assert [choice.label for choice in question.choices] == [
        "claim Boston – New York track 1 (red)",
        "claim Boston – New York track 2 (yellow)",
    ]
    assert "track 2, else draw 2, for 3 turns" in room.say(BEN, "2").text
    room.say(BEN, "yes")
    assert given(room, BEN)[0].alternatives == (claim("boston--new_york--2"), (DRAW, DRAW))


def test_more_words_answer_in_the_place_that_was_asked_about() -> None:
    room = dealt()
    question = room.say(BEN, "ordre : prends boston montréal, sinon pioche")
    assert [choice.label for choice in question.choices][-1].endswith("n'importe quelle série")
    assert len(question.choices) == 9
    assert "Boston – Montréal avec des cartes jaunes, sinon piocher une carte" in room.say(BEN, "jaune").text
    room.say(BEN, "oui")
    assert [step["with"] for (step,) in given(room, BEN)[0].alternatives[:2]] == ["yellow", "yellow"]


@pytest.mark.parametrize(
    "text",
    ["order claim san", "order claim dallas huston red", "order claim boston", "order claim"],
)
def test_doubtful_names_are_asked_for(text: str) -> None:
    room = dealt()
    question = room.say(BEN, text)
    assert question.choices
    assert question.private
    read_back = room.say(BEN, question.choices[0].say)
    assert read_back.choices
    assert not read_back.events


# what comes of it


def test_an_order_given_in_words_is_followed() -> None:
    room = dealt()
    room.say(BEN, "ordre : pioche deux cartes")
    room.say(BEN, "oui")
    room.say(ANN, "draw 2")
    for _ in range(2):
        loaded = room.games.cache.read_latest(room.game)
        room.games.perform(loaded, [FollowOrders(seat=BEN, now=AT)], Actor(Role.ORDER, BEN))
    assert room.games.cache.read_latest(room.game).state.phase.waiting == (ANN,)
    assert given(room, BEN) == ()


def test_orders_are_listed_to_their_seat_and_taken_back_by_number() -> None:
    room = dealt()
    for text in (ORDER, "order draw tickets within 4 turns, stop in the last round"):
        room.say(BEN, text)
        room.say(BEN, "yes")
    listed = room.say(BEN, "my orders")
    assert listed.private
    assert listed.text.splitlines() == [
        "1. claim Montréal – New York with blue, else draw 2",
        "2. draw tickets, within 4 turns, stop if it is the last round",
    ]
    assert room.say(BEN, "mes ordres").text.startswith(
        "1. prendre la route Montréal – New York avec des cartes bleues"
    )
    assert room.say(ANN, "my orders").text == "You have no standing orders."
    assert room.say(ANN, "my orders").private
    assert room.say(Witness.SPECTATOR, "my orders").text == NO_SEAT
    assert room.say(BEN, "cancel order 2").events
    refused = room.say(BEN, "annule l'ordre 2")
    assert refused.text.startswith("Vous n'avez pas cet ordre")
    assert refused.private
    assert [order.number for order in given(room, BEN)] == [1]
    assert room.say(BEN, "annule tous mes ordres").events
    assert room.say(BEN, "mes ordres").text == "Vous n'avez aucun ordre permanent."


def test_who_has_no_seat_gives_no_orders() -> None:
    room = dealt()
    assert room.say(Witness.SPECTATOR, ORDER).text == NO_SEAT


def test_there_are_not_more_orders_than_there_may_be() -> None:
    room = dealt()
    for _ in range(8):
        room.say(BEN, "order draw 2")
        assert room.say(BEN, "yes").events
    room.say(BEN, "order draw 2")
    assert "cancel one first" in room.say(BEN, "yes").text
