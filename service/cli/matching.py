"""Words to moves: verbs choose the type of a move, the other words must all belong to it.

The beginning of a word is enough; case and accents do not matter. Whole words win over beginnings, and a payment
whose cards are all named wins over one that needs others as well.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

import click

from service.cli.moves import Move

Words = tuple[str, ...]

VERBS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "draw_card": ("draw", "draw card", "draw blind", "deck", "blind"),
        "take_card": ("take", "market"),
        "claim_route": ("claim", "claim route", "route"),
        "draw_tickets": ("tickets", "draw tickets"),
        "pick_ticket": ("pick", "take"),
        "pay_tunnel": ("pay",),
        "withdraw_tunnel": ("withdraw", "give up", "no"),
        "take_ferry_card": ("ferry", "take ferry"),
        "take_festival": ("festival", "take"),
        "decline_festival": ("decline", "leave", "no"),
        "build_station": ("build", "station", "build station"),
    },
    "fr": {
        "draw_card": ("piocher", "piocher carte", "pioche"),
        "take_card": ("prendre", "marche"),
        "claim_route": ("route", "prendre route", "capturer"),
        "draw_tickets": ("destinations", "piocher destinations"),
        "pick_ticket": ("choisir", "prendre"),
        "pay_tunnel": ("payer",),
        "withdraw_tunnel": ("renoncer", "non"),
        "take_ferry_card": ("ferry", "prendre ferry"),
        "take_festival": ("festival", "prendre"),
        "decline_festival": ("laisser", "refuser", "non"),
        "build_station": ("construire", "gare", "construire gare"),
        "pass": ("passer",),
    },
}


@lru_cache(maxsize=1 << 12)  # the moves of a position are asked for again and again
def plain_words(text: str) -> Words:
    """The words of a text without accents, case and signs."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return tuple(re.findall(r"[^\W_]+", bare))


def fitting(text: str, moves: Sequence[Move], lang: str) -> list[Move]:
    """The moves that the text can mean, narrowed down as far as it goes."""
    spoken = plain_words(text)
    verbs = {move.kind: _verb_length(spoken, move.kind, lang) for move in moves}
    longest = max(verbs.values(), default=0)
    rest = spoken[longest:]
    named = [move for move in moves if verbs[move.kind] == longest]
    for same in (str.__eq__, str.startswith):
        found = [move for move in named if _all_belong(rest, plain_words(click.unstyle(move.text)), same)]
        if found:
            return _without_unnamed_cards(rest, found)
    return []


def knows_verb(text: str, moves: Iterable[Move], lang: str) -> bool:
    """Whether the text begins with something that is done on some board."""
    kinds = {*(kind for table in VERBS.values() for kind in table), *(move.kind for move in moves)}
    return any(_verb_length(plain_words(text), kind, lang) for kind in kinds)


def _verb_length(spoken: Words, kind: str, lang: str) -> int:
    """How many words at the beginning are the verb of this type of move."""
    phrases = (*VERBS[lang].get(kind, ()), kind.replace("_", " "))
    return max(_phrase_length(spoken, plain_words(phrase)) for phrase in phrases)


def _phrase_length(spoken: Words, phrase: Words) -> int:
    said = spoken[: len(phrase)]
    whole = len(said) == len(phrase) and all(p.startswith(s) for p, s in zip(phrase, said, strict=True))
    return len(phrase) if whole else 0


def _all_belong(spoken: Words, words: Words, same: Callable[[str, str], bool]) -> bool:
    return all(any(same(word, said) for word in words) for said in spoken)


def _without_unnamed_cards(spoken: Words, moves: list[Move]) -> list[Move]:
    def all_named(move: Move) -> bool:
        kinds = [plain_words(kind) for kind in move.card_names]
        return bool(kinds) and all(any(w.startswith(s) for w in kind for s in spoken) for kind in kinds)

    return [move for move in moves if all_named(move)] or moves
