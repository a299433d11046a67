"""What pictures say, in English and in French."""

from collections.abc import Mapping
from typing import Literal

Lang = Literal["en", "fr"]

_PHRASES: Mapping[Lang, Mapping[str, str]] = {
    "en": {
        "north_pole": "North Pole",
        "south_pole": "South Pole",
        "board": "Board: {board}",
        "standing": "{board}: {players}",
        "size": "{cities} and {routes}.",
        "player": "{name} ({colour}): {points}, {trains} left, {cards}, {tickets}, {routes}",
        "list": ": {items}",
        "stations": "; stations in {items}.",
        "waiting": "The game waits for {items}.",
        "festival": "{cards} of {festival} at {city}.",
        "station": "station in {city}",
        "new": "New: {items}.",
        "tickets_are": "Tickets: {items}.",
        "offered_are": "Offered: {items}.",
        "nobody": "Player {number}",
        "hand": "Hand: {cards}",
        "hand_of": "Hand of player {number}",
        "market": "Market, {cards} in the deck",
        "tickets": "Tickets",
        "offered": "Offered",
        "held": "Cards: {items}. Market: {market}. {cards} in the deck. {trains} left.",
        "none": "none",
        "empty": "empty",
    },
    "fr": {
        "north_pole": "Pôle Nord",
        "south_pole": "Pôle Sud",
        "board": "Plateau : {board}",
        "standing": "{board} : {players}",
        "size": "{cities} et {routes}.",
        "player": "{name} ({colour}) : {points}, {trains} en réserve, {cards}, {tickets}, {routes}",
        "list": " : {items}",
        "stations": " ; gares à {items}.",
        "waiting": "La partie attend {items}.",
        "festival": "{cards} de {festival} à {city}.",
        "station": "gare à {city}",
        "new": "Nouveau : {items}.",
        "tickets_are": "Destinations : {items}.",
        "offered_are": "Proposées : {items}.",
        "nobody": "Joueur {number}",
        "hand": "Main : {cards}",
        "hand_of": "Main du joueur {number}",
        "market": "Marché, {cards} dans la pioche",
        "tickets": "Destinations",
        "offered": "Proposées",
        "held": "Cartes : {items}. Marché : {market}. {cards} dans la pioche. {trains} en réserve.",
        "none": "aucune",
        "empty": "vide",
    },
}

_THINGS: Mapping[Lang, Mapping[str, tuple[str, str]]] = {
    "en": {
        "city": ("city", "cities"),
        "route": ("route", "routes"),
        "point": ("point", "points"),
        "train": ("train", "trains"),
        "card": ("card", "cards"),
        "ticket": ("ticket", "tickets"),
        "ticket_short": ("ticket", "tickets"),
    },
    "fr": {
        "city": ("ville", "villes"),
        "route": ("route", "routes"),
        "point": ("point", "points"),
        "train": ("wagon", "wagons"),
        "card": ("carte", "cartes"),
        "ticket": ("destination", "destinations"),
        "ticket_short": ("dest.", "dest."),
    },
}

_COLOURS: Mapping[str, str] = {  # of players, in French
    "blue": "bleu",
    "red": "rouge",
    "green": "vert",
    "yellow": "jaune",
    "black": "noir",
    "white": "blanc",
    "pink": "rose",
}


class Phrases:
    """The words of one language."""

    def __init__(self, lang: Lang) -> None:
        self.lang: Lang = lang

    def say(self, phrase: str, **facts: str | int) -> str:
        return _PHRASES[self.lang][phrase].format(**facts)

    def count(self, thing: str, number: int) -> str:
        """`1 card`, `2 cards`; in French nought is one, in English it is many."""
        one, many = _THINGS[self.lang][thing]
        alone = abs(number) < 2 if self.lang == "fr" else abs(number) == 1
        return f"{number} {one if alone else many}"

    def colour(self, colour: str) -> str:
        return _COLOURS.get(colour, colour) if self.lang == "fr" else colour
