"""Beliefs: what rivals may hold, from what they have taken and built before everybody's eyes.

A determinization deals hidden cards and tickets with equal chances. Here a rival also holds the cards that they were
seen to take and have not paid with since, and tickets are the likelier the more of their way the rival has built.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp, inf

from msgspec.structs import replace

from ttr_core.bots.determinization import Knowledge
from ttr_core.bots.search.compact_board import CompactBoard, compact
from ttr_core.engine.randomness import Chance
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.engine.views import View, visible_tickets
from ttr_core.model.events import CardTaken, Event, RouteClaimed
from ttr_core.model.ids import DeckName, SeatId, TicketId
from ttr_core.model.state import RouteSet, State, put, route_set

TRUST = 3.0  # in what a rival has built: the weight of a ticket is exp(TRUST x built share of its way)
LOST = 0.3  # the weight of a ticket whose way is blocked
FINE = 1 << 32  # parts in which chance is measured


class Beliefs:
    """What one seat believes of a game, from which any number of whole games can be drawn."""

    def __init__(self, ruleset: Ruleset, seat: SeatId, seen: View, events: Sequence[Event]) -> None:
        self._ruleset, self._seat = ruleset, seat
        self._knowledge = Knowledge(ruleset, seen, events)
        self._taken = _cards_taken(ruleset, events)
        visible = visible_tickets(ruleset, seen)
        self._unseen = [ticket for ticket in ruleset.deck_of if ticket not in visible]
        self._weights = _weights(compact(ruleset), seat, seen, self._unseen)

    def imagine(self, chance: Chance) -> State:
        """One of the games that the seat may be in."""
        state = self._knowledge.determinize(chance)
        for rival in range(self._ruleset.players):
            if rival != self._seat and state.shuffles:
                state = _with_cards(self._ruleset, state, rival, self._taken[rival], chance)
                if self._weights[rival]:
                    state = self._with_tickets(state, rival, chance)
        return state

    def _with_tickets(self, state: State, rival: SeatId, chance: Chance) -> State:
        """The rival's tickets drawn anew, by weight; what they give up lies where the new ones were."""
        held, weights = state.seats[rival].tickets, self._weights[rival]
        tickets = list[TicketId]()
        for ticket in held:
            deck = self._ruleset.deck_of[ticket]
            others = [other for other in held if self._ruleset.deck_of[other] == deck]
            choices = dict.fromkeys((*others, *(state.ticket_decks[deck] or self._left_out(state, deck))))
            tickets.append(_draw([choice for choice in choices if choice not in tickets], weights, chance))
        given_up, fresh = set(held) - set(tickets), [ticket for ticket in tickets if ticket not in held]
        swaps = dict[TicketId, TicketId]()
        for ticket in held:
            if ticket in given_up:
                deck = self._ruleset.deck_of[ticket]
                taken = next(t for t in fresh if self._ruleset.deck_of[t] == deck and t not in swaps)
                swaps[taken] = ticket
        decks = {name: tuple([swaps.get(t, t) for t in deck]) for name, deck in state.ticket_decks.items()}
        seat = replace(state.seats[rival], tickets=tuple(tickets))
        return replace(state, seats=put(state.seats, rival, seat), ticket_decks=decks)

    def _left_out(self, state: State, deck: DeckName) -> list[TicketId]:
        """The tickets of a deck that is gone which nobody is known to hold."""
        held = {ticket for seat in state.seats for ticket in seat.tickets}
        held.update(t for seat in range(len(state.seats)) for t in ticket_choice(state, seat).offer)
        return [t for t in self._ruleset.decks[deck] if t in self._unseen and t not in held]


def _draw(tickets: Sequence[TicketId], weights: dict[TicketId, float], chance: Chance) -> TicketId:
    left = sum([weights[ticket] for ticket in tickets]) * chance.below(FINE) / FINE
    for ticket in tickets:
        left -= weights[ticket]
        if left < 0:
            return ticket
    return tickets[-1]


# cards


def _cards_taken(ruleset: Ruleset, events: Iterable[Event]) -> list[Counter[int]]:
    """What each seat was seen to take and has not paid with since."""
    taken: list[Counter[int]] = [Counter() for _ in range(ruleset.players)]
    for event in events:
        if isinstance(event, CardTaken):
            taken[event.seat][ruleset.card_index[event.card]] += 1
        elif isinstance(event, RouteClaimed):
            paid = Counter(ruleset.card_index[card] for card in event.cards if card in ruleset.card_index)
            taken[event.seat] -= paid
    return taken


def _with_cards(ruleset: Ruleset, state: State, rival: SeatId, taken: Counter[int], chance: Chance) -> State:
    """The state in which the rival holds these cards, exchanged with the deck for others of their hand."""
    hand, deck = list(state.seats[rival].hand), list(state.deck[state.drawn :])
    trains = range(len(ruleset.train_kinds))
    for kind, count in taken.items():
        card = ruleset.cards[kind]
        while hand[kind] < count and card in deck:
            spare = [other for other in trains for _ in range(hand[other] - taken[other])]
            if not spare:
                break
            other = spare[chance.below(len(spare))]
            deck[deck.index(card)] = ruleset.cards[other]
            hand[kind] += 1
            hand[other] -= 1
    seat = replace(state.seats[rival], hand=tuple(hand))
    return replace(state, seats=put(state.seats, rival, seat), deck=tuple(deck), drawn=0)


# tickets


def _weights(
    board: CompactBoard, viewer: SeatId, seen: View, tickets: Sequence[TicketId]
) -> list[dict[TicketId, float]]:
    """Of each unseen ticket for each rival; none for those who have built nothing yet."""
    index = board.ruleset.route_index
    routes = [route_set(index[route] for route in seat.routes) for seat in seen.seats]
    claimed = 0
    for built in routes:
        claimed |= built
    return [
        {} if seat == viewer or not own else ticket_weights(board, own, claimed, tickets)
        for seat, own in enumerate(routes)
    ]


def ticket_weights(
    board: CompactBoard, own: RouteSet, claimed: RouteSet, tickets: Sequence[TicketId]
) -> dict[TicketId, float]:
    shut, whole = board.closed_to(own, claimed), _spaces_of_ways(board.ruleset)
    costs = [
        0.0 if own & track.bit else inf if shut & track.bit else float(track.length) for track in board.tracks
    ]
    weights = {}
    for ticket in tickets:
        way = board.cheapest_way(ticket, costs)
        weights[ticket] = exp(TRUST * max(1 - way.cost / whole[ticket], 0)) if way else LOST
    return weights


@lru_cache(maxsize=16)
def _spaces_of_ways(ruleset: Ruleset) -> dict[TicketId, float]:
    """Of each ticket on the empty board."""
    board = compact(ruleset)
    costs = [float(track.length) for track in board.tracks]
    ways = {ticket: board.cheapest_way(ticket, costs) for ticket in ruleset.deck_of}
    return {ticket: way.cost if way else inf for ticket, way in ways.items()}
