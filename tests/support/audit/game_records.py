"""Records of whole games for the tests of the audit, each played once."""

from collections.abc import Iterator
from functools import cache

from tests.support.boards.every_board import PLAYABLE, Case, player_numbers
from tests.support.whole_games.played_games import Plan, play
from tests.support.whole_games.played_games import Record as Played
from ttr_core.audit.moves import actor_of
from ttr_core.history.chain import Envelope
from ttr_core.history.record import Entry, Record, encode_record, envelopes_of, partial_record, write_down
from ttr_core.model.ids import Viewer

GAME = "5f0c1d3a9b7e2468"
WORDS = ("rain, steam", "éclair", "")


def time_of(step: int) -> str:
    """A minute for each command."""
    return f"2026-01-{1 + step // 1440:02}T{step // 60 % 24:02}:{step % 60:02}:00.000Z"


def entries_of(played: Played) -> Iterator[Entry]:
    for number, step in enumerate(played.steps):
        actor = actor_of(step.command, step.before)
        yield from (Entry(event, time_of(number), actor) for event in step.events)


def plan_of(board: str, seed: int = 1) -> Plan:
    """A lively game with as few players as the board takes."""
    return Plan(Case(board, player_numbers(board)[0]), seed, ("builds", "any", "builds short"), entropy=WORDS)


def recorded(plan: Plan) -> Record:
    played = play(plan)
    return write_down(played.ruleset, played.rng.seed, GAME, entries_of(played))


@cache
def record_of(board: str, seed: int = 1) -> Record:
    return recorded(plan_of(board, seed))


@cache
def file_of(board: str, seed: int = 1) -> bytes:
    return encode_record(record_of(board, seed))


@cache
def seen_by(board: str, viewer: Viewer, versions: int) -> Record:
    """What a viewer had seen of a game at a version."""
    played, whole = play(plan_of(board)), record_of(board)
    envelopes: tuple[Envelope, ...] = envelopes_of(whole)[:versions]
    return partial_record(played.ruleset, played.rng.seed, GAME, envelopes, viewer)


BOARDS = PLAYABLE
