"""Tickets: dealt at the start and drawn in play; a completed ticket adds its value, an open one subtracts it.

A deal takes a number of tickets from each of its decks. Where one of several decks has run out, the player chooses
which of the others stands in for it. A deal with a `mix` leaves it to the player how many come from each deck: before
the first tickets all players say so at the same time, and are dealt theirs together.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal, Self

from msgspec.structs import replace

from ttr_core.boards.check.defects import Defect, PartialBoard, below, error
from ttr_core.engine.draft import Draft
from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, MadeForRuleset, Offer, RuleModule, Settings
from ttr_core.engine.networks import completed_tickets, ticket_points
from ttr_core.engine.randomness import Chance, shuffled
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.shared_slices import (
    NO_CHOICE,
    TicketChoice,
    TicketChoices,
    ticket_choice,
    with_chosen_tickets,
)
from ttr_core.engine.views import View, visible_tickets
from ttr_core.model.commands import Command, DrawTickets, KeepTickets
from ttr_core.model.events import (
    TicketDeckRemoved,
    TicketDecksAsked,
    TicketDecksChosen,
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
from ttr_core.model.phases import (
    ChoosingDecks,
    ChoosingTickets,
    KeepingTickets,
    PlayingTurn,
    SettingUp,
    TurnOver,
)
from ttr_core.model.scoresheet import Item, ScoreLine
from ttr_core.model.state import Slice, State, UnseenChoices, put, with_seat, with_slice
from ttr_core.model.violations import Code, RuleViolation

Decks = Mapping[DeckName, tuple[TicketId, ...]]
CardsPerDeck = Mapping[DeckName, int]  # how many come from each deck
# Under the deck, out of the game, shuffled together first, shuffled into the deck.
Rejects = Literal["under", "out", "shuffled", "into"]


class Deal(Settings, frozen=True, kw_only=True):
    """How many come from each deck, how many are kept, and where the others go."""

    deal: CardsPerDeck  # tickets from each deck
    mix: int | None = None  # so many in all, from the decks as the player likes; `deal` is the most from each
    keep_at_least: int  # of those that were dealt
    keep_at_most: int | None = None  # all of them if absent
    rejects: Rejects = "under"
    """Where the others go: `under` their deck, `out` of the game, under it but `shuffled` first, shuffled `into` it."""

    remove_decks: tuple[DeckName, ...] = ()  # the rest of these leaves the game after this deal


class Tickets(Settings, frozen=True, kw_only=True):
    decks: Mapping[New[DeckName], tuple[TicketSet, ...]]  # each made of these sets of the board's tickets
    draw: Deal  # what a player gets who draws tickets
    start: Deal | None = None  # absent where another rule gives out the first tickets


def _count(board: PartialBoard, settings: Tickets, deck: str) -> int:
    """The tickets in the box: of one deck, or of all."""
    decks = {str(name): sets for name, sets in settings.decks.items() if not deck or name == deck}
    sets = {name for sets in decks.values() for name in sets}
    return sum(not sets.isdisjoint(ticket.sets) for _, ticket in board.tickets)


def _check(board: PartialBoard, settings: Tickets) -> Iterator[Defect]:
    """Each deck has enough for everybody's first tickets."""
    for deck, dealt in settings.start.deal.items() if settings.start else ():
        there = _count(board, settings, deck)
        if there < dealt * board.players:
            message = f"{dealt} tickets for each of {board.players} players, but only {there} in the deck"
            yield error(below("/rules/tickets/start/deal", deck), "too_few_tickets", message)


class FirstDecks(UnseenChoices, frozen=True, kw_only=True):
    """The decks that each seat has chosen for its first tickets."""

    chosen: tuple[tuple[DeckName, ...] | None, ...]

    def has_choice(self, seat: SeatId) -> bool:
        return self.chosen[seat] is not None

    def without_choice(self, seat: SeatId) -> Self:
        return replace(self, chosen=put(self.chosen, seat, None))


def _slices(ruleset: Ruleset) -> tuple[Slice, ...]:
    """Nothing is on offer, and decks are chosen only for a mix."""
    choices, start = TicketChoices(by_seat=(NO_CHOICE,) * ruleset.players), ruleset.setting(Tickets).start
    if start is None or start.mix is None:
        return (choices,)
    return (choices, FirstDecks(chosen=(None,) * ruleset.players))


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
    if start.mix is not None:
        decision.emit(TicketDecksAsked())
        return
    decks = tuple(name for name, count in start.deal.items() for _ in range(count))
    _deal(decision, start, (decks,) * decision.ruleset.players)


def _deal(decision: Decision, start: Deal, decks: Sequence[tuple[DeckName, ...]]) -> None:
    """Offer each seat its first tickets, from these decks."""
    for seat, names in enumerate(decks):
        _offer(decision, seat, names, start, at_once=True)
    for name in start.remove_decks:
        decision.emit(TicketDeckRemoved(deck=name, count=len(decision.state.ticket_decks[name])))


def _decks_asked(ruleset: Ruleset, state: State, event: TicketDecksAsked) -> State:
    return replace(state, phase=ChoosingDecks(tuple(range(ruleset.players))))


def _decks_chosen(ruleset: Ruleset, state: State, event: TicketDecksChosen) -> State:
    waiting = tuple(seat for seat in state.phase.waiting if seat != event.seat)
    chosen = put(state.slice(FirstDecks).chosen, event.seat, known(event.decks))
    slices = with_slice(state, FirstDecks(chosen=chosen))
    return replace(state, phase=ChoosingDecks(waiting), slices=slices)


def _settle_decks(decision: Decision) -> bool:
    """When the last player has chosen, all are dealt their tickets, in the order of the seats."""
    state, start = decision.state, decision.ruleset.setting(Tickets).start
    if state.phase.waiting:
        return False
    assert start is not None
    _deal(decision, start, [known(decks) for decks in state.slice(FirstDecks).chosen])
    return True


def _shuffled(ruleset: Ruleset, state: State, event: TicketsShuffled) -> State:
    shuffled = known(event.tickets)
    decks = {**state.ticket_decks, event.deck: shuffled}
    return replace(state, ticket_decks=decks, slices=_without_aside(state, shuffled), shuffles=event.number)


def _without_aside(state: State, tickets: tuple[TicketId, ...]) -> Mapping[type[Slice], Slice]:
    """The slices when these tickets no longer lie aside."""
    choices = state.slice(TicketChoices)
    aside = tuple(ticket for ticket in choices.aside if ticket not in tickets)
    return with_slice(state, replace(choices, aside=aside))


def _removed(ruleset: Ruleset, state: State, event: TicketDeckRemoved) -> State:
    return replace(state, ticket_decks={**state.ticket_decks, event.deck: ()})


def _settle(decision: Decision) -> bool:
    """When the last player has chosen, all choices take effect together."""
    state = decision.state
    if state.phase.waiting:
        return False
    start = decision.ruleset.setting(Tickets).start
    assert start is not None
    for seat, choice in enumerate(state.slice(TicketChoices).by_seat):
        decision.emit(_kept(seat, choice, known(choice.chosen), start.rejects))
    for name in decision.ruleset.decks:
        _return_together(decision, name, into=start.rejects == "into")
    return True


def _return_together(decision: Decision, deck: DeckName, into: bool) -> None:
    """Shuffle the rejected tickets of a deck, alone or together with the rest of it."""
    state = decision.state
    aside = [t for t in state.slice(TicketChoices).aside if decision.ruleset.deck_of[t] == deck]
    if aside:
        number = state.shuffles + 1
        # sorted first: the shuffle must not depend on who rejected them
        tickets = sorted((*aside, *state.ticket_decks[deck]) if into else aside)
        shuffled = decision.rng.shuffle(f"tickets/{number}", tickets)
        kind = TicketsShuffled if into else TicketsReturned
        decision.emit(kind(number=number, deck=deck, count=len(tickets), tickets=shuffled))


def _returned(ruleset: Ruleset, state: State, event: TicketsReturned) -> State:
    back = known(event.tickets)
    decks = {**state.ticket_decks, event.deck: state.ticket_decks[event.deck] + back}
    return replace(state, ticket_decks=decks, slices=_without_aside(state, back), shuffles=event.number)


# drawing in play


def _draw_offers_for(ruleset: Ruleset) -> Offer:
    """Most boards have only one draw, which is then listed every turn."""
    deal = ruleset.setting(Tickets).draw
    if len(deal.deal) > 1 or deal.mix is not None:
        return _draw_offers
    (deck,) = deal.deal
    only = tuple((DrawTickets(seat=seat),) for seat in range(ruleset.players))
    return lambda ruleset, state, seat: only[seat] if state.ticket_decks[deck] else ()


def _draw_offers(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    return [DrawTickets(seat=seat, decks=decks) for decks in _draw_choices(ruleset, state.ticket_decks)]


def _first_offers(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    return [DrawTickets(seat=seat, decks=decks) for decks in _first_choices(ruleset, state)]


def _first_choices(ruleset: Ruleset, state: State) -> tuple[tuple[DeckName, ...], ...]:
    """No deck can run out before everybody has their tickets."""
    start = ruleset.setting(Tickets).start
    assert start is not None
    share = {name: len(deck) // ruleset.players for name, deck in state.ticket_decks.items()}
    return _mixes(start, share)


def _draw(decision: Decision, command: DrawTickets) -> None:
    if isinstance(decision.state.phase, ChoosingDecks):
        first = _in_order(decision.ruleset, command.decks)
        if first not in _first_choices(decision.ruleset, decision.state):
            raise RuleViolation(Code.DECK_CHOICE_NOT_ACCEPTED, decks=list(command.decks))
        decision.emit(TicketDecksChosen(seat=command.seat, decks=first))
        return
    deal, decks = decision.ruleset.setting(Tickets).draw, decision.state.ticket_decks
    choices = _draw_choices(decision.ruleset, decks)
    if not choices:
        raise RuleViolation(Code.NO_TICKET_LEFT)
    chosen = _as_listed(decision.ruleset, command.decks, decks) if command.decks else ()
    if chosen not in choices:
        raise RuleViolation(Code.DECK_CHOICE_NOT_ACCEPTED, decks=list(command.decks))
    _offer(decision, command.seat, chosen or _usual_draw(deal.deal, decks), deal)


def _offer(
    decision: Decision, seat: SeatId, decks: Sequence[DeckName], deal: Deal, at_once: bool = False
) -> None:
    """The top cards of these decks, for the seat to choose from."""
    tops = {name: iter(deck) for name, deck in decision.state.ticket_decks.items()}
    tickets = tuple([next(tops[name]) for name in decks])
    decision.emit(
        TicketsOffered(
            seat=seat,
            decks=tuple(decks),
            tickets=tickets,
            at_least=min(deal.keep_at_least, len(tickets)),
            at_most=min(deal.keep_at_most or len(tickets), len(tickets)),
            at_once=at_once,
        )
    )


def _offered(ruleset: Ruleset, state: State, event: TicketsOffered) -> State:
    choice = TicketChoice(known(event.tickets), event.at_least, event.at_most)
    choices = state.slice(TicketChoices).changed(event.seat, choice)
    decks = {name: deck[event.decks.count(name) :] for name, deck in state.ticket_decks.items()}
    choosing = (*state.phase.waiting, event.seat)
    phase = ChoosingTickets(choosing) if event.at_once else KeepingTickets(event.seat)
    return replace(state, slices=with_slice(state, choices), ticket_decks=decks, phase=phase)


# from which decks


def _draw_choices(ruleset: Ruleset, decks: Decks) -> tuple[tuple[DeckName, ...], ...]:
    """() is the usual draw; players choose decks only in a mix, or where one has run out and others have more."""
    settings = ruleset.setting(Tickets).draw
    deal = settings.deal
    if settings.mix is not None:
        return _mixes(settings, {name: len(decks[name]) for name in deal})
    if len(deal) == 1:
        (only,) = deal
        return ((),) if decks[only] else ()
    left = {name: len(decks[name]) for name in deal}
    if all(left[name] >= count for name, count in deal.items()):
        return ((),)
    choices = tuple(_substitutes(deal, decks)) if any(left.values()) else ()
    nothing_to_choose = len(choices) == 1 and ruleset.ruled_since("2")
    return ((),) if nothing_to_choose else choices


def _as_listed(ruleset: Ruleset, named: tuple[DeckName, ...], decks: Decks) -> tuple[DeckName, ...]:
    """The decks as the list of legal commands has them: () if they are those of the only draw there is."""
    ordered, usual = _in_order(ruleset, named), _usual_draw(ruleset.setting(Tickets).draw.deal, decks)
    alone = ruleset.ruled_since("2") and _draw_choices(ruleset, decks) == ((),)
    return () if alone and ordered == usual else ordered


def _in_order(ruleset: Ruleset, named: tuple[DeckName, ...]) -> tuple[DeckName, ...]:
    """In the order of the board's decks, in whatever order they were named; under the first rules as named."""
    order = list(ruleset.decks)
    if not ruleset.ruled_since("2") or not set(named) <= set(order):
        return named
    return tuple(sorted(named, key=order.index))


def _mixes(settings: Deal, left: Mapping[DeckName, int]) -> tuple[tuple[DeckName, ...], ...]:
    """Every way to take the tickets of a mix; all that are left where there are fewer."""
    most = {name: min(count, left[name]) for name, count in settings.deal.items()}
    count = min(settings.mix or 0, sum(most.values()))
    return tuple(_picks(most, count)) if count else ()


def _usual_draw(deal: CardsPerDeck, decks: Decks) -> tuple[DeckName, ...]:
    """The cards that the decks of the deal still have, a deck's name for each."""
    usual: tuple[DeckName, ...] = ()
    for name, count in deal.items():
        usual += (name,) * min(count, len(decks[name]))
    return usual


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
    choice = ticket_choice(state, seat)
    sizes = range(choice.at_least, choice.at_most + 1)
    return [
        KeepTickets(seat=seat, tickets=kept) for size in sizes for kept in combinations(choice.offer, size)
    ]


def _keep(decision: Decision, command: KeepTickets) -> None:
    choice = ticket_choice(decision.state, command.seat)
    unknown = [ticket for ticket in command.tickets if ticket not in choice.offer]
    if unknown:
        raise RuleViolation(Code.TICKET_NOT_OFFERED, ticket=unknown[0])
    kept = tuple([ticket for ticket in choice.offer if ticket in command.tickets])
    at_least, at_most = choice.at_least, choice.at_most
    if not at_least <= len(kept) <= at_most or len(kept) != len(command.tickets):
        raise RuleViolation(Code.WRONG_NUMBER_OF_TICKETS, at_least=at_least, at_most=at_most)
    if isinstance(decision.state.phase, ChoosingTickets):
        decision.emit(TicketsChosen(seat=command.seat, tickets=kept))
    else:
        decision.emit(_kept(command.seat, choice, kept, decision.ruleset.setting(Tickets).draw.rejects))


def _kept(seat: SeatId, choice: TicketChoice, kept: tuple[TicketId, ...], rejects: Rejects) -> TicketsKept:
    returned = tuple([ticket for ticket in choice.offer if ticket not in kept])
    return TicketsKept(seat=seat, count=len(kept), tickets=kept, returned=returned, rejects=rejects)


def _chosen(ruleset: Ruleset, state: State, event: TicketsChosen) -> State:
    waiting = tuple(seat for seat in state.phase.waiting if seat != event.seat)
    slices = with_chosen_tickets(state, event.seat, known(event.tickets))
    return replace(state, slices=slices, phase=ChoosingTickets(waiting))


def _tickets_kept(ruleset: Ruleset, state: State, event: TicketsKept) -> State:
    kept, back = known(event.tickets), known(event.returned)
    me, decks = state.seats[event.seat], state.ticket_decks
    choices = state.slice(TicketChoices).changed(event.seat, NO_CHOICE)
    if back and event.rejects == "under":
        decks = {n: (*deck, *[t for t in back if ruleset.deck_of[t] == n]) for n, deck in decks.items()}
    if event.rejects in ("shuffled", "into"):
        choices = replace(choices, aside=choices.aside + back)
    return replace(
        state,
        seats=with_seat(state.seats, event.seat, replace(me, tickets=me.tickets + kept)),
        ticket_decks=decks,
        phase=_after(state, choices, event.seat),
        slices=with_slice(state, choices),
    )


def _after(state: State, choices: TicketChoices, seat: SeatId) -> TurnOver | SettingUp | ChoosingTickets:
    if not isinstance(state.phase, ChoosingTickets):
        return TurnOver(seat)
    return state.phase if any(choice.offer for choice in choices.by_seat) else SettingUp()


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


# imagining


def _guess_decks(ruleset: Ruleset, state: State, event: TicketDecksChosen) -> TicketDecksChosen:
    return replace(event, decks=_first_choices(ruleset, state)[0])


def _guess_shuffle(ruleset: Ruleset, state: State, event: TicketsShuffled) -> TicketsShuffled:
    return replace(event, tickets=_any_of(ruleset, state, event.deck, event.count))


def _guess_return(ruleset: Ruleset, state: State, event: TicketsReturned) -> TicketsReturned:
    return replace(event, tickets=_any_of(ruleset, state, event.deck, event.count))


def _any_of(ruleset: Ruleset, state: State, deck: DeckName, count: int) -> tuple[TicketId, ...]:
    """Those that lie aside first: they lie there no longer."""
    aside = [ticket for ticket in state.slice(TicketChoices).aside if ruleset.deck_of[ticket] == deck]
    return (*aside, *ruleset.decks[deck])[:count]


def _guess_offer(ruleset: Ruleset, state: State, event: TicketsOffered) -> TicketsOffered:
    left = {name: list(deck) for name, deck in ruleset.decks.items()}
    return replace(event, tickets=tuple(left[name].pop() for name in event.decks))


def _guess_choice(ruleset: Ruleset, state: State, event: TicketsChosen) -> TicketsChosen:
    choice = state.slice(TicketChoices).by_seat[event.seat]
    return replace(event, tickets=choice.offer[: choice.at_least])


def _guess_keeping(ruleset: Ruleset, state: State, event: TicketsKept) -> TicketsKept:
    offer = state.slice(TicketChoices).by_seat[event.seat].offer
    return replace(event, tickets=offer[: event.count], returned=offer[event.count :])


def _imagine(ruleset: Ruleset, state: State, seen: View, chance: Chance) -> State:
    """Others hold any tickets that the viewer does not see, from the same decks; the rest is in the decks."""
    visible = visible_tickets(ruleset, seen)
    choices = replace(state.slice(TicketChoices), aside=())  # nothing lies there while anybody chooses
    pools = {
        name: shuffled((ticket for ticket in tickets if ticket not in visible), chance)
        for name, tickets in ruleset.decks.items()
    }
    seats, others = list(state.seats), [seat for seat in range(ruleset.players) if seat != seen.viewer]
    for number in others:
        choice = choices.by_seat[number]
        offer = tuple(pools[ruleset.deck_of[ticket]].pop() for ticket in choice.offer)
        chosen = choice.chosen and tuple(offer[choice.offer.index(ticket)] for ticket in choice.chosen)
        choices = choices.changed(number, replace(choice, offer=offer, chosen=chosen))
    lying = {name: [pools[name].pop() for _ in range(size)] for name, size in seen.ticket_decks.items()}
    for number in others:
        decks = [ruleset.deck_of[ticket] for ticket in state.seats[number].tickets]
        seats[number] = replace(seats[number], tickets=tuple(_from_pool(pools, deck) for deck in decks))
    return replace(
        state,
        seats=tuple(seats),
        ticket_decks={name: tuple(tickets) for name, tickets in lying.items()},
        slices=with_slice(state, choices),
    )


def _from_pool(pools: Mapping[DeckName, list[TicketId]], deck: DeckName) -> TicketId:
    """From another deck if the guess was wrong: which tickets of a mixed offer went back, the sizes of decks show."""
    pool = pools[deck] or max(pools.values(), key=len)
    return pool.pop()


tickets = RuleModule(
    name="tickets",
    settings=Tickets,
    check=_check,
    contents={"tickets": _count, "ticket_decks": _count},
    compile=_compile,
    slice=_slices,
    setup=_set_up,
    commands={
        DrawTickets: Action(_draw, (PlayingTurn, ChoosingDecks)),
        KeepTickets: Action(_keep, (ChoosingTickets, KeepingTickets)),
    },
    events={
        TicketsShuffled: _shuffled,
        TicketDeckRemoved: _removed,
        TicketDecksAsked: _decks_asked,
        TicketDecksChosen: _decks_chosen,
        TicketsOffered: _offered,
        TicketsChosen: _chosen,
        TicketsKept: _tickets_kept,
        TicketsReturned: _returned,
        TicketsRevealed: _revealed,
    },
    offers={
        ChoosingDecks: _first_offers,
        PlayingTurn: MadeForRuleset(_draw_offers_for),
        ChoosingTickets: _keep_offers,
        KeepingTickets: _keep_offers,
    },
    settle={ChoosingDecks: _settle_decks, ChoosingTickets: _settle},
    reveals=_reveal,
    score=_score,
    measures={"tickets_completed": _completed, "ticket_points": _net_points},
    guesses={
        TicketDecksChosen: _guess_decks,
        TicketsShuffled: _guess_shuffle,
        TicketsReturned: _guess_return,
        TicketsOffered: _guess_offer,
        TicketsChosen: _guess_choice,
        TicketsKept: _guess_keeping,
    },
    imagine=_imagine,
)
