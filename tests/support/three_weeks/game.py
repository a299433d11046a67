"""A game of three weeks and five people, of whom two vanish, one goes on vacation and one hands over a seat."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from freezegun import freeze_time
from freezegun.api import FrozenDateTimeFactory

from service.clocks.deadlines import moment
from tests.support.fixed_secrets import fix_names_and_seeds
from tests.support.three_weeks.frozen_service import PostOffice, open_post_office
from tests.support.three_weeks.people import Correspondence, Message, Person, ends
from tests.support.workers.background_service import Desk
from ttr_core import Event, Ruleset
from ttr_core.history.chain import Envelope
from ttr_core.model.events import RouteClaimed
from ttr_core.rules.by_post.clock.terms import Clock

ZONE = "Europe/Paris"
CLOCK = {
    "kind": "per_move",
    "seconds": 24 * 3600,
    "zone": ZONE,
    "quiet_from": "22:00",
    "quiet_until": "07:00",
    "weekends_off": True,
    "vacation_days": 7,
    "reminders": [9 * 3600, 2 * 3600],
    "warn_next": True,
    "on_timeout": "bot_takes_over",
}
CHLOE, BEN, ASHA, NOAH, JOAO, LENA, MARIA = "Chloé", "Ben", "Asha", "Noah", "João", "Lena", "Maria"
ZONES = {
    CHLOE: ZONE,
    BEN: "America/New_York",
    ASHA: "Asia/Kolkata",
    NOAH: "Australia/Sydney",
    JOAO: "America/Sao_Paulo",
    LENA: "Europe/Berlin",
    MARIA: "Europe/Lisbon",
}
MINUTES = {CHLOE: 17, BEN: 28, ASHA: 35, NOAH: 25, JOAO: 31, LENA: 21, MARIA: 26}
FIRST = (CHLOE, BEN, ASHA, NOAH, JOAO)  # by seat
START = datetime(2026, 10, 19, 9, tzinfo=ZoneInfo(ZONE))
SEED = "2a"
ORDERED = "duluth--omaha--1"
OUTAGE = timedelta(hours=2), timedelta(hours=3)  # before and after the deadline that it goes over


class Chronicle(msgspec.Struct, frozen=True):
    """All that is left of a game when it is over."""

    ruleset: Ruleset
    events: Sequence[tuple[Envelope, Event]]
    names: Mapping[tuple[int, int], str]  # of people, by seat and holder
    messages: Sequence[Message]
    record: bytes
    tokens: Mapping[str, int]  # the status that everybody gets who looks at the game now
    failures: Sequence[str]  # what the service has reported


def played(desk: Desk) -> Chronicle:
    with freeze_time(START) as time:
        assert isinstance(time, FrozenDateTimeFactory)
        with open_post_office(desk, time) as office:
            story = ThreeWeeks(office)
            story.open()
            story.run()
            return _chronicle(desk, office, story)


def _chronicle(desk: Desk, office: PostOffice, story: "ThreeWeeks") -> Chronicle:
    token = story.people[CHLOE].token
    path = f"/v1/games/{office.game}"
    seats = office.get(f"{path}/seats", token).json["items"]
    return Chronicle(
        ruleset=office.loaded.ruleset,
        events=desk.games.cache.read_events(office.game, 0),
        names={(seat["seat"], one["number"]): one["name"] for seat in seats for one in seat["holders"]},
        messages=story.messages,
        record=office.get(f"{path}/export", token).body,
        tokens={name: office.look(person.token) for name, person in story.people.items()},
        failures=desk.store.failures(10),
    )


class ThreeWeeks(Correspondence):
    """What people do of their own accord, and when."""

    def __init__(self, office: PostOffice) -> None:
        super().__init__(office)
        self._invites: dict[str, str] = {}
        self._careless = ""  # whose next claim is a mistake
        self._travelling = ""  # who answers late for once

    def open(self) -> None:
        seats = [{"name": name, "entropy": f"{name} says hello"} for name in FIRST]
        with _same_seed():
            created = self.office.post(
                "/v1/games", {"board": "usa", "seats": seats, "clock": CLOCK, "first": 0}
            )
        self.office.game = created["id"]
        for name, seat in zip(FIRST, created["seats"], strict=True):
            self.sit(_person(name), seat["seat"], seat["token"])
            self.soon(self.people[name], self.play)  # the first tickets
        for at, name, does in self._script():
            there = datetime.fromisoformat(f"2026-{at}").replace(tzinfo=ZoneInfo(ZONES[name]))
            self.plan(there.astimezone(UTC), partial(does, self.people.get(name) or _person(name)))
        self.office.settle()

    def _script(self) -> Iterator[tuple[str, str, Callable[[Person], None]]]:
        """Who does what, each at an hour of their own."""
        yield "10-20T07:00", BEN, self._errs
        yield "10-22T21:00", NOAH, self._vanishes
        yield "10-23T21:00", ASHA, self._goes_on_vacation
        yield "10-28T09:30", CHLOE, self._looks_for_somebody
        yield "10-28T20:00", JOAO, self._offers_seat
        yield "10-29T09:00", MARIA, self._comes
        yield "10-29T10:30", LENA, self._comes
        yield "10-30T09:00", BEN, self._vanishes
        yield "11-03T12:00", CHLOE, self._travels
        yield "11-05T20:00", ASHA, partial(self._proposes, "pause")
        yield "11-06T20:00", ASHA, self._goes_on

    # a mistake

    def _errs(self, person: Person) -> None:
        self._careless = person.name

    def play(self, person: Person) -> None:
        version = self.office.loaded.version
        super().play(person)
        claimed = [event for _, event in self.office.events(version) if isinstance(event, RouteClaimed)]
        if claimed and self._careless == person.name:
            self._careless, person.regrets = "", ends(self.office.loaded.ruleset, claimed[0].route)
            then = self.office.now + timedelta(minutes=4)
            self.plan(then, lambda: self.at_table(person, type="propose_undo"))

    # coming and going

    def _vanishes(self, person: Person) -> None:
        person.gone = True

    def _goes_on_vacation(self, person: Person) -> None:
        """The orders that are left behind are for three turns."""
        steps = [[{"type": "claim_route", "route": ORDERED}], [{"type": "draw_card"}] * 2]
        self.at_table(person, type="give_order", alternatives=steps, turns=3, repeat=True)
        self.at_table(person, type="take_vacation", days=4)
        vacation = self.office.loaded.state.slice(Clock).vacations[person.seat]
        person.away_until = moment(vacation.until)
        self.soon(person, self.play)

    def _looks_for_somebody(self, person: Person) -> None:
        self._invites[LENA] = self._invite(person, FIRST.index(NOAH))

    def _offers_seat(self, person: Person) -> None:
        self._invites[MARIA] = self._invite(person, person.seat)
        person.gone = True

    def _invite(self, person: Person, seat: int) -> str:
        return str(self.office.do(f"seats/{seat}/invite", {}, person.token)["invite"])

    def _comes(self, person: Person) -> None:
        taken = self.office.do("seats", {"name": person.name}, self._invites[person.name])["seat"]
        self.sit(person, taken["seat"], taken["token"])
        self.soon(person, self.play)  # perhaps the seat is waited for

    def _proposes(self, motion: str, person: Person) -> None:
        self.at_table(person, type="propose", motion=motion)

    def _goes_on(self, person: Person) -> None:
        self.at_table(person, type="resume_game")

    # an outage

    def _travels(self, person: Person) -> None:
        self._travelling = person.name

    def hear(self, person: Person, kind: str, data: dict[str, Any]) -> None:  # JSON of a webhook
        """The traveller means to answer in the last hour, when the service happens to be away."""
        if kind != "turn.started" or person.name != self._travelling:
            super().hear(person, kind, data)
            return
        self._travelling = ""
        deadline = moment(data["deadline_at"])
        before, after = OUTAGE
        person.away_until = deadline + after
        self.plan(deadline - before, lambda: self.office.be_away(deadline + after))
        self.soon(person, self.play)


def _person(name: str) -> Person:
    return Person(name=name, zone=ZONES[name], minutes=MINUTES[name])


@contextmanager
def _same_seed() -> Iterator[None]:
    """The next game is the same whenever it is played: its seed, and its name, by which bots choose."""
    with pytest.MonkeyPatch.context() as patched:
        fix_names_and_seeds(patched, lambda size: SEED * size)
        yield
