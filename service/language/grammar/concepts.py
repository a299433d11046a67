"""What a question is about, concept by concept: an answer speaks of all of them, or says which it leaves out.

A concept is what several words of each language stand for (`[concepts]` in `words.toml`): `ticket`, `last`, `shortest`.
Each look says here which concepts its answer speaks of. A question that names another one is asked about, or answered
with the words that were left out; where no answer is known, the looks that speak of most of its concepts are offered.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from service.language.grammar.phrases import Words, plain_words
from service.language.languages import heard_words

Concepts = frozenset[str]

WORKING = "works"  # how something works: its words stand for nothing, though parts of them may
FEWEST_NAMED = 2  # concepts by which a question is recognized


class Scope(NamedTuple):
    """What a look is for, and what else its answer speaks of."""

    own: Concepts
    beside: Concepts = frozenset()

    @property
    def all(self) -> Concepts:
        return self.own | self.beside


def _scope(own: str, beside: str = "") -> Scope:
    return Scope(frozenset(own.split()), frozenset(beside.split()))


SCOPES: Mapping[str, Scope] = {
    "tickets": _scope("ticket", "done points longest shortest most hand city already claim"),
    "missing": _scope(
        "ticket need",
        "done train route city path shortest closest longest most points afford taken free block already claim",
    ),
    "ticket_decks": _scope("ticket deck", "longest shortest points"),
    "hand": _scope("hand", "colour train most compare loco afford"),
    "market": _scope("market deck", "colour loco drawn compare hand claim"),
    "discards": _scope("discard", "loco colour market drawn deck"),
    "score": _scope(
        "points train lead",
        "person hand most compare longest shortest ticket closest end win why already turn",
    ),
    "tally": _scope("end if", "points ticket done lead win"),
    "longest": _scope("path longest", "route person lead points most train compare win already"),
    "result": _scope("win", "lead points why person done longest end most already"),
    "waiting": _scope("turn waiting", "person next why need block clock already done drawn taken claim"),
    "order_of_play": _scope("next turn", "person begin last"),
    "turns": _scope("course", "turn begin when clock day person already"),
    "time": _scope("clock", "when turn day person next end"),
    "late": _scope("clock", "if person turn day why end"),
    "now": _scope("clock day", "when"),
    "reminders": _scope("reminder", "turn person clock when day next if"),
    "history": _scope(
        "last taken drawn", "person ticket route turn done market points train block begin already need claim"
    ),
    "own": _scope("last drawn", "turn market taken colour claim"),
    "map": _scope("map", "route person taken free city already"),
    "route_list": _scope("route", "free taken person cost colour map already claim"),
    "long_routes": _scope("route longest", "free map path points person taken most"),
    "claims": _scope("route afford", "hand path longest points shortest free city taken colour cost claim"),
    "people": _scope("name colour_of", "person turn colour"),
    "setup": _scope("setup", "name map ticket person"),
    "orders": _scope("order"),
    "hint": _scope(
        "hint",
        "ticket route path market turn next begin lead most points longest shortest if city taken need drawn why claim",
    ),
    "basics bonuses": _scope("path longest points", "most lead win route end claim city map compare need"),
    "basics draw": _scope(
        "drawn market", "deck loco turn hand colour next if why compare already begin claim ticket last"
    ),
    "basics deck_out": _scope(
        "deck discard", "end if when drawn why market already person claim turn loco hand odds"
    ),
    "basics points": _scope("points route", "train longest claim city cost compare"),
    "basics tickets": _scope(
        "ticket points",
        "done need drawn person if turn win end deck why begin most already closest taken hand",
    ),
    "basics end": _scope("end turn", "train begin last person points win when if closest need"),
    "basics double": _scope("route", "person claim taken if colour why"),
    "basics colour": _scope("route colour", "cost claim hand compare"),
    "basics locomotives": _scope("loco", "route colour claim turn cost hand market map person why"),
    "basics hand": _scope("hand", "turn deck drawn person"),
    "basics trains": _scope("train", "begin person end if need last claim points"),
    "basics turn": _scope("turn", "claim drawn ticket route market last"),
    "basics decks": _scope("ticket deck", "longest shortest points drawn compare most"),
    "basics ties": _scope("win points", "lead path longest ticket most end if person"),
    "basics meaning": _scope("ticket", "need done points city claim route end if most"),
    "basics passing": _scope("turn", "why if when already drawn claim person need"),
    "basics fairness": _scope("deck", "discard drawn course market why person"),
}
# What is said about requests to the table that are answered with a sentence; what happens in a game is beside it, and
# only where it is said when, or that it is to be notified
OF_REQUESTS: Mapping[str, Scope] = {
    "notices": _scope(
        "reminder turn when clock day person next if compare begin end last why waiting order",
        "route ticket claim taken drawn market done need block win already",
    ),
    "handover": _scope("hand turn when clock day person next if why name already begin end"),
    "replace": _scope("turn when clock day person next if why name already end waiting"),
}
NOTIFIED = frozenset({"when", "reminder"})
# Looks that list what can be done, or explain the rules, speak of whatever the game has
GENERAL = frozenset({"moves", "help", "rule", "things", "absent", "routes", "stranger"})
# What no rule and no list of moves has an answer for: the course of this game, and what is only likely
OF_THIS_GAME = frozenset({"odds", "course", "setup", "name", "day"})
# Concepts that ask for one look and can mean no other
DECISIVE = {
    "name": "people",
    "colour_of": "people",
    "discard": "discards",
    "setup": "setup",
    "course": "turns",
}


def concepts_in(words: Words) -> Mapping[str, str]:
    """The concepts that words name, each with the words that name it; longer phrases leave none of their words over."""
    named: dict[str, str] = {}
    at, phrases, longest = 0, _phrases(), _longest()
    while at < len(words):
        spans = (words[at : at + size] for size in range(min(longest, len(words) - at), 0, -1))
        span = next((span for span in spans if span in phrases), ())
        for concept in phrases.get(span, ()):
            named.setdefault(concept, " ".join(span))
        at += len(span) or 1
    named.pop(WORKING, None)
    return named


def left_out(look: str, named: Mapping[str, str]) -> Mapping[str, str]:
    """Of the concepts that a question names those that the answer of a look does not speak of, with their words."""
    if look in GENERAL:
        return {concept: said for concept, said in named.items() if concept in OF_THIS_GAME}
    scope = SCOPES.get(look)
    return {} if scope is None else {one: said for one, said in named.items() if one not in scope.all}


def is_request(name: str, named: Mapping[str, str]) -> bool:
    """Whether the answer to a request to the table speaks of all that its words name: "tell me the score" is none."""
    scope = OF_REQUESTS.get(name)
    if scope is None:
        return True
    return named.keys() <= (scope.own if NOTIFIED.isdisjoint(named) else scope.all)


def is_about(look: str, named: Mapping[str, str]) -> bool:
    """Whether a question names what a look is for."""
    scope = SCOPES.get(look)
    return scope is None or not scope.own.isdisjoint(named)


def decided(named: Mapping[str, str]) -> str:
    """The look that one of the concepts asks for, if its answer speaks of all the others."""
    looks = dict.fromkeys(DECISIVE[concept] for concept in named if concept in DECISIVE)
    return next((look for look in looks if named.keys() <= SCOPES[look].all), "")


def nearest(named: Mapping[str, str], *, whole: bool = False, fewest: int = FEWEST_NAMED) -> Sequence[str]:
    """The looks that speak of most of what is named, of `fewest` concepts at least; if `whole`, of all of it."""
    if len(named) < fewest:
        return []
    ranked = {
        look: (len(named.keys() & scope.own), len(named.keys() & scope.all), -len(scope.own - named.keys()))
        for look, scope in SCOPES.items()
        if named.keys() & scope.own and (not whole or named.keys() <= scope.all)
    }
    return sorted(ranked, key=ranked.__getitem__, reverse=True)


@cache
def _phrases() -> Mapping[Words, Concepts]:
    phrases: dict[Words, set[str]] = {}
    for concept, texts in _written():
        for text in texts:
            phrases.setdefault(plain_words(text), set()).add(concept)
    return {words: frozenset(concepts) for words, concepts in phrases.items()}


def _written() -> Iterable[tuple[str, Sequence[str]]]:
    return (entry for heard in heard_words().values() for entry in heard.concepts.items())


@cache
def _longest() -> int:
    return max(map(len, _phrases()), default=0)
