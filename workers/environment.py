"""The settings of this process, and its access to the games."""

import os
from datetime import datetime
from functools import cache

from service.boards.board_directory import offer_directory
from service.clocks.deadlines import moment
from service.clocks.store_clock import StoreClock
from service.config import Config, from_environment
from service.games.games import Games
from service.store.redis_store import RedisStore


@cache
def settings() -> Config:
    return from_environment(os.environ)


@cache
def games() -> Games:
    return open_games(settings())


def open_games(config: Config) -> Games:
    store = RedisStore(config.redis_url, config.wait_replicas, plain=config.plain)
    games = Games(store, lambda game, version: None, StoreClock(store), keeps_finished=False)
    if config.boards:
        offer_directory(games.boards, config.boards)
    return games


def now() -> datetime:
    """By the store's clock, on which all processes agree."""
    return moment(games().now())


def queue_url() -> str:
    return settings().queue_url or settings().redis_url
