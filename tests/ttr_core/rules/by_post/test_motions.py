"""Motions: what happens only if everybody who is present agrees."""

import pytest

from tests.support.whole_games.by_post_games import ANN, BOB, CLEO, phase, playing, waiting_room
from ttr_core import Code, RuleViolation, replay
from ttr_core.engine.views import view
from ttr_core.game import Game
from ttr_core.model.commands import Command, DrawCard, ScoreGame
from ttr_core.model.events import Event, GameEnded
from ttr_core.model.ids import SeatId, Witness
from ttr_core.model.phases import Ended, Paused, PlayingTurn, Scored
from ttr_core.rules.by_post.motions import (
    AGREED,
    Agree,
    GamePaused,
    GameResumed,
    Motion,
    MotionAgreed,
    MotionCarried,
    MotionCode,
    MotionLapsed,
    MotionProposed,
    MotionRefused,
    Motions,
    Object,
    Propose,
    ResumeGame,
)
from ttr_core.rules.by_post.people import OfferSeat, Resign, TakeOver
from ttr_core.rules.by_post.seat_holders import PeopleCode


def refused(game: Game, command: Command) -> str:
    with pytest.raises(RuleViolation) as caught:
        game.do(command)
    return caught.value.code


def agree(game: Game, motion: Motion, *seats: int) -> None:
    for seat in seats:
        game.do(Agree(seat=seat, motion=motion))


def test_nothing_happens_before_all_have_agreed() -> None:
    game = playing()
    assert game.do(Propose(seat=BOB, motion=Motion.PAUSE)) == (MotionProposed(seat=BOB, motion="pause"),)
    assert game.do(Agree(seat=ANN, motion="pause")) == (MotionAgreed(seat=ANN, motion="pause"),)
    assert phase(game) == PlayingTurn(ANN)
    assert game.do(Agree(seat=CLEO, motion="pause")) == (
        MotionAgreed(seat=CLEO, motion="pause"),
        MotionCarried(motion="pause"),
        GamePaused(),
    )
    assert phase(game) == Paused(PlayingTurn(ANN))
    assert game.state.slice(Motions).agreed == {}


def test_nobody_is_waited_for_in_a_pause_and_the_game_goes_on_where_it_was() -> None:
    game = playing()
    game.do(DrawCard(seat=ANN))
    before = game.state.phase
    game.do(Propose(seat=ANN, motion=Motion.PAUSE))
    agree(game, Motion.PAUSE, BOB, CLEO)
    assert game.state.phase.waiting == ()
    assert game.legal(ANN) == ()
    assert refused(game, DrawCard(seat=ANN)) == Code.NOT_NOW
    assert game.do(ResumeGame(seat=CLEO)) == (GameResumed(seat=CLEO),)  # one is enough
    assert phase(game) == before
    game.do(DrawCard(seat=ANN))
    assert replay(game.ruleset, game.events) == game.state


def test_all_who_are_present_end_the_game_and_it_is_counted() -> None:
    game = playing()
    game.do(Propose(seat=ANN, motion=Motion.END))
    agree(game, Motion.END, BOB, CLEO)
    assert game.events[-1] == GameEnded(reason=AGREED)
    assert phase(game) == Ended(AGREED)
    game.do(ScoreGame())
    assert isinstance(game.state.phase, Scored)


def test_a_game_can_be_ended_in_a_pause() -> None:
    game = playing(2)
    for motion in (Motion.PAUSE, Motion.END):
        game.do(Propose(seat=ANN, motion=motion))
        game.do(Agree(seat=BOB, motion=motion))
    assert phase(game) == Ended(AGREED)


def test_one_objection_is_enough() -> None:
    game = playing()
    game.do(Propose(seat=ANN, motion=Motion.END))
    assert game.do(Object(seat=CLEO, motion="end")) == (MotionRefused(seat=CLEO, motion="end"),)
    assert refused(game, Agree(seat=BOB, motion="end")) == MotionCode.NO_SUCH_MOTION
    assert refused(game, Object(seat=BOB, motion="end")) == MotionCode.NO_SUCH_MOTION


def test_a_proposer_takes_a_motion_back_and_may_make_it_again() -> None:
    game = playing()
    game.do(Propose(seat=ANN, motion=Motion.END))
    game.do(Object(seat=ANN, motion="end"))
    game.do(Propose(seat=ANN, motion=Motion.END))
    assert game.state.slice(Motions).agreed == {"end": (ANN,)}


def test_a_motion_is_made_once_and_agreed_to_once() -> None:
    game = playing()
    game.do(Propose(seat=ANN, motion=Motion.END))
    assert refused(game, Propose(seat=BOB, motion=Motion.END)) == MotionCode.MOTION_OPEN
    assert refused(game, Agree(seat=ANN, motion="end")) == MotionCode.ALREADY_AGREED


def test_several_motions_are_open_at_once() -> None:
    game = playing()
    game.do(Propose(seat=ANN, motion=Motion.END))
    game.do(Propose(seat=BOB, motion=Motion.PAUSE))
    agree(game, Motion.PAUSE, ANN, CLEO)
    assert game.state.slice(Motions).agreed == {"end": (ANN,)}
    assert isinstance(game.state.phase, Paused)


@pytest.mark.parametrize("motion", Motion)
def test_there_is_nothing_to_pause_or_end_before_the_deal(motion: Motion) -> None:
    assert refused(waiting_room(), Propose(seat=ANN, motion=motion)) == Code.NOT_NOW


def test_a_game_is_resumed_only_from_a_pause_and_paused_only_outside_of_one() -> None:
    game = playing(2)
    assert refused(game, ResumeGame(seat=ANN)) == Code.NOT_NOW
    game.do(Propose(seat=ANN, motion=Motion.PAUSE))
    game.do(Agree(seat=BOB, motion="pause"))
    assert refused(game, Propose(seat=ANN, motion=Motion.PAUSE)) == Code.NOT_NOW


def test_bots_are_not_asked_and_have_no_say() -> None:
    game = playing(kinds=("human", "bot:random", "human"))
    assert refused(game, Propose(seat=BOB, motion=Motion.END)) == PeopleCode.NOT_PRESENT
    assert refused(game, Propose(seat=9, motion=Motion.END)) == Code.UNKNOWN_SEAT
    game.do(Propose(seat=ANN, motion=Motion.END))
    game.do(Agree(seat=CLEO, motion="end"))
    assert phase(game) == Ended(AGREED)


def test_the_only_person_ends_a_game_alone() -> None:
    game = playing(kinds=("human", "bot:random", "bot:random"))
    game.do(Propose(seat=ANN, motion=Motion.END))
    assert phase(game) == Ended(AGREED)


def test_a_motion_is_carried_when_the_last_one_who_has_not_agreed_leaves() -> None:
    game = playing()
    game.do(Propose(seat=ANN, motion=Motion.PAUSE))
    game.do(Agree(seat=BOB, motion="pause"))
    events = game.do(Resign(seat=CLEO, kind="nobody"))
    assert events[1:] == (MotionCarried(motion="pause"), GamePaused())


def test_a_new_holder_is_not_bound_by_what_the_seat_agreed_to_before() -> None:
    game = playing()
    game.do(Propose(seat=ANN, motion=Motion.END))
    game.do(Propose(seat=BOB, motion=Motion.PAUSE))
    game.do(OfferSeat(seat=ANN))
    assert game.do(TakeOver(seat=ANN))[1:] == (MotionLapsed(motion="end"),)
    assert game.state.slice(Motions).agreed == {"pause": (BOB,)}


def test_everybody_sees_who_is_for_an_open_motion() -> None:
    game = playing()
    assert "motions" not in view(game.ruleset, game.state, Witness.SPECTATOR).rules
    game.do(Propose(seat=ANN, motion=Motion.END))
    for viewer in (ANN, CLEO, Witness.SPECTATOR):
        assert view(game.ruleset, game.state, viewer).rules["motions"] == {
            "pending": [{"motion": "end", "agreed": (ANN,)}]
        }


def test_a_motion_lapses_when_everybody_has_had_a_turn_since() -> None:
    game = playing()
    game.do(Propose(seat=BOB, motion=Motion.PAUSE))
    for seat in (ANN, BOB, CLEO):
        assert MotionLapsed(motion="pause") not in draw_two(game, seat)
    assert MotionLapsed(motion="pause") in draw_two(game, ANN)
    assert game.state.slice(Motions) == Motions()
    assert replay(game.ruleset, game.events) == game.state


def draw_two(game: Game, seat: SeatId) -> tuple[Event, ...]:
    return game.do(DrawCard(seat=seat)) + game.do(DrawCard(seat=seat))
