"""What ends a standing order, in words: a route that is taken, a rival's trains, a full hand, the last round."""

import re
from collections.abc import Callable, Mapping

from service.talk.lexicon import Lexicon
from service.talk.order_clauses import COUNT, count_of
from service.talk.plain import plain_words
from service.talk.said import Said, ways_to_read
from service.talk.tracks import join, tracks_of
from ttr_core.instructions import Stop
from ttr_core.ruleset import Ruleset
from ttr_core.words import RouteId

LAST_ROUND = (
    r"(?:it (?:is|s) |we are in |in |at |on )?(?:the )?last (?:round|turn)(?: (?:begins|starts|has begun))?"
    r"|(?:c est |au |a |dans )?(?:le )?dernier tour(?: (?:commence|a commence))?"
)
RIVAL = (
    r"(?:an?|any|one|some|another) (?:rival|opponent|player) has (?:only |at most )?"
    rf"(?P<less>(?:fewer|less) than )?{COUNT}"
    r" (?:trains?|wagons?)(?: left)?(?: or (?:fewer|less))?(?: left)?"
    rf"|un (?:rival|adversaire|joueur|autre joueur) (?:n )?a (?:plus que |que |au plus )?(?P<moins>moins de )?{COUNT}"
    r" (?:wagons?|trains?)(?: ou moins)?"
)
HAND = (
    rf"(?:i (?:have|hold)|my hand has) (?:at least )?(?P<more>more than )?{COUNT} cards?"
    r"(?: or more)?(?: in (?:my )?hand)?"
    rf"|(?:j ai|ma main a) (?:au moins )?(?P<plus>plus de )?{COUNT} cartes?(?: ou plus)?(?: en main)?"
)
TAKEN = r"(?: (?:is|gets|has been|was|est|soit|a ete))? (?:taken|claimed|gone|prise?|occupee?)$"
Reading = tuple[Stop, ...] | None  # one: that is meant; several: one of them; none: no such route


def stops_meant(ruleset: Ruleset, lexicon: Lexicon, clause: str) -> Reading:
    """What the clause may mean; None if it is not understood."""
    if re.fullmatch(LAST_ROUND, clause):
        return (Stop(when="last_round"),)
    for pattern, stop in _COUNTED.items():
        if found := re.fullmatch(pattern, clause):
            beyond = any(found.groupdict().values())
            return (stop(count_of(next(n for n in found.groups() if _is_count(n))), beyond),)
    taken = re.search(TAKEN, clause)
    return _routes(ruleset, lexicon, clause[: taken.start()]) if taken else None


def _is_count(group: str | None) -> bool:
    return group is not None and not group.endswith(" ")


_COUNTED: Mapping[str, Callable[[int, bool], Stop]] = {
    RIVAL: lambda count, beyond: Stop(when="rival_trains_at_most", count=max(0, count - beyond)),
    HAND: lambda count, beyond: Stop(when="hand_at_least", count=count + beyond),
}


def _routes(ruleset: Ruleset, lexicon: Lexicon, text: str) -> Reading:
    words = plain_words(text)
    ways = list(ways_to_read(lexicon, words)) if words else []
    nearest = min((said.tiers for said in ways), default=0)
    told = [said for said in ways if said.tiers == nearest and _names_a_route(said)]
    if not told:
        return None
    found = {route: None for said in told for route in _between(ruleset, said)}
    return tuple(Stop(when="route_taken", route=RouteId(route)) for route in found)


def _names_a_route(said: Said) -> bool:
    """Two places, and nothing that a route is not."""
    clear = not said.unknown and not said.negated and not said.numbers and not said.cards
    return clear and len(said.places) == 2 and set(said.kinds or {"claim_route"}) >= {"claim_route"}


def _between(ruleset: Ruleset, said: Said) -> list[str]:
    asked = {track for _, track in said.tracks}
    return [
        route
        for route, (ends, track, _) in tracks_of(ruleset).items()
        if join(ends, *said.places) and (not asked or track in asked)
    ]
