"""Questions about how things stand for somebody: what others do, how far a goal is, and what others can know.

They are answered from what the speaker sees. What a question says beside names decides, so it is asked before the
places in it are taken for routes that somebody wants to know the price of.
"""

import re
from collections.abc import Collection, Sequence
from functools import cache

from service.language.grammar.phrases import Words
from service.language.grammar.questions.facts_asked import ME, FactsAsked
from service.language.languages import heard_words

DOINGS = "doings"  # what others did last, and which routes they hold
REACH = "reach"  # what it takes to connect places, or to complete one's tickets
OTHERS_KNOW = "others_know"  # what of the speaker is open to others
LONGER = "longer"  # which of two ways is longer
GLOBETROTTER = "globetrotter"  # who has completed the most tickets
ROUTES_OF_RULE = "routes_of_rule"  # on which routes of the board a rule holds
DECK_TOP = "deck_top"  # what comes next from the deck
NETWORKS = "networks"  # whether the routes of somebody hang together
HOLDERS = "holders"  # who has the things of a rule
OF_RULE = frozenset({ROUTES_OF_RULE, HOLDERS})  # they name the rule that they are about
SECRET = "secret"  # what others hide, with what they show
STANDINGS = OF_RULE | {DOINGS, REACH, OTHERS_KNOW, LONGER, GLOBETROTTER, DECK_TOP, NETWORKS, SECRET}
COMPARING = frozenset({LONGER, GLOBETROTTER})  # of several, which are named one after the other
OF_NO_PLACE = (("deck_top", DECK_TOP), ("networks", NETWORKS), ("cutting_off", SECRET))  # beside no place
PLACES_COMPARED = 4  # the ends of two ways


def standing_asked(
    words: Words, asked: FactsAsked, places: Sequence[Collection[str]], rule: str, *, is_route: bool
) -> str:
    """The look that a question about somebody's standing asks for; nothing if it is none.

    `places` are those that are named, in their order, and `is_route` whether a route joins them; `rule` is the rule
    of which a noun is named.
    """
    spoken = f" {' '.join(words)} "
    others = bool({*asked.people} - {ME})
    if _has(spoken, "most_completed"):
        return GLOBETROTTER
    if not places and (look := next((one for name, one in OF_NO_PLACE if _has(spoken, name)), "")):
        return look
    if rule and not places and _has(spoken, "holders"):
        return HOLDERS
    if len(places) == PLACES_COMPARED and _has(spoken, "longer"):
        return LONGER
    if (others or _has(spoken, "others")) and _has(spoken, "others_know"):
        return OTHERS_KNOW
    if others and not (places or rule) and _is_of_doings(spoken):
        return DOINGS
    if rule and not places and _has(spoken, "routes_of_rule") and not asked.people:
        return ROUTES_OF_RULE
    is_mine = not others and not rule
    is_goal = bool(places) or _has(spoken, "reach_anything")
    if is_route and not _has(spoken, "reach_turns"):  # "can I connect Roma and Napoli?" is about that route
        return ""
    is_elsewhere = not places and _has(spoken, "reach_elsewhere")
    return REACH if is_mine and is_goal and not is_elsewhere and _has(spoken, "reach") else ""


def asks_where(words: Words) -> bool:
    """Whether a question about what somebody does is about the map alone."""
    return _has(f" {' '.join(words)} ", "doings_on_map")


def _is_of_doings(spoken: str) -> bool:
    """Whether it asks what somebody does, rather than about their turn or one thing that they have."""
    return _has(spoken, "doings") and not _has(spoken, "doings_elsewhere")


def _has(spoken: str, name: str) -> bool:
    return any(regex.search(spoken) for regex in _expressions(name))


@cache
def _expressions(name: str) -> Sequence[re.Pattern[str]]:
    return [re.compile("|".join(heard.standings[name])) for heard in heard_words().values()]
