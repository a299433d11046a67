"""The body of a message: id, type, time, what the subscriber may see, and a text that is ready to be shown."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from service.games.game_cache import Loaded
from service.language.languages import Messages, as_words
from service.language.speech.result_text import final_score
from service.language.speech.story import Story, request_in_words, zone_of
from service.language.vocabulary.board_words import Values, board_words
from service.language.vocabulary.moments import moment_in_words
from service.table_talk.heard_messages import Heard, Withdrawn
from service.table_talk.talk_message import MESSAGE_ERASED, MESSAGE_POSTED
from service.table_talk.talk_message import message_id as spoken_id
from service.webhooks.subscriptions import (
    EARLIER_KINDS,
    GAME_EVENT,
    GAME_SCORED,
    PING,
    REQUEST_OPENED,
    TURN_STARTED,
    Subscription,
)
from service.webhooks.triggers import Trigger
from ttr_core import Event, State
from ttr_core.by_post import Clock
from ttr_core.history.chain import Envelope, Shown, show
from ttr_core.model.actor import Actor, Role
from ttr_core.model.ids import SeatId, Viewer, Witness

MOST_SENTENCES = 12
LONGEST = 2000  # characters
WORDS = {**EARLIER_KINDS, REQUEST_OPENED: "request"}  # for kinds, in ids of messages and keys of texts


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


class MessageText:
    """The texts for one viewer in one language, made only from what they may see."""

    def __init__(self, loaded: Loaded, viewer: Viewer, lang: str) -> None:
        ruleset, facts = loaded.ruleset, loaded.facts
        self._loaded, self._say, self._viewer = loaded, Messages(lang, ruleset), viewer
        words = board_words(ruleset, lang)
        self._names = {seat: facts.name(seat) or self._say.seat(seat) for seat in range(ruleset.players)}
        self._story = Story(self._say, Values(words, self._names, zone_of(loaded.state)), viewer, facts=facts)
        board = words.label(ruleset.board.title)
        self._board = self._say("ping-table", title=facts.title, board=board) if facts.title else board

    def text(self, trigger: Trigger, events: Sequence[Event], deadline: Deadline | None) -> str:
        """`events`: those that led to the occasion, or for an event that one alone."""
        is_occasion = trigger.kind != GAME_EVENT
        if is_occasion:  # it states the one deadline that counts by itself
            events = [event for event in events if not event.states_time]
        happened = self._story.tell(events)[-MOST_SENTENCES:]
        if is_occasion:
            first = self._headline(trigger)
        else:
            first = (
                ""
                if happened
                else self._say("ping-event", board=self._board, what=as_words(trigger.event_type))
            )
        until = self._until(deadline) if deadline else ""
        final = self._final() if trigger.kind == GAME_SCORED and self._loaded.over else ""
        return " ".join(filter(None, (first, final, until, *happened)))[:LONGEST]

    def _headline(self, trigger: Trigger) -> str:
        key = f"ping-{WORDS[trigger.kind]}"
        own = trigger.seat is not None and trigger.seat == self._viewer
        who = self._names[trigger.seat] if trigger.seat is not None else ""
        what = request_in_words(self._say, self._names, trigger.motion) if trigger.motion else ""
        return self._say(f"{key}.me" if own else key, board=self._board, who=who, what=what)

    def _final(self) -> str:
        return "\n".join(final_score(self._loaded, self._say.lang, self._viewer))

    def _until(self, deadline: Deadline) -> str:
        return self._say("ping-deadline", moment=moment_in_words(deadline.at, deadline.zone, self._say))


API = "1"
LARGEST = 20_000  # bytes: what receivers are commonly ready for
LOOK_BACK = 60  # how many events before its own a text may begin with

StoredEvent = tuple[Envelope, Event]


class WebhookLinks(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    commands: str
    events: str  # from the version before this one on
    picture: str  # the board as the token may see it; after the end, with the result


class WebhookData(msgspec.Struct, frozen=True, kw_only=True):
    """What a message is about. Null: there is none, as in a `ping`."""

    webhook: str | None  # null on a stream
    game: str | None
    version: int | None
    seat: SeatId | None  # that it is about
    text: str
    deadline_at: str | None  # until when the seat has time
    zone: str | None  # of the game's clock
    links: WebhookLinks | None
    motion: str | None  # that the seat is asked to agree to
    event: Shown | None  # also null where it would be too large; `links.events` leads to it
    message: str | None  # the id of what somebody said


class WebhookMessage(msgspec.Struct, frozen=True, kw_only=True):
    """What is sent: the same envelope for all types. `id` is the `webhook-id`, `api` the version of this API."""

    id: str
    type: str
    at: str
    api: str
    data: WebhookData


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """A body as it is sent, and what the list of attempts says of it."""

    id: str
    kind: str
    game: str
    version: int
    body: bytes


class NewEvent(msgspec.Struct, frozen=True):
    """An event behind the cursor, its triggers, and the game after the whole commit that the event belongs to."""

    stored: StoredEvent
    triggers: Sequence[Trigger]
    loaded: Loaded

    @property
    def version(self) -> int:
        return self.stored[0].version


class Recipient(Protocol):
    """Whom a message is for: a subscription, or somebody who follows a stream."""

    @property
    def webhook(self) -> str | None: ...
    @property
    def seat(self) -> SeatId | None:
        """Whose view they get; None for a spectator's."""
        ...

    @property
    def lang(self) -> str: ...
    @property
    def base(self) -> str:
        """The address by which they reach us, for links."""
        ...


def viewer_of(recipient: Recipient) -> Viewer:
    return Witness.SPECTATOR if recipient.seat is None else recipient.seat


def message_id(sender: str, game: str, version: int, trigger: Trigger, event: str = "") -> str:
    """The same however often the message is sent, and different for every other message.

    The event's hash tells two pasts apart: after a server has lost moves, other events have the same versions, and a
    receiver that skips repeats must not skip them.
    """
    what = trigger.event_type or WORDS[trigger.kind]
    about = "" if trigger.seat is None else f"-{trigger.seat}"
    past = f"-{event[:8]}" if event else ""
    return f"{sender}-{game}-{version}-{what}{about}{past}"


def message_body(
    name: str, recipient: Recipient, trigger: Trigger, new: NewEvent, earlier: Sequence[StoredEvent]
) -> bytes:
    """`name`: the message's id. `earlier`: events before the new one, for a text that begins with them."""
    envelope, event = new.stored
    loaded, viewer = new.loaded, viewer_of(recipient)
    is_event = trigger.kind == GAME_EVENT
    deadline = None if is_event else deadline_of(loaded.state, trigger.seat)
    events = [event] if trigger.kind != TURN_STARTED else events_since(trigger.seat, [*earlier, new.stored])
    data = WebhookData(
        webhook=recipient.webhook,
        game=loaded.game,
        version=envelope.version,
        seat=trigger.seat,
        text=MessageText(loaded, viewer, recipient.lang).text(trigger, events, deadline),
        links=links_for(recipient, loaded.game, envelope.version),
        deadline_at=deadline.at if deadline else None,
        zone=deadline.zone if deadline else None,
        motion=trigger.motion or None,
        event=show(loaded.seed, envelope, event, viewer) if is_event else None,
        message=None,
    )
    message = WebhookMessage(id=name, type=trigger.kind, at=envelope.at, api=API, data=data)
    body = msgspec.json.encode(message)
    if len(body) <= LARGEST:
        return body
    return msgspec.json.encode(
        msgspec.structs.replace(message, data=msgspec.structs.replace(data, event=None))
    )


def ping_body(name: str, subscription: Subscription, at: str) -> bytes:
    data = WebhookData(
        webhook=subscription.id,
        game=subscription.game or None,
        version=None,
        seat=subscription.seat,
        text=Messages(subscription.lang)("ping-ping"),
        deadline_at=None,
        zone=None,
        links=None,
        motion=None,
        event=None,
        message=None,
    )
    return msgspec.json.encode(WebhookMessage(id=name, type=PING, at=at, api=API, data=data))


def talk_kind(entry: Heard | Withdrawn) -> str:
    return MESSAGE_ERASED if isinstance(entry, Withdrawn) else MESSAGE_POSTED


def talk_message_id(sender: str, game: str, entry: Heard | Withdrawn) -> str:
    return f"{sender}-{game}-{talk_kind(entry)}-{spoken_id(entry.said.number)}"


def talk_body(name: str, recipient: Recipient, now: Loaded, entry: Heard | Withdrawn) -> bytes:
    """What was said at a table, or that it was erased there; `now` is its game."""
    posted = entry.said.posted
    data = WebhookData(
        webhook=recipient.webhook,
        game=now.game,
        version=posted.version,
        seat=posted.seat,
        text="" if isinstance(entry, Withdrawn) else _spoken(entry, recipient.lang),
        deadline_at=None,
        zone=None,
        links=links_for(recipient, now.game, posted.version),
        motion=None,
        event=None,
        message=spoken_id(entry.said.number),
    )
    at = entry.at if isinstance(entry, Withdrawn) else posted.at
    return msgspec.json.encode(WebhookMessage(id=name, type=talk_kind(entry), at=at, api=API, data=data))


def _spoken(heard: Heard, lang: str) -> str:
    text, seat = heard.said.text, heard.said.posted.seat
    if text is None:  # it was erased since
        return ""
    say = Messages(lang)
    host = say("room-talk_host") if seat is None else say.seat(seat)
    return say("room-talk", who=heard.name or host, text=text)


def events_since(seat: SeatId | None, stored: Sequence[StoredEvent]) -> list[Event]:
    """The events since the seat last acted itself."""
    own_hand = str(Actor(Role.SEAT, seat))
    own = [number for number, (envelope, _) in enumerate(stored) if envelope.actor == own_hand]
    return [event for _, event in stored[own[-1] + 1 if own else 0 :]]


def links_for(recipient: Recipient, game: str, version: int) -> WebhookLinks:
    here = f"{recipient.base}/v1/games/{game}"
    return WebhookLinks(
        game=here,
        commands=f"{here}/commands",
        events=f"{here}/events?after={version - 1}",
        picture=f"{here}/board.png",
    )
