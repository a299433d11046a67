"""Bots: the levels that play here, what they are called and how strong they are."""

from collections.abc import Mapping, Sequence

from flask import Response

from service.api.access import Answer
from service.api.boards import FRESH
from service.api.players.profiles import BoardRating, ratings_named
from service.http.call import STORE_PROBLEMS, Answered, Resource
from service.http.request import services
from service.http.response import answer
from service.language.vocabulary.bot_levels import level_names, level_sentences
from service.ratings.game_outcome import BOT
from ttr_core.bots import ELO, POLICIES, VERSIONS

resource = Resource("boards")


class BotLevel(Answer, frozen=True, kw_only=True):
    """A level of bots: what `bot` of a seat may be."""

    id: str
    version: int  # raised whenever it plays differently
    name: Mapping[str, str]  # by language
    description: Mapping[str, str]  # how it plays, in a sentence, by language
    elo: int  # by matches of the levels on usa with two players, greedy at 1000
    ratings: Sequence[BoardRating]  # on the boards on which it has played rated games, in this version


class BotList(Answer, frozen=True, kw_only=True):
    """All levels on one page, the weakest first."""

    items: Sequence[BotLevel]
    next: str | None


@resource.call(
    "GET",
    "/v1/bots",
    summary="All bots",
    description=(
        "Every level of bots that a seat can be given to, the weakest first: its name and a sentence on how it plays "
        "in every language, how it fares against the other levels (`elo`), and its rating among all players on each "
        "board where it has one. Bots of others play as people do, with a player token."
    ),
    answers=(Answered("The levels.", BotList),),
    problems=STORE_PROBLEMS,
)
def list_bots() -> Response:
    services().records.catch_up()
    return answer(BotList(items=[_level(name) for name in POLICIES], next=None), headers=FRESH)


def _level(name: str) -> BotLevel:
    return BotLevel(
        id=name,
        version=VERSIONS[name],
        name=level_names(name),
        description=level_sentences(name),
        elo=ELO[name],
        ratings=ratings_named(f"{BOT}{name}/{VERSIONS[name]}"),
    )
