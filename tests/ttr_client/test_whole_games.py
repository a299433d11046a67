"""Whole games with the client on three boards, through cut connections and a service that is killed and comes back."""

import asyncio
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from docs.examples.play_a_game import choose
from tests.support.http.faulty_network import Cutter
from tests.support.workers.supervised_service import Service, running
from ttr_client import AsyncClient, AsyncTable, Client, Created, Retries, Table
from ttr_client.types import SeatRequest

BOARDS = ("lyon", "usa", "europe")
SEATS: list[SeatRequest] = [{"name": "Ann"}, {"name": "Ben"}]
CUT_AT = {2: 0, 4: 60, 6: 400}  # turns, and after how many bytes of answers the connection ends then
KILLED_AT = 8
QUICK = Retries(first=0.05, longest=0.5)


class Surroundings:
    """A service and the network before it, in which things go wrong at some turns of one seat."""

    def __init__(self, service: Service, cutter: Cutter) -> None:
        self.service, self.cutter = service, cutter
        self.url = cutter.url

    def trouble(self, turn: int) -> None:
        if turn in CUT_AT:
            self.cutter.after = CUT_AT[turn]
        if turn == KILLED_AT:
            for process in self.service.processes("API"):
                os.kill(process, signal.SIGKILL)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with running(tmp_path_factory.mktemp("client") / "s") as service:
        yield service


@pytest.fixture
def around(service: Service) -> Iterator[Surroundings]:
    with Cutter(service.config.port) as cutter:
        yield Surroundings(service, cutter)
    assert cutter.cuts == len(CUT_AT)


def check(around: Surroundings, game: str, played: list[int]) -> None:
    """The game is over and fair, and everything that the seats meant to do was done once."""
    with Client(around.service.url) as ttr:
        table = ttr.table(game)
        assert [seat["seat"] for seat in table.result()["sheet"]["seats"]] == [0, 1]
        assert table.game()["status"] == "scored"
        report = table.audit()
        assert (report["verified"], report["findings"]) == (True, [])
        actors = [event["actor"] for event in table.events()]
    moves = [len([actor for actor in actors if actor == f"seat:{seat}"]) for seat in (0, 1)]
    assert all(0 < answered <= decided for answered, decided in zip(played, moves, strict=True))
    assert min(played) > KILLED_AT


@pytest.mark.parametrize(
    "board", [pytest.param(board, marks=() if board == "europe" else pytest.mark.soak) for board in BOARDS]
)
def test_synchronously(around: Surroundings, board: str) -> None:
    def play(seat: int, table: Table) -> int:
        played = 0
        for number, turn in enumerate(table.turns()):
            if seat == 0:
                around.trouble(number)
            played += turn.play(choose(turn)) is not None
        return played

    with Client(around.url, retries=QUICK) as ttr, ThreadPoolExecutor() as threads:
        created: Created = ttr.create(board, SEATS)
        check(around, created.id, list(threads.map(play, created.seats, created.seats.values())))


@pytest.mark.soak
@pytest.mark.parametrize("board", ["lyon", "usa"])
def test_asynchronously(around: Surroundings, board: str) -> None:
    async def play(seat: int, table: AsyncTable) -> int:
        played, number = 0, 0
        async for turn in table.turns():
            if seat == 0:
                around.trouble(number)
            number += 1
            played += await turn.play(choose(turn)) is not None
        return played

    async def both() -> tuple[str, list[int]]:
        async with AsyncClient(around.url, retries=QUICK) as ttr:
            created = await ttr.create(board, SEATS)
            return created.id, await asyncio.gather(
                *(play(seat, table) for seat, table in created.seats.items())
            )

    check(around, *asyncio.run(both()))
