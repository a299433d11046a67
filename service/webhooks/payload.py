"""The body of a message: its type, its time, and what the subscriber may know of it.

The ready-made text of a message: what it is about, until when, and what happened since the reader last acted.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from service.games.game_cache import Loaded
from service.http.schemas import EVENTS
from service.language.speech.messages import Messages, as_words
from service.language.speech.story import Story, Values, zone_of
from service.language.vocabulary.board_words import BoardWords
from service.webhooks.subscription import GAME_OVER, PING, SIGNALS, YOUR_TURN, Subscription
from service.webhooks.triggers import Signal
from ttr_core import Event, Ruleset, State
from ttr_core.by_post import Clock, DeadlineSet, ReminderDue
from ttr_core.history.chain import Envelope, Shown, show
from ttr_core.model.actor import Actor, Role
from ttr_core.model.events import GameScored
from ttr_core.model.ids import SeatId, Viewer, Witness

MOST_SENTENCES = 12
LONGEST = 2000  # characters


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
            seat: facts.get(f"name:{seat}") or self._say.seat(seat) for seat in range(ruleset.players)
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
            first = "" if happened else self._say("ping-event", board=self._board, what=as_words(signal.kind))
        else:
            first = self._headline(signal)
        until = self._until(deadline) if deadline else ""
        winners = self._winners(events) if signal.kind == GAME_OVER else ""
        return " ".join(filter(None, (first, winners, until, *happened)))[:LONGEST]

    def _headline(self, signal: Signal) -> str:
        key = f"ping-{signal.kind}"
        mine = signal.seat is not None and signal.seat == self._viewer
        who = self._names[signal.seat] if signal.seat is not None else ""
        return self._say(f"{key}.me" if mine else key, board=self._board, who=who)

    def _winners(self, events: Sequence[Event]) -> str:
        winners = [seat for event in events if isinstance(event, GameScored) for seat in event.sheet.winners]
        if not winners:
            return ""
        if winners == [self._viewer]:
            return self._say("winner.me")
        names = self._say.listed(self._names[seat] for seat in winners)
        return self._say("winner-one" if len(winners) == 1 else "winner-shared", who=names)

    def _until(self, deadline: Deadline) -> str:
        local = datetime.fromisoformat(deadline.local)
        day = {"year": f"{local:%Y}", "month": f"{local:%m}", "day": f"{local:%d}"}
        return self._say("ping-deadline", **day, hour=f"{local:%H:%M}", zone=deadline.zone)


LARGEST = 20_000  # bytes: what receivers are commonly ready for
LOOK_BACK = 60  # events that a story may begin before

Pair = tuple[Envelope, Event]


class WebhookLinks(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    commands: str
    events: str  # from the version before this one on


class WebhookData(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    webhook: str
    game: str = ""
    version: int = 0
    seat: SeatId | None = None
    text: str
    links: WebhookLinks | None = None
    deadline: Deadline | None = None
    event: Shown | None = None  # left out where it would be too large


class WebhookMessage(msgspec.Struct, frozen=True, kw_only=True):
    """What is sent, as Standard Webhooks suggests it."""

    type: str
    timestamp: str
    data: WebhookData


class Moment(msgspec.Struct, frozen=True):
    """What a message is about: an event, the game after its whole commit, and what came before."""

    loaded: Loaded
    pair: Pair
    before: Sequence[Pair]


def viewer_of(found: Subscription) -> Viewer:
    return Witness.SPECTATOR if found.seat is None else found.seat


def message_id(found: Subscription, game: str, version: int, signal: Signal) -> str:
    """The same however often it is sent, and another one for everything else."""
    about = "" if signal.seat is None else f"-{signal.seat}"
    return f"{found.id}-{game}-{version}-{signal.kind}{about}"


def body_of(found: Subscription, signal: Signal, moment: Moment) -> bytes:
    envelope, event = moment.pair
    loaded, viewer = moment.loaded, viewer_of(found)
    is_event = signal.kind in EVENTS
    deadline = None if is_event else deadline_of(loaded.state, signal.seat)
    told = [event] if signal.kind != YOUR_TURN else _since(signal.seat, moment)
    data = WebhookData(
        webhook=found.id,
        game=loaded.game,
        version=envelope.version,
        seat=signal.seat,
        text=Teller(loaded, viewer, found.lang).text(signal, told, deadline),
        links=_links(found, loaded.game, envelope.version),
        deadline=deadline,
        event=show(loaded.seed, envelope, event, viewer) if is_event else None,
    )
    message = WebhookMessage(type=signal.kind, timestamp=envelope.at, data=data)
    body = msgspec.json.encode(message)
    if len(body) <= LARGEST:
        return body
    return msgspec.json.encode(
        msgspec.structs.replace(message, data=msgspec.structs.replace(data, event=None))
    )


def ping_body(found: Subscription, at: str) -> bytes:
    data = WebhookData(
        webhook=found.id, game=found.game, seat=found.seat, text=Messages(found.lang)("ping-ping")
    )
    return msgspec.json.encode(WebhookMessage(type=PING, timestamp=at, data=data))


def _since(seat: SeatId | None, moment: Moment) -> list[Event]:
    """What happened since the seat itself last did something."""
    pairs = [*moment.before, moment.pair]
    own = [
        number for number, (envelope, _) in enumerate(pairs) if envelope.actor == str(Actor(Role.SEAT, seat))
    ]
    return [event for _, event in pairs[own[-1] + 1 if own else 0 :]]


def _links(found: Subscription, game: str, version: int) -> WebhookLinks:
    here = f"{found.base}/v1/games/{game}"
    return WebhookLinks(game=here, commands=f"{here}/commands", events=f"{here}/events?after={version - 1}")
