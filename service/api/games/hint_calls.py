"""A hint: the best moves of the seat whose move it is."""

from collections.abc import Sequence

from flask import Response

from service.advice.best_moves import take_hint
from service.api.access import AS_SEAT, GAME, Answer, seat_of, visit
from service.api.commands import limit_commands
from service.errors import (
    Forbidden,
    HintsOff,
    MalformedRequest,
    RulesVersionUnsupported,
    StaleVersion,
    Suspended,
    TooManyRequests,
)
from service.http.call import GAME_PROBLEMS, WRITE_PROBLEMS, Access, Answered, Refusals, Resource
from service.http.request import LANG, language, services
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


@resource.call(
    "POST",
    "/v1/games/{game}/hints",
    costly=True,
    summary="Ask for a hint",
    description=(
        "The best moves of your seat as the strongest bot judges them, from what your seat can see. Everybody at the "
        "table learns that you asked, by the event `hint_taken`, and nobody else what the advice is; to ask again "
        "before your next decision brings the same answer and no event. A hint leaves your decision as it is. There "
        "are none in rated games."
    ),
    access=Access.TOKEN,
    parameters=(GAME, AS_SEAT, LANG),
    answers=(Answered("The best moves.", HintSeen),),
    problems=(
        MalformedRequest,
        Forbidden,
        HintsOff,
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
    return answer(HintSeen(game=game, version=hint.loaded.version, seat=seat, moves=moves))
