"""Tunnels: when the cards are laid, others are turned over; the player pays for those that cost extra, or withdraws.

Which turned cards cost one more card, and what may be added for them, differs between two rules.

Tunnels (Europe, Nordic countries, Switzerland): every card of the colour laid and every locomotive costs one more card
of that colour, or a locomotive.

Tunnels around the world: only what was laid decides.

| laid                               | what costs one more         | paid with                        |
| natural locomotives                | a locomotive                | natural locomotives              |
| locomotives, some of them coloured | also what those are made of | locomotives, natural or coloured |
| wagons                             | their colour                | that colour, no locomotive       |
| wagons and locomotives             | all of these                | that colour or locomotives       |
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations_with_replacement
from operator import add
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, replace

from ttr_core.boards.board import Route
from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, Payment, Risk, RuleModule, Settings, Word, Worth
from ttr_core.engine.payments import (
    claim,
    nearest_payment,
    payable,
    payment_refused,
    plain_payments,
    rest_of_hand,
)
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.train_deck import next_card
from ttr_core.engine.views import View
from ttr_core.model.commands import BeginPayment, ClaimRoute, Command, RouteCommand, SeatCommand
from ttr_core.model.events import Draw, Event
from ttr_core.model.ids import LOCOMOTIVE, Card, RouteId, SeatId, Viewer
from ttr_core.model.marks import Mark, SpaceMark, Symbol
from ttr_core.model.message import Public, TurnedUp
from ttr_core.model.phases import OpenPayment, SeatPhase, TurnOver
from ttr_core.model.remarks import Remark, Topic
from ttr_core.model.state import Counts, State

Sets = tuple[tuple[Card, ...], ...]


class TunnelSettings(Settings, frozen=True, kw_only=True):
    reveal: int = 3  # cards that are turned over


class PayTunnel(SeatCommand, frozen=True, kw_only=True):
    """The cards to be added to those that lie there."""

    answers = "yes"

    cards: tuple[Card, ...]


class WithdrawTunnel(SeatCommand, frozen=True, kw_only=True):
    """The player cannot or will not pay: the laid cards return to the hand, and the turn is over."""

    answers = "no"


class TunnelCardTurned(Draw, frozen=True, kw_only=True):
    """The top card of the deck is laid beside the tunnel."""

    quiet: ClassVar[bool] = True

    seat: Public[SeatId]
    card: TurnedUp[Card]


class TunnelRevealed(Event, frozen=True, kw_only=True):
    """What was laid, what was turned over, and how many cards that costs in addition."""

    schema: ClassVar[int] = 2  # the first named the colours of coloured locomotives among the cards

    seat: Public[SeatId]
    route: Public[RouteId]
    cards: Public[tuple[Card, ...]]
    revealed: Public[tuple[Card, ...]]
    extra: Public[int]


class TunnelPaid(Event, frozen=True, kw_only=True):
    """The cards that were added, none if the turned ones cost nothing; the claim follows."""

    schema: ClassVar[int] = 2  # as `TunnelRevealed`
    quiet: ClassVar[bool] = True

    seat: Public[SeatId]
    route: Public[RouteId]
    cards: Public[tuple[Card, ...]]


class TunnelWithdrawn(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    route: Public[RouteId]


class TurningCards(SeatPhase, frozen=True):
    """Cards are being turned over beside a tunnel; no player has to act."""

    turned: tuple[Card, ...] = ()
    sets: Sets = ()  # among the cards laid

    @property
    def waiting(self) -> tuple[SeatId, ...]:
        return ()


class PayingTunnel(OpenPayment, frozen=True, kw_only=True):
    """Pay for the turned cards or withdraw. The laid cards are still in the hand, the turned ones on the table."""

    turned: tuple[Card, ...]
    extra: int

    @property
    def lying(self) -> tuple[Card, ...]:
        return self.turned


class Laid(NamedTuple):
    """What lies beside a tunnel: all cards together, and which of them are sets that stand for one card each."""

    cards: tuple[Card, ...]
    sets: Sets


# words

ENGLISH = """
rule-tunnels = Tunnels: cards are turned over, and each that matches costs one more.
rule-tunnels-more =
    You lay your cards, and the top cards of the deck are turned over ({ $reveal }). For each that has the
    colour you laid, or is a locomotive, you lay one more card of that colour or a locomotive. If you cannot
    or will not, your cards come back to you and the turn is over.
rule-world_tunnels = Tunnels: cards are turned over, and each that matches one you laid costs one more.
rule-world_tunnels-more =
    You lay your cards, and the top cards of the deck are turned over ({ $reveal }). Each of the colour you laid
    costs one more card of it, and each locomotive one more only if you laid locomotives, too. If you cannot or
    will not pay for those that match, your cards come back to you and the turn is over.
event-tunnel_revealed = { $who } tunnels { $route } and turns up { $revealed }: { $extra ->
        [0] nothing more to pay
       *[other] { $extra } more to pay
    }.
    .me = You tunnel { $route } and turn up { $revealed }: { $extra ->
        [0] nothing more to pay
       *[other] { $extra } more to pay
    }.
event-tunnel_withdrawn = { $who } gives up { $route }.
    .me = You give up { $route }.
phase-paying_tunnel = The tunnel costs more
doing-paying_tunnel = paying for a tunnel
help-paying_tunnel = Now: 'pay' or 'withdraw'.
group-pay_tunnel = Pay for the tunnel
group-withdraw_tunnel = Give up the tunnel
say-pay_tunnel = pay
say-withdraw_tunnel = withdraw
mark-tunnel = Tunnel
feature-tunnel = tunnel
look-tunnel_costs = { $seat } tunnels { $route }. Turned up: { $turned }; { $extra } more to pay.
    .me = You tunnel { $route }. Turned up: { $turned }; { $extra } more to pay.
"""

FRENCH = """
rule-tunnels = Tunnels : des cartes sont retournées, et chacune qui correspond en coûte une de plus.
rule-tunnels-more =
    Vous posez vos cartes, puis on retourne les premières cartes de la pioche ({ $reveal }). Pour chacune de
    la couleur posée, ou locomotive, il faut poser une carte de plus de cette couleur ou une locomotive. Si
    vous ne pouvez ou ne voulez pas, vous reprenez vos cartes et le tour est fini.
rule-world_tunnels = Tunnels : des cartes sont retournées, et chacune comme une carte posée en coûte une de plus.
rule-world_tunnels-more =
    Vous posez vos cartes, puis on retourne les premières cartes de la pioche ({ $reveal }). Chacune de la couleur
    posée en coûte une de plus, et chaque locomotive aussi, mais seulement si vous en avez posé. Si vous ne
    pouvez ou ne voulez pas payer celles qui correspondent, vous reprenez vos cartes et le tour est fini.
event-tunnel_revealed = { $who } tente le tunnel { $route } et retourne { $revealed } : { $extra ->
        [0] rien à ajouter
        [1] 1 carte à ajouter
       *[other] { $extra } cartes à ajouter
    }.
    .me = Vous tentez le tunnel { $route } et retournez { $revealed } : { $extra ->
        [0] rien à ajouter
        [1] 1 carte à ajouter
       *[other] { $extra } cartes à ajouter
    }.
event-tunnel_withdrawn = { $who } renonce à { $route }.
    .me = Vous renoncez à { $route }.
phase-paying_tunnel = Le tunnel coûte plus cher
doing-paying_tunnel = le paiement d'un tunnel
help-paying_tunnel = Maintenant : « payer » ou « renoncer ».
group-pay_tunnel = Payer le tunnel
group-withdraw_tunnel = Renoncer au tunnel
say-pay_tunnel = payer
say-withdraw_tunnel = renoncer
mark-tunnel = Tunnel
feature-tunnel = tunnel
look-tunnel_costs = { $seat } tente le tunnel { $route }. Cartes retournées : { $turned } ; à ajouter : { $extra }.
    .me = Vous tentez le tunnel { $route }. Cartes retournées : { $turned } ; à ajouter : { $extra }.
"""

HEARD = {
    "pay": Word(means=(PayTunnel,)),
    "lay": Word(may_mean=(PayTunnel,)),
    "take": Word(may_mean=(PayTunnel,)),
    "withdraw": Word(
        means=(WithdrawTunnel,),
        said={"en": ("give the tunnel up",), "fr": ("abandonne le tunnel", "abandonner le tunnel")},
    ),
    "tunnel": Word(
        is_noun=True,
        means=(PayTunnel,),
        may_mean=(WithdrawTunnel, ClaimRoute),
        said={"en": ("tunnel", "tunnels"), "fr": ("tunnel", "tunnels")},
    ),
}


NOTHING, IN_VAIN = Worth(), Worth(points=-1000)
FEW = 2  # times the cards that are turned over: so few are left that the same ones soon come up again


class TunnelRule(ABC):
    """Turning cards over, paying and withdrawing: the same in every game, apart from two questions."""

    settings: type[TunnelSettings]

    @abstractmethod
    def costing_kinds(self, ruleset: Ruleset, laid: Laid) -> tuple[Card, ...]:
        """The kinds of turned cards that cost one more card each."""

    @abstractmethod
    def extra_payments(self, ruleset: Ruleset, laid: Laid, count: int, hand: Counts) -> tuple[Payment, ...]:
        """The ways in which the rest of the hand can pay so many extra cards."""

    def module(self, name: str) -> RuleModule:
        return RuleModule(
            name=name,
            settings=self.settings,
            features={"tunnel": "1: it is a tunnel"},
            words={"en": ENGLISH, "fr": FRENCH},
            heard=HEARD,
            claims=self._enter,
            commands={
                PayTunnel: Action(self._pay, (PayingTunnel,)),
                WithdrawTunnel: Action(_withdraw, (PayingTunnel,)),
            },
            events={
                TunnelCardTurned: _turned,
                TunnelRevealed: _revealed,
                TunnelPaid: _left,
                TunnelWithdrawn: _left,
            },
            offers={PayingTunnel: self._offers},
            view=_view,
            shows=TunnelShown,
            looks=_looks,
            worth={PayTunnel: partial(_worth, name), RouteCommand: self._claim_worth},
            risks=self._risks,
            marks=_marks,
        )

    def _claim_worth(self, ruleset: Ruleset, seen: View, command: ClaimRoute | BeginPayment) -> Worth:
        """A claim that fails because of the last few cards would fail as often as it is tried: they come up again."""
        left = seen.deck + sum(seen.discard.values())
        reveal = ruleset.setting(self.settings).reveal
        if not 0 < left <= FEW * reveal:
            return NOTHING
        is_planned = isinstance(command, ClaimRoute) and not command.cards
        route = ruleset.routes[ruleset.route_index[command.route]]
        if is_planned or not route.feature("tunnel"):
            return NOTHING
        held = Counter(seen.seats[command.seat].hand or {}) - Counter(command.cards)
        rest = tuple(held[card] for card in ruleset.cards)
        is_safe = self.extra_payments(ruleset, Laid(command.cards, ()), min(left, reveal), rest)
        return NOTHING if is_safe else IN_VAIN

    def _risks(self, ruleset: Ruleset, route: Route, cards: tuple[Card, ...]) -> Risk | None:
        if not route.feature("tunnel"):
            return None
        return Risk(ruleset.setting(self.settings).reveal, self.costing_kinds(ruleset, Laid(cards, ())))

    def _enter(self, decision: Decision, seat: SeatId, route: Route, payment: Payment) -> bool:
        """Only what was laid decides which of the turned cards cost something."""
        if not route.feature("tunnel"):
            return False
        costing = self.costing_kinds(decision.ruleset, Laid(payment.cards, _sets(decision.state)))
        turned = _turn_over(decision, seat, decision.ruleset.setting(self.settings).reveal)
        extra = sum(card in costing for card in turned)
        decision.emit(
            TunnelRevealed(seat=seat, route=route.id, cards=payment.cards, revealed=turned, extra=extra)
        )
        if not extra:
            _claim(decision, Payment(()))
        return True

    def _payments(self, ruleset: Ruleset, state: State) -> tuple[Payment, ...]:
        phase = state.phase_as(PayingTunnel)
        laid = Laid(phase.laid, phase.sets)
        return self.extra_payments(ruleset, laid, phase.extra, rest_of_hand(ruleset, state))

    def _offers(self, ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
        """A player who cannot pay is asked as well, so that the others learn nothing about the hand."""
        pay = [PayTunnel(seat=seat, cards=way.cards) for way in self._payments(ruleset, state)]
        return [*pay, WithdrawTunnel(seat=seat)]

    def _pay(self, decision: Decision, command: PayTunnel) -> None:
        ruleset, state = decision.ruleset, decision.state
        added = Payment(ruleset.in_order(command.cards))
        if added not in self._payments(ruleset, state):
            phase = state.phase_as(PayingTunnel)
            rest = rest_of_hand(ruleset, state)
            nearest = nearest_payment(self._payments(ruleset, state), added)
            facts = {"route": phase.route, "extra": phase.extra, "accepted": nearest}
            raise payment_refused(ruleset, rest, added, **facts)
        _claim(decision, added)


def _sets(state: State) -> Sets:
    """The sets with which the tunnel is being paid for."""
    return state.phase.sets if isinstance(state.phase, OpenPayment | TurningCards) else ()


def _turn_over(decision: Decision, seat: SeatId, count: int) -> tuple[Card, ...]:
    """The next cards of the deck; the laid ones are no discards yet, so they never come up here."""
    turned: tuple[Card, ...] = ()
    while len(turned) < count and (card := next_card(decision)) is not None:
        decision.emit(TunnelCardTurned(seat=seat, card=card))
        turned = (*turned, card)
    return turned


def _turned(ruleset: Ruleset, state: State, event: TunnelCardTurned) -> State:
    before = state.phase.turned if isinstance(state.phase, TurningCards) else ()
    phase = TurningCards(event.seat, (*before, event.card), _sets(state))
    return replace(state, drawn=state.drawn + 1, phase=phase)


def _revealed(ruleset: Ruleset, state: State, event: TunnelRevealed) -> State:
    sets = _sets(state)
    others = Counter(event.cards) - Counter(card for cards in sets for card in cards)
    phase = PayingTunnel(
        event.seat,
        route=event.route,
        cards=ruleset.in_order(tuple(others.elements())),
        sets=sets,
        turned=event.revealed,
        extra=event.extra,
    )
    return replace(state, phase=phase)


def _claim(decision: Decision, added: Payment) -> None:
    ruleset, phase = decision.ruleset, decision.state.phase_as(PayingTunnel)
    decision.emit(TunnelPaid(seat=phase.seat, route=phase.route, cards=added.cards))
    whole = Payment(ruleset.in_order(phase.laid + added.cards))
    claim(decision, phase.seat, ruleset.route_index[phase.route], whole)


def _withdraw(decision: Decision, command: WithdrawTunnel) -> None:
    decision.emit(TunnelWithdrawn(seat=command.seat, route=decision.state.phase_as(PayingTunnel).route))


def _left(ruleset: Ruleset, state: State, event: TunnelPaid | TunnelWithdrawn) -> State:
    """The turned cards are discarded, whether the player paid or not."""
    turned = ruleset.counts(state.phase_as(PayingTunnel).turned)
    return replace(state, discard=tuple(map(add, state.discard, turned)), phase=TurnOver(event.seat))


def _worth(name: str, ruleset: Ruleset, seen: View, command: PayTunnel) -> Worth:
    """What the claim scores."""
    return Worth(points=ruleset.points[ruleset.route_index[seen.rules[name]["route"]]])


class TunnelShown(Struct, frozen=True, kw_only=True):
    """The tunnel that is being paid for: what was laid, what was turned over, and how many more cards it costs."""

    seat: SeatId
    route: RouteId
    cards: tuple[Card, ...]
    sets: tuple[tuple[Card, ...], ...]
    turned: tuple[Card, ...]
    extra: int


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> Mapping[str, Any] | None:
    """The tunnel that is being paid for, open to all."""
    return asdict(state.phase) if isinstance(state.phase, PayingTunnel) else None


class TunnelCosts(Remark, frozen=True, kw_only=True):
    topic: ClassVar[Topic] = Topic.MAP

    seat: SeatId
    route: RouteId
    turned: tuple[Card, ...]
    extra: int


def _looks(ruleset: Ruleset, shown: TunnelShown, viewer: Viewer) -> Iterator[Remark]:
    yield TunnelCosts(seat=shown.seat, route=shown.route, turned=shown.turned, extra=shown.extra)


def _marks(ruleset: Ruleset, shown: object) -> list[Mark]:
    return [
        SpaceMark(name="tunnel", sign=Symbol.TUNNEL, route=route.id)
        for route in ruleset.board.routes
        if route.feature("tunnel")
    ]


# Europe, Nordic countries, Switzerland


class Tunnels(TunnelSettings, frozen=True, kw_only=True):
    """Tunnels of Europe: every turned card of the colour laid, and every locomotive, costs one more card."""


class _ColourAndLocomotives(TunnelRule):
    settings = Tunnels

    def costing_kinds(self, ruleset: Ruleset, laid: Laid) -> tuple[Card, ...]:
        """Only locomotives cost where only they were laid; on a gray tunnel the colour actually laid counts."""
        return (*_colour(laid), LOCOMOTIVE)

    def extra_payments(self, ruleset: Ruleset, laid: Laid, count: int, hand: Counts) -> tuple[Payment, ...]:
        """That colour and locomotives in any mix; only locomotives where only they were laid."""
        return payable(ruleset, hand, plain_payments(_colour(laid), count, wild=True))


def _colour(laid: Laid) -> tuple[Card, ...]:
    """The colour that was laid; none if all were locomotives."""
    return tuple(dict.fromkeys(card for card in laid.cards if card != LOCOMOTIVE))


tunnels = _ColourAndLocomotives().module("tunnels")


# around the world


class WorldTunnels(TunnelSettings, frozen=True, kw_only=True):
    """Tunnels around the world: a turned card costs one more only if cards like it were laid."""

    wagons: int = 0  # of one colour, that stand for a locomotive; 0: there are no coloured locomotives


class _OnlyWhatWasLaid(TunnelRule):
    settings = WorldTunnels

    def costing_kinds(self, ruleset: Ruleset, laid: Laid) -> tuple[Card, ...]:
        """A turned card costs one more at most, even if two reasons name it."""
        locomotive = (LOCOMOTIVE,) if _has_locomotives(laid) else ()
        return (*_wagon_colour(ruleset, laid), *(cards[0] for cards in laid.sets), *locomotive)

    def extra_payments(self, ruleset: Ruleset, laid: Laid, count: int, hand: Counts) -> tuple[Payment, ...]:
        """Extra cards cost no further ones, whatever their colour: cards are turned over only once."""
        colour = _wagon_colour(ruleset, laid)
        ways = plain_payments(colour, count, wild=_has_locomotives(laid))
        natural = payable(ruleset, hand, ways)
        if not ruleset.setting(WorldTunnels).wagons or not (colour or laid.sets):
            return natural
        return (*natural, *payable(ruleset, hand, _with_sets(ruleset, ways, hand)))


def _wagon_colour(ruleset: Ruleset, laid: Laid) -> tuple[Card, ...]:
    """The colour of the wagons that stand for themselves; none if all are locomotives."""
    in_sets = Counter(card for cards in laid.sets for card in cards)
    return tuple(colour for colour in ruleset.colours if laid.cards.count(colour) > in_sets[colour])


def _has_locomotives(laid: Laid) -> bool:
    return LOCOMOTIVE in laid.cards or bool(laid.sets)


def _with_sets(ruleset: Ruleset, ways: Iterable[Payment], hand: Counts) -> Iterator[Payment]:
    """The ways with their last locomotive made of wagons, with the last two, and so on.

    Few cards are turned over, so that whole payments can be listed: 220 at most for three cards. Their number says
    how many sets are among them, so that no two payments have the same cards.
    """
    wagons = ruleset.setting(WorldTunnels).wagons
    full = [colour for colour, count in zip(ruleset.colours, hand, strict=False) if count >= wagons]
    for cards in (way.cards for way in ways):
        for count in range(1, cards.count(LOCOMOTIVE) + 1):
            for sets in combinations_with_replacement(full, count):
                yield Payment(ruleset.in_order(cards[:-count] + sets * wagons))


world_tunnels = _OnlyWhatWasLaid().module("world_tunnels")
