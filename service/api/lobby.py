"""Creating, joining, starting, listing and looking at games."""

import logging
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from flask import Blueprint, Response, url_for

from service.answers import CommandDone, GameSeen, GamesPage, Links, ListedGame, NewGame, NewSeat
from service.api.access import Visit, caller, host_only, visit, visit_at, with_notice
from service.bodies import json_body
from service.context import services
from service.games import key_for
from service.http import answer, answer_unless_known, base_url, bearer_token, idempotency_key, number_argument
from service.problems import Problem
from service.records import IMPORTED
from service.schemas import schema_for
from service.shelf import Loaded
from service.store import StoreUnavailable
from service.tables import Entropy, GameRequest, Guest, Name, SeatNumber, open_seats, open_table, take_seat
from service.tokens import Role
from ttr_core.commands import StartGame
from ttr_core.view import view

log = logging.getLogger("ttr.games")

PAGE = 50
SAME_TIME = 100  # more games than can be created in one millisecond


class JoinRequest(msgspec.Struct, kw_only=True):
    name: Name
    entropy: Entropy = ""


class StartRequest(msgspec.Struct, kw_only=True):
    first: SeatNumber | None = None


CREATE, JOIN, START = schema_for(GameRequest)(), schema_for(JoinRequest)(), schema_for(StartRequest)()


def register(blueprint: Blueprint) -> None:
    blueprint.post("/v1/games")(create_game)
    blueprint.get("/v1/games")(list_games)
    blueprint.get("/v1/games/<game>")(get_game)
    blueprint.post("/v1/games/<game>/seats")(join_game)
    blueprint.post("/v1/games/<game>/start")(start_game)


def create_game() -> Response:
    wait = services().creations.wait(caller())
    if wait:
        raise Problem("too_many_requests", headers={"Retry-After": str(int(wait) + 1)})
    opened = open_table(services().games, msgspec.convert(json_body(CREATE), GameRequest))
    loaded = opened.done.loaded
    services().metrics.appended(opened.done.appended)
    body = NewGame(
        game=loaded.game,
        version=loaded.version,
        head=loaded.head,
        host=opened.tokens[Role.HOST],
        spectator=opened.tokens[Role.SPECTATOR],
        auditor=opened.tokens[Role.AUDITOR],
        seats=opened.seats,
        links=_links(loaded.game),
    )
    return answer(body, 201, {"Location": body.links.game})


def join_game(game: str) -> Response:
    """The bearer token is the invite."""
    asked = msgspec.convert(json_body(JOIN), JoinRequest)
    invite = bearer_token()
    if invite is None:
        raise Problem("unauthorized")
    name = idempotency_key()
    key = key_for(invite, name, asked) if name else None
    guest = Guest(invite=invite, name=asked.name, entropy=asked.entropy, key=key)
    ticket, done = take_seat(services().games, game, guest)
    services().metrics.appended(done.appended)
    body = NewSeat(game=game, version=done.version, seat=ticket, links=_links(game))
    return answer(body, 201, {"Location": body.links.game})


def start_game(game: str) -> Response:
    asked = msgspec.convert(json_body(START), StartRequest)
    coming = visit(game)
    host_only(coming)
    known = coming.loaded.facts.get("first")
    first = asked.first if asked.first is not None or known is None else int(known)
    done = services().games.perform(coming.loaded, [StartGame(first=first)], "host")
    services().metrics.appended(done.appended)
    return answer(CommandDone(game=game, version=done.loaded.version, events=done.shown(coming.viewer)))


def list_games() -> Response:
    """Public games, the latest first."""
    before, limit = number_argument("before", 10**15, 0, 10**15), number_argument("limit", PAGE, 1, 200)
    assert before is not None
    assert limit is not None
    found, following = _listed(before, limit)
    games = list(_cards(found))
    link = f'<{base_url()}{url_for(".list_games", before=following, limit=limit)}>; rel="next"'
    return answer(GamesPage(games=games, next=following), headers={"Link": link} if following else {})


def _cards(found: Sequence[tuple[str, int]]) -> Iterator[ListedGame]:
    """A game that cannot be read is told to whoever runs the service, and keeps nobody from finding the others."""
    for game, at in found:
        try:
            yield ListedGame(game=game, listed=at, **_card(services().games.shelf.current(game)))
        except StoreUnavailable:
            raise
        except Exception:  # damage can make any step of reading fail
            log.exception("game %s cannot be read", game)


def _listed(before: int, limit: int) -> tuple[Sequence[tuple[str, int]], int | None]:
    """A page and its end; games of one time are never parted, so that the time alone is a cursor."""
    found = services().store.listed(before, limit + SAME_TIME)
    end = limit
    while end < len(found) and found[end][1] == found[end - 1][1]:
        end += 1
    return found[:end], found[end - 1][1] if end < len(found) else None


def get_game(game: str) -> Response:
    seen = visit_at(game)
    etag = seen.etag()
    # names may be erased while the version stays
    key = (game, etag, str(seen.grant), seen.names(), base_url())
    return with_notice(answer_unless_known(etag, lambda: _seen(seen), key), seen)


def _seen(seen: Visit) -> GameSeen:
    loaded = seen.loaded
    return GameSeen(
        game=loaded.game,
        version=loaded.version,
        head=loaded.head,
        **_card(loaded),
        you=str(seen.grant) if seen.grant else None,
        view=view(loaded.ruleset, loaded.state, seen.viewer),
        links=_links(loaded.game),
    )


def _card(loaded: Loaded) -> dict[str, Any]:  # the fields of a GameCard
    """What everybody may know of a game at a glance."""
    facts = loaded.facts
    return {
        "board": facts["board"],
        "players": int(facts["players"]),
        "options": loaded.ruleset.options,
        "visibility": facts["visibility"],
        "names": [
            facts.get(f"name:{number}") if seat.kind else None
            for number, seat in enumerate(loaded.state.seats)
        ],
        "open_seats": open_seats(loaded.state),
        "over": loaded.over,
        "imported": IMPORTED in facts,
    }


def _links(game: str) -> Links:
    here = base_url() + url_for(".get_game", game=game)
    return Links(game=here, commands=f"{here}/commands", events=f"{here}/events")
