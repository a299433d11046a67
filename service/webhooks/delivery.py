"""Carrying messages: everything behind a track's cursor in its order, each until it is accepted or given up.

A message is sent before the cursor passes it, so that it is sent at least once whatever dies in between, and each time
under the same id. One that fails holds back those behind it and is tried again over days.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from threading import Lock

import msgspec

from service.errors import GameNotFound
from service.games.game_cache import Loaded
from service.games.games import Games
from service.webhooks.http_post import Outcome, post
from service.webhooks.payload import LOOK_BACK, Moment, Pair, body_of, message_id, ping_body
from service.webhooks.signatures import signed_headers
from service.webhooks.subscription import PING, YOUR_TURN, Subscription
from service.webhooks.subscriptions import Attempt, Register, give_notice, is_about_all
from service.webhooks.triggers import Change, Signal, told_together
from ttr_core import evolve

log = logging.getLogger("ttr.webhooks")

SYSTEM = "system"  # the actor of what follows from a move by itself
KNOWN = 1024  # games whose state at the cursor is at hand


class Terms(msgspec.Struct, frozen=True):
    """What whoever runs the service allows."""

    private: bool  # addresses that are not of the public network
    seconds: float  # for one delivery

    @property
    def stretch(self) -> float:
        """Seconds after which a track makes room for others."""
        return 2 * self.seconds

    @property
    def lease(self) -> int:
        """Milliseconds after which whoever has not come back is believed to be dead."""
        return int(4000 * self.seconds)


class Step(msgspec.Struct, frozen=True):
    """An event, what it means, and the game as it was after everything that was appended together with it."""

    pair: Pair
    meant: Sequence[Signal]
    end: Loaded


class Interrupted(Exception):
    """A track cannot go on now; it is looked at again at `due`, if ever."""

    def __init__(self, due: int | None) -> None:
        self.due = due


class Track:
    """One game of a subscription, and the cursor as it was last seen."""

    def __init__(self, register: Register, name: str, game: str) -> None:
        self._register, self._name, self._game = register, name, game
        self._seen = register.cursor(name, game)

    @property
    def cursor(self) -> int | None:
        return self._seen

    def reach(self, version: int) -> None:
        """Somebody who has moved the cursor meanwhile wants everything from there."""
        if not self._register.advance(self._name, self._game, self._seen, version):
            raise Interrupted(self._register.milliseconds())
        self._seen = version


class Carrier:
    def __init__(self, games: Games, register: Register, terms: Terms, now: Callable[[], str]) -> None:
        self._games, self._register, self._terms, self._now = games, register, terms, now
        self._known: OrderedDict[str, Loaded] = OrderedDict()
        self._lock = Lock()

    def carry(self, track: str) -> int | None:
        """Delivers what lies behind the cursor of a track; when to look at it again, if ever."""
        name, _, game = track.partition("/")
        found = self._register.find(name)
        if found is None:
            return None
        if not game:
            self._ping(found)
            return None
        if found.off or found.retry > self._register.milliseconds():
            return None if found.off else found.retry
        try:
            return self._follow(found, self._games.cache.read_latest(game))
        except Interrupted as interrupted:
            return interrupted.due
        except GameNotFound:
            return None

    def _follow(self, found: Subscription, loaded: Loaded) -> int | None:
        if not is_about_all(found) and found.owner not in loaded.facts:
            self._register.unsubscribe(found)  # the token was revoked: what it could see is not his any more
            return None
        track = Track(self._register, found.id, loaded.game)
        cursor = self._beginning(found, loaded) if track.cursor is None else track.cursor
        until = time.monotonic() + self._terms.stretch
        for step in self._steps(loaded, cursor):
            if self._tell(found, step, track):
                track.reach(step.pair[0].version)
            if time.monotonic() > until:
                return self._register.milliseconds()
        track.reach(loaded.version)
        return None

    def _tell(self, found: Subscription, step: Step, track: Track) -> bool:
        """Whether the step led to anything to be told; all of it is delivered then."""
        envelope, end = step.pair[0], step.end
        wanted = [signal for signal in step.meant if found.wants(signal.kind, signal.seat)]
        for signal in wanted:
            earlier = self._earlier(end, envelope.version) if signal.kind == YOUR_TURN else ()
            body = body_of(found, signal, Moment(end, step.pair, earlier))
            outcome = self._send(found, signal, body, end.game, envelope.version)
            if not outcome.delivered:
                track.reach(envelope.version - 1)
                raise Interrupted(self._failed(found, outcome))
        if wanted and found.failures:
            self._register.change(found.id, Subscription.well)
        return bool(wanted)

    # ------------------------------------------------------------------------------------- the game

    def _beginning(self, found: Subscription, loaded: Loaded) -> int:
        """Where a subscription to all games begins in one of them: at what has happened since."""
        events = self._games.cache.read_events(loaded.game, 0)
        return sum(1 for envelope, _ in events if envelope.at < found.created)

    def _steps(self, loaded: Loaded, cursor: int) -> Iterator[Step]:
        """Everything behind the cursor."""
        state = self._at(loaded, cursor).state
        pairs = self._games.cache.read_events(loaded.game, cursor, loaded.version - cursor)
        for together in _commits(pairs):
            changes = []
            for _, event in together:
                changes.append(Change(state, event, evolve(loaded.ruleset, state, event)))
                state = changes[-1].after
            end = msgspec.structs.replace(loaded, state=state)
            for pair, meant in zip(together, told_together(changes), strict=True):
                yield Step(pair, meant, end)
        self._keep(msgspec.structs.replace(loaded, state=state))

    def _at(self, loaded: Loaded, version: int) -> Loaded:
        with self._lock:
            known = self._known.get(loaded.game)
        if known is not None and known.version == version:
            return known
        if version == 0:
            return self._games.cache.blank(loaded.game, loaded.facts)
        return self._games.cache.replay_to(loaded.game, version)

    def _keep(self, loaded: Loaded) -> None:
        with self._lock:
            self._known[loaded.game] = loaded
            self._known.move_to_end(loaded.game)
            if len(self._known) > KNOWN:
                self._known.popitem(last=False)

    def _earlier(self, loaded: Loaded, version: int) -> Sequence[Pair]:
        start = max(0, version - 1 - LOOK_BACK)
        return self._games.cache.read_events(loaded.game, start, version - 1 - start)

    # ----------------------------------------------------------------------------------- the receiver

    def _ping(self, found: Subscription) -> None:
        """Sent once and not again: whoever asked for it sees what came of it."""
        sent = self._register.cursor(found.id, "")
        if (sent or 0) < found.pings:
            self._send(found, Signal(PING), ping_body(found, self._now()), found.game, found.pings)
            self._register.advance(found.id, "", sent, found.pings)

    def _send(self, found: Subscription, signal: Signal, body: bytes, game: str, version: int) -> Outcome:
        now, begun = self._register.milliseconds(), time.perf_counter()
        message = message_id(found, game, version, signal)
        headers = signed_headers(message, now // 1000, body, found.secrets(now / 1000))
        outcome = post(found.url, headers, body, private=self._terms.private, seconds=self._terms.seconds)
        attempt = Attempt(
            at=self._now(),
            message=message,
            type=signal.kind,
            game=game,
            version=version,
            status=outcome.status,
            error=outcome.error,
            ms=int((time.perf_counter() - begun) * 1000),
        )
        self._register.tell(found.id, attempt)
        return outcome

    def _failed(self, found: Subscription, outcome: Outcome) -> int | None:
        """When to try again; several games of one receiver that fail at once are one failure."""
        at, now = self._now(), self._register.milliseconds()

        def worse(old: Subscription) -> Subscription:
            if outcome.gone:
                return old.given_up("gone", at)
            return old.failed(now, at) if (old.failures, old.retry) == (found.failures, found.retry) else old

        changed = self._register.change(found.id, worse)
        if changed is None or changed.off:
            self._report(changed)
            return None
        return changed.retry

    def _report(self, given_up: Subscription | None) -> None:
        if given_up is not None:
            give_notice(self._games, given_up)
            told = {"webhook": given_up.id, "game": given_up.game, "reason": given_up.off}
            log.warning("a webhook was switched off", extra={"fields": told})


def _commits(pairs: Sequence[Pair]) -> Iterator[Sequence[Pair]]:
    """The events of one move: of one time, by one actor and what the system added to it."""
    begun = 0
    for number in range(1, len(pairs)):
        (before, _), (now, _) = pairs[number - 1], pairs[number]
        if now.at != before.at or now.actor not in (before.actor, SYSTEM):
            yield pairs[begun:number]
            begun = number
    if pairs:
        yield pairs[begun:]
