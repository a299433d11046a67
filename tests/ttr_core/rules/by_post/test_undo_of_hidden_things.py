"""Undo sees by the types of events what has come to light, also out of a pile that only one rule knows."""

import pytest
from msgspec.structs import replace

from tests.support.whole_games.by_post_games import SEED
from ttr_core import Game, Ruleset, RuleViolation, State, load_ruleset, start_game
from ttr_core.boards.board import merge
from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, RuleModule
from ttr_core.history.codec import event_types
from ttr_core.model.commands import Command, SeatCommand
from ttr_core.model.events import Draw, Event, Shuffle
from ttr_core.model.ids import SeatId
from ttr_core.model.message import Drawn, Private, Public, TurnedUp, known, lays_open
from ttr_core.model.phases import PlayingTurn, TurnOver
from ttr_core.model.state import Slice, with_slice
from ttr_core.rules.by_post.undo import ProposeUndo, UndoCode, UndoProposed
from ttr_core.rules.registry import MODULES


class Raffle(Slice, frozen=True, kw_only=True):
    pile: tuple[str, ...] = ("ham", "clock", "nothing")  # nobody knows the order
    notes: tuple[str, ...] = ()


class DrawLot(SeatCommand, frozen=True, kw_only=True):
    pass


class TurnLotUp(SeatCommand, frozen=True, kw_only=True):
    pass


class WriteNote(SeatCommand, frozen=True, kw_only=True):
    """A secret of the player's own: nothing comes to light."""

    note: str


class LotDrawn(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    lot: Drawn[str]


class LotTurnedUp(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    lot: TurnedUp[str]


class NoteWritten(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    note: Private[str]


def _draw(decision: Decision, command: DrawLot) -> None:
    decision.emit(LotDrawn(seat=command.seat, lot=decision.state.slice(Raffle).pile[0]))


def _turn_up(decision: Decision, command: TurnLotUp) -> None:
    decision.emit(LotTurnedUp(seat=command.seat, lot=decision.state.slice(Raffle).pile[0]))


def _gone(ruleset: Ruleset, state: State, event: LotDrawn | LotTurnedUp) -> State:
    raffle = state.slice(Raffle)
    slices = with_slice(state, replace(raffle, pile=raffle.pile[1:]))
    return replace(state, slices=slices, phase=TurnOver(event.seat))


def _write(decision: Decision, command: WriteNote) -> None:
    decision.emit(NoteWritten(seat=command.seat, note=command.note))


def _written(ruleset: Ruleset, state: State, event: NoteWritten) -> State:
    raffle = state.slice(Raffle)
    slices = with_slice(state, replace(raffle, notes=(*raffle.notes, known(event.note))))
    return replace(state, slices=slices, phase=TurnOver(event.seat))


RAFFLE = RuleModule(
    name="raffle",
    slice=lambda ruleset: Raffle(),
    commands={
        DrawLot: Action(_draw, (PlayingTurn,)),
        TurnLotUp: Action(_turn_up, (PlayingTurn,)),
        WriteNote: Action(_write, (PlayingTurn,)),
    },
    events={LotDrawn: _gone, LotTurnedUp: _gone, NoteWritten: _written},
)


def game_with_raffle() -> Game:
    usa = load_ruleset("usa", 2)
    document = merge(usa.document, {"rules": {"raffle": {}}})
    modules = list(MODULES.values())
    registry = {module.name: module for module in [*modules[:-2], RAFFLE, *modules[-2:]]}  # turns come last
    game = start_game(Ruleset(document, 2, usa.options, registry), SEED, first=0)
    for seat in (0, 1):
        game.do(game.legal(seat)[0])
    return game


@pytest.mark.parametrize("command", [DrawLot(seat=0), TurnLotUp(seat=0)])
def test_what_came_out_of_a_pile_of_a_rule_s_own_is_not_taken_back(command: Command) -> None:
    game = game_with_raffle()
    game.do(command)
    with pytest.raises(RuleViolation) as refusal:
        game.do(ProposeUndo(seat=0))
    assert refusal.value.code == UndoCode.UNDO_PAST_A_CARD


def test_a_secret_of_the_player_s_own_can_be_taken_back() -> None:
    game = game_with_raffle()
    game.do(WriteNote(seat=0, note="ham"))
    assert any(isinstance(event, UndoProposed) for event in game.do(ProposeUndo(seat=0)))


def test_all_events_that_leave_or_make_a_deck_lay_something_open() -> None:
    kinds = [kind for kind in event_types() if issubclass(kind, Draw | Shuffle)]
    assert len(kinds) > 8
    assert [kind.__name__ for kind in kinds if not lays_open(kind)] == []


def test_own_choices_lay_nothing_open() -> None:
    names = {kind.__name__ for kind in event_types() if lays_open(kind)}
    assert not names & {
        "TicketsChosen",
        "TicketPicked",
        "OrdersChanged",
        "BorrowedRoutesChosen",
        "RouteClaimed",
    }
