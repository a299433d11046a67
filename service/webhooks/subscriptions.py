"""The register: who has subscribed to what, and up to which version each game was told to him.

A track is one game of one subscription, named `<subscription>/<game>`; a track without a game carries pings. Its cursor
is a version of the game: everything up to there has been delivered, and nothing is forgotten that lies behind.

Notices: whoever looks at a game is told there that his webhook was switched off, since he cannot be told by it.

A notice is a fact beside the stream, for the token that had the webhook, as long as the webhook is there and off.
"""

import secrets
import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

from service.errors import TemporarilyUnavailable, TooManyWebhooks
from service.games.games import ATTEMPTS, Games
from service.store import Appended, Commit
from service.webhooks.ledger import Ledger
from service.webhooks.signatures import new_secret
from service.webhooks.subscription import ADMIN, Subscription, WebhookRequest
from ttr_core.model.ids import SeatId

ALL = "all"  # the book of all subscriptions
OFF = "off"  # the book of those that were switched off, and why
KEPT_ATTEMPTS = 20
TRIES = 50  # to change what others change at the same time

_decode = msgspec.json.Decoder(Subscription).decode


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


class Owner(msgspec.Struct, frozen=True):
    """Who subscribes."""

    name: str  # the fingerprint of his token
    seat: SeatId | None = None


class Register:
    def __init__(
        self, ledger: Ledger, now: Callable[[], str], clock: Callable[[], float] = time.time
    ) -> None:
        self.ledger = ledger
        self._now, self._clock = now, clock

    def milliseconds(self) -> int:
        return int(self._clock() * 1000)

    # ------------------------------------------------------------------------------------ subscribing

    def subscribe(
        self, owner: Owner, asked: WebhookRequest, base: str, version: int, most: int
    ) -> Subscription:
        """From the next event on; for all games, from those that happen from now on."""
        if len(self.of_owner(owner.name, asked.game)) >= most:
            raise TooManyWebhooks(most=most)
        made = Subscription(
            id=secrets.token_hex(8),
            owner=owner.name,
            game=asked.game,
            seat=owner.seat,
            url=asked.url,
            kinds=tuple(dict.fromkeys(asked.kinds)),
            lang=asked.lang,
            base=base,
            created=self._now(),
            secret=new_secret(),
        )
        if asked.game:
            self.ledger.write(_tracks(made.id), asked.game, None, str(version))
        self.ledger.write(ALL, made.id, None, _encoded(made))
        self.ledger.write(_of(asked.game), made.id, None, "")
        return made

    def unsubscribe(self, found: Subscription) -> None:
        self.ledger.write(_of(found.game), found.id, "", None)
        for book in (ALL, OFF):
            while (entry := self.ledger.entry(book, found.id)) is not None:
                self.ledger.write(book, found.id, entry, None)
        self.ledger.burn(_tracks(found.id))
        self.ledger.burn(_diary(found.id))

    def prune(self, game: str, facts: Mapping[str, str]) -> None:
        """Forgets the webhooks of tokens that the game does not know any more."""
        for found in map(self.find, self.ledger.book(_of(game))):
            if found is not None and found.owner not in facts:
                self.unsubscribe(found)

    def find(self, name: str) -> Subscription | None:
        entry = self.ledger.entry(ALL, name)
        return None if entry is None else _decode(entry)

    def of_owner(self, owner: str, game: str) -> list[Subscription]:
        """The oldest first."""
        found = [self.find(name) for name in self.ledger.book(_of(game))]
        mine = [each for each in found if each is not None and each.owner == owner]
        return sorted(mine, key=lambda each: (each.created, each.id))

    def everybody(self) -> list[Subscription]:
        return [_decode(entry) for entry in self.ledger.book(ALL).values()]

    def change(self, name: str, change: Callable[[Subscription], Subscription]) -> Subscription | None:
        """The subscription as it is after the change; None if there is none any more."""
        for _ in range(TRIES):
            entry = self.ledger.entry(ALL, name)
            if entry is None:
                return None
            found = _decode(entry)
            changed = change(found)
            if changed == found:
                return found
            if self.ledger.write(ALL, name, entry, _encoded(changed)):
                self.ledger.write(OFF, name, found.off, changed.off)
                return changed
        raise TemporarilyUnavailable()

    def rotate(self, name: str) -> Subscription | None:
        return self.change(name, lambda found: found.rotated(self._clock()))

    # --------------------------------------------------------------------------------------- delivering

    def wake(self, games: Sequence[str]) -> None:
        """Something happened in these games: whoever follows them is to be told."""
        if not games or not self.ledger.count(ALL):
            return
        servers = list(self.ledger.book(_of("")))
        names = [track(name, game) for game in games for name in (*self.ledger.book(_of(game)), *servers)]
        self.ledger.plan(names, self.milliseconds())

    def ask_ping(self, name: str) -> Subscription | None:
        """A ping is sent even to a receiver that was given up: perhaps it is back."""
        found = self.change(name, lambda old: msgspec.structs.replace(old, pings=old.pings + 1, retry=0))
        if found:
            self.ledger.plan([track(name, "")], self.milliseconds())
        return found

    def redeliver(self, name: str, game: str, after: int) -> Subscription | None:
        """Everything after a version once more, to a receiver that is believed to be well again."""
        self.move(name, game, after)
        found = self.change(name, Subscription.well)
        self.ledger.plan([track(name, other) for other in {game, *self.tracks(name)}], self.milliseconds())
        return found

    def tracks(self, name: str) -> Mapping[str, int]:
        """The games of a subscription, each with its cursor."""
        return {game: int(text) for game, text in self.ledger.book(_tracks(name)).items()}

    def cursor(self, name: str, game: str) -> int | None:
        text = self.ledger.entry(_tracks(name), game)
        return None if text is None else int(text)

    def advance(self, name: str, game: str, old: int | None, new: int) -> bool:
        """Whether the cursor was still where it was left."""
        before = None if old is None else str(old)
        return before == str(new) or self.ledger.write(_tracks(name), game, before, str(new))

    def move(self, name: str, game: str, to: int) -> None:
        for _ in range(TRIES):
            if self.advance(name, game, self.cursor(name, game), to):
                return
        raise TemporarilyUnavailable()

    def tell(self, name: str, attempt: Attempt) -> None:
        self.ledger.tell(_diary(name), msgspec.json.encode(attempt).decode(), KEPT_ATTEMPTS)

    def attempts(self, name: str) -> list[Attempt]:
        return [msgspec.json.decode(text, type=Attempt) for text in self.ledger.told(_diary(name))]


def track(name: str, game: str) -> str:
    return f"{name}/{game}"


def is_about_all(found: Subscription) -> bool:
    return found.owner == ADMIN


def _encoded(found: Subscription) -> str:
    return msgspec.json.encode(found).decode()


def _of(game: str) -> str:
    return f"of:{game}"


def _tracks(name: str) -> str:
    return f"tracks:{name}"


def _diary(name: str) -> str:
    return f"attempts:{name}"


PREFIX = "webhook_off:"


def notice_for(facts: Mapping[str, str], owner: str) -> str | None:
    """The webhook of this owner that was switched off last, if any is off."""
    return facts.get(PREFIX + owner)


def give_notice(games: Games, found: Subscription) -> None:
    """Changes no event and no version: only what is known beside them."""
    facts = {PREFIX + found.owner: found.id}
    for _ in range(ATTEMPTS if found.game else 0):
        loaded = games.cache.read_latest(found.game)
        commit = Commit(game=found.game, expected=loaded.version, entries=(), facts=facts)
        if isinstance(games.store.append(commit), Appended):
            games.cache.read_facts(loaded)
            return


def withdraw_notice(games: Games, found: Subscription) -> None:
    if found.game:
        games.store.forget(found.game, [PREFIX + found.owner])
        games.cache.read_facts(games.cache.get_cached(found.game))
