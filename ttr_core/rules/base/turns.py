"""Turns: seat after seat; only a player who can do nothing else passes; the end comes after one last round."""

from msgspec.structs import replace

from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, LastResort, MadeForRuleset, RuleModule, Settings, Settle
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.shared_slices import NONE_SKIPPED, SkippedTurns
from ttr_core.model.commands import Command, Pass
from ttr_core.model.events import GameEnded, LastRoundStarted, PlayerPassed, TurnStarted
from ttr_core.model.ids import SeatId
from ttr_core.model.phases import Ended, PlayingTurn, SettingUp, TurnOver
from ttr_core.model.state import State, with_slice
from ttr_core.model.violations import Code, RuleViolation

LAST_ROUND_PLAYED = "last_round_played"
NOBODY_CAN_PLAY = "nobody_can_play"
NOBODY_PLAYS = "nobody_plays"  # some could, but their turns are skipped


class Turns(Settings, frozen=True, kw_only=True):
    last_round_at: int = 2  # trains left at the end of a turn start the last round


def _offers(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    return [Pass(seat=seat)]


def _pass(decision: Decision, command: Pass) -> None:
    if decision.ruleset.offered(decision.state, command.seat):
        raise RuleViolation(Code.MUST_PLAY)
    _pass_on_trust(decision, command)


def _pass_on_trust(decision: Decision, command: Pass) -> None:
    decision.emit(PlayerPassed(seat=command.seat))


def _passed(ruleset: Ruleset, state: State, event: PlayerPassed) -> State:
    return replace(state, phase=TurnOver(event.seat, passed=True), passes=state.passes + 1)


def _begin(decision: Decision) -> bool:
    decision.emit(TurnStarted(seat=decision.state.first))
    return True


def _finish_turn_for(ruleset: Ruleset) -> Settle:
    """Checked after every turn; the player who starts the last round also plays its last turn."""
    players, last_round_at = ruleset.players, ruleset.setting(Turns).last_round_at
    next_turn = tuple(TurnStarted(seat=(seat + 1) % players) for seat in range(players))

    def finish_turn(decision: Decision) -> bool:
        state = decision.state
        seat, last_seat = state.phase_as(TurnOver).seat, state.last_seat
        if state.passes == players:
            skipped = state.slice(SkippedTurns).skips
            decision.emit(GameEnded(reason=NOBODY_PLAYS if skipped else NOBODY_CAN_PLAY))
            return True
        if last_seat == seat:
            decision.emit(GameEnded(reason=LAST_ROUND_PLAYED))
            return True
        if last_seat is None and state.seats[seat].trains <= last_round_at:
            decision.emit(LastRoundStarted(seat=seat))
        decision.emit(next_turn[seat])
        return True

    return finish_turn


def _last_round(ruleset: Ruleset, state: State, event: LastRoundStarted) -> State:
    return replace(state, last_seat=event.seat)


def _turn_started(ruleset: Ruleset, state: State, event: TurnStarted) -> State:
    passed = type(state.phase) is TurnOver and state.phase.passed
    slices = state.slices
    if slices[SkippedTurns] is not NONE_SKIPPED and not passed:
        slices = with_slice(state, NONE_SKIPPED)
    return replace(
        state,
        phase=PlayingTurn(event.seat),
        passes=state.passes if passed else 0,
        turns=state.turns + 1,
        slices=slices,
    )


def _ended(ruleset: Ruleset, state: State, event: GameEnded) -> State:
    return replace(state, phase=Ended(event.reason))


turns = RuleModule(
    name="turns",
    settings=Turns,
    slice=lambda ruleset: NONE_SKIPPED,
    commands={Pass: Action(_pass, (PlayingTurn,), trusted=_pass_on_trust)},
    events={
        PlayerPassed: _passed,
        TurnStarted: _turn_started,
        LastRoundStarted: _last_round,
        GameEnded: _ended,
    },
    offers={PlayingTurn: LastResort(_offers)},
    settle={SettingUp: _begin, TurnOver: MadeForRuleset(_finish_turn_for)},
    examples=(
        Pass(seat=1),
        PlayerPassed(seat=1),
    ),
)
