"""A standing order cut into its clauses: alternatives with their steps, for how long, and what ends it.

What ends a standing order, in words: a route that is taken, a rival's trains, a full hand, the last round.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from service.language.grammar.lexicon import Lexicon
from service.language.grammar.plain_text import Words, plain_words
from service.language.grammar.segmentation import Said, ways_to_read
from service.language.grammar.tracks import join, tracks_of
from service.language.vocabulary.common_words import NUMBERS
from ttr_core.by_post import MOST_ORDER_TURNS, Stop
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import RouteId

MOST_WORDS = 160  # of an order

OPENINGS: Mapping[str, str] = {
    "en": r"(?:give (?:an |the )?)?(?:standing )?order(?: to)?|(?:on |in |for )?my next turn|(?:on )?(?:the )?next turn"
    r"|on my turn|when it (?:is|s) my turn|when my turn comes",
    "fr": r"(?:donne (?:l |un )?)?ordre(?: permanent)?(?: de| d)?|(?:a |au |pour )?(?:mon |le )?prochain tour"
    r"|a mon tour|quand c est (?:a mon tour|a moi|mon tour)|quand ce sera (?:a mon tour|a moi|mon tour)"
    r"|quand mon tour (?:vient|viendra)",
}
ELSE = r"or else|otherwise|else|if not(?! taken)|failing that|sinon|si non|autrement|a defaut"
THEN = r"(?:and |et )?(?:then|puis|ensuite)"
IF_FREE = (
    r"if (?:it (?:is |s ))?(?:still )?(?:free|available|possible)|if (?:it (?:is |s ))?(?:still )?not taken"
    r"|if i can|(?:si|s) (?:(?:elle|c|il) est |c )?(?:encore |toujours )?(?:libre|disponible|possible)|si je peux"
)
STOP = (
    r"(?:and |but |et |mais )?(?:(?:stop|arrete|arretez|arreter|annule|cancel)(?: it)?"
    r" (?:if|when|once|as soon as|si|des que|des qu|quand)"
    r"|(?:stop|arrete|arretez)(?= (?:in |at |on |au |dans le )(?:the )?(?:last|dernier))"
    r"|unless|until|sauf si|a moins que|jusqu a ce que)"
)
OR_STOP = r"(?:or|ou) (?:if|when|once|si|s|quand|des que)"
_NUMBER = "|".join(
    ["[0-9]{1,4}", *(text for names in NUMBERS.values() for texts in names.values() for text in texts)]
)
COUNT = rf"({_NUMBER})"
ONCE = (
    rf"(?:valid |good )for {COUNT} turns?|(?:with)?in (?:my |the )?(?:next )?{COUNT} (?:next )?turns?",
    rf"valable {COUNT} tours?|(?:dans|d ici|en) (?:mes |les )?{COUNT} (?:prochains )?tours?",
)
REPEATED = (
    rf"(?:for|during|over) (?:each of )?(?:my |the )?(?:next )?{COUNT} (?:next )?turns?",
    rf"(?:on |in )?each of (?:my |the )?(?:next )?{COUNT} turns",
    rf"(?:pendant|durant|pour|sur) (?:mes |les )?{COUNT} (?:prochains )?tours?",
    rf"(?:a |pendant )?chacun de mes {COUNT} (?:prochains )?tours",
)
EACH = r"(?:on |in )?(?:each|every) (?:of my )?turns?|(?:a )?chaque tour|tous les tours"
UNTIL = (
    r"(?:until|jusqu au|jusqu a|avant le|before) ([0-9]{4}) ([0-9]{1,2}) ([0-9]{1,2})"
    r"(?: t| at| a)? ([0-9]{1,2})(?: h)? ([0-9]{2})(?: ([0-9]{2}) ([0-9]{3}))?(?: z| utc)?"
)
CONDITIONS = frozenset(  # what is left of a condition that is not known
    {"if", "unless", "until", "when", "while", "once", "turn", "turns", "si", "sauf", "quand", "tant", "tour"}
    | {"tours", "stop", "arrete", "jusqu", "before", "avant", "after", "apres"}
)


class Clauses(NamedTuple):
    """The parts of an order in plain words; those that could not be told are `wrong`."""

    lang: str
    alternatives: tuple[tuple[str, ...], ...]
    stops: tuple[str, ...]
    turns: int
    repeat: bool
    until: str
    wrong: str = ""  # a clause that makes no sense, or `each` without a number of turns


def count_of(text: str) -> int:
    """A number in digits or in words of either language."""
    if text.isdecimal():
        return int(text)
    return next(n for names in NUMBERS.values() for n, texts in names.items() if text in texts)


def opened(words: Words) -> tuple[str, str] | None:
    """The language of the words by which an order begins, and what follows them; None if it is no order."""
    rest, lang = " ".join(words), ""
    while found := _opening(rest):
        lang, rest = lang or found[0], found[1]
    return (lang, rest) if lang else None


def _opening(text: str) -> tuple[str, str] | None:
    for lang, pattern in OPENINGS.items():
        if found := re.match(rf"(?:{pattern})(?: |$)", text):
            return lang, text[found.end() :]
    return None


def cut(lang: str, text: str) -> Clauses:
    """Everything that is no move is taken out of the text; what is left are the alternatives."""
    text, moments = _taken_out(text, UNTIL)
    text, once = _taken_out(text, *ONCE)
    text, repeated = _taken_out(text, *REPEATED)
    text, each = _taken_out(text, EACH)
    body, *stops = _split(STOP, text)
    body, _ = _taken_out(body, IF_FREE)
    turns = {count_of(number) for found in (*once, *repeated) for number in found.groups() if number}
    until = {_moment(found) for found in moments}
    alternatives = tuple(tuple(_split(THEN, steps)) for steps in _split(ELSE, body))
    return Clauses(
        lang=lang,
        alternatives=alternatives,
        stops=tuple(one for stop in stops for one in _split(OR_STOP, stop)),
        turns=min(turns, default=1),
        repeat=bool(repeated or each) and min(turns, default=1) > 1,
        until=min(until, default=""),
        wrong="each_how_long" if each and not turns else _wrong(turns, until),
    )


def _wrong(turns: set[int], until: set[str]) -> str:
    """Told twice, or what no order can hold for."""
    allowed = all(1 <= count <= MOST_ORDER_TURNS for count in turns) and "" not in until
    return "" if allowed and len(turns) < 2 and len(until) < 2 else "holds"


def _taken_out(text: str, *patterns: str) -> tuple[str, list[re.Match[str]]]:
    """The text without what fits, and what did."""
    whole = re.compile(r"(?<![^ ])(?:" + "|".join(patterns) + r")(?![^ ])")
    return " ".join(whole.sub(" ", text).split()), list(whole.finditer(text))


def _split(pattern: str, text: str) -> list[str]:
    return [" ".join(part.split()) for part in re.split(rf"(?<![^ ])(?:{pattern})(?![^ ])", text)]


def _moment(found: re.Match[str]) -> str:
    """In UTC as in a log; empty if there is no such moment."""
    *numbers, milliseconds = (int(group or 0) for group in found.groups())
    try:
        moment = datetime(*_six(numbers), tzinfo=UTC)
    except ValueError:
        return ""
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds:03}Z"


def _six(numbers: list[int]) -> tuple[int, int, int, int, int, int]:
    year, month, day, hour, minute, second = numbers
    return year, month, day, hour, minute, second


def unknown_condition(step: str) -> Iterator[str]:
    return (word for word in step.split() if word in CONDITIONS)


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
