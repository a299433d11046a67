"""Suspended players: they can look, export and erase themselves, and nothing else, until they are reinstated."""

from service.players.accounts import Players
from service.players.player import PlayerReinstated, PlayerSuspended
from service.players.player_stream import SUSPENDED, LoadedPlayer


def suspend(players: Players, player: str, reason: str) -> LoadedPlayer:
    return players.change(
        player, lambda loaded: ([PlayerSuspended()], {SUSPENDED: reason}) if not loaded.suspended else None
    )


def reinstate(players: Players, player: str) -> LoadedPlayer:
    return players.change(
        player, lambda loaded: ([PlayerReinstated()], {SUSPENDED: ""}) if loaded.suspended else None
    )
