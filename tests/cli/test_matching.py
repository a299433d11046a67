"""Words to moves: verbs, beginnings of words, accents, and what to do when several moves fit."""

import pytest

from service.cli.matching import fitting, knows_verb, plain_words
from service.cli.moves import Move
from ttr_core.commands import ClaimRoute, Command, DrawCard, DrawTickets, TakeCard
from ttr_core.words import Card, RouteId

RED, BLUE, LOCOMOTIVE = Card("red"), Card("blue"), Card("locomotive")


def move(command: Command, subject: str, *cards: str) -> Move:
    payment = ", ".join(cards)
    return Move(command, str(command.__struct_config__.tag), subject, payment, tuple(dict.fromkeys(cards)))


def claim(route: str, name: str, *cards: str) -> Move:
    return move(ClaimRoute(seat=0, route=RouteId(route), cards=tuple(map(Card, cards))), name, *cards)


DRAW = move(DrawCard(seat=0), "Draw a card from the deck")
TICKETS = move(DrawTickets(seat=0), "Draw tickets")
TAKE_RED = move(TakeCard(seat=0, card=RED), "red")
TAKE_BLUE = move(TakeCard(seat=0, card=BLUE), "blue")
PLAIN = claim("a", "Montréal – New York", "blue", "blue", "blue")
WILD = claim("a", "Montréal – New York", "blue", "blue", "locomotive")
BOSTON = claim("b", "Boston – New York", "red", "red")
PORTLAND = claim("c", "Portland – Seattle", "red")
MOVES = [DRAW, TAKE_RED, TAKE_BLUE, PLAIN, WILD, BOSTON, PORTLAND, TICKETS]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("draw", [DRAW]),
        ("d", [DRAW]),
        ("DRAW TICKETS", [TICKETS]),
        ("tickets", [TICKETS]),
        ("ti", [TICKETS]),
        ("take red", [TAKE_RED]),
        ("t r", [TAKE_RED]),
        ("take", [TAKE_RED, TAKE_BLUE]),
        ("claim montreal new york blue", [PLAIN]),
        ("claim Montréal", [PLAIN, WILD]),
        ("claim mont blue loco", [WILD]),
        ("new york", [PLAIN, WILD, BOSTON]),
        ("port sea", [PORTLAND]),
        ("claim chicago", []),
        ("dance", []),
    ],
)
def test_a_text_means_these_moves(text: str, meant: list[Move]) -> None:
    assert fitting(text, MOVES, "en") == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("piocher", [DRAW]),
        ("destinations", [TICKETS]),
        ("prendre red", [TAKE_RED]),
        ("route boston", [BOSTON]),
    ],
)
def test_french_verbs(text: str, meant: list[Move]) -> None:
    assert fitting(text, MOVES, "fr") == meant


def test_what_is_never_done_is_not_understood() -> None:
    assert knows_verb("claim chicago", MOVES, "en")
    assert not knows_verb("dance", MOVES, "en")


def test_words_lose_accents_case_and_signs() -> None:
    assert plain_words("Sault St. Marie – ÉVORA") == ("sault", "st", "marie", "evora")
