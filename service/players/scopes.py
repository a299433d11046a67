"""Scopes: what a player's token allows, so that a bot or a feed is given no more than it needs."""

from collections.abc import Iterable
from enum import StrEnum


class Scope(StrEnum):
    """One thing that a token allows; in the order in which they are shown."""

    GAMES_READ = "games:read"  # look at games, from the player's own seats
    GAMES_JOIN = "games:join"  # take a seat
    GAMES_PLAY = "games:play"  # act at the table
    GAMES_HOST = "games:host"  # create games as oneself
    WEBHOOKS = "webhooks"  # subscribe to a game, and look after all webhooks of the player
    ME_READ = "me:read"  # who the player is, and which games they have
    ME_WRITE = "me:write"  # the account, and with its tokens every other scope


EVERYTHING: tuple[Scope, ...] = tuple(Scope)


def ordered_scopes(scopes: Iterable[Scope]) -> tuple[Scope, ...]:
    wanted = set(scopes)
    return tuple(scope for scope in Scope if scope in wanted)


def written_scopes(scopes: Iterable[Scope]) -> str:
    """As a fact keeps them; "" are all scopes, those of later releases too."""
    ordered = ordered_scopes(scopes)
    return "" if ordered == EVERYTHING else " ".join(ordered)


def read_scopes(text: str) -> tuple[Scope, ...]:
    known = set(Scope)
    return tuple(Scope(word) for word in text.split() if word in known) if text else EVERYTHING
