"""The analysis of a game that is over: for each turn the chance to win, and the points lost against the best move.

Every move is judged as the strongest bot judges its own, from what its seat could see then. A worker judges a game
slice by slice, and the store keeps what comes of it for good: it names seats, and no people.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any
from zlib import crc32

import msgspec

from service.errors import StoreUnavailable
from service.games.game_cache import Loaded
from service.games.games import Games
from service.store.interface import ExpiringKeys, GameFacts
from ttr_core.audit.reconstruction import Step, retrace
from ttr_core.bots.policy import Dice, Situation, situation_of
from ttr_core.bots.search.search_bot import judge, points_lost
from ttr_core.engine.engine import legal_commands
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import Command, RouteCommand, SeatCommand
from ttr_core.model.events import Event
from ttr_core.model.ids import RouteId, SeatId

ROLLOUTS = 200  # for each of two looks at a move
REQUEST_SECONDS = 600  # then somebody may ask again, if no worker has been there
NOTE = "analysis"

Json = Mapping[str, Any]  # a command as JSON


class JudgedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move beside the best one in its place."""

    version: int  # of the first event that it led to
    turn: int
    seat: SeatId
    chance: float  # to win with the best move
    lost: float  # points that the move was worth less
    played: Json
    best: Json


class JudgedTurn(msgspec.Struct, frozen=True, kw_only=True):
    """A turn of a seat; `played` and `best` are of its costliest move."""

    turn: int  # 0: the tickets that all choose before the first turn
    seat: SeatId
    version: int
    chance: float  # to win, as the turn begins
    lost: float  # points against the best moves
    played: Json
    best: Json


class AnalysisProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How far an analysis is; ask again after `Retry-After` seconds."""

    moves: int  # that are judged
    of: int | None  # null: no worker has begun


class _Work(msgspec.Struct, frozen=True):
    """What a worker leaves for the next slice."""

    judged: list[JudgedMove]
    of: int


def kept_analysis(store: GameFacts, game: str) -> Sequence[JudgedTurn] | None:
    """The analysis, if it has been made."""
    note = store.note(game, NOTE)
    return msgspec.json.decode(note, type=list[JudgedTurn]) if note else None


def begin_analysis(store: ExpiringKeys, game: str, enqueue: Callable[[str], None]) -> AnalysisProgress:
    """Has a game analysed unless that is under way, and says how far it is."""
    if store.set_once(_request(game), "1", REQUEST_SECONDS):
        try:
            enqueue(game)
        except StoreUnavailable:
            store.remove_expiring(_request(game))  # else nobody would have it done until the request expires
            raise
    work = _left_work(store, game)
    return (
        AnalysisProgress(moves=len(work.judged), of=work.of) if work else AnalysisProgress(moves=0, of=None)
    )


def go_on_analysing(games: Games, game: str, is_time_up: Callable[[], bool]) -> bool:
    """The work of a worker, for a while; True once the analysis is there."""
    store, loaded = games.store, games.cache.read_latest(game)
    if not loaded.over or store.note(game, NOTE):
        return True
    events = [event for _, event in games.cache.read_events(game, 0, loaded.version)]
    steps = list(_decisions(loaded.ruleset, events))
    work = _left_work(store, game) or _Work([], len(steps))
    judged = list(work.judged)
    for step in steps[len(judged) :]:
        judged.append(_judged(loaded, events, step))
        if is_time_up():
            break
    if len(judged) < len(steps):
        left = msgspec.json.encode(_Work(judged, len(steps))).decode()
        store.set_expiring(_progress(game), left, REQUEST_SECONDS)
        return False
    store.keep_note(game, NOTE, msgspec.json.encode(list(_by_turn(judged))).decode())
    store.remove_expiring(_progress(game))
    return True


def _decisions(ruleset: Ruleset, events: Sequence[Event]) -> Iterator[Step]:
    """The moves of seats that had a choice, each with the game before it."""
    steps = (step for step in retrace(ruleset, events) if isinstance(step, Step))
    for step in steps:
        seat = step.command.seat if isinstance(step.command, SeatCommand) else None
        if seat is not None and len(legal_commands(ruleset, step.before, seat)) > 1:
            yield step


def _judged(loaded: Loaded, events: Sequence[Event], step: Step) -> JudgedMove:
    command = step.command
    assert isinstance(command, SeatCommand)
    best = judge(_situation(loaded, events, step, command.seat, "best"))[0]
    return JudgedMove(
        version=step.version,
        turn=step.before.turns,
        seat=command.seat,
        chance=round(best.chance, 3),
        lost=_lost(_situation(loaded, events, step, command.seat, "lost"), best.command, command),
        played=msgspec.to_builtins(command),
        best=msgspec.to_builtins(best.command),
    )


def _lost(situation: Situation, best: Command, played: Command) -> float:
    """The points between two moves in the same imagined games; two payments for one route are worth the same."""
    if played == best or _route(played) == _route(best) is not None:
        return 0.0
    return round(points_lost(situation, best, played), 1)


def _route(command: Command) -> RouteId | None:
    return command.route if isinstance(command, RouteCommand) else None


def _situation(loaded: Loaded, events: Sequence[Event], step: Step, seat: SeatId, look: str) -> Situation:
    """Each look has games of its own: those in which a move came out best flatter it."""
    dice = Dice(crc32(f"{loaded.game}/{step.version}/{look}".encode()))
    return situation_of(loaded.ruleset, step.before, seat, dice, lambda: events[: step.version - 1], ROLLOUTS)


def _by_turn(moves: Sequence[JudgedMove]) -> Iterator[JudgedTurn]:
    ordered = sorted(moves, key=lambda move: (move.turn, move.seat, move.version))
    for (turn, seat), group in groupby(ordered, key=lambda move: (move.turn, move.seat)):
        own = list(group)
        worst = max(own, key=lambda move: move.lost)
        yield JudgedTurn(
            turn=turn,
            seat=seat,
            version=own[0].version,
            chance=own[0].chance,
            lost=round(sum(move.lost for move in own), 1),
            played=worst.played,
            best=worst.best,
        )


def _left_work(store: ExpiringKeys, game: str) -> _Work | None:
    text = store.expiring(_progress(game))
    return msgspec.json.decode(text, type=_Work) if text else None


def _request(game: str) -> str:
    return f"analysis/{game}/request"


def _progress(game: str) -> str:
    return f"analysis/{game}/progress"
