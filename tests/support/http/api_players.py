"""Players who know only what the API shows their seat, and always choose alike."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from tests.support.http.api_calls import Caller, Table

MOST_COMMANDS = 3000  # more than any of these games needs


class Move(NamedTuple):
    seat: int
    command: dict[str, Any]  # as the API listed it
    version: int  # after it
    events: list[dict[str, Any]]  # as its seat may see them


class Players:
    """Those around one table."""

    def __init__(self, caller: Caller, table: Table, seed: int = 0) -> None:
        self._caller, self._table = caller, table
        self._chance = Random(seed)
        self._seat = 0  # who may be the next to act

    def moves(self, most: int = MOST_COMMANDS) -> Iterator[Move]:
        """One move after another until nobody may act."""
        for _ in range(most):
            choice = self.next_command()
            if choice is None:
                return
            yield self.send(*choice)

    def play(self, most: int = MOST_COMMANDS) -> list[Move]:
        return list(self.moves(most))

    def next_command(self) -> tuple[int, dict[str, Any]] | None:
        """The version, and what the seat that may act does; seats are asked in order, the likeliest first."""
        number = len(self._table.seats)
        for step in range(number):
            seat = (self._seat + step) % number
            reply = self._caller.get(f"{self._table.path}/commands", self._table.seats[seat])
            assert reply.status == 200, reply.body
            if listed := reply.json["moves"]:
                return reply.json["version"], self._choose(listed)
        return None

    def send(self, version: int, command: dict[str, Any]) -> Move:
        seat = command["seat"]
        reply = self._caller.post(
            f"{self._table.path}/commands",
            command,
            self._table.seats[seat],
            {"If-Match": f'"{version}"', "Idempotency-Key": f'"{seat}-{version}"'},
        )
        assert reply.status == 200, reply.body
        events = reply.json["events"]
        started = [event["data"]["seat"] for event in events if event["type"] == "turn_started"]
        self._seat = started[-1] if started else seat
        return Move(seat, command, reply.json["version"], events)

    def _choose(self, listed: list[dict[str, Any]]) -> dict[str, Any]:
        """Mostly the longest route that can be paid, so that games end; now and then whatever comes."""
        claims = [command for command in listed if command["type"] == "claim_route"]
        if claims and self._chance.random() < 0.9:
            return max(claims, key=lambda claim: len(claim["cards"]))
        return self._chance.choice(listed)
