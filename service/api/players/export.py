"""Everything about a player: what they get of it, and how it goes."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from flask import Response

from service.api.access import Answer, player_only
from service.api.players.mail_addresses import MailAddress, seen_address
from service.api.players.me import (
    CHANGE_PROBLEMS,
    OWN_PROBLEMS,
    Me,
    PlayerToken,
    loaded_player,
    seen_player,
    seen_tokens,
)
from service.api.players.passkeys import PasskeySeen, seen_passkeys
from service.games.game_view import Status
from service.http.call import Access, Answered, Resource
from service.http.request import services
from service.http.response import answer
from service.players.player_stream import stored_events
from ttr_core.model.ids import SeatId

resource = Resource("players")


class PlayerEventSeen(Answer, frozen=True, kw_only=True):
    """Something that happened to your account."""

    version: int
    type: str
    at: str
    data: dict[str, Any]


class PlayedGame(Answer, frozen=True, kw_only=True):
    """A game that you have or had a seat in."""

    game: str
    board: str
    status: Status
    seats: Sequence[SeatId]  # that you have; none: you have left


class PlayerExport(Answer, frozen=True, kw_only=True):
    """Everything that the service knows about you."""

    player: Me
    address: MailAddress
    suspended: str | None  # why the operator has suspended you; null: they have not
    tokens: Sequence[PlayerToken]
    passkeys: Sequence[PasskeySeen]
    games: Sequence[PlayedGame]
    events: Sequence[PlayerEventSeen]
    parts: Mapping[str, Any]  # what each part of the service keeps besides, by the name of the part


class PlayerGone(Answer, frozen=True, kw_only=True):
    """Nothing is left of the player; their games and all hashes stay as they are."""

    id: str


@resource.call(
    "GET",
    "/v1/me/export",
    summary="Everything about you",
    description=(
        "All that the service knows about you, as one document. Hashes of tokens and public keys are left out."
    ),
    access=Access.TOKEN,
    answers=(Answered("The export.", PlayerExport),),
    problems=OWN_PROBLEMS,
)
def export_me() -> Response:
    caller = player_only()
    loaded = loaded_player(caller)
    events = [
        PlayerEventSeen(
            version=envelope.version,
            type=envelope.type,
            at=envelope.at,
            data=msgspec.json.decode(envelope.data),
        )
        for envelope in stored_events(services().store, caller.player)
    ]
    rows = sorted(services().lists.of(caller.player).items())
    games = [PlayedGame(game=game, board=row.board, status=row.status, seats=row.seats) for game, row in rows]
    body = PlayerExport(
        player=seen_player(loaded),
        address=seen_address(loaded),
        suspended=loaded.suspended_for,
        tokens=seen_tokens(loaded, caller),
        passkeys=seen_passkeys(loaded),
        games=games,
        events=events,
        parts=services().personal.export(caller.player),
    )
    return answer(body)


@resource.call(
    "DELETE",
    "/v1/me",
    summary="Erase yourself",
    description=(
        "Removes your name, your id, your address, your passkeys and all your tokens, for good. Games and their "
        "hashes stay as they are, without your name. It takes effect everywhere within 10 seconds."
    ),
    access=Access.TOKEN,
    answers=(Answered("You are gone.", PlayerGone),),
    problems=CHANGE_PROBLEMS,
)
def erase_me() -> Response:
    caller = player_only()
    gone = PlayerGone(id=loaded_player(caller).handle)
    services().players.end_account(caller.player)
    services().personal.erase(caller.player)  # if this does not come to its end, a worker goes on with it
    services().games.cache.forget_person(caller.player)
    return answer(gone)
