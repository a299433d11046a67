"""The analysis of a game that is over, as JSON and as a curve; a worker makes it when somebody first asks."""

from collections.abc import Sequence
from typing import Any

import msgspec
from flask import Response

from service.advice.game_analysis import AnalysisProgress, JudgedTurn, begin_analysis, kept_analysis
from service.api.access import GAME, Answer, Visit, visit
from service.api.history import HEADERS
from service.api.pictures import HARMLESS, LOOK, PNG, SVG, painted, picture_options
from service.errors import MalformedRequest, NotScoredYet, PicturesExhausted
from service.http.call import GAME_PROBLEMS, Access, Answered, Problem, Resource
from service.http.request import LANG, language, services
from service.http.response import answer
from service.language.languages import Messages
from service.language.speech.story import voice_for
from service.language.speech.verdict import verdict
from service.pictures.chance_course import chance_course
from service.pictures.drawing.chart import ChartLook, chart
from ttr_core.engine.scoring import score
from ttr_core.model.ids import SeatId
from ttr_core.model.scoresheet import ScoreSheet

RETRY_SECONDS = "2"  # after which a client may ask how far it is
UNDER_WAY = Answered("A worker is at it.", AnalysisProgress, status=202, headers=("Retry-After",))
PROBLEMS: tuple[Problem, ...] = (MalformedRequest, NotScoredYet, *GAME_PROBLEMS)
DESCRIPTION = (
    "How the strongest bot judges every turn of a game that is over, from what its seat could see then. A worker makes "
    "it when somebody first asks, and it is kept; until it is there the answer is 202 and says how far it is."
)

resource = Resource("results")


class AnalysedTurn(Answer, frozen=True, kw_only=True):
    """A turn of a seat; `played` and `best` are of its costliest move."""

    turn: int  # 0: the tickets that all choose before the first turn
    seat: SeatId
    version: int  # of the first event of the turn's first move
    chance: float  # to win, as the turn began
    lost: float  # points that its moves were worth less than the best ones
    played: dict[str, Any]
    best: dict[str, Any]


class Analysis(Answer, frozen=True, kw_only=True):
    """What each turn of a game was worth, and what decided it."""

    game: str
    version: int
    decided: Sequence[str]  # by what, in three sentences
    turns: Sequence[AnalysedTurn]


@resource.call(
    "GET",
    "/v1/games/{game}/analysis",
    costly=True,
    summary="What decided a game",
    description=DESCRIPTION,
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, LANG),
    answers=(Answered("The analysis.", Analysis), UNDER_WAY),
    problems=PROBLEMS,
)
def get_analysis(game: str) -> Response:
    visitor = _visit_to_scored(game)
    turns = kept_analysis(services().store, game)
    if turns is None:
        return _under_way(game)
    voice = voice_for(visitor.now, LANG.read() or language(), visitor.viewer)
    body = Analysis(
        game=game,
        version=visitor.version,
        decided=verdict(voice, turns, _sheet(visitor)),
        turns=[msgspec.convert(turn, AnalysedTurn, from_attributes=True) for turn in turns],
    )
    return answer(body, headers=HEADERS)


@resource.call(
    "GET",
    "/v1/games/{game}/analysis.svg",
    costly=True,
    summary="Everybody's chance to win as a curve",
    description=DESCRIPTION,
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, *LOOK),
    answers=(Answered("The curve.", media=(SVG,)), UNDER_WAY),
    problems=PROBLEMS,
)
def get_analysis_svg(game: str) -> Response:
    visitor = _visit_to_scored(game)
    turns = kept_analysis(services().store, game)
    return _under_way(game) if turns is None else _picture(_drawn(visitor, turns).encode(), SVG)


@resource.call(
    "GET",
    "/v1/games/{game}/analysis.png",
    costly=True,
    summary="Everybody's chance to win as a curve, in pixels",
    description=DESCRIPTION,
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, *LOOK),
    answers=(Answered("The curve.", media=(PNG,)), UNDER_WAY),
    problems=(*PROBLEMS, PicturesExhausted),
)
def get_analysis_png(game: str) -> Response:
    visitor = _visit_to_scored(game)
    turns = kept_analysis(services().store, game)
    return _under_way(game) if turns is None else _picture(painted(_drawn(visitor, turns)), PNG)


def _visit_to_scored(game: str) -> Visit:
    """Before the end an analysis would show what is in hands."""
    visitor = visit(game)
    if not visitor.now.over:
        raise NotScoredYet()
    return visitor


def _under_way(game: str) -> Response:
    progress = begin_analysis(services().store, game, services().jobs.analyse_game)
    return answer(progress, 202, {"Retry-After": RETRY_SECONDS})


def _sheet(visitor: Visit) -> ScoreSheet:
    return score(visitor.now.ruleset, visitor.now.state)


def _drawn(visitor: Visit, turns: Sequence[JudgedTurn]) -> str:
    options, ruleset = picture_options(), visitor.now.ruleset
    say = Messages(options.lang)
    names = [name or say.seat(seat) for seat, name in enumerate(visitor.names())]
    look = ChartLook(colours=ruleset.board.player_colours, palette=options.palette, width=options.width)
    course = chance_course(turns, ruleset.players, visitor.version, _sheet(visitor).winners)
    return chart(course, "chance", names, say, look)


def _picture(body: bytes, media: str) -> Response:
    return Response(body, mimetype=media, headers={**HEADERS, **HARMLESS})
