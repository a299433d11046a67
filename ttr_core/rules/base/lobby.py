"""The lobby: a game is created, its seats are taken, and the start deals the cards."""

from collections.abc import Iterator

from msgspec.structs import replace

from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, Range, RuleModule, Template
from ttr_core.engine.randomness import commitment
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import CreateGame, StartGame, TakeSeat
from ttr_core.model.events import GameCreated, GameStarted, SeatTaken
from ttr_core.model.ids import SeatId
from ttr_core.model.phases import Lobby, NotCreated, SettingUp
from ttr_core.model.state import NOBODY, State, with_seat
from ttr_core.model.violations import Code, RuleViolation

MAX_ENTROPY = 200  # characters; more than enough for a sentence or 64 random bytes in hexadecimal


def _create(decision: Decision, command: CreateGame) -> None:
    ruleset = decision.ruleset
    decision.emit(
        GameCreated(
            board=ruleset.board.name,
            board_hash=ruleset.board_hash,
            rules_version=ruleset.rules_version,
            players=ruleset.players,
            options=ruleset.options,
            commitment=commitment(decision.rng.seed),
        )
    )


def _created(ruleset: Ruleset, state: State, event: GameCreated) -> State:
    return replace(state, phase=Lobby(), entropy=("",) * event.players)


def _take_seat(decision: Decision, command: TakeSeat) -> None:
    if not 0 <= command.seat < decision.ruleset.players:
        raise RuleViolation(Code.UNKNOWN_SEAT, seat=command.seat)
    if decision.state.seats[command.seat].kind:
        raise RuleViolation(Code.SEAT_TAKEN, seat=command.seat)
    if command.kind != "human" and not command.kind.startswith("bot:"):
        raise RuleViolation(Code.UNKNOWN_KIND, kind=command.kind)
    if len(command.entropy) > MAX_ENTROPY:
        raise RuleViolation(Code.ENTROPY_INVALID, at_most=MAX_ENTROPY)
    decision.emit(SeatTaken(seat=command.seat, kind=command.kind, entropy=command.entropy))


def _seat_taken(ruleset: Ruleset, state: State, event: SeatTaken) -> State:
    seat = replace(state.seats[event.seat], kind=event.kind)
    entropy = (*state.entropy[: event.seat], event.entropy, *state.entropy[event.seat + 1 :])
    return replace(state, seats=with_seat(state.seats, event.seat, seat), entropy=entropy)


def _start(decision: Decision, command: StartGame) -> None:
    open_seats = [number for number, seat in enumerate(decision.state.seats) if seat.kind in ("", NOBODY)]
    if open_seats:
        raise RuleViolation(Code.SEATS_OPEN, seats=open_seats)
    if command.first is not None and not 0 <= command.first < decision.ruleset.players:
        raise RuleViolation(Code.UNKNOWN_SEAT, seat=command.first)
    drawn = decision.rng.shuffle("first_player", range(decision.ruleset.players))[0]
    decision.emit(GameStarted(first=drawn if command.first is None else command.first))
    for setup in decision.ruleset.setups:
        setup(decision)


def _starts(ruleset: Ruleset, state: State, seat: SeatId) -> Iterator[StartGame | Template]:
    """By lot, or with a player of the host's choice."""
    yield StartGame()
    yield Template(command=StartGame(first=seat), free={"first": Range(0, ruleset.players - 1)})


def _started(ruleset: Ruleset, state: State, event: GameStarted) -> State:
    return replace(state, phase=SettingUp(), first=event.first)


lobby = RuleModule(
    name="lobby",
    always=True,
    commands={
        CreateGame: Action(_create, (NotCreated,)),
        TakeSeat: Action(_take_seat, (Lobby,)),
        StartGame: Action(_start, (Lobby,), _starts),
    },
    events={GameCreated: _created, SeatTaken: _seat_taken, GameStarted: _started},
)
