"""People: resigning, handing a seat on, replacing by consent, coming back, and the turns of nobody."""

from collections.abc import Callable

import pytest

from tests.support.boards.every_board import PLAYABLE
from tests.support.whole_games.by_post_games import (
    ANN,
    BOB,
    CLEO,
    dealt,
    first_choice,
    kinds,
    phase,
    playing,
    waiting_room,
)
from ttr_core import Code, RuleViolation, replay
from ttr_core.engine.engine import Decision
from ttr_core.engine.shared_slices import SkippedTurns
from ttr_core.engine.views import view
from ttr_core.game import Game
from ttr_core.model.commands import Command, DrawCard, ScoreGame, StartGame, TakeSeat
from ttr_core.model.events import GameEnded, TurnStarted
from ttr_core.model.ids import Witness
from ttr_core.model.phases import Ended, PlayingTurn, Scored
from ttr_core.notation import read_position, write_position
from ttr_core.rules.base.turns import NOBODY_PLAYS
from ttr_core.rules.by_post.motions import (
    Agree,
    Motion,
    MotionCarried,
    MotionCode,
    MotionProposed,
    Object,
    Propose,
)
from ttr_core.rules.by_post.people import (
    ABANDONED,
    AbandonGame,
    CloseSeat,
    InviteReplacement,
    OfferSeat,
    ReplacementSought,
    Resign,
    ReturnToSeat,
    SeatClosed,
    SeatOpened,
    SkipTurn,
    TakeOver,
)
from ttr_core.rules.by_post.seat_holders import (
    HandoverReason,
    Holders,
    PeopleCode,
    SeatHandedOver,
    SkipReason,
    TurnSkipped,
    hand_over,
    skip_turn,
)


def refused(game: Game, command: Command) -> str:
    with pytest.raises(RuleViolation) as caught:
        game.do(command)
    return caught.value.code


def by_the_clock(game: Game, act: Callable[[Decision], None]) -> None:
    """Let `act` decide on the game, as the clock does without a command."""
    decision = Decision(game.ruleset, game.state, game.rng)
    act(decision)
    game.events.extend(decision.events)
    game.state = decision.state


def time_out(game: Game, seat: int) -> None:
    by_the_clock(game, lambda decision: hand_over(decision, seat, "bot:greedy", HandoverReason.TIMEOUT))


# ------------------------------------------------------------------------------------------- resigning


@pytest.mark.parametrize("kind", ["bot:greedy", "nobody"])
def test_somebody_else_has_the_seat_after_a_resignation(kind: str) -> None:
    game = playing()
    before = game.state.seats[BOB]
    events = game.do(Resign(seat=BOB, kind=kind))
    assert events == (SeatHandedOver(seat=BOB, kind=kind, holder=2, reason="resigned"),)
    assert kinds(game) == ["human", kind, "human"]
    after = game.state.seats[BOB]
    assert (after.hand, after.tickets, after.trains) == (before.hand, before.tickets, before.trains)
    assert game.state.present == (ANN, CLEO)


@pytest.mark.parametrize("kind", ["human", "", "robot", "somebody"])
def test_a_seat_is_left_to_a_bot_or_to_nobody(kind: str) -> None:
    assert refused(playing(), Resign(seat=BOB, kind=kind)) == Code.UNKNOWN_KIND


def test_nobody_resigns_twice_and_bots_do_not_resign() -> None:
    game = playing(kinds=("human", "bot:random", "human"))
    game.do(Resign(seat=ANN, kind="nobody"))
    assert refused(game, Resign(seat=ANN, kind="nobody")) == PeopleCode.NOT_PRESENT
    assert refused(game, Resign(seat=BOB, kind="nobody")) == PeopleCode.NOT_PRESENT
    assert refused(game, Resign(seat=7, kind="nobody")) == Code.UNKNOWN_SEAT


def test_a_player_who_resigned_does_not_come_back() -> None:
    game = playing()
    game.do(Resign(seat=BOB, kind="bot:greedy"))
    assert refused(game, ReturnToSeat(seat=BOB)) == PeopleCode.NOTHING_TO_RETURN_TO


def test_one_resigns_in_a_pause_and_in_the_middle_of_a_turn() -> None:
    game = playing(2)
    game.do(DrawCard(seat=ANN))
    game.do(Resign(seat=ANN, kind="bot:greedy"))
    assert game.state.phase.waiting == (ANN,)
    game.do(Propose(seat=BOB, motion=Motion.PAUSE))
    game.do(Resign(seat=BOB, kind="nobody"))
    assert game.state.present == ()


def test_there_is_nothing_to_resign_from_when_the_game_is_over() -> None:
    game = playing(2)
    game.do(Propose(seat=ANN, motion=Motion.END))
    game.do(Agree(seat=BOB, motion="end"))
    assert refused(game, Resign(seat=ANN, kind="nobody")) == Code.GAME_OVER


# ------------------------------------------------------------------------------------- handing a seat on


def test_a_seat_that_its_holder_offers_is_taken_over_by_somebody_else() -> None:
    game = playing()
    assert game.do(OfferSeat(seat=BOB)) == (SeatOpened(seat=BOB, reason="handed_over"),)
    assert game.do(TakeOver(seat=BOB)) == (
        SeatHandedOver(seat=BOB, kind="human", holder=2, reason="handed_over"),
    )
    assert kinds(game) == ["human"] * 3
    assert game.state.slice(Holders).numbers == (1, 2, 1)


def test_a_seat_is_taken_over_once_for_each_offer() -> None:
    game = playing()
    game.do(OfferSeat(seat=BOB))
    game.do(OfferSeat(seat=BOB))
    game.do(TakeOver(seat=BOB))
    assert refused(game, TakeOver(seat=BOB)) == PeopleCode.SEAT_NOT_OPEN


def test_an_offer_is_taken_back() -> None:
    game = playing()
    assert refused(game, CloseSeat(seat=BOB)) == PeopleCode.SEAT_NOT_OPEN
    game.do(OfferSeat(seat=BOB))
    assert game.do(CloseSeat(seat=BOB)) == (SeatClosed(seat=BOB),)
    assert refused(game, TakeOver(seat=BOB)) == PeopleCode.SEAT_NOT_OPEN


def test_nobody_takes_a_seat_that_is_not_offered() -> None:
    game = playing(kinds=("human", "bot:random", "human"))
    for seat in (ANN, BOB):
        assert refused(game, TakeOver(seat=seat)) == PeopleCode.SEAT_NOT_OPEN
    assert refused(game, TakeOver(seat=5)) == Code.UNKNOWN_SEAT
    assert refused(game, OfferSeat(seat=BOB)) == PeopleCode.NOT_PRESENT


# ------------------------------------------------------------------------------------------- replacing


def test_a_person_for_a_bot_if_all_who_are_present_agree() -> None:
    """The new holder sees the cards of the seat: a player could otherwise invite themselves."""
    game = playing()
    game.do(Resign(seat=CLEO, kind="bot:greedy"))
    assert game.do(InviteReplacement(seat=ANN, vacant=CLEO)) == (
        ReplacementSought(seat=ANN, vacant=CLEO),
        MotionProposed(seat=ANN, motion="replace:2"),
    )
    assert refused(game, TakeOver(seat=CLEO)) == PeopleCode.SEAT_NOT_OPEN
    assert game.do(Agree(seat=BOB, motion="replace:2"))[1:] == (
        MotionCarried(motion="replace:2"),
        SeatOpened(seat=CLEO, reason="replaced"),
    )
    game.do(TakeOver(seat=CLEO))
    assert game.events[-1] == SeatHandedOver(seat=CLEO, kind="human", holder=3, reason="replaced")


def test_the_host_proposes_and_those_who_are_present_agree() -> None:
    game = playing(kinds=("human", "human", "bot:random"))
    events = game.do(InviteReplacement(seat=CLEO, vacant=CLEO))
    assert events[1] == MotionProposed(seat=CLEO, motion="replace:2")
    game.do(Agree(seat=ANN, motion="replace:2"))
    assert CLEO not in game.state.slice(Holders).offered
    game.do(Agree(seat=BOB, motion="replace:2"))
    assert game.state.slice(Holders).offered == {CLEO: "replaced"}


def test_one_objection_keeps_the_bot() -> None:
    game = playing(kinds=("human", "human", "bot:random"))
    game.do(InviteReplacement(seat=CLEO, vacant=CLEO))
    game.do(Object(seat=BOB, motion="replace:2"))
    assert refused(game, TakeOver(seat=CLEO)) == PeopleCode.SEAT_NOT_OPEN


def test_no_player_throws_a_person_out() -> None:
    game = playing()
    before = game.state
    assert refused(game, InviteReplacement(seat=ANN, vacant=BOB)) == PeopleCode.SEAT_HELD
    assert game.state == before


def reinvited(game: Game) -> None:
    """The host invites somebody for Bob, and all others agree."""
    game.do(InviteReplacement(seat=BOB, vacant=BOB))
    for seat in (ANN, CLEO):
        game.do(Agree(seat=seat, motion="reinvite:1"))


def test_the_host_invites_again_for_somebody_who_has_lost_their_token_if_all_others_agree() -> None:
    game = playing()
    assert game.do(InviteReplacement(seat=BOB, vacant=BOB)) == (
        ReplacementSought(seat=BOB, vacant=BOB),
        MotionProposed(seat=BOB, motion="reinvite:1"),
    )
    game.do(Agree(seat=ANN, motion="reinvite:1"))
    assert refused(game, TakeOver(seat=BOB)) == PeopleCode.SEAT_NOT_OPEN
    assert game.do(Agree(seat=CLEO, motion="reinvite:1"))[1:] == (
        MotionCarried(motion="reinvite:1"),
        SeatOpened(seat=BOB, reason="reinvited"),
    )
    assert game.do(TakeOver(seat=BOB)) == (
        SeatHandedOver(seat=BOB, kind="human", holder=2, reason="reinvited"),
    )


def test_somebody_who_has_their_token_after_all_keeps_the_seat() -> None:
    game = playing()
    game.do(InviteReplacement(seat=BOB, vacant=BOB))
    game.do(Object(seat=BOB, motion="reinvite:1"))
    assert refused(game, Agree(seat=ANN, motion="reinvite:1")) == MotionCode.NO_SUCH_MOTION
    reinvited(game)
    game.do(CloseSeat(seat=BOB))
    assert refused(game, TakeOver(seat=BOB)) == PeopleCode.SEAT_NOT_OPEN


def test_a_seat_that_its_holder_offers_is_not_lost() -> None:
    game = playing()
    game.do(OfferSeat(seat=BOB))
    assert refused(game, InviteReplacement(seat=BOB, vacant=BOB)) == PeopleCode.SEAT_HELD
    game.do(CloseSeat(seat=BOB))
    game.do(InviteReplacement(seat=BOB, vacant=BOB))
    game.do(OfferSeat(seat=BOB))
    for seat in (ANN, CLEO):
        game.do(Agree(seat=seat, motion="reinvite:1"))
    assert game.state.slice(Holders).offered == {BOB: "handed_over"}


def test_the_host_replaces_an_invite_that_got_lost_too() -> None:
    game = playing()
    reinvited(game)
    assert game.do(InviteReplacement(seat=BOB, vacant=BOB)) == (ReplacementSought(seat=BOB, vacant=BOB),)
    assert game.state.slice(Holders).offered == {BOB: "reinvited"}


def test_a_seat_that_a_bot_plays_by_now_is_not_opened_as_lost() -> None:
    game = playing()
    game.do(InviteReplacement(seat=BOB, vacant=BOB))
    time_out(game, BOB)
    game.do(Agree(seat=ANN, motion="reinvite:1"))
    game.do(Agree(seat=CLEO, motion="reinvite:1"))
    assert game.state.slice(Holders).offered == {}


def test_it_is_proposed_once_and_afterwards_anybody_may_invite_again() -> None:
    game = playing(kinds=("human", "human", "bot:random"))
    game.do(InviteReplacement(seat=ANN, vacant=CLEO))
    assert refused(game, InviteReplacement(seat=BOB, vacant=CLEO)) == MotionCode.MOTION_OPEN
    game.do(Agree(seat=BOB, motion="replace:2"))
    assert game.do(InviteReplacement(seat=BOB, vacant=CLEO)) == (ReplacementSought(seat=BOB, vacant=CLEO),)


def test_where_no_person_is_left_the_host_invites_alone() -> None:
    game = playing(2)
    for seat in (ANN, BOB):
        game.do(Resign(seat=seat, kind="nobody"))
    game.do(InviteReplacement(seat=BOB, vacant=BOB))
    game.do(TakeOver(seat=BOB))
    assert kinds(game) == ["nobody", "human"]
    assert refused(game, InviteReplacement(seat=5, vacant=5)) == Code.UNKNOWN_SEAT
    assert refused(game, InviteReplacement(seat=ANN, vacant=BOB)) == PeopleCode.NOT_PRESENT


def test_a_seat_whose_person_came_back_is_not_opened() -> None:
    game = playing()
    time_out(game, CLEO)
    game.do(InviteReplacement(seat=ANN, vacant=CLEO))
    game.do(ReturnToSeat(seat=CLEO))
    game.do(Agree(seat=BOB, motion="replace:2"))
    events = game.do(Agree(seat=CLEO, motion="replace:2"))
    assert events[-1] == MotionCarried(motion="replace:2")
    assert game.state.slice(Holders).offered == {}


# ------------------------------------------------------------------------------------------ coming back


def test_a_player_who_ran_out_of_time_comes_back() -> None:
    game = playing()
    time_out(game, BOB)
    assert kinds(game)[BOB] == "bot:greedy"
    assert game.do(ReturnToSeat(seat=BOB)) == (
        SeatHandedOver(seat=BOB, kind="human", holder=3, reason="returned"),
    )
    assert refused(game, ReturnToSeat(seat=BOB)) == PeopleCode.NOTHING_TO_RETURN_TO


def test_nobody_comes_back_to_a_seat_that_another_person_has() -> None:
    game = playing()
    time_out(game, BOB)
    game.do(InviteReplacement(seat=ANN, vacant=BOB))
    game.do(Agree(seat=CLEO, motion="replace:1"))
    game.do(TakeOver(seat=BOB))
    assert refused(game, ReturnToSeat(seat=BOB)) == PeopleCode.NOTHING_TO_RETURN_TO


# --------------------------------------------------------------------------------------- before the deal


def test_the_host_gives_up_a_game_that_has_not_begun() -> None:
    game = waiting_room()
    assert game.do(AbandonGame()) == (GameEnded(reason=ABANDONED),)
    assert phase(game) == Ended(ABANDONED)
    assert refused(game, TakeSeat(seat=CLEO)) == Code.GAME_OVER
    game.do(ScoreGame())
    assert phase(game) == Scored(ABANDONED)
    assert view(game.ruleset, game.state, Witness.SPECTATOR).end == ABANDONED


def test_the_host_does_not_end_a_game_that_has_begun() -> None:
    assert refused(dealt(), AbandonGame()) == Code.NOT_NOW


def test_a_game_does_not_begin_with_a_seat_that_somebody_has_left() -> None:
    game = waiting_room(taken=3)
    game.do(Resign(seat=BOB, kind="nobody"))
    assert refused(game, StartGame()) == Code.SEATS_OPEN
    assert refused(game, InviteReplacement(seat=ANN, vacant=BOB)) == Code.NOT_NOW
    game.do(InviteReplacement(seat=BOB, vacant=BOB))
    game.do(TakeOver(seat=BOB))
    game.do(StartGame())
    assert game.state.phase.waiting == (ANN, BOB, CLEO)


def test_an_invite_to_a_seat_that_nobody_has_taken_changes_nothing_at_the_table() -> None:
    game = waiting_room()
    assert game.do(InviteReplacement(seat=CLEO, vacant=CLEO)) == (ReplacementSought(seat=CLEO, vacant=CLEO),)
    assert refused(game, TakeOver(seat=CLEO)) == PeopleCode.SEAT_NOT_OPEN
    game.do(TakeSeat(seat=CLEO))


# ----------------------------------------------------------------------------------- the turns of nobody


def test_the_turn_of_nobody_is_skipped() -> None:
    game = playing()
    game.do(Resign(seat=ANN, kind="nobody"))
    assert game.do(SkipTurn(seat=ANN)) == (TurnSkipped(seat=ANN, reason="nobody"), TurnStarted(seat=BOB))
    assert (game.state.passes, game.state.slice(SkippedTurns).skips) == (1, 1)
    game.do(DrawCard(seat=BOB))
    game.do(DrawCard(seat=BOB))
    assert (game.state.passes, game.state.slice(SkippedTurns).skips) == (0, 0)


def test_only_nobody_is_skipped_and_only_at_the_start_of_the_turn() -> None:
    game = playing(kinds=("human", "human", "bot:random"))
    for seat in (ANN, CLEO):
        assert refused(game, SkipTurn(seat=seat)) == PeopleCode.SEAT_HELD
    game.do(Resign(seat=BOB, kind="nobody"))
    assert refused(game, SkipTurn(seat=BOB)) == Code.NOT_NOW
    game.do(DrawCard(seat=ANN))
    game.do(Resign(seat=ANN, kind="nobody"))
    assert refused(game, SkipTurn(seat=ANN)) == Code.NOT_NOW


def test_a_first_choice_cannot_be_skipped() -> None:
    game = dealt()
    game.do(Resign(seat=BOB, kind="nobody"))
    assert refused(game, SkipTurn(seat=BOB)) == Code.NOT_NOW
    game.do(first_choice(game, BOB))


def test_a_round_that_nobody_plays_ends_the_game_and_says_so() -> None:
    game = playing(2)
    for seat in (ANN, BOB):
        game.do(Resign(seat=seat, kind="nobody"))
    game.do(SkipTurn(seat=ANN))
    assert game.do(SkipTurn(seat=BOB))[-1] == GameEnded(reason=NOBODY_PLAYS)
    game.do(ScoreGame())
    assert replay(game.ruleset, game.events) == game.state


def test_a_skip_that_was_followed_by_a_move_is_forgotten() -> None:
    game = playing(2)
    game.do(Resign(seat=ANN, kind="nobody"))
    game.do(SkipTurn(seat=ANN))
    for _ in range(2):
        game.do(DrawCard(seat=BOB))
    assert (game.state.phase, game.state.slice(SkippedTurns).skips) == (PlayingTurn(ANN), 0)


def test_a_turn_is_skipped_because_of_the_time() -> None:
    game = playing()
    by_the_clock(game, lambda decision: skip_turn(decision, ANN, SkipReason.TIMEOUT))
    assert game.events[-1] == TurnSkipped(seat=ANN, reason="timeout")
    with pytest.raises(RuleViolation):
        by_the_clock(game, lambda decision: skip_turn(decision, BOB, SkipReason.TIMEOUT))


# ------------------------------------------------------------------------------------------ what is seen


def test_everybody_sees_which_seats_have_passed_on_and_which_are_open() -> None:
    game = playing()
    assert "people" not in view(game.ruleset, game.state, ANN).rules
    game.do(Resign(seat=BOB, kind="nobody"))
    game.do(OfferSeat(seat=CLEO))
    for viewer in (ANN, BOB, Witness.SPECTATOR):
        assert view(game.ruleset, game.state, viewer).rules["people"] == {
            "passed": [{"seat": BOB, "holder": 2, "reason": "resigned"}],
            "offered": [{"seat": CLEO, "reason": "handed_over"}],
        }


def test_a_position_tells_who_has_which_seat() -> None:
    game = playing()
    game.do(Resign(seat=BOB, kind="nobody"))
    game.do(OfferSeat(seat=CLEO))
    again = read_position(game.ruleset, write_position(game.ruleset, game.state))
    assert again.slice(Holders) == game.state.slice(Holders)
    assert again.seats == game.state.seats


@pytest.mark.parametrize("board", PLAYABLE)
def test_a_refusal_tells_nothing_of_what_is_hidden(board: str) -> None:
    """The facts of every refusal here are numbers of seats, phases and motions."""
    game = dealt(board)
    attempts: list[Command] = [
        TakeOver(seat=BOB),
        ReturnToSeat(seat=BOB),
        CloseSeat(seat=BOB),
        InviteReplacement(seat=ANN, vacant=BOB),
        SkipTurn(seat=BOB),
        AbandonGame(),
    ]
    for command in attempts:
        with pytest.raises(RuleViolation) as caught:
            game.do(command)
        assert caught.value.facts.keys() <= {"seat", "phase", "motion"}
