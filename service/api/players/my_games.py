"""The games of a player: those that wait for them first, by deadline."""

import logging
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import get_args

import msgspec
from flask import Response

from service.api.access import Answer, player_only
from service.errors import (
    Forbidden,
    GameNotFound,
    MalformedRequest,
    StoreUnavailable,
    TooManyRequests,
    Unauthorized,
)
from service.games.game_cache import Loaded
from service.games.game_view import GameSummary, Status, summary
from service.http.call import STORE_PROBLEMS, Access, Answered, Resource
from service.http.page_cursor import PageCursor
from service.http.request import (
    Choice,
    Flag,
    NumberOrDefault,
    Text,
    services,
)
from service.http.response import answer
from service.players.game_lists import GamePage, Place, SortedList, rows_of
from service.players.scopes import Scope
from ttr_core.model.ids import SeatId

log = logging.getLogger("ttr.games")

WAITING = Flag("waiting_for_me", "Only games in which it is your turn to decide.")
STATUS = Choice("status", "Only games of this status.", component="my_status", choices=get_args(Status))
BOARD = Text("board", "Only games on this board.", component="my_board")
CURSOR = PageCursor(component="my_cursor", place=Place, example=Place(0, 1763376976450, "85715e08c4303312"))
LIMIT = NumberOrDefault(
    "limit", "The most games on a page.", component="my_games_limit", low=1, high=200, default=50
)

resource = Resource("players")

_encode = msgspec.json.Encoder().encode


class MyGame(GameSummary, frozen=True, kw_only=True):
    """A game of yours."""

    your_seats: Sequence[SeatId]
    your_kept_seats: Sequence[SeatId]  # seats of a rematch that you may take without an invite
    waiting_for_you: bool
    your_deadline_at: str | None  # of your turn; null: there is none, or no clock


class GameCounts(Answer, frozen=True, kw_only=True):
    """How many games you have in all, whatever the page shows."""

    waiting: int
    running: int
    finished: int


class MyGamesPage(Answer, frozen=True, kw_only=True):
    """Games that wait for you, the next deadline first; then others that run; then finished ones, the latest first."""

    items: Sequence[MyGame]
    next: str | None
    counts: GameCounts


@resource.call(
    "GET",
    "/v1/me/games",
    summary="Your games",
    description=(
        "Every game in which you have a seat: first those that wait for you, by deadline, then those that run, then "
        "finished ones, the latest move first. The order follows a move within a second or so; each game is shown as "
        "it is now. Follow `Link: <...>; rel=next`, or pass `next` as `cursor`."
    ),
    access=Access.TOKEN,
    parameters=(WAITING, STATUS, BOARD, CURSOR, LIMIT),
    answers=(Answered("A page of games.", MyGamesPage, headers=("Link?",)),),
    problems=(MalformedRequest, Unauthorized, Forbidden, TooManyRequests, *STORE_PROBLEMS),
)
def list_my_games() -> Response:
    waiting, status, board, limit = WAITING.read(), STATUS.read(), BOARD.read(), LIMIT.read()
    after, player = CURSOR.read(), player_only(Scope.ME_READ).player
    question = (player, waiting, status, board, limit, after)
    known = services().pages.get(question)
    if known is not None and _still_holds(known, player):
        return _answered(known.body, known.following)

    def page_of(mine: SortedList) -> list[Place]:
        """One more than the page holds, if there is one."""
        wanted = (
            place
            for place, row in mine.rows
            if (after is None or place > after)
            and (not waiting or row.group == "waiting")
            and status in (None, row.status)
            and board in (None, row.board)
        )
        return list(islice(wanted, limit + 1))

    mine, page, ends = _looked_up(player, limit, page_of)
    following = CURSOR.write(page[limit - 1]) if len(page) > limit else None
    names = [place.game for place in page[:limit]]
    current = services().games.cache.current(names, ends)

    def make() -> bytes:
        games = [seen for game in names if (seen := _game(game, player, current.get(game))) is not None]
        return _encode({"items": games, "next": following, "counts": _counts(mine.counts)})  # a MyGamesPage

    changes = services().games.cache.facts_changes
    body = make()
    if names and mine.revision and len(current) == len(names):
        oldest = min(loaded.facts_read for loaded in current.values())
        page_seen = GamePage(body, following, names, ends, mine.revision, oldest, changes)
        services().pages.put(question, page_seen)
    return _answered(body, following)


def _still_holds(known: GamePage, player: str) -> bool:
    """Whether the list and all games of the page are as they were, for one look: what is shown follows from them, and
    from facts that are trusted for a while."""
    cache = services().games.cache
    if known.facts_changes != cache.facts_changes or not cache.trusts(known.facts_read):
        return False
    return services().lists.store.look(player, known.names) == (known.revision, known.ends)


def _answered(body: bytes, following: str | None) -> Response:
    return answer(msgspec.Raw(body), headers=CURSOR.link(following))


def _looked_up(
    player: str, limit: int, page_of: Callable[[SortedList], list[Place]]
) -> tuple[SortedList, list[Place], Sequence[str]]:
    """The list, the page, and where its games end: for one look if the list is as this process knows it."""
    lists = services().lists
    mine = lists.kept(player)
    if mine is not None:
        page = page_of(mine)
        revision, ends = lists.store.look(player, [place.game for place in page[:limit]])
        if revision == mine.revision:
            return mine, page, ends
    mine = lists.sorted_of(player)
    page = page_of(mine)
    return mine, page, services().store.ends([place.game for place in page[:limit]])


def _game(game: str, player: str, current: Loaded | None) -> msgspec.Raw | None:
    """The game as it is now, as JSON; one that cannot be read is logged and left out."""
    try:
        loaded = current or services().games.cache.read_latest(game)
        facts, kept = loaded.facts, tuple(loaded.facts.seats_kept_for(player))
        if not facts.concerns(player):  # the row is a moment old
            return None
        key = (MyGame, loaded.head, facts.names(), facts.rematch, kept, player)  # may change at one version
        return msgspec.Raw(services().views.get_or_make(key, lambda: _encode(_my_game(loaded, player))))
    except StoreUnavailable:
        raise
    except GameNotFound:
        return None
    except Exception:  # damage can make any step of reading fail
        log.exception("game %s cannot be read", game)
        return None


def _my_game(loaded: Loaded, player: str) -> MyGame:
    row = rows_of(loaded)[player]
    return MyGame(
        **msgspec.structs.asdict(summary(loaded)),
        your_seats=row.seats,
        your_kept_seats=row.kept,
        waiting_for_you=row.group == "waiting",
        your_deadline_at=row.deadline_at,
    )


def _counts(numbers: Mapping[str, int]) -> GameCounts:
    return GameCounts(
        waiting=numbers.get("waiting", 0),
        running=numbers.get("running", 0),
        finished=numbers.get("finished", 0),
    )
