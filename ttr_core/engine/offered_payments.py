"""What a hand can pay outside a route's price: which of some ways it holds, and why an offer is refused."""

from collections.abc import Iterable
from operator import sub
from typing import Any

from ttr_core.engine.hooks import Payment
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import Card
from ttr_core.model.state import Counts
from ttr_core.model.violations import Code, RuleViolation


def holds(ruleset: Ruleset, hand: Counts, cards: tuple[Card, ...]) -> bool:
    """Whether all these cards are in the hand."""
    return all(cards.count(kind) <= hand[ruleset.card_index[kind]] for kind in dict.fromkeys(cards))


def without(ruleset: Ruleset, hand: Counts, laid: tuple[Card, ...]) -> Counts:
    """The rest of a hand of which some cards are laid out already."""
    return tuple(map(sub, hand, ruleset.counts(laid)))


def payable(ruleset: Ruleset, hand: Counts, ways: Iterable[Payment]) -> tuple[Payment, ...]:
    """Those of the ways to pay that the hand holds, in their order."""
    return tuple(way for way in ways if holds(ruleset, hand, way.cards))


def payment_refused(ruleset: Ruleset, hand: Counts, payment: Payment, **facts: Any) -> RuleViolation:
    """The refusal of a payment that is none of the accepted ones; the facts are JSON values of the rule."""
    known = tuple(card for card in payment.cards if card in ruleset.card_index)
    code = Code.PAYMENT_NOT_ACCEPTED if holds(ruleset, hand, known) else Code.CARDS_NOT_IN_HAND
    return RuleViolation(code, offered=list(payment.cards), **facts)
