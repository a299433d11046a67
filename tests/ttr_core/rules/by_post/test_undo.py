"""Undo: at once as long as nobody has seen anything, else by consent, and never past a card."""

import msgspec
import pytest
from msgspec.structs import replace

from tests.support.boards.europe import board
from tests.support.positions.redrawn_secrets import redrawn
from tests.support.whole_games.by_post_games import ANN, BOB, CLEO, SEED, dealt, first_choice, playing
from ttr_core import Code, RuleViolation, State, Witness, redact, replay
from ttr_core.bots.policy import Dice
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.engine.views import view
from ttr_core.game import Game, start_game
from ttr_core.model.commands import (
    ClaimRoute,
    Command,
    DrawCard,
    DrawTickets,
    KeepTickets,
    ScoreGame,
    TakeCard,
)
from ttr_core.model.events import GameEnded, TicketsChosen
from ttr_core.model.phases import ChoosingTickets, KeepingTickets, PlayingTurn
from ttr_core.model.state import with_part, with_seat, with_slice
from ttr_core.rules.by_post.motions import (
    Agree,
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
)
from ttr_core.rules.by_post.people import Resign
from ttr_core.rules.by_post.seat_holders import PeopleCode
from ttr_core.rules.by_post.undo import (
    Checkpoint,
    Checkpoints,
    ChoiceTakenBack,
    ProposeUndo,
    Restarts,
    TurnTakenBack,
    UndoCode,
    UndoProposed,
    UndoRequest,
)
from ttr_core.rules.variants.drafts import PickTicket
from ttr_core.rules.variants.stations.station_state import Sites, Station
from ttr_core.rules.variants.stations.stations import ChoosingBorrowedRoutes


def refused(game: Game, command: Command) -> str:
    with pytest.raises(RuleViolation) as caught:
        game.do(command)
    return caught.value.code


def claim(game: Game) -> ClaimRoute:
    """A claim by the player whose turn it is, with the cards for it put into the hand."""
    seat = game.state.phase.waiting[0]
    rich = replace(game.state.seats[seat], hand=tuple(count + 4 for count in game.state.seats[seat].hand))
    state = replace(game.state, seats=with_seat(game.state.seats, seat, rich))
    begun = (*state.slice(Checkpoints).kept[:-1], Checkpoint(seat, replace(state, table={})))
    game.state = with_part(state, Checkpoints(kept=begun))
    return next(command for command in game.legal(seat) if isinstance(command, ClaimRoute))


def claimed(players: int = 3) -> tuple[Game, State]:
    """Ann has claimed a route and it is Bob's turn; the table as it was before."""
    game = playing(players)
    command = claim(game)
    before = game.state
    game.do(command)
    return game, before


def table(state: State) -> State:
    """The state without what an undo leaves as it is."""
    left_alone = (Checkpoints, Motions, Restarts, UndoRequest)
    kept = {kind: part for kind, part in state.table.items() if kind not in left_alone}
    return replace(state, table=kept, turns=0)


# ------------------------------------------------------------------------------------ unseen choices


def test_a_choice_that_waits_for_others_is_taken_back_at_once() -> None:
    game = dealt()
    before = game.state
    game.do(first_choice(game, BOB))
    assert game.do(ProposeUndo(seat=BOB)) == (ChoiceTakenBack(seat=BOB),)
    assert game.state == before
    assert game.state.phase == ChoosingTickets((ANN, BOB, CLEO))


def test_taking_a_choice_back_leaves_the_choices_of_others() -> None:
    game = dealt()
    game.do(first_choice(game, ANN))
    game.do(first_choice(game, CLEO))
    game.do(ProposeUndo(seat=ANN))
    assert list(game.state.phase.waiting) == [ANN, BOB]
    assert ticket_choice(game.state, CLEO).chosen is not None
    game.do(first_choice(game, BOB))
    assert list(game.state.phase.waiting) == [ANN]
    game.do(game.legal(ANN)[-1])
    assert game.state.phase == PlayingTurn(ANN)


def test_the_choice_taken_back_stays_in_the_log() -> None:
    game = dealt()
    chosen = game.do(first_choice(game, ANN))
    game.do(ProposeUndo(seat=ANN))
    game.do(game.legal(ANN)[-1])
    assert game.events.count(chosen[0]) == 1
    assert sum(isinstance(event, TicketsChosen) for event in game.events) == 2
    assert replay(game.ruleset, game.events) == game.state


def test_a_choice_that_has_taken_effect_is_not_taken_back() -> None:
    """What was offered has left its deck, and the others know how many were kept."""
    game = dealt()
    for seat in (ANN, BOB, CLEO):
        game.do(first_choice(game, seat))
    assert refused(game, ProposeUndo(seat=CLEO)) == UndoCode.NOTHING_TO_UNDO


def test_who_has_not_chosen_has_nothing_to_take_back() -> None:
    assert refused(dealt(), ProposeUndo(seat=ANN)) == UndoCode.NOTHING_TO_UNDO


def test_a_pick_of_a_draft_is_taken_back_until_the_packets_move() -> None:
    game = dealt("iberia", 2)
    before = game.state
    pick = game.legal(ANN)[0]
    assert isinstance(pick, PickTicket)
    game.do(pick)
    assert game.do(ProposeUndo(seat=ANN)) == (ChoiceTakenBack(seat=ANN),)
    assert game.state == before
    game.do(pick)
    game.do(game.legal(BOB)[0])
    assert refused(game, ProposeUndo(seat=ANN)) == UndoCode.NOTHING_TO_UNDO


def test_a_choice_of_borrowed_routes_is_taken_back_at_once() -> None:
    game = start_game(board("europe", 3, stations="own"), SEED)
    routes = game.ruleset.routes
    sites = replace(game.state.slice(Sites), built=(Station(routes[0].a, ANN), Station(routes[0].a, BOB)))
    state = replace(game.state, claimed=1, slices=with_slice(game.state, sites))
    seats = with_seat(state.seats, CLEO, replace(state.seats[CLEO], routes=1))
    game.state = replace(state, seats=seats, phase=ChoosingBorrowedRoutes((ANN, BOB), "x"))
    before = game.state
    game.do(game.legal(ANN)[-1])
    assert game.state.slice(Sites).chosen[ANN] is not None
    game.do(ProposeUndo(seat=ANN))
    assert game.state == before


# ---------------------------------------------------------------------------------------- by consent


def test_a_move_that_all_have_seen_is_taken_back_when_all_agree() -> None:
    game, before = claimed()
    assert game.do(ProposeUndo(seat=ANN)) == (UndoProposed(seat=ANN), MotionProposed(seat=ANN, motion="undo"))
    assert game.do(Agree(seat=CLEO, motion="undo")) == (MotionAgreed(seat=CLEO, motion="undo"),)
    assert game.state.phase == PlayingTurn(BOB)
    assert game.do(Agree(seat=BOB, motion="undo"))[1:] == (
        MotionCarried(motion="undo"),
        TurnTakenBack(seat=ANN, back=2),
    )
    assert table(game.state) == table(before)
    assert game.legal(ANN) != ()


def test_after_an_undo_the_game_goes_on_and_can_be_taken_back_again() -> None:
    game, before = claimed()
    route = next(event for event in reversed(game.events) if hasattr(event, "route"))
    for _ in range(2):
        game.do(ProposeUndo(seat=ANN))
        game.do(Agree(seat=BOB, motion="undo"))
        game.do(Agree(seat=CLEO, motion="undo"))
        assert table(game.state) == table(before)
        game.do(next(command for command in game.legal(ANN) if isinstance(command, ClaimRoute)))
    assert game.state.phase == PlayingTurn(BOB)
    assert game.events.count(route) == 3, "what was taken back stays in the log"


def test_one_who_objects_keeps_the_move() -> None:
    game, _ = claimed()
    after = game.state.seats
    game.do(ProposeUndo(seat=ANN))
    assert game.do(Object(seat=BOB, motion="undo")) == (MotionRefused(seat=BOB, motion="undo"),)
    assert game.state.seats == after
    assert game.state.phase == PlayingTurn(BOB)
    game.do(ProposeUndo(seat=ANN))  # they may ask again


def test_it_is_asked_once_at_a_time() -> None:
    game, _ = claimed()
    game.do(ProposeUndo(seat=ANN))
    assert refused(game, ProposeUndo(seat=ANN)) == MotionCode.MOTION_OPEN


def test_it_lapses_when_somebody_plays_on() -> None:
    game, _ = claimed()
    game.do(ProposeUndo(seat=ANN))
    assert game.do(DrawCard(seat=BOB))[-1] == MotionLapsed(motion="undo")
    assert refused(game, Agree(seat=CLEO, motion="undo")) == MotionCode.NO_SUCH_MOTION


def test_it_lapses_in_a_pause() -> None:
    game, _ = claimed()
    game.do(ProposeUndo(seat=ANN))
    game.do(Propose(seat=BOB, motion=Motion.PAUSE))
    game.do(Agree(seat=ANN, motion="pause"))
    assert game.do(Agree(seat=CLEO, motion="pause"))[-1] == MotionLapsed(motion="undo")
    assert refused(game, ProposeUndo(seat=ANN)) == Code.NOT_NOW


def test_talk_at_the_table_does_not_end_the_request() -> None:
    game, before = claimed()
    game.do(ProposeUndo(seat=ANN))
    game.do(Propose(seat=CLEO, motion=Motion.PAUSE))
    game.do(Object(seat=BOB, motion="pause"))
    game.do(Agree(seat=BOB, motion="undo"))
    game.do(Agree(seat=CLEO, motion="undo"))
    assert table(game.state) == table(before)


def test_a_player_who_leaves_is_not_asked_and_stays_away() -> None:
    """An undo takes moves back, not the people who have come and gone since."""
    game, _ = claimed()
    game.do(ProposeUndo(seat=ANN))
    game.do(Agree(seat=BOB, motion="undo"))
    assert game.do(Resign(seat=CLEO, kind="bot:greedy"))[-1] == TurnTakenBack(seat=ANN, back=2)
    assert game.state.seats[CLEO].kind == "bot:greedy"
    assert game.state.phase == PlayingTurn(ANN)


def test_against_bots_alone_nobody_is_asked() -> None:
    game = playing(2, ("human", "bot:greedy"))
    command = claim(game)
    game.do(command)
    assert game.do(ProposeUndo(seat=ANN))[-1] == TurnTakenBack(seat=ANN, back=2)
    assert refused(game, ProposeUndo(seat=BOB)) == PeopleCode.NOT_PRESENT


def test_who_has_done_nothing_has_nothing_to_take_back() -> None:
    game, _ = claimed()
    assert refused(game, ProposeUndo(seat=BOB)) == UndoCode.NOTHING_TO_UNDO
    assert refused(game, ProposeUndo(seat=CLEO)) == UndoCode.NOTHING_TO_UNDO
    assert refused(game, ProposeUndo(seat=7)) == Code.UNKNOWN_SEAT


def test_a_move_is_final_when_the_next_player_has_finished() -> None:
    game, _ = claimed()
    game.do(claim(game))
    assert game.state.phase == PlayingTurn(CLEO)
    assert refused(game, ProposeUndo(seat=ANN)) == UndoCode.NOTHING_TO_UNDO
    game.do(ProposeUndo(seat=BOB))


# -------------------------------------------------------------------------------- never past a card


def test_a_drawn_card_is_not_put_back() -> None:
    game = playing()
    game.do(DrawCard(seat=ANN))
    assert refused(game, ProposeUndo(seat=ANN)) == UndoCode.UNDO_PAST_A_CARD
    game.do(DrawCard(seat=ANN))
    assert refused(game, ProposeUndo(seat=ANN)) == UndoCode.UNDO_PAST_A_CARD


def test_a_card_that_was_turned_up_is_not_covered_again() -> None:
    game = playing()
    game.do(next(command for command in game.legal(ANN) if isinstance(command, TakeCard)))
    assert refused(game, ProposeUndo(seat=ANN)) == UndoCode.UNDO_PAST_A_CARD


def test_nor_is_a_card_of_the_next_player() -> None:
    game, _ = claimed()
    game.do(DrawCard(seat=BOB))
    assert refused(game, ProposeUndo(seat=ANN)) == UndoCode.UNDO_PAST_A_CARD


def test_tickets_are_chosen_again_but_not_drawn_again() -> None:
    game = playing()
    game.do(DrawTickets(seat=ANN))
    assert refused(game, ProposeUndo(seat=ANN)) == UndoCode.UNDO_PAST_A_CARD
    before = game.state
    game.do(next(command for command in game.legal(ANN) if isinstance(command, KeepTickets)))
    game.do(ProposeUndo(seat=ANN))
    game.do(Agree(seat=BOB, motion="undo"))
    assert game.do(Agree(seat=CLEO, motion="undo"))[-1] == TurnTakenBack(seat=ANN, back=2)
    assert game.state.phase == KeepingTickets(ANN)
    assert table(game.state) == table(before)
    assert refused(game, ProposeUndo(seat=ANN)) == UndoCode.NOTHING_TO_UNDO


def test_a_game_that_is_over_is_over() -> None:
    game, _ = claimed(2)
    game.do(Propose(seat=ANN, motion=Motion.END))
    assert isinstance(game.do(Agree(seat=BOB, motion="end"))[-1], GameEnded)
    assert refused(game, ProposeUndo(seat=ANN)) == Code.GAME_OVER
    game.do(ScoreGame())


# ------------------------------------------------------------------------------------------ bounds


def test_two_moments_are_kept_and_they_keep_none() -> None:
    game = playing()
    for _ in range(6):
        game.do(DrawCard(seat=game.state.phase.waiting[0]))
    kept = game.state.slice(Checkpoints).kept
    assert [checkpoint.seat for checkpoint in kept] == [CLEO, ANN]
    for checkpoint in kept:
        assert checkpoint.state.table == {}
        assert checkpoint.state.phase == PlayingTurn(checkpoint.seat)


def test_what_others_see_of_an_undo_does_not_depend_on_what_is_hidden() -> None:
    """The same turn at a table that differs in all that a viewer cannot see."""
    game, _ = claimed()
    began = with_part(playing(3).state, Checkpoints())
    then = replace(game.state.slice(Checkpoints).kept[0].state, table=began.table)
    for viewer in (BOB, CLEO, Witness.SPECTATOR):
        seen = []
        for state in (then, redrawn(game.ruleset, then, viewer, Dice(3))):
            rich = with_seat(state.seats, ANN, replace(state.seats[ANN], hand=then.seats[ANN].hand))
            again = replace(state, seats=rich)
            kept = Checkpoints(kept=(Checkpoint(ANN, replace(again, table={})),))
            other = Game(game.ruleset, game.rng, with_part(again, kept), [])
            other.do(next(command for command in other.legal(ANN) if isinstance(command, ClaimRoute)))
            other.do(ProposeUndo(seat=ANN))
            for seat in (BOB, CLEO):
                other.do(Agree(seat=seat, motion="undo"))
            redacted = [redact(event, viewer) for event in other.events]
            seen.append(msgspec.json.encode((redacted, view(game.ruleset, other.state, viewer))))
        assert seen[0] == seen[1]
