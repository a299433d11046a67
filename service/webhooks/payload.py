"""The body of a message: its type, its time, and what the subscriber may know of it."""

from collections.abc import Sequence

import msgspec

from service.schemas import EVENTS
from service.shelf import Loaded
from service.talk.messages import Messages
from service.webhooks.signals import Signal
from service.webhooks.subscription import PING, YOUR_TURN, Subscription
from service.webhooks.telling import Deadline, Teller, deadline_of
from ttr_core import Event
from ttr_core.chain import Envelope, Shown, show
from ttr_core.words import SeatId, Viewer, Witness

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
        webhook=found.id, game=found.game, seat=found.seat, text=Messages(found.lang)("ping.ping")
    )
    return msgspec.json.encode(WebhookMessage(type=PING, timestamp=at, data=data))


def _since(seat: SeatId | None, moment: Moment) -> list[Event]:
    """What happened since the seat itself last did something."""
    pairs = [*moment.before, moment.pair]
    own = [number for number, (envelope, _) in enumerate(pairs) if envelope.actor == f"seat:{seat}"]
    return [event for _, event in pairs[own[-1] + 1 if own else 0 :]]


def _links(found: Subscription, game: str, version: int) -> WebhookLinks:
    here = f"{found.base}/v1/games/{game}"
    return WebhookLinks(game=here, commands=f"{here}/commands", events=f"{here}/events?after={version - 1}")
