"""From which decks tickets can be drawn: the usual way, or by choice where one of several decks has run out."""

from collections.abc import Mapping
from itertools import combinations

from ttr_core.words import DeckName, TicketId

Decks = Mapping[DeckName, tuple[TicketId, ...]]
Deal = Mapping[DeckName, int]  # how many come from each deck


def draw_choices(deal: Deal, decks: Decks) -> tuple[tuple[DeckName, ...], ...]:
    """() is the usual draw; a choice of decks is asked for only where one of several has run out."""
    if len(deal) == 1:
        (only,) = deal
        return ((),) if decks[only] else ()
    left = {name: len(decks[name]) for name in deal}
    if all(left[name] >= count for name, count in deal.items()):
        return ((),)
    return tuple(_substitutes(deal, decks)) if any(left.values()) else ()


def usual_draw(deal: Deal, decks: Decks) -> tuple[DeckName, ...]:
    """What the decks of the deal still give, a name for each card."""
    return tuple(name for name, count in deal.items() for _ in range(min(count, len(decks[name]))))


def _substitutes(deal: Deal, decks: Decks) -> list[tuple[DeckName, ...]]:
    """Each card that is missing may come from another deck, or not at all; at least one card is drawn."""
    usual = usual_draw(deal, decks)
    missing = sum(deal.values()) - len(usual)
    others = {name: len(decks[name]) - usual.count(name) for name in deal}
    more = [pick for extra in range(missing, -1, -1) for pick in _picks(others, extra)]
    return [tuple(sorted((*usual, *pick), key=list(deal).index)) for pick in more]


def _picks(left: Mapping[DeckName, int], count: int) -> list[tuple[DeckName, ...]]:
    """Every way to take so many cards from the decks that are left."""
    pool = [name for name, cards in left.items() for _ in range(min(cards, count))]
    return list(dict.fromkeys(combinations(pool, count)))
