"""The slash commands of the Discord application: `/ttr` says anything, the others say what is said often."""

from collections.abc import Mapping
from typing import Any

from service.rooms import LONGEST

TALK = "ttr"  # the command that takes any words
CHAT_INPUT, STRING = 1, 3  # types of commands and of options
SERVER, PRIVATE = 0, 1  # where they can be used

SAY: Mapping[str, Any] = {
    "type": STRING,
    "name": "say",
    "name_localizations": {"fr": "dire"},
    "description": "new game europe, join, start, draw 2, claim paris brest, my hand, help ...",
    "description_localizations": {
        "fr": "nouvelle partie europe, je joue, commencer, pioche 2, ma main, aide ..."
    },
    "max_length": LONGEST,
}
SHORTCUTS: Mapping[str, tuple[str, str]] = {  # each says its own name
    "hand": ("Your cards and tickets; only you see them", "Vos cartes et destinations ; vous seul les voyez"),
    "map": ("The board as a picture", "Le plateau en image"),
    "score": ("Everybody's points", "Les points de chacun"),
    "status": ("The whole table, and whom it waits for", "Toute la table, et qui elle attend"),
    "remind": ("Calls whoever is to act", "Rappelle qui doit jouer"),
    "what-can-i-do": (
        "What you can do now; only you see it",
        "Ce que vous pouvez faire ; vous seul le voyez",
    ),
}


def commands() -> list[dict[str, Any]]:
    """As `PUT /applications/<id>/commands` takes them."""
    talk = _command(
        TALK, "Ticket to Ride: say anything", "Les Aventuriers du Rail : dites ce que vous voulez"
    )
    shortcuts = [_command(name, english, french) for name, (english, french) in SHORTCUTS.items()]
    return [{**talk, "options": [dict(SAY)]}, *shortcuts]


def _command(name: str, english: str, french: str) -> dict[str, Any]:
    return {
        "type": CHAT_INPUT,
        "name": name,
        "description": english,
        "description_localizations": {"fr": french},
        "contexts": [SERVER, PRIVATE],
    }
