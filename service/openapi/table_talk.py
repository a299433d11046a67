"""A scripted talk at the table, in which every matter that is not part of a turn comes up once."""

from collections.abc import Iterator

from service.openapi.clock_talk import AGREED, clock_talk
from ttr_core import Command
from ttr_core.commands import CreateGame, StartGame, TakeOver, TakeSeat
from ttr_core.instructions import Stop
from ttr_core.rules.motions import Agree, Motion, Object, Propose, ResumeGame
from ttr_core.rules.orders import CancelOrder, GiveOrder
from ttr_core.rules.people import CloseSeat, InviteReplacement, OfferSeat, Resign

PLAYERS = 3


def talk() -> Iterator[Command]:
    yield from (CreateGame(), AGREED, *(TakeSeat(seat=seat) for seat in range(PLAYERS)), StartGame(first=0))
    yield from clock_talk()
    yield from _pause()
    yield Propose(seat=1, motion=Motion.END)
    yield Object(seat=2, motion=Motion.END)
    yield from _orders()
    yield from _people()


def _orders() -> Iterator[Command]:
    claim = {"type": "claim_route", "route": "montreal--new_york", "with": "blue"}
    yield GiveOrder(
        seat=1,
        alternatives=((claim,), ({"type": "draw_card"}, {"type": "draw_card"})),
        turns=3,
        until="2026-02-07T18:00:00.000Z",
        stops=(Stop(when="rival_trains_at_most", count=5),),
    )
    yield CancelOrder(seat=1, order=1)


def _people() -> Iterator[Command]:
    yield from (OfferSeat(seat=1), CloseSeat(seat=1), OfferSeat(seat=1), TakeOver(seat=1))
    yield Resign(seat=2, kind="bot:greedy")
    yield InviteReplacement(seat=0, vacant=2)
    yield Agree(seat=1, motion="replace:2")


def _pause() -> Iterator[Command]:
    yield Propose(seat=0, motion=Motion.PAUSE)
    yield from (Agree(seat=seat, motion=Motion.PAUSE) for seat in (1, 2))
    yield ResumeGame(seat=1)
