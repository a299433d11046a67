"""Tickets: dealt at the start and drawn in play; a completed ticket adds its value, an open one subtracts it.

A deal takes a number of tickets from each of its decks. Where one of several decks has run out, the player chooses
which of the others stands in for it.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Literal

from msgspec.structs import replace

from ttr_core.boards.check.defects import PartialBoard
from ttr_core.engine.checkpoints import with_checkpoint
from ttr_core.engine.decision import Decision
from ttr_core.engine.draft import Draft
from ttr_core.engine.hooks import Action, RuleModule, Settings
from ttr_core.engine.networks import completed_tickets, ticket_points
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import Command, DrawTickets, KeepTickets
from ttr_core.model.events import (
    TicketDeckRemoved,
    TicketsChosen,
    TicketsKept,
    TicketsOffered,
    TicketsReturned,
    TicketsRevealed,
    TicketsShuffled,
)
from ttr_core.model.ids import DeckName, SeatId, TicketId, TicketSet
from ttr_core.model.kinds import New
from ttr_core.model.message import known
from ttr_core.model.phases import ChoosingTickets, KeepingTickets, PlayingTurn, SettingUp, TurnOver
from ttr_core.model.scoresheet import Item, ScoreLine
from ttr_core.model.state import Seat, State, with_seat
from ttr_core.model.violations import Code, RuleViolation

Decks = Mapping[DeckName, tuple[TicketId, ...]]
CardsPerDeck = Mapping[DeckName, int]  # how many come from each deck
Rejects = Literal["under", "out", "shuffled"]  # under the deck, out of the game, shuffled together first


class Deal(Settings, frozen=True, kw_only=True):
    """How many come from each deck, how many are kept, and where the others go."""

    deal: CardsPerDeck
    keep_at_least: int
    keep_at_most: int | None = None
    rejects: Rejects = "under"
    remove_decks: tuple[DeckName, ...] = ()  # the rest of these leaves the game after this deal


class Tickets(Settings, frozen=True, kw_only=True):
    decks: Mapping[New[DeckName], tuple[TicketSet, ...]]  # each made of these sets of the board's tickets
    draw: Deal
    start: Deal | None = None  # absent where another rule gives out the first tickets


def _count(board: PartialBoard, settings: Tickets, deck: str) -> int:
    """The tickets in the box: of one deck, or of all."""
    decks = {str(name): sets for name, sets in settings.decks.items() if not deck or name == deck}
    sets = {name for sets in decks.values() for name in sets}
    return sum(not sets.isdisjoint(ticket.sets) for _, ticket in board.tickets)


def _compile(draft: Draft) -> None:
    settings: Tickets = draft.settings
    for name, sets in settings.decks.items():
        draft.deck(name, [ticket.id for ticket in draft.board.tickets if set(ticket.sets) & set(sets)])


# the first tickets


def _set_up(decision: Decision) -> None:
    for name, tickets in decision.ruleset.decks.items():
        number = decision.state.shuffles + 1
        shuffled = decision.rng.shuffle(f"tickets/{number}", tickets)
        decision.emit(TicketsShuffled(number=number, deck=name, count=len(tickets), tickets=shuffled))
    start = decision.ruleset.setting(Tickets).start
    if start is None:
        return
    for seat in range(decision.ruleset.players):
        decks = tuple(name for name, count in start.deal.items() for _ in range(count))
        _offer(decision, seat, decks, start, at_once=True)
    for name in start.remove_decks:
        decision.emit(TicketDeckRemoved(deck=name, count=len(decision.state.ticket_decks[name])))


def _shuffled(ruleset: Ruleset, state: State, event: TicketsShuffled) -> State:
    decks = {**state.ticket_decks, event.deck: known(event.tickets)}
    return replace(state, ticket_decks=decks, shuffles=event.number)


def _removed(ruleset: Ruleset, state: State, event: TicketDeckRemoved) -> State:
    return replace(state, ticket_decks={**state.ticket_decks, event.deck: ()})


def _settle(decision: Decision) -> bool:
    """When the last player has chosen, all choices take effect together."""
    state = decision.state
    if state.phase.waiting:
        return False
    start = decision.ruleset.setting(Tickets).start
    assert start is not None
    for number, seat in enumerate(state.seats):
        decision.emit(_kept(number, seat, known(seat.chosen), start.rejects))
    for name in decision.ruleset.decks:
        _return_together(decision, name)
    return True


def _return_together(decision: Decision, deck: DeckName) -> None:
    aside = [ticket for ticket in decision.state.aside if decision.ruleset.deck_of[ticket] == deck]
    if aside:
        number = decision.state.shuffles + 1
        # sorted first: the shuffle must not depend on who rejected them
        shuffled = decision.rng.shuffle(f"tickets/{number}", sorted(aside))
        decision.emit(TicketsReturned(number=number, deck=deck, count=len(aside), tickets=shuffled))


def _returned(ruleset: Ruleset, state: State, event: TicketsReturned) -> State:
    back = known(event.tickets)
    decks = {**state.ticket_decks, event.deck: state.ticket_decks[event.deck] + back}
    aside = tuple(ticket for ticket in state.aside if ticket not in back)
    return replace(state, ticket_decks=decks, aside=aside, shuffles=event.number)


# drawing in play


def _draw_offers(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    choices = _draw_choices(ruleset.setting(Tickets).draw.deal, state.ticket_decks)
    return [DrawTickets(seat=seat, decks=decks) for decks in choices]


def _draw(decision: Decision, command: DrawTickets) -> None:
    deal, decks = decision.ruleset.setting(Tickets).draw, decision.state.ticket_decks
    choices = _draw_choices(deal.deal, decks)
    if not choices:
        raise RuleViolation(Code.NO_TICKET_LEFT)
    if command.decks not in choices:
        raise RuleViolation(Code.DECK_CHOICE_NOT_ACCEPTED, decks=list(command.decks))
    _offer(decision, command.seat, command.decks or _usual_draw(deal.deal, decks), deal)


def _offer(
    decision: Decision, seat: SeatId, decks: Sequence[DeckName], deal: Deal, at_once: bool = False
) -> None:
    """The top cards of these decks, for the seat to choose from."""
    taken: dict[DeckName, int] = {}
    tickets = []
    for name in decks:
        tickets.append(decision.state.ticket_decks[name][taken.get(name, 0)])
        taken[name] = taken.get(name, 0) + 1
    decision.emit(
        TicketsOffered(
            seat=seat,
            decks=tuple(decks),
            tickets=tuple(tickets),
            at_least=min(deal.keep_at_least, len(tickets)),
            at_most=min(deal.keep_at_most or len(tickets), len(tickets)),
            at_once=at_once,
        )
    )


def _offered(ruleset: Ruleset, state: State, event: TicketsOffered) -> State:
    me = replace(
        state.seats[event.seat], offer=known(event.tickets), at_least=event.at_least, at_most=event.at_most
    )
    decks = {name: deck[event.decks.count(name) :] for name, deck in state.ticket_decks.items()}
    choosing = (*state.phase.waiting, event.seat)
    phase = ChoosingTickets(choosing) if event.at_once else KeepingTickets(event.seat)
    seats = with_seat(state.seats, event.seat, me)
    looking = replace(state, seats=seats, ticket_decks=decks, phase=phase, checkpoints=())
    return looking if event.at_once else with_checkpoint(looking, event.seat, state.checkpoints)


# from which decks


def _draw_choices(deal: CardsPerDeck, decks: Decks) -> tuple[tuple[DeckName, ...], ...]:
    """() is the usual draw; players choose decks only where one of several has run out."""
    if len(deal) == 1:
        (only,) = deal
        return ((),) if decks[only] else ()
    left = {name: len(decks[name]) for name in deal}
    if all(left[name] >= count for name, count in deal.items()):
        return ((),)
    return tuple(_substitutes(deal, decks)) if any(left.values()) else ()


def _usual_draw(deal: CardsPerDeck, decks: Decks) -> tuple[DeckName, ...]:
    """The cards that the decks of the deal still have, a deck's name for each."""
    return tuple(name for name, count in deal.items() for _ in range(min(count, len(decks[name]))))


def _substitutes(deal: CardsPerDeck, decks: Decks) -> list[tuple[DeckName, ...]]:
    """Each card that is missing may come from another deck, or not at all; at least one card is drawn."""
    usual = _usual_draw(deal, decks)
    missing = sum(deal.values()) - len(usual)
    others = {name: len(decks[name]) - usual.count(name) for name in deal}
    more = [pick for extra in range(missing, -1, -1) for pick in _picks(others, extra)]
    return [tuple(sorted((*usual, *pick), key=list(deal).index)) for pick in more]


def _picks(left: Mapping[DeckName, int], count: int) -> list[tuple[DeckName, ...]]:
    """Every way to take so many cards from the decks that are left."""
    pool = [name for name, cards in left.items() for _ in range(min(cards, count))]
    return list(dict.fromkeys(combinations(pool, count)))


# choosing


def _keep_offers(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    me = state.seats[seat]
    sizes = range(me.at_least, me.at_most + 1)
    return [KeepTickets(seat=seat, tickets=kept) for size in sizes for kept in combinations(me.offer, size)]


def _keep(decision: Decision, command: KeepTickets) -> None:
    me = decision.state.seats[command.seat]
    unknown = [ticket for ticket in command.tickets if ticket not in me.offer]
    if unknown:
        raise RuleViolation(Code.TICKET_NOT_OFFERED, ticket=unknown[0])
    kept = tuple(ticket for ticket in me.offer if ticket in command.tickets)
    if not me.at_least <= len(kept) <= me.at_most or len(kept) != len(command.tickets):
        raise RuleViolation(Code.WRONG_NUMBER_OF_TICKETS, at_least=me.at_least, at_most=me.at_most)
    if isinstance(decision.state.phase, ChoosingTickets):
        decision.emit(TicketsChosen(seat=command.seat, tickets=kept))
    else:
        decision.emit(_kept(command.seat, me, kept, decision.ruleset.setting(Tickets).draw.rejects))


def _kept(number: SeatId, seat: Seat, kept: tuple[TicketId, ...], rejects: Rejects) -> TicketsKept:
    returned = tuple(ticket for ticket in seat.offer if ticket not in kept)
    return TicketsKept(seat=number, count=len(kept), tickets=kept, returned=returned, rejects=rejects)


def _chosen(ruleset: Ruleset, state: State, event: TicketsChosen) -> State:
    me = replace(state.seats[event.seat], chosen=known(event.tickets))
    waiting = tuple(seat for seat in state.phase.waiting if seat != event.seat)
    return replace(state, seats=with_seat(state.seats, event.seat, me), phase=ChoosingTickets(waiting))


def _tickets_kept(ruleset: Ruleset, state: State, event: TicketsKept) -> State:
    kept, back = known(event.tickets), known(event.returned)
    me = state.seats[event.seat]
    me = replace(me, tickets=me.tickets + kept, offer=(), at_least=0, at_most=0, chosen=None)
    seats = with_seat(state.seats, event.seat, me)
    decks = state.ticket_decks
    if event.rejects == "under":
        decks = {n: (*deck, *(t for t in back if ruleset.deck_of[t] == n)) for n, deck in decks.items()}
    aside = state.aside + back if event.rejects == "shuffled" else state.aside
    return replace(
        state, seats=seats, ticket_decks=decks, aside=aside, phase=_after(state, seats, event.seat)
    )


def _after(state: State, seats: Sequence[Seat], seat: SeatId) -> TurnOver | SettingUp | ChoosingTickets:
    if not isinstance(state.phase, ChoosingTickets):
        return TurnOver(seat)
    return state.phase if any(other.offer for other in seats) else SettingUp()


# counting


def _reveal(decision: Decision) -> None:
    for number, seat in enumerate(decision.state.seats):
        decision.emit(TicketsRevealed(seat=number, tickets=seat.tickets))


def _revealed(ruleset: Ruleset, state: State, event: TicketsRevealed) -> State:
    return state


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    lines: list[ScoreLine | None] = []
    for number in range(ruleset.players):
        items = tuple(Item(ticket, points) for ticket, points in ticket_points(ruleset, state, number))
        lines.append(ScoreLine(reason="tickets", points=sum(item.points for item in items), items=items))
    return lines


def _completed(ruleset: Ruleset, state: State) -> list[int]:
    return [len(completed_tickets(ruleset, state, seat)) for seat in range(ruleset.players)]


def _net_points(ruleset: Ruleset, state: State) -> list[int]:
    return [line.points for line in _score(ruleset, state) if line]


tickets = RuleModule(
    name="tickets",
    settings=Tickets,
    contents={"tickets": _count, "ticket_decks": _count},
    compile=_compile,
    setup=_set_up,
    commands={
        DrawTickets: Action(_draw, (PlayingTurn,)),
        KeepTickets: Action(_keep, (ChoosingTickets, KeepingTickets)),
    },
    events={
        TicketsShuffled: _shuffled,
        TicketDeckRemoved: _removed,
        TicketsOffered: _offered,
        TicketsChosen: _chosen,
        TicketsKept: _tickets_kept,
        TicketsReturned: _returned,
        TicketsRevealed: _revealed,
    },
    offers={PlayingTurn: _draw_offers, ChoosingTickets: _keep_offers, KeepingTickets: _keep_offers},
    settle={ChoosingTickets: _settle},
    reveals=_reveal,
    score=_score,
    measures={"tickets_completed": _completed, "ticket_points": _net_points},
)
