"""Tunnels: every turned card of the colour laid, and every locomotive, costs one more card of that colour."""

from ttr_core.hands import payable
from ttr_core.hooks import Payment
from ttr_core.payments import plain_payments
from ttr_core.ruleset import Ruleset
from ttr_core.state import Counts
from ttr_core.tunnelling import Tunnelling, TunnelRule
from ttr_core.words import LOCOMOTIVE, Card


class Tunnels(Tunnelling, frozen=True, kw_only=True):
    """The numbers of the Europe rules."""


def _colour(laid: Payment) -> tuple[Card, ...]:
    """The colour that was laid; none if all were locomotives."""
    return tuple(dict.fromkeys(card for card in laid.cards if card != LOCOMOTIVE))


def _feared(ruleset: Ruleset, laid: Payment) -> tuple[Card, ...]:
    """Locomotives alone fear only locomotives; on a gray tunnel the colour actually laid counts."""
    return (*_colour(laid), LOCOMOTIVE)


def _extras(ruleset: Ruleset, laid: Payment, count: int, hand: Counts) -> tuple[Payment, ...]:
    """That colour or locomotives in any mix; only locomotives where only they were laid."""
    return payable(ruleset, hand, plain_payments(_colour(laid), count, wild=True))


tunnels = TunnelRule(Tunnels, _feared, _extras).module("tunnels")
