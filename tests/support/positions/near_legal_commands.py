"""Nearly legal commands: each differs from a legal one in one field, or comes at the wrong time."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ttr_core import Ruleset
from ttr_core.bots.policy import Dice
from ttr_core.model.commands import ClaimRoute, Command, DrawCard, DrawTickets, Pass, SeatCommand, TakeCard
from ttr_core.model.ids import SeatId
from ttr_core.model.state import State

UNKNOWN = "atlantis"  # no card, route, ticket, city or deck of any board
IN_ANY_ORDER = ("cards", "decks", "routes", "tickets")


class Teleport(SeatCommand, frozen=True, kw_only=True):
    """A command that no rule knows."""

    to: str


def normalised(command: Command) -> bytes:
    """Equal for commands that mean the same: the order of cards, tickets and decks says nothing."""
    plain = msgspec.to_builtins(command)
    for name in IN_ANY_ORDER:
        if name in plain:
            plain[name] = sorted(plain[name])
    return msgspec.json.encode(plain, order="sorted")


def mutants(ruleset: Ruleset, command: Command, dice: Dice) -> Iterator[Command]:
    """The command with one of its fields replaced, in every way that the field's kind of value allows."""
    for name in command.__struct_fields__:
        for value in _other_values(ruleset, getattr(command, name), dice):
            yield msgspec.structs.replace(command, **{name: value})


def attempts(ruleset: Ruleset, state: State, seat: SeatId) -> Iterator[Command]:
    """Everything that a turn might be: each route that the hand could pay, free or not, and all other actions."""
    yield from (Pass(seat=seat), DrawCard(seat=seat), DrawTickets(seat=seat))
    yield from (TakeCard(seat=seat, card=card) for card in ruleset.cards)
    for number, route in enumerate(ruleset.routes):
        for pay in ruleset.prices.payments(number, state.seats[seat].hand)[:1]:
            yield ClaimRoute(seat=seat, route=route.id, cards=pay.cards)


def _other_values(ruleset: Ruleset, value: Any, dice: Dice) -> list[Any]:  # the values of a command's field
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, ruleset.players, -1, -(10**9), 10**18]
    if isinstance(value, tuple):
        return _other_tuples(value, _words(ruleset, dice))
    return _words(ruleset, dice)


def _other_tuples(value: tuple[Any, ...], words: Sequence[str]) -> list[tuple[Any, ...]]:
    added = [(*value, word) for word in words]
    swapped = [(*value[:-1], word) for word in words]
    return [(), value[::-1], value[1:], value[:-1], value * 2, (*value, *value[:1]), *added, *swapped]


def _words(ruleset: Ruleset, dice: Dice) -> list[str]:
    """Something of each kind that this board has names for."""
    kinds: tuple[Sequence[str], ...] = (
        ruleset.cards,
        ruleset.cards,
        tuple(ruleset.route_index),
        tuple(ruleset.route_index),
        tuple(ruleset.tickets),
        tuple(ruleset.city_index),
        tuple(ruleset.decks),
    )
    return [UNKNOWN, "", *(names[dice.below(len(names))] for names in kinds)]
