"""A hint: the best moves of the seat whose move it is."""

from collections.abc import Sequence

import msgspec
from flask import Response

from service.advice.best_moves import take_hint
from service.api.access import AS_SEAT, GAME, Answer, Visit, seat_of, visit
from service.api.commands import limit_commands
from service.errors import (
    Forbidden,
    HintsOff,
    KeyReused,
    MalformedRequest,
    RulesVersionUnsupported,
    StaleVersion,
    Suspended,
    TooManyRequests,
)
from service.http.call import GAME_PROBLEMS, WRITE_PROBLEMS, Access, Answered, Refusals, Resource
from service.http.kept_answers import answered_once
from service.http.request import IDEMPOTENCY_KEY, LANG, language, services
from service.http.response import answer
from service.language.speech.story import voice_for
from ttr_core import Command
from ttr_core.model.ids import SeatId

resource = Resource("play")


class AdvisedMove(Answer, frozen=True, kw_only=True):
    """A move, and what the strongest bot expects of it."""

    command: Command
    text: str  # in words
    chance: float  # to win, from 0 to 1
    points: float  # at the end, more than the best rival; negative: fewer


class HintSeen(Answer, frozen=True, kw_only=True):
    """The best moves that a seat has now, the very best first."""

    game: str
    version: int  # with the event by which everybody learns of the hint
    seat: SeatId
    moves: Sequence[AdvisedMove]


class HintRequest(msgspec.Struct, frozen=True):
    """What an idempotency key stands for."""

    game: str
    seat: SeatId
    lang: str | None


@resource.call(
    "POST",
    "/v1/games/{game}/hints",
    costly=True,
    summary="Ask for a hint",
    description=(
        "The best moves of your seat as the strongest bot judges them, from what your seat can see. Everybody at the "
        "table learns that you asked, by the event `hint_taken`, and nobody else what the advice is; to ask again "
        "before your next decision brings the same answer and no event, and with the same `Idempotency-Key` you get it "
        "even later. A hint leaves your decision as it is. There "
        "are none in rated games."
    ),
    access=Access.TOKEN,
    parameters=(GAME, AS_SEAT, LANG, IDEMPOTENCY_KEY),
    answers=(Answered("The best moves.", HintSeen),),
    problems=(
        MalformedRequest,
        Forbidden,
        HintsOff,
        KeyReused,
        StaleVersion,
        Suspended,
        TooManyRequests,
        RulesVersionUnsupported,
        Refusals.MOMENTARY,
        *GAME_PROBLEMS,
        *WRITE_PROBLEMS,
    ),
)
def create_hint(game: str) -> Response:
    visitor = visit(game)
    seat = seat_of(visitor)
    limit_commands(visitor)
    request = HintRequest(game, seat, LANG.read())
    return answered_once(visitor.token or "", "hints", request, lambda: _hint(visitor, seat))


def _hint(visitor: Visit, seat: SeatId) -> Response:
    hint = take_hint(services().games, visitor.now, seat)
    voice = voice_for(hint.loaded, LANG.read() or language(), seat)
    moves = [
        AdvisedMove(
            command=move.command,
            text=voice.label(move.command),
            chance=round(move.chance, 3),
            points=round(move.points, 1),
        )
        for move in hint.moves
    ]
    return answer(HintSeen(game=visitor.game, version=hint.loaded.version, seat=seat, moves=moves))
