"""The context of one call of `decide`: the state as it changes, and the events emitted so far.

Steps that several rules take are methods here, because rules do not import each other: drawing from the deck, paying
for a route and claiming it.
"""

from ttr_core.engine.hooks import Payment
from ttr_core.engine.randomness import Randomness
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.events import Event, RouteClaimed, TrainCardsShuffled
from ttr_core.model.ids import Card, SeatId
from ttr_core.model.state import State


class Decision:
    """One command being decided. It lives for one call of `decide`, and nothing of it is kept."""

    __slots__ = ("events", "rng", "ruleset", "state")

    def __init__(self, ruleset: Ruleset, state: State, rng: Randomness) -> None:
        self.ruleset = ruleset
        self.state = state
        self.rng = rng
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Record a fact: apply it to the state at once, then let rules react to it."""
        ruleset = self.ruleset
        apply, reactions = ruleset.on_event[type(event)]
        self.state = apply(ruleset, self.state, event)
        self.events.append(event)
        for react in reactions:
            react(self, event)

    def refill_deck(self) -> bool:
        """Shuffle the discards into a new deck if the deck has run out and there are any."""
        state = self.state
        if state.drawn < len(state.deck) or not any(state.discard):
            return False
        kinds = self.ruleset.train_kinds
        cards = tuple(card for card, count in zip(kinds, state.discard, strict=True) for _ in range(count))
        self.shuffle_train_cards(cards)
        return True

    def shuffle_train_cards(self, cards: tuple[Card, ...]) -> None:
        """Make these cards the deck, in an order that follows from the seed and the number of the shuffle."""
        number = self.state.shuffles + 1
        shuffled = self.rng.shuffle(f"train_cards/{number}", cards)
        self.emit(TrainCardsShuffled(number=number, count=len(cards), cards=shuffled))

    def next_card(self) -> Card | None:
        """The train card on top of the deck, not taken yet. Rules first deal with other cards that lie above it."""
        while self.state.drawn < len(self.state.deck) or self.refill_deck():
            if not self.turn_up_other():
                return self.state.deck[self.state.drawn]
        return None

    def turn_up_other(self) -> bool:
        """Whether the top card was no train card; if so, a rule has dealt with it."""
        turned_up = self.ruleset.turned_up
        return bool(turned_up) and any(take(self, self.state.deck[self.state.drawn]) for take in turned_up)

    def pay(self, seat: SeatId, route: int, payment: Payment) -> None:
        """Pay for a route and claim it, unless a rule takes the claim over, as tunnels do."""
        paid = self.ruleset.routes[route]
        if not any(take_over(self, seat, paid, payment) for take_over in self.ruleset.claims):
            self.claim(seat, route, payment)

    def claim(self, seat: SeatId, route: int, payment: Payment) -> None:
        """Give the route to the seat: cards to the discards, trains onto the board, points at once."""
        claimed = self.ruleset.routes[route]
        self.emit(
            RouteClaimed(
                seat=seat,
                route=claimed.id,
                cards=payment.cards,
                coloured=payment.coloured,
                trains=self.ruleset.trains[route],
                points=self.ruleset.points[route],
            )
        )
