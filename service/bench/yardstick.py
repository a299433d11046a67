"""The yardstick: a plain program of the base rules, a pure reducer with events and without anything else.

It plays the commands of recorded games again, to the same scores. Machines differ, and the ratio of the engine to this
program does not: so it is never changed, and uses nothing of the engine.
"""

import hmac
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

LOCOMOTIVE, KINDS = 8, 9  # cards are numbers: eight colours, then locomotives
HAND, MARKET, FLUSH_AT, OFFER, LAST_ROUND_AT, BONUS = 4, 5, 3, 3, 2, 10
TICKETS, TURN, SECOND, KEEP, OVER, PASSED, ENDED = range(7)  # what the game waits for
POINTS = (0, 1, 2, 4, 7, 10, 15)
ANY = -1  # the colour of gray routes

Counts = tuple[int, ...]
Event = tuple[Any, ...]  # its kind, then its facts
Command = tuple[Any, ...]  # its kind, the seat, then what it names


class PlainRoute(NamedTuple):
    a: int
    b: int
    length: int
    colour: int
    twins: int  # the tracks between the same cities, as bits; 0 if there is one track


class PlainBoard(NamedTuple):
    players: int
    trains: int
    routes: tuple[PlainRoute, ...]
    tickets: tuple[tuple[int, int, int], ...]  # two cities and the value
    tracks: int  # how many of the tracks between two cities may be claimed


class PlainSeat(Struct, frozen=True, gc=False):
    hand: Counts
    trains: int
    routes: int = 0
    barred: int = 0
    points: int = 0
    tickets: tuple[int, ...] = ()


class PlainState(Struct, frozen=True, gc=False):
    seats: tuple[PlainSeat, ...]
    phase: int = TICKETS
    seat: int = 0  # whose turn it is
    deck: Counts = ()
    drawn: int = 0
    discard: Counts = (0,) * KINDS
    market: tuple[int | None, ...] = (None,) * MARKET
    tickets: tuple[int, ...] = ()
    offers: tuple[tuple[int, ...], ...] = ()
    chosen: tuple[tuple[int, ...] | None, ...] = ()
    claimed: int = 0
    closed: int = 0
    last_seat: int | None = None
    passes: int = 0
    shuffles: int = 0


class Shuffles:
    """The shuffles of one game, which follow from its seed."""

    def __init__(self, seed: bytes, players: int) -> None:
        self._key = hmac.digest(seed, b"0:" * players, "sha256")

    def shuffle(self, label: str, items: Sequence[int]) -> Counts:
        cards, words, block = list(items), list[int](), 0
        for i in range(len(cards) - 1, 0, -1):
            while True:
                if not words:
                    digest = hmac.digest(self._key, f"{label}/{block}".encode(), "sha256")
                    words = [int.from_bytes(digest[n : n + 4], "big") for n in range(28, -1, -4)]
                    block += 1
                word = words.pop()
                if word < 2**32 - 2**32 % (i + 1):
                    break
            j = word % (i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards)


# events


def evolve(board: PlainBoard, state: PlainState, event: Event) -> PlainState:
    """The state after one more event."""
    state_after: PlainState = _EVOLVE[event[0]](board, state, *event[1:])
    return state_after


def _put(items: tuple[Any, ...], place: int, item: object) -> tuple[Any, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _counts(cards: Sequence[int | None]) -> Counts:
    return tuple(cards.count(kind) for kind in range(KINDS))


def _plus(counts: Counts, others: Counts, sign: int = 1) -> Counts:
    return tuple(a + sign * b for a, b in zip(counts, others, strict=True))


def _started(board: PlainBoard, state: PlainState, first: int) -> PlainState:
    return replace(state, seat=first)


def _shuffled(board: PlainBoard, state: PlainState, number: int, cards: Counts) -> PlainState:
    return replace(state, deck=cards, drawn=0, discard=(0,) * KINDS, shuffles=number)


def _tickets_shuffled(board: PlainBoard, state: PlainState, number: int, tickets: Counts) -> PlainState:
    return replace(state, tickets=tickets, shuffles=number)


def _dealt(board: PlainBoard, state: PlainState, seat: int, cards: Counts) -> PlainState:
    me = replace(state.seats[seat], hand=_counts(cards))
    return replace(state, seats=_put(state.seats, seat, me), drawn=state.drawn + len(cards))


def _turned_up(board: PlainBoard, state: PlainState, slot: int, card: int) -> PlainState:
    return replace(state, market=_put(state.market, slot, card), drawn=state.drawn + 1)


def _flushed(board: PlainBoard, state: PlainState, cards: Counts, turned_up: Counts) -> PlainState:
    market = (*turned_up, *(None,) * (MARKET - len(turned_up)))
    discard = _plus(state.discard, _counts(cards))
    return replace(state, market=market, drawn=state.drawn + len(turned_up), discard=discard)


def _reshuffled(
    board: PlainBoard, state: PlainState, number: int, turned_up: Counts, deck: Counts
) -> PlainState:
    market = (*turned_up, *(None,) * (MARKET - len(turned_up)))
    from_fresh = len(turned_up) - (len(state.deck) - state.drawn)
    return replace(state, market=market, deck=deck, drawn=from_fresh, discard=(0,) * KINDS, shuffles=number)


def _drawn(board: PlainBoard, state: PlainState, seat: int, card: int, last: bool) -> PlainState:
    me = state.seats[seat]
    me = replace(me, hand=_put(me.hand, card, me.hand[card] + 1))
    phase = OVER if last else SECOND
    return replace(state, seats=_put(state.seats, seat, me), drawn=state.drawn + 1, phase=phase)


def _taken(board: PlainBoard, state: PlainState, seat: int, card: int, slot: int, last: bool) -> PlainState:
    me = state.seats[seat]
    me = replace(me, hand=_put(me.hand, card, me.hand[card] + 1))
    seats, market = _put(state.seats, seat, me), _put(state.market, slot, None)
    return replace(state, seats=seats, market=market, phase=OVER if last else SECOND)


def _turn_over(board: PlainBoard, state: PlainState) -> PlainState:
    return replace(state, phase=OVER)


def _claimed(board: PlainBoard, state: PlainState, seat: int, number: int, cards: Counts) -> PlainState:
    me, route, paid = state.seats[seat], board.routes[number], _counts(cards)
    claimed, closed, barred = state.claimed | 1 << number, state.closed | 1 << number, me.barred
    if route.twins:
        barred |= route.twins
        if (claimed & route.twins).bit_count() >= board.tracks:
            closed |= route.twins
    me = replace(
        me,
        hand=_plus(me.hand, paid, -1),
        trains=me.trains - route.length,
        routes=me.routes | 1 << number,
        barred=barred,
        points=me.points + POINTS[route.length],
    )
    return replace(
        state,
        seats=_put(state.seats, seat, me),
        discard=_plus(state.discard, paid),
        claimed=claimed,
        closed=closed,
        phase=OVER,
    )


def _offered(board: PlainBoard, state: PlainState, seat: int, tickets: Counts, at_once: bool) -> PlainState:
    rest, phase = state.tickets[len(tickets) :], TICKETS if at_once else KEEP
    return replace(state, tickets=rest, offers=_put(state.offers, seat, tickets), phase=phase)


def _chosen(board: PlainBoard, state: PlainState, seat: int, kept: Counts) -> PlainState:
    return replace(state, chosen=_put(state.chosen, seat, kept))


def _kept(board: PlainBoard, state: PlainState, seat: int, kept: Counts, returned: Counts) -> PlainState:
    me = state.seats[seat]
    me = replace(me, tickets=me.tickets + kept)
    phase = OVER if state.phase == KEEP else TICKETS
    offers, tickets = _put(state.offers, seat, ()), state.tickets + returned
    return replace(state, seats=_put(state.seats, seat, me), offers=offers, tickets=tickets, phase=phase)


def _turn_started(board: PlainBoard, state: PlainState, seat: int) -> PlainState:
    passes = state.passes if state.phase == PASSED else 0
    return replace(state, seat=seat, phase=TURN, passes=passes)


def _passed(board: PlainBoard, state: PlainState) -> PlainState:
    return replace(state, phase=PASSED, passes=state.passes + 1)


def _last_round(board: PlainBoard, state: PlainState, seat: int) -> PlainState:
    return replace(state, last_seat=seat)


def _ended(board: PlainBoard, state: PlainState) -> PlainState:
    return replace(state, phase=ENDED)


_EVOLVE = {
    function.__name__[1:]: function
    for function in (
        _started,
        _shuffled,
        _tickets_shuffled,
        _dealt,
        _turned_up,
        _flushed,
        _reshuffled,
        _drawn,
        _taken,
        _turn_over,
        _claimed,
        _offered,
        _chosen,
        _kept,
        _turn_started,
        _passed,
        _last_round,
        _ended,
    )
}


# commands


class PlainDecision:
    """One command being decided."""

    def __init__(self, board: PlainBoard, state: PlainState, shuffles: Shuffles) -> None:
        self.board, self.state, self.shuffles = board, state, shuffles
        self.events: list[Event] = []

    def emit(self, *event: Any) -> None:
        self.state = evolve(self.board, self.state, event)
        self.events.append(event)

    def start(self) -> None:
        first = self.shuffles.shuffle("first_player", range(self.board.players))[0]
        self.emit("started", first)
        cards = [kind for kind in range(LOCOMOTIVE) for _ in range(12)] + [LOCOMOTIVE] * 14
        self.emit("shuffled", 1, self.shuffles.shuffle("train_cards/1", cards))
        for seat in range(self.board.players):
            top = self.state.drawn
            self.emit("dealt", seat, self.state.deck[top : top + HAND])
        while self._fill_market() or self._flush():
            pass
        number = self.state.shuffles + 1
        tickets = self.shuffles.shuffle(f"tickets/{number}", range(len(self.board.tickets)))
        self.emit("tickets_shuffled", number, tickets)
        for seat in range(self.board.players):
            self.emit("offered", seat, self.state.tickets[:OFFER], True)

    def draw(self, seat: int) -> None:
        state = self.state
        assert state.drawn < len(state.deck)
        self.emit("drawn", seat, state.deck[state.drawn], state.phase == SECOND)

    def take(self, seat: int, card: int) -> None:
        last = self.state.phase == SECOND
        assert not (last and card == LOCOMOTIVE)
        slot = self.state.market.index(card)
        self.emit("taken", seat, card, slot, last or card == LOCOMOTIVE)

    def claim(self, seat: int, number: int, cards: Counts) -> None:
        me, route, state = self.state.seats[seat], self.board.routes[number], self.state
        colours = {card for card in cards if card != LOCOMOTIVE}
        assert not (state.closed | me.barred) >> number & 1
        assert len(cards) == route.length <= me.trains
        assert len(colours) <= 1
        assert route.colour == ANY or colours <= {route.colour}
        assert all(cards.count(card) <= me.hand[card] for card in cards)
        self.emit("claimed", seat, number, cards)

    def draw_tickets(self, seat: int) -> None:
        assert self.state.tickets
        self.emit("offered", seat, self.state.tickets[:OFFER], False)

    def keep(self, seat: int, tickets: Counts) -> None:
        offer = self.state.offers[seat]
        kept = tuple(ticket for ticket in offer if ticket in tickets)
        assert len(kept) == len(tickets) >= (2 if self.state.phase == TICKETS else 1) or len(offer) < 2
        if self.state.phase == TICKETS:
            self.emit("chosen", seat, kept)
        else:
            self.emit("kept", seat, kept, tuple(ticket for ticket in offer if ticket not in kept))

    def pass_turn(self, seat: int) -> None:
        self.emit("passed")

    def settle(self) -> None:
        while self._refill() or self._fill_market() or self._flush() or self._cut_short():
            pass
        state = self.state
        if state.phase == TICKETS and None not in state.chosen:
            for seat, (offer, kept) in enumerate(zip(state.offers, state.chosen, strict=True)):
                assert kept is not None
                self.emit("kept", seat, kept, tuple(ticket for ticket in offer if ticket not in kept))
            self.emit("turn_started", state.seat)
        elif state.phase in (OVER, PASSED):
            self._finish_turn()

    def _finish_turn(self) -> None:
        state, seat = self.state, self.state.seat
        if state.passes == self.board.players or state.last_seat == seat:
            self.emit("ended")
            return
        if state.last_seat is None and state.seats[seat].trains <= LAST_ROUND_AT:
            self.emit("last_round", seat)
        self.emit("turn_started", (seat + 1) % self.board.players)

    def _refill(self) -> bool:
        state = self.state
        if state.drawn < len(state.deck) or not any(state.discard):
            return False
        self._shuffle_in(state.discard)
        return True

    def _shuffle_in(self, discard: Counts) -> None:
        number = self.state.shuffles + 1
        cards = [kind for kind in range(KINDS) for _ in range(discard[kind])]
        self.emit("shuffled", number, self.shuffles.shuffle(f"train_cards/{number}", cards))

    def _fill_market(self) -> bool:
        market = self.state.market
        if None not in market:
            return False
        filled = False
        for slot in range(MARKET):
            if market[slot] is None and (self.state.drawn < len(self.state.deck) or self._refill()):
                self.emit("turned_up", slot, self.state.deck[self.state.drawn])
                filled = True
        return filled

    def _flush(self) -> bool:
        state = self.state
        if state.market.count(LOCOMOTIVE) < FLUSH_AT or not self._flush_can_help():
            return False
        cards = tuple(card for card in state.market if card is not None)
        left = state.deck[state.drawn :]
        if len(left) > MARKET:
            self.emit("flushed", cards, left[:MARKET])
            return True
        number, discard = state.shuffles + 1, _plus(state.discard, _counts(cards))
        together = [kind for kind in range(KINDS) for _ in range(discard[kind])]
        deck = self.shuffles.shuffle(f"train_cards/{number}", together)
        self.emit("reshuffled", number, (*left, *deck)[:MARKET], deck)
        return True

    def _flush_can_help(self) -> bool:
        state = self.state
        left = state.deck[state.drawn :]
        lying = [card for card in (*state.market, *left) if card is not None]
        locomotives = lying.count(LOCOMOTIVE) + state.discard[LOCOMOTIVE]
        others = len(lying) + sum(state.discard) - locomotives
        size = min(MARKET, others + locomotives)
        if len(left) == size and not any(state.discard):
            return left.count(LOCOMOTIVE) < FLUSH_AT
        return others > size - FLUSH_AT

    def _cut_short(self) -> bool:
        state = self.state
        if state.phase != SECOND or state.drawn < len(state.deck):
            return False
        if any(card not in (None, LOCOMOTIVE) for card in state.market):
            return False
        self.emit("turn_over")
        return True


def advance(
    board: PlainBoard, state: PlainState, command: Command, shuffles: Shuffles
) -> tuple[tuple[Event, ...], PlainState]:
    """The events of a command, and the state after them."""
    decision = PlainDecision(board, state, shuffles)
    getattr(decision, command[0])(*command[1:])
    decision.settle()
    return tuple(decision.events), decision.state


# the end


def play_again(board: PlainBoard, seed: bytes, commands: Sequence[Command]) -> tuple[int, ...]:
    """A game from its commands, beginning with `start`: the score of each seat."""
    seats, nothing = (PlainSeat((0,) * KINDS, board.trains),) * board.players, (None,) * board.players
    state = PlainState(seats, offers=((),) * board.players, chosen=nothing)
    shuffles = Shuffles(seed, board.players)
    for command in commands:
        state = advance(board, state, command, shuffles)[1]
    assert state.phase == ENDED
    return _scores(board, state)


def _scores(board: PlainBoard, state: PlainState) -> tuple[int, ...]:
    networks = [_edges(board, seat) for seat in state.seats]
    paths = [_longest(network) for network in networks]
    return tuple(
        seat.points + _ticket_points(board, seat, network) + (BONUS if path == max(paths) > 0 else 0)
        for seat, network, path in zip(state.seats, networks, paths, strict=True)
    )


def _edges(board: PlainBoard, seat: PlainSeat) -> list[PlainRoute]:
    return [route for number, route in enumerate(board.routes) if seat.routes >> number & 1]


def _ticket_points(board: PlainBoard, seat: PlainSeat, network: Sequence[PlainRoute]) -> int:
    root: dict[int, int] = {}
    for route in network:
        a, b = root.setdefault(route.a, route.a), root.setdefault(route.b, route.b)
        if a != b:
            root = {city: b if its == a else its for city, its in root.items()}
    return sum(
        value if a in root and root[a] == root.get(b) else -value
        for a, b, value in (board.tickets[ticket] for ticket in seat.tickets)
    )


def _longest(network: Sequence[PlainRoute]) -> int:
    """The longest path by trying all."""
    at: dict[int, list[tuple[int, int, int]]] = {}
    for number, route in enumerate(network):
        at.setdefault(route.a, []).append((1 << number, route.b, route.length))
        at.setdefault(route.b, []).append((1 << number, route.a, route.length))

    def longest_from(city: int, used: int) -> int:
        ways = [length + longest_from(to, used | bit) for bit, to, length in at[city] if not used & bit]
        return max(ways, default=0)

    return max((longest_from(city, 0) for city in at), default=0)
