"""Subscriptions: who wants to hear of what, how delivery goes, and up to which version each game was delivered.

Besides the subscriptions themselves the store holds, for each, the cursors of its games and the talk there, by the
names of these streams, and its latest attempts. A
subscription that was switched off is announced to its owner in the game itself, as a fact beside the stream: it cannot
be announced by webhook.
"""

import re
import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Annotated, Literal, overload
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from service.errors import TemporarilyUnavailable, TooManyWebhooks, UrlRefused
from service.games.facts import Facts, game_of, is_talk, talk_stream, webhook_switched_off
from service.games.games import ATTEMPTS, Games
from service.language.languages import DEFAULT_LANG, Lang
from service.message_types import EVENTS
from service.store import Appended, Commit
from service.store.deliveries import DeliveryStore
from service.table_talk.talk_message import MESSAGE_ERASED, MESSAGE_POSTED
from service.webhooks.addresses import is_public, literal_address
from service.webhooks.signatures import OVERLAP_SECONDS, new_secret
from ttr_core.model.ids import SeatId

TURN_STARTED, TURN_NEXT, TURN_REMINDER = "turn.started", "turn.next", "turn.reminder"
REQUEST_OPENED = "request.opened"
GAME_SCORED, GAME_EVENT = "game.scored", "game.event"
TALK_KINDS = (MESSAGE_POSTED, MESSAGE_ERASED)
KINDS = (TURN_STARTED, TURN_NEXT, TURN_REMINDER, REQUEST_OPENED, GAME_SCORED, GAME_EVENT, *TALK_KINDS)
DEFAULT_KINDS = (TURN_STARTED, TURN_REMINDER, REQUEST_OPENED, GAME_SCORED)
PING = "ping"

# what the first releases called them; stored subscriptions have these words, and message ids keep them for good
EARLIER_KINDS = {
    TURN_STARTED: "your_turn",
    TURN_NEXT: "on_deck",
    TURN_REMINDER: "reminder",
    GAME_SCORED: "game_over",
    GAME_EVENT: "every_event",
    PING: PING,
}
_LATER_KINDS = {earlier: kind for kind, earlier in EARLIER_KINDS.items()}

ADMIN = "admin"  # the owner of subscriptions to all games
MOST_EVENT_TYPES = 200
PORTS = (None, 443, 8443)  # where strangers' receivers may listen
WEBHOOK = "^(wh_)?[0-9a-f]{16}$"  # the first releases wrote them without `wh_`

# seconds after which a failed message is sent again: ten attempts in 75 hours and 35 minutes
BACK_OFF = (5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400)
KEPT_ATTEMPTS = 20
TRIES = 50  # at changing what others change at the same time

Off = Literal["gone", "unreachable"]


class EventTypes(Sequence[str]):
    """Every type of event, also of rules that are registered later."""

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        return tuple(EVENTS)[index]

    def __len__(self) -> int:
        return len(EVENTS)

    def __contains__(self, name: object) -> bool:
        return name in EVENTS


Kind = Annotated[str, Meta(extra_json_schema={"enum": KINDS})]
EventType = Annotated[str, Meta(extra_json_schema={"enum": EventTypes()})]
Kinds = Annotated[tuple[Kind, ...], Meta(min_length=1, max_length=len(KINDS))]
ListedTypes = Annotated[tuple[EventType, ...], Meta(max_length=MOST_EVENT_TYPES)]
Url = Annotated[str, Meta(max_length=2000, pattern="^https?://[!-~]+$")]
GameName = Annotated[str, Meta(max_length=64, pattern="^[0-9A-Za-z_-]*$")]


class WebhookRequest(msgspec.Struct, kw_only=True):
    """Where to send messages about what, in which language. Without a game: about all of them, for the operator.

    `event_types` narrows `game.event` down to events of these types; empty: all.
    """

    url: Url
    game: GameName = ""
    kinds: Kinds = DEFAULT_KINDS
    event_types: ListedTypes = ()
    lang: Lang = DEFAULT_LANG


class WebhookChange(msgspec.Struct, kw_only=True):
    """What is to be different; whatever is missing or null stays as it is."""

    url: Url | None = None
    kinds: Kinds | None = None
    event_types: ListedTypes | None = None
    lang: Lang | None = None


class Owner(msgspec.Struct, frozen=True):
    """The subscriber."""

    name: str  # the fingerprint of their token
    seat: SeatId | None = None
    player: str = ""  # whose token it is, if it is a player's


class Subscription(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: str
    owner: str  # the fingerprint of the token that subscribed; the subscription ends with that token
    game: str  # "" for all of them
    seat: (
        SeatId | None
    )  # whose view it gets; None for a spectator's, and for players, whose seats are looked up
    player: str = ""  # who subscribed, if it was a player; without a game, to all games of theirs
    url: str
    kinds: tuple[str, ...]
    event_types: tuple[str, ...] = ()  # of the events that `game.event` is about; empty: all
    lang: str
    base: str  # the address by which the subscriber reaches us, for links
    created: str  # in the format of events' times
    secret: str
    old_secret: str = ""
    old_until: int = 0  # seconds since 1970
    pings: int = 0  # how many the subscriber has asked for
    failures: int = 0  # in a row
    retry: int = 0  # no attempt before this time, in milliseconds since 1970
    off: Off | None = None  # why nothing is sent any more
    off_since: str = ""
    talk_from: str = ""  # of one to all games: when it began to want what is said

    @property
    def wants_talk(self) -> bool:
        return not set(TALK_KINDS).isdisjoint(self.kinds)

    @property
    def webhook(self) -> str:
        return self.id

    @property
    def covers_all_games(self) -> bool:
        return self.owner == ADMIN

    def heard_from(
        self, seats: Sequence[SeatId], kind: str, seat: SeatId | None, event_type: str
    ) -> "Subscription | None":
        """The same with the seat that it gets the message for, of those that a player has; None if it wants none."""
        heard = self
        if self.player and seats:
            heard = msgspec.structs.replace(self, seat=seat if seat in seats else seats[0])
        return heard if heard.wants(kind, seat, event_type) else None

    def secrets(self, now: float) -> tuple[str, ...]:
        """Those that a receiver may know by now: the new one, and for a time the old one too."""
        return (self.secret, self.old_secret) if self.old_secret and now < self.old_until else (self.secret,)

    def rotated(self, secret: str, now: float) -> "Subscription":
        until = int(now) + OVERLAP_SECONDS
        return msgspec.structs.replace(self, secret=secret, old_secret=self.secret, old_until=until)

    def failed(self, now_ms: int, at: str) -> "Subscription":
        """After one more failure: with a time for the next attempt, or switched off."""
        if self.failures >= len(BACK_OFF):
            return self.switched_off("unreachable", at)
        retry = now_ms + BACK_OFF[self.failures] * 1000
        return msgspec.structs.replace(self, failures=self.failures + 1, retry=retry)

    def switched_off(self, why: Off, at: str) -> "Subscription":
        return msgspec.structs.replace(self, off=why, off_since=at)

    def recovered(self) -> "Subscription":
        """On, and without the failures of before."""
        return msgspec.structs.replace(self, failures=0, retry=0, off=None, off_since="")

    def changed(self, change: WebhookChange, at: str) -> "Subscription":
        """A new address begins without the failures of the old one."""
        changed = msgspec.structs.replace(
            self,
            url=change.url or self.url,
            kinds=tuple(dict.fromkeys(change.kinds or self.kinds)),
            event_types=self.event_types
            if change.event_types is None
            else tuple(dict.fromkeys(change.event_types)),
            lang=change.lang or self.lang,
        )
        if self.begins_to_want_talk(change) and not self.game:
            changed = msgspec.structs.replace(changed, talk_from=at)
        return changed if changed.url == self.url else changed.recovered()

    def begins_to_want_talk(self, change: WebhookChange) -> bool:
        return not set(TALK_KINDS).isdisjoint(change.kinds or ()) and not self.wants_talk

    def wants(self, kind: str, seat: SeatId | None, event_type: str = "") -> bool:
        """A seat hears of its own turns only; those who watch, of everybody's."""
        if kind not in self.kinds:
            return False
        if kind == GAME_EVENT:
            return not self.event_types or event_type in self.event_types
        return seat is None or self.seat is None or seat == self.seat


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt to deliver something."""

    at: str
    message: str  # the webhook-id, the same for every attempt to deliver the same
    type: str
    game: str
    version: int
    status: int  # that the receiver answered; 0 if it did not
    error: str  # what went wrong then
    ms: int


_decode = msgspec.json.Decoder(Subscription).decode


def _read(text: str) -> Subscription:
    """A stored subscription; those of the first releases named the types of events among their kinds."""
    stored = _decode(text)
    if set(stored.kinds) <= set(KINDS):
        return stored
    types = tuple(kind for kind in stored.kinds if kind not in _LATER_KINDS)
    every = EARLIER_KINDS[GAME_EVENT] in stored.kinds
    kinds = dict.fromkeys(_LATER_KINDS.get(kind, GAME_EVENT) for kind in stored.kinds)
    return msgspec.structs.replace(stored, kinds=tuple(kinds), event_types=() if every else types)


ALL = "all"  # the table of all subscriptions
PLAYERS = "players"  # the table of subscriptions to all games of a player
OFF = "off"  # the table of those that were switched off, and why


def _nobody(game: str) -> Collection[str]:
    return ()


class Subscriptions:
    """All subscriptions of a store, with their cursors and attempts."""

    def __init__(
        self, store: DeliveryStore, now: Callable[[], str], clock: Callable[[], float] = time.time
    ) -> None:
        self.store = store
        self._now, self._clock = now, clock

    def milliseconds(self) -> int:
        return int(self._clock() * 1000)

    # ------------------------------------------------------------------------------------ subscribing

    def subscribe(
        self,
        owner: Owner,
        request: WebhookRequest,
        base: str,
        version: int,
        most: int,
        name: str = "",
        *,
        said: int = 0,
    ) -> Subscription:
        """From the event after `version` on, and from what is said after message number `said`.

        For all games, from now on. Under one name there is one subscription.
        """
        own = self.of_player(owner.player) if owner.player else self.of_owner(owner.name, request.game)
        if len(own) >= most:
            raise TooManyWebhooks(most=most)
        subscription = Subscription(
            id=name or new_webhook_id(),
            owner=owner.name,
            game=request.game,
            seat=None if owner.player else owner.seat,
            player=owner.player,
            url=request.url,
            kinds=tuple(dict.fromkeys(request.kinds)),
            event_types=tuple(dict.fromkeys(request.event_types)),
            lang=request.lang,
            base=base,
            created=self._now(),
            secret=new_secret(),
        )
        if request.game:
            for stream, start in ((request.game, version), (talk_stream(request.game), said)):
                self.store.replace(_cursors(subscription.id), stream, None, str(start))
        elif subscription.wants_talk:
            subscription = msgspec.structs.replace(subscription, talk_from=subscription.created)
        # last where it counts: one that is half written would be delivered, and its owner could not remove it
        for table in _indexes(subscription):
            self.store.replace(table, subscription.id, None, "")
        is_first = self.store.replace(ALL, subscription.id, None, _encode(subscription))
        return subscription if is_first else self.find(subscription.id) or subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        for table in (ALL, OFF):
            while (text := self.store.get(table, subscription.id)) is not None:
                self.store.replace(table, subscription.id, text, None)
        for table in _indexes(subscription):
            self.store.replace(table, subscription.id, "", None)
        self.store.remove(_cursors(subscription.id))
        self.store.remove(_attempts(subscription.id))

    def prune(self, game: str, facts: Facts) -> None:
        """Removes the subscriptions of tokens that the game no longer knows."""
        for subscription in map(self.find, self.store.table(_of_game(game))):
            if subscription is not None and not _belongs(subscription, facts):
                self.unsubscribe(subscription)

    def prune_player(self, player: str, facts: Mapping[str, str]) -> None:
        """Removes the subscriptions of tokens that a player no longer has; `facts` are theirs."""
        for subscription in self.of_player(player):
            if subscription.owner not in facts:
                self.unsubscribe(subscription)

    def find(self, name: str) -> Subscription | None:
        text = self.store.get(ALL, name)
        return None if text is None else _read(text)

    def of_owner(self, owner: str, game: str) -> list[Subscription]:
        """The oldest first."""
        everyones = map(self.find, self.store.table(_of_game(game)))
        own = [each for each in everyones if each is not None and each.owner == owner]
        return sorted(own, key=lambda each: (each.created, each.id))

    def of_player(self, player: str) -> list[Subscription]:
        """Those to one game and those to all, the oldest first."""
        own = [each for each in map(self.find, self.store.table(_of_player(player))) if each is not None]
        return sorted(own, key=lambda each: (each.created, each.id))

    def addresses_of(self, player: str) -> Mapping[str, str]:
        """Where messages to a player go, by webhook."""
        return {each.id: each.url for each in self.of_player(player)}

    def erase(self, player: str) -> None:
        """Removes all webhooks of a player."""
        self.prune_player(player, {})

    def everybody(self) -> list[Subscription]:
        return [_read(text) for text in self.store.table(ALL).values()]

    def change(self, name: str, change: Callable[[Subscription], Subscription]) -> Subscription | None:
        """The subscription after the change; None if it is gone."""
        for _ in range(TRIES):
            text = self.store.get(ALL, name)
            if text is None:
                return None
            before = _read(text)
            after = change(before)
            if after == before:
                return before
            if self.store.replace(ALL, name, text, _encode(after)):
                self.store.replace(OFF, name, before.off, after.off)
                return after
        raise TemporarilyUnavailable()

    def revise(self, name: str, change: WebhookChange, said: int) -> Subscription | None:
        """Applies the change, and makes everything due: there may be a receiver again.

        `said`: the number of the latest message in its game, for one that begins to want the talk.
        """
        before, at = self.find(name), self._now()
        if before and before.begins_to_want_talk(change):
            self._skip_talk(before, said)  # before the change: what was said earlier is not sent
        subscription = self.change(name, lambda before: before.changed(change, at))
        if subscription and change.url is not None:
            self.store.schedule(
                [delivery_name(name, game) for game in self.cursors(name)], self.milliseconds()
            )
        return subscription

    def _skip_talk(self, subscription: Subscription, said: int) -> None:
        """Of one game, everything up to a number; one to all games begins with the talk anew, from that time."""
        if subscription.game:
            self.move_cursor(subscription.id, talk_stream(subscription.game), said)
            return
        table = _cursors(subscription.id)
        for stream, text in self.store.table(table).items():
            if is_talk(stream):
                self.store.replace(table, stream, text, None)

    def rotate(self, name: str, secret: str) -> Subscription | None:
        """Puts another secret in the place of the old one, which goes on signing for a time."""
        return self.change(
            name, lambda before: before if before.secret == secret else before.rotated(secret, self._clock())
        )

    # ----------------------------------------------------------------------------------------- delivery

    def wake(self, streams: Sequence[str], players_of: Callable[[str], Collection[str]] = _nobody) -> None:
        """Makes everything about these games, or the talk there, due. `players_of`: who sits in a game."""
        if not streams or not self.store.count(ALL):
            return
        if self.store.count(PLAYERS):
            own = [
                delivery_name(name, stream)
                for stream in streams
                for player in players_of(game_of(stream))
                for name in self.store.table(_of_player(player))
            ]
            self.store.schedule(own, self.milliseconds())
        of_all_games = list(self.store.table(_of_game("")))
        names = [
            delivery_name(name, stream)
            for stream in streams
            for name in (*self.store.table(_of_game(game_of(stream))), *of_all_games)
        ]
        self.store.schedule(names, self.milliseconds())

    def request_ping(self, name: str) -> Subscription | None:
        """A ping is sent even to a receiver that is off: perhaps it is back."""
        subscription = self.change(
            name, lambda before: msgspec.structs.replace(before, pings=before.pings + 1, retry=0)
        )
        if subscription:
            self.store.schedule([delivery_name(name, "")], self.milliseconds())
        return subscription

    def redeliver(self, name: str, game: str, after: int) -> Subscription | None:
        """Sends everything after a version once more, and switches the subscription on if it was off."""
        self.move_cursor(name, game, after)
        subscription = self.change(name, Subscription.recovered)
        names = [delivery_name(name, other) for other in {game, *self.cursors(name)}]
        self.store.schedule(names, self.milliseconds())
        return subscription

    def cursors(self, name: str) -> Mapping[str, int]:
        """The games of a subscription, and the talk in them, each with its cursor."""
        return {stream: int(text) for stream, text in self.store.table(_cursors(name)).items()}

    def cursor(self, name: str, stream: str) -> int | None:
        text = self.store.get(_cursors(name), stream)
        return None if text is None else int(text)

    def advance(self, name: str, stream: str, old: int | None, new: int) -> bool:
        """Moves the cursor, if it still is at `old`."""
        before = None if old is None else str(old)
        return before == str(new) or self.store.replace(_cursors(name), stream, before, str(new))

    def move_cursor(self, name: str, stream: str, to: int) -> None:
        for _ in range(TRIES):
            if self.advance(name, stream, self.cursor(name, stream), to):
                return
        raise TemporarilyUnavailable()

    def record(self, name: str, attempt: Attempt) -> None:
        self.store.add_first(_attempts(name), msgspec.json.encode(attempt).decode(), KEPT_ATTEMPTS)

    def attempts(self, name: str) -> list[Attempt]:
        """The latest first."""
        kept = [msgspec.json.decode(text, type=Attempt) for text in self.store.listed(_attempts(name))]
        return [msgspec.structs.replace(one, type=_kind_of(one.type)) for one in kept]


def _kind_of(stored: str) -> str:
    """The kind of a message as it is called now; the first releases had the types of events among the kinds."""
    return stored if stored in KINDS else _LATER_KINDS.get(stored, GAME_EVENT)


def new_webhook_id() -> str:
    return f"wh_{secrets.token_hex(8)}"


def delivery_name(subscription: str, stream: str) -> str:
    """Of a game or of the talk in it; "" for pings."""
    return f"{subscription}/{stream}"


def _encode(subscription: Subscription) -> str:
    return msgspec.json.encode(subscription).decode()


def _indexes(subscription: Subscription) -> tuple[str, ...]:
    """The tables that lead to a subscription."""
    if not subscription.player:
        return (_of_game(subscription.game),)
    own = _of_player(subscription.player)
    return (own, _of_game(subscription.game)) if subscription.game else (own, PLAYERS)


def _belongs(subscription: Subscription, facts: Facts) -> bool:
    """Whether the game still knows the subscriber."""
    player = subscription.player
    if not player:
        return facts.has_token(subscription.owner)
    return facts.creator == player or bool(facts.seats_of(player))


def _of_player(player: str) -> str:
    return f"of_player:{player}"


def _of_game(game: str) -> str:
    return f"of:{game}"


def _cursors(subscription: str) -> str:
    return f"tracks:{subscription}"


def _attempts(subscription: str) -> str:
    return f"attempts:{subscription}"


# ------------------------------------------------------------------------------------------- addresses


def check_url(url: str, private: bool) -> None:
    """Refuses addresses to which nothing would ever be sent; names are looked up when something is sent."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise UrlRefused("form") from None
    if not parts.hostname or parts.username is not None or parts.fragment or re.search(r"[\\^`{|}<>\"]", url):
        raise UrlRefused("form")
    if private:
        return
    if parts.scheme != "https" or port not in PORTS:
        raise UrlRefused("https")
    literal = literal_address(parts.hostname)
    if literal is not None and not is_public(literal):
        raise UrlRefused("not_public")


# ------------------------------------------------------------------------------ subscriptions that are off


def announce_off(games: Games, subscription: Subscription) -> None:
    """Changes no event and no version: only a fact beside them."""
    facts = webhook_switched_off(subscription.owner, subscription.id)
    for _ in range(ATTEMPTS if subscription.game else 0):
        loaded = games.cache.read_latest(subscription.game)
        commit = Commit(game=subscription.game, expected=loaded.version, entries=(), facts=facts)
        if isinstance(games.store.append(commit), Appended):
            games.cache.read_facts(loaded)
            return


def withdraw_off(games: Games, subscription: Subscription) -> None:
    if subscription.game:
        games.store.forget(subscription.game, list(webhook_switched_off(subscription.owner, "")))
        games.cache.read_facts(games.cache.get_cached(subscription.game))
