"""The table as one viewer sees it: a positive list, so that everything not named here stays hidden.

What rules draw on a picture and say of themselves is made from the view alone.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ttr_core.engine.hooks import RuleModule
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.model.ids import Card, DeckName, RouteId, SeatId, TicketId, Viewer, Witness
from ttr_core.model.marks import Mark, SpaceMark
from ttr_core.model.phases import Ended, Scored
from ttr_core.model.remarks import Remark
from ttr_core.model.state import Counts, State, route_numbers


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One seat; a field that this viewer may not see is `None`."""

    seat: SeatId
    kind: str
    trains: int
    points: int
    routes: tuple[RouteId, ...]
    hand_size: int
    hand: Mapping[Card, int] | None
    ticket_count: int
    tickets: tuple[TicketId, ...] | None
    offered: int
    offer: tuple[TicketId, ...] | None
    at_least: int  # how many of the offer are to be kept
    at_most: int


class View(msgspec.Struct, frozen=True, kw_only=True):
    viewer: SeatId | Witness
    board: str
    options: Mapping[str, str]
    players: int
    phase: str
    waiting: tuple[SeatId, ...]
    market: tuple[Card | None, ...]
    deck: int
    discard: Mapping[Card, int]
    ticket_decks: Mapping[DeckName, int]
    seats: tuple[SeatView, ...]
    first: SeatId
    turns: int  # begun so far, those taken back included
    last_seat: SeatId | None  # in the last round: who plays the last turn
    end: str | None  # why the game ended
    rules: Mapping[str, Any]  # what each rule module shows


def view(ruleset: Ruleset, state: State, viewer: Viewer) -> View:
    """The table as the viewer may see it."""
    return View(
        viewer=viewer,
        board=ruleset.board.name,
        options=ruleset.options,
        players=ruleset.players,
        phase=state.phase.name,
        waiting=state.phase.waiting,
        market=state.market,
        deck=state.cards_left,
        discard=_named(ruleset, state.discard),
        ticket_decks={name: len(tickets) for name, tickets in state.ticket_decks.items()},
        seats=tuple(_seat_view(ruleset, state, seat, viewer) for seat in range(len(state.seats))),
        first=state.first,
        turns=state.turns,
        last_seat=state.last_seat,
        end=state.phase.reason if isinstance(state.phase, Ended | Scored) else None,
        rules={
            name: shown
            for name, show in ruleset.views.items()
            if (shown := show(ruleset, state, viewer)) is not None
        },
    )


def _seat_view(ruleset: Ruleset, state: State, number: SeatId, viewer: Viewer) -> SeatView:
    seat, choice = state.seats[number], ticket_choice(state, number)
    mine = viewer == number or viewer is Witness.AUDITOR
    return SeatView(
        seat=number,
        kind=seat.kind,
        trains=seat.trains,
        points=seat.points,
        routes=tuple(ruleset.routes[route].id for route in route_numbers(seat.routes)),
        hand_size=sum(seat.hand),
        hand=_named(ruleset, seat.hand) if mine else None,
        ticket_count=len(seat.tickets),
        tickets=seat.tickets if mine else None,
        offered=len(choice.offer),
        offer=choice.offer if mine else None,
        at_least=choice.at_least,
        at_most=choice.at_most,
    )


def visible_tickets(ruleset: Ruleset, seen: View) -> set[TicketId]:
    """The tickets that lie before the viewer. Rules of the table, such as orders, only speak of tickets."""
    names: list[Any] = [part for seat in seen.seats for part in (seat.tickets, seat.offer)]
    names += [shown for rule, shown in seen.rules.items() if rule in ruleset.board.rules]
    visible = set[TicketId]()
    while names:
        part = names.pop()
        if isinstance(part, Mapping):
            names += part.values()
        elif isinstance(part, list | tuple):
            names += part
        elif isinstance(part, str) and part in ruleset.tickets:
            visible.add(TicketId(part))
    return visible


def _named(ruleset: Ruleset, counts: Counts) -> dict[Card, int]:
    return {card: count for card, count in zip(ruleset.cards, counts, strict=False) if count}


# what rules show of their part of a view


def marks_of(ruleset: Ruleset, seen: View | None = None) -> tuple[Mark, ...]:
    """What the picture of the table shows of the rules; without a view, what an empty board shows."""
    return tuple(
        mark
        for module in ruleset.modules
        if module.marks
        for mark in module.marks(ruleset, _part(module, seen))
    )


def remarks_of(ruleset: Ruleset, seen: View) -> dict[str, tuple[Remark, ...]]:
    """What the rules say of their parts of the view, by rule; those without a say of their own are left out."""
    return {
        module.name: tuple(module.looks(ruleset, _part(module, seen), seen.viewer))
        for module in ruleset.modules
        if module.looks and module.name in seen.rules
    }


def _part(module: RuleModule, seen: View | None) -> Any:
    """What the view shows of a rule, as the type that the rule gives it; None if it shows nothing."""
    shown = None if seen is None else seen.rules.get(module.name)
    return shown if shown is None or module.shows is None else msgspec.convert(shown, module.shows)


def printed(feature: str, sign: str, *, at_end: bool = False) -> Callable[[Ruleset, Any], list[Mark]]:
    """The marks of a rule that has a sign printed on as many spaces of the board's routes as the feature says.

    A rule that adds routes says itself what is printed on them.
    """

    def marks(ruleset: Ruleset, shown: object) -> list[Mark]:
        counts = {route.id: route.feature(feature) for route in ruleset.board.routes}
        return [
            SpaceMark(name=feature, sign=sign, route=route, spaces=count, at_end=at_end)
            for route, count in counts.items()
            if count
        ]

    return marks
