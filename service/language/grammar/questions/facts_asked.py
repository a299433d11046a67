"""Which plain facts a question asks for: things that are counted, of whom, of which colour, and who has the most.

"How many trains has Ben got left?" asks for the trains of Ben; an answer to the point is one sentence.
"""

import re
from collections.abc import Collection, Sequence
from functools import cache
from typing import NamedTuple

from service.language.grammar.contrast import terms_in
from service.language.grammar.lexicon import lexicon_of
from service.language.grammar.phrases import Words
from service.language.languages import heard_words
from ttr_core.engine.ruleset import Ruleset

ME = ""  # stands for the speaker among those whose facts are asked for
THINGS = ("train", "card", "points", "ticket", "route", "turn")
MOST, FEWEST = "most", "fewest"
Expressions = Sequence[re.Pattern[str]]


class FactsAsked(NamedTuple):
    """What a question wants to know, as far as it is plain."""

    things: tuple[str, ...] = ()
    people: tuple[str, ...] = ()  # words of their names, and `ME`, in the order of the question
    cards: tuple[str, ...] = ()  # kinds of cards that are named
    extreme: str = ""  # who has most, or fewest
    is_counted: bool = False
    is_gap: bool = False  # by how much somebody is ahead
    is_taking: bool = False  # which cards somebody has taken
    is_gathering: bool = False  # which ones they are after
    is_of_rule: bool = False  # what may be, must be, or is worth something

    @property
    def is_plain(self) -> bool:
        """Whether one sentence for each of the people answers it; what one's own tickets bring is no plain count."""
        is_tally = {"points", "ticket"} <= {*self.things} and {*self.people} == {ME}
        return self.is_counted and bool(self.things and self.people) and not is_tally

    @property
    def is_of_most(self) -> bool:
        """Whether it asks who has most, or fewest, of what the table shows of everybody."""
        is_open = bool(self.things) and {*self.things} <= {"train", "card", "points", "route"}
        return bool(self.extreme) and is_open and not (self.cards or self.is_taking or self.is_of_rule)

    @property
    def is_about_taking(self) -> bool:
        """Whether it asks which cards others have taken."""
        others = {*self.people} - {ME}
        return bool(others) and (
            self.is_gathering or (self.is_taking and bool(self.cards or "card" in self.things))
        )


def facts_asked(ruleset: Ruleset, words: Words, names: Collection[str]) -> FactsAsked:
    """What the words ask for; `names` are the words of the names of people at the table."""
    spoken = _without_telling(f" {' '.join(words)} ")
    bare = tuple(spoken.split())
    named = [(bare.index(name), name) for name in names if name in bare]
    mine = [match.start() for regex in _expressions("speaker") if (match := regex.search(spoken))]
    own = [(len(spoken[: min(mine)].split()), ME)] if mine else []
    people = tuple(dict.fromkeys(name for _, name in sorted([*named, *own])))
    cards = cards_named(ruleset, tuple(word for word in bare if word not in names))
    if _has(spoken, "other"):
        return FactsAsked(people=people, cards=cards, is_of_rule=True)
    things = tuple(thing for thing in THINGS if _has(spoken, thing))
    if cards and "card" not in things and not {"route", "train"}.intersection(things):
        things = (*things, "card")
    return FactsAsked(
        things=things,
        people=people,
        cards=cards,
        extreme=next((one for one in (MOST, FEWEST) if _has(spoken, one)), ""),
        is_counted=_has(spoken, "count") or (len(people) > 1 and _has(spoken, "comparing")),
        is_gap=_has(spoken, "gap"),
        is_gathering=_has(spoken, "gathering"),
        is_taking=_has(spoken, "taking") and not _has(spoken, "building"),
    )


def look_of(asked: FactsAsked) -> str:
    """The look that shows a plain fact among others."""
    if set(asked.people) == {ME} and asked.things in (("card",), ("ticket",)):
        return {"card": "hand", "ticket": "tickets"}[asked.things[0]]
    return "score"


def cards_named(ruleset: Ruleset, words: Words) -> tuple[str, ...]:
    """The kinds of cards that are named, each once."""
    lexicon = lexicon_of(ruleset)
    kinds = (
        min(match.values)
        for term in terms_in(lexicon, words)
        for match in lexicon.exact(term)
        if match.sort == "card" and len(match.values) == 1
    )
    return tuple(dict.fromkeys(kinds))


def asks_number(words: Words) -> bool:
    """Whether the words ask how many there are of something."""
    return _has(f" {' '.join(words)} ", "count")


def asks_odds(words: Words) -> bool:
    """Whether the words ask how likely something is."""
    return _has(f" {' '.join(words)} ", "odds")


def asks_effort(words: Words) -> bool:
    """Whether they ask which of several things takes the least, or how hard they are: "which one is the easiest?"."""
    return _has(f" {' '.join(words)} ", "effort")


def asks_what_is_lacking(words: Words) -> bool:
    """Whether they ask what is missing for a route, rather than what it costs."""
    return _has(f" {' '.join(words)} ", "lacking")


def asks_about_completion(words: Words) -> bool:
    """Whether they ask if something completes a ticket."""
    return _has(f" {' '.join(words)} ", "completion")


def asks_about_doubles(words: Words) -> bool:
    """Whether they ask about tracks side by side."""
    return _has(f" {' '.join(words)} ", "double")


def asks_who(words: Words) -> bool:
    """Whether they begin by asking who it is."""
    return _has(f" {' '.join(words)} ", "who")


def speaks_of_points(words: Words) -> bool:
    """Whether they name points or a bonus."""
    return _has(f" {' '.join(words)} ", "points") or _has(f" {' '.join(words)} ", "bonus")


def speaks_of_loss(words: Words) -> bool:
    """Whether they say that points were lost."""
    return _has(f" {' '.join(words)} ", "loss")


def asks_whether_near(words: Words) -> bool:
    """Whether they ask how close something is rather than what it is: "are we close to the end?"."""
    return _has(f" {' '.join(words)} ", "near")


def _without_telling(spoken: str) -> str:
    """The text without "tell me" and the like: those to whom it is said are nobody whose facts are asked for."""
    for regex in _expressions("telling"):
        spoken = regex.sub(" ", spoken)
    return spoken


def _has(spoken: str, name: str) -> bool:
    return any(regex.search(spoken) for regex in _expressions(name))


@cache
def _expressions(name: str) -> Expressions:
    return [re.compile("|".join(heard.single_facts[name])) for heard in heard_words().values()]
