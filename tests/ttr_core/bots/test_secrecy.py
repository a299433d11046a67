"""Bots know no more than their seats: with all dealt anew that the seat cannot see, each chooses the same again."""

from collections.abc import Iterator
from functools import cache
from itertools import accumulate

import pytest

from tests.support.boards.every_board import PLAYABLE, Case, player_numbers, ruleset_of
from tests.support.whole_games.played_games import Plan, Record, play
from ttr_core import Command, Event, SeatId, State, determinize, legal_commands, redact, view
from ttr_core.bots import POLICIES, Policy
from ttr_core.bots.policy import Dice, Situation, situation_of

PLAYOUTS = 6  # enough to depend on them
A_FEW, MANY = 4, 100  # positions of a board

on_every_board = pytest.mark.parametrize("board", PLAYABLE)
with_every_bot = pytest.mark.parametrize("bot", list(POLICIES))


@cache
def played(board: str) -> Record:
    """By seats that play anything that is legal."""
    return play(Plan(Case(board, player_numbers(board)[0]), 5))


def choices(board: str, number: int) -> Iterator[tuple[State, tuple[Event, ...], SeatId]]:
    """Positions in which a seat has a choice, spread over a game, with the events that led there."""
    record = played(board)
    led = accumulate((step.events for step in record.steps), initial=())
    positions = [
        (step.before, events, step.before.phase.waiting[0])
        for step, events in zip(record.steps, led, strict=False)
        if step.before.phase.waiting
        and len(legal_commands(record.ruleset, step.before, step.before.phase.waiting[0])) > 1
    ]
    yield from positions[:: max(len(positions) // number, 1)][:number]


def check(policy: Policy, board: str, number: int) -> None:
    ruleset = ruleset_of(Case(board, player_numbers(board)[0]))
    for state, events, seat in choices(board, number):
        redacted = tuple(redact(event, seat) for event in events)
        twin = determinize(ruleset, view(ruleset, state, seat), Dice(9), redacted)
        chosen = [
            policy(situation_of(ruleset, table, seat, Dice(1), lambda: redacted, PLAYOUTS))  # noqa: B023 - used at once
            for table in (state, state, twin)
        ]
        assert chosen[0] == chosen[1], "not the same twice"
        assert chosen[0] == chosen[2], "it knows what its seat cannot see"


@on_every_board
@with_every_bot
def test_bots_know_what_their_seats_know(bot: str, board: str) -> None:
    check(POLICIES[bot], board, A_FEW)


@pytest.mark.soak
@on_every_board
@with_every_bot
def test_bots_know_what_their_seats_know_in_many_positions(bot: str, board: str) -> None:
    check(POLICIES[bot], board, MANY)


def peeks(situation: Situation) -> Command:
    """Looks into the deck, past the contract."""
    state: State = situation._see.args[1]  # type: ignore[attr-defined]  # the state that the view is made from
    return situation.legal[hash(state.deck[state.drawn :]) % len(situation.legal)]


def test_a_bot_that_peeks_is_caught() -> None:
    with pytest.raises(AssertionError, match="cannot see"):
        check(peeks, "usa", MANY)
