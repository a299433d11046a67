"""Drafts: packets of tickets go round the table, and each player picks one ticket of every packet.

The first draft is held before the first turn; packets go to the left. The second follows the turn in which the draft
card comes up in the deck, unless that is the last turn of the game; packets go to the right. At the end of a draft each
player keeps some of the picked tickets.

The packet that a seat holds is its offer, and a pick that waits for the others its choice; picks of earlier packets
lie in the `DraftTable`.
"""

from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from ttr_core.boards.check.defects import Defect, PartialBoard, error
from ttr_core.engine.draft import Draft
from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, RuleModule, Settings, Word, Worth
from ttr_core.engine.randomness import Chance, shuffled
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.shared_slices import (
    TicketChoice,
    TicketChoices,
    ticket_choice,
    with_chosen_tickets,
)
from ttr_core.engine.views import View, visible_tickets
from ttr_core.model.commands import Command, DrawTickets, SeatCommand
from ttr_core.model.events import Draw, Event, Shuffle, TicketsKept, TicketsReturned, TicketsShuffled
from ttr_core.model.ids import BySeat, Card, DeckName, SeatId, TicketId, Viewer, Witness
from ttr_core.model.message import Drawn, Private, Public, Secret, known
from ttr_core.model.phases import ChoosingTickets, SeatsPhase, SettingUp, TurnOver
from ttr_core.model.remarks import Remark, Topic
from ttr_core.model.state import Slice, State, with_slice, with_slices
from ttr_core.model.violations import Code, RefusalCode, RuleViolation

DRAFT_CARD = Card("draft")
FIRST, SECOND = 1, 2
AROUND = 6  # cards on either side of the place named by the board, among which the draft card is hidden


class Drafts(Settings, frozen=True, kw_only=True):
    deck: DeckName = DeckName("tickets")  # that is drafted from
    deal: int = 6  # tickets to each player at first
    keep: int = 4  # of them, in the end
    card_at: tuple[int, int]  # about how far down the deck the draft card lies: a fraction


class DraftCode(RefusalCode):
    TICKETS_CLOSED = "tickets_closed"


class DraftTable(Slice, frozen=True, kw_only=True):
    begun: int = 0  # drafts
    held: int = 0  # drafts that are over
    due: bool = False  # the draft card has come up
    after: SeatId | None = None  # whose turn the draft follows
    picked: tuple[tuple[TicketId, ...], ...]  # by each seat, from the packets passed on


class PickingTicket(SeatsPhase, frozen=True):
    """All players pick one ticket of the packet they hold, at the same time."""


class PickTicket(SeatCommand, frozen=True, kw_only=True):
    """One ticket of the packet; the pick is final as soon as the packets move on."""

    ticket: TicketId


class DraftCardInserted(Event, frozen=True, kw_only=True):
    """Under the first rules everybody knew where the draft card lay."""

    quiet: ClassVar[bool] = True

    position: Public[int]  # so many cards lie above it


class DraftCardMixedIn(Shuffle, frozen=True, kw_only=True):
    """The draft card is shuffled into the cards around its place; so many cards lie above all of these."""

    quiet: ClassVar[bool] = True

    above: Public[int]
    count: Public[int]
    cards: Secret[tuple[Card, ...]]

    @property
    def outcome(self) -> tuple[str, ...] | None:
        return self.cards


class DraftCardTurnedUp(Event, frozen=True, kw_only=True):
    """It is set aside for good; the draft follows when the turn is over."""


class DraftStarted(Event, frozen=True, kw_only=True):
    draft: Public[int]
    after: Public[SeatId | None] = None  # whose turn was played last


class PacketDealt(Draw, frozen=True, kw_only=True):
    quiet: ClassVar[bool] = True

    seat: Public[SeatId]
    deck: Public[DeckName]
    count: Public[int]
    tickets: Drawn[tuple[TicketId, ...]]


class TicketPicked(Event, frozen=True, kw_only=True):
    quiet: ClassVar[bool] = True

    seat: Public[SeatId]
    ticket: Private[TicketId]


class PacketPassed(Event, frozen=True, kw_only=True):
    """What a neighbour has left over is the seat's next packet."""

    quiet: ClassVar[bool] = True

    seat: Public[SeatId]
    origin: Public[SeatId]
    count: Public[int]
    tickets: Drawn[tuple[TicketId, ...]]


class PicksTakenUp(Event, frozen=True, kw_only=True):
    """There are no more packets: each player chooses from the picked tickets."""

    quiet: ClassVar[bool] = True

    keep: Public[int]


class DraftEnded(Event, frozen=True, kw_only=True):
    quiet: ClassVar[bool] = True

    draft: Public[int]


def _check(board: PartialBoard, settings: Drafts) -> Iterator[Defect]:
    share, whole = settings.card_at
    if not 0 <= share <= whole or not whole:
        yield error("/rules/drafts/card_at", "bad_fraction", f"{share}/{whole} is no part of the deck")


# the draft card


def _insert(decision: Decision) -> None:
    """The deck is complete by now; the card lies about as deep as the board says, and nobody knows where."""
    state, (share, whole) = decision.state, decision.ruleset.setting(Drafts).card_at
    place = state.cards_left * share // whole
    if not decision.ruleset.ruled_since("2"):
        decision.emit(DraftCardInserted(position=place))
        return
    above, number = max(place - AROUND, 0), state.shuffles + 1
    around = (*state.deck[state.drawn :][above : place + AROUND], DRAFT_CARD)
    shuffled = decision.rng.shuffle(f"draft_card/{number}", around)
    decision.emit(DraftCardMixedIn(number=number, above=above, count=len(around), cards=shuffled))


def _inserted(ruleset: Ruleset, state: State, event: DraftCardInserted) -> State:
    cards, above = state.deck[state.drawn :], event.position
    return replace(state, deck=(*cards[:above], DRAFT_CARD, *cards[above:]), drawn=0)


def _mixed_in(ruleset: Ruleset, state: State, event: DraftCardMixedIn) -> State:
    cards, above = state.deck[state.drawn :], event.above
    below = cards[above + event.count - 1 :]
    return replace(state, deck=(*cards[:above], *known(event.cards), *below), drawn=0, shuffles=event.number)


def _turn_up(decision: Decision, card: Card) -> bool:
    if card != DRAFT_CARD:
        return False
    decision.emit(DraftCardTurnedUp())
    return True


def _turned_up(ruleset: Ruleset, state: State, event: DraftCardTurnedUp) -> State:
    mine = replace(state.slice(DraftTable), due=True)
    return replace(state, drawn=state.drawn + 1, slices=with_slice(state, mine))


def _compile(draft: Draft) -> None:
    """No tickets are drawn before the second draft."""
    draft.close(
        DrawTickets, DraftCode.TICKETS_CLOSED, when=lambda _, state: state.slice(DraftTable).held < SECOND
    )


# dealing


def _no_picks(ruleset: Ruleset) -> DraftTable:
    return DraftTable(picked=((),) * ruleset.players)


def _begin_first(decision: Decision) -> bool:
    """After all other set-up and before the first turn."""
    if decision.state.slice(DraftTable).begun:
        return False
    _insert(decision)
    _start(decision, FIRST, None)
    return True


def _begin_second(decision: Decision) -> bool:
    """After the turn in which the draft card came up, and before the next; not if there is none."""
    state = decision.state
    seat = state.phase_as(TurnOver).seat
    in_vain = state.is_last_turn(seat) and decision.ruleset.ruled_since("2")
    if not state.slice(DraftTable).due or in_vain:
        return False
    _start(decision, SECOND, seat)
    return True


def _start(decision: Decision, draft: int, after: SeatId | None) -> None:
    """The same number of tickets for everybody, fewer where the deck has too few."""
    settings, players = decision.ruleset.setting(Drafts), decision.ruleset.players
    decision.emit(DraftStarted(draft=draft, after=after))
    each = min(settings.deal, len(decision.state.ticket_decks[settings.deck]) // players)
    for seat in range(players if each else 0):
        packet = decision.state.ticket_decks[settings.deck][:each]
        decision.emit(PacketDealt(seat=seat, deck=settings.deck, count=each, tickets=packet))


def _started(ruleset: Ruleset, state: State, event: DraftStarted) -> State:
    mine = replace(state.slice(DraftTable), begun=event.draft, after=event.after, due=False)
    return replace(state, phase=PickingTicket(), slices=with_slice(state, mine))


def _dealt(ruleset: Ruleset, state: State, event: PacketDealt) -> State:
    decks = {**state.ticket_decks, event.deck: state.ticket_decks[event.deck][event.count :]}
    return _holding(replace(state, ticket_decks=decks), event.seat, known(event.tickets))


def _holding(state: State, seat: SeatId, packet: tuple[TicketId, ...]) -> State:
    choices = state.slice(TicketChoices).changed(seat, TicketChoice(packet, at_least=1, at_most=1))
    phase = PickingTicket((*state.phase.waiting, seat))
    return replace(state, slices=with_slice(state, choices), phase=phase)


# picking


def _pick_offers(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    return [PickTicket(seat=seat, ticket=ticket) for ticket in ticket_choice(state, seat).offer]


def _pick(decision: Decision, command: PickTicket) -> None:
    if command.ticket not in ticket_choice(decision.state, command.seat).offer:
        raise RuleViolation(Code.TICKET_NOT_OFFERED, ticket=command.ticket)
    decision.emit(TicketPicked(seat=command.seat, ticket=command.ticket))


def _picked(ruleset: Ruleset, state: State, event: TicketPicked) -> State:
    waiting = tuple(seat for seat in state.phase.waiting if seat != event.seat)
    slices = with_chosen_tickets(state, event.seat, (known(event.ticket),))
    return replace(state, slices=slices, phase=PickingTicket(waiting))


def _settle_picking(decision: Decision) -> bool:
    """When all have picked, the packets move on; the last ticket of a packet is picked without a choice."""
    waiting = decision.state.phase.waiting
    packets = [choice.offer for choice in decision.state.slice(TicketChoices).by_seat]
    last = all(len(packet) <= 1 for packet in packets)
    if waiting and not last:
        return False
    for seat in waiting:
        decision.emit(TicketPicked(seat=seat, ticket=packets[seat][0]))
    if last:
        each = len(decision.state.slice(DraftTable).picked[0]) + len(packets[0])
        decision.emit(PicksTakenUp(keep=min(decision.ruleset.setting(Drafts).keep, each)))
    else:
        _pass_packets(decision)
    return True


def _pass_packets(decision: Decision) -> None:
    """To the left, which is the next seat, in the first draft; to the right in the second."""
    players, step = decision.ruleset.players, 1 if decision.state.slice(DraftTable).begun == FIRST else -1
    packets = [
        tuple(ticket for ticket in choice.offer if ticket not in (choice.chosen or ()))
        for choice in decision.state.slice(TicketChoices).by_seat
    ]
    for seat in range(players):
        origin = (seat - step) % players
        packet = packets[origin]
        decision.emit(PacketPassed(seat=seat, origin=origin, count=len(packet), tickets=packet))


def _passed(ruleset: Ruleset, state: State, event: PacketPassed) -> State:
    seat, draft_table = event.seat, state.slice(DraftTable)
    mine = _all_picks(state)[seat]
    draft_table = replace(
        draft_table, picked=(*draft_table.picked[:seat], mine, *draft_table.picked[seat + 1 :])
    )
    return _holding(replace(state, slices=with_slice(state, draft_table)), seat, known(event.tickets))


def _all_picks(state: State) -> list[tuple[TicketId, ...]]:
    """The picks of each seat, with the one from the packet that it holds."""
    before, choices = state.slice(DraftTable).picked, state.slice(TicketChoices).by_seat
    return [(*mine, *(choice.chosen or ())) for mine, choice in zip(before, choices, strict=True)]


# keeping


def _taken_up(ruleset: Ruleset, state: State, event: PicksTakenUp) -> State:
    """From here on it is the usual choice of tickets."""
    by_seat = tuple(TicketChoice(mine, event.keep, event.keep) for mine in _all_picks(state))
    choices = replace(state.slice(TicketChoices), by_seat=by_seat)
    waiting = tuple(range(ruleset.players)) if event.keep else ()
    draft_table = replace(state.slice(DraftTable), picked=_no_picks(ruleset).picked)
    slices = with_slices(state, draft_table, choices)
    return replace(state, phase=ChoosingTickets(waiting), slices=slices)


def _settle_keeping(decision: Decision) -> bool:
    """When all have chosen, refused tickets go back: into the deck in the first draft, under it in the second."""
    state, draft = decision.state, decision.state.slice(DraftTable).begun
    if state.phase.waiting:
        return False
    for seat, choice in enumerate(state.slice(TicketChoices).by_seat):
        kept = choice.chosen or ()
        back = tuple(ticket for ticket in choice.offer if ticket not in kept)
        decision.emit(
            TicketsKept(seat=seat, count=len(kept), tickets=kept, returned=back, rejects="shuffled")
        )
    _put_back(decision, draft)
    decision.emit(DraftEnded(draft=draft))
    return True


def _put_back(decision: Decision, draft: int) -> None:
    state, deck = decision.state, decision.ruleset.setting(Drafts).deck
    back = state.slice(TicketChoices).aside + (state.ticket_decks[deck] if draft == FIRST else ())
    if not back:
        return
    number = state.shuffles + 1
    # sorted first: the shuffle must not depend on who refused them
    shuffled = decision.rng.shuffle(f"tickets/{number}", sorted(back))
    kind = TicketsShuffled if draft == FIRST else TicketsReturned
    decision.emit(kind(number=number, deck=deck, count=len(back), tickets=shuffled))


def _ended(ruleset: Ruleset, state: State, event: DraftEnded) -> State:
    mine = state.slice(DraftTable)
    phase = SettingUp() if mine.after is None else TurnOver(mine.after)
    choices = replace(state.slice(TicketChoices), aside=())
    slices = with_slices(state, replace(mine, held=event.draft), choices)
    return replace(state, phase=phase, slices=slices)


# imagining


def _guess_mixing(ruleset: Ruleset, state: State, event: DraftCardMixedIn) -> DraftCardMixedIn:
    return replace(event, cards=(DRAFT_CARD, *ruleset.train_cards)[: event.count])


def _guess_packet(
    ruleset: Ruleset, state: State, event: PacketDealt | PacketPassed
) -> PacketDealt | PacketPassed:
    return replace(event, tickets=ruleset.decks[ruleset.setting(Drafts).deck][: event.count])


def _guess_pick(ruleset: Ruleset, state: State, event: TicketPicked) -> TicketPicked:
    return replace(event, ticket=ticket_choice(state, event.seat).offer[0])


def _imagine(ruleset: Ruleset, state: State, seen: View, chance: Chance) -> State:
    """The picks of others are tickets that are nowhere else; the draft card may lie anywhere in the deck."""
    mine = state.slice(DraftTable)
    elsewhere = {ticket for deck in state.ticket_decks.values() for ticket in deck}
    for seat, choice in zip(state.seats, state.slice(TicketChoices).by_seat, strict=True):
        elsewhere |= {*seat.tickets, *choice.offer}
    hidden = {*ruleset.decks[ruleset.setting(Drafts).deck]} - elsewhere - visible_tickets(ruleset, seen)
    pool = shuffled(sorted(hidden), chance)
    picked = tuple(
        picks if seat == seen.viewer else tuple(pool.pop() for _ in picks)
        for seat, picks in enumerate(mine.picked)
    )
    cards = tuple(card for card in state.deck[state.drawn :] if card != DRAFT_CARD)
    if mine.begun == FIRST and not mine.due:
        cards = (*cards, DRAFT_CARD)
    return replace(state, deck=cards, drawn=0, slices=with_slice(state, replace(mine, picked=picked)))


# showing


class DraftsShown(Struct, frozen=True, kw_only=True):
    """How many drafts are over, whether the next one follows this turn, and the picks that the viewer sees."""

    held: int
    due: bool
    picked: BySeat[tuple[TicketId, ...] | None]


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> dict[str, object]:
    """Only the owner sees a seat's picks."""
    mine = state.slice(DraftTable)
    picks = _all_picks(state) if isinstance(state.phase, PickingTicket) else mine.picked
    return {
        "held": mine.held,
        "due": mine.due,
        "picked": [
            list(tickets) if viewer in {seat, Witness.AUDITOR} else None for seat, tickets in enumerate(picks)
        ],
    }


def _worth(ruleset: Ruleset, seen: View, command: PickTicket) -> Worth:
    """One ticket for certain, beside those picked before."""
    before = seen.rules["drafts"]["picked"][command.seat] or ()
    return Worth(tickets=(*before, command.ticket))


class TicketsPicked(Remark, frozen=True, kw_only=True):
    topic: ClassVar[Topic] = Topic.HAND

    tickets: tuple[TicketId, ...]


class DraftDue(Remark, frozen=True, kw_only=True):
    """It begins when this turn is over."""

    topic: ClassVar[Topic] = Topic.MAP


def _looks(ruleset: Ruleset, shown: DraftsShown, viewer: Viewer) -> Iterator[Remark]:
    picked = () if isinstance(viewer, Witness) else shown.picked[viewer]
    if picked:
        yield TicketsPicked(tickets=picked)
    if shown.due:
        yield DraftDue()


# words

ENGLISH = """
rule-drafts = Draft: packets of tickets go round, and everybody picks one of each.
rule-drafts-more =
    Everybody gets { $deal } tickets, picks one and passes the others on, until all are picked; then at most { $keep }
    of them are kept. A second draft follows the turn in which the draft card comes up in the deck.
event-draft_started = Tickets are drafted: pick one, pass the rest.
event-ticket_picked = { $seat } has picked a ticket.
    .me = You pick { $ticket }.
event-draft_card_turned_up = The draft card has come up: a draft follows this turn.
phase-picking_ticket = Pick a ticket and pass on the rest
doing-picking_ticket = picking a ticket
help-picking_ticket = Now: 'pick number 2'.
how-picking_ticket = 'pick number 1' picks the first.
group-pick_ticket = Pick a ticket
say-pick_ticket = pick
refused-tickets_closed = No tickets are drawn before the second draft.
look-tickets_picked = Tickets picked so far: { $tickets }.
look-draft_due = The draft begins when this turn is over.
"""

FRENCH = """
rule-drafts = Draft : des paquets de destinations circulent, et chacun en choisit une à chaque fois.
rule-drafts-more =
    Chacun reçoit { $deal } destinations, en choisit une et passe les autres, jusqu'à la dernière ; on en garde
    ensuite { $keep } au plus. Un second tour de choix suit le tour où la carte Draft sort de la pioche.
event-draft_started = Draft des cartes Destination : choisissez-en une, passez les autres.
event-ticket_picked = { $seat } a choisi une destination.
    .me = Vous choisissez { $ticket }.
event-draft_card_turned_up = La carte Draft de Destinations est sortie : un draft suit ce tour.
phase-picking_ticket = Choisissez une carte Destination ; les autres passent à la place suivante
doing-picking_ticket = le choix d'une destination
help-picking_ticket = Maintenant : « choisir numéro 2 ».
how-picking_ticket = « choisir numéro 1 » choisit la première.
group-pick_ticket = Choisir une destination
say-pick_ticket = choisir
refused-tickets_closed = Pas de carte Destination avant le second draft.
look-tickets_picked = Destinations choisies jusqu'ici : { $tickets }.
look-draft_due = Le draft commence à la fin de ce tour.
"""

HEARD = {
    "pick": Word(means=(PickTicket,)),
    "take": Word(means=(PickTicket,)),
    "keep": Word(may_mean=(PickTicket,)),
    "tickets": Word(may_mean=(PickTicket,)),
    "draft": Word(is_noun=True, said={"en": ("draft", "drafting"), "fr": ("draft", "drafting")}),
}


drafts = RuleModule(
    name="drafts",
    settings=Drafts,
    codes=DraftCode,
    check=_check,
    words={"en": ENGLISH, "fr": FRENCH},
    heard=HEARD,
    compile=_compile,
    slice=_no_picks,
    commands={PickTicket: Action(_pick, (PickingTicket,))},
    events={
        DraftCardInserted: _inserted,
        DraftCardMixedIn: _mixed_in,
        DraftCardTurnedUp: _turned_up,
        DraftStarted: _started,
        PacketDealt: _dealt,
        TicketPicked: _picked,
        PacketPassed: _passed,
        PicksTakenUp: _taken_up,
        DraftEnded: _ended,
    },
    offers={PickingTicket: _pick_offers},
    turned_up=_turn_up,
    settle={
        SettingUp: _begin_first,
        TurnOver: _begin_second,
        PickingTicket: _settle_picking,
        ChoosingTickets: _settle_keeping,
    },
    view=_view,
    shows=DraftsShown,
    looks=_looks,
    worth={PickTicket: _worth},
    guesses={
        DraftCardMixedIn: _guess_mixing,
        PacketDealt: _guess_packet,
        PacketPassed: _guess_packet,
        TicketPicked: _guess_pick,
    },
    imagine=_imagine,
)
