"""The same table with everything redrawn that one viewer cannot see: other hands, decks, tickets and choices.

What a rule keeps hidden in its own slice of the state is redrawn by its `imagine`, as bots do. `REDRAWS` has functions
for slices that this cannot redraw: their rules imagine less, or take from a deck that is not theirs. If all fields of
a rule's events are public, its slice hides nothing.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from ttr_core import Ruleset, Viewer, view
from ttr_core.bots.policy import Dice
from ttr_core.engine.hooks import RuleModule
from ttr_core.engine.shared_slices import TicketChoices
from ttr_core.model.ids import Card, DeckName, TicketId
from ttr_core.model.state import Part, Seat, State, with_slice, with_table_slice
from ttr_core.rules.base.tickets import FirstDecks
from ttr_core.rules.by_post.standing_orders.instruction import Order
from ttr_core.rules.by_post.standing_orders.progress import Orders
from ttr_core.rules.variants.drafts import Drafts, DraftTable
from ttr_core.rules.variants.festivals import FestivalCards
from ttr_core.rules.variants.stations.borrowed_routes import choices
from ttr_core.rules.variants.stations.station_state import Sites, lent, named

T = TypeVar("T")
Redraw = Callable[[Ruleset, State, Viewer, Dice], State]


def _redraw_picks(ruleset: Ruleset, state: State, viewer: Viewer, dice: Dice) -> State:
    """What others have picked in a draft changes places with tickets of the deck."""
    table, deck = state.slice(DraftTable), ruleset.setting(Drafts).deck
    hidden = [t for seat, picks in enumerate(table.picked) if seat != viewer for t in picks]
    pool = shuffled([*hidden, *state.ticket_decks[deck]], dice)
    picked = tuple(
        picks if seat == viewer else tuple(pool.pop() for _ in picks)
        for seat, picks in enumerate(table.picked)
    )
    decks = {**state.ticket_decks, deck: tuple(pool)}
    return replace(state, ticket_decks=decks, slices=with_slice(state, replace(table, picked=picked)))


def _redraw_piles(ruleset: Ruleset, state: State, viewer: Viewer, dice: Dice) -> State:
    """Festival cards lie face down before the others."""
    cards = state.slice(FestivalCards)
    hidden = [pile for seat, pile in enumerate(cards.piles) if seat != viewer]
    pool = shuffled([name for pile in hidden for name, count in pile.items() for _ in range(count)], dice)
    piles = list(cards.piles)
    for seat, pile in enumerate(piles):
        if seat != viewer:
            taken = [pool.pop() for _ in range(sum(pile.values()))]
            piles[seat] = {name: taken.count(name) for name in pile}
    return replace(state, slices=with_slice(state, replace(cards, piles=tuple(piles))))


def _redraw_borrowing(ruleset: Ruleset, state: State, viewer: Viewer, dice: Dice) -> State:
    """Which routes others have chosen for their stations."""
    sites = state.slice(Sites)
    chosen = list(sites.chosen)
    for seat, choice in enumerate(chosen):
        if seat != viewer and choice is not None:
            possible = choices(lent(ruleset, state, seat))
            chosen[seat] = named(ruleset, possible[dice.below(len(possible))])
    return replace(state, slices=with_slice(state, replace(sites, chosen=tuple(chosen))))


def _redraw_orders(ruleset: Ruleset, state: State, viewer: Viewer, dice: Dice) -> State:
    """Others may have ordered something else, or nothing."""
    mine = state.slice(Orders)
    other = Order(number=7, alternatives=(({"type": "pass"},),), turns=1 + dice.below(9))
    in_force = tuple(
        orders if seat == viewer else (other,) * dice.below(3) for seat, orders in enumerate(mine.in_force)
    )
    return replace(state, table=with_table_slice(state, replace(mine, in_force=in_force)))


def _redraw_decks(ruleset: Ruleset, state: State, viewer: Viewer, dice: Dice) -> State:
    """From which decks others want their first tickets."""
    chosen = list(state.slice(FirstDecks).chosen)
    for seat, decks in enumerate(chosen):
        if seat != viewer and decks is not None:
            chosen[seat] = tuple(tuple(ruleset.decks)[dice.below(len(ruleset.decks))] for _ in decks)
    return replace(state, slices=with_slice(state, FirstDecks(chosen=tuple(chosen))))


def _redraw_tickets(ruleset: Ruleset, state: State, viewer: Viewer, dice: Dice) -> State:
    """Tickets change places with others of the same deck, whose backs look alike."""
    others, choices = [seat for seat in range(ruleset.players) if seat != viewer], state.slice(TicketChoices)
    hidden = [t for seat in others for t in (*state.seats[seat].tickets, *choices.by_seat[seat].offer)]
    pools: dict[DeckName, list[TicketId]] = {name: list(deck) for name, deck in state.ticket_decks.items()}
    for ticket in hidden:
        pools[ruleset.deck_of[ticket]].append(ticket)
    pools = {name: shuffled(pool, dice) for name, pool in pools.items()}

    def swap(tickets: Sequence[TicketId]) -> tuple[TicketId, ...]:
        return tuple(pools[ruleset.deck_of[ticket]].pop() for ticket in tickets)

    seats = list(state.seats)
    for number in others:
        seat, choice = seats[number], choices.by_seat[number]
        offer, chosen = swap(choice.offer), choice.chosen
        if chosen is not None:
            chosen = tuple(offer[choice.offer.index(ticket)] for ticket in chosen)
        seats[number] = replace(seat, tickets=swap(seat.tickets))
        choices = choices.changed(number, replace(choice, offer=offer, chosen=chosen))
    decks = {name: tuple(pool) for name, pool in pools.items()}
    return replace(state, seats=tuple(seats), ticket_decks=decks, slices=with_slice(state, choices))


def _keep_checkpoints(ruleset: Ruleset, state: State, viewer: Viewer, dice: Dice) -> State:
    """They stay: redrawn by themselves they would no longer be the past of this game."""
    return state


REDRAWS: dict[str, Redraw] = {  # by the name of the slice's type
    "FirstDecks": _redraw_decks,
    "TicketChoices": _redraw_tickets,
    "DraftTable": _redraw_picks,
    "FestivalCards": _redraw_piles,
    "Sites": _redraw_borrowing,
    "Orders": _redraw_orders,
    "Checkpoints": _keep_checkpoints,
}


def shuffled(items: Sequence[T], dice: Dice) -> list[T]:
    shuffled = list(items)
    for i in range(len(shuffled) - 1, 0, -1):
        j = dice.below(i + 1)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return shuffled


def redrawn(ruleset: Ruleset, state: State, viewer: Viewer, dice: Dice) -> State:
    """Another table that this viewer could be sitting at."""
    state = _redraw_cards(ruleset, state, viewer, dice)
    for kind in state.parts:
        redraw = REDRAWS.get(kind.__name__)
        state = redraw(ruleset, state, viewer, dice) if redraw else state
    return _imagined(ruleset, state, viewer, dice)


def _imagined(ruleset: Ruleset, state: State, viewer: Viewer, dice: Dice) -> State:
    """The slices without a function above, as their rules imagine them for this viewer.

    They do not learn what they show: a rule that shows too much would otherwise keep just that as it is.
    """
    for module in reversed(ruleset.modules):
        if module.imagine and state.shuffles and own_kinds(ruleset, module):
            seen = replace(view(ruleset, state, viewer), rules={})
            state = module.imagine(ruleset, state, seen, dice)
    return state


def own_kinds(ruleset: Ruleset, module: RuleModule) -> list[type[Part]]:
    """The types of a rule's slices, if no function above redraws them."""
    kinds = [type(part) for part in ruleset.slices_of(module)]
    return [] if any(kind.__name__ in REDRAWS for kind in kinds) else kinds


def _redraw_cards(ruleset: Ruleset, state: State, viewer: Viewer, dice: Dice) -> State:
    """Train cards of the deck and of other hands change places; what else is in the deck stays where it is."""
    kinds = ruleset.train_kinds
    others = [seat for seat in range(ruleset.players) if seat != viewer]
    held = [card for seat in others for card in _train_cards(ruleset, state.seats[seat])]
    left = state.deck[state.drawn :]
    pool = shuffled([*held, *(card for card in left if card in kinds)], dice)
    seats = list(state.seats)
    for seat in others:
        extra = seats[seat].hand[len(kinds) :]
        size = sum(seats[seat].hand[: len(kinds)])
        taken, pool = pool[:size], pool[size:]
        seats[seat] = replace(seats[seat], hand=(*(taken.count(kind) for kind in kinds), *extra))
    gone = shuffled(state.deck[: state.drawn], dice)
    deck = (*gone, *(pool.pop() if card in kinds else card for card in left))
    return replace(state, seats=tuple(seats), deck=deck)


def _train_cards(ruleset: Ruleset, seat: Seat) -> list[Card]:
    return [kind for kind, count in zip(ruleset.train_kinds, seat.hand, strict=False) for _ in range(count)]


def reordered(state: State, dice: Dice) -> State:
    """The deck in another order, with whatever else is in it."""
    return replace(state, deck=(*state.deck[: state.drawn], *shuffled(state.deck[state.drawn :], dice)))


def rechosen(state: State, viewer: Viewer, dice: Dice) -> State:
    """Choices of others that wait to be laid open: different ones, and a different number of them."""
    choices = state.slice(TicketChoices)
    for number, choice in enumerate(choices.by_seat):
        if number != viewer and choice.chosen is not None:
            size = choice.at_least + dice.below(choice.at_most - choice.at_least + 1)
            chosen = tuple(shuffled(choice.offer, dice)[:size])
            choices = choices.changed(number, replace(choice, chosen=chosen))
    return replace(state, slices=with_slice(state, choices))
