"""The sweep: an order in which all active games are looked at, whether or not a feed says that they moved."""

import time
from collections import deque

from service.store.interface import PARTITIONS, partition_of
from service.store.redis_store import RedisStore

SWEEP_SECONDS = 20.0  # for one round over all partitions


class Sweep:
    """Which game is next. Games that needed nothing are passed over until they have moved."""

    def __init__(self, store: RedisStore) -> None:
        self._store = store
        self._quiet: list[dict[str, int]] = [{} for _ in range(PARTITIONS)]
        self._suspects: deque[tuple[str, int]] = deque()
        self._behind = PARTITIONS
        self._partition, self._turned = 0, 0.0

    def hurry(self) -> None:
        """Sweeps all partitions without a pause: something may have got lost."""
        self._behind = PARTITIONS

    @property
    def pressing(self) -> bool:
        return bool(self._behind or self._suspects)

    def turn(self) -> int | None:
        """The next partition, if it is time for it; from then on its games are suspects."""
        now = time.monotonic()
        if not self._behind and now - self._turned < SWEEP_SECONDS / PARTITIONS:
            return None
        partition = self._partition
        self._suspect(partition)
        self._partition, self._turned = (partition + 1) % PARTITIONS, now
        self._behind = max(0, self._behind - 1)
        return partition

    def _suspect(self, partition: int) -> None:
        games = self._store.active(partition)
        versions = dict(zip(games, self._store.versions(games), strict=True))
        quiet = {game: at for game, at in self._quiet[partition].items() if versions.get(game) == at}
        self._quiet[partition] = quiet
        self._suspects.extend((game, at) for game, at in versions.items() if game not in quiet)

    def suspect(self) -> tuple[str, int] | None:
        """A game to look at, and its version."""
        return self._suspects.popleft() if self._suspects else None

    def settle(self, game: str, version: int) -> None:
        """The game needs nothing at this version."""
        self._quiet[partition_of(game)][game] = version
