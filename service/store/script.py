"""How `append.lua` is called: its keys, which share one hash tag, its arguments, and what its reply means."""

from functools import lru_cache
from itertools import chain

from service.store.interface import Appended, Commit, Conflict, Outcome, Repeated, partition_of

CHANNEL = "ttr:news"  # and ":<game>", on which every commit publishes the new version


def news_channel(game: str) -> str:
    return f"{CHANNEL}:{game}"


@lru_cache(maxsize=4096)  # every key of a game needs it
def tag_of(game: str) -> str:
    return f"ttr:{{p{partition_of(game):02}}}"


def key_of(game: str, what: str) -> str:
    return f"{tag_of(game)}:{game}:{what}"


def keys_of(commit: Commit) -> list[str]:
    tag = tag_of(commit.game)
    mine = f"{tag}:{commit.game}"
    return [
        f"{mine}:ev",
        f"{mine}:facts",
        f"{tag}:{commit.feed}",
        f"{tag}:listed",
        f"{mine}:key:{commit.key}",
        f"{tag}:active",
        f"{mine}:head",
        f"{tag}:moved",
    ]


def arguments_of(commit: Commit, *, waited_for: bool) -> list[str | bytes | int]:
    return [
        commit.expected,
        len(commit.entries),
        len(commit.facts),
        commit.game,
        commit.listed,
        commit.key,
        commit.record,
        commit.key_seconds,
        news_channel(commit.game),
        " ".join(commit.types),
        "" if commit.active is None else int(commit.active),
        int(waited_for),
        int(commit.together),
        commit.prev,
        commit.head,
        commit.moved,
        *commit.entries,
        *chain.from_iterable(commit.facts.items()),
    ]


def outcome_of(kind: bytes, value: bytes) -> Outcome:
    if kind == b"conflict":
        return Conflict(int(value))
    if kind == b"repeated":
        return Repeated(value.decode())
    return Appended(int(value))
