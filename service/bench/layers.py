"""Where the time of a command goes: draws through ever more layers, one after the other, in one process."""

from collections.abc import Iterator
from statistics import median
from time import perf_counter

import msgspec
from flask import Flask
from werkzeug.test import create_environ, run_wsgi_app

from service.app import create_app
from service.bench.clock import Measure, rounded
from service.bench.draws import DRAW, DRAWS, JSON, Prepared, Version, prepared_game
from service.config import Config
from service.games import Games
from ttr_core.commands import DrawCard

GAMES = 12  # the first warms everything up and does not count


class Watch:
    """How long something took, each time."""

    def __init__(self) -> None:
        self._begun, self._taken = 0.0, list[float]()

    def __enter__(self) -> None:
        self._begun = perf_counter()

    def __exit__(self, *_error: object) -> None:
        self._taken.append(perf_counter() - self._begun)

    def measure(self, what: str, note: str) -> Measure:
        microseconds = median(self._taken[DRAWS:]) * 1e6
        return Measure(f"one command alone: {what}", rounded(microseconds, 3), "us", note)


def layer_measures(games: Games) -> Iterator[Measure]:
    deciding, storing, whole = Watch(), Watch(), Watch()
    app = create_app(Config(commands_per_minute=10**9), games.store)
    for _ in range(GAMES):
        _play(games, prepared_game(games), deciding, storing)
        _call(app, prepared_game(games), whole)
    yield deciding.measure("deciding and sealing", "no input or output")
    yield storing.measure("to the store and back", "one script")
    yield whole.measure("in all", "with Flask, token, limits, metrics, and the answer")


def _play(games: Games, game: Prepared, deciding: Watch, storing: Watch) -> None:
    loaded = games.shelf.current(game.game)
    for draw in range(DRAWS):
        seat = game.seat(draw)
        with deciding:
            ready = games.prepare(loaded, [DrawCard(seat=seat)], f"seat:{seat}")
        with storing:
            (newer,) = games.append_all([ready])
        assert newer is not None  # nobody else plays here
        loaded = newer


def _call(app: Flask, game: Prepared, whole: Watch) -> None:
    version = game.version
    for draw in range(DRAWS):
        headers = {
            **JSON,
            "Authorization": f"Bearer {game.tokens[game.seat(draw)]}",
            "If-Match": f'"{version}"',
        }
        environ = create_environ(f"{game.path}/commands", method="POST", headers=headers, data=DRAW)
        with whole:
            body, status, _ = run_wsgi_app(app, environ)
        assert status == "200 OK"
        version = msgspec.json.decode(b"".join(body), type=Version).version
