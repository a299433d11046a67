"""Which tickets of an offer are meant: by their numbers, by their cities, or all of them."""

from collections.abc import Iterator, Sequence

from service.talk.said import Said
from ttr_core.ruleset import Ruleset
from ttr_core.words import TicketId

Tickets = frozenset[TicketId]
MOST_TICKETS = 8  # that one text names by their cities


def ticket_sets(ruleset: Ruleset, offer: Sequence[TicketId], said: Said) -> dict[Tickets | int, bool] | None:
    """The sets that may be meant, or numbers of tickets, and whether that names them; None if nothing was said."""
    if said.all:
        return {frozenset(offer): True}
    if said.none:
        return {frozenset(): True}
    if said.places:
        return dict.fromkeys(_by_places(ruleset, offer, said.places, said.numbers), True)
    return _by_numbers(offer, said) if said.numbers else None


def _by_numbers(offer: Sequence[TicketId], said: Said) -> dict[Tickets | int, bool]:
    """One number by itself may be that of a ticket or how many to keep: `2` is both, `1` and `1 3` are not."""
    numbers = said.numbers
    lone = len(numbers) == 1 and not said.indexed
    if lone and said.spelled:
        return {numbers[0]: False}
    if len(set(numbers)) != len(numbers) or not all(1 <= number <= len(offer) for number in numbers):
        return {}
    chosen = frozenset(offer[number - 1] for number in numbers)
    if lone and numbers[0] > 1:
        return {chosen: False, numbers[0]: False}
    return {chosen: True}


def _by_places(
    ruleset: Ruleset, offer: Sequence[TicketId], places: Sequence[frozenset[str]], points: Sequence[int]
) -> Iterator[Tickets]:
    """Each ticket is named by one or both of its ends, and perhaps its points."""
    for tickets in _partitions(ruleset, offer, places[: 2 * MOST_TICKETS]):
        worth = {value for ticket in tickets for _, value in ruleset.tickets[ticket].goals}
        if len(places) <= 2 * MOST_TICKETS and worth.issuperset(points):
            yield tickets


def _partitions(
    ruleset: Ruleset, offer: Sequence[TicketId], places: Sequence[frozenset[str]]
) -> Iterator[Tickets]:
    if not places:
        yield frozenset()
        return
    for used in (2, 1):
        for ticket in offer if len(places) >= used else ():
            if _is_named(ruleset, ticket, places[:used]):
                others = [other for other in offer if other != ticket]
                yield from (rest | {ticket} for rest in _partitions(ruleset, others, places[used:]))


def _is_named(ruleset: Ruleset, ticket: TicketId, places: Sequence[frozenset[str]]) -> bool:
    found = ruleset.tickets[ticket]
    starts, ends = {str(found.a)}, {str(to) for to, _ in found.goals}
    if len(places) == 1:
        return bool(places[0] & (starts | ends))
    first, second = places
    return bool((first & starts and second & ends) or (second & starts and first & ends))
