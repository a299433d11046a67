"""A log read as a story: what happened in words, each time by the local clock of the person it is about."""

from collections.abc import Iterator
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple
from zoneinfo import ZoneInfo

from service.clocks.deadlines import moment
from service.language.languages import Messages
from service.language.speech.story import Story
from service.language.vocabulary.board_words import BoardWords, Values
from tests.support.three_weeks.game import ZONE, ZONES, Chronicle
from ttr_core import Event
from ttr_core.history.chain import Envelope
from ttr_core.model.events import TurnStarted
from ttr_core.model.ids import Meaning, Witness
from ttr_core.model.kinds import FieldKind
from ttr_core.model.state import HUMAN
from ttr_core.rules.by_post.clock.terms import DeadlineSet, NextInLineWarned
from ttr_core.rules.by_post.seat_holders import SeatHandedOver


class LocalValues(Values):
    """Tells times by the clock of one zone."""

    zone = ZONE

    def value(self, field: FieldKind, value: object) -> str:
        if field.kind is Meaning.MOMENT and value:
            return local_time(str(value), self.zone)
        return super().value(field, value)


def local_time(at: str, zone: str) -> str:
    there = moment(at).astimezone(ZoneInfo(zone))
    return f"{there:%a} {there.day} {there:%b} {there:%H:%M} in {place(zone)}"


def place(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ")


class Happening(NamedTuple):
    """Everything of one moment."""

    at: datetime  # by the local clock of the person it is about
    text: str


class Narrator:
    """Follows who has which seat, so that everybody goes by the name of that time."""

    def __init__(self, chronicle: Chronicle) -> None:
        self._log = chronicle
        self.names = {seat: chronicle.names[seat, 1] for seat in range(chronicle.ruleset.players)}
        self._zones = {seat: ZONES[name] for seat, name in self.names.items()}
        words = BoardWords(chronicle.ruleset, "en")
        self._values = LocalValues(words, self.names)
        self._story = Story(Messages("en"), self._values, Witness.SPECTATOR)

    def days(self) -> Iterator[tuple[date, list[Happening]]]:
        """The happenings day by day, by the calendar of the game's own zone."""
        for day, happenings in groupby(
            self._happenings(), lambda one: one.at.astimezone(ZoneInfo(ZONE)).date()
        ):
            yield day, list(happenings)

    def _happenings(self) -> Iterator[Happening]:
        for at, pairs in groupby(self._log.events, lambda pair: pair[0].at):
            together = list(pairs)
            begun = {event.seat for _, event in together if isinstance(event, TurnStarted)}
            self._welcome(together[0][1])
            zone = self._zone(*together[0])
            sentences = [text for pair in together for text in self._sentences(*pair, begun)]
            if sentences:
                yield Happening(moment(at).astimezone(ZoneInfo(zone)), " ".join(_once(sentences)))

    def _zone(self, envelope: Envelope, event: Event) -> str:
        """The time zone of the person who acted, or of the person concerned."""
        seat = envelope.actor.partition(":")[2] or getattr(event, "seat", "")
        return self._zones.get(int(seat), ZONE) if seat != "" else ZONE

    def _sentences(self, envelope: Envelope, event: Event, begun: set[int]) -> list[str]:
        """Every turn has a deadline and a next player; the story mentions them only where there is more to it."""
        if isinstance(event, NextInLineWarned) or (isinstance(event, DeadlineSet) and event.seat in begun):
            return []
        self._values.zone = self._zone(envelope, event)
        if isinstance(event, DeadlineSet):
            self._values.zone = self._zones[event.seat]
        self._welcome(event)
        sentences = self._story.tell([event])
        if isinstance(event, SeatHandedOver) and event.kind != HUMAN:
            self.names[event.seat] += "'s bot"
        return sentences

    def _welcome(self, event: Event) -> None:
        """A seat that changes hands has two names: each event is narrated with the name of its time."""
        if isinstance(event, SeatHandedOver) and event.kind == HUMAN:
            name = self._log.names[event.seat, event.holder]
            self.names[event.seat], self._zones[event.seat] = name, ZONES[name]


def _once(sentences: list[str]) -> Iterator[str]:
    for sentence, repeated in groupby(sentences):
        again = len(list(repeated)) > 1
        yield f"{sentence[:-1]}, twice." if again else sentence
