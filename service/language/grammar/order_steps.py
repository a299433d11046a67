"""One step of a standing order: what it is about, by the names of the board, and the cards that pay for it.

A payment is counted cards, one colour, or any of several colours.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple

import msgspec

from service.language.grammar.command_match import CommandMatch, Fit, Situation, by_kind, holds
from service.language.grammar.interpretation import is_sure, nearest_fits, repeated, two_open_cards
from service.language.grammar.lexicon import lexicon_of
from service.language.grammar.order_clauses import has_unknown_condition, without_any_cards
from service.language.grammar.phrases import plain_words
from service.language.grammar.segmentation import Mention, Said, ways_to_read
from service.language.vocabulary.board_words import alike, tracks_of
from ttr_core.by_post import PAID_WITH, Step, Steps
from ttr_core.engine.hooks import Action
from ttr_core.engine.payments import plain_payments
from ttr_core.engine.ruleset import Ruleset
from ttr_core.history.codec import type_name
from ttr_core.model.commands import ClaimRoute, Command, SeatCommand
from ttr_core.model.ids import LOCOMOTIVE, Card, CityId, RouteId
from ttr_core.model.phases import PlayingTurn
from ttr_core.rules.variants.festivals import Festivals, TakeFestival

PLENTY = 20  # cards of each kind: more than any route asks for
MOST_FOR_ONE = 3  # cards for a station or a tunnel
ANY = ""  # cards of any colour: a choice beside the colours
Named = dict[str, object]  # what is added to a step


def payments_meant(ruleset: Ruleset, command: Command, mentions: Sequence[Mention]) -> list[Named]:
    """The payments that fit what was said; none if nothing can be paid like that."""
    is_answer = isinstance(command, SeatCommand) and command.answers
    if not hasattr(command, "cards") or (is_answer and not mentions):
        return [{}]
    ways = _ways(ruleset, command)
    if any(mention.number is not None for mention in mentions):
        return [{"cards": list(cards)} for cards in ways if _is_named(cards, mentions)]
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
    ways = list(ways_to_read(lexicon_of(ruleset), words))
    nearest = min(said.tiers for said in ways)
    return [
        said
        for said in ways
        if said.tiers == nearest and not (said.negated or said.unknown or said.all or said.none)
    ]


def _fits(situation: Situation, said: Said) -> list[Fit]:
    """What is paid is no part of what it is held against: the board has no hands."""
    paid = [command for command in situation.legal if hasattr(command, "cards")]
    free = [command for command in situation.legal if not hasattr(command, "cards")]
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
    return [({**step, "route": route},) for route in tracks]


def between(ruleset: Ruleset, step: Step) -> dict[str, object]:
    """The step about all tracks between two places, if these are equal; for sentences only."""
    route = step["route"]
    if len(alike(ruleset, route)) < tracks_of(ruleset)[route][2]:
        return dict(step)
    return {BETWEEN if name == "route" else name: value for name, value in step.items()}


def _step(command: Command) -> dict[str, object]:
    """What the command names, as JSON."""
    names = [name for name in command.__struct_fields__ if name not in ("seat", "cards", "coloured")]
    values = {name: getattr(command, name) for name in names}
    fields = {n: list(v) if isinstance(v, tuple) else v for n, v in values.items() if v != ()}
    return {"type": type_name(type(command)), **fields}


# everything that can be ordered


@lru_cache(maxsize=64)
def of_board(ruleset: Ruleset) -> tuple[SeatCommand, ...]:
    """One command for each thing of the board, without the cards that pay for it."""
    kinds = [kind for kind, action in ruleset.actions.items() if _can_be_ordered(kind, action)]
    return tuple(command for kind in kinds for command in _one_for_each_thing(ruleset, kind))


def _can_be_ordered(kind: type[Command], action: Action) -> bool:
    """What a turn begins with, and the answers to what it then offers."""
    return issubclass(kind, SeatCommand) and (PlayingTurn in action.phases or kind.answers is not None)


def _one_for_each_thing(ruleset: Ruleset, kind: type[Command]) -> Iterator[SeatCommand]:
    """The command about each route, city, card or festival that its fields can name."""
    if kind is TakeFestival:  # its field is a plain text, and only the rule knows which festivals there are
        held = ruleset.setting(Festivals).festivals
        yield from (TakeFestival(seat=NOBODY, festival=festival.id) for festival in held)
        return
    things: Mapping[object, Sequence[str]] = {
        RouteId: [route.id for route in ruleset.routes],
        CityId: [city.id for city in ruleset.board.cities],
        Card: ruleset.train_kinds,
    }
    named = [field for field in msgspec.structs.fields(kind) if field.required and field.name != "seat"]
    values = [things.get(field.type, [()]) for field in named]
    for chosen in product(*values):
        command = kind(seat=NOBODY, **dict(zip((field.name for field in named), chosen, strict=True)))
        assert isinstance(command, SeatCommand)
        yield command
