"""Verbs of every day for claims, stations, draws and tickets; what a verb does not fit is offered, never refused."""

import pytest

from service.language import Effect
from tests.support.language.memory_table import ANN, Room, dealt
from tests.support.language.readings import reading
from tests.support.language.spoken_positions import situation

USA = situation("usa", "playing_turn")  # face up: red, blue, green, black and a locomotive
EUROPE = situation("europe", "playing_turn")
OFFER = situation("usa", "keeping_tickets")


def said(position: str, text: str) -> str:
    boards = {"usa": USA, "europe": EUROPE, "offer": OFFER}
    return reading(boards[position], text).replace("--1", "")


@pytest.mark.parametrize(
    "text",
    [
        "stick a station in Vienna",
        "plonk a station in vienna",
        "pop a station down in vienna",
        "whack a station in wien",
        "drop a station on vienna",
        "chuck a station in vienna",
        "colle une gare à Vienne",
        "fous une gare à vienne",
        "balance une gare à vienne",
        "plante une gare à vienne",
        "j'colle une gare à vienne",
        "je poserais bien une gare à vienne",
    ],
)
def test_a_station_in_a_city_is_asked_for_its_cards_whatever_the_verb(text: str) -> None:
    assert said("europe", text) == "ask: 9 build_station"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("slap a station on rome with red", "build_station roma 1 red"),
        ("sling one of my stations into wien with blue", "build_station wien 1 blue"),
        ("claque une gare à vienne avec une rouge", "build_station wien 1 red"),
    ],
)
def test_a_station_with_its_card_is_built_whatever_the_verb(text: str, meant: str) -> None:
    assert said("europe", text) == meant


@pytest.mark.parametrize(
    "text",
    [
        "pop down seattle vancouver in red",
        "chuck my reds on seattle vancouver",
        "whack seattle vancouver in with red",
        "rent seattle vancouver with red",
        "snag seattle vancouver using red",
        "fous mes rouges sur seattle vancouver",
        "choppe moi seattle vancouver en rouge",
        "loue seattle vancouver en rouge",
        "jrelie seattle à vancouver avec la rouge",
    ],
)
def test_a_route_is_claimed_whatever_the_verb(text: str) -> None:
    assert said("usa", text) == "claim_route seattle--vancouver 1 red"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("sling us the red", "take_card red"),
        ("bung me a blue", "take_card blue"),
        ("lob me two from the pile", "draw_card, then draw_card"),
        ("whip me up two blind cards", "draw_card, then draw_card"),
        ("je me chope la bleue", "take_card blue"),
        ("tape moi deux cartes au pif", "draw_card, then draw_card"),
        ("jpécho la rouge", "take_card red"),
        ("draw to cards from teh deck plese", "draw_card, then draw_card"),
        ("take teh red crad", "take_card red"),
    ],
)
def test_cards_are_drawn_whatever_the_verb(text: str, meant: str) -> None:
    assert said("usa", text) == meant


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("bin the long one", "bin number 2"),
        ("axe the long one", "bin number 2"),
        ("I'm binning just the long one", "bin number 2"),
        ("no ta to the long one", "bin number 2"),
        ("je vire juste la longue", "bin number 2"),
        ("on vire la longue et basta", "bin number 2"),
        ("je bazarde la longue", "bin number 2"),
        ("keep the frist and last tickt, drop rest", "keep 1 and 3"),
    ],
)
def test_tickets_are_given_back_whatever_the_verb(text: str, other: str) -> None:
    assert said("offer", text).startswith("keep_tickets")
    if other.startswith("keep"):
        assert said("offer", text) == said("offer", other)


def test_giving_back_a_ticket_puts_no_player_out() -> None:
    room = Room("europe")
    assert room.say(ANN, "je vire juste la longue").did is Effect.MOVED


@pytest.mark.parametrize("text", ["buy two cards", "chuck me two cards", "balance moi deux cartes", "draw 3"])
def test_what_the_verb_does_not_fit_is_asked_about(text: str) -> None:
    assert said("usa", text) == "ask: draw_card, then draw_card"


@pytest.mark.parametrize(
    "text",
    [
        "remove my station in vienna",
        "I don't want to stick a station in vienna",
        "keep a station in vienna",
        "je veux pas coller une gare à vienne",
    ],
)
def test_what_is_refused_is_not_offered(text: str) -> None:
    assert "build_station" not in said("europe", text)


@pytest.mark.parametrize("text", ["draw me a long ticket", "pioche une destination longue"])
def test_how_many_tickets_of_each_length_come_is_said(text: str) -> None:
    reply = dealt().say(ANN, text)
    assert reply.did is Effect.NOTHING
    assert "3 tickets" in reply.text or "3 destinations" in reply.text


@pytest.mark.parametrize("text", ["draw tickets with chips", "chuck norris"])
def test_what_is_not_understood_is_not_called_impossible(text: str) -> None:
    assert "not possible" not in dealt().say(ANN, text).text
