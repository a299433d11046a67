"""The clauses of a standing order: alternatives with their steps, for how long it holds, and what ends it.

Each language writes them as regular expressions over plain words, `[orders]` in its `words.toml`.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple

from service.language.grammar.lexicon import Lexicon
from service.language.grammar.phrases import Words, plain_words
from service.language.grammar.segmentation import Said, ways_to_read
from service.language.languages import heard_words, words_for
from service.language.vocabulary.board_words import join, tracks_of
from ttr_core.by_post import MOST_ORDER_TURNS, Stop
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import RouteId

MOST_WORDS = 160  # of an order
CONDITIONS = words_for(lambda heard: heard.orders.conditions)


class Clauses(NamedTuple):
    """The parts of an order in plain words; `wrong` names what could not be made out."""

    lang: str
    alternatives: tuple[tuple[str, ...], ...]
    stops: tuple[str, ...]
    turns: int
    repeat: bool
    until: str
    wrong: str = ""  # a clause that makes no sense, or `each` without a number of turns


# the words of all languages


@cache
def _expression(clause: str) -> str:
    """What any language says for one clause of `OrderClauses`."""
    patterns = (text for heard in heard_words().values() for text in getattr(heard.orders, clause))
    return "|".join(patterns).replace("{count}", _any_number())


@cache
def _pattern(clause: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^ ])(?:{_expression(clause)})(?![^ ])")


@cache
def _moments() -> re.Pattern[str]:
    day = (
        rf"(?:{_expression('until')}) ([0-9]{{4}}) ([0-9]{{1,2}}) ([0-9]{{1,2}})(?: (?:{_expression('at')}))?"
    )
    hour = r" ([0-9]{1,2})(?: h)? ([0-9]{2})(?: ([0-9]{2}) ([0-9]{3}))?(?: z| utc)?"
    return re.compile(rf"(?<![^ ])(?:{day}{hour})(?![^ ])")


@cache
def _numbers() -> Mapping[str, int]:
    numbers = (pair for heard in heard_words().values() for pair in heard.numbers.items())
    return {text: number for number, texts in numbers for text in texts}


@cache
def _any_number() -> str:
    return f"({'|'.join(['[0-9]{1,4}', *_numbers()])})"


def _count(match: re.Match[str]) -> int:
    """The number that the match holds, in digits or in words of any language."""
    text = next(group for group in match.groups() if group and (group.isdecimal() or group in _numbers()))
    return int(text) if text.isdecimal() else _numbers()[text]


# cutting


def opened(words: Words) -> tuple[str, str] | None:
    """The language of the words by which an order begins, and what follows them; None if it is no order."""
    rest, lang = " ".join(words), ""
    while opening := _opening(rest):
        lang, rest = lang or opening[0], opening[1]
    return (lang, rest) if lang else None


def _opening(text: str) -> tuple[str, str] | None:
    for lang, heard in heard_words().items():
        if match := re.match(rf"(?:{'|'.join(heard.orders.opening)})(?: |$)", text):
            return lang, text[match.end() :]
    return None


def cut(lang: str, text: str) -> Clauses:
    """Everything that is no move is taken out of the text; what is left are the alternatives."""
    text, moments = _taken_out(text, _moments())
    text, once = _taken_out(text, _pattern("once"))
    text, repeated = _taken_out(text, _pattern("repeated"))
    text, each = _taken_out(text, _pattern("each"))
    body, *stops = _split("stop", text)
    body, _ = _taken_out(body, _pattern("if_free"))
    turns = {_count(match) for match in (*once, *repeated)}
    until = {_moment(match) for match in moments}
    return Clauses(
        lang=lang,
        alternatives=tuple(tuple(_split("then", steps)) for steps in _split("else_", body)),
        stops=tuple(one for stop in stops for one in _split("or_stop", stop)),
        turns=min(turns, default=1),
        repeat=bool(repeated or each) and min(turns, default=1) > 1,
        until=min(until, default=""),
        wrong="each_how_long" if each and not turns else _wrong(turns, until),
    )


def _wrong(turns: set[int], until: set[str]) -> str:
    """Said twice, or longer than an order can hold."""
    allowed = all(1 <= count <= MOST_ORDER_TURNS for count in turns) and "" not in until
    return "" if allowed and len(turns) < 2 and len(until) < 2 else "holds"


def _taken_out(text: str, pattern: re.Pattern[str]) -> tuple[str, list[re.Match[str]]]:
    """The text without what fits, and what did."""
    return " ".join(pattern.sub(" ", text).split()), list(pattern.finditer(text))


def _split(clause: str, text: str) -> list[str]:
    parts, begin = [], 0
    for match in _pattern(clause).finditer(text):
        parts.append(text[begin : match.start()])
        begin = match.end()
    return [" ".join(part.split()) for part in (*parts, text[begin:])]


def _moment(match: re.Match[str]) -> str:
    """In UTC as in a log; empty if there is no such moment."""
    year, month, day, hour, minute, second, milliseconds = (int(group or 0) for group in match.groups())
    try:
        moment = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except ValueError:
        return ""
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds:03}Z"


def has_unknown_condition(step: str) -> bool:
    return not CONDITIONS.isdisjoint(step.split())


def without_any_cards(step: str) -> str:
    """The step without `with any cards`."""
    return _taken_out(step, _pattern("any_cards"))[0]


# what ends an order

Reading = tuple[Stop, ...] | None  # one: that is meant; several: one of them; none: no such route


def stops_meant(ruleset: Ruleset, lexicon: Lexicon, clause: str) -> Reading:
    """What the clause may mean; None if it is not understood."""
    if re.fullmatch(_expression("last_round"), clause):
        return (Stop(when="last_round"),)
    if rival := _counted("rival_trains", clause):
        return (Stop(when="rival_trains_at_most", count=max(0, rival.number - rival.beyond)),)
    if hand := _counted("hand_cards", clause):
        return (Stop(when="hand_at_least", count=hand.number + hand.beyond),)
    taken = re.search(rf" (?:{_expression('taken')})$", clause)
    return _routes(ruleset, lexicon, clause[: taken.start()]) if taken else None


class _Counted(NamedTuple):
    number: int
    beyond: bool  # `more than`, `fewer than`


def _counted(clause: str, text: str) -> _Counted | None:
    for heard in heard_words().values():
        for pattern in getattr(heard.orders, clause):
            if match := re.fullmatch(pattern.replace("{count}", _any_number()), text):
                return _Counted(_count(match), match["beyond"] is not None)
    return None


def _routes(ruleset: Ruleset, lexicon: Lexicon, text: str) -> Reading:
    words = plain_words(text)
    ways = list(ways_to_read(lexicon, words)) if words else []
    nearest = min((said.tiers for said in ways), default=0)
    naming = [said for said in ways if said.tiers == nearest and _names_a_route(said)]
    if not naming:
        return None
    routes = dict.fromkeys(route for said in naming for route in _between(ruleset, said))
    return tuple(Stop(when="route_taken", route=RouteId(route)) for route in routes)


def _names_a_route(said: Said) -> bool:
    """Two places, and nothing that a route is not."""
    clear = not said.unknown and not said.negated and not said.numbers and not said.cards
    return clear and len(said.places) == 2 and set(said.kinds or {"claim_route"}) >= {"claim_route"}


def _between(ruleset: Ruleset, said: Said) -> list[str]:
    tracks = {track for _, track in said.tracks}
    return [
        route
        for route, (ends, track, _) in tracks_of(ruleset).items()
        if join(ends, *said.places) and (not tracks or track in tracks)
    ]
