"""The verbs and nouns by which moves are meant, on every board that has them."""

from collections.abc import Mapping
from typing import NamedTuple

from service.language.vocabulary.common_words import Names


class Word(NamedTuple):
    """A word by which moves are meant: those that it means alone, and those that it may mean beside others."""

    alone: Names
    also: Names
    english: Names
    french: Names
    verb: bool = True


WORDS: Mapping[str, Word] = {
    "draw": Word(
        ("draw_card",),
        ("draw_tickets", "take_card", "take_ferry_card"),
        ("draw", "drawing", "pull"),
        ("pioche", "piocher", "pioches", "tire", "tirer"),
    ),
    "take": Word(
        ("take_card", "pick_ticket", "take_festival"),
        ("draw_card", "draw_tickets", "take_ferry_card", "claim_route", "keep_tickets"),
        ("take", "grab", "get"),
        ("prends", "prendre", "prend", "prenez", "ramasse"),
    ),
    "claim": Word(
        ("claim_route",),
        (),
        ("claim", "connect", "occupy"),
        ("revendique", "revendiquer", "capture", "capturer", "relie", "relier", "occupe", "reclame"),
    ),
    "build": Word(
        ("build_station",),
        ("claim_route",),
        ("build", "construct"),
        ("construis", "construire", "batis", "batir"),
    ),
    "keep": Word(
        ("keep_tickets",),
        ("pick_ticket",),
        ("keep", "retain"),
        ("garde", "garder", "gardez", "conserve", "conserver"),
    ),
    "pick": Word(
        ("pick_ticket",),
        ("take_card", "keep_tickets", "take_festival", "choose_borrowed_routes", "draw_card"),
        ("pick", "choose", "select"),
        ("choisis", "choisir", "choix", "selectionne"),
    ),
    "pay": Word(
        ("pay_tunnel", "pay_rest"),
        ("lay_substitute", "lay_coloured_locomotive"),
        ("pay", "paying"),
        ("paie", "paye", "payer", "paies"),
    ),
    "withdraw": Word(
        ("withdraw_tunnel",),
        (),
        ("withdraw", "give up", "give it up", "give the tunnel up", "retreat", "back out"),
        ("renonce", "renoncer", "abandonne le tunnel", "abandonner le tunnel"),
    ),
    "decline": Word(
        ("decline_festival",),
        (),
        ("decline", "leave", "skip"),
        ("laisse", "laisser", "refuse", "refuser", "decline", "decliner"),
    ),
    "borrow": Word(
        ("choose_borrowed_routes",),
        (),
        ("borrow", "use"),
        ("emprunte", "emprunter", "utilise", "utiliser"),
    ),
    "lay": Word(
        ("lay_substitute", "lay_coloured_locomotive"),
        ("claim_route", "pay_tunnel", "pay_rest"),
        ("lay", "put", "add", "substitute", "replace"),
        ("pose", "poser", "mets", "mettre", "ajoute", "ajouter", "remplace", "remplacer"),
    ),
    "pass": Word(("pass",), (), ("pass",), ("passe", "passer")),
    "tickets": Word(
        ("draw_tickets",),
        ("keep_tickets", "pick_ticket"),
        ("ticket", "tickets", "destination ticket", "destination tickets"),
        ("destination", "destinations", "objectif", "objectifs", "cartes destination", "billets"),
        verb=False,
    ),
    "blind": Word(
        ("draw_card",),
        (),
        ("blind", "random", "deck", "pile", "unseen", "face down", "at random", "from the deck"),
        ("hasard", "aveugle", "pioche", "paquet", "cachee", "cachees", "face cachee", "au hasard"),
        verb=False,
    ),
    "market": Word(
        ("take_card",),
        (),
        ("market", "face up", "faceup", "visible"),
        ("marche", "visible", "visibles", "face visible"),
        verb=False,
    ),
    "station": Word(("build_station",), (), ("station", "stations"), ("gare", "gares"), verb=False),
    "ferry": Word(
        ("take_ferry_card",), ("claim_route",), ("ferry", "ferries"), ("ferry", "ferries"), verb=False
    ),
    "festival": Word(
        ("take_festival",),
        ("decline_festival",),
        ("festival", "festivals"),
        ("festival", "festivals"),
        verb=False,
    ),
    "tunnel": Word(
        ("pay_tunnel",),
        ("withdraw_tunnel", "claim_route"),
        ("tunnel", "tunnels"),
        ("tunnel", "tunnels"),
        verb=False,
    ),
    "route": Word(
        ("claim_route",),
        ("choose_borrowed_routes",),
        ("route", "routes", "line"),
        ("route", "routes", "ligne", "troncon"),
        verb=False,
    ),
}
