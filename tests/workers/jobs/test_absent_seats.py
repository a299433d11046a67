"""Seats that nobody has: workers skip their turns, choose where a choice is compulsory, and so the game goes on."""

import pytest

from service.background.jobs import BOT as PLAY
from service.games.import_export import record_of
from service.games.lobby import GameRequest, SeatRequest, open_table
from tests.support.checks.stored_games import check_stream
from tests.support.workers.background_service import BOT, PERSON, Desk, open_game, play_person
from ttr_core.audit import verify
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.history.chain import Envelope
from ttr_core.model.actor import HOST, Actor, Role
from ttr_core.model.commands import DrawCard, KeepTickets
from ttr_core.model.events import GameEnded, GameScored, TicketsChosen
from ttr_core.model.ids import Witness
from ttr_core.model.phases import PlayingTurn
from ttr_core.rules.base.turns import NOBODY_PLAYS
from ttr_core.rules.by_post.people import AbandonGame, Resign
from ttr_core.rules.by_post.seat_holders import TurnSkipped
from workers.jobs import play_bots
from workers.jobs.bot_turns import stand_in
from workers.needs import needs


def resign(desk: Desk, game: str, *seats: int, kind: str = "nobody") -> None:
    for seat in seats:
        desk.games.perform(desk.current(game), [Resign(seat=seat, kind=kind)], Actor(Role.SEAT, seat))


def events_of(desk: Desk, game: str, *types: type) -> list[tuple[str, object]]:
    """The events of these types with their actors."""
    events: list[tuple[Envelope, object]] = list(desk.games.cache.read_events(game, 0))
    return [(envelope.actor, event) for envelope, event in events if isinstance(event, types)]


def check_proved(desk: Desk, game: str) -> None:
    """Check that the game is over, in order, and accepted by the audit, actors included."""
    assert check_stream(desk.store, game).over
    report = verify(record_of(desk.games, desk.current(game), Witness.AUDITOR))
    assert report.verified, report.findings


def test_a_worker_chooses_and_skips_for_nobody_and_then_waits_for_the_person(desk: Desk) -> None:
    game = open_game(desk.games, PERSON, PERSON)
    resign(desk, game, 1)
    assert [need.job for need in needs(desk.current(game))] == [PLAY]
    play_bots(game, 0)
    assert [actor for actor, _ in events_of(desk, game, TicketsChosen)] == ["system"]
    play_person(desk.games, game)
    for _ in range(2):
        desk.games.perform(desk.current(game), [DrawCard(seat=0)], Actor(Role.SEAT, 0))
    assert desk.current(game).state.phase == PlayingTurn(1)
    play_bots(game, 0)
    assert events_of(desk, game, TurnSkipped) == [("system", TurnSkipped(seat=1, reason="nobody"))]
    assert desk.current(game).state.phase == PlayingTurn(0)
    assert needs(desk.current(game)) == ()


def test_a_choice_that_cannot_be_skipped_takes_as_little_as_it_can(desk: Desk) -> None:
    game = open_game(desk.games, PERSON, PERSON)
    resign(desk, game, 1)
    loaded = desk.current(game)
    chosen = stand_in(loaded, 1)
    assert isinstance(chosen, KeepTickets)
    assert len(chosen.tickets) == ticket_choice(loaded.state, 1).at_least
    assert stand_in(loaded, 1) == chosen


def test_a_turn_that_was_begun_is_finished(desk: Desk) -> None:
    game = open_game(desk.games, PERSON, BOT)
    play_person(desk.games, game)
    play_bots(game, 0)
    desk.games.perform(desk.current(game), [DrawCard(seat=0)], Actor(Role.SEAT, 0))
    resign(desk, game, 0)
    finishing = stand_in(desk.current(game), 0)
    assert finishing.__struct_config__.tag in {"draw_card", "take_card"}


def test_a_game_that_everybody_has_left_comes_to_its_end(desk: Desk) -> None:
    """The dispatcher and a worker play it to the end; nothing but the resignations sets them going."""
    game = open_game(desk.games, PERSON, PERSON, SeatRequest(name="Cid"))
    resign(desk, game, 0, 1, 2)
    dispatcher = desk.dispatcher()
    for _ in range(10):
        dispatcher.step()
        desk.work()
    ((_, ended),) = events_of(desk, game, GameEnded)
    assert ended == GameEnded(reason=NOBODY_PLAYS)
    assert len(events_of(desk, game, TurnSkipped)) == 3
    check_proved(desk, game)


@pytest.mark.parametrize("kind", ["bot:random", "bot:greedy"])
def test_a_bot_takes_over_and_plays_to_the_end(desk: Desk, kind: str) -> None:
    game = open_game(desk.games, PERSON, BOT)
    resign(desk, game, 0, kind=kind)
    while desk.current(game).state.phase.waiting:
        play_bots(game, 0)
    check_proved(desk, game)


def test_a_job_for_nobody_that_runs_twice_skips_once(desk: Desk) -> None:
    game = open_game(desk.games, PERSON, PERSON)
    resign(desk, game, 0)
    play_person(desk.games, game, 1)
    version = desk.current(game).version
    for _ in range(3):
        play_bots(game, version)
    assert len(events_of(desk, game, TurnSkipped)) == 1
    check_stream(desk.store, game)


def test_a_game_that_was_given_up_is_closed_by_a_worker(desk: Desk) -> None:
    request = GameRequest(board="lyon", seats=(PERSON, SeatRequest()))
    game = open_table(desk.games, request).done.loaded.game
    desk.games.perform(desk.current(game), [AbandonGame()], HOST)
    dispatcher = desk.dispatcher()
    dispatcher.step()
    desk.work()
    assert desk.current(game).over
    assert len(events_of(desk, game, GameScored)) == 1
    assert needs(desk.current(game)) == ()
