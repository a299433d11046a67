"""The record of what operators did: who or what was concerned, when and why. Nothing is ever removed from it.

It names players by their internal ids, which say nothing once a player is erased.
"""

from collections.abc import Callable
from enum import StrEnum

import msgspec

from service.errors import TemporarilyUnavailable
from service.games.games import ATTEMPTS
from service.store import Appended, Commit, Conflict, Store
from service.store.interface import TALK_FEED

STREAM = "moderation:actions"
_encode = msgspec.json.Encoder().encode


class Deed(StrEnum):
    PLAYER_SUSPENDED = "player_suspended"
    PLAYER_REINSTATED = "player_reinstated"
    TABLE_CLOSED = "table_closed"
    MESSAGE_ERASED = "message_erased"
    REPORT_DISMISSED = "report_dismissed"


class Action(msgspec.Struct, frozen=True, kw_only=True):
    deed: Deed
    at: str
    reason: str
    game: str | None = None
    player: str | None = None  # the internal id
    message: int | None = None


class Actions:
    def __init__(self, store: Store, now: Callable[[], str]) -> None:
        self._store, self._now = store, now

    def record(
        self,
        deed: Deed,
        reason: str,
        *,
        game: str | None = None,
        player: str | None = None,
        message: int | None = None,
    ) -> None:
        action = Action(deed=deed, at=self._now(), reason=reason, game=game, player=player, message=message)
        length = 0
        for _ in range(ATTEMPTS):
            commit = Commit(
                game=STREAM, expected=length, entries=(_encode(action),), types=(str(deed),), feed=TALK_FEED
            )
            outcome = self._store.append(commit)
            if isinstance(outcome, Appended):
                return
            assert isinstance(outcome, Conflict)  # it has no key
            length = outcome.version
        raise TemporarilyUnavailable(seconds=1)

    def after(self, number: int, limit: int) -> list[Action]:
        return [msgspec.json.decode(entry, type=Action) for entry in self._store.read(STREAM, number, limit)]
