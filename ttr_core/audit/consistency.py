"""A record as one viewer has it must agree with itself: market, routes, trains, points, turns, and their own hand."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ttr_core.audit.report import Notebook
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.events import (
    CardDrawn,
    CardTaken,
    CardTurnedUp,
    Event,
    GameStarted,
    HandDealt,
    MarketFlushed,
    MarketReshuffled,
    RouteClaimed,
    TicketsOffered,
    TurnStarted,
)
from ttr_core.model.ids import LOCOMOTIVE, Card, SeatId
from ttr_core.model.message import seat_of, type_name
from ttr_core.rules.by_post.undo import TurnTakenBack

Complaint = str | None
Follow = Callable[[Any], Complaint]  # each follows events of its own type


def check_table(ruleset: Ruleset, events: Sequence[Event], me: SeatId | None, notebook: Notebook) -> None:
    """Follows the open part of the game up to the first contradiction, since all that follows rests on it."""
    table = _OpenTable(ruleset, me)
    for version, event in enumerate(events, 1):
        follow = table.follow.get(type(event))
        if follow is None:
            continue
        notebook.look("table")
        complaint = table.complaint_about(follow, event)
        if complaint:
            reason = f"{type_name(type(event))}: {complaint}"
            notebook.find(version, "table", "table_differs", reason)
            notebook.skip(f"the table after version {version} was not followed", "table")
            return


class _Checkpoint(NamedTuple):
    """The open part of the state where a turn or a choice of tickets began."""

    market: dict[int, Card]
    claimed: int
    trains: list[int]
    turn: SeatId | None
    hand: Counter[Card]


class _OpenTable:
    """The open part of the state."""

    def __init__(self, ruleset: Ruleset, me: SeatId | None) -> None:
        self.ruleset, self.me = ruleset, me
        self.market: dict[int, Card] = {}
        self.claimed = 0
        self.trains = [ruleset.board.trains] * ruleset.players
        self.turn: SeatId | None = None
        self.hand: Counter[Card] = Counter()
        self.checkpoints: list[_Checkpoint] = []
        self.follow: Mapping[type[Event], Follow] = {
            GameStarted: self._started,
            TurnStarted: self._turn,
            HandDealt: self._dealt,
            CardDrawn: self._drawn,
            CardTurnedUp: self._turned_up,
            CardTaken: self._taken,
            MarketFlushed: self._flushed,
            MarketReshuffled: self._flushed,
            RouteClaimed: self._claimed_route,
            TicketsOffered: self._offered,
            TurnTakenBack: self._taken_back,
        }

    def complaint_about(self, follow: Follow, event: Event) -> Complaint:
        seat = seat_of(event)
        if seat is not None and not 0 <= seat < self.ruleset.players:
            return f"there is no seat {seat}"
        return follow(event)

    def _started(self, event: GameStarted) -> Complaint:
        if not 0 <= event.first < self.ruleset.players:
            return f"there is no seat {event.first}"
        self.turn = (event.first - 1) % self.ruleset.players
        return None

    def _turn(self, event: TurnStarted) -> Complaint:
        due = None if self.turn is None else (self.turn + 1) % self.ruleset.players
        self.turn = event.seat
        self._remember()
        return None if event.seat == due else f"it is the turn of seat {due}"

    def _offered(self, event: TicketsOffered) -> Complaint:
        if not event.at_once:
            self._remember()
        return None

    def _remember(self) -> None:
        now = _Checkpoint(dict(self.market), self.claimed, list(self.trains), self.turn, Counter(self.hand))
        self.checkpoints = [*self.checkpoints[-1:], now]

    def _taken_back(self, event: TurnTakenBack) -> Complaint:
        if not 1 <= event.back <= len(self.checkpoints):
            return "nothing is remembered that far back"
        del self.checkpoints[len(self.checkpoints) - event.back + 1 :]
        market, self.claimed, trains, self.turn, hand = self.checkpoints[-1]
        self.market, self.trains, self.hand = dict(market), list(trains), Counter(hand)
        return None if self.turn == event.seat else f"it was the turn of seat {self.turn}"

    def _dealt(self, event: HandDealt) -> Complaint:
        if event.seat == self.me and event.cards is not None:
            self.hand.update(event.cards)
        return None

    def _drawn(self, event: CardDrawn) -> Complaint:
        if event.seat == self.me and event.card is not None:
            self.hand[event.card] += 1
        return None

    def _turned_up(self, event: CardTurnedUp) -> Complaint:
        if event.card not in self.ruleset.train_kinds:
            return f"there are no {event.card!r} cards"
        if event.slot in self.market:
            return f"place {event.slot} of the market is taken"
        self.market[event.slot] = event.card
        return None

    def _taken(self, event: CardTaken) -> Complaint:
        lying = self.market.pop(event.slot, None)
        if event.seat == self.me:
            self.hand[event.card] += 1
        return None if lying == event.card else f"{lying or 'nothing'} lies at place {event.slot}"

    def _flushed(self, event: MarketFlushed | MarketReshuffled) -> Complaint:
        lying, self.market = self.market, dict(enumerate(event.turned_up))
        strange = [card for card in event.turned_up if card not in self.ruleset.train_kinds]
        if strange:
            return f"there are no {strange[0]!r} cards"
        same = tuple(lying[slot] for slot in sorted(lying)) == event.cards
        return None if same and LOCOMOTIVE in event.cards else "other cards lie in the market"

    def _claimed_route(self, event: RouteClaimed) -> Complaint:
        number = self.ruleset.route_index.get(event.route)
        if number is None or self.claimed >> number & 1:
            return f"the route {event.route} is {'unknown' if number is None else 'taken'}"
        trains, points = self.ruleset.trains[number], self.ruleset.points[number]
        if (event.trains, event.points) != (trains, points):
            return f"{event.route} takes {trains} trains and gives {points} points"
        self.claimed |= 1 << number
        self.trains[event.seat] -= event.trains
        return self._paid(event)

    def _paid(self, event: RouteClaimed) -> Complaint:
        if self.trains[event.seat] < 0:
            return f"seat {event.seat} has too few trains"
        if event.seat == self.me:
            self.hand.subtract(card for card in event.cards if card in self.ruleset.train_kinds)
        return None if min(self.hand.values(), default=0) >= 0 else "these cards were not in your hand"
