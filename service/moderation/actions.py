"""The record of what operators did: who or what was concerned, when and why. No action is ever removed from it.

It names players by their internal ids, which say nothing once a player is erased. Reasons are facts beside the stream:
those for what was done to a player go with the player.
"""

from collections.abc import Callable, Mapping, Sequence
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
    reason: str = ""  # "" in the stream
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
        action = Action(deed=deed, at=self._now(), game=game, player=player, message=message)
        length = 0
        for _ in range(ATTEMPTS):
            commit = Commit(
                game=STREAM,
                expected=length,
                entries=(_encode(action),),
                types=(str(deed),),
                facts={_reason(length + 1): reason},
                feed=TALK_FEED,
            )
            outcome = self._store.append(commit)
            if isinstance(outcome, Appended):
                return
            assert isinstance(outcome, Conflict)  # it has no key
            length = outcome.version
        raise TemporarilyUnavailable(seconds=1)

    def after(self, number: int, limit: int | None = None) -> list[Action]:
        reasons, entries = self._store.facts(STREAM), self._store.read(STREAM, number, limit)
        return [_complete(place, entry, reasons) for place, entry in enumerate(entries, number + 1)]

    # what was done to a player

    def about(self, player: str) -> Sequence[Action]:
        return [action for action in self.after(0) if action.player == player]

    def forget(self, player: str) -> None:
        """Removes the reasons, which are words about a person."""
        concerned = enumerate(self.after(0), 1)
        self._store.forget(
            STREAM, [_reason(number) for number, action in concerned if action.player == player]
        )


def _reason(number: int) -> str:
    return f"reason:{number}"


def _complete(number: int, entry: bytes, reasons: Mapping[str, str]) -> Action:
    action = msgspec.json.decode(entry, type=Action)
    return msgspec.structs.replace(action, reason=reasons.get(_reason(number), action.reason))
