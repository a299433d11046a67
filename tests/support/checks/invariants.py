"""Invariants of every position of every game: nothing is lost, nothing appears, and a player can always act.

A rule that keeps cards or tickets somewhere else adds a function to `CARDS_ELSEWHERE` or
`TICKETS_ELSEWHERE`; without that its first game fails here.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from tests.support.whole_games.effective_events import EffectiveEvents
from tests.support.whole_games.played_games import Record
from ttr_core import Ruleset, legal_commands
from ttr_core.engine.shared_slices import TicketChoices
from ttr_core.model.events import Event, RouteClaimed, TicketDeckRemoved, TicketsKept
from ttr_core.model.ids import TicketId, Witness
from ttr_core.model.phases import Ended, Lobby, NotCreated, Scored
from ttr_core.model.state import State, route_numbers
from ttr_core.rules.variants.drafts import DRAFT_CARD, DraftTable
from ttr_core.rules.variants.ferry_cards import FERRY
from ttr_core.rules.variants.festivals import FestivalCards, Festivals
from ttr_core.rules.variants.tunnels import PayingTunnel

Elsewhere = Callable[[Ruleset, State], Iterable[str]]


def _ferry_pile(ruleset: Ruleset, state: State) -> list[str]:
    """Ferry cards face up beside the deck, as the view shows them."""
    show = ruleset.views.get("ferry_cards")
    return [FERRY] * show(ruleset, state, Witness.SPECTATOR)["pile"] if show else []


def _festival_cards(ruleset: Ruleset, state: State) -> list[str]:
    """Festival cards beside the board and in the piles of the players."""
    if FestivalCards not in state.slices:
        return []
    cards, named = state.slice(FestivalCards), {f.id: f.card for f in ruleset.setting(Festivals).festivals}
    counts = [entry for sets in (cards.lying, *cards.piles) for entry in sets.items()]
    assert min(count for _, count in counts) >= 0
    return [named[festival] for festival, count in counts for _ in range(count)]


def _draft_card(ruleset: Ruleset, state: State) -> list[str]:
    """The draft card, which is set aside once it has come up."""
    if DraftTable not in state.slices:
        return []
    table = state.slice(DraftTable)
    return [DRAFT_CARD] if table.due or table.begun > 1 else []


def _beside_a_tunnel(ruleset: Ruleset, state: State) -> tuple[str, ...]:
    """Cards that were turned over for a tunnel; they are discarded only when the turn is over."""
    return state.phase.turned if isinstance(state.phase, PayingTunnel) else ()


def _picks(ruleset: Ruleset, state: State) -> list[str]:
    picked = state.slice(DraftTable).picked if DraftTable in state.slices else ()
    return [ticket for tickets in picked for ticket in tickets]


CARDS_ELSEWHERE: tuple[Elsewhere, ...] = (_ferry_pile, _festival_cards, _draft_card, _beside_a_tunnel)
TICKETS_ELSEWHERE: tuple[Elsewhere, ...] = (_picks,)


def cards_on_the_table(ruleset: Ruleset, state: State) -> Counter[str]:
    """Every card by kind, wherever it lies."""
    cards: Counter[str] = Counter(state.deck[state.drawn :])
    cards.update(card for card in state.market if card is not None)
    for counts in (state.discard, *(seat.hand for seat in state.seats)):
        assert min(counts, default=0) >= 0
        cards.update({kind: n for kind, n in zip(ruleset.cards, counts, strict=False) if n})
    for elsewhere in CARDS_ELSEWHERE:
        cards.update(elsewhere(ruleset, state))
    return cards


def tickets_on_the_table(ruleset: Ruleset, state: State) -> list[str]:
    lying = [ticket for deck in state.ticket_decks.values() for ticket in deck]
    choices = state.slice(TicketChoices)
    held = [ticket for seat in state.seats for ticket in seat.tickets]
    held += [ticket for choice in choices.by_seat for ticket in choice.offer]
    elsewhere = [str(ticket) for where in TICKETS_ELSEWHERE for ticket in where(ruleset, state)]
    return [*lying, *held, *choices.aside, *elsewhere]


class Books:
    """The books of one game, kept from its events alone and compared with each position."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.cards: Counter[str] | None = None  # as counted after the deal
        self._standing = EffectiveEvents()
        self._begin()

    def _begin(self) -> None:
        self.placed = [0] * self.ruleset.players
        self.points = [0] * self.ruleset.players
        self.owner: dict[str, int] = {}
        self.out: set[TicketId] = set()

    def enter(self, before: State, event: Event) -> None:
        if not self._standing.add(event, before):
            self._write(before, event)
            return
        self._begin()  # what was taken back is as if it had never been
        for entry, then in self._standing.kept:
            assert isinstance(then, State)
            self._write(then, entry)

    def _write(self, before: State, event: Event) -> None:
        if isinstance(event, RouteClaimed):
            assert event.route not in self.owner, f"{event.route} was claimed twice"
            self.owner[event.route] = event.seat
            self.placed[event.seat] += event.trains
            self.points[event.seat] += event.points
        if isinstance(event, TicketsKept) and event.rejects == "out":
            self.out.update(event.returned or ())
        if isinstance(event, TicketDeckRemoved):
            self.out.update(before.ticket_decks[event.deck])

    def compare(self, state: State) -> None:
        if isinstance(state.phase, NotCreated | Lobby):
            return
        self._compare_cards(state)
        self._compare_tickets(state)
        self._compare_routes(state)
        check_rest(self.ruleset, state)

    def _compare_cards(self, state: State) -> None:
        cards = cards_on_the_table(self.ruleset, state)
        if self.cards is None:
            self.cards = cards
            trains = {kind: count for kind, count in cards.items() if kind in self.ruleset.train_kinds}
            assert trains == Counter(self.ruleset.train_cards)
        assert cards == self.cards, "cards were lost or appeared"

    def _compare_tickets(self, state: State) -> None:
        tickets = [*tickets_on_the_table(self.ruleset, state), *self.out]
        assert sorted(tickets) == sorted(self.ruleset.deck_of), "tickets were lost or appeared"

    def _compare_routes(self, state: State) -> None:
        routes = self.ruleset.routes
        for number, seat in enumerate(state.seats):
            assert seat.trains >= 0
            assert seat.trains + self.placed[number] == self.ruleset.board.trains
            assert seat.points == self.points[number]
            mine = {routes[route].id for route in route_numbers(seat.routes)}
            assert mine == {route for route, owner in self.owner.items() if owner == number}
        assert {routes[route].id for route in route_numbers(state.claimed)} == set(self.owner)
        assert state.claimed & ~state.closed == 0


def check_rest(ruleset: Ruleset, state: State) -> None:
    """A position at rest waits for somebody who can act, unless the game is over."""
    waiting = state.phase.waiting
    assert bool(waiting) != isinstance(state.phase, Ended | Scored)
    for seat in range(ruleset.players):
        if waiting != (seat,):  # `play` has looked at what the one whose turn it is can do
            assert bool(legal_commands(ruleset, state, seat)) == (seat in waiting)
    for choice in state.slice(TicketChoices).by_seat:
        assert set(choice.chosen or ()) <= set(choice.offer)
    if not state.cards_left:
        assert not any(state.discard), "discards are shuffled as soon as the deck is empty"


def check_invariants(record: Record) -> None:
    """Keeps the books of the whole game, event by event, and compares them after every command."""
    books = Books(record.ruleset)
    for step in record.steps:
        state = step.before
        for event in step.events:
            books.enter(state, event)
            state = record.ruleset.appliers[type(event)](record.ruleset, state, event)
        assert state == step.after
        books.compare(state)
