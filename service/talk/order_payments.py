"""What an ordered step is to be paid with: cards that were counted, one colour, or one of several colours."""

from collections.abc import Sequence
from itertools import chain

from service.talk.fitting import holds
from service.talk.said import Mention
from ttr_core.commands import ClaimRoute, Command
from ttr_core.instructions import WITH
from ttr_core.payments import plain_payments
from ttr_core.ruleset import Ruleset
from ttr_core.tunnelling import PayTunnel
from ttr_core.words import LOCOMOTIVE, Card

PLENTY = 20  # cards of each kind: more than any route asks for
MOST_FOR_ONE = 3  # cards for a station or a tunnel
ANY = ""  # cards of whatever colour: a choice beside the colours
Named = dict[str, object]  # what is added to a step


def payments_meant(ruleset: Ruleset, command: Command, mentions: Sequence[Mention]) -> list[Named]:
    """The payments that fit what was said; none if nothing can be paid like that."""
    if not hasattr(command, "cards") or (isinstance(command, PayTunnel) and not mentions):
        return [{}]
    ways = _ways(ruleset, command)
    if any(mention.number is not None for mention in mentions):
        return [{"cards": list(cards)} for cards in ways if _is_named(cards, mentions)]
    colours = [card for card in ruleset.train_kinds if any(_is_of(card, cards) for cards in ways)]
    if mentions:
        said = [
            mention.values for mention in mentions if LOCOMOTIVE not in mention.values or len(mentions) == 1
        ]
        return [{WITH: card} for card in colours if said and all(card in values for values in said)]
    plain = [card for card in colours if card != LOCOMOTIVE]
    return [{WITH: card} for card in plain] if len(plain) > 1 else [{}]


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
