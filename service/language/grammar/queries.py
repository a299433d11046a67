"""Texts that are no moves: looks around the table, matters of the table, and `preview` before a move."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from service.language.grammar.plain_text import Words, plain_words
from service.language.vocabulary.common_words import NEVER_MIND, PREVIEW, Names

LOOKS: Mapping[str, tuple[Names, Names]] = {
    "help": (
        ("help", "help me", "how does this work", "commands", "how do i play", "h"),
        ("aide", "a l aide", "aide moi", "comment ca marche", "comment jouer", "commandes"),
    ),
    "moves": (
        (
            *(
                "what can i do",
                "what can i do now",
                "what now",
                "moves",
                "my moves",
                "legal moves",
                "options",
            ),
            *(
                "my options",
                "what are my options",
                "what may i do",
                "what are my moves",
                "list moves",
                "what to do",
            ),
        ),
        (
            *("que puis je faire", "qu est ce que je peux faire", "je peux faire quoi", "coups", "mes coups"),
            *("options", "mes options", "quels coups", "que faire", "quoi faire", "coups possibles"),
        ),
    ),
    "waiting": (
        (
            *(
                "who are we waiting for",
                "who is next",
                "whose turn is it",
                "whose turn",
                "who s turn",
                "who s next",
            ),
            *(
                "is it my turn",
                "turn",
                "who is playing",
                "who plays",
                "waiting",
                "who are we waiting on",
                "status",
            ),
            *("who", "who is it", "my turn", "next"),
        ),
        (
            *("qui attend on", "on attend qui", "a qui de jouer", "a qui le tour", "c est a qui", "qui joue"),
            *("a qui est ce de jouer", "c est a qui de jouer", "c est mon tour", "tour", "est ce mon tour"),
            *("qui attendons nous", "statut", "a qui", "qui", "a moi", "est ce que c est mon tour"),
        ),
    ),
    "hand": (
        (
            *("my hand", "hand", "my cards", "show my hand"),
            *("show hand", "what do i have", "what s in my hand", "cards"),
        ),
        (
            *("ma main", "main", "mes cartes", "montre ma main"),
            *("qu est ce que j ai", "mon jeu", "j ai quoi", "cartes"),
        ),
    ),
    "tickets": (
        (
            "my tickets",
            "show my tickets",
            "show tickets",
            "my destinations",
            "what are my tickets",
            "my ticket",
        ),
        (
            "mes destinations",
            "mes objectifs",
            "mes tickets",
            "montre mes destinations",
            "ma destination",
            "mes billets",
        ),
    ),
    "map": (
        (
            *("map", "the map", "board", "the board", "show map"),
            *("show the map", "show the board", "show board", "picture"),
        ),
        (
            *("plan", "le plan", "la carte", "plateau"),
            *("le plateau", "montre le plan", "montre la carte", "image"),
        ),
    ),
    "market": (
        ("market", "the market", "show market", "show the market", "what is in the market", "face up cards"),
        (
            "marche",
            "le marche",
            "montre le marche",
            "cartes visibles",
            "les cartes visibles",
            "qu y a t il au marche",
        ),
    ),
    "score": (
        (
            *("score", "scores", "points", "standings"),
            *("who is winning", "who s winning", "who leads", "the score"),
        ),
        (
            *("score", "scores", "points", "le score", "classement"),
            *("qui gagne", "qui mene", "qui est en tete", "les scores"),
        ),
    ),
    "history": (
        (
            *(
                "history",
                "history since my last turn",
                "what happened",
                "what happened since my last turn",
                "news",
            ),
            *(
                "since my last turn",
                "what s new",
                "what did i miss",
                "recap",
                "log",
                "show history",
                "last moves",
            ),
        ),
        (
            *(
                "historique",
                "historique depuis mon dernier tour",
                "que s est il passe",
                "quoi de neuf",
                "resume",
            ),
            *(
                "depuis mon dernier tour",
                "qu est ce qui s est passe",
                "qu est ce que j ai manque",
                "recapitulatif",
            ),
            *("que s est il passe depuis mon dernier tour", "journal", "derniers coups", "histoire"),
        ),
    ),
    "orders": (
        ("my orders", "orders", "standing orders", "my standing orders", "show my orders", "list orders"),
        ("mes ordres", "ordres", "ordres permanents", "mes ordres permanents", "montre mes ordres"),
    ),
    "never_mind": (NEVER_MIND["en"], NEVER_MIND["fr"]),
}
ABOUT = frozenset({"map"})  # looks that may be about a place
SMALL = frozenset({"please", "svp", "stp", "thanks", "merci"})
SHORTEST_MISTYPED = 5  # letters of a whole text


class Aside(NamedTuple):
    look: str  # "" if it is none
    lang: str | None
    rest: Words
    preview: bool = False


def aside(words: Words, *, nearly: bool = False) -> Aside:
    """The look that the words are, or what is left of them behind `preview`."""
    spoken = tuple(word for word in words if word not in SMALL)
    for phrase, look, lang in _phrases():
        if phrase == spoken or (nearly and _alike(phrase, spoken)):
            return Aside(look, lang, ())
        if look in ABOUT and len(phrase) <= 2 and spoken[: len(phrase)] == phrase:
            return Aside(look, lang, spoken[len(phrase) :])
    for lang, texts in PREVIEW.items():
        for opening in sorted(map(plain_words, texts), key=len, reverse=True):
            if words[: len(opening)] == opening and len(words) > len(opening):
                return Aside("", lang, words[len(opening) :], preview=True)
    return Aside("", None, spoken or words)


@cache
def _phrases() -> tuple[tuple[Words, str, str | None], ...]:
    return tuple(_each_phrase())


def _each_phrase() -> Iterator[tuple[Words, str, str | None]]:
    for look, (english, french) in LOOKS.items():
        for text in (*english, *french):
            both = text in english and text in french
            yield plain_words(text), look, None if both else "en" if text in english else "fr"


def _alike(phrase: Words, spoken: Words) -> bool:
    """One mistake in a short text, two in a longer one."""
    text, said = " ".join(phrase), " ".join(spoken)
    if len(said) < SHORTEST_MISTYPED:
        return False
    most = 1 if len(text) < 9 else 2
    return OSA.distance(text, said, score_cutoff=most) <= most
