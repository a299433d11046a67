"""Positions as data: a state built from the `given` of a case, and a state described in the same words.

The format is described in docs/conformance.md.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from ttr_core import Ruleset, State, evolve
from ttr_core.engine.shared_slices import TicketChoice, TicketChoices
from ttr_core.model.events import RouteClaimed
from ttr_core.model.ids import Card, DeckName, RouteId, SeatId, TicketId
from ttr_core.model.message import snake_case
from ttr_core.model.phases import NotCreated, Phase
from ttr_core.model.state import Counts, InPositions, Part, Seat, route_numbers, with_part, with_seat
from ttr_core.rules.base.train_cards import TrainCards

JsonObject = dict[str, Any]  # parsed JSON, checked where it is used


class Bag(dict[str, int]):
    """Cards by kind; unlike other objects it is compared as a whole."""


class _Given(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Common settings: a key that nobody reads is a mistake of its author."""


class GivenSeat(_Given, frozen=True, kw_only=True):
    kind: str = "human"
    hand: dict[str, int] = {}
    routes: tuple[RouteId, ...] = ()
    trains: int | None = None  # what the routes leave of the board's number
    points: int | None = None  # what the routes are worth
    tickets: tuple[TicketId, ...] = ()
    offer: tuple[TicketId, ...] = ()
    at_least: int = 1
    at_most: int | None = None  # all on offer
    chosen: tuple[TicketId, ...] | None = None


class Given(_Given, frozen=True, kw_only=True):
    phase: JsonObject = msgspec.field(default_factory=lambda: {"type": "playing_turn", "seat": 0})
    seats: tuple[GivenSeat, ...] = ()
    market: tuple[Card | None, ...] | None = None
    deck: tuple[Card, ...] = ()
    discard: dict[str, int] = {}
    rest: Literal["deck", "discard"] | SeatId = "deck"  # where the cards are that are named nowhere
    ticket_decks: dict[DeckName, tuple[TicketId, ...]] = {}
    first: SeatId = 0
    last_round: SeatId | None = None
    passes: int = 0
    rules: dict[str, JsonObject] = {}  # slices of rule modules, by the name of the module


# building


def build(ruleset: Ruleset, given: Given) -> State:
    """The state that the position describes; before the game there is nothing to describe."""
    phase = to_phase(given.phase)
    if isinstance(phase, NotCreated):
        return ruleset.new_state()
    state = replace(ruleset.new_state(), discard=(0,) * len(ruleset.train_kinds))
    for number, given_seat in enumerate(given.seats):
        state = _sit_down(ruleset, state, number, given_seat)
    state = _lay_cards(ruleset, state, given)
    return replace(
        _with_parts(ruleset, state, given),
        phase=phase,
        ticket_decks=_ticket_decks(ruleset, given),
        first=given.first,
        last_seat=given.last_round,
        passes=given.passes,
    )


def _choice(given: GivenSeat) -> TicketChoice:
    if not given.offer:
        return TicketChoice(chosen=given.chosen)
    at_most = len(given.offer) if given.at_most is None else given.at_most
    return TicketChoice(given.offer, given.at_least, at_most, given.chosen)


def _sit_down(ruleset: Ruleset, state: State, number: SeatId, given: GivenSeat) -> State:
    """The routes come first: they take trains, score, and close what lies beside them."""
    for route in given.routes:
        index = ruleset.route_index[route]
        trains, points = ruleset.trains[index], ruleset.points[index]
        claim = RouteClaimed(seat=number, route=route, cards=(), trains=trains, points=points)
        state = evolve(ruleset, state, claim)
    seat = state.seats[number]
    seat = replace(
        seat,
        kind=given.kind,
        hand=_counts(ruleset.cards, given.hand),
        trains=seat.trains if given.trains is None else given.trains,
        points=seat.points if given.points is None else given.points,
        tickets=given.tickets,
    )
    return replace(state, seats=with_seat(state.seats, number, seat))


def _lay_cards(ruleset: Ruleset, state: State, given: Given) -> State:
    """Market, deck and discards; every train card is somewhere."""
    market = _usual_market(ruleset) if given.market is None else given.market
    state = replace(
        state, market=market, deck=given.deck, discard=_counts(ruleset.train_kinds, given.discard)
    )
    spare = Counter(ruleset.train_cards)
    spare.subtract(_all_cards(ruleset, state))
    assert all(count >= 0 for count in spare.values()), f"more cards than there are: {-spare}"
    rest = tuple(card for card in ruleset.train_kinds for _ in range(spare[card]))
    if given.rest == "deck":
        return replace(state, deck=given.deck + rest)
    if given.rest == "discard":
        return replace(state, discard=_plus(state.discard, ruleset.counts(rest)))
    seat = state.seats[given.rest]
    seat = replace(seat, hand=_plus(seat.hand, ruleset.counts(rest)))
    return replace(state, seats=with_seat(state.seats, given.rest, seat))


def _usual_market(ruleset: Ruleset) -> tuple[Card, ...]:
    return ruleset.colours[: ruleset.setting(TrainCards).market]


def _ticket_decks(ruleset: Ruleset, given: Given) -> dict[DeckName, tuple[TicketId, ...]]:
    """A deck that is not given holds all of its tickets that no player has."""
    held = {ticket for seat in given.seats for ticket in (*seat.tickets, *seat.offer)}
    return {
        name: given.ticket_decks.get(name, tuple(ticket for ticket in tickets if ticket not in held))
        for name, tickets in ruleset.decks.items()
    }


def _with_parts(ruleset: Ruleset, state: State, given: Given) -> State:
    """The state with the modules' own parts: as before the game, apart from what is given."""
    for name, part in _fresh_slices(ruleset):
        changed = {key: value for key, value in given.rules.get(name, {}).items() if hasattr(part, key)}
        for key, value in changed.items():
            _check_seats(f"given.rules.{name}.{key}", getattr(part, key), value, ruleset.players)
        document = {**as_json(part), **changed}
        state = with_part(state, msgspec.convert(document, type(part), str_keys=True))
    choices = state.slice(TicketChoices)
    for number, seat in enumerate(given.seats):
        choices = choices.changed(number, _choice(seat))
    return with_part(state, choices)


def _check_seats(place: str, fresh: object, given: object, players: int) -> None:
    """What a rule keeps for each seat is given for each."""
    if isinstance(fresh, tuple) and len(fresh) == players and isinstance(given, Sequence):
        assert len(given) == players, f"{place}: {len(given)} entries, not one for each of {players} seats"


def _fresh_slices(ruleset: Ruleset) -> list[tuple[str, Part]]:
    """The parts of the state before the game that positions have, each with the name of its module."""
    parts = [(module.name, part) for module in ruleset.modules for part in ruleset.slices_of(module)]
    return [(name, part) for name, part in parts if part.in_positions is not InPositions.LEFT_OUT]


def _counts(kinds: Sequence[Card], cards: Mapping[str, int]) -> Counts:
    strange = sorted(set(cards) - set(kinds))
    assert not strange, f"there are no such cards: {strange}"
    return tuple(cards.get(kind, 0) for kind in kinds)


def _plus(counts: Counts, more: Counts) -> Counts:
    return tuple(count + extra for count, extra in zip(counts, more, strict=False))


def to_phase(given: JsonObject) -> Phase:
    tags = {kind: str(kind.__struct_config__.tag) for kind in _phases(Phase)}
    kind = next(kind for kind, tag in tags.items() if snake_case(tag) == given["type"])
    return msgspec.convert({**given, "type": tags[kind]}, kind)


def _phases(kind: type[Phase]) -> list[type[Phase]]:
    return [kind, *(below for child in kind.__subclasses__() for below in _phases(child))]


# describing


def describe(ruleset: Ruleset, state: State) -> JsonObject:
    """The state in the words of `given`, complete, with what can be counted from it."""
    phase = as_json(state.phase)
    deck = state.deck[state.drawn :]
    rules: dict[str, JsonObject] = {}
    for name, part in _fresh_slices(ruleset):
        rules[name] = {**rules.get(name, {}), **as_json(state.slice(type(part)))}
    choices = state.slice(TicketChoices).by_seat
    return {
        "phase": {**phase, "type": snake_case(phase["type"])},
        "waiting": list(state.phase.waiting),
        "seats": [_describe_seat(ruleset, *pair) for pair in zip(state.seats, choices, strict=True)],
        "market": list(state.market),
        "deck": list(deck),
        "deck_size": len(deck),
        "discard": _bag(ruleset.train_kinds, state.discard),
        "cards": Bag(Counter(_all_cards(ruleset, state))),
        "ticket_decks": {name: list(tickets) for name, tickets in state.ticket_decks.items()},
        "ticket_deck_sizes": {name: len(tickets) for name, tickets in state.ticket_decks.items()},
        "first": state.first,
        "last_round": state.last_seat,
        "passes": state.passes,
        "rules": rules,
    }


def _describe_seat(ruleset: Ruleset, seat: Seat, choice: TicketChoice) -> JsonObject:
    # follows from the routes
    public = {name: value for name, value in as_json(seat).items() if name != "barred"}
    return {
        **public,
        **as_json(choice),
        "hand": _bag(ruleset.cards, seat.hand),
        "hand_size": sum(seat.hand),
        "routes": [ruleset.routes[number].id for number in route_numbers(seat.routes)],
    }


def _all_cards(ruleset: Ruleset, state: State) -> list[Card]:
    """Every train card on the table, in hands too."""
    lying = [card for card in (*state.market, *state.deck[state.drawn :]) if card in ruleset.train_kinds]
    counted = [state.discard, *(seat.hand for seat in state.seats)]
    return [card for card in lying if card] + [
        card
        for counts in counted
        for card, count in zip(ruleset.train_kinds, counts, strict=False)
        for _ in range(count)
    ]


def _bag(kinds: Sequence[Card], counts: Counts) -> Bag:
    return Bag({kind: count for kind, count in zip(kinds, counts, strict=False) if count})


def as_json(value: object) -> Any:  # parsed JSON
    """The value as a reader of its JSON has it: lists, no tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))
