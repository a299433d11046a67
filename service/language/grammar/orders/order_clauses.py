"""The clauses of a standing order: alternatives with their steps, for how long it holds, and what ends it.

Each language writes them as regular expressions over plain words, `[orders]` in its `words.toml`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from itertools import chain, product
from typing import NamedTuple

import msgspec

from service.language.grammar.command_match import CommandMatch, Fit, Situation, by_kind, holds
from service.language.grammar.lexicon import Lexicon, lexicon_of
from service.language.grammar.moves.single_move import is_sure, nearest_fits, repeated, two_open_cards
from service.language.grammar.phrases import plain_words
from service.language.grammar.segmentation import Mention, Said, ways_to_read
from service.language.languages import heard_words, words_for
from service.language.vocabulary.board_words import alike, join, tracks_of
from service.language.vocabulary.command_fields import (
    SEAT,
    fields_of,
    fields_of_step,
    on_route,
    route_of_step,
)
from service.message_types import COMMANDS
from ttr_core.by_post import MOST_ORDER_TURNS, PAID_WITH, Step, Steps, Stop
from ttr_core.engine.hooks import Action
from ttr_core.engine.payments import plain_payments
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import BeginPayment, ClaimRoute, Command, SeatCommand
from ttr_core.model.ids import LOCOMOTIVE, Card, CityId, RouteId
from ttr_core.model.kinds import field_kinds
from ttr_core.model.message import type_name
from ttr_core.model.phases import PlayingTurn

MOST_WORDS = 160  # of an order
CONDITIONS = words_for(lambda heard: heard.orders.conditions)


class Place(NamedTuple):
    """Where in an order a clause stands: a step of an alternative, or one of the stops."""

    alternative: int
    number: int


class Settled(NamedTuple):
    """What the clause at one place means, because somebody has picked it."""

    place: Place
    meant: Steps | Stop


class Clauses(NamedTuple):
    """The parts of an order in plain words; `wrong` names what could not be made out."""

    lang: str
    alternatives: tuple[tuple[str, ...], ...]
    stops: tuple[str, ...]
    turns: int
    repeat: bool
    until: str
    wrong: str = ""  # a clause that makes no sense, or `each` without a number of turns
    settled: tuple[Settled, ...] = ()

    def meant_at(self, place: Place) -> Steps | Stop | None:
        return next((settled.meant for settled in self.settled if settled.place == place), None)


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


PLENTY = 20  # cards of each kind: more than any route asks for
MOST_FOR_ONE = 3  # cards for a station or a tunnel
ANY = ""  # cards of any colour: a choice beside the colours
Named = dict[str, object]  # what is added to a step


def payments_meant(ruleset: Ruleset, command: Command, mentions: Sequence[Mention]) -> list[Named]:
    """The payments that fit what was said; none if nothing can be paid like that."""
    is_answer = isinstance(command, SeatCommand) and command.answers
    payment = fields_of(type(command)).payment
    if payment is None or (is_answer and not mentions):
        return [{}]
    ways = _ways(ruleset, command)
    if any(mention.number is not None for mention in mentions):
        return [{payment: list(cards)} for cards in ways if _is_named(cards, mentions)]
    colours = [card for card in ruleset.train_kinds if any(_is_of(card, cards) for cards in ways)]
    if mentions:
        said = [
            mention.values for mention in mentions if LOCOMOTIVE not in mention.values or len(mentions) == 1
        ]
        return [{PAID_WITH: card} for card in colours if said and all(card in values for values in said)]
    plain = [card for card in colours if card != LOCOMOTIVE]
    return [{PAID_WITH: card} for card in plain] if len(plain) > 1 else [{}]


def _ways(ruleset: Ruleset, command: Command) -> list[tuple[Card, ...]]:
    """All ways to pay, whatever is in a hand."""
    if isinstance(command, ClaimRoute):
        plenty = (PLENTY,) * len(ruleset.cards)
        return [way.cards for way in ruleset.prices.payments(ruleset.route_index[command.route], plenty)]
    counts = range(1, MOST_FOR_ONE + 1)
    return [way.cards for way in chain(*(plain_payments(ruleset.colours, n, wild=True) for n in counts))]


def _is_of(colour: Card, cards: Sequence[Card]) -> bool:
    return colour in cards and set(cards) <= {colour, LOCOMOTIVE}


def _is_named(cards: Sequence[Card], mentions: Sequence[Mention]) -> bool:
    """Just the cards that were named."""
    named = all(any(card in mention.values for mention in mentions) for card in cards)
    return named and all(holds(cards, mention) for mention in mentions)


BETWEEN = "between"  # instead of one route: all tracks between the same places
MOST_STEP_WORDS = 40
NOBODY = 0  # the seat of a step does not matter: orders leave it out


class Doubt(NamedTuple):
    """Steps of which one may be meant; several are a choice, none says that there is no such thing."""

    options: tuple[Steps, ...]


class Meant(NamedTuple):
    """The steps that are meant; with equal tracks side by side the same for each of them."""

    alternatives: tuple[Steps, ...]


def step_meant(ruleset: Ruleset, text: str) -> Meant | Doubt | None:
    """None if the words are not understood."""
    bare = without_any_cards(text)
    words = plain_words(bare)
    if not words or len(words) > MOST_STEP_WORDS or has_unknown_condition(bare):
        return None
    usable = _usable(ruleset, words)
    situation = Situation(ruleset, of_board(ruleset))
    for said in usable:
        cards = two_open_cards(situation, said)
        if cards and said.verb:
            return Meant((tuple(map(_step, cards)),))
    fits = [fit for said in usable for fit in _fits(situation, said)]
    if not fits:
        return Doubt(()) if any(said.kinds or said.elements for said in usable) else None
    return _chosen(ruleset, nearest_fits(ruleset, fits), any_cards=bare != text)


def _usable(ruleset: Ruleset, words: tuple[str, ...]) -> list[Said]:
    """The nearest readings in which everything is known."""
    ways = [said for said in ways_to_read(lexicon_of(ruleset), words) if said.is_plausible]
    nearest = min((said.tiers for said in ways), default=0)
    return [
        said
        for said in ways
        if said.tiers == nearest and not (said.negated or said.unknown or said.all or said.none)
    ]


def _fits(situation: Situation, said: Said) -> list[Fit]:
    """What is paid is no part of what it is held against: the board has no hands."""
    paid = [command for command in situation.legal if fields_of(type(command)).payment]
    free = [command for command in situation.legal if not fields_of(type(command)).payment]
    without = said._replace(cards=())
    return [
        *CommandMatch(situation, said).fits(by_kind(free)),
        *(fit._replace(said=said) for fit in CommandMatch(situation, without).fits(by_kind(paid))),
    ]


def _chosen(ruleset: Ruleset, fits: Sequence[Fit], *, any_cards: bool) -> Meant | Doubt:
    """Cards tell tracks apart; what is not sure, or can be paid in several colours, becomes a question."""
    paid = [(fit, payments_meant(ruleset, fit.command, fit.said.cards)) for fit in fits]
    possible = [(fit, ways) for fit, ways in paid if ways]
    if len(possible) != 1 or not is_sure(possible[0][0]):
        return Doubt(tuple(_option(ruleset, fit, _only(ways)) for fit, ways in possible))
    fit, ways = possible[0]
    if len(ways) == 1 or any_cards:
        return Meant(tuple(_each_track(ruleset, fit, _step(fit.command) | _only(ways))))
    ways.append({PAID_WITH: ANY})
    return Doubt(tuple(_option(ruleset, fit, way) for way in ways))


def settled_step(ruleset: Ruleset, steps: Steps) -> Meant | Doubt:
    """An option that was picked: for each of equal tracks, or as one of the colours that it can be paid in."""
    (step,) = steps
    route = step.get(BETWEEN)
    named = {n: value for n, value in step.items() if n != BETWEEN and (n, value) != (PAID_WITH, ANY)}
    each: list[Step] = [on_route(named, track) for track in alike(ruleset, route)] if route else [named]
    payment = fields_of_step(step).payment
    is_open = payment is not None and payment not in step and PAID_WITH not in step
    ways = payments_meant(ruleset, _unpaid(each[0]), ()) if is_open else [{}]
    if len(ways) == 1:
        return Meant(tuple(({**one, **ways[0]},) for one in each))
    ways.append({PAID_WITH: ANY})
    return Doubt(tuple(({**step, **way},) for way in ways))


def _unpaid(step: Step) -> Command:
    """The command that a step names, without the cards that pay for it."""
    kind = COMMANDS[step["type"]]
    return msgspec.convert({**step, str(fields_of(kind).payment): (), "seat": NOBODY}, kind)


def _only(ways: Sequence[Named]) -> Named:
    return ways[0] if len(ways) == 1 else {}


def _option(ruleset: Ruleset, fit: Fit, way: Named) -> Steps:
    """One thing that may be meant; equal tracks are one, unless one of them was named."""
    step = _step(fit.command)
    if isinstance(fit.command, ClaimRoute) and not fit.said.tracks:
        step = between(ruleset, step)
    return (step | way,)


def _each_track(ruleset: Ruleset, fit: Fit, step: Step) -> list[Steps]:
    """`draw 2` as two steps; a route as each of its equal tracks, unless one of them was named."""
    if not isinstance(fit.command, ClaimRoute):
        return [(step,) * len(repeated(fit))]
    tracks = [fit.command.route] if fit.said.tracks else alike(ruleset, fit.command.route)
    return [(on_route(step, route),) for route in tracks]


def between(ruleset: Ruleset, step: Step) -> dict[str, object]:
    """The step about all tracks between two places, if these are equal; for sentences only."""
    route, field = route_of_step(step), fields_of_step(step).route
    if route is None or len(alike(ruleset, route)) < tracks_of(ruleset)[route][2]:
        return dict(step)
    return {BETWEEN if name == field else name: value for name, value in step.items()}


def _step(command: Command) -> dict[str, object]:
    """What the command names, as JSON."""
    values = {name: getattr(command, name) for name in fields_of(type(command)).about}
    fields = {n: list(v) if isinstance(v, tuple) else v for n, v in values.items() if v != ()}
    return {"type": type_name(type(command)), **fields}


# everything that can be ordered


@lru_cache(maxsize=64)
def of_board(ruleset: Ruleset) -> tuple[SeatCommand, ...]:
    """One command for each thing of the board, without the cards that pay for it."""
    kinds = [kind for kind, action in ruleset.actions.items() if _can_be_ordered(kind, action)]
    return tuple(command for kind in kinds for command in _one_for_each_thing(ruleset, kind))


def _can_be_ordered(kind: type[Command], action: Action) -> bool:
    """What a turn begins with, and the answers to what it then offers; no payment of which the steps are not said."""
    if kind is BeginPayment or not issubclass(kind, SeatCommand):
        return False
    return PlayingTurn in action.phases or kind.answers is not None


def _one_for_each_thing(ruleset: Ruleset, kind: type[Command]) -> Iterator[SeatCommand]:
    """The command about each route, city, card or thing of a rule that its fields can name."""
    things: dict[object, Sequence[str]] = {
        RouteId: [route.id for route in ruleset.routes],
        CityId: [city.id for city in ruleset.board.cities],
        Card: ruleset.train_kinds,
    }
    things |= {kind: tuple(ruleset.things(kind)) for kind in ruleset.kinds}
    kinds = field_kinds(kind)
    named = [field.name for field in msgspec.structs.fields(kind) if field.required]
    values = [
        (NOBODY,)
        if kinds[name] == SEAT
        else things.get(None if kinds[name].several else kinds[name].kind, [()])
        for name in named
    ]
    for chosen in product(*values):
        command = kind(**dict(zip(named, chosen, strict=True)))
        assert isinstance(command, SeatCommand)
        yield command
