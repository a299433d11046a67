"""Public games: a list with filters, orders and pages."""

import logging
from collections.abc import Iterator, Sequence
from math import inf
from typing import get_args

import msgspec
from flask import Response

from service.api.access import (
    Answer,
)
from service.api.players.profiles import SeatedPlayer, seated_players
from service.errors import (
    MalformedRequest,
    StoreUnavailable,
)
from service.games.facts import Joining
from service.games.game_view import (
    GameSummary,
    Status,
    summary,
)
from service.http.call import (
    STORE_PROBLEMS,
    Answered,
    Resource,
)
from service.http.page_cursor import PageCursor
from service.http.request import (
    Choice,
    Flag,
    Number,
    NumberOrDefault,
    Text,
    services,
)
from service.http.response import answer
from service.store.interface import Order, Place

log = logging.getLogger("ttr.games")

NEWEST = "-created_at"
ORDERS = {NEWEST: Order.CREATED, "-moved_at": Order.MOVED}
FIRST = Place(inf)  # before all games
GOING_ON = ("open", "playing", "paused", "ended")  # statuses; an abandoned game goes on until it was scored
CLOCK_KINDS, NO_CLOCK = ("per_move", "bank", "daily"), "none"

STATUS = Choice("status", "Only games with this status.", component="games_status", choices=get_args(Status))
BOARD = Text("board", "Only games on this board.")
OPEN_SEATS = Flag("open_seats", "Only games in which a seat is open.")
CLOCK = Choice(
    "clock", "Only games with a clock of this kind, or without one.", choices=(*CLOCK_KINDS, NO_CLOCK)
)
PLAYER = Text("player", "Only games in which this player has a seat, by their id.", component="games_player")
JOINING = Choice(
    "joining",
    "Only games that any player may join, or only those that one is invited to.",
    choices=tuple(map(str, Joining)),
)
RATED = Flag("rated", "Only games that count for ratings.")
MIN_RATING, MAX_RATING = (
    Number(
        name, f"Only open tables at which every player shows a rating of at {what} so much.", low=0, high=9999
    )
    for name, what in (("min_rating", "least"), ("max_rating", "most"))
)
MIN_RELIABILITY = Number(
    "min_reliability",
    "Only open tables at which every player shows a reliability of at least so many percent.",
    low=0,
    high=100,
)
STANDARDS = (MIN_RATING, MAX_RATING, MIN_RELIABILITY)
SORT = Choice(
    "sort",
    "Those that moved last first, or those that were created last, which is the default.",
    choices=tuple(ORDERS),
)
CURSOR = PageCursor(
    component="games_cursor",
    place=tuple[str, float, str],
    example=("-created_at", 1763376976450.0, "85715e08c4303312"),
)
LIMIT = NumberOrDefault(
    "limit", "The most games on a page.", component="games_limit", low=1, high=200, default=50
)

MOST_LOOKED_AT = 200  # games, to find those that a filter lets through

resource = Resource("games")


class ListedGame(GameSummary, frozen=True, kw_only=True):
    """A game in the list of public games."""

    players: Sequence[SeatedPlayer] | None  # at an open table; null: the game has begun


class GamesPage(Answer, frozen=True, kw_only=True):
    """Public games; `next` is the `cursor` of the following page."""

    items: Sequence[ListedGame]
    next: str | None


@resource.call(
    "GET",
    "/v1/games",
    costly=True,
    summary="Public games",
    description=(
        "Those that were created last first, or those that moved last. Follow `Link: <...>; rel=next`, or pass `next` "
        "as `cursor`. With filters a page may hold fewer games than its limit, or none, and still have a `next`: the "
        "service looks through so many games and no further."
    ),
    parameters=(STATUS, BOARD, PLAYER, OPEN_SEATS, JOINING, CLOCK, RATED, *STANDARDS, SORT, CURSOR, LIMIT),
    answers=(Answered("A page of games.", GamesPage, headers=("Link?",)),),
    problems=(MalformedRequest, *STORE_PROBLEMS),
)
def list_games() -> Response:
    wanted = Wanted(
        status=STATUS.read(),
        board=BOARD.read(),
        player=PLAYER.read(),
        open_seats=OPEN_SEATS.read(),
        joining=JOINING.read(),
        clock=CLOCK.read(),
        rated=RATED.read(),
        min_rating=MIN_RATING.read(),
        max_rating=MAX_RATING.read(),
        min_reliability=MIN_RELIABILITY.read(),
    )
    services().records.catch_up()
    sort, limit = SORT.read() or NEWEST, LIMIT.read()
    items, after = _page(wanted, sort, _cursor(sort), limit)
    body = GamesPage(items=items, next=after and CURSOR.write((sort, *after)))
    return answer(body, headers=CURSOR.link(body.next))


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which games are listed; None and False are any."""

    status: str | None = None
    board: str | None = None
    player: str | None = None
    open_seats: bool = False
    joining: str | None = None
    clock: str | None = None
    rated: bool = False
    min_rating: int | None = None
    max_rating: int | None = None
    min_reliability: int | None = None

    @property
    def active(self) -> bool:
        """Whether only games that go on are wanted."""
        return self.open_seats or self.status in GOING_ON or self._judges

    @property
    def _judges(self) -> bool:
        return any(one is not None for one in (self.min_rating, self.max_rating, self.min_reliability))

    def suits(self, game: ListedGame) -> bool:
        """Whether everybody at an open table is as wanted; those who show nothing are not."""
        if not self._judges:
            return True
        return game.players is not None and all(map(self._suits, game.players))

    def _suits(self, player: SeatedPlayer) -> bool:
        return (
            (self.min_rating is None or (player.rating or -1) >= self.min_rating)
            and (self.max_rating is None or (player.rating is not None and player.rating <= self.max_rating))
            and (self.min_reliability is None or (player.reliability or -1) >= self.min_reliability)
        )

    def fits(self, game: GameSummary) -> bool:
        return (
            self.status in (None, game.status)
            and self.board in (None, game.board.id)
            and self.player in (None, *(seat.holder.player for seat in game.seats if seat.holder))
            and self.joining in (None, game.joining)
            and (game.rated or not self.rated)
            and self.clock in (None, game.clock.kind if game.clock else NO_CLOCK)
            and (
                not self.open_seats
                or (game.status == "open" and any(seat.holder is None for seat in game.seats))
            )
        )


def _page(wanted: Wanted, sort: str, before: Place, limit: int) -> tuple[list[ListedGame], Place | None]:
    """The next games that are wanted, and the place of the last one that was looked at; None if there are no more."""
    most = limit if wanted == Wanted() else max(limit, MOST_LOOKED_AT)
    places = services().store.listed(before, most + 1, by=ORDERS[sort], active=wanted.active)
    items: list[ListedGame] = []
    for number, place in enumerate(places[:most], 1):
        items += _listed(place.game, wanted)
        if len(items) == limit:
            return items, place if number < len(places) else None
    return items, places[most - 1] if len(places) > most else None


def _listed(game: str, wanted: Wanted) -> Iterator[ListedGame]:
    """The game, if it is wanted; one that cannot be read is logged and left out."""
    try:
        loaded = services().games.cache.read_latest(game)
        seen = summary(loaded)
        if not wanted.fits(seen):
            return
        players = seated_players(loaded) if seen.status == "open" else None
        listed = ListedGame(**msgspec.structs.asdict(seen), players=players)
        if wanted.suits(listed):
            yield listed
    except StoreUnavailable:
        raise
    except Exception:  # damage can make any step of reading fail
        log.exception("game %s cannot be read", game)


def _cursor(sort: str) -> Place:
    cursor = CURSOR.read()
    if cursor is None:
        return FIRST
    order, time, game = cursor
    if order != sort:
        raise MalformedRequest("cursor_order", parameter=CURSOR.name, order=order)
    return Place(time, game)
