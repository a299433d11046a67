"""Delivery: sends everything behind a cursor to the subscription, in order, each message until it is accepted.

A message is sent before the cursor passes it, so it is sent at least once whatever dies in between, and each time under
the same id. A message that fails holds back those behind it and is sent again over days.
"""

import logging
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import msgspec

from service.errors import GameNotFound
from service.games.facts import Facts, player_stream
from service.games.game_cache import Loaded
from service.games.games import Games
from service.webhooks.fair_shares import FairShares, NoShare
from service.webhooks.http_post import Outcome, post
from service.webhooks.occasions import Occasions
from service.webhooks.payload import NewEvent, message_body, message_id, ping_body
from service.webhooks.signatures import signed_headers
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

    def __init__(self, subscriptions: Subscriptions, subscription: str, game: str) -> None:
        self._subscriptions, self._subscription, self._game = subscriptions, subscription, game
        self.version = subscriptions.cursor(subscription, game)  # None: the first delivery of this game

    def advance(self, version: int) -> None:
        """Moves on, unless a redelivery has moved the cursor meanwhile: then everything from there is sent."""
        if not self._subscriptions.advance(self._subscription, self._game, self.version, version):
            raise Interrupted(self._subscriptions.milliseconds())
        self.version = version


class Deliverer:
    """Carries out deliveries, for several threads at once."""

    def __init__(
        self, games: Games, subscriptions: Subscriptions, settings: DeliverySettings, now: Callable[[], str]
    ) -> None:
        self._games, self._subscriptions, self._settings, self._now = games, subscriptions, settings, now
        self._occasions = Occasions(games)
        self._shares = FairShares(settings.threads)

    def deliver(self, delivery: str) -> int | None:
        """Sends what lies behind the cursor; returns when the delivery is due again, if it is."""
        name, _, game = delivery.partition("/")
        subscription = self._subscriptions.find(name)
        if subscription is None:
            return None
        now = self._subscriptions.milliseconds()
        if game and (subscription.off or subscription.retry > now):
            return None if subscription.off else subscription.retry
        try:
            with self._shares.share(_host(subscription), subscription.owner, now):
                return self._deliver(subscription, game)
        except (Interrupted, NoShare) as interrupted:
            return interrupted.due
        except GameNotFound:
            return None

    def _deliver(self, subscription: Subscription, game: str) -> int | None:
        if not game:
            self._ping(subscription)
            return None
        return self._catch_up(subscription, self._games.cache.read_latest(game))

    def _catch_up(self, subscription: Subscription, loaded: Loaded) -> int | None:
        if not self._is_valid(subscription, loaded):
            self._subscriptions.unsubscribe(subscription)  # the token was revoked, and its view with it
            return None
        cursor = Cursor(self._subscriptions, subscription.id, loaded.game)
        if subscription.player and not _sees(subscription, loaded.facts):
            cursor.advance(loaded.version)  # they have left: the rest is not for them
            return None
        start = self._first(subscription, loaded) if cursor.version is None else cursor.version
        start = min(start, loaded.version)  # the server may have lost events that were delivered
        until = time.monotonic() + self._settings.turn_seconds
        for new in self._occasions.between(loaded, start, loaded.version):
            if self._send_all(subscription, new, cursor):
                cursor.advance(new.version)
            if time.monotonic() > until:
                return self._subscriptions.milliseconds()
        cursor.advance(loaded.version)
        return None

    def _send_all(self, subscription: Subscription, new: NewEvent, cursor: Cursor) -> bool:
        """Sends a message for each trigger that the subscription wants; whether there was any."""
        seats = new.loaded.facts.seats_of(subscription.player) if subscription.player else []
        heard = (
            (one, subscription.heard_from(seats, one.kind, one.seat, one.event_type)) for one in new.triggers
        )
        wanted = [(one, recipient) for one, recipient in heard if recipient is not None]
        for trigger, recipient in wanted:
            earlier = self._occasions.before(new) if trigger.kind == TURN_STARTED else ()
            message = message_id(subscription.id, new.loaded.game, new.version, trigger, new.stored[0].hash)
            body = message_body(message, recipient, trigger, new, earlier)
            outcome = self._send(subscription, trigger, body, message, new.loaded.game, new.version)
            if not outcome.delivered:
                cursor.advance(new.version - 1)
                raise Interrupted(self._failed(subscription, outcome))
        if wanted and subscription.failures:
            self._subscriptions.change(subscription.id, Subscription.recovered)
        return bool(wanted)

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
            message = message_id(subscription.id, subscription.game, subscription.pings, Trigger(PING))
            body = ping_body(message, subscription, self._now())
            self._send(subscription, Trigger(PING), body, message, subscription.game, subscription.pings)
            self._subscriptions.advance(subscription.id, "", sent, subscription.pings)

    def _send(
        self, subscription: Subscription, trigger: Trigger, body: bytes, message: str, game: str, version: int
    ) -> Outcome:
        now, begun = self._subscriptions.milliseconds(), time.perf_counter()
        headers = signed_headers(message, now // 1000, body, subscription.secrets(now / 1000))
        settings = self._settings
        outcome = post(subscription.url, headers, body, private=settings.private, seconds=settings.seconds)
        attempt = Attempt(
            at=self._now(),
            message=message,
            type=trigger.kind,
            game=game,
            version=version,
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
