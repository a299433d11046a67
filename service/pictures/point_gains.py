"""Point gains: the events of a game that made points, and how the final ones add up."""

from collections.abc import Sequence
from typing import NamedTuple

from service.language.languages import Messages
from service.language.vocabulary.board_words import board_words
from service.pictures.drawing.alt_text import reason_words
from service.pictures.drawing.result_table import signed
from ttr_core import Event, Ruleset
from ttr_core.engine.engine import evolve
from ttr_core.model.events import GameScored
from ttr_core.model.ids import SeatId

ON_THE_TRACK = "routes"  # the reason that players saw grow during the game
BETWEEN = " · "  # reasons


class Gain(NamedTuple):
    """Points that a seat got on the track, and for what."""

    seat: SeatId
    version: int
    points: int
    text: str  # the route, if it was one


class PointCourse(NamedTuple):
    gains: tuple[Gain, ...]
    sums: tuple[str, ...]  # what was added at the end, by seat; none before


def point_course(ruleset: Ruleset, events: Sequence[Event], say: Messages) -> PointCourse:
    words, gains, sums = board_words(ruleset, say.lang), list[Gain](), tuple[str, ...]()
    state = ruleset.new_state()
    for version, event in enumerate(events, 1):
        before, state = state, evolve(ruleset, state, event)
        route = words.routes.get(str(getattr(event, "route", "")))
        text = "" if route is None else words.ends(route)
        gains += [
            Gain(seat, version, now.points - then.points, text)
            for seat, (then, now) in enumerate(zip(before.seats, state.seats, strict=False))
            if now.points > then.points
        ]
        if isinstance(event, GameScored):
            sums = tuple(
                BETWEEN.join(
                    f"{reason_words(say, line.reason)} {_added(line.points)}"
                    for line in seat.lines
                    if line.reason != ON_THE_TRACK and line.points
                )
                for seat in event.sheet.seats
            )
    return PointCourse(tuple(gains), sums)


def _added(points: int) -> str:
    return f"+{points}" if points > 0 else signed(points)
