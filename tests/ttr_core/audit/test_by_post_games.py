"""Games in which people come and go are audited like all others: the audit recovers every command and its actor."""

from collections.abc import Iterator

import pytest

from tests.support.audit.game_records import time_of
from tests.support.whole_games.by_post_games import (
    ANN,
    BOB,
    CLEO,
    SEED,
    dealt,
    first_choice,
    playing,
    waiting_room,
)
from ttr_core.audit import Step as Retraced
from ttr_core.audit import retrace, verify
from ttr_core.audit.moves import actor_of
from ttr_core.game import Game
from ttr_core.history.record import Entry, write_down
from ttr_core.model.actor import HOST, Actor, Role
from ttr_core.model.commands import Command, DrawCard, ScoreGame
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId
from ttr_core.rules.by_post.motions import Agree, Motion, Propose
from ttr_core.rules.by_post.people import (
    AbandonGame,
    CloseSeat,
    InviteReplacement,
    OfferSeat,
    Resign,
    SkipTurn,
    TakeOver,
)


def script(game: Game) -> Iterator[Command]:
    """Bob hands over a seat, Cleo resigns, is skipped and replaced; then all stop."""
    yield OfferSeat(seat=BOB)
    yield CloseSeat(seat=BOB)
    yield OfferSeat(seat=BOB)
    yield TakeOver(seat=BOB)
    yield Resign(seat=CLEO, kind="nobody")
    yield from (first_choice(game, seat) for seat in (ANN, BOB, CLEO))
    yield from (DrawCard(seat=seat) for seat in (ANN, ANN, BOB, BOB))
    yield SkipTurn(seat=CLEO)
    yield InviteReplacement(seat=CLEO, vacant=CLEO)
    yield Agree(seat=ANN, motion="replace:2")
    yield Agree(seat=BOB, motion="replace:2")
    yield InviteReplacement(seat=ANN, vacant=CLEO)
    yield TakeOver(seat=CLEO)
    yield Resign(seat=BOB, kind="bot:greedy")
    yield Propose(seat=CLEO, motion=Motion.END)
    yield Agree(seat=ANN, motion="end")
    yield ScoreGame()


def entries(game: Game, steps: Iterator[Command]) -> tuple[list[Entry], list[Command]]:
    begun = [Entry(event, time_of(0), HOST) for event in game.events]
    commands = []
    for number, command in enumerate(steps, 1):
        actor = actor_of(command, game.state)
        commands.append(command)
        begun += [Entry(event, time_of(number), actor) for event in game.do(command)]
    return begun, commands


def test_every_command_about_people_is_found_again() -> None:
    game = dealt()
    opening = len(game.events)
    log, commands = entries(game, script(game))
    events: list[Event] = [entry.event for entry in log]
    steps = list(retrace(game.ruleset, events, SEED))
    retraced = [step.command for step in steps if isinstance(step, Retraced) and step.version > opening]
    assert retraced == commands
    report = verify(write_down(game.ruleset, SEED, "people", log))
    assert report.verified, report.findings


def test_a_game_that_was_abandoned_is_a_whole_record() -> None:
    game = waiting_room()
    log, _ = entries(game, iter((AbandonGame(), ScoreGame())))
    report = verify(write_down(game.ruleset, SEED, "abandoned", log))
    assert report.verified, report.findings


@pytest.mark.parametrize(
    ("command", "actor"),
    [
        (Resign(seat=ANN, kind="nobody"), "host"),
        (Resign(seat=ANN, kind="nobody"), "seat:1"),
        (OfferSeat(seat=ANN), HOST),
        (InviteReplacement(seat=ANN, vacant=CLEO), Actor(Role.SEAT, 1)),
    ],
)
def test_nobody_speaks_for_somebody_else(command: Command, actor: Actor) -> None:
    game = playing(kinds=("human", "human", "bot:random"))
    log = [Entry(event, time_of(0), _opening_actor(event)) for event in game.events]
    forged = len(log) + 1
    log += [Entry(event, time_of(1), actor) for event in game.do(command)]
    report = verify(write_down(game.ruleset, SEED, "forged", log))
    assert (forged, "actor_not_plausible") in [(finding.version, finding.code) for finding in report.findings]


def _opening_actor(event: Event) -> Actor:
    seat: SeatId | None = getattr(event, "seat", None)
    return HOST if seat is None else Actor(Role.SEAT, seat)
