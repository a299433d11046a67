"""The ready-made text of a message: what it is about, until when, and what happened since the reader last acted."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from service.shelf import Loaded
from service.talk.messages import Messages, as_words
from service.talk.story import Story, Values, zone_of
from service.talk.wording import BoardWords
from service.webhooks.signals import Signal
from service.webhooks.subscription import GAME_OVER, SIGNALS
from ttr_core import Event, Ruleset, State
from ttr_core.clocking import Clock, DeadlineSet, ReminderDue
from ttr_core.events import GameScored
from ttr_core.words import SeatId, Viewer

MOST_SENTENCES = 12
LONGEST = 2000  # characters
DAYS = {"en": "%Y-%m-%d", "fr": "%d/%m/%Y"}


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    at: str  # UTC
    local: str  # the same moment by the clock's own zone
    zone: str


def deadline_of(state: State, seat: SeatId | None) -> Deadline | None:
    """Until when the seat has time, if a clock runs for it."""
    clock = state.slice(Clock)
    running = clock.running.get(seat) if seat is not None else None
    if running is None or clock.settings is None:
        return None
    return Deadline(
        at=running.deadline, local=_local(running.deadline, clock.settings.zone), zone=clock.settings.zone
    )


def _local(at: str, zone: str) -> str:
    moment = datetime.fromisoformat(at)
    try:
        return moment.astimezone(ZoneInfo(zone)).isoformat(timespec="seconds")
    except (ZoneInfoNotFoundError, ValueError):  # this machine does not know it
        return moment.isoformat(timespec="seconds")


@lru_cache(maxsize=64)
def _words(ruleset: Ruleset, lang: str) -> BoardWords:
    return BoardWords(ruleset.board, lang, ruleset.routes)


class Teller:
    """Tells one viewer in one language; every sentence is made from what he may see."""

    def __init__(self, loaded: Loaded, viewer: Viewer, lang: str) -> None:
        self._say, self._viewer = Messages(lang), viewer
        ruleset, facts = loaded.ruleset, loaded.facts
        words = _words(ruleset, lang)
        self._names = {
            seat: facts.get(f"name:{seat}") or self._say("seat", number=seat + 1)
            for seat in range(ruleset.players)
        }
        self._story = Story(self._say, Values(words, self._names, zone_of(loaded.state)), viewer)
        self._board = words.label(ruleset.board.title)

    def text(self, signal: Signal, events: Sequence[Event], deadline: Deadline | None) -> str:
        """`events`: what led to the signal, or for an event that one alone."""
        signalled = signal.kind in SIGNALS
        told = [e for e in events if not isinstance(e, DeadlineSet | ReminderDue)] if signalled else events
        happened = self._story.tell(told)[
            -MOST_SENTENCES:
        ]  # a signal tells the one deadline that counts itself
        if not signalled:
            first = "" if happened else self._say("ping.event", board=self._board, what=as_words(signal.kind))
        else:
            first = self._headline(signal)
        until = self._until(deadline) if deadline else ""
        winners = self._winners(events) if signal.kind == GAME_OVER else ""
        return " ".join(filter(None, (first, winners, until, *happened)))[:LONGEST]

    def _headline(self, signal: Signal) -> str:
        key = f"ping.{signal.kind}"
        mine = signal.seat is not None and signal.seat == self._viewer
        who = self._names[signal.seat] if signal.seat is not None else ""
        return self._say(f"{key}.me" if mine else key, board=self._board, who=who)

    def _winners(self, events: Sequence[Event]) -> str:
        winners = [seat for event in events if isinstance(event, GameScored) for seat in event.sheet.winners]
        if not winners:
            return ""
        if winners == [self._viewer]:
            return self._say("winner.me")
        names = self._say("and").join(self._names[seat] for seat in winners)
        return self._say("winner.one" if len(winners) == 1 else "winner.shared", who=names)

    def _until(self, deadline: Deadline) -> str:
        local = datetime.fromisoformat(deadline.local)
        day = local.strftime(DAYS[self._say.lang])
        return self._say("ping.deadline", day=day, hour=f"{local:%H:%M}", zone=deadline.zone)
