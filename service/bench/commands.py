"""The cost of one command: games in which two players only draw cards.

`draws` makes them requests for the load over HTTP; `layer_measures` times one draw in this process, through more and
more layers of the service.
"""

from collections.abc import Iterator, Sequence
from statistics import median
from time import perf_counter

import msgspec
from flask import Flask
from werkzeug.test import create_environ, run_wsgi_app

from service.app import create_app
from service.bench.request_load import Script, request_bytes
from service.bench.timing import Measure, rounded
from service.config import Config
from service.games.games import Games
from service.games.lobby import GameRequest, SeatRequest, open_table
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.model.actor import Actor, Role
from ttr_core.model.commands import DrawCard, KeepTickets
from ttr_core.model.ids import SeatId

# prepared games

DRAWS = 80  # per prepared game; the deck lasts longer
DRAW = msgspec.json.encode({"type": "draw_card"})
JSON = {"Content-Type": "application/json"}


class Prepared(msgspec.Struct, frozen=True):
    """A game at the start of its first turn."""

    game: str
    tokens: tuple[str, str]
    first: SeatId
    version: int

    def seat(self, draw: int) -> SeatId:
        """Whose draw it is: a turn is two draws."""
        return (self.first + draw // 2) % 2

    @property
    def path(self) -> str:
        return f"/v1/games/{self.game}"


class Version(msgspec.Struct):
    """The part of an answer that the next request needs."""

    version: int


def prepared_game(games: Games) -> Prepared:
    people = (SeatRequest(name="Ann"), SeatRequest(name="Bob"))
    opened = open_table(games, GameRequest(board="usa", seats=people))
    loaded = opened.done.loaded
    for seat in range(2):
        command = KeepTickets(seat=seat, tickets=ticket_choice(loaded.state, seat).offer)
        loaded = games.perform(loaded, [command], Actor(Role.SEAT, seat)).loaded
    tokens = (opened.seats[0].token, opened.seats[1].token)
    return Prepared(loaded.game, tokens, loaded.state.phase.waiting[0], loaded.version)


def draws(games: Sequence[Prepared]) -> Script:
    """Card after card, each with the version of the last answer."""
    decode, version = msgspec.json.Decoder(Version).decode, 0

    def read(answer: bytes) -> None:
        nonlocal version
        version = decode(answer).version

    for game in games:
        version = game.version
        parts = [_draw(game, token).split(b"VERSION") for token in game.tokens]
        for draw in range(DRAWS):
            before, after = parts[game.seat(draw)]
            yield b"%s%d%s" % (before, version, after), read
    raise RuntimeError("this machine is too fast for the number of prepared games")


def _draw(game: Prepared, token: str) -> bytes:
    """The request with a placeholder for the version, so that making requests costs the machine little."""
    headers = {**JSON, "Authorization": f"Bearer {token}", "If-Match": '"VERSION"'}
    return request_bytes("POST", f"{game.path}/commands", headers, DRAW)


# layers

GAMES = 12  # the first warms up and does not count


class Stopwatch:
    """The time that each run of a block took."""

    def __init__(self) -> None:
        self._begun, self._seconds = 0.0, list[float]()

    def __enter__(self) -> None:
        self._begun = perf_counter()

    def __exit__(self, *_error: object) -> None:
        self._seconds.append(perf_counter() - self._begun)

    def measure(self, what: str, note: str) -> Measure:
        microseconds = median(self._seconds[DRAWS:]) * 1e6
        return Measure(f"one command alone: {what}", rounded(microseconds, 3), "us", note)


def layer_measures(games: Games) -> Iterator[Measure]:
    deciding, storing, whole = Stopwatch(), Stopwatch(), Stopwatch()
    app = create_app(Config(commands_per_minute=10**9), games.store)
    for _ in range(GAMES):
        _play(games, prepared_game(games), deciding, storing)
        _call(app, prepared_game(games), whole)
    yield deciding.measure("deciding and sealing", "no I/O")
    yield storing.measure("to the store and back", "one script")
    yield whole.measure("in all", "with Flask, token, rate limit, metrics and response")


def _play(games: Games, game: Prepared, deciding: Stopwatch, storing: Stopwatch) -> None:
    loaded = games.cache.read_latest(game.game)
    for draw in range(DRAWS):
        seat = game.seat(draw)
        with deciding:
            ready = games.prepare(loaded, [DrawCard(seat=seat)], Actor(Role.SEAT, seat))
        with storing:
            (newer,) = games.append_all([ready])
        assert newer is not None  # no other process plays these games
        loaded = newer


def _call(app: Flask, game: Prepared, whole: Stopwatch) -> None:
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
