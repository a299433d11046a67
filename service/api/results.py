"""Where everybody stands, and the final score."""

from flask import Blueprint, Response

from service.answers import FinalScore, Standings
from service.api.access import visit_at
from service.context import services
from service.http import answer, answer_unless_known
from service.problems import Problem
from service.standings import NOTE, standings
from ttr_core.events import GameScored


def register(blueprint: Blueprint) -> None:
    blueprint.get("/v1/games/<game>/standings")(get_standings)
    blueprint.get("/v1/games/<game>/score")(get_score)


def get_standings(game: str) -> Response:
    """What lies open: points on the track, routes, trains, cards, and the longest path so far."""
    seen = visit_at(game)
    seats = standings(seen.loaded, services().store.note(game, NOTE))
    return answer_unless_known(
        seen.etag(), lambda: Standings(game=game, version=seen.loaded.version, seats=seats)
    )


def get_score(game: str) -> Response:
    """The final sheet, when the points have been counted."""
    seen = visit_at(game)
    if not seen.loaded.over:
        raise Problem("not_scored_yet", version=seen.loaded.version)
    for _, event in reversed(services().games.shelf.events(game, max(0, seen.loaded.version - 20))):
        if isinstance(event, GameScored):
            return answer(FinalScore(game=game, version=seen.loaded.version, sheet=event.sheet))
    raise LookupError(f"game {game} is over and has no score")
