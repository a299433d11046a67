"""Verbs and nouns of moves: which commands each can mean. How a language says them stands in its `words.toml`."""

from collections.abc import Mapping
from typing import NamedTuple


class MoveWord(NamedTuple):
    """The commands that a word means alone, and those that it may mean beside others."""

    alone: tuple[str, ...]
    also: tuple[str, ...] = ()
    verb: bool = True


MOVE_WORDS: Mapping[str, MoveWord] = {
    "draw": MoveWord(("draw_card",), ("draw_tickets", "take_card", "take_ferry_card")),
    "take": MoveWord(
        ("take_card", "pick_ticket", "take_festival", "take_share"),
        ("draw_card", "draw_tickets", "take_ferry_card", "claim_route", "keep_tickets"),
    ),
    "claim": MoveWord(("claim_route",)),
    "build": MoveWord(("build_station",), ("claim_route",)),
    "keep": MoveWord(("keep_tickets",), ("pick_ticket",)),
    "pick": MoveWord(
        ("pick_ticket",),
        ("take_card", "keep_tickets", "take_festival", "take_share", "choose_borrowed_routes", "draw_card"),
    ),
    "pay": MoveWord(("pay_tunnel", "pay_rest"), ("lay_substitute", "lay_coloured_locomotive")),
    "withdraw": MoveWord(("withdraw_tunnel",)),
    "decline": MoveWord(("decline_festival", "decline_share")),
    "borrow": MoveWord(("choose_borrowed_routes",)),
    "lay": MoveWord(("lay_substitute", "lay_coloured_locomotive"), ("claim_route", "pay_tunnel", "pay_rest")),
    "pass": MoveWord(("pass",)),
    "tickets": MoveWord(("draw_tickets",), ("keep_tickets", "pick_ticket"), verb=False),
    "blind": MoveWord(("draw_card",), verb=False),
    "market": MoveWord(("take_card",), verb=False),
    "station": MoveWord(("build_station",), verb=False),
    "ferry": MoveWord(("take_ferry_card",), ("claim_route",), verb=False),
    "festival": MoveWord(("take_festival",), ("decline_festival",), verb=False),
    "share": MoveWord(("take_share",), ("decline_share",), verb=False),
    "tunnel": MoveWord(("pay_tunnel",), ("withdraw_tunnel", "claim_route"), verb=False),
    "route": MoveWord(("claim_route",), ("choose_borrowed_routes",), verb=False),
}


def move_word(name: str) -> MoveWord:
    """The word of this name; a command that no word means is a word itself."""
    return MOVE_WORDS.get(name) or MoveWord((name,))
