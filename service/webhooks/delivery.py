"""Delivery: sends everything behind a cursor to the subscription, in order, each message until it is accepted.

A message is sent before the cursor passes it, so it is sent at least once whatever dies in between, and each time under
the same id. A message that fails holds back those behind it and is sent again over days.
"""

import logging
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import msgspec

from service.errors import GameNotFound
from service.games.facts import Facts, game_of, is_talk, player_stream
from service.games.game_cache import Loaded
from service.games.games import Games
from service.table_talk.table_talk import quiet_talk
from service.webhooks.fair_shares import FairShares, NoShare
from service.webhooks.http_post import Outcome, post
from service.webhooks.occasions import Occasions
from service.webhooks.payload import Message, NewEvent, message_body, message_id, ping_body
from service.webhooks.signatures import signed_headers
from service.webhooks.spoken_messages import SpokenMessages
from service.webhooks.subscriptions import (
    PING,
    TURN_STARTED,
    Attempt,
    Subscription,
    Subscriptions,
    announce_off,
)
from service.webhooks.triggers import Trigger

log = logging.getLogger("ttr.webhooks")


class DeliverySettings(msgspec.Struct, frozen=True):
    """What the operator allows."""

    private: bool  # addresses outside the public network
    seconds: float  # for one attempt
    threads: int = 1  # that deliver at the same time

    @property
    def turn_seconds(self) -> float:
        """After so many seconds a delivery makes room for others."""
        return 2 * self.seconds

    @property
    def claim_ms(self) -> int:
        """A process that has not released its claim after so many milliseconds is considered dead."""
        return int(4000 * self.seconds)


class Interrupted(Exception):
    """A delivery cannot go on now; it is due again at `due`, if at all."""

    def __init__(self, due: int | None) -> None:
        self.due = due


class Cursor:
    """The cursor of one delivery, as this process last saw it."""

    def __init__(self, subscriptions: Subscriptions, subscription: str, stream: str) -> None:
        self._subscriptions, self._subscription, self.stream = subscriptions, subscription, stream
        self.version = subscriptions.cursor(subscription, stream)  # None: the first delivery of this stream

    def advance(self, version: int) -> None:
        """Moves on, unless a redelivery has moved the cursor meanwhile: then everything from there is sent."""
        if not self._subscriptions.advance(self._subscription, self.stream, self.version, version):
            raise Interrupted(self._subscriptions.milliseconds())
        self.version = version


class Deliverer:
    """Carries out deliveries, for several threads at once."""

    def __init__(
        self, games: Games, subscriptions: Subscriptions, settings: DeliverySettings, now: Callable[[], str]
    ) -> None:
        self._games, self._subscriptions, self._settings, self._now = games, subscriptions, settings, now
        self._occasions, self._talk = Occasions(games), quiet_talk(games)
        self._shares = FairShares(settings.threads)

    def deliver(self, delivery: str) -> int | None:
        """Sends what lies behind the cursor; returns when the delivery is due again, if it is."""
        name, _, stream = delivery.partition("/")
        subscription = self._subscriptions.find(name)
        if subscription is None or (is_talk(stream) and not subscription.wants_talk):
            return None
        now = self._subscriptions.milliseconds()
        if stream and (subscription.off or subscription.retry > now):
            return None if subscription.off else subscription.retry
        try:
            with self._shares.share(_host(subscription), subscription.owner, now):
                return self._deliver(subscription, stream)
        except (Interrupted, NoShare) as interrupted:
            return interrupted.due
        except GameNotFound:
            return None

    def _deliver(self, subscription: Subscription, stream: str) -> int | None:
        if not stream:
            self._ping(subscription)
            return None
        loaded = self._games.cache.read_latest(game_of(stream))
        last = loaded.version
        if is_talk(stream):
            (last,) = self._games.store.versions([stream])
            # facts no older than what was said: by then the seat may have been somebody else's
            loaded = self._games.cache.read_facts(loaded)
        if not self._is_valid(subscription, loaded):
            self._subscriptions.unsubscribe(subscription)  # the token was revoked, and its view with it
            return None
        cursor = Cursor(self._subscriptions, subscription.id, stream)
        if not subscription.player or _sees(subscription, loaded.facts):
            return self._catch_up(subscription, loaded, cursor, last)
        cursor.advance(last)  # they have left: the rest is not for them
        return None

    def _catch_up(self, subscription: Subscription, loaded: Loaded, cursor: Cursor, last: int) -> int | None:
        until = time.monotonic() + self._settings.turn_seconds
        for place, messages in self._news(subscription, loaded, cursor, last):
            if self._send_all(subscription, messages, place, cursor):
                cursor.advance(place)
            if time.monotonic() > until:
                return self._subscriptions.milliseconds()
        cursor.advance(last)
        return None

    def _news(
        self, subscription: Subscription, loaded: Loaded, cursor: Cursor, last: int
    ) -> Iterator[tuple[int, Iterator[Message]]]:
        """The places between the cursor and the last one, each with the messages that the subscription wants of it."""
        start = cursor.version
        if is_talk(cursor.stream):
            talk = SpokenMessages(self._talk, subscription, loaded)
            return talk.between(min(talk.first() if start is None else start, last), last)
        start = self._first(subscription, loaded) if start is None else start
        # the server may have lost events that were delivered
        events = self._occasions.between(loaded, min(start, last), last)
        return ((new.version, self._messages(subscription, new)) for new in events)

    def _messages(self, subscription: Subscription, new: NewEvent) -> Iterator[Message]:
        """A message for each trigger that the subscription wants."""
        seats = new.loaded.facts.seats_of(subscription.player) if subscription.player else []
        for trigger in new.triggers:
            recipient = subscription.heard_from(seats, trigger.kind, trigger.seat, trigger.event_type)
            if recipient is None:
                continue
            earlier = self._occasions.before(new) if trigger.kind == TURN_STARTED else ()
            name = message_id(subscription.id, new.loaded.game, new.version, trigger, new.stored[0].hash)
            body = message_body(name, recipient, trigger, new, earlier)
            yield Message(id=name, kind=trigger.kind, game=new.loaded.game, version=new.version, body=body)

    def _send_all(
        self, subscription: Subscription, messages: Iterator[Message], place: int, cursor: Cursor
    ) -> bool:
        """Sends them one after the other; whether there was any."""
        sent = False
        for message in messages:
            outcome = self._send(subscription, message)
            if not outcome.delivered:
                cursor.advance(place - 1)
                raise Interrupted(self._failed(subscription, outcome))
            sent = True
        if sent and subscription.failures:
            self._subscriptions.change(subscription.id, Subscription.recovered)
        return sent

    def _first(self, subscription: Subscription, loaded: Loaded) -> int:
        """The version of a game at which a subscription to all games was made, or at which its player sat down."""
        events = self._games.cache.read_events(loaded.game, 0)
        earlier = sum(1 for envelope, _ in events if envelope.at < subscription.created)
        seats = loaded.facts.seats_of(subscription.player) if subscription.player else []
        return max([earlier, *([min(loaded.milestones.seated[seat] for seat in seats) - 1] if seats else [])])

    def _is_valid(self, subscription: Subscription, loaded: Loaded) -> bool:
        """Whether the token of the subscriber still works; a player's is kept beside their own stream."""
        if subscription.player:
            return subscription.owner in self._games.store.facts(player_stream(subscription.player))
        return subscription.covers_all_games or loaded.facts.has_token(subscription.owner)

    # ----------------------------------------------------------------------------------- the receiver

    def _ping(self, subscription: Subscription) -> None:
        """Makes one attempt: the subscriber who asked for the ping sees what came of it."""
        sent = self._subscriptions.cursor(subscription.id, "")
        if (sent or 0) < subscription.pings:
            name = message_id(subscription.id, subscription.game, subscription.pings, Trigger(PING))
            body = ping_body(name, subscription, self._now())
            game, version = subscription.game, subscription.pings
            self._send(subscription, Message(id=name, kind=PING, game=game, version=version, body=body))
            self._subscriptions.advance(subscription.id, "", sent, subscription.pings)

    def _send(self, subscription: Subscription, message: Message) -> Outcome:
        now, begun = self._subscriptions.milliseconds(), time.perf_counter()
        headers = signed_headers(message.id, now // 1000, message.body, subscription.secrets(now / 1000))
        settings = self._settings
        outcome = post(
            subscription.url, headers, message.body, private=settings.private, seconds=settings.seconds
        )
        attempt = Attempt(
            at=self._now(),
            message=message.id,
            type=message.kind,
            game=message.game,
            version=message.version,
            status=outcome.status,
            error=outcome.error,
            ms=int((time.perf_counter() - begun) * 1000),
        )
        self._subscriptions.record(subscription.id, attempt)
        if outcome.timed_out:
            self._shares.timed_out(_host(subscription), self._subscriptions.milliseconds())
        else:
            self._shares.answered(_host(subscription), attempt.ms)
        return outcome

    def _failed(self, subscription: Subscription, outcome: Outcome) -> int | None:
        """When to try again. Deliveries of several games to one receiver that fail at once count as one failure."""
        at, now = self._now(), self._subscriptions.milliseconds()

        def worse(latest: Subscription) -> Subscription:
            if outcome.gone:
                return latest.switched_off("gone", at)
            seen = (subscription.failures, subscription.retry)
            return latest.failed(now, at) if (latest.failures, latest.retry) == seen else latest

        changed = self._subscriptions.change(subscription.id, worse)
        if changed is None:
            return None
        if changed.off:
            self._report_off(changed)
            return None
        return changed.retry

    def _report_off(self, subscription: Subscription) -> None:
        announce_off(self._games, subscription)
        fields = {"webhook": subscription.id, "game": subscription.game, "reason": subscription.off}
        log.warning(
            "a webhook was switched off: its receiver is gone or did not answer for three days; "
            "its owner can switch it on again by redelivery",
            extra={"fields": fields},
        )


def _sees(subscription: Subscription, facts: Facts) -> bool:
    """Whether a player is at the table; its creator is, for what they asked of this one game."""
    hosts = bool(subscription.game) and facts.creator == subscription.player
    return hosts or bool(facts.seats_of(subscription.player))


def _host(subscription: Subscription) -> str:
    """What may answer slowly as a whole."""
    return urlsplit(subscription.url).netloc.casefold()
