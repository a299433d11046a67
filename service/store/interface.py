"""What every store promises, in small ports; the contract tests in `tests/service/store` hold each store to it.

- Versions of a game are 1, 2, 3 ... without gaps.
- A commit is appended whole or not at all, and only if the game has the expected version, ends with the event that the
  commit continues, and the key is new: events, changed facts, the key's record and the entry in the partition's feed.
- Every event knows its place in its commit.
- Nothing that was appended is ever changed. A server may still lose the end of a stream (a crash without a log, a
  restored copy, a failover), and then another process plays on from there. So readers and writers compare hashes.
- What expires, expires by the store's clock. Only the holder of a lease renews or releases it.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol
from zlib import crc32

import msgspec

PARTITIONS = 64
GAME_FEED, PLAYER_FEED, TALK_FEED = "feed", "player_feed", "talk_feed"  # each partition has one of each
TALK = "talk:"  # how the streams of table talk begin, before the game
KEPT_FAILURES = 1000


def partition_of(game: str) -> int:
    """Which feed a game's commits are announced in; what is said at its table lies in the same partition."""
    return crc32(game.removeprefix(TALK).encode()) % PARTITIONS


class Commit(msgspec.Struct, frozen=True, kw_only=True):
    """Events to append to one game, or to the stream of a player."""

    game: str
    expected: int  # the version before; 0 creates the game
    prev: str = ""  # hash of the event that it continues; "": not compared
    head: str = ""  # hash of its own last event
    entries: tuple[bytes, ...]  # one envelope for each event
    types: tuple[str, ...] = ()  # of the events, for readers of the feed
    active: bool | None = None  # whether the game goes on from here; None: as before
    facts: Mapping[str, str] = {}  # changes of what is kept beside the events; "" removes
    key: str = ""  # identifies the command if it is sent again
    record: str = ""  # what the key is answered with then
    key_seconds: int = 0  # how long the key is kept; 0: for ever
    listed: int = 0  # the time under which the game is listed publicly; 0: it is not
    moved: int = 0  # the time of this move, if the game is listed publicly; 0: it is not
    feed: str = GAME_FEED  # where the commit is announced
    together: bool = True  # False: committed elsewhere, where nobody kept which events belong together


class Appended(msgspec.Struct, frozen=True):
    version: int


class Conflict(msgspec.Struct, frozen=True):
    """The game has this version now: somebody was faster, or its past is not the one that the commit continues."""

    version: int


class Repeated(msgspec.Struct, frozen=True):
    """The command was carried out before; this is its record."""

    record: str


Outcome = Appended | Conflict | Repeated


class FeedEntry(msgspec.Struct, frozen=True):
    """One commit, as workers read it."""

    id: str
    game: str
    version: int
    types: tuple[str, ...]


class Order(StrEnum):
    """By which time public games are listed."""

    CREATED = "listed"
    MOVED = "moved"


class Place(NamedTuple):
    """The place of a game in a list: before another one if it is greater."""

    time: float  # milliseconds since 1970
    game: str = ""


class EventStreams(Protocol):
    """One stream of events for each game, and what follows from its commits: keys, feeds, lists."""

    def append(self, commit: Commit) -> Outcome: ...

    def append_all(self, commits: Sequence[Commit]) -> Sequence[Outcome]:
        """As `append`, for commits of different games: each succeeds or fails alone, all for about the price of one."""
        ...

    def read(self, game: str, after: int = 0, limit: int | None = None) -> list[bytes]: ...

    def read_places(self, game: str, after: int = 0, limit: int | None = None) -> list[tuple[int, bytes]]:
        """As `read`, each entry with its place in the commit that it was appended with: 1, 2, 3 ...

        The place is 0 where the store cannot know it: in commits that are not `together`, and in old streams.
        """
        ...

    def ends_with(self, game: str, version: int, head: str) -> bool:
        """Whether the game's last event has this version and hash. False if only a read can tell, as in old streams."""
        ...

    def ends(self, games: Sequence[str]) -> Sequence[str]:
        """Version and hash of the last event of each game, "<version> <hash>"; "" if only a read can tell."""
        ...

    def versions(self, games: Sequence[str]) -> Sequence[int]:
        """The lengths of streams, without reading any of them."""
        ...

    def record(self, game: str, key: str) -> str | None:
        """The record of the command that was appended under this key, while the key is kept."""
        ...

    def feed(self, partition: int, after: str, limit: int, name: str = GAME_FEED) -> list[FeedEntry]: ...

    def streams(self) -> Iterator[str]:
        """The names of all streams, in no order, some of them twice; one that begins meanwhile may be left out."""
        ...

    def active(self, partition: int) -> Sequence[str]:
        """The games of a partition that are not over, sorted."""
        ...

    def listed(
        self, before: Place, limit: int, *, by: Order = Order.CREATED, active: bool = False
    ) -> Sequence[Place]:
        """Publicly listed games, the latest first, all earlier than `before`; with `active` only those that go on.

        Those of one time are in reverse order of their names.
        """
        ...

    def unlist(self, game: str) -> None: ...


class GameFacts(Protocol):
    """Texts beside the stream of a game. Facts are authoritative; notes could be computed again."""

    def facts(self, game: str) -> Mapping[str, str]: ...

    def forget(self, game: str, names: Sequence[str]) -> None:
        """Removes facts at any version of the game, and announces nothing."""
        ...

    def keep_note(self, game: str, name: str, text: str) -> None: ...

    def note(self, game: str, name: str) -> str | None: ...


class Documents(Protocol):
    """Immutable documents, each under the hash of its content."""

    def keep_document(self, name: str, document: bytes) -> None:
        """Keeping a document again changes nothing."""
        ...

    def document(self, name: str) -> bytes | None: ...


class Properties(Protocol):
    """Small texts of things that are no games: of a chat room, of the heartbeats."""

    def properties(self, owner: str) -> Mapping[str, str]: ...

    def set_properties(self, owner: str, texts: Mapping[str, str]) -> None:
        """Sets all of them together; "" removes one."""
        ...

    def set_property_once(self, owner: str, name: str, text: str) -> bool:
        """Sets a property that the owner does not have yet; returns whether it did."""
        ...


class ExpiringKeys(Protocol):
    """Texts that end by themselves, by the server's clock: leases, requests seen, answers under way."""

    def set_once(self, name: str, text: str, seconds: float) -> bool:
        """Sets a key that does not exist; returns whether it did."""
        ...

    def set_expiring(self, name: str, text: str, seconds: float) -> None: ...

    def expiring(self, name: str) -> str | None: ...

    def remove_expiring(self, name: str) -> None: ...

    def swap_expiring(self, name: str, old: str, new: str, seconds: float = 0) -> bool:
        """Sets a key that still holds `old`, or removes it if `new` is ""; returns whether it did."""
        ...


class Operations(Protocol):
    """What operators need."""

    def report_failure(self, text: str) -> None:
        """Keeps a report for operators; the latest thousand are kept."""
        ...

    def failures(self, limit: int) -> Sequence[str]: ...

    def check(self) -> None:
        """Raises `StoreUnavailable` unless the next append can be expected to succeed."""
        ...

    def time(self) -> float:
        """Seconds since 1970, by the store's own clock."""
        ...

    def close(self) -> None: ...


class Store(EventStreams, GameFacts, Documents, Properties, ExpiringKeys, Operations, Protocol):
    """Everything that the service keeps; most code needs one of the ports alone."""
