"""The deck of train cards, from which several rules draw: its top, and what becomes of it when it has run out."""

from ttr_core.engine.engine import Decision
from ttr_core.model.events import TrainCardsShuffled
from ttr_core.model.ids import Card


def shuffle_train_cards(decision: Decision, cards: tuple[Card, ...]) -> None:
    """Make these cards the deck, in an order that follows from the seed and the number of the shuffle."""
    number = decision.state.shuffles + 1
    shuffled = decision.rng.shuffle(f"train_cards/{number}", cards)
    decision.emit(TrainCardsShuffled(number=number, count=len(cards), cards=shuffled))


def refill_deck(decision: Decision) -> bool:
    """Shuffle the discards into a new deck if the deck has run out and there are any."""
    state, kinds = decision.state, decision.ruleset.train_kinds
    if state.drawn < len(state.deck) or not any(state.discard):
        return False
    cards = tuple(card for card, count in zip(kinds, state.discard, strict=True) for _ in range(count))
    shuffle_train_cards(decision, cards)
    return True


def next_card(decision: Decision) -> Card | None:
    """The train card on top of the deck, not taken yet. Rules first deal with other cards that lie above it."""
    turned_up = decision.ruleset.turned_up
    while (state := decision.state).drawn < len(state.deck) or refill_deck(decision):
        if not turned_up or not turn_up_other(decision):
            return decision.state.deck[decision.state.drawn]
    return None


def turn_up_other(decision: Decision) -> bool:
    """Whether the top card was no train card; if so, a rule has dealt with it."""
    state, turned_up = decision.state, decision.ruleset.turned_up
    return bool(turned_up) and any(take(decision, state.deck[state.drawn]) for take in turned_up)
