"""How a rated game ended for those who began it, or why it does not count.

The law:

1. **A seat counts for those who began the game on it.** People who take over later, and bots that stand in, neither
   gain nor lose.
2. **Who leaves comes last.** They resigned, handed their seat on, or ran out of time and did not return: they come
   after all who stayed, the first to leave last. A bot that was replaced does not count, and neither does a person who
   is said to have lost their token, and for whom the others have let somebody in.
3. **A game counts if it was played to its end**, or if one alone stayed. One that all ended by agreement, that the host
   abandoned before it began, that the operator has closed, or that was played elsewhere does not.
4. **Nobody is rated against themselves.** Two different ones must have played; a player who has two seats makes the
   game count for nobody.
5. **An undo changes nothing.** All who were present have agreed to it, and it never reaches past a card.

All of this follows from the game's events and facts. The facts say who sat where; if a player was erased, they say how
strong that player was.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from service.games.facts import Facts
from service.games.game_cache import Loaded
from service.ratings.skill import Rated
from ttr_core import Event, SeatId
from ttr_core.by_post import HandoverReason, SeatHandedOver
from ttr_core.model.events import GameEnded, GameScored, GameStarted, SeatTaken
from ttr_core.model.scoresheet import ScoreSheet
from ttr_core.model.state import HUMAN

PLAYED_TO_ITS_END = ("last_round_played", "nobody_can_play", "nobody_plays")
AGREED = "agreed"
FOR_GOOD = (
    HandoverReason.RESIGNED,
    HandoverReason.HANDED_OVER,
    HandoverReason.REPLACED,
    HandoverReason.REINVITED,
)
PLAYER, BOT = "player:", "bot:"  # how the names of those who are rated begin


class Outcome(msgspec.Struct, frozen=True):
    """A game that counts: when it ended, and for whom."""

    at: str
    seats: tuple[Rated, ...]


class Seating(msgspec.Struct):
    """Who began on a seat, and when they left it."""

    kind: str = ""
    holder: int = 1  # which of its holders they are
    left_at: int = 0  # the version; 0: they stayed
    is_back: bool = True  # False: their time ran out, and they have not returned
    is_replaced: bool = False  # by others: they did not leave


class Course(msgspec.Struct):
    """What a game's events say about its outcome."""

    seatings: Mapping[SeatId, Seating]
    is_begun: bool = False
    reason: str = ""
    ended_at: str = ""
    sheet: ScoreSheet | None = None


def course_of(players: int, events: Iterable[tuple[str, Event]]) -> Course:
    """From all events, each with its time."""
    course = Course({seat: Seating() for seat in range(players)})
    for version, (at, event) in enumerate(events, 1):
        match event:
            case SeatTaken():
                course.seatings[event.seat].kind = event.kind
            case SeatHandedOver():
                _hand_over(course, event, version)
            case GameStarted():
                course.is_begun = True
            case GameEnded():
                course.reason, course.ended_at = event.reason, at
            case GameScored():
                course.sheet = event.sheet
            case _:
                pass
    return course


def _hand_over(course: Course, event: SeatHandedOver, version: int) -> None:
    seating = course.seatings[event.seat]
    if not course.is_begun:
        seating.kind, seating.holder = event.kind, event.holder
    elif seating.left_at and seating.is_back:
        return  # others hold the seat by now
    elif event.reason in FOR_GOOD:
        seating.left_at, seating.is_back = seating.left_at or version, True
        seating.is_replaced = seating.kind != HUMAN or event.reason == HandoverReason.REINVITED
    elif event.reason == HandoverReason.TIMEOUT:
        seating.left_at, seating.is_back = version, False
    else:
        seating.left_at, seating.is_back = 0, True


def outcome_of(loaded: Loaded, course: Course) -> Outcome | None:
    """None: the game does not count."""
    facts, sheet = loaded.facts, course.sheet
    if not facts.is_rated or not facts.is_counted or sheet is None or not _is_decided(course):
        return None
    names = [_who(facts, seat, seating) for seat, seating in course.seatings.items()]
    if None in names:
        return None
    ranks = _ranks(course, sheet)
    rated = tuple(
        Rated(name[0], ranks[seat], name[1])
        for seat, name in enumerate(names)
        if name is not None and not course.seatings[seat].is_replaced
    )
    return Outcome(course.ended_at, rated) if _is_fair(rated) else None


def _is_decided(course: Course) -> bool:
    staying = sum(not seating.left_at for seating in course.seatings.values())
    return course.reason in PLAYED_TO_ITS_END or (course.reason == AGREED and staying == 1)


def _who(facts: Facts, seat: SeatId, seating: Seating) -> tuple[str, str] | None:
    """Who began on the seat; or "" and how strong they were, if they were erased; None: a guest."""
    if seating.kind != HUMAN:
        bot = facts.rated_bot(seat)
        return (f"{BOT}{bot}", "") if bot else None
    player = beginner(facts, seat, seating)
    if player is not None:
        return f"{PLAYER}{player}", ""
    strength = facts.strength(seat)
    return ("", strength) if strength else None


def beginner(facts: Facts, seat: SeatId, seating: Seating) -> str | None:
    """The player who began on the seat."""
    holder = facts.earlier_player(seat, seating.holder)
    if holder is None and not seating.left_at:
        holder = facts.player(seat)
    return holder or facts.beginner(seat)


def _ranks(course: Course, sheet: ScoreSheet) -> Sequence[int]:
    """Those who stayed as the score has them; then those who left, the last of them first."""
    left = sorted((seating.left_at for seating in course.seatings.values() if seating.left_at), reverse=True)
    scored = {score.seat: score.rank for score in sheet.seats}
    staying = sorted(rank for seat, rank in scored.items() if not course.seatings[seat].left_at)
    return [
        1 + len(staying) + left.index(seating.left_at) if seating.left_at else 1 + staying.index(scored[seat])
        for seat, seating in course.seatings.items()
    ]


def _is_fair(rated: Sequence[Rated]) -> bool:
    people = [one.who for one in rated if one.who.startswith(PLAYER)]
    different = len({one.who for one in rated if one.who}) + sum(not one.who for one in rated)
    return different > 1 and len(people) == len(set(people))
