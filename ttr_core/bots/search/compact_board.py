"""A board in integers: what playouts look up for each route, ticket and card."""

from functools import lru_cache
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from msgspec.structs import replace

from ttr_core.base_game import Tickets, TrainCards, Turns
from ttr_core.bots.greedy.outlook import Links, exclusions_of, links_of
from ttr_core.engine.engine import Decision
from ttr_core.engine.randomness import SeededRandomness
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import LOCOMOTIVE, DeckName, TicketId
from ttr_core.model.phases import PlayingTurn
from ttr_core.model.state import RouteSet, route_numbers

SPECIAL = 2  # train cards that a card costs which takes a whole turn to get, such as one of a rule's own


class Track(NamedTuple):
    """One route. Its price is cards of one of its colours, of which so many may, or must, be locomotives.

    Cards of other kinds that pay for a part of it count as `SPECIAL` train cards each, of which they save as many.
    """

    number: int
    bit: RouteSet
    length: int  # cards, those included that it usually costs beside its price
    trains: int
    points: int
    colour: int  # the only one, or -1
    colours: tuple[int, ...]
    fewest: int  # locomotives
    most: int
    special: int  # cards of other kinds that pay for a part of it


class CompactBoard:
    """The tables of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.kinds = len(ruleset.train_kinds)
        self.locomotive = ruleset.card_index[LOCOMOTIVE]
        self.links: Links = links_of(ruleset)
        dearer = _routes_taken_over(ruleset)
        self.tracks = tuple(
            _track(ruleset, number, extra=dearer >> number & 1) for number in range(len(ruleset.routes))
        )
        self.colours = [track.colour for track in self.tracks]
        self.specials = [track for track in self.tracks if track.special]
        self.longest = max(track.length for track in self.tracks)
        self.most_trains = max(track.trains for track in self.tracks)
        self.fewest = max(track.fewest for track in self.tracks)  # locomotives, of the most demanding one
        # for each number of locomotives in a hand, those that each route lacks
        self.lacking = [
            [max(track.fewest - held, 0) for track in self.tracks] for held in range(self.fewest + 1)
        ]
        payable = [track for track in self.tracks if track.colours]
        self.by_points = sorted(payable, key=lambda track: (-track.points, track.number))
        self.groups = ruleset.groups_of
        self.excluded = exclusions_of(ruleset)
        self._far = [inf] * len(self.links)
        self._goals = {ticket: _goals(ruleset, ticket) for ticket in ruleset.goals}
        self.points = [float(track.points) for track in self.tracks]
        self.value = {
            ticket: max(points for _, points in ends) for ticket, (_, ends) in ruleset.goals.items()
        }
        self.penalty = {ticket: ruleset.tickets[ticket].penalty for ticket in ruleset.goals}
        self.draw = _ticket_draw(ruleset)
        self.last_round_at = ruleset.setting(Turns).last_round_at
        self.locomotive_cards = 2 if ruleset.setting(TrainCards).locomotive_is_whole_turn else 1

    def closed_to(self, own: RouteSet, claimed: RouteSet) -> RouteSet:
        """The routes that a seat with these routes cannot claim any more, whatever its cards and trains."""
        shut = claimed
        for number in route_numbers(claimed):
            for tracks, limit in self.groups[number]:
                if own & tracks or (claimed & tracks).bit_count() >= limit:
                    shut |= tracks
        return shut

    def cheapest_way(self, ticket: TicketId, costs: list[float]) -> "Way | None":
        """The routes that complete the ticket, and their cost; None if they cannot be had."""
        starts, worth, single = self._goals[ticket]
        links, cheapest = self.links, self._far.copy()
        steps: dict[int, tuple[int, int]] = {}
        for city in starts:
            cheapest[city] = 0.0
        waiting = [(0.0, city) for city in starts]
        best: tuple[float, float, int] | None = None
        while waiting:
            cost, city = heappop(waiting)
            if cost > cheapest[city]:
                continue
            if city in worth:
                goal = (worth[city] - cost, cost, city)
                best = max(best, goal) if best else goal
                if single:
                    break
            for other, route in links[city]:
                total = cost + costs[route]
                if total < cheapest[other]:
                    cheapest[other] = total
                    steps[other] = (city, route)
                    heappush(waiting, (total, other))
        return _way(steps, best, worth) if best else None


def _goals(ruleset: Ruleset, ticket: TicketId) -> tuple[tuple[int, ...], dict[int, int], bool]:
    """Where its ways start, what each city is worth that they may end in, and whether all are worth the same."""
    starts, goals = ruleset.goals[ticket]
    return tuple(starts), {end: points for ends, points in reversed(goals) for end in ends}, len(goals) == 1


class Way(NamedTuple):
    routes: list[int]
    cost: float
    points: int


def _way(steps: dict[int, tuple[int, int]], best: tuple[float, float, int], worth: dict[int, int]) -> Way:
    _, cost, end = best
    routes, city = [], end
    while city in steps:
        city, route = steps[city]
        routes.append(route)
    return Way(routes, cost, worth[end])


class TicketDraw(NamedTuple):
    """What a turn that draws tickets gives."""

    decks: tuple[tuple[DeckName, int], ...]
    at_least: int  # that are kept
    at_most: int


def _ticket_draw(ruleset: Ruleset) -> TicketDraw:
    """The usual one; where players mix decks, all from the one with the cheapest tickets."""
    deal = ruleset.setting(Tickets).draw
    decks = tuple(deal.deal.items())
    if deal.mix is not None:
        decks = ((min(deal.deal, key=lambda name: _usual_penalty(ruleset, name)), deal.mix),)
    dealt = sum(count for _, count in decks)
    return TicketDraw(decks, deal.keep_at_least, deal.keep_at_most or dealt)


def _usual_penalty(ruleset: Ruleset, deck: DeckName) -> float:
    tickets = ruleset.decks[deck]
    return sum(ruleset.tickets[ticket].penalty for ticket in tickets) / max(len(tickets), 1)


def _track(ruleset: Ruleset, number: int, extra: int) -> Track:
    """From the ways to pay with the fewest locomotives and, of those, with the fewest cards of other kinds."""
    colours: dict[int, None] = {}
    index, plain = ruleset.card_index, set(ruleset.train_kinds)
    length, most = ruleset.edges[number][2], 0
    ways = [
        (way.cards.count(LOCOMOTIVE), sum(card not in plain for card in way.cards), way.cards)
        for way in ruleset.prices.ways(ruleset.prices.price_of(number))
    ]
    fewest, special, _ = min(ways, default=(0, 0, ()))
    for locomotives, others, cards in ways:
        if others != special:
            continue
        most, length = max(most, locomotives), len(cards) + (SPECIAL - 1) * special
        colours.update(dict.fromkeys(index[card] for card in cards if card in plain and card != LOCOMOTIVE))
    if most and not colours:  # locomotives alone
        colours[0] = None
    return Track(
        number=number,
        bit=1 << number,
        length=length + extra,
        trains=ruleset.trains[number],
        points=ruleset.points[number],
        colour=next(iter(colours)) if len(colours) == 1 else -1,
        colours=tuple(colours),
        fewest=fewest if colours else 0,
        most=most,
        special=special,
    )


def _routes_taken_over(ruleset: Ruleset) -> RouteSet:
    """The routes whose claims a rule takes over once they are paid for: as a rule they cost one more card."""
    no_cards, deck = (0,) * len(ruleset.train_kinds), ruleset.train_cards
    table = replace(ruleset.new_state(), phase=PlayingTurn(0), deck=deck, discard=no_cards, shuffles=1)
    taken_over = 0
    for number, route in enumerate(ruleset.routes) if ruleset.claims else ():
        price = ruleset.prices.ways(ruleset.prices.price_of(number))
        decision = Decision(ruleset, table, SeededRandomness(bytes(32)))
        if any(take_over(decision, 0, route, price[0]) for take_over in ruleset.claims if price):
            taken_over |= 1 << number
    return taken_over


@lru_cache(maxsize=16)
def compact(ruleset: Ruleset) -> CompactBoard:
    return CompactBoard(ruleset)
