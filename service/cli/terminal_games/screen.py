"""The table as text, from one seat's view, and the final score sheet."""

from collections.abc import Iterable, Mapping, Sequence

import click

from service.cli.terminal import columns
from service.language.conversation.looks import ticket_decks
from service.language.conversation.lookups.open_ways import fate_of
from service.language.languages import Messages
from service.language.speech.rule_display import beside_routes
from service.language.vocabulary.board_words import BoardWords
from ttr_core.bots.greedy.outlook import Outlook
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import View
from ttr_core.model.ids import Card, RouteId, SeatId, TicketId
from ttr_core.model.scoresheet import ScoreSheet, SeatScore

MARKS = {"done": ("✓", "green"), "open": ("·", None), "lost": ("✗", "red")}


class Screen:
    """Shows only what is in the view it gets."""

    def __init__(
        self, ruleset: Ruleset, say: Messages, words: BoardWords, names: Mapping[SeatId, str]
    ) -> None:
        self._ruleset, self._say, self._words, self._names = ruleset, say, words, names

    def title(self, text: str) -> str:
        return click.style(f"── {text} " + "─" * max(60 - len(text), 3), bold=True)

    def players(self, seen: View) -> list[str]:
        heads = [self._say(f"column-{name}") for name in ("player", "points", "trains", "cards", "tickets")]
        rows = [
            (
                ("> " if seat.seat in seen.waiting else "  ") + self._names[seat.seat],
                seat.points,
                seat.trains,
                seat.hand_size,
                seat.ticket_count,
            )
            for seat in seen.seats
        ]
        return columns([("  " + heads[0], *heads[1:]), *rows], right=(1, 2, 3, 4))

    def market(self, seen: View) -> str:
        cards = [f"[{self._words.card(card)}]" for card in seen.market if card is not None]
        stacks = self._say("deck", deck=seen.deck, discard=sum(seen.discard.values()))
        return self._say.named("market", f"{' '.join(cards) or self._say('empty_market')}   ({stacks})")

    def ticket_decks(self, seen: View) -> str:
        return ticket_decks(self._say, self._words, seen)

    def hand_and_tickets(self, seen: View) -> list[str]:
        """The viewer's own."""
        outlook = Outlook(self._ruleset, seen)
        hand = self._say.named("hand", self.hand(outlook.hand))
        if not outlook.tickets:
            return [hand, self._say.named("tickets", self._say("no_tickets"))]
        rows = [self._ticket(outlook, ticket) for ticket in outlook.tickets]
        return [hand, self._say.named("tickets", "").rstrip(), *("  " + line for line in columns(rows))]

    def hand(self, hand: Mapping[Card, int]) -> str:
        held = ", ".join(f"{count} {self._words.card(card, count)}" for card, count in hand.items())
        return held or self._say("empty_hand")

    def offer(self, tickets: Iterable[TicketId]) -> list[str]:
        return [f"    {number}) {self._words.ticket(ticket)}" for number, ticket in enumerate(tickets, 1)]

    def routes(self, seen: View, city: str | None = None) -> list[str]:
        """The routes of the map, or those of one city, with their owners and what rules show beside them."""
        owners = {route: self._names[seat.seat] for seat in seen.seats for route in seat.routes}
        beside = beside_routes(self._ruleset, seen, self._say)
        outlook, rows = Outlook(self._ruleset, seen), []
        for number, route in enumerate(self._ruleset.routes):
            if city in {None, route.a, route.b}:
                state = self._route_state(owners, route.id, bool(outlook.open >> number & 1))
                spaces = f"{route.length} {self._words.colours(route.colour)}"
                marks = beside.get(route.id, "")
                rows.append((self._words.ends(route), spaces, self._words.features(route), state, marks))
        return columns(rows)

    def _route_state(self, owners: Mapping[RouteId, str], route: RouteId, is_open: bool) -> str:
        if route in owners:
            return click.style(owners[route], bold=True)
        return self._say("free") if is_open else click.style(self._say("closed"), dim=True)

    def _ticket(self, outlook: Outlook, ticket: TicketId) -> tuple[str, str, str]:
        state = fate_of(outlook, ticket)
        mark, colour = MARKS[state]
        text = click.style(self._say(state), fg=colour)
        return click.style(mark, fg=colour), self._words.ticket(ticket), text


def sheet_lines(sheet: ScoreSheet, say: Messages, names: Mapping[SeatId, str]) -> list[str]:
    reasons = list(dict.fromkeys(line.reason for seat in sheet.seats for line in seat.lines))
    heads = ["", *(names[seat.seat] for seat in sheet.seats)]
    rows = [[say.or_words(f"reason-{reason}", reason), *_row(reason, sheet.seats)] for reason in reasons]
    total = [say("total"), *(click.style(str(seat.total), bold=True) for seat in sheet.seats)]
    return columns([heads, *rows, total], right=range(1, len(heads)))


def _row(reason: str, seats: Sequence[SeatScore]) -> list[str]:
    by_seat = [[line.points for line in seat.lines if line.reason == reason] for seat in seats]
    return [f"{sum(points):+d}" if points else "" for points in by_seat]


def ticket_items(sheet: ScoreSheet, seat: SeatId) -> list[tuple[str, int]]:
    """Every ticket of a seat with its points."""
    lines = [line for line in sheet.seats[seat].lines if line.reason == "tickets"]
    return [(item.id, item.points) for line in lines for item in line.items]
