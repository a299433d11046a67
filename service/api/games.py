"""Creating, joining, starting, listing and looking at games.

Where everybody stands, and the final score.
"""

import logging
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from flask import Blueprint, Response, url_for

from service.api.access import Visit, caller, host_only, visit, visit_at, with_notice
from service.api.answers import (
    CommandDone,
    FinalScore,
    GameSeen,
    GamesPage,
    Links,
    ListedGame,
    NewGame,
    NewSeat,
    Standings,
)
from service.errors import NotScoredYet, StoreUnavailable, TooManyRequests, Unauthorized
from service.games.game_cache import Loaded
from service.games.games import key_for
from service.games.import_export import IMPORTED
from service.games.lobby import (
    Entropy,
    GameRequest,
    Guest,
    Name,
    SeatNumber,
    open_seats,
    open_table,
    take_seat,
)
from service.games.standings import NOTE, standings
from service.games.tokens import TokenRole
from service.http.request import base_url, bearer_token, idempotency_key, json_body, number_argument
from service.http.response import answer, answer_unless_known
from service.http.schemas import schema_for
from service.wiring import services
from ttr_core.engine.views import view
from ttr_core.model.actor import HOST
from ttr_core.model.commands import StartGame
from ttr_core.model.events import GameScored

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
    blueprint.get("/v1/games/<game>/standings")(get_standings)
    blueprint.get("/v1/games/<game>/score")(get_score)


def create_game() -> Response:
    wait = services().creations.wait(caller())
    if wait:
        raise TooManyRequests(seconds=int(wait) + 1)
    opened = open_table(services().games, msgspec.convert(json_body(CREATE), GameRequest))
    loaded = opened.done.loaded
    services().metrics.appended(opened.done.appended)
    body = NewGame(
        game=loaded.game,
        version=loaded.version,
        head=loaded.head,
        host=opened.tokens[TokenRole.HOST],
        spectator=opened.tokens[TokenRole.SPECTATOR],
        auditor=opened.tokens[TokenRole.AUDITOR],
        seats=opened.seats,
        links=_links(loaded.game),
    )
    return answer(body, 201, {"Location": body.links.game})


def join_game(game: str) -> Response:
    """The bearer token is the invite."""
    asked = msgspec.convert(json_body(JOIN), JoinRequest)
    invite = bearer_token()
    if invite is None:
        raise Unauthorized()
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
    done = services().games.perform(coming.loaded, [StartGame(first=first)], HOST)
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
            yield ListedGame(game=game, listed=at, **_card(services().games.cache.read_latest(game)))
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


def get_standings(game: str) -> Response:
    """What lies open: points on the track, routes, trains, cards, and the longest path so far."""
    seen = visit_at(game)
    seats = standings(seen.loaded, services().store.note(game, NOTE))
    return answer_unless_known(
        seen.etag(), lambda: Standings(game=game, version=seen.loaded.version, seats=seats)
    )


def get_score(game: str) -> Response:
    """The final sheet, when the points have been counted."""
    seen = visit_at(game)
    if not seen.loaded.over:
        raise NotScoredYet(version=seen.loaded.version)
    for _, event in reversed(services().games.cache.read_events(game, max(0, seen.loaded.version - 20))):
        if isinstance(event, GameScored):
            return answer(FinalScore(game=game, version=seen.loaded.version, sheet=event.sheet))
    raise LookupError(f"game {game} is over and has no score")
