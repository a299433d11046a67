"""People at a table: who has had which seat and when, invites to take one over, and erasing somebody."""

import re
from collections.abc import Sequence

from flask import Blueprint, Response

from service.api.access import administers, host_only, visit
from service.api.answers import CommandDone, Erased, Holding, Invited, People, SeatPeople
from service.api.commands import slow_down
from service.errors import Forbidden, MalformedRequest, Unauthorized
from service.games.erasure import erase_person
from service.games.game_cache import Loaded
from service.games.games import key_for
from service.games.lobby import kept_secret, open_seats
from service.games.seats import invitation, name_of, void_invites
from service.games.tokens import Grant, TokenRole, fingerprint, new_token
from service.http.request import idempotency_key, number_argument
from service.http.response import answer
from service.wiring import services
from ttr_core import Event, SeatId
from ttr_core.by_post import Holders
from ttr_core.history.chain import Envelope
from ttr_core.model.actor import HOST
from ttr_core.model.commands import AbandonGame
from ttr_core.model.events import SeatHandedOver, SeatTaken

MOST_HOLDERS = 10**6
SEAT = "[0-9]{1,2}"  # as a path names it


def register(blueprint: Blueprint) -> None:
    blueprint.get("/v1/games/<game>/people")(get_people)
    blueprint.post("/v1/games/<game>/seats/<seat>/invite")(invite_to_seat)
    blueprint.post("/v1/games/<game>/abandon")(abandon_game)
    blueprint.delete("/v1/games/<game>/seats/<seat>/person")(erase_person_of)


def get_people(game: str) -> Response:
    """From the events, so that it says what the log says; only the names are kept beside it."""
    seen = visit(game).loaded
    events = services().games.cache.read_events(game, 0, seen.version)
    offered = seen.state.slice(Holders).offered
    seats = [
        SeatPeople(seat=seat, holders=_holders(seen, events, seat), offered=offered.get(seat))
        for seat in range(seen.ruleset.players)
    ]
    return answer(People(game=game, version=seen.version, seats=seats))


def _holders(seen: Loaded, events: Sequence[tuple[Envelope, Event]], seat: SeatId) -> list[Holding]:
    latest = seen.state.slice(Holders).numbers[seat]
    return [
        Holding(
            holder=(number := event.holder if isinstance(event, SeatHandedOver) else 1),
            kind=event.kind,
            name=name_of(seen.facts, seat, number, latest),
            reason=event.reason if isinstance(event, SeatHandedOver) else "",
            since=envelope.version,
            at=envelope.at,
        )
        for envelope, event in events
        if isinstance(event, SeatTaken | SeatHandedOver) and event.seat == seat
    ]


def invite_to_seat(game: str, seat: str) -> Response:
    """Each new invite voids the one before; before all who are present have agreed it is good for nothing."""
    number, coming = _seat_number(seat), visit(game)
    slow_down(coming)
    command, name = invitation(coming.grant, number), idempotency_key()
    key = key_for(coming.token or "", name, command) if name else None
    invite = new_token(TokenRole.INVITE, kept_secret(coming.loaded, key))
    facts = void_invites(coming.loaded.facts, number) | {
        fingerprint(invite): str(Grant(TokenRole.INVITE, number))
    }
    done = services().games.perform(coming.loaded, [command], coming.actor, key=key, facts=facts)
    services().metrics.appended(done.appended)
    state = done.loaded.state
    usable = number in state.slice(Holders).offered or number in open_seats(state)
    body = Invited(game=game, version=done.version, seat=number, invite=invite, usable=usable)
    return answer(body, 201)


def abandon_game(game: str) -> Response:
    """Only before the deal; afterwards a game ends early only if all who are present agree."""
    coming = visit(game)
    host_only(coming)
    done = services().games.perform(coming.loaded, [AbandonGame()], HOST)
    services().metrics.appended(done.appended)
    return answer(CommandDone(game=game, version=done.version, events=done.shown(coming.viewer)))


def erase_person_of(game: str, seat: str) -> Response:
    number, holder = _seat_number(seat), number_argument("holder", None, 1, MOST_HOLDERS)
    games = services().games
    loaded = games.cache.read_latest(game) if administers() else _visited(game, number)
    left = erase_person(games, loaded, number, holder)
    services().webhooks.prune(game, left.facts)
    return answer(Erased(game=game, version=left.version, head=left.head, seat=number))


def _visited(game: str, seat: SeatId) -> Loaded:
    coming = visit(game)
    if coming.grant is None:
        raise Unauthorized()
    if coming.grant not in (Grant(TokenRole.HOST), Grant(TokenRole.SEAT, seat)):
        raise Forbidden("only the seat's own token or the host's erases who has it")
    return coming.loaded


def _seat_number(text: str) -> SeatId:
    if not re.fullmatch(SEAT, text):
        raise MalformedRequest("a seat is a number")
    return SeatId(int(text))
