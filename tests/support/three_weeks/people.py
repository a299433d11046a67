"""People who play by post: each reads their messages some minutes later, if they are up, and then answers."""

import heapq
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from zlib import crc32
from zoneinfo import ZoneInfo

import msgspec

from tests.support.three_weeks.frozen_service import PostOffice
from ttr_core import Command, Ruleset
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice, situation_of
from ttr_core.model.commands import ClaimRoute
from ttr_core.rules.by_post.clock.terms import Clock
from ttr_core.rules.by_post.motions import Motions

UP, TO_BED = 7, 23  # o'clock
KINDS = ("turn.started", "turn.next", "turn.reminder", "game.scored", "game.event")
UNDO = "undo"


class Person(msgspec.Struct, kw_only=True):
    name: str
    zone: str
    minutes: int  # from a message to the answer
    seat: int = -1
    token: str = ""
    webhook: str = ""
    away_until: datetime | None = None  # answers nothing until then
    gone: bool = False  # answers nothing any more
    regrets: frozenset[str] = frozenset()  # between which cities they claimed a route by mistake

    def up(self, at: datetime) -> datetime:
        """The first moment from then on at which they are not asleep."""
        there = at.astimezone(ZoneInfo(self.zone))
        if UP <= there.hour < TO_BED:
            return at
        day = there if there.hour < UP else there + timedelta(days=1)
        return day.replace(hour=UP, minute=self.minutes % 60).astimezone(at.tzinfo)


def ends(ruleset: Ruleset, name: str) -> frozenset[str]:
    (route,) = (route for route in ruleset.routes if route.id == name)
    return frozenset({str(route.a), str(route.b)})


class Message(msgspec.Struct, frozen=True):
    """A message that a person got by webhook."""

    name: str
    kind: str
    version: int
    seat: int | None
    text: str


class Correspondence:
    """A game by post: what is planned, and what everybody does at a message."""

    def __init__(self, office: PostOffice) -> None:
        self.office = office
        self.people: dict[str, Person] = {}
        self.messages: list[Message] = []
        self._plans: list[tuple[datetime, int, Callable[[], None]]] = []
        self._planned = 0

    def plan(self, at: datetime, do: Callable[[], None]) -> None:
        self._planned += 1  # what was planned first is done first
        heapq.heappush(self._plans, (at, self._planned, do))

    def soon(self, person: Person, do: Callable[[Person], None]) -> None:
        """When the person has read their messages."""
        since = max(self.office.now, person.away_until or self.office.now)
        self.plan(person.up(since + timedelta(minutes=person.minutes)), partial(do, person))

    def run(self) -> None:
        """Run until the game has been scored."""
        while not self.office.loaded.over:
            self._read_post()
            self.office.go_to(self._next())
            while self._plans and self._plans[0][0] <= self.office.now:
                heapq.heappop(self._plans)[2]()
                self.office.settle()
        self._read_post()

    def _next(self) -> datetime:
        """The next moment at which a person acts or something is due."""
        due = self.office.loaded.state.slice(Clock).next_due
        moments = [at for at, _, _ in self._plans[:1]] + ([datetime.fromisoformat(due)] if due else [])
        return min(moments)

    # what people do when they have read something

    def sit(self, person: Person, seat: int, token: str) -> None:
        person.seat, person.token = seat, token
        self.people[person.name] = person
        request = {
            "url": self.office.url,
            "game": self.office.game,
            "kinds": KINDS,
            "event_types": ("motion_proposed",),
        }
        person.webhook = self.office.post("/v1/webhooks", request, token)["webhook"]["id"]

    def _read_post(self) -> None:
        by_webhook = {person.webhook: person for person in self.people.values()}
        for message in self.office.new_post():
            data = message["data"]
            reader = by_webhook[data["webhook"]]
            self.messages.append(
                Message(reader.name, message["type"], data["version"], data["seat"], data["text"])
            )
            if not reader.gone:
                self.hear(reader, message["type"], data)

    def hear(self, person: Person, kind: str, data: dict[str, Any]) -> None:  # JSON of a webhook
        if kind == "turn.started":
            self.soon(person, self.play)
        elif kind == "game.event" and data["event"]["data"]["seat"] != person.seat:
            motion: str = data["event"]["data"]["motion"]
            self.soon(person, partial(self.agree, motion))

    def agree(self, motion: str, person: Person) -> None:
        agreed = self.office.loaded.state.slice(Motions).agreed.get(motion)
        if agreed is not None and person.seat not in agreed and not person.gone:
            self.at_table(person, type="agree", motion=motion)

    def play(self, person: Person) -> None:
        """The whole turn; a person who is asked to let another take back a move waits for the outcome."""
        state = self.office.loaded.state
        if person.gone or UNDO in state.slice(Motions).agreed:
            return
        turn = state.turns
        while person.seat in state.phase.waiting and state.turns == turn:
            self.office.do("commands", msgspec.to_builtins(self._choice(person)), person.token)
            state = self.office.loaded.state

    def _choice(self, person: Person) -> Command:
        """Choose as the better bot would, but do not repeat a move that was taken back."""
        loaded = self.office.loaded
        dice = Dice(crc32(f"{person.name}/{loaded.version}".encode()))
        situation = situation_of(loaded.ruleset, loaded.state, person.seat, dice)
        situation.legal = [
            command
            for command in situation.legal
            if not isinstance(command, ClaimRoute) or ends(loaded.ruleset, command.route) != person.regrets
        ]
        return POLICIES["greedy"](situation)

    def at_table(self, person: Person, **command: object) -> None:
        self.office.do("commands", command, person.token)
