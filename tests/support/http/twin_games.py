"""The same game with everything redrawn that one viewer cannot see, under the same id, tokens and seed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from service.store import MemoryStore
from service.store.interface import Commit, Order, Place, partition_of
from tests.support.http.api_calls import Inside, Table, inside
from tests.support.positions.redrawn_secrets import shuffled
from ttr_core import Event, Ruleset, Viewer
from ttr_core.bots.policy import Dice
from ttr_core.history.chain import GENESIS, Envelope, unwrap, wrap
from ttr_core.model.actor import parse_actor
from ttr_core.model.events import TicketDecksChosen, TicketsChosen, TicketsKept, TicketsOffered
from ttr_core.model.ids import SeatId, TicketId
from ttr_core.model.message import Audience, audiences
from ttr_core.rules.by_post.standing_orders.instruction import Stop


def twin_of(service: Inside, table: Table, viewer: Viewer, seed: int) -> Inside:
    """Another service with another game that the viewer must not be able to tell from this one."""
    loaded = service.games.cache.read_latest(table.game)
    envelopes = [msgspec.json.decode(entry, type=Envelope) for entry in service.store.read(table.game)]
    redrawn = Redrawing(loaded.ruleset, viewer, seed).all([unwrap(envelope) for envelope in envelopes])
    entries, head = [], GENESIS
    for old, event in zip(envelopes, redrawn, strict=True):
        new = wrap(loaded.seed, old.game, old.version, head, event, old.at, parse_actor(old.actor))
        entries.append(msgspec.json.encode(new))
        head = new.hash
    store = MemoryStore()
    board = loaded.facts.board_hash
    store.keep_document(board, service.store.document(board) or b"")
    listed, moved = (_listed(service, table.game, order) for order in Order)
    facts = service.store.facts(table.game)
    goes_on = table.game in service.store.active(partition_of(table.game))
    for start, end in _commits(service, table.game):  # which events belong together is no secret
        commit = Commit(
            game=table.game,
            expected=start,
            entries=tuple(entries[start:end]),
            facts=facts,
            listed=listed,
            moved=moved,
            active=goes_on,
        )
        store.append(commit)
    return inside(store)


def _listed(service: Inside, game: str, order: Order) -> int:
    places = service.store.listed(Place(10**15), 100, by=order)
    return next((int(place.time) for place in places if place.game == game), 0)


def _commits(service: Inside, game: str) -> Iterator[tuple[int, int]]:
    """The versions before the first and at the last event of each commit."""
    places = [place for place, _ in service.store.read_places(game)]
    starts = [version for version, place in enumerate(places) if place == 1]
    return zip(starts, [*starts[1:], len(places)], strict=True)


OTHER_ORDERS: Mapping[str, Callable[[Any], Any]] = {  # what somebody might have ordered instead
    "order": lambda number: number,
    "alternatives": lambda value: tuple(({"type": "pass"},) * len(steps) for steps in value or ((1,),)),
    "turns": lambda turns: turns + 1,
    "repeat": lambda repeat: not repeat,
    "until": lambda until: "2036-01-31T18:00:00.000Z",
    "stops": lambda stops: (Stop(when="last_round"),),
    "outcomes": lambda outcomes: tuple(msgspec.structs.replace(one, reason="expired") for one in outcomes),
}


class Redrawing:
    """One way to redraw: the same ticket always becomes the same other one, so that the other game is whole too."""

    def __init__(self, ruleset: Ruleset, viewer: Viewer, seed: int) -> None:
        self._ruleset, self._viewer = ruleset, viewer
        self._dice = Dice(seed)
        self._tickets: dict[TicketId, TicketId] = {}
        self._dealt: set[SeatId] = set()

    def all(self, events: Sequence[Event]) -> list[Event]:
        self._tickets = self._other_tickets(events)
        self._dealt = {event.seat for event in events if isinstance(event, TicketsOffered)}
        settled = {event.seat for event in events if isinstance(event, TicketsKept)}
        return [self._redrawn(event, settled) for event in events]

    def _other_tickets(self, events: Sequence[Event]) -> dict[TicketId, TicketId]:
        """Tickets of one deck change places, except those that the viewer has held."""
        held = {ticket for event in events for ticket in self._seen_tickets(event)}
        swaps: dict[TicketId, TicketId] = {}
        for deck in self._ruleset.decks.values():
            hidden = [ticket for ticket in deck if ticket not in held]
            swaps |= dict(zip(hidden, shuffled(hidden, self._dice), strict=True))
        return swaps

    def _seen_tickets(self, event: Event) -> list[TicketId]:
        if getattr(event, "seat", None) != self._viewer:
            return []
        values = [getattr(event, name, None) or () for name in ("tickets", "returned")]
        return [ticket for value in values for ticket in value]

    def _redrawn(self, event: Event, settled: set[int]) -> Event:
        if isinstance(event, TicketDecksChosen) and event.seat in self._dealt:
            return event  # the backs of its tickets show everybody what it chose
        changed = {name: self._other(name, getattr(event, name)) for name in self._hidden(event)}
        if isinstance(event, TicketsChosen) and "tickets" in changed and event.seat not in settled:
            changed["tickets"] = changed["tickets"][:1]  # how many nobody knows either, until all have chosen
        return msgspec.structs.replace(event, **changed)

    def _hidden(self, event: Event) -> list[str]:
        mine = getattr(event, "seat", None) == self._viewer
        return [
            name
            for name, audience in audiences(type(event)).items()
            if audience is Audience.SECRET or (audience is Audience.PRIVATE and not mine)
        ]

    def _other(self, name: str, value: Any) -> Any:  # a field's value, of its own kind
        if name == "card":
            return self._card()
        if name == "ticket":
            return self._tickets.get(value, value)
        if name in ("tickets", "returned"):
            return tuple(self._tickets.get(ticket, ticket) for ticket in value)
        if name == "cards" and len(value) <= 4:
            return tuple(self._card() for _ in value)
        if name == "decks":
            decks = tuple(self._ruleset.decks)
            return tuple(decks[(decks.index(deck) + 1) % len(decks)] for deck in value)
        if name in OTHER_ORDERS:
            return OTHER_ORDERS[name](value)
        assert name in ("cards", "routes"), name
        return tuple(shuffled(value, self._dice))

    def _card(self) -> str:
        kinds = self._ruleset.train_kinds
        return str(kinds[self._dice.below(len(kinds))])
