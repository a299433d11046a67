"""What all games on a board say: the ratings of players and bots, and statistics as JSON, CSV and picture."""

from collections.abc import Iterator, Sequence

import msgspec
from flask import Response

from service.api.access import Answer
from service.api.boards import BOARD_ID
from service.api.history import FORMATS
from service.api.pictures import COLOURS, HARMLESS, PNG, SVG, THEME, WIDTH, painted, picture_options
from service.api.players.profiles import RatingSeen, rating_fields
from service.errors import BoardNotFound, MalformedRequest, PicturesExhausted
from service.games.facts import PLAYER_HANDLE, PLAYER_NAME
from service.http.call import STORE_PROBLEMS, Answered, Problem, Resource
from service.http.page_cursor import Offset, PageCursor
from service.http.problems import NotAcceptable
from service.http.request import (
    JSON,
    LANG,
    Choice,
    Number,
    NumberOrDefault,
    services,
)
from service.http.response import CSV, answer, answer_csv, negotiated
from service.message_types import MOST_SEATS
from service.pictures.statistics_picture import statistics_svg
from service.players.profile import shown_by
from service.ratings.board_statistics import BoardFigures, rows
from service.ratings.game_outcome import BOT, PLAYER
from service.ratings.skill import Rating

FRESH = {"Cache-Control": "public, no-cache"}

WHO = Choice("who", "Only players, or only bots.", choices=("players", "bots"))
CURSOR = PageCursor(component="ratings_cursor", place=Offset, example=Offset(50))
LIMIT = NumberOrDefault(
    "limit", "The most ratings on a page.", component="ratings_limit", low=1, high=200, default=50
)
PLAYERS = Number("players", "Only games of so many players.", low=1, high=MOST_SEATS)
BOTS = Choice(
    "bots", "Only games in which a bot played, or only those between people.", choices=("with", "without")
)
FORMAT = Choice(
    "format",
    "The same as `Accept`, and stronger.",
    component="board_statistics_format",
    choices=tuple(FORMATS),
)
PROBLEMS: tuple[Problem, ...] = (MalformedRequest, BoardNotFound, *STORE_PROBLEMS)

resource = Resource("boards")


class RatedBot(Answer, frozen=True, kw_only=True):
    """A bot in one version: one that plays differently is another bot."""

    policy: str
    version: int


class ListedRating(RatingSeen, frozen=True, kw_only=True):
    """The rating of a player or of a bot."""

    player: str | None  # the id of a player
    name: str | None  # of a player
    bot: RatedBot | None


class RatingsPage(Answer, frozen=True, kw_only=True):
    """Ratings on one board, by what somebody is worth almost certainly: the rating less twice its deviation."""

    board: str
    items: Sequence[ListedRating]
    next: str | None


class BoardStatistics(BoardFigures, frozen=True, kw_only=True):
    """What all games on a board say about it."""

    board: str


@resource.call(
    "GET",
    "/v1/boards/{board}/ratings",
    costly=True,
    summary="Ratings on a board",
    description=(
        "Players and bots, the best first: by the rating less twice its deviation, so that a few lucky games put "
        "nobody on top. Players who do not show their ratings are left out, so that a page may hold fewer than its "
        "limit and still have a `next`. Pages are by position: somebody who falls between two of them may be on both."
    ),
    parameters=(BOARD_ID, WHO, CURSOR, LIMIT),
    answers=(Answered("A page of ratings.", RatingsPage, headers=("Link?",)),),
    problems=PROBLEMS,
)
def list_ratings(board: str) -> Response:
    served = services().games.boards.find(board)
    start, limit, who = (CURSOR.read() or Offset()).before, LIMIT.read(), WHO.read()
    services().records.catch_up()
    pairs = services().records.ratings.store.listed(board, start, limit + 1)
    items = [item for pair in pairs[:limit] for item in _listed(*pair, who)]
    following = CURSOR.write(Offset(start + limit)) if len(pairs) > limit else None
    body = RatingsPage(board=served.name, items=items, next=following)
    return answer(body, headers=CURSOR.link(following))


def _listed(name: str, rating: Rating, who: str | None) -> Iterator[ListedRating]:
    """The item of somebody who is wanted, and shows themselves."""
    if name.startswith(BOT) and who != "players":
        policy, _, version = name.removeprefix(BOT).partition("/")
        bot = RatedBot(policy=policy, version=int(version))
        yield ListedRating(player=None, name=None, bot=bot, **rating_fields(rating))
    if name.startswith(PLAYER) and who != "bots":
        facts = services().players.known_facts(name.removeprefix(PLAYER))
        shows = shown_by(facts)
        if facts and shows.profile and shows.ratings:
            handle, called = facts[PLAYER_HANDLE], facts[PLAYER_NAME]
            yield ListedRating(player=handle, name=called, bot=None, **rating_fields(rating))


@resource.call(
    "GET",
    "/v1/boards/{board}/statistics",
    costly=True,
    summary="Statistics of a board",
    description=(
        "Over all games that were played to their end here and are not private: scores by seat and rank, the tickets "
        "most often completed, the routes most claimed. As JSON or CSV."
    ),
    parameters=(BOARD_ID, PLAYERS, BOTS, FORMAT),
    answers=(Answered("The figures.", BoardStatistics, media=(JSON, CSV)),),
    problems=(*PROBLEMS, NotAcceptable),
)
def get_board_statistics(board: str) -> Response:
    served, figures, form = services().games.boards.find(board), _figures(board), FORMAT.read()
    body = BoardStatistics(board=served.name, **msgspec.structs.asdict(figures))
    headers = {**FRESH, "Vary": "Accept"}
    offers = {
        JSON: lambda: answer(body, headers=headers),
        CSV: lambda: answer_csv(rows(figures), headers),
    }
    return negotiated(offers) if form is None else offers[FORMATS[form]]()


def _figures(board: str) -> BoardFigures:
    bots = BOTS.read()
    services().records.catch_up()
    return services().records.board(board, PLAYERS.read(), None if bots is None else bots == "with")


PICTURE = "How scores spread, the tickets most often completed and the routes most claimed, as charts."
PICTURE_PARAMETERS = (BOARD_ID, PLAYERS, BOTS, THEME, COLOURS, LANG, WIDTH)


@resource.call(
    "GET",
    "/v1/boards/{board}/statistics.svg",
    costly=True,
    summary="Statistics of a board as SVG",
    description=PICTURE,
    parameters=PICTURE_PARAMETERS,
    answers=(Answered("The charts.", media=(SVG,)),),
    problems=PROBLEMS,
)
def get_board_statistics_svg(board: str) -> Response:
    return _picture(_drawn(board).encode(), SVG)


@resource.call(
    "GET",
    "/v1/boards/{board}/statistics.png",
    costly=True,
    summary="Statistics of a board as PNG",
    description=PICTURE,
    parameters=PICTURE_PARAMETERS,
    answers=(Answered("The charts.", media=(PNG,)),),
    problems=(*PROBLEMS, PicturesExhausted),
)
def get_board_statistics_png(board: str) -> Response:
    return _picture(painted(_drawn(board)), PNG)


def _drawn(board: str) -> str:
    library, options = services().games.boards, picture_options()
    served = library.find(board)
    ruleset = library.ruleset(served, served.whole["players"][1], {})
    return statistics_svg(ruleset, _figures(board), options)


def _picture(body: bytes, media: str) -> Response:
    return Response(body, mimetype=media, headers={**FRESH, **HARMLESS, "Vary": "Accept-Language"})
