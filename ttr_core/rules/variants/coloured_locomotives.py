"""Coloured locomotives: three wagon cards of one colour stand for a locomotive when a route is claimed.

The player pays in steps, because a large hand has millions of whole payments and only a few next steps. A claim without
cards begins; then come the sets, one by one and in any order; then the wagons and natural locomotives for the spaces
that are still open. A step is legal only if the rest can be paid after it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec.structs import asdict, replace

from ttr_core.boards.board import Route
from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, Payment, RuleModule, Settings, Word
from ttr_core.engine.payments import payable, payment_refused, without
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import Command, SeatCommand
from ttr_core.model.events import Event
from ttr_core.model.ids import LOCOMOTIVE, Card, RouteId, SeatId, Viewer
from ttr_core.model.message import Public
from ttr_core.model.phases import SeatPhase
from ttr_core.model.state import Counts, State
from ttr_core.model.violations import RuleViolation


class ColouredLocomotives(Settings, frozen=True, kw_only=True):
    wagons: int = 3  # of one colour, for one locomotive


class LayColouredLocomotive(SeatCommand, frozen=True, kw_only=True):
    """Wagon cards of one colour, together in the place of a locomotive."""

    cards: tuple[Card, ...]


class PayRest(SeatCommand, frozen=True, kw_only=True):
    """Wagons and natural locomotives for all spaces that are still open."""

    cards: tuple[Card, ...]


class ColouredLocomotivesBegun(Event, frozen=True, kw_only=True):
    """A claim with coloured locomotives; as many spaces are missing as the route has."""

    seat: Public[SeatId]
    route: Public[RouteId]
    missing: Public[int]


class ColouredLocomotiveLaid(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    cards: Public[tuple[Card, ...]]


class LayingColouredLocomotives(SeatPhase, frozen=True):
    """Set after set, then the rest; all cards laid so far are still in the hand."""

    route: RouteId
    missing: int
    cards: tuple[Card, ...] = ()
    coloured: tuple[Card, ...] = ()  # the colour of each set


# what is left of a price when sets pay for some of its locomotives


class _Need(NamedTuple):
    """A way to pay, in numbers; one without wagons has none of the first colour."""

    colour: int
    wagons: int
    locomotives: int


@lru_cache(maxsize=1 << 9)  # a few for each price of a board
def _rests(ruleset: Ruleset, price: int, sets: int) -> tuple[Payment, ...]:
    """What is still to be paid after so many sets, one at least, by each way that takes so many locomotives."""
    ways = [way.cards for way in ruleset.prices.ways(price) if way.cards.count(LOCOMOTIVE) >= sets]
    starts = [cards.index(LOCOMOTIVE) for cards in ways]
    return tuple(
        Payment(cards[:start] + cards[start + sets :]) for cards, start in zip(ways, starts, strict=True)
    )


@lru_cache(maxsize=1 << 9)
def _needs(ruleset: Ruleset, price: int, sets: int) -> tuple[_Need, ...]:
    needs = []
    for rest in _rests(ruleset, price, sets):
        counts, locomotives = ruleset.counts(rest.cards), rest.cards.count(LOCOMOTIVE)
        wagons = max(counts[: len(ruleset.colours)])
        needs.append(_Need(counts.index(wagons) if wagons else 0, wagons, locomotives))
    return tuple(needs)


def _can_complete(
    ruleset: Ruleset, needs: tuple[_Need, ...], hand: Counts, first: int = 0, sets: int = 0
) -> bool:
    """Whether the hand meets one of the needs, and so many sets besides.

    Locomotives that the hand lacks are sets as well, and all these are of the colour `first` or of a later one.
    """
    size, wild = ruleset.setting(ColouredLocomotives).wagons, len(ruleset.colours)
    spare = [count // size for count in hand[:wild]]
    held, most = hand[wild], sum(spare[first:])
    for colour, wagons, locomotives in needs:
        left = hand[colour] - wagons
        used = spare[colour] - left // size if colour >= first else 0
        if left >= 0 and sets + max(locomotives - held, 0) <= most - used:
            return True
    return False


# the claim


def _payments(
    ruleset: Ruleset, route: Route, hand: Counts, options: tuple[Payment, ...]
) -> tuple[Payment, ...]:
    """After the payments without coloured locomotives the empty one: it begins a payment with them."""
    if max(hand[: len(ruleset.colours)]) < ruleset.setting(ColouredLocomotives).wagons:
        return options
    price = ruleset.prices.price_of(ruleset.route_index[route.id])
    return (*options, Payment(())) if _can_begin(ruleset, price, hand) else options


@lru_cache(
    maxsize=1 << 7
)  # about as many as a board has prices: one list of legal commands asks with one hand
def _can_begin(ruleset: Ruleset, price: int, hand: Counts) -> bool:
    """Wherever the price takes a locomotive, compulsory or wild, a coloured one does as well."""
    return _can_complete(ruleset, _needs(ruleset, price, 1), hand, sets=1)


def _begin(decision: Decision, seat: SeatId, route: Route, payment: Payment) -> bool:
    if payment.cards:
        return False
    decision.emit(ColouredLocomotivesBegun(seat=seat, route=route.id, missing=route.length))
    return True


def _begun(ruleset: Ruleset, state: State, event: ColouredLocomotivesBegun) -> State:
    return replace(state, phase=LayingColouredLocomotives(event.seat, event.route, event.missing))


# laying


def _price(ruleset: Ruleset, phase: LayingColouredLocomotives) -> int:
    return ruleset.prices.price_of(ruleset.route_index[phase.route])


def _rest_of_hand(ruleset: Ruleset, state: State) -> Counts:
    phase = state.phase_as(LayingColouredLocomotives)
    return without(ruleset, state.seats[phase.seat].hand, phase.cards)


def _sets(ruleset: Ruleset, state: State) -> list[tuple[Card, ...]]:
    """A set of each colour after which the route can still be paid."""
    phase, hand, size = (
        state.phase_as(LayingColouredLocomotives),
        _rest_of_hand(ruleset, state),
        ruleset.setting(ColouredLocomotives).wagons,
    )
    needs = _needs(ruleset, _price(ruleset, phase), len(phase.coloured) + 1)
    in_order = not ruleset.ruled_since("2")  # under the first rules no colour came after a later one
    first = ruleset.card_index[phase.coloured[-1]] if phase.coloured and in_order else 0
    sets = []
    for colour in range(first, len(ruleset.colours)):
        left = (*hand[:colour], hand[colour] - size, *hand[colour + 1 :])
        next_first = colour if in_order else 0
        if left[colour] >= 0 and _can_complete(ruleset, needs, left, first=next_first):
            sets.append((ruleset.colours[colour],) * size)
    return sets


def _last_payments(ruleset: Ruleset, state: State) -> tuple[Payment, ...]:
    """None before the first set: a payment without sets names its cards in the claim."""
    phase = state.phase_as(LayingColouredLocomotives)
    if not phase.coloured:
        return ()
    ways = _rests(ruleset, _price(ruleset, phase), len(phase.coloured))
    return payable(ruleset, _rest_of_hand(ruleset, state), ways)


def _offers(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    lay = [LayColouredLocomotive(seat=seat, cards=cards) for cards in _sets(ruleset, state)]
    return [*lay, *(PayRest(seat=seat, cards=way.cards) for way in _last_payments(ruleset, state))]


def _lay(decision: Decision, command: LayColouredLocomotive) -> None:
    """When no space is open any more the route is paid."""
    cards = decision.ruleset.in_order(command.cards)
    if cards not in _sets(decision.ruleset, decision.state):
        raise _refused(decision, cards)
    decision.emit(ColouredLocomotiveLaid(seat=command.seat, cards=cards))
    if not decision.state.phase_as(LayingColouredLocomotives).missing:
        _complete(decision, ())


def _laid(ruleset: Ruleset, state: State, event: ColouredLocomotiveLaid) -> State:
    phase = state.phase_as(LayingColouredLocomotives)
    cards, coloured = phase.cards + event.cards, phase.coloured + event.cards[:1]
    return replace(state, phase=replace(phase, missing=phase.missing - 1, cards=cards, coloured=coloured))


def _pay_rest(decision: Decision, command: PayRest) -> None:
    cards = decision.ruleset.in_order(command.cards)
    if Payment(cards) not in _last_payments(decision.ruleset, decision.state):
        raise _refused(decision, cards)
    _complete(decision, cards)


def _complete(decision: Decision, rest: tuple[Card, ...]) -> None:
    """From here on it is a claim like any other: in a tunnel cards are turned over now."""
    ruleset, phase = decision.ruleset, decision.state.phase_as(LayingColouredLocomotives)
    whole = Payment(ruleset.in_order(phase.cards + rest), ruleset.in_order(phase.coloured))
    decision.pay(phase.seat, ruleset.route_index[phase.route], whole)


def _refused(decision: Decision, cards: tuple[Card, ...]) -> RuleViolation:
    ruleset, phase = decision.ruleset, decision.state.phase_as(LayingColouredLocomotives)
    rest = _rest_of_hand(ruleset, decision.state)
    return payment_refused(ruleset, rest, Payment(cards), route=phase.route, missing=phase.missing)


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> Mapping[str, Any] | None:
    """The route that is being paid for, open to all."""
    return asdict(state.phase) if isinstance(state.phase, LayingColouredLocomotives) else None


# words

ENGLISH = """
event-coloured_locomotives_begun = { $who } begins { $route } with coloured locomotives.
    .me = You begin { $route } with coloured locomotives.
event-coloured_locomotive_laid = { $who } lays { $cards } as a locomotive.
    .me = You lay { $cards } as a locomotive.
phase-laying_coloured_locomotives = Lay coloured locomotives, then the rest
doing-laying_coloured_locomotives = cards for locomotives
group-lay_coloured_locomotive = Lay a coloured locomotive
group-pay_rest = Pay the rest
say-lay_coloured_locomotive = lay
say-pay_rest = pay
"""

FRENCH = """
event-coloured_locomotives_begun = { $who } commence { $route } avec des locomotives colorées.
    .me = Vous commencez { $route } avec des locomotives colorées.
event-coloured_locomotive_laid = { $who } pose { $cards } comme locomotive.
    .me = Vous posez { $cards } comme locomotive.
phase-laying_coloured_locomotives = Posez des locomotives colorées, puis le reste
doing-laying_coloured_locomotives = les cartes des locomotives
group-lay_coloured_locomotive = Poser une locomotive colorée
group-pay_rest = Payer le reste
say-lay_coloured_locomotive = poser
say-pay_rest = payer
"""

HEARD = {
    "lay": Word(means=(LayColouredLocomotive,), may_mean=(PayRest,)),
    "pay": Word(means=(PayRest,), may_mean=(LayColouredLocomotive,)),
}


coloured_locomotives = RuleModule(
    name="coloured_locomotives",
    settings=ColouredLocomotives,
    words={"en": ENGLISH, "fr": FRENCH},
    heard=HEARD,
    compile=lambda draft: draft.pay_from_whole_hand(_payments),
    claims=_begin,
    commands={
        LayColouredLocomotive: Action(_lay, (LayingColouredLocomotives,)),
        PayRest: Action(_pay_rest, (LayingColouredLocomotives,)),
    },
    events={ColouredLocomotivesBegun: _begun, ColouredLocomotiveLaid: _laid},
    offers={LayingColouredLocomotives: _offers},
    view=_view,
)
