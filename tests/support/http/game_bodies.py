"""Games as the API answers them, read as tests ask about them."""

from collections.abc import Mapping
from typing import Any

Body = Mapping[str, Any]  # a game, from JSON

OVER = ("scored", "abandoned")


def names(game: Body) -> list[str | None]:
    """The name of every seat's holder."""
    return [seat["holder"] and seat["holder"]["name"] for seat in game["seats"]]


def open_seats(game: Body) -> list[int]:
    return [seat["seat"] for seat in game["seats"] if seat["holder"] is None]


def caller_of(game: Body) -> str | None:
    """What the caller's token stands for: "host", "seat:1" ..."""
    you = game["you"]
    if you is None:
        return None
    return str(you["role"]) if you["seat"] is None else f"{you['role']}:{you['seat']}"


def without_names(game: Body) -> Body:
    seats = [
        {**seat, "holder": seat["holder"] and {**seat["holder"], "name": None}} for seat in game["seats"]
    ]
    return {**game, "seats": seats}


def table_of_view(view: Mapping[str, Any]) -> dict[str, Any]:
    """A view of the core, without what the API shows elsewhere or in other words."""
    seats = [{name: seat[name] for name in seat if name != "kind"} for seat in view["seats"]]
    for seat in seats:
        if not seat["offered"]:
            seat |= {"offer": seat["offer"] and [], "at_least": 0, "at_most": 0}
    rules = {name: part for name, part in view["rules"].items() if name != "clock"}
    elsewhere = ("viewer", "board", "options", "players")
    kept = {name: part for name, part in view.items() if name not in elsewhere}
    return {**kept, "seats": seats, "rules": rules}


def table_of_game(game: Body) -> dict[str, Any]:
    """What `table_of_view` makes of a view, from the API's answer."""
    return {
        "phase": game["phase"],
        "waiting": game["waiting_for"],
        **game["table"],
        "seats": [_seat(seat) for seat in game["seats"]],
        "first": game["first_seat"],
        "turns": game["turns"],
        "last_seat": game["last_seat"],
        "end": game["end_reason"],
        "rules": game["rules"],
    }


def _seat(seat: Body) -> dict[str, Any]:
    cards, tickets = seat["cards"], seat["tickets"]
    hidden = cards["hand"] is None
    offer = tickets["offer"] or {
        "tickets": None if hidden else [],
        "count": 0,
        "keep_at_least": 0,
        "keep_at_most": 0,
    }
    return {
        **{name: seat[name] for name in ("seat", "trains", "points", "routes")},
        "hand_size": cards["count"],
        "hand": cards["hand"],
        "ticket_count": tickets["count"],
        "tickets": tickets["kept"],
        "offered": offer["count"],
        "offer": offer["tickets"],
        "at_least": offer["keep_at_least"],
        "at_most": offer["keep_at_most"],
    }
