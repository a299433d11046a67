"""Whole games in which people come and go at random: nothing is lost or revealed, and the audit finds it all again."""

from collections.abc import Iterator

import msgspec
import pytest

from tests.support.boards.every_board import PLAYABLE, Case, player_numbers, ruleset_of
from tests.support.checks.invariants import check_invariants
from tests.support.positions.redrawn_secrets import redrawn
from tests.support.whole_games.by_post_games import SEED
from tests.support.whole_games.event_logs import decode_log, encode_log
from tests.support.whole_games.played_games import Record, Step
from ttr_core import RuleViolation, Witness, legal_commands, replay
from ttr_core.audit import Step as Retraced
from ttr_core.audit import retrace
from ttr_core.bots.policy import Dice
from ttr_core.engine.randomness import SeededRandomness
from ttr_core.engine.views import view
from ttr_core.game import Game
from ttr_core.model.commands import Command, CreateGame, ScoreGame, StartGame, TakeSeat
from ttr_core.model.state import NOBODY
from ttr_core.rules.by_post.motions import Agree, Motions, Object
from ttr_core.rules.by_post.people import (
    CloseSeat,
    InviteReplacement,
    OfferSeat,
    Resign,
    ReturnToSeat,
    SkipTurn,
    TakeOver,
)
from ttr_core.rules.by_post.seat_holders import SeatHandedOver, may_skip

on_every_board = pytest.mark.parametrize("board", PLAYABLE)


def matters(game: Game, dice: Dice) -> Command:
    """A random command about the table, often an illegal one."""
    players = game.ruleset.players
    seat, other = dice.below(players), dice.below(players)
    motions = (*game.state.slice(Motions).agreed, f"replace:{other}")
    motion = motions[dice.below(len(motions))]
    kind = ("nobody", "bot:random")[dice.below(2)]
    said: tuple[Command, ...] = (
        # somebody stays, or the game is soon over
        Resign(seat=seat, kind=kind) if len(game.state.present) > 1 else OfferSeat(seat=seat),
        ReturnToSeat(seat=seat),
        OfferSeat(seat=seat),
        CloseSeat(seat=seat),
        InviteReplacement(seat=seat, vacant=other),
        InviteReplacement(seat=other, vacant=other),
        TakeOver(seat=seat),
        *(Agree(seat=voice, motion=motion) for voice in range(players)),
        Object(seat=seat, motion=motion),
    )
    return said[dice.below(len(said))]


def next_move(game: Game, dice: Dice) -> Command:
    seat = game.state.phase.waiting[0]
    if game.state.seats[seat].kind == NOBODY and may_skip(game.state, seat):
        return SkipTurn(seat=seat)
    legal = legal_commands(game.ruleset, game.state, seat)
    return legal[dice.below(len(legal))]


def commands(game: Game, dice: Dice) -> Iterator[Command]:
    """A random game with about one command about the table for every move."""
    yield CreateGame()
    yield from (TakeSeat(seat=seat) for seat in range(game.ruleset.players))
    yield StartGame()
    while game.state.phase.waiting:
        yield matters(game, dice) if dice.below(2) == 0 else next_move(game, dice)
    yield ScoreGame()


def played(board: str, seed: int) -> Record:
    ruleset = ruleset_of(Case(board, player_numbers(board)[0]))
    rng = SeededRandomness(SEED, [""] * ruleset.players)
    game, steps = Game(ruleset, rng, ruleset.new_state(), []), list[Step]()
    for command in commands(game, Dice(seed)):
        before = game.state
        try:
            events = game.do(command)
        except RuleViolation:
            assert game.state is before
        else:
            steps.append(Step(before, command, events, game.state))
    return Record(ruleset, rng, tuple(steps))


@on_every_board
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (2, 3))])
def test_a_game_in_which_people_come_and_go_is_whole(board: str, seed: int) -> None:
    record = played(board, seed)
    assert any(isinstance(event, SeatHandedOver) for event in record.events)
    check_invariants(record)
    assert replay(record.ruleset, decode_log(encode_log(record.events))) == record.final
    steps = list(retrace(record.ruleset, record.events, SEED))
    assert [(step.version, step.events) for step in steps if isinstance(step, Retraced)] == _recorded(record)


def _recorded(record: Record) -> list[tuple[int, object]]:
    recorded, version = list[tuple[int, object]](), 1
    for step in record.steps:
        recorded.append((version, step.events))
        version += len(step.events)
    return recorded


@on_every_board
def test_nobody_learns_anything_by_coming_and_going(board: str) -> None:
    record, dice = played(board, seed=4), Dice(5)
    ruleset = record.ruleset
    for state in record.positions[:: max(1, len(record.positions) // 12)]:
        for viewer in (*range(ruleset.players), Witness.SPECTATOR):
            other = redrawn(ruleset, state, viewer, dice)
            seen, same = (msgspec.json.encode(view(ruleset, one, viewer)) for one in (state, other))
            assert seen == same
