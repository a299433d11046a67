"""Europe and the boards that share its rules: rulesets compiled once, and hands and commands in short."""

from functools import cache
from typing import Any

from tests.support.boards.italy_iberia import Json, play, position
from ttr_core import Event, Ruleset, State, load_ruleset
from ttr_core.model.ids import Card


@cache
def board(name: str, players: int = 2, **options: str) -> Ruleset:
    return load_ruleset(name, players, options)


def bag(text: str) -> tuple[Card, ...]:
    """`4red 2locomotive` as cards."""
    return tuple(Card(word.lstrip("0123456789")) for word in text.split() for _ in range(_number(word)))


def _number(word: str) -> int:
    return int(word.removesuffix(word.lstrip("0123456789")))


def held(text: str) -> Json:
    """A seat with this hand."""
    return {"hand": {card: bag(text).count(card) for card in bag(text)}}


def claim(route: str, cards: str, seat: int = 0) -> Json:
    return {"type": "claim_route", "seat": seat, "route": route, "cards": bag(cards)}


def begin(route: str, cards: str = "", seat: int = 0) -> Json:
    return {"type": "begin_payment", "seat": seat, "route": route, "cards": bag(cards)}


def pay(cards: str, seat: int = 0) -> Json:
    return {"type": "pay_tunnel", "seat": seat, "cards": bag(cards)}


WITHDRAW: Json = {"type": "withdraw_tunnel", "seat": 0}


def lay(
    ruleset: Ruleset, hand: str, route: str, cards: str, turned: str, **given: Any
) -> tuple[tuple[Event, ...], State]:
    """Seat 0 lays cards for a tunnel, and these cards come up; `given` says more of the position."""
    state = position(ruleset, seats=[held(hand)], deck=list(bag(turned)), **given)
    return play(ruleset, state, claim(route, cards))
