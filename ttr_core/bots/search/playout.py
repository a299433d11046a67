"""Playouts: a game played to its end, by quick seats that keep to their plans, on a board in integers.

A seat aims at the routes that connect its tickets by the cheapest ways, claims each as soon as it can pay for it, and
draws what brings the next one nearer. When its tickets are done, or lost, it draws others while there is time, and then
aims at points. It makes a new plan only when somebody takes a route that it wanted. What rules promise for a claim
counts as points of the route. Rules that the model does not know stay as they are at the start; the final score is
counted by all of them.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import inf
from typing import NamedTuple

from msgspec.structs import replace

from ttr_core.bots.search.compact_board import SPECIAL, CompactBoard, Track, Way
from ttr_core.engine.randomness import Chance, shuffled
from ttr_core.engine.shared_slices import TicketChoice, ticket_choice
from ttr_core.model.ids import DeckName, SeatId, TicketId
from ttr_core.model.phases import DrawingSecond, Ended, KeepingTickets, PlayingTurn
from ttr_core.model.state import RouteSet, Seat, State, route_numbers

TURN = 4.0  # points that a turn is worth
FITTING_CARDS = 2.0  # a turn, of the two that are drawn
LEAST = 2.0  # that a route costs, whatever it scores
TRAINS_A_TURN = 1.6
ENOUGH_TRAINS, ENOUGH_TURNS = 20, 5.0  # for another ticket: with less time, it loses more than it brings
RUSH = 5  # trains of any seat from which points count that can be had at once
# how much a card is wished for; else one divided by the cards missing. A locomotive that no target demands is not taken
# from the market: it would cost the whole turn
BLIND, WILD, NEEDED = 0.15, 0.0, 1.5
LOOKED_AT = 12  # routes that score most
MARGIN = 4.0  # points that a ticket must bring more than it costs, to be kept
AIMS = 5  # routes that a seat without tickets to complete collects for

Payment = tuple[Track, int, int]  # of what, in which colour, with how many locomotives


Prices = Sequence[Sequence[float]]


class Promises(NamedTuple):
    """What rules promise a seat for each route."""

    claims: Sequence[float]  # points beside those of the route; none at all if empty
    worths: Sequence[float]  # its points, those, and what it does for bonuses
    prices: Prices


@lru_cache(maxsize=64)
def prices_by_points(board: CompactBoard) -> Prices:
    """What routes cost where rules promise nothing."""
    return prices_of(board, board.points)


def prices_of(board: CompactBoard, worths: Sequence[float]) -> Prices:
    """Of each route in points: the turns for it and for the missing cards, less what it is worth.

    One price for each number of cards towards it, less the locomotives that it lacks, from the least there may be.
    """
    counts = range(-board.fewest, board.longest + 1)
    return [
        [_price(track.length - count, worths[track.number]) if track.colours else inf for count in counts]
        for track in board.tracks
    ]


def _price(missing: int, worth: float) -> float:
    return max(TURN * (1 + missing / FITTING_CARDS if missing > 0 else 1) - worth, LEAST)


class Aim(NamedTuple):
    """What a seat is after."""

    tickets: tuple[TicketId, ...]
    pending: tuple[TicketId, ...]  # that are not connected yet
    connects: bool  # tickets; if not, it is after points
    targets: tuple[Track, ...]
    mask: RouteSet  # of the targets
    free: tuple[int, ...]  # colours that no target is bound to


class Network(NamedTuple):
    """Routes that connect tickets."""

    gain: float  # points of the tickets that it connects, and the losses that it saves, less what the routes cost
    pending: tuple[TicketId, ...]  # that are not connected yet
    targets: list[Track]


class Spending:
    """What a plan has left of a seat's trains and time.

    Planned routes cost nothing any more, and those that their owner cannot claim as well are out of reach.
    """

    __slots__ = ("costs", "excluded", "spaces", "trains")

    def __init__(
        self, costs: list[float], trains: int, spaces: float, excluded: Sequence[Sequence[int]]
    ) -> None:
        self.costs, self.trains, self.spaces, self.excluded = costs, trains, spaces, excluded

    def spend(self, fresh: Sequence[Track]) -> bool:
        """Plan these routes if trains and time allow."""
        trains = sum([track.trains for track in fresh])
        spaces = trains + 2 * len(fresh)
        if trains > self.trains or spaces > self.spaces:
            return False
        self.trains -= trains
        self.spaces -= spaces
        costs = self.costs
        for track in fresh:
            for other in self.excluded[track.number]:
                costs[other] = inf
        for track in fresh:
            costs[track.number] = 0.0
        return True


class Player:
    """One seat's cards, trains and plan."""

    __slots__ = (
        "barred",
        "connects",
        "free",
        "hand",
        "mask",
        "own",
        "pending",
        "points",
        "prices",
        "promised",
        "promises",
        "special",
        "targets",
        "tickets",
        "trains",
        "worths",
    )

    def __init__(self, seat: Seat, board: CompactBoard) -> None:
        self.hand = list(seat.hand[: board.kinds])
        self.special = sum(seat.hand[board.kinds :])  # cards of other kinds
        self.trains = seat.trains
        self.own = seat.routes
        self.barred = seat.barred
        self.worths: Sequence[float] = board.points  # of each route, with what rules promise for it
        self.prices = prices_by_points(board)
        self.promises: Sequence[float] = ()  # for the claim of each route
        self.promised = 0.0  # for claims since the start of the playout,
        self.points = 0  # and scored
        self.tickets = self.pending = seat.tickets
        self.connects = True
        self.targets: list[Track] = []
        self.mask: RouteSet = 0
        self.free: tuple[int, ...] = ()  # colours that no target is bound to

    @property
    def aim(self) -> Aim:
        return Aim(self.tickets, self.pending, self.connects, tuple(self.targets), self.mask, self.free)

    def pursue(self, targets: list[Track]) -> None:
        self.targets = targets
        mask, reserved = 0, set()
        for track in targets:
            mask |= track.bit
            reserved.add(track.colour)
        self.mask = mask
        self.free = tuple([kind for kind in range(len(self.hand) - 1) if kind not in reserved])

    def colour_for(self, colours: tuple[int, ...]) -> int:
        """The colour with which to pay for a route of any or of several: best one that no target is bound to."""
        choices = self.free if self.free and len(colours) == len(self.hand) - 1 else colours
        return max(choices, key=self.hand.__getitem__)


class Playout:
    """A game that is played to its end, in place."""

    def __init__(self, board: CompactBoard, state: State, chance: Chance) -> None:
        index = board.ruleset.card_index
        self.board = board
        self.state = state
        self.chance = chance
        self.market = [index[card] for card in state.market if card in index]
        self.deck = [index[card] for card in reversed(state.deck[state.drawn :]) if card in index]
        self.discard = list(state.discard[: board.kinds])
        self.claimed, self.closed = state.claimed, state.closed
        self.last = state.last_seat
        self.turns = 0  # played
        self.ways = 0  # looked for
        self.fewest = min(seat.trains for seat in state.seats)
        self.players = [Player(seat, board) for seat in state.seats]
        self.decks: dict[DeckName, list[TicketId]] = {}  # those that tickets were drawn from

    # before the first turn

    def prepare(self, seat: SeatId) -> Aim:
        """Let the seat keep tickets of what it is offered, and plan."""
        player, choice = self.players[seat], ticket_choice(self.state, seat)
        if choice.offer:
            kept = self._chosen(player, choice)[0] if choice.chosen is None else choice.chosen
            player.tickets = player.pending = (*player.tickets, *kept)
        self.plan(player)
        return player.aim

    def promise(self, seat: SeatId, promises: Promises) -> None:
        """What rules bring the seat for each route, beside its points."""
        player = self.players[seat]
        player.promises, player.worths, player.prices = promises

    def adopt(self, seat: SeatId, aim: Aim) -> None:
        """Let the seat follow a plan that was made before, as far as nobody has blocked it."""
        player = self.players[seat]
        player.tickets, player.pending = aim.tickets, aim.pending
        if aim.mask & (self.closed | player.barred):
            self.plan(player)
        else:
            player.connects, player.mask, player.free = aim.connects, aim.mask, aim.free
            player.targets = list(aim.targets)

    # the course of the game

    def play(self) -> None:
        """From the turn, or the second card, that the state waits for."""
        phase, count = self.state.phase, len(self.players)
        if isinstance(phase, Ended):
            return
        if isinstance(phase, DrawingSecond):
            self._draw(self.players[phase.seat], 1)
            seat = self._after(phase.seat)
        elif isinstance(phase, KeepingTickets):
            seat = self._after(phase.seat)
        else:
            seat = phase.seat if isinstance(phase, PlayingTurn) else self.state.first
        idle = 0
        while seat >= 0 and idle < count:
            self.turns += 1
            idle = 0 if self._turn(self.players[seat]) else idle + 1
            seat = self._after(seat)

    def _after(self, seat: SeatId) -> SeatId:
        """Whose turn follows; -1 after the last one."""
        if seat == self.last:
            return -1
        if self.last is None and self.players[seat].trains <= self.board.last_round_at:
            self.last = seat
        return (seat + 1) % len(self.players)

    def _turn(self, player: Player) -> bool:
        """Whether the seat could do anything."""
        payment = self._payable(player)
        if payment is None and self.fewest <= RUSH:
            payment = self._cash(player)
        if payment is not None:
            self._claim(player, *payment)
            return True
        if not player.connects and self._has_time(player) and self._draw_tickets(player):
            return True
        return self._draw(player, 2)

    @property
    def _turns_left(self) -> float:
        return max(self.fewest - self.board.last_round_at, 0) / TRAINS_A_TURN + 2

    def _has_time(self, player: Player) -> bool:
        """Whether another ticket could be connected."""
        return player.trains >= ENOUGH_TRAINS and self._turns_left >= ENOUGH_TURNS

    # claiming

    def _payable(self, player: Player) -> Payment | None:
        """The longest target that the hand can pay."""
        hand, best, longest = player.hand, None, 0
        locomotives = hand[-1]
        for track in player.targets:
            _, _, length, _, _, colour, colours, fewest, most, special = track
            if length <= longest:
                continue
            if special:
                length -= SPECIAL * min(special, player.special)
            if colour < 0:
                colour = player.colour_for(colours)
            missing = length - hand[colour]
            if missing < fewest:
                missing = fewest
            if missing <= locomotives and missing <= most:
                best, longest = (track, colour, missing), track.length
        return best

    def _cash(self, player: Player) -> Payment | None:
        """The route that scores most of those that the hand can pay, with trains that tickets do not need."""
        shut, trains, hand = self.closed | player.barred, player.trains, player.hand
        if player.connects and self.last is None:
            trains -= sum([track.trains for track in player.targets])
        locomotives = hand[-1]
        affordable = max(hand[:-1]) + locomotives
        for track in self.board.by_points:
            _, bit, length, needed, _, colour, colours, fewest, most, special = track
            if special:
                length -= SPECIAL * min(special, player.special)
            if length > affordable or needed > trains or shut & bit:
                continue
            if colour < 0:
                colour = max(colours, key=hand.__getitem__)
            missing = max(length - hand[colour], fewest)
            if missing <= locomotives and missing <= most:
                return track, colour, missing
        return None

    def _claim(self, player: Player, track: Track, colour: int, locomotives: int) -> None:
        hand, discard, bit = player.hand, self.discard, track.bit
        coloured = track.length - locomotives
        if track.special:
            saved = min(track.special, player.special)
            player.special -= saved
            coloured -= SPECIAL * saved
        hand[colour] -= coloured
        hand[-1] -= locomotives
        discard[colour] += coloured
        discard[-1] += locomotives
        player.trains -= track.trains
        self.fewest = min(self.fewest, player.trains)
        player.points += track.points
        if player.promises:
            player.promised += player.promises[track.number]
        player.own |= bit
        self.claimed |= bit
        self.closed |= bit
        for tracks, limit in self.board.groups[track.number]:
            player.barred |= tracks
            if (self.claimed & tracks).bit_count() >= limit:
                self.closed |= tracks
        if player.mask & bit:
            player.mask ^= bit
            player.targets.remove(track)
            player.connects = player.connects and bool(player.mask or player.pending)
        self._replan(player)

    def _replan(self, claimant: Player) -> None:
        for player in self.players:
            blocked = player.mask & (self.closed | player.barred)
            if blocked or not player.targets or (player is claimant and self._lacks_trains(player)):
                self.plan(player)

    def _lacks_trains(self, player: Player) -> bool:
        trains = player.trains
        return max([track.trains for track in player.targets]) > trains

    # planning

    def plan(self, player: Player) -> None:
        """The cheapest ways for the tickets, the most valuable first, as far as trains and time allow; or points."""
        targets = self._connections(player) if player.connects else []
        player.connects = bool(targets)
        player.pursue(targets or self._best_points(player))

    def costs(self, player: Player) -> list[float]:
        """Of each route in points: the turns for it and for the missing cards, less what it scores."""
        board, hand, most, fewest = self.board, player.hand, self.board.longest, self.board.fewest
        counts = [min(cards, most) + fewest for cards in hand]
        counts[-1] = max(counts[:-1])  # for routes of several colours
        lacking = board.lacking[min(hand[-1], fewest)]
        costs = [
            prices[counts[colour] - lack]
            for prices, colour, lack in zip(player.prices, board.colours, lacking, strict=True)
        ]
        for track in board.specials:
            count = (
                counts[track.colour] - lacking[track.number] + SPECIAL * min(track.special, player.special)
            )
            costs[track.number] = player.prices[track.number][min(count, most + fewest)]
        if player.trains < board.most_trains:
            for track in board.tracks:
                if track.trains > player.trains:
                    costs[track.number] = inf
        for number in route_numbers(self.closed | player.barred):
            costs[number] = inf
        for number in route_numbers(player.own):
            costs[number] = 0.0
        return costs

    def _connections(self, player: Player) -> list[Track]:
        """The tickets in falling order of their value; before the first turn also in rising order, if that is better.

        Later plans are many, and a second order would cost more playouts than it is worth.
        """
        falling = sorted(player.pending, key=self.board.value.__getitem__, reverse=True)
        costs = self.costs(player)
        network = self._network(player, falling, costs)
        if not self.turns and len(falling) > 1:
            network = max(network, self._network(player, falling[::-1], costs), key=_gain)
        player.pending = network.pending
        return network.targets

    def _network(self, player: Player, tickets: Sequence[TicketId], costs: list[float]) -> Network:
        """The cheapest way for one ticket after the other, as far as trains and time allow."""
        board = self.board
        budget = Spending(costs.copy(), player.trains, self._spaces(player), board.excluded)
        targets: list[Track] = []
        pending: list[TicketId] = []
        gain = 0.0
        self.ways += len(tickets)
        for ticket in tickets:
            way = board.cheapest_way(ticket, budget.costs)
            if way is None:
                continue
            fresh = [board.tracks[route] for route in way.routes if budget.costs[route]]
            if fresh or targets:
                pending.append(ticket)
            if budget.spend(fresh):
                targets += fresh
                gain += way.points + board.penalty[ticket] - way.cost
        return Network(gain, tuple(pending), targets)

    def _spaces(self, player: Player) -> float:
        """For which there are cards, or turns to draw them."""
        return sum(player.hand) + 2 * self._turns_left

    def _best_points(self, player: Player) -> list[Track]:
        """The routes that bring most points a turn."""
        shut, trains, hand = self.closed | player.barred, player.trains, player.hand
        locomotives, longest, open_ones = hand[-1], max(hand[:-1]), 0
        rated = []
        for track in self.board.by_points:
            number, bit, length, needed, _, colour, _, _, _, special = track
            if shut & bit or needed > trains:
                continue
            if special:
                length -= SPECIAL * min(special, player.special)
            points = player.worths[number]
            missing = length - (hand[colour] if colour >= 0 else longest) - locomotives
            rated.append((points / (1 + missing / FITTING_CARDS) if missing > 0 else float(points), track))
            open_ones += 1
            if open_ones == LOOKED_AT:
                break
        rated.sort(key=_rate, reverse=True)
        return [track for _, track in rated[:AIMS]]

    # tickets

    def _chosen(self, player: Player, choice: TicketChoice) -> tuple[list[TicketId], list[Track]]:
        """Those that can be connected together for less than they bring, and as many as must be kept; their routes."""
        board, costs = self.board, self.costs(player)
        self.ways += len(choice.offer)
        ways = [(board.cheapest_way(ticket, costs), ticket) for ticket in choice.offer]
        offer = sorted([(self._balance(way, ticket), ticket, way) for way, ticket in ways], reverse=True)
        budget = Spending(costs, player.trains, self._spaces(player), board.excluded)
        kept, left = list[TicketId](), list[TicketId]()
        targets = list[Track]()
        for balance, ticket, alone in offer:
            good = len(kept) < choice.at_most and balance > (MARGIN if kept else -MARGIN)
            way = board.cheapest_way(ticket, costs) if good and targets else alone
            fresh = [board.tracks[route] for route in way.routes if costs[route]] if way else []
            if good and way and budget.spend(fresh):
                kept.append(ticket)
                targets += fresh
            else:
                left.append(ticket)
        short = max(choice.at_least - len(kept), 0)
        return kept + sorted(left, key=board.penalty.__getitem__)[:short], targets

    def _balance(self, way: Way | None, ticket: TicketId) -> float:
        """What the ticket brings more than its way costs; its loss if there is none."""
        return way.points - way.cost if way else -float(self.board.penalty[ticket])

    def _draw_tickets(self, player: Player) -> bool:
        """Look at the top tickets, keep the best and put the others back; False if there are none."""
        offer: list[TicketId] = []
        for name, count in self.board.draw.decks:
            deck = self.decks.get(name)
            if deck is None:
                deck = self.decks[name] = list(self.state.ticket_decks[name])
            offer += deck[:count]
            del deck[:count]
        if not offer:
            return False
        _, at_least, at_most = self.board.draw
        kept, targets = self._chosen(player, TicketChoice(tuple(offer), at_least, at_most))
        for ticket in offer:
            if ticket not in kept:
                self.decks[self.board.ruleset.deck_of[ticket]].append(ticket)
        player.tickets = (*player.tickets, *kept)
        player.pending, player.connects = tuple(kept), bool(targets)
        player.pursue(targets or self._best_points(player))
        return True

    # drawing

    def _draw(self, player: Player, count: int) -> bool:
        hand, market, locomotive = player.hand, self.market, self.board.locomotive
        drawn, whole = False, self.board.locomotive_cards
        wishes = self._wishes(player)
        while count > 0:
            best, place = BLIND, -1
            for slot, card in enumerate(market):
                if wishes[card] > best and (card != locomotive or count >= whole):
                    best, place = wishes[card], slot
            if place >= 0:
                card = market.pop(place)
                count -= whole if card == locomotive else 1
                self._turn_up()
            elif self.deck or self._reshuffle():
                card = self.deck.pop()
                count -= 1
            else:
                return drawn
            hand[card] += 1
            drawn = True
        return drawn

    def _wishes(self, player: Player) -> list[float]:
        """How much one more card of each kind helps: the more, the nearer it brings a target."""
        hand = player.hand
        wishes = [0.0] * self.board.kinds
        wishes[-1] = WILD
        for track in player.targets:
            _, _, length, _, _, colour, colours, fewest, _, special = track
            if special:
                length -= SPECIAL * min(special, player.special)
            if colour < 0:
                colour = player.colour_for(colours)
            missing = length - fewest - hand[colour]
            if missing > 0 and wishes[colour] * missing < 1:
                wishes[colour] = 1 / missing
            if fewest > hand[-1]:
                wishes[-1] = NEEDED
        return wishes

    def _turn_up(self) -> None:
        if self.deck or self._reshuffle():
            self.market.append(self.deck.pop())

    def _reshuffle(self) -> bool:
        """Make the discards the deck; False if there are none."""
        cards = [kind for kind, count in enumerate(self.discard) for _ in range(count)]
        self.discard = [0] * self.board.kinds
        self.deck = shuffled(cards, self.chance)
        return bool(cards)

    # the end

    def totals(self) -> list[float]:
        """The final points of every seat, counted by all rules."""
        seats = tuple(
            replace(
                seat,
                hand=(*player.hand, *seat.hand[self.board.kinds :]),
                trains=player.trains,
                routes=player.own,
                barred=player.barred,
                points=seat.points + player.points,
                tickets=player.tickets,
            )
            for seat, player in zip(self.state.seats, self.players, strict=True)
        )
        state = replace(self.state, seats=seats, claimed=self.claimed, closed=self.closed)
        ruleset, totals = self.board.ruleset, [player.promised for player in self.players]
        for score in ruleset.scores:
            for number, line in enumerate(score(ruleset, state)):
                if line is not None:
                    totals[number] += line.points
        return totals


def _rate(rated: tuple[float, Track]) -> float:
    return rated[0]


def _gain(network: Network) -> float:
    return network.gain
