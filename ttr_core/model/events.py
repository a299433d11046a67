"""Events of the engine and of the base game: facts with their complete outcome, each field with its audience.

All other rules declare theirs in their own files.
"""

from collections.abc import Mapping
from typing import ClassVar

from ttr_core.model.ids import Card, DeckName, RouteId, SeatId, TicketId
from ttr_core.model.message import Drawn, Message, Private, Public, Secret, TurnedUp
from ttr_core.model.scoresheet import ScoreSheet


class Event(Message, frozen=True, kw_only=True):
    """A fact. `schema` counts the shapes that this type has had in released logs."""

    schema: ClassVar[int] = 1
    quiet: ClassVar[bool] = False  # the table shows it anyway, or no player asks for it
    states_time: ClassVar[bool] = (
        False  # until when somebody has; tables, notices and messages state it themselves
    )

    @property
    def is_news(self) -> bool:
        """Whether a story of the game mentions it."""
        return not self.quiet


class Shuffle(Event, frozen=True, kw_only=True):
    """Chance has brought cards or tickets into an order; the shuffles of a game are numbered."""

    number: Public[int]

    @property
    def outcome(self) -> tuple[str, ...] | None:
        """The order of the cards or tickets, as far as the viewer may see it."""
        raise NotImplementedError


class Draw(Event, frozen=True, kw_only=True):
    """Cards or tickets leave the top of the train cards or of a deck of tickets.

    What comes out of a pile of a rule's own is no `Draw`: its field is `Drawn` or `TurnedUp`, and that is enough.
    """


class GameCreated(Event, frozen=True, kw_only=True):
    """The first event fixes everything that the game is played by."""

    quiet: ClassVar[bool] = True

    board: Public[str]
    board_hash: Public[str]
    rules_version: Public[str]
    players: Public[int]
    options: Public[Mapping[str, str]]
    commitment: Public[str]


class SeatTaken(Event, frozen=True, kw_only=True):
    quiet: ClassVar[bool] = True

    seat: Public[SeatId]
    kind: Public[str]
    entropy: Public[str] = ""


class GameStarted(Event, frozen=True, kw_only=True):
    first: Public[SeatId]


class TrainCardsShuffled(Shuffle, frozen=True, kw_only=True):
    """The discards, or at the start all train cards, become the deck."""

    count: Public[int]
    cards: Secret[tuple[Card, ...]]

    @property
    def outcome(self) -> tuple[str, ...] | None:
        return self.cards

    @property
    def is_news(self) -> bool:
        return self.number > 1  # the first shuffle is part of the setup


class HandDealt(Draw, frozen=True, kw_only=True):
    seat: Public[SeatId]
    count: Public[int]
    cards: Drawn[tuple[Card, ...]]


class CardTurnedUp(Draw, frozen=True, kw_only=True):
    """The top card of the deck fills a place in the market."""

    quiet: ClassVar[bool] = True

    slot: Public[int]
    card: TurnedUp[Card]


class MarketFlushed(Event, frozen=True, kw_only=True):
    """Too many locomotives: all face-up cards are discarded, and others from the deck take their places.

    Under the first rules each of these others had an event of its own.
    """

    cards: Public[tuple[Card, ...]]
    turned_up: TurnedUp[tuple[Card, ...]] = ()


class MarketReshuffled(Shuffle, frozen=True, kw_only=True):
    """The market is renewed while the deck runs out: the discards, face-up cards included, become the deck."""

    cards: Public[tuple[Card, ...]]  # from the market to the discards
    turned_up: TurnedUp[tuple[Card, ...]]  # first what was left in the deck, then from the new deck
    count: Public[int]
    deck: Secret[tuple[Card, ...]]  # before anything is turned up from it

    @property
    def outcome(self) -> tuple[str, ...] | None:
        return self.deck


class CardDrawn(Draw, frozen=True, kw_only=True):
    seat: Public[SeatId]
    card: Drawn[Card]
    last: Public[bool]


class CardTaken(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    card: Public[Card]
    slot: Public[int]
    last: Public[bool]


class NothingDrawn(Event, frozen=True, kw_only=True):
    """A blind draw from a deck that held no train card; it counts as one card."""

    seat: Public[SeatId]
    last: Public[bool]


class DrawCutShort(Event, frozen=True, kw_only=True):
    """The turn ends after one card: there is no second one that the player may take."""

    seat: Public[SeatId]


class RouteClaimed(Event, frozen=True, kw_only=True):
    schema: ClassVar[int] = 2  # the first named the colours of coloured locomotives among the cards

    seat: Public[SeatId]
    route: Public[RouteId]
    cards: Public[tuple[Card, ...]]
    trains: Public[int]
    points: Public[int]


class TicketsShuffled(Shuffle, frozen=True, kw_only=True):
    quiet: ClassVar[bool] = True

    deck: Public[DeckName]
    count: Public[int]
    tickets: Secret[tuple[TicketId, ...]]

    @property
    def outcome(self) -> tuple[str, ...] | None:
        return self.tickets


class TicketDecksAsked(Event, frozen=True, kw_only=True):
    """All players are to say from which decks their first tickets come."""

    quiet: ClassVar[bool] = True


class TicketDecksChosen(Event, frozen=True, kw_only=True):
    """The decks of a seat's first tickets, a name for each ticket; a secret while others still choose."""

    quiet: ClassVar[bool] = True

    seat: Public[SeatId]
    decks: Private[tuple[DeckName, ...]]


class TicketsOffered(Draw, frozen=True, kw_only=True):
    """Tickets from the top of the decks, which the player looks at before choosing."""

    seat: Public[SeatId]
    decks: Public[tuple[DeckName, ...]]
    tickets: Drawn[tuple[TicketId, ...]]
    at_least: Public[int]
    at_most: Public[int]
    at_once: Public[bool] = False  # all players choose at the same time

    @property
    def is_news(self) -> bool:
        return not self.at_once  # before the first turn everybody gets tickets


class TicketsChosen(Event, frozen=True, kw_only=True):
    """A choice that stays secret while others still choose."""

    quiet: ClassVar[bool] = True

    seat: Public[SeatId]
    tickets: Private[tuple[TicketId, ...]]


class TicketsKept(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    count: Public[int]
    tickets: Private[tuple[TicketId, ...]]
    returned: Private[tuple[TicketId, ...]]
    rejects: Public[str]  # where the returned tickets go: under the deck, out of the game, or aside


class TicketsReturned(Shuffle, frozen=True, kw_only=True):
    """Rejected tickets of several players, shuffled together, go under their deck."""

    quiet: ClassVar[bool] = True

    deck: Public[DeckName]
    count: Public[int]
    tickets: Secret[tuple[TicketId, ...]]

    @property
    def outcome(self) -> tuple[str, ...] | None:
        return self.tickets


class TicketDeckRemoved(Event, frozen=True, kw_only=True):
    """The rest of a deck leaves the game."""

    quiet: ClassVar[bool] = True

    deck: Public[DeckName]
    count: Public[int]


class PlayerPassed(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]


class TurnStarted(Event, frozen=True, kw_only=True):
    quiet: ClassVar[bool] = True

    seat: Public[SeatId]


class LastRoundStarted(Event, frozen=True, kw_only=True):
    """Every player has one more turn; the one who ran low on trains plays last."""

    seat: Public[SeatId]


class GameEnded(Event, frozen=True, kw_only=True):
    reason: Public[str]


class TicketsRevealed(Event, frozen=True, kw_only=True):
    quiet: ClassVar[bool] = True

    seat: Public[SeatId]
    tickets: Public[tuple[TicketId, ...]]


class GameScored(Event, frozen=True, kw_only=True):
    quiet: ClassVar[bool] = True

    sheet: Public[ScoreSheet]


class SeedRevealed(Event, frozen=True, kw_only=True):
    """The last event: with the seed, every shuffle can be repeated."""

    quiet: ClassVar[bool] = True

    seed: Public[str]
