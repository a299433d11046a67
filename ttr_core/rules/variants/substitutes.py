"""Substitutes: on some boards any three or four cards stand for one card that a route asks for.

On a ferry they stand for a compulsory locomotive; on a route with the feature `substitute`, whose number says how many
cards it takes, for one card of its colour. The player pays in steps, because a large hand has millions of whole
payments: first the cards that stand for themselves, then a set for each card that is missing.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import asdict, replace

from ttr_core.boards.board import Route
from ttr_core.engine.draft import Draft
from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, Payment, RuleModule, Settings, Word
from ttr_core.engine.payments import payment_refused, plain_payments, without
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import Command, SeatCommand
from ttr_core.model.events import Event
from ttr_core.model.ids import LOCOMOTIVE, Card, RouteId, SeatId, Viewer
from ttr_core.model.marks import Mark, SpaceMark
from ttr_core.model.message import Public
from ttr_core.model.phases import SeatPhase
from ttr_core.model.state import Counts, State


class Substitutes(Settings, frozen=True, kw_only=True):
    cards_for_locomotive: int = 3


class LaySubstitute(SeatCommand, frozen=True, kw_only=True):
    """Any cards, together in the place of one that the route asks for."""

    cards: tuple[Card, ...]


class RouteLaid(Event, frozen=True, kw_only=True):
    """The cards that stand for themselves; `missing` cards are replaced by `each` others."""

    seat: Public[SeatId]
    route: Public[RouteId]
    cards: Public[tuple[Card, ...]]
    missing: Public[int]
    each: Public[int]


class SubstituteLaid(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    cards: Public[tuple[Card, ...]]


class LayingSubstitutes(SeatPhase, frozen=True):
    """Set after set; all cards laid so far are still in the hand."""

    route: RouteId
    cards: tuple[Card, ...]
    missing: int
    each: int


# the price


def _compile(draft: Draft) -> None:
    draft.price(_with_gaps)
    draft.pay_from_whole_hand(_that_can_be_filled)


def _each(ruleset: Ruleset, route: Route) -> int:
    """How many cards stand for one on this route; 0 where none do, as in all tunnels."""
    if route.feature("tunnel"):
        return 0
    if route.feature("locomotives"):
        return ruleset.setting(Substitutes).cards_for_locomotive
    return route.feature("substitute")


def _with_gaps(ruleset: Ruleset, route: Route, ways: tuple[Payment, ...]) -> tuple[Payment, ...]:
    """After the whole payments those with one card missing, with two missing, and so on."""
    if not _each(ruleset, route):
        return ways
    symbols, colours = route.feature("locomotives"), route.colours(ruleset.colours)
    for missing in range(1, (symbols or route.length) + 1):
        plain = plain_payments(colours, route.length - missing, wild=bool(symbols))
        enough = (way for way in plain if way.cards.count(LOCOMOTIVE) >= symbols - missing)
        ways += tuple(dict.fromkeys(enough))
    return ways


def _that_can_be_filled(
    ruleset: Ruleset, route: Route, hand: Counts, ways: tuple[Payment, ...]
) -> tuple[Payment, ...]:
    """The payments whose gaps the rest of the hand can fill."""
    each = _each(ruleset, route)
    if not each:
        return ways
    held = sum(hand)
    gaps = [route.length - len(way.cards) for way in ways]
    return tuple(
        way for way, missing in zip(ways, gaps, strict=True) if len(way.cards) + each * missing <= held
    )


# laying


def _lay(decision: Decision, seat: SeatId, route: Route, payment: Payment) -> bool:
    missing = route.length - len(payment.cards)
    if not missing:
        return False
    each = _each(decision.ruleset, route)
    decision.emit(RouteLaid(seat=seat, route=route.id, cards=payment.cards, missing=missing, each=each))
    return True


def _laid(ruleset: Ruleset, state: State, event: RouteLaid) -> State:
    return replace(
        state, phase=LayingSubstitutes(event.seat, event.route, event.cards, event.missing, event.each)
    )


def _rest_of_hand(ruleset: Ruleset, state: State) -> Counts:
    phase = state.phase_as(LayingSubstitutes)
    return without(ruleset, state.seats[phase.seat].hand, phase.cards)


@lru_cache(maxsize=1 << 8)
def _sets(kinds: tuple[Card, ...], hand: Counts, size: int) -> tuple[tuple[Card, ...], ...]:
    """Every set of so many cards of the hand, the first kinds first."""
    if sum(hand) < size:
        return ()
    if not size:
        return ((),)
    return tuple(
        (*kinds[:1] * taken, *others)
        for taken in range(min(hand[0], size), -1, -1)
        for others in _sets(kinds[1:], hand[1:], size - taken)
    )


def _choices(ruleset: Ruleset, state: State) -> tuple[tuple[Card, ...], ...]:
    return _sets(ruleset.train_kinds, _rest_of_hand(ruleset, state), state.phase_as(LayingSubstitutes).each)


def _offers(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    return [LaySubstitute(seat=seat, cards=cards) for cards in _choices(ruleset, state)]


def _replace(decision: Decision, command: LaySubstitute) -> None:
    """When no card is missing any more, all cards that were laid claim the route."""
    ruleset, phase = decision.ruleset, decision.state.phase_as(LayingSubstitutes)
    cards = ruleset.in_order(command.cards)
    if cards not in _choices(ruleset, decision.state):
        rest = _rest_of_hand(ruleset, decision.state)
        raise payment_refused(ruleset, rest, Payment(cards), route=phase.route, each=phase.each)
    decision.emit(SubstituteLaid(seat=command.seat, cards=cards))
    phase = decision.state.phase_as(LayingSubstitutes)
    if not phase.missing:
        decision.claim(phase.seat, ruleset.route_index[phase.route], Payment(ruleset.in_order(phase.cards)))


def _replaced(ruleset: Ruleset, state: State, event: SubstituteLaid) -> State:
    phase = state.phase_as(LayingSubstitutes)
    return replace(state, phase=replace(phase, cards=phase.cards + event.cards, missing=phase.missing - 1))


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> Mapping[str, Any] | None:
    """The route that is being paid for, open to all."""
    return asdict(state.phase) if isinstance(state.phase, LayingSubstitutes) else None


def _marks(ruleset: Ruleset, shown: object) -> list[Mark]:
    """How many cards stand for one, on every space of such a route."""
    cards = {route.id: route.feature("substitute") for route in ruleset.routes}
    return [
        SpaceMark(name="substitute", sign=str(each), route=route) for route, each in cards.items() if each
    ]


# words

ENGLISH = """
event-route_laid = { $who } begins { $route } with { $cards }.
    .me = You begin { $route } with { $cards }.
event-substitute_laid = { $who } adds { $cards } as one.
    .me = You add { $cards } as one.
phase-laying_substitutes = Fill the open places
doing-laying_substitutes = cards for the open places
group-lay_substitute = Lay cards together as one
say-lay_substitute = lay
"""

FRENCH = """
event-route_laid = { $who } commence { $route } avec { $cards }.
    .me = Vous commencez { $route } avec { $cards }.
event-substitute_laid = { $who } ajoute { $cards } pour une.
    .me = Vous ajoutez { $cards } pour une.
phase-laying_substitutes = Comblez les places libres
doing-laying_substitutes = les cartes des places libres
group-lay_substitute = Poser des cartes pour une seule
say-lay_substitute = poser
"""

HEARD = {
    "lay": Word(
        means=(LaySubstitute,),
        said={"en": ("substitute", "replace"), "fr": ("remplace", "remplacer")},
    ),
    "pay": Word(may_mean=(LaySubstitute,)),
}


substitutes = RuleModule(
    name="substitutes",
    settings=Substitutes,
    words={"en": ENGLISH, "fr": FRENCH},
    heard=HEARD,
    features=("substitute",),
    compile=_compile,
    claims=_lay,
    commands={LaySubstitute: Action(_replace, (LayingSubstitutes,))},
    events={RouteLaid: _laid, SubstituteLaid: _replaced},
    offers={LayingSubstitutes: _offers},
    view=_view,
    marks=_marks,
)
