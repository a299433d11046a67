"""Hints: the best moves of a seat as the strongest bot judges them; that somebody asked is an event of the game."""

from collections.abc import Sequence
from functools import partial
from zlib import crc32

import msgspec

from service.errors import HintsOff
from service.games.game_cache import Loaded
from service.games.games import Games, SameDecision
from ttr_core.bots.judgement import Judgement
from ttr_core.bots.policy import Dice, Situation, situation_of
from ttr_core.bots.search.search_bot import judge
from ttr_core.by_post import HintTaken, TakeHint
from ttr_core.model.actor import Actor, Role
from ttr_core.model.ids import SeatId

MOST_MOVES = 3
ROLLOUTS = 300  # a person waits for the answer


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """The game after it was noted that the seat asked, and the best moves, the very best first."""

    loaded: Loaded
    moves: Sequence[Judgement]


def take_hint(games: Games, loaded: Loaded, seat: SeatId) -> Hint:
    """Everybody at the table learns that the seat asked; to ask again before the next decision is no news."""
    if loaded.facts.is_rated:
        raise HintsOff()
    actor, command = Actor(Role.SEAT, seat), TakeHint(seat=seat)
    games.check(loaded, [command], None, actor)
    since = games.cache.decision(loaded, seat)
    best, *others = judge(_situation(games, loaded, seat))[:MOST_MOVES]
    if not _was_taken(games, loaded, seat, since):
        loaded = games.perform(loaded, [command], actor, expected=SameDecision(seat, since)).loaded
    return Hint(loaded=loaded, moves=[best, *sorted(others, key=lambda move: -move.points)])


def _situation(games: Games, loaded: Loaded, seat: SeatId) -> Situation:
    """The same for the same decision, however often somebody asks."""
    dice = Dice(crc32(f"{loaded.game}/{loaded.state.turns}/{seat}".encode()))
    events = partial(games.cache.read_events, loaded.game, 0, loaded.version)
    return situation_of(
        loaded.ruleset, loaded.state, seat, dice, lambda: [event for _, event in events()], ROLLOUTS
    )


def _was_taken(games: Games, loaded: Loaded, seat: SeatId, since: int) -> bool:
    """Whether the seat has had a hint on this decision."""
    events = games.cache.read_events(loaded.game, since)
    return any(isinstance(event, HintTaken) and event.seat == seat for _, event in events)
