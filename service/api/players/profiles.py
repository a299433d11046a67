"""Players as others see them: profiles with ratings and reliability, as far as their owners let them be seen."""

from collections.abc import Iterator, Sequence
from typing import Any

from flask import Response

from service.api.access import Answer, player_or_none
from service.errors import MalformedRequest, PlayerNotFound, Unauthorized
from service.games.facts import PLAYER_HANDLE, PLAYER_NAME, player_stream
from service.games.game_cache import Loaded
from service.http.call import STORE_PROBLEMS, Access, Answered, Resource
from service.http.request import InPath, services
from service.http.response import answer
from service.players.handles import owner_of
from service.players.profile import shown_by
from service.players.scopes import Scope
from service.ratings.game_outcome import PLAYER as RATED_PLAYER
from service.ratings.skill import Rating
from ttr_core.model.ids import SeatId

PLAYER = InPath("player", "The id of a player.", example="ann-7k2mq", pattern="^[0-9a-z-]{1,60}$")
UNKNOWN = "unknown"  # the player of no handle: it takes as long to find that there is none

resource = Resource("players")


class RatingSeen(Answer, frozen=True, kw_only=True):
    """How strong somebody plays; it begins at 1500."""

    rating: int
    deviation: int  # how uncertain the rating still is; it begins at 333
    provisional: bool  # after fewer than ten games
    games: int
    wins: int
    last_at: str  # when the latest of these games ended


class BoardRating(RatingSeen, frozen=True, kw_only=True):
    """A rating on one board."""

    board: str


class ReliabilitySeen(Answer, frozen=True, kw_only=True):
    """Whether somebody plays in time and stays to the end, over the last year."""

    percent: int | None  # null: too little is known
    in_time: int  # turns
    excused: int  # those among them that a vacation, a pause or an outage has saved
    late: int  # time-outs
    left: int  # games, while another person was waiting
    stayed: int  # games


class PlayerProfile(Answer, frozen=True, kw_only=True):
    """A player as others see them; null is what they do not show."""

    id: str
    name: str
    ratings: Sequence[BoardRating] | None
    reliability: ReliabilitySeen | None


class SeatedPlayer(Answer, frozen=True, kw_only=True):
    """A player at an open table; null is what they do not show, or do not have yet."""

    seat: SeatId
    player: str
    rating: int | None  # on the board of the table
    provisional: bool | None
    reliability: int | None  # in percent


@resource.call(
    "GET",
    "/v1/players/{player}",
    costly=True,
    summary="A player",
    description=(
        "What a player lets others see: name, ratings, reliability (`shows` in `PATCH /v1/me`). One who shows nothing "
        "is not found, as one who does not exist; with your own token you see yourself."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(PLAYER,),
    answers=(Answered("The player.", PlayerProfile),),
    problems=(MalformedRequest, Unauthorized, PlayerNotFound, *STORE_PROBLEMS),
)
def get_player(player: str) -> Response:
    handle, caller = player, player_or_none(Scope.ME_READ)
    owner = owner_of(services().store, handle) or UNKNOWN
    facts = services().store.facts(player_stream(owner))
    shows = shown_by(facts)
    if facts.get(PLAYER_HANDLE) != handle or not (shows.profile or caller == owner):
        raise PlayerNotFound()
    services().records.catch_up()
    body = PlayerProfile(
        id=handle,
        name=facts[PLAYER_NAME],
        ratings=ratings_of(owner) if shows.ratings else None,
        reliability=reliability_of(owner) if shows.reliability else None,
    )
    return answer(body)


def ratings_of(player: str) -> Sequence[BoardRating]:
    return ratings_named(f"{RATED_PLAYER}{player}")


def ratings_named(name: str) -> Sequence[BoardRating]:
    """The ratings of a player or a bot, by board."""
    ratings = services().records.ratings.store.everywhere(services().games.boards.names(), name)
    return [BoardRating(board=board, **rating_fields(rating)) for board, rating in sorted(ratings.items())]


def rating_fields(rating: Rating) -> dict[str, Any]:  # the fields of a RatingSeen
    return {
        "rating": rating.shown,
        "deviation": rating.deviation,
        "provisional": rating.is_provisional,
        "games": rating.games,
        "wins": rating.wins,
        "last_at": rating.last_at,
    }


def reliability_of(player: str) -> ReliabilitySeen:
    reliability = services().records.reliability(player)
    return ReliabilitySeen(
        percent=reliability.percent,
        in_time=reliability.in_time,
        excused=reliability.excused,
        late=reliability.late,
        left=reliability.left,
        stayed=reliability.stayed,
    )


def seated_players(loaded: Loaded) -> list[SeatedPlayer]:
    """The players at a table, with what they show."""
    players = ((seat, loaded.facts.player(seat)) for seat in range(loaded.facts.players))
    return [
        seated for seat, player in players if player for seated in _seated(loaded.facts.board, seat, player)
    ]


def _seated(board: str, seat: SeatId, player: str) -> Iterator[SeatedPlayer]:
    facts, records = services().players.known_facts(player), services().records
    if not facts:  # erased a moment ago
        return
    shows = shown_by(facts)
    rating = records.ratings.of(board, f"{RATED_PLAYER}{player}") if shows.profile and shows.ratings else None
    is_known = shows.profile and shows.reliability
    yield SeatedPlayer(
        seat=seat,
        player=facts[PLAYER_HANDLE],
        rating=rating.shown if rating else None,
        provisional=rating.is_provisional if rating else None,
        reliability=records.reliability(player).percent if is_known else None,
    )
