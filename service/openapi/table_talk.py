"""A scripted talk at the table, in which every matter that is not part of a turn comes up once."""

from collections.abc import Iterator

from ttr_core import Command
from ttr_core.commands import CreateGame, StartGame, TakeSeat
from ttr_core.rules.motions import Agree, Motion, Object, Propose

PLAYERS = 3


def talk() -> Iterator[Command]:
    yield from (CreateGame(), *(TakeSeat(seat=seat) for seat in range(PLAYERS)), StartGame(first=0))
    yield from _pause()
    yield Propose(seat=1, motion=Motion.END)
    yield Object(seat=2, motion=Motion.END)


def _pause() -> Iterator[Command]:
    for motion in (Motion.PAUSE, Motion.RESUME):
        yield Propose(seat=0, motion=motion)
        yield from (Agree(seat=seat, motion=motion) for seat in (1, 2))
