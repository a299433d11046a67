"""Stepwise payment: where several cards stand for one, a route is paid for set by set.

A large hand has millions of whole payments with such sets, and only a few next steps. `begin_payment` names the route.
Where any cards make a set, it also names the cards that stand for themselves, and each set fills one of the spaces that
these leave open. Where a set is of one colour, the sets come first, then `pay_rest` fills all other spaces. A step is
legal only if the rest can be paid after it. The whole payment is a claim like any other: in a tunnel it is not the end.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, replace

from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, MadeForRuleset, Offer, Payment, RuleModule, Word, Worth
from ttr_core.engine.payments import (
    StandIn,
    check_route_open,
    open_routes,
    pay,
    payable,
    payment_refused,
    rest_of_hand,
)
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import View
from ttr_core.model.commands import BeginPayment, Command, SeatCommand
from ttr_core.model.events import Event
from ttr_core.model.ids import LOCOMOTIVE, Card, RouteId, SeatId, Viewer
from ttr_core.model.message import Public
from ttr_core.model.phases import OpenPayment, PlayingTurn
from ttr_core.model.remarks import Remark, Topic
from ttr_core.model.state import Counts, State
from ttr_core.model.violations import RuleViolation


class LaySet(SeatCommand, frozen=True, kw_only=True):
    """Several cards, together in the place of one that the route asks for."""

    cards: tuple[Card, ...]


class PayRest(SeatCommand, frozen=True, kw_only=True):
    """Wagons and natural locomotives for all spaces that are still open."""

    cards: tuple[Card, ...]


class PaymentBegun(Event, frozen=True, kw_only=True):
    """The cards that stand for themselves, if these come first, and how many spaces are still open."""

    seat: Public[SeatId]
    route: Public[RouteId]
    missing: Public[int]
    cards: Public[tuple[Card, ...]] = ()


class SetLaid(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    cards: Public[tuple[Card, ...]]


class PayingInSteps(OpenPayment, frozen=True, kw_only=True):
    """Set after set, then the rest."""

    missing: int


# what is left of a price when sets pay for some of its locomotives


class _Need(NamedTuple):
    """A way to pay, in numbers; one without wagons has none of the first colour."""

    colour: int
    wagons: int
    locomotives: int


@lru_cache(maxsize=1 << 9)  # a few for each price of a board
def _rests(ruleset: Ruleset, price: int, stand_in: StandIn, sets: int) -> tuple[Payment, ...]:
    return stand_in.rests(ruleset.prices.ways(price), sets)


@lru_cache(maxsize=1 << 9)
def _needs(ruleset: Ruleset, price: int, stand_in: StandIn, sets: int) -> tuple[_Need, ...]:
    needs = []
    for rest in _rests(ruleset, price, stand_in, sets):
        counts, locomotives = ruleset.counts(rest.cards), rest.cards.count(LOCOMOTIVE)
        wagons = max(counts[: len(ruleset.colours)])
        needs.append(_Need(counts.index(wagons) if wagons else 0, wagons, locomotives))
    return tuple(needs)


def _can_complete(
    ruleset: Ruleset, size: int, needs: tuple[_Need, ...], hand: Counts, first: int = 0, sets: int = 0
) -> bool:
    """Whether the hand meets one of the needs, and so many sets of one colour besides.

    Locomotives that the hand lacks are sets as well, and all these are of the colour `first` or of a later one.
    """
    wild = len(ruleset.colours)
    spare = [count // size for count in hand[:wild]]
    held, most = hand[wild], sum(spare[first:])
    for colour, wagons, locomotives in needs:
        left = hand[colour] - wagons
        used = spare[colour] - left // size if colour >= first else 0
        if left >= 0 and sets + max(locomotives - held, 0) <= most - used:
            return True
    return False


# beginning


def _offers_for(ruleset: Ruleset) -> Offer | None:
    return _offers if ruleset.in_steps else None


def _offers(ruleset: Ruleset, state: State, seat: SeatId) -> list[BeginPayment]:
    hand, routes = state.seats[seat].hand, open_routes(ruleset, state, seat) & ruleset.in_steps
    beginnings = ruleset.openings.payable(routes, hand, _beginnings(ruleset, seat))
    return [command for command in beginnings if _can_be_completed(ruleset, hand, command)]


@lru_cache(maxsize=1 << 6)  # as the claims of routes
def _beginnings(ruleset: Ruleset, seat: SeatId) -> tuple[tuple[BeginPayment, ...], ...]:
    """For each route the ways in which the seat may begin to pay for it."""
    openings = ruleset.openings
    return tuple(
        tuple(
            BeginPayment(seat=seat, route=route.id, cards=way.cards)
            for way in openings.ways(openings.price_of(number))
        )
        for number, route in enumerate(ruleset.routes)
    )


def _can_be_completed(ruleset: Ruleset, hand: Counts, command: BeginPayment) -> bool:
    number, cards = ruleset.route_index[command.route], len(command.cards)
    stand_in = ruleset.stand_ins[number]
    assert stand_in, "only such routes have openings"
    if stand_in.alike:
        most = max(hand[: len(ruleset.colours)])
        return most >= stand_in.size and _can_begin(ruleset, ruleset.prices.price_of(number), stand_in, hand)
    spaces, held = ruleset.routes[number].length, sum(hand[: len(ruleset.train_kinds)])
    return cards + stand_in.size * (spaces - cards) <= held


# about as many as a board has prices: one list of legal commands asks with one hand
@lru_cache(maxsize=1 << 7)
def _can_begin(ruleset: Ruleset, price: int, stand_in: StandIn, hand: Counts) -> bool:
    return _can_complete(ruleset, stand_in.size, _needs(ruleset, price, stand_in, 1), hand, sets=1)


def _begin(decision: Decision, command: BeginPayment) -> None:
    ruleset, hand = decision.ruleset, decision.state.seats[command.seat].hand
    number = check_route_open(ruleset, decision.state, command)
    ordered = replace(command, cards=ruleset.in_order(command.cards))
    accepted = ruleset.openings.accepts(number, hand, ordered.cards)
    if not accepted or not _can_be_completed(ruleset, hand, ordered):
        raise payment_refused(ruleset, hand, Payment(ordered.cards), route=command.route)
    _begin_on_trust(decision, ordered)


def _begin_on_trust(decision: Decision, command: BeginPayment) -> None:
    ruleset, cards = decision.ruleset, command.cards
    missing = ruleset.routes[ruleset.route_index[command.route]].length - len(cards)
    decision.emit(PaymentBegun(seat=command.seat, route=command.route, missing=missing, cards=cards))


def _begun(ruleset: Ruleset, state: State, event: PaymentBegun) -> State:
    phase = PayingInSteps(event.seat, route=event.route, cards=event.cards, missing=event.missing)
    return replace(state, phase=phase)


# sets


def _stand_in(ruleset: Ruleset, phase: PayingInSteps) -> StandIn:
    stand_in = ruleset.stand_ins[ruleset.route_index[phase.route]]
    assert stand_in, "the payment has begun with sets in view"
    return stand_in


def _sets(ruleset: Ruleset, state: State) -> tuple[tuple[Card, ...], ...]:
    """The sets after which the route can still be paid."""
    stand_in = _stand_in(ruleset, state.phase_as(PayingInSteps))
    if stand_in.alike:
        return tuple(_sets_of_one_colour(ruleset, state, stand_in))
    kinds: tuple[Card, ...] = ruleset.train_kinds
    hand: Counts = rest_of_hand(ruleset, state)[: len(kinds)]
    sets: tuple[tuple[Card, ...], ...] = _sets_of_any_cards(kinds, hand, stand_in.size)
    return sets


def _sets_of_one_colour(ruleset: Ruleset, state: State, stand_in: StandIn) -> list[tuple[Card, ...]]:
    phase, hand, size = state.phase_as(PayingInSteps), rest_of_hand(ruleset, state), stand_in.size
    price = ruleset.prices.price_of(ruleset.route_index[phase.route])
    needs = _needs(ruleset, price, stand_in, len(phase.sets) + 1)
    first = ruleset.card_index[phase.sets[-1][0]] if phase.sets and stand_in.in_order else 0
    sets = []
    for colour in range(first, len(ruleset.colours)):
        left = (*hand[:colour], hand[colour] - size, *hand[colour + 1 :])
        next_first = colour if stand_in.in_order else 0
        if left[colour] >= 0 and _can_complete(ruleset, size, needs, left, first=next_first):
            sets.append((ruleset.colours[colour],) * size)
    return sets


@lru_cache(maxsize=1 << 8)
def _sets_of_any_cards(kinds: tuple[Card, ...], hand: Counts, size: int) -> tuple[tuple[Card, ...], ...]:
    """Every set of so many cards of the hand, the first kinds first."""
    if sum(hand) < size:
        return ()
    if not size:
        return ((),)
    return tuple(
        (*kinds[:1] * taken, *others)
        for taken in range(min(hand[0], size), -1, -1)
        for others in _sets_of_any_cards(kinds[1:], hand[1:], size - taken)
    )


def _lay(decision: Decision, command: LaySet) -> None:
    cards = decision.ruleset.in_order(command.cards)
    if cards not in _sets(decision.ruleset, decision.state):
        raise _refused(decision, cards)
    _lay_on_trust(decision, replace(command, cards=cards))


def _lay_on_trust(decision: Decision, command: LaySet) -> None:
    """When no space is open any more the route is paid."""
    decision.emit(SetLaid(seat=command.seat, cards=command.cards))
    if not decision.state.phase_as(PayingInSteps).missing:
        _complete(decision, ())


def _laid(ruleset: Ruleset, state: State, event: SetLaid) -> State:
    phase = state.phase_as(PayingInSteps)
    return replace(state, phase=replace(phase, missing=phase.missing - 1, sets=(*phase.sets, event.cards)))


# the rest


def _last_payments(ruleset: Ruleset, state: State) -> tuple[Payment, ...]:
    """None before the first set, since a payment without sets is a claim; none where sets fill all spaces."""
    phase = state.phase_as(PayingInSteps)
    stand_in = _stand_in(ruleset, phase)
    if not stand_in.alike or not phase.sets:
        return ()
    price = ruleset.prices.price_of(ruleset.route_index[phase.route])
    ways = _rests(ruleset, price, stand_in, len(phase.sets))
    return payable(ruleset, rest_of_hand(ruleset, state), ways)


def _steps(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    lay = [LaySet(seat=seat, cards=cards) for cards in _sets(ruleset, state)]
    return [*lay, *(PayRest(seat=seat, cards=way.cards) for way in _last_payments(ruleset, state))]


def _pay_rest(decision: Decision, command: PayRest) -> None:
    cards = decision.ruleset.in_order(command.cards)
    if Payment(cards) not in _last_payments(decision.ruleset, decision.state):
        raise _refused(decision, cards)
    _complete(decision, cards)


def _pay_rest_on_trust(decision: Decision, command: PayRest) -> None:
    _complete(decision, command.cards)


def _complete(decision: Decision, rest: tuple[Card, ...]) -> None:
    """From here on it is a claim like any other: in a tunnel cards are turned over now."""
    ruleset, phase = decision.ruleset, decision.state.phase_as(PayingInSteps)
    whole = Payment(ruleset.in_order(phase.laid + rest))
    pay(decision, phase.seat, ruleset.route_index[phase.route], whole)


def _refused(decision: Decision, cards: tuple[Card, ...]) -> RuleViolation:
    ruleset, phase = decision.ruleset, decision.state.phase_as(PayingInSteps)
    rest, each = rest_of_hand(ruleset, decision.state), _stand_in(ruleset, phase).size
    return payment_refused(ruleset, rest, Payment(cards), route=phase.route, missing=phase.missing, each=each)


class StepwisePaymentShown(Struct, frozen=True, kw_only=True):
    """The route that is being paid for: what was laid so far, and how many spaces are still to be paid."""

    seat: SeatId
    route: RouteId
    cards: tuple[Card, ...]
    sets: tuple[tuple[Card, ...], ...]
    missing: int


class SpacesUnpaid(Remark, frozen=True, kw_only=True):
    topic: ClassVar[Topic] = Topic.MAP

    seat: SeatId
    route: RouteId
    missing: int


def _looks(ruleset: Ruleset, shown: StepwisePaymentShown, viewer: Viewer) -> Iterator[Remark]:
    yield SpacesUnpaid(seat=shown.seat, route=shown.route, missing=shown.missing)


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> Mapping[str, Any] | None:
    """The route that is being paid for, open to all."""
    return asdict(state.phase) if isinstance(state.phase, PayingInSteps) else None


def _worth(ruleset: Ruleset, seen: View, command: PayRest) -> Worth:
    """What the claim scores. A set takes several cards for one: where the rest can be paid, it is worth nothing."""
    route = seen.rules["stepwise_payment"]["route"]
    return Worth(points=ruleset.points[ruleset.route_index[route]])


# words

ENGLISH = """
event-payment_begun = { $who } begins to pay for { $route } in steps.
    .me = You begin to pay for { $route } in steps.
event-set_laid = { $who } lays { $cards }, which count as one card.
    .me = You lay { $cards }, which count as one card.
phase-paying_in_steps = Pay in steps: sets and the other cards
doing-paying_in_steps = the rest of a payment
group-begin_payment = Begin to pay for a route in steps
group-lay_set = Lay cards together as one
group-pay_rest = Pay the rest
say-begin_payment = begin
say-lay_set = lay
say-pay_rest = pay
look-spaces_unpaid = { $seat } pays for { $route }; spaces still to be paid: { $missing }.
    .me = You pay for { $route }; spaces still to be paid: { $missing }.
"""

FRENCH = """
event-payment_begun = { $who } commence à payer { $route } par étapes.
    .me = Vous commencez à payer { $route } par étapes.
event-set_laid = { $who } pose { $cards }, qui comptent pour une seule carte.
    .me = Vous posez { $cards }, qui comptent pour une seule carte.
phase-paying_in_steps = Payez par étapes : les séries et les autres cartes
doing-paying_in_steps = la suite d'un paiement
group-begin_payment = Commencer à payer une route par étapes
group-lay_set = Poser des cartes qui comptent pour une seule
group-pay_rest = Payer le reste
say-begin_payment = commencer
say-lay_set = poser
say-pay_rest = payer
look-spaces_unpaid = { $seat } paie { $route } ; espaces encore à payer : { $missing }.
    .me = Vous payez { $route } ; espaces encore à payer : { $missing }.
"""

HEARD = {
    "begin": Word(
        means=(BeginPayment,),
        said={
            "en": ("begin", "begin to pay", "begin to pay for", "begin paying"),
            "fr": ("commence", "commencer", "commence a payer", "commencer a payer"),
        },
    ),
    "claim": Word(means=(BeginPayment,)),
    "route": Word(means=(BeginPayment,), is_noun=True),
    "take": Word(may_mean=(BeginPayment,)),
    "build": Word(may_mean=(BeginPayment,)),
    "lay": Word(means=(LaySet,), may_mean=(BeginPayment, PayRest)),
    "pay": Word(means=(PayRest,), may_mean=(LaySet,)),
}


stepwise_payment = RuleModule(
    name="stepwise_payment",
    always=True,
    words={"en": ENGLISH, "fr": FRENCH},
    heard=HEARD,
    commands={
        BeginPayment: Action(_begin, (PlayingTurn,), trusted=_begin_on_trust),
        LaySet: Action(_lay, (PayingInSteps,), trusted=_lay_on_trust),
        PayRest: Action(_pay_rest, (PayingInSteps,), trusted=_pay_rest_on_trust),
    },
    events={PaymentBegun: _begun, SetLaid: _laid},
    offers={PlayingTurn: MadeForRuleset(_offers_for), PayingInSteps: _steps},
    view=_view,
    shows=StepwisePaymentShown,
    looks=_looks,
    worth={PayRest: _worth, LaySet: lambda ruleset, seen, command: Worth()},
)
