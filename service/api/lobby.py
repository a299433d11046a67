"""Creating, joining, starting, listing and looking at games."""

from typing import Any

import msgspec
from flask import Blueprint, Response, request

from service.api.access import Visit, caller, host_only, visit, visit_at
from service.context import services
from service.http import answer, bearer_token, json_body, number_argument
from service.problems import Problem
from service.schemas import schema_for
from service.shelf import Loaded
from service.tables import GameRequest, open_table, take_seat
from service.tokens import Role
from ttr_core.commands import StartGame
from ttr_core.view import view

PAGE = 50


class JoinRequest(msgspec.Struct, kw_only=True):
    name: str
    entropy: str = ""


class StartRequest(msgspec.Struct, kw_only=True):
    first: int | None = None


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
    services().metrics.appended(len(opened.done.events))
    body = {
        "game": loaded.game,
        "version": loaded.version,
        "head": loaded.head,
        "host": opened.tokens[Role.HOST],
        "spectator": opened.tokens[Role.SPECTATOR],
        "auditor": opened.tokens[Role.AUDITOR],
        "seats": opened.seats,
        "links": _links(loaded.game),
    }
    return answer(body, 201, {"Location": f"{_base()}/v1/games/{loaded.game}"})


def join_game(game: str) -> Response:
    """The bearer token is the invite."""
    asked = msgspec.convert(json_body(JOIN), JoinRequest)
    invite = bearer_token()
    if invite is None:
        raise Problem("unauthorized", headers={"WWW-Authenticate": "Bearer"})
    loaded = services().games.shelf.current(game)
    ticket, done = take_seat(services().games, loaded, invite, asked.name, asked.entropy)
    services().metrics.appended(len(done.events))
    body = {"game": game, "version": done.loaded.version, "seat": ticket, "links": _links(game)}
    return answer(body, 201, {"Location": f"{_base()}/v1/games/{game}"})


def start_game(game: str) -> Response:
    asked = msgspec.convert(json_body(START), StartRequest)
    coming = visit(game)
    host_only(coming)
    known = coming.loaded.facts.get("first")
    first = asked.first if asked.first is not None or known is None else int(known)
    done = services().games.perform(coming.loaded, [StartGame(first=first)], "host")
    services().metrics.appended(len(done.events))
    return answer({"game": game, "version": done.loaded.version, "events": done.shown(coming.viewer)})


def list_games() -> Response:
    """Public games, the latest first."""
    before = number_argument("before", None, 0, 10**15) or 10**15
    limit = number_argument("limit", PAGE, 1, 200) or PAGE
    found = services().store.listed(before, limit)
    games = [{"game": game, "listed": at, **_card(services().games.shelf.glance(game))} for game, at in found]
    following = found[-1][1] if len(found) == limit else None
    headers = (
        {"Link": f'<{_base()}/v1/games?before={following}&limit={limit}>; rel="next"'} if following else {}
    )
    return answer({"games": games, "next": following}, headers=headers)


def get_game(game: str) -> Response:
    seen = visit_at(game)
    headers = {"ETag": seen.etag(), "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if seen.etag() in request.headers.get("If-None-Match", ""):
        return Response(status=304, headers=headers)
    return answer(_seen(seen), headers=headers)


def _seen(seen: Visit) -> dict[str, Any]:
    loaded = seen.loaded
    return {
        "game": loaded.game,
        "version": loaded.version,
        "head": loaded.head,
        **_card(loaded),
        "you": str(seen.grant) if seen.grant else None,
        "view": view(loaded.ruleset, loaded.state, seen.viewer),
        "links": _links(loaded.game),
    }


def _card(loaded: Loaded) -> dict[str, Any]:
    """What everybody may know of a game at a glance."""
    facts = loaded.facts
    return {
        "board": facts["board"],
        "players": int(facts["players"]),
        "options": loaded.ruleset.options,
        "visibility": facts["visibility"],
        "names": [facts.get(f"name:{seat}") for seat in range(loaded.ruleset.players)],
        "open_seats": [number for number, seat in enumerate(loaded.state.seats) if not seat.kind],
        "over": loaded.over,
    }


def _base() -> str:
    return services().config.public_url or request.host_url.rstrip("/")


def _links(game: str) -> dict[str, str]:
    here = f"{_base()}/v1/games/{game}"
    return {"game": here, "commands": f"{here}/commands", "events": f"{here}/events"}
